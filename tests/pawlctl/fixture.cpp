// SPDX-License-Identifier: BSL-1.0
// A queue for the tests of pawlctl: pawlctl_fixture STORE [many N]. Jobs that wait, have ended,
// were given up, and one that its process leaves behind running, because that ends in the middle.
// Prints `name=id` for each that a test asks about. With `many`, N jobs that have ended and N/10
// that wait.
#include <unistd.h>

#include <iostream>
#include <thread>

#include <pawl/observe/log.hpp>
#include <pawl/schedules.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/postgres.hpp>
#include <pawl/storage/sqlite.hpp>

namespace {

using namespace pawl::literals;
using namespace std::chrono_literals;
using pawl::error::network_timeout;
using pawl::error::validation_error;

struct letter {
  std::string to;
  std::string text;
};

/// Does what its text says.
struct mail
    : pawl::job<"shop.mail", pawl::lifecycles::service,
                pawl::errors<network_timeout, validation_error>,
                pawl::retry<pawl::attempts<2>, pawl::fixed<5_ms>, pawl::no_jitter,
                            pawl::retry_on<network_timeout>>,
                pawl::stages<pawl::stage<"writing", 0, 40>, pawl::stage<"sending", 40, 100>>,
                pawl::limits<pawl::concurrent<8, pawl::configurable_up_to<16>>>> {
  outcome<std::string> operator()(context& ctx, letter in) const {
    ctx.enter<"writing">();
    if (in.text == "dead") return fail<network_timeout>("no answer from \x1b[31mthe\x1b[0m server");
    if (in.text == "wrong") return fail<validation_error>("there is no such address");
    if (in.text == "slow")
      while (true) {
        std::this_thread::sleep_for(5ms);
        ctx.stop_here();
      }
    ctx.log("to \x1b]0;owned\x07 " + in.to);
    ctx.enter<"sending">();
    return "sent to " + in.to;
  }
};

/// Waits until it is told to go on.
struct review_lifecycle : pawl::lifecycle {
  static constexpr auto name = "review";
  enum class state { drafted, asked, printing, printed, dropped };
  enum class event { approve, start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;
  static constexpr auto table = transitions(
      kinds(dormant(drafted), ready(asked), active(printing), success(printed), cancelled(dropped)),
      drafted + on(approve) = asked, asked + on(start) = printing, printing + on(succeed) = printed,
      printing + on(fail) = dropped, printing + on(lose) = dropped, live + on(cancel) = dropped);
};
struct review : pawl::job<"desk.review", review_lifecycle, pawl::errors<>> {
  outcome<void> operator()(context&, letter) const { return {}; }
};

/// Whether its jobs may be cancelled is decided by a guard that only this program knows.
struct vip_lifecycle : pawl::lifecycle {
  static constexpr auto name = "vip";
  static constexpr pawl::guard is_fresh{"is_fresh",
                                        [](const pawl::facts& f) { return f.attempt == 0; }};
  enum class state { waiting, serving, served, sent_away };
  enum class event { start, succeed, fail, lose, cancel };
  using enum state;
  using enum event;
  static constexpr auto table = transitions(
      kinds(ready(waiting), active(serving), success(served), cancelled(sent_away)),
      waiting + on(start) = serving, waiting + on(cancel)[is_fresh] = sent_away,
      waiting + on(cancel) = served, serving + on(succeed) = served, serving + on(fail) = sent_away,
      serving + on(lose) = sent_away, serving + on(cancel) = sent_away);
};
struct vip : pawl::job<"desk.vip", vip_lifecycle, pawl::errors<>, pawl::schedulable> {
  outcome<void> operator()(context&, letter) const { return {}; }
};

/// Nothing but many of them.
struct tick : pawl::job<"load.tick", pawl::lifecycles::service> {
  outcome<void> operator()(context&, int) const { return {}; }
};

void say(const char* name, const pawl::job_id& id) {
  std::cout << name << '=' << to_string(id) << std::endl;
}

template <class Session, class Ref>
bool comes_to(Session& session, const Ref& job, std::string_view state) {
  const auto end = std::chrono::steady_clock::now() + 5min;
  while (std::chrono::steady_clock::now() < end) {
    if (session.status(job)->state == state) return true;
    std::this_thread::sleep_for(5ms);
  }
  std::cerr << "the job has not come to " << state << '\n';
  return false;
}

template <class Store>
int fill(std::unique_ptr<Store> store) {
  pawl::service jobs{std::move(store), mail{}, review{}, vip{}};
  if (!jobs.start({.workers = 2,
                   .maintenance = 20ms,
                   .adaptive = {.enabled = false},
                   .name = "fixture \x1b[1m",
                   .log = pawl::observe::no_log{}}))
    return 1;
  auto acme = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  auto globex = jobs.as({.tenant = "globex", .user = "bob", .organisation = {}});
  const auto sent = acme.template submit<mail>({"ann@example.org", "hello"}, {.key = "first"});
  const auto dead = acme.template submit<mail>({"ann@example.org", "dead"});
  const auto also_dead = globex.template submit<mail>({"bob@example.org", "dead"});
  const auto wrong = globex.template submit<mail>({"nobody", "wrong"});
  if (!comes_to(acme, *sent, "succeeded") || !comes_to(acme, *dead, "dead_lettered") ||
      !comes_to(globex, *also_dead, "dead_lettered") || !comes_to(globex, *wrong, "dead_lettered"))
    return 1;
  const auto drafted = acme.template submit<review>({"ann", "please read"});
  const auto slow = acme.template submit<mail>({"ann@example.org", "slow"});
  const auto late = acme.template submit<mail>({"ann@example.org", "later"}, {.delay = 1h});
  const auto late_too = acme.template submit<mail>({"ann@example.org", "later"}, {.delay = 2h});
  const auto after =
      acme.template submit<mail>({"ann@example.org", "after"}, {.depends_on = {slow->id}});
  const auto guest = acme.template submit<vip>({"eve", "in an hour"}, {.delay = 1h});
  if (!acme.template schedule<vip>("nightly", pawl::cron_at("0 3 * * *"), {"eve", "again"}))
    return 1;
  if (!comes_to(acme, *slow, "running")) return 1;
  say("SENT", sent->id);
  say("DEAD", dead->id);
  say("ALSO_DEAD", also_dead->id);
  say("WRONG", wrong->id);
  say("DRAFTED", drafted->id);
  say("SLOW", slow->id);
  say("LATE", late->id);
  say("LATE_TOO", late_too->id);
  say("AFTER", after->id);
  say("GUEST", guest->id);
  std::cout.flush();
  std::_Exit(0);  // the process is lost, and its worker with it
}

template <class Store>
int fill_with_many(std::unique_ptr<Store> store, int count) {
  pawl::service jobs{std::move(store), tick{}, mail{}};
  auto acme = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
  const auto submit = [&](int from, int to) {
    std::vector<int> all;
    for (int i = from; i < to; ++i) all.push_back(i);
    return acme.template submit_all<tick>(all).size();
  };
  submit(0, count);
  if (!jobs.start({.adaptive = {.enabled = false}, .log = pawl::observe::no_log{}})) return 1;
  while (jobs.store().count(pawl::storage::scope::every_tenant())->waiting() != 0)
    std::this_thread::sleep_for(50ms);
  jobs.stop();
  submit(0, count / 10);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 4) return 2;
  const std::string where = argv[1];
  const int many = argc == 4 ? std::atoi(argv[3]) : 0;
  const auto use = [&](auto opened) {
    if (!opened) {
      std::cerr << describe(opened.error()) << '\n';
      return 1;
    }
    return many != 0 ? fill_with_many(*std::move(opened), many) : fill(*std::move(opened));
  };
  if (where.starts_with("postgres")) {
    pawl::storage::postgres_options options;
    if (const char* schema = std::getenv("PAWL_SCHEMA")) options.schema = schema;
    return use(pawl::storage::postgres<>::open(where, options));
  }
  return use(pawl::storage::sqlite<>::open(
      where, {.durability = pawl::storage::durability_level::normal}));
}
