// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <pawl/job/id_source.hpp>

#include "look.hpp"

/// What changes a queue: cancel, and replay of dead letters.

namespace pawl::ctl {

actor acting(const session& of) {
  actor out{.as = trigger::user, .user = "pawlctl:" + of.to.user};
  if (!of.given.has("as")) return out;
  const std::string part = of.given.last("as");
  for (const trigger each : {trigger::api, trigger::workflow, trigger::user, trigger::system})
    if (std::string_view(name_of(each)) == part) {
      out.as = each;
      return out;
    }
  throw ends{exit_code::usage, "--as is api, workflow, user or system"};
}

namespace {

/// What became of one job that was asked for.
struct answered {
  job_id id{};
  std::string what{};
  std::optional<storage::error> refused{};
  std::optional<job_id> fresh{};
};

/// Says it; a store that fails ends the command.
exit_code say(session& of, const std::vector<answered>& all) {
  bool is_refused = false;
  std::string out;
  http::json_out to(out);
  to.open('{');
  to.key("items");
  to.open('[');
  for (const answered& each : all) {
    is_refused = is_refused || each.refused.has_value();
    to.open('{');
    to.member("jobId", each.id);
    to.member("outcome", each.refused ? std::string("refused") : each.what);
    if (each.fresh) to.member("replayedAs", *each.fresh);
    if (each.refused) {
      to.member("error", name_of(each.refused->code));
      to.member("message", each.refused->message);
    }
    to.close('}');
    if (of.json()) continue;
    if (each.refused)
      of.to.err(fmt::format("pawlctl: {}: {}\n", to_string(each.id),
                            shown(storage::describe(*each.refused))));
    else
      of.print(fmt::format("{}: {}{}\n", to_string(each.id), each.what,
                           each.fresh ? " " + to_string(*each.fresh) : std::string()));
  }
  to.close(']');
  to.close('}');
  if (of.json()) of.print_json(out);
  return is_refused ? exit_code::found : exit_code::done;
}

std::vector<job_id> ids_of(const session& of) {
  std::vector<job_id> out;
  for (std::size_t i = 0; i < of.given.words.size(); ++i) out.push_back(of.id_at(i));
  return out;
}

void end_if_store_failed(const storage::error& why) {
  if (storage::is_store_failure(why.code)) end_with(why);
}

}  // namespace

exit_code cancel_jobs(session& of) {
  const actor by = acting(of);
  const std::vector<job_id> ids = ids_of(of);
  std::vector<answered> all;
  for (const job_id& id : ids) {
    const auto done = apply_one(of.store(), storage::cancel{.scope = of.who(),
                                                            .id = id,
                                                            .reason = of.given.last("reason"),
                                                            .force = of.given.has("force"),
                                                            .by = by});
    answered& each = all.emplace_back(answered{.id = id});
    if (done) {
      each.what = done->done ? "cancelled" : "asked to end";
    } else {
      end_if_store_failed(done.error());
      each.refused = done.error();
    }
  }
  return say(of, all);
}

exit_code replay_letters(session& of) {
  const std::string type = of.given.last("type");
  if (type.empty() == of.given.words.empty())
    throw ends{exit_code::usage, "which dead letters? give their ids, or --type TYPE --expect N"};
  id_source ids;
  const auto fresh_id = [&] { return ids.next(of.store().now()); };
  if (type.empty()) {
    std::vector<answered> all;
    for (const job_id& id : ids_of(of)) {
      const auto done =
          apply_one(of.store(), storage::replay{.scope = of.who(), .id = id, .fresh = fresh_id()});
      answered& each = all.emplace_back(answered{.id = id});
      if (done) {
        each.what = "replayed as";
        each.fresh = done->id;
      } else {
        end_if_store_failed(done.error());
        each.refused = done.error();
      }
    }
    return say(of, all);
  }
  if (!of.given.has("expect"))
    throw ends{exit_code::usage,
               "--type needs --expect N: as many dead letters as you have seen; see pawlctl stats"};
  storage::replay_all op{.scope = of.who(), .handler = type};
  const std::size_t expected = of.number("expect", 0);
  if (expected > 1'000'000)
    throw ends{exit_code::usage, "--expect is 1000000 at most; replay a part by ids"};
  for (std::size_t i = 0; i < expected; ++i) op.fresh.push_back(fresh_id());
  of.store().apply_one(op);
  if (!op.answer) end_with(op.answer.error());
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    to.open('{');
    to.member("replayed", op.answer->count);
    to.member("refused", op.answer->refused);
    to.close('}');
    of.print_json(out);
  } else {
    of.print(fmt::format("replayed {}, refused {}\n", op.answer->count, op.answer->refused));
  }
  return op.answer->refused == 0 ? exit_code::done : exit_code::found;
}

}  // namespace pawl::ctl
