// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/logic/submit.hpp>
#include <pawl/storage/schedule.hpp>

namespace pawl::storage::logic {

/// A sleeping engine's alarm may have to be set earlier.
template <class Rows>
void announce_slot(transaction<Rows>& tx, const schedule_row& of) {
  if (of.paused) return;
  tx.next_due = least(tx.next_due, milliseconds{of.due_at.elapsed(tx.at())});
}

/// What stands in the row of a schedule that rests for ever.
inline constexpr std::int64_t never_again = last_time;

template <class Rows>
void set_slot(transaction<Rows>& tx, schedule_row& of, std::int64_t slot) {
  of.slot = of.period != 0 && slot == 0 ? tx.elapsed + of.period : slot;
  if (of.slot < 0) of.slot = never_again;
  of.due_at = of.due_with_slot();
}

template <class Rows>
schedule shown(transaction<Rows>& tx, const schedule_row& of) {
  schedule out;
  static_cast<schedule_facts&>(out) = of;
  out.tenant = tx.rows.name_of(of.tenant);
  out.handler = tx.rows.name_of(of.handler);
  out.next = at_ms(of.due_at.wall(tx.at()));
  return out;
}

inline maybe<error> flaw_of(const put_schedule& op) {
  const auto wrong = [](std::string_view message) -> maybe<error> {
    return error{errc::invalid, std::string(message), {}, {}};
  };
  const schedule& of = op.of;
  if (!valid_tenant(of.tenant))
    return wrong("the tenant must have 1 to 255 bytes of UTF-8 and no control characters");
  if (of.name.size() > longest_schedule_name ||
      !(of.name.empty() || (valid_tenant(of.name) && of.name[0] != ' ')))
    return wrong("a schedule is named by 1 to 255 bytes of UTF-8 without control characters");
  if (of.period < 0 || (of.period == 0) == of.cron.empty())
    return wrong("a schedule has a period or an expression; give one of them");
  if (static_cast<std::int64_t>(of.payload.size()) > op.type->most_input_bytes)
    return error{errc::payload_too_large,
                 "the payload is larger than the job type allows; store it elsewhere and schedule "
                 "its address",
                 {},
                 {}};
  return {};
}

template <class Rows>
answer_to<put_schedule::answer_type> perform(transaction<Rows>& tx, const put_schedule& op) {
  if (op.type == nullptr || !(op.withdrawn || op.type->schedule.allowed))
    return refuse(errc::unknown_handler, "a schedule needs a job type that may be scheduled");
  const schedule& of = op.of;
  if (!op.withdrawn)
    if (auto flaw = flaw_of(op)) return unexpected<error>(*std::move(flaw));
  const name_number tenant = tx.rows.number_of(of.tenant);
  const name_number handler = tx.rows.number_of(op.type->handler);
  const auto known = tx.rows.find_schedule(tenant, handler, of.name);
  if (op.withdrawn) {
    if (known) tx.rows.delete_schedule(known->number);
    return put_schedule::answer_type{};
  }
  schedule_row row;
  static_cast<schedule_facts&>(row) = of;
  row.tenant = tenant;
  row.handler = handler;
  if (!known) {
    row.fence = 1;
    set_slot(tx, row, of.slot);
    row.number = tx.rows.insert_schedule(row);
    announce_slot(tx, row);
    return put_schedule::answer_type{row.number, true};
  }
  // What every process of a release declares is written by the first.
  if (of.name.empty() && row.has_same_times(*known) && row.missed == known->missed &&
      row.at_most == known->at_most)
    return put_schedule::answer_type{known->number, false};
  row.number = known->number;
  row.fence = known->fence + 1;
  row.paused = known->paused;
  row.last_slot = known->last_slot;
  row.fired_at = known->fired_at;
  row.last_job = known->last_job;
  row.slot = known->slot;
  row.due_at = known->due_at;
  row.problem = known->problem;
  if (!row.has_same_times(*known)) {
    set_slot(tx, row, of.slot);
    row.problem.clear();
  }
  tx.rows.update_schedule(row);
  announce_slot(tx, row);
  return put_schedule::answer_type{row.number, false};
}

template <class Rows>
bool may_see(transaction<Rows>& tx, const scope& who, const schedule_row& of) {
  return who.is_every_tenant() || tx.rows.name_of(of.tenant) == who.tenant();
}

template <class Rows>
answer_to<find_schedules::answer_type> perform(transaction<Rows>& tx, const find_schedules& op) {
  find_schedules::answer_type out;
  if (op.number != 0) {
    if (const auto found = tx.rows.schedule(op.number); found && may_see(tx, op.scope, *found))
      out.found.push_back(shown(tx, *found));
    return out;
  }
  // By names, for a question makes no numbers.
  const std::string tenant = op.scope.is_every_tenant() ? std::string() : op.scope.tenant();
  const std::size_t limit = greatest<std::size_t>(op.limit, 1);
  for (const schedule_row& each :
       tx.rows.schedules(tenant, op.handler, op.name, op.after, limit + 1)) {
    if (out.found.size() == limit) {
      out.next = out.found[limit - 1].number;
      break;
    }
    out.found.push_back(shown(tx, each));
  }
  return out;
}

/// Two orders in one index: by the wall clock, and on the store's own line.
template <class Rows>
answer_to<due_schedules::answer_type> perform(transaction<Rows>& tx, const due_schedules& op) {
  due_schedules::answer_type out{.at = tx.at()};
  const auto expect = [&](due_time at) {
    const milliseconds due{at.elapsed(tx.at())};
    out.next_due = least(out.next_due.value_or(milliseconds::max()), due);
  };
  // Most often none is due, of whatever type: that is seen by one question.
  bool is_any_due = false;
  for (const due_time first : tx.rows.next_schedules()) {
    is_any_due = is_any_due || first.has_come(tx.at());
    if (!first.has_come(tx.at())) expect(first);
  }
  if (!is_any_due) return out;
  out.next_due = {};
  for (const job_descriptor* type : op.types) {
    const name_number handler = tx.rows.number_of(type->handler);
    for (const bool by_wall : {true, false}) {
      const due_time from = by_wall ? due_time::by_wall(0) : due_time::by_elapsed(0);
      const due_time until = by_wall ? due_time::by_wall(tx.now) : due_time::by_elapsed(tx.elapsed);
      for (const schedule_row& each :
           tx.rows.due_schedules(handler, from, until, op.limit - out.found.size() + 1)) {
        if (out.found.size() == op.limit) {
          out.more = true;
          break;
        }
        out.found.push_back(shown(tx, each));
      }
      if (const auto next = tx.rows.next_schedule(handler, due_time(until.number() + 1));
          next && next->is_by_wall() == by_wall)
        expect(*next);
    }
  }
  return out;
}

/// Whether a job was refused because there is no room for it now.
inline bool is_for_now(errc code) {
  return code == errc::limit_reached || code == errc::rate_limited ||
         code == errc::queue_overloaded || code == errc::too_many_delayed;
}

template <class Rows>
answer_to<fire_schedule::answer_type> perform(transaction<Rows>& tx, const fire_schedule& op) {
  fire_schedule::answer_type out;
  const auto known = tx.rows.schedule(op.number);
  if (!known || known->fence != op.fence || known->paused) return out;
  out.done = true;
  out.problem = op.problem;
  schedule_row row = *known;
  ++row.fence;
  set_slot(tx, row, op.next);
  for (const fire_schedule::run& each : op.runs) {
    const auto made = perform(tx, each.job);
    if (made) {
      ++out.jobs;
      row.last_slot = each.shown;
      row.fired_at = tx.now;
      row.last_job = made->id;
      continue;
    }
    out.problem = describe(made.error());
    if (!is_for_now(made.error().code) || op.retry_after.count() == 0) continue;
    row.slot = each.slot;
    row.due_at = tx.after(greatest(op.retry_after, made.error().retry_after).count());
    out.again = true;
    break;
  }
  row.problem = out.problem;
  tx.rows.update_schedule(row);
  announce_slot(tx, row);
  return out;
}

template <class Rows>
answer_to<change_schedule::answer_type> perform(transaction<Rows>& tx, const change_schedule& op) {
  using what = change_schedule::what;
  const auto known = tx.rows.schedule(op.number);
  if (!known || !may_see(tx, op.scope, *known))
    return refuse(errc::not_found, "there is no such schedule");
  schedule_row row = *known;
  change_schedule::answer_type out;
  ++row.fence;
  switch (op.to) {
    case what::remove:
      if (row.name.empty())
        return refuse(errc::invalid,
                      "this schedule stands in its job type; pause it, or release the type without "
                      "it");
      tx.rows.delete_schedule(row.number);
      return out;
    case what::pause:
      if (row.paused) return out;
      row.paused = true;
      break;
    case what::resume:
      if (!row.paused) return out;
      row.paused = false;
      row.problem.clear();
      set_slot(tx, row, row.period != 0 ? 0 : op.slot);
      break;
    case what::run: {
      const auto made = perform(tx, op.job);
      if (!made) return unexpected<error>(made.error());
      out.job = made->id;
      row.last_slot = tx.now;
      row.fired_at = tx.now;
      row.last_job = made->id;
      break;
    }
  }
  tx.rows.update_schedule(row);
  announce_slot(tx, row);
  return out;
}

}  // namespace pawl::storage::logic
