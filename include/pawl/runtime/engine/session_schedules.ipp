// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/engine/runner.hpp>
#include <pawl/runtime/engine/scheduler.hpp>
#include <pawl/runtime/engine/session_backend.hpp>
#include <pawl/schedules.hpp>

namespace pawl {

namespace runtime::detail {

inline unexpected<storage::error> no_such_schedule() {
  return storage::refuse(storage::errc::not_found, "there is no such schedule");
}

}  // namespace runtime::detail

namespace runtime {

PAWL_INLINE storage::result<std::int64_t> put_schedule(session_backend& backend,
                                                       const principal& who, std::string name,
                                                       const timetable& when,
                                                       storage::put_schedule op) {
  const auto invalid = [](std::string message) {
    return storage::refuse(storage::errc::invalid, std::move(message));
  };
  storage::schedule& of = op.of;
  of.name = std::move(name);
  of.cron = when.cron;
  of.zone = when.zone;
  of.period = when.period.count();
  of.missed = when.missed;
  of.at_most = when.missed == slots::all ? when.at_most : 1;
  of.tenant = who.tenant;
  of.handler = std::string_view(op.type->handler);
  of.requested_by = who.user;
  of.organisation = who.organisation;
  if (of.name.empty()) return invalid("a schedule needs a name; give it one of its own");
  if (of.at_most < 1 || of.at_most > pawl::detail::most_missed)
    return invalid("of missed slots 1 to 1000 are run; say how many");
  if (when.cron.empty() && when.period.count() < pawl::detail::shortest_period.count)
    return invalid("a schedule repeats every second at most; give it a longer period");
  if (when.period.count() > pawl::detail::longest_duration.count)
    return invalid("a schedule repeats every ten years at least; give it a shorter period");
  std::string why;
  const auto clock = clock_of(of, when.zones != nullptr ? when.zones : backend.zones.load(), why);
  if (!clock) return invalid("the schedule cannot be kept: " + why);
  storage::store& store = backend.store_of(false);
  if (clock->is_by_wall()) of.slot = clock->first_after(store.now().time_since_epoch().count());
  store.apply_one(op);
  if (!op.answer) return unexpected<storage::error>(op.answer.error());
  return op.answer->number;
}

}  // namespace runtime

PAWL_INLINE storage::answer_to<std::vector<storage::schedule>> session_schedules::list(
    std::string handler, std::int64_t after, std::size_t limit) const {
  storage::find_schedules op{.scope = storage::scope::tenant(who_.tenant)};
  op.handler = std::move(handler);
  op.after = after;
  op.limit = limit;
  backend_->store_of(false).apply_one(op);
  if (!op.answer) return unexpected<storage::error>(op.answer.error());
  return std::vector<storage::schedule>(op.answer->found.begin(), op.answer->found.end());
}
PAWL_INLINE storage::result<storage::schedule> session_schedules::get(std::int64_t number) const {
  storage::find_schedules op{.scope = storage::scope::tenant(who_.tenant)};
  op.number = number;
  backend_->store_of(false).apply_one(op);
  if (!op.answer) return unexpected<storage::error>(op.answer.error());
  if (op.answer->found.empty()) return runtime::detail::no_such_schedule();
  return op.answer->found[0];
}
PAWL_INLINE storage::result<storage::schedule> session_schedules::find(std::string handler,
                                                                       std::string name) const {
  storage::find_schedules op{.scope = storage::scope::tenant(who_.tenant)};
  op.handler = std::move(handler);
  op.name = std::move(name);
  backend_->store_of(false).apply_one(op);
  if (!op.answer) return unexpected<storage::error>(op.answer.error());
  if (op.answer->found.empty()) return runtime::detail::no_such_schedule();
  return op.answer->found[0];
}

PAWL_INLINE storage::result<void> session_schedules::change(storage::change_schedule op) const {
  backend_->store_of(false).apply_one(op);
  if (!op.answer) return unexpected<storage::error>(op.answer.error());
  return {};
}
PAWL_INLINE confirmation session_schedules::pause(std::int64_t number) const {
  return change({.scope = storage::scope::tenant(who_.tenant),
                 .number = number,
                 .to = storage::change_schedule::what::pause});
}
PAWL_INLINE confirmation session_schedules::remove(std::int64_t number) const {
  return change({.scope = storage::scope::tenant(who_.tenant),
                 .number = number,
                 .to = storage::change_schedule::what::remove});
}
PAWL_INLINE confirmation session_schedules::resume(std::int64_t number) const {
  const auto found = get(number);
  if (!found) return unexpected<storage::error>(found.error());
  const runtime::runner* const how = backend_->handler_called(found->handler);
  zone_lookup zones = backend_->zones.load();
  if (zones == nullptr && how != nullptr) zones = how->type->schedule.zones;
  std::string why;
  const auto clock = runtime::clock_of(*found, zones, why);
  if (!clock)
    return storage::refuse(storage::errc::invalid, "the schedule cannot be resumed: " + why);
  storage::change_schedule op{.scope = storage::scope::tenant(who_.tenant),
                              .number = number,
                              .to = storage::change_schedule::what::resume};
  if (clock->is_by_wall())
    op.slot = clock->first_after(backend_->store_of(false).now().time_since_epoch().count());
  return change(std::move(op));
}
PAWL_INLINE storage::result<job_id> session_schedules::run(std::int64_t number) const {
  const auto found = get(number);
  if (!found) return unexpected<storage::error>(found.error());
  const runtime::runner* const how = backend_->handler_called(found->handler);
  if (how == nullptr || how->add_scheduled == nullptr)
    return storage::refuse(storage::errc::unknown_handler,
                           "this process does not have the handler; run the schedule from one "
                           "that has");
  storage::store& store = backend_->store_of(false);
  storage::change_schedule op{.scope = storage::scope::tenant(who_.tenant),
                              .number = number,
                              .to = storage::change_schedule::what::run};
  op.job = runtime::job_of(*found, *how->type, store.now(), backend_->fresh_id(false));
  op.job.who.trigger = who_.trigger;
  if (auto made = how->add_scheduled(*found, store.now(), op.job); !made)
    return unexpected<storage::error>(made.error());
  store.apply_one(op);
  if (!op.answer) return unexpected<storage::error>(op.answer.error());
  return op.answer->job;
}

}  // namespace pawl
