// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include <pawl/job/slot.hpp>
#include <pawl/runtime/engine/core.hpp>
#include <pawl/runtime/engine/scheduler.hpp>

namespace pawl::runtime {

PAWL_INLINE storage::submit job_of(const storage::schedule& of, const job_descriptor& type,
                                   instant slot, const job_id& id) {
  storage::submit job{.type = &type, .id = id};
  job.who = {of.tenant, of.requested_by, of.organisation, trigger::system};
  job.payload_version = type.newest_version;
  job.correlation = to_string(slot_mark{of.name.empty() ? of.handler : of.name, slot});
  // Its slot is fired once; the key is for types that take no submission without one.
  if (type.key_required)
    job.key = "schedule/" + std::to_string(of.number) + '/' +
              std::to_string(slot.time_since_epoch().count());
  return job;
}

/// Fires the schedules of the types that an engine runs: looks which are due, works out their
/// slots, and tells the store what it has seen. Of several engines that see the same, one is first.
class scheduler final : public slot_keeper {
 public:
  explicit scheduler(engine_core& core) : core_(core), zones_(core.options.zones) {
    for (const job_descriptor* type : core.types) {
      if (!type->schedule.allowed) continue;
      types_.push_back(type);
      if (zones_ == nullptr) zones_ = type->schedule.zones;
    }
  }

  storage::result<void> declare() override {
    light_vector<storage::put_schedule> all;
    all.reserve(types_.size());
    light_vector<storage::operation_ptr> batch;
    for (const job_descriptor* type : types_) {
      storage::put_schedule& put = all.emplace_back();
      put.type = type;
      put.withdrawn = !type->schedule.is_declared();
      put.of = declared(*type);
      if (!put.withdrawn)
        if (auto placed = place(put.of); !placed) return placed;
      batch.push_back(&put);
    }
    core_.store.apply(batch);
    for (const storage::put_schedule& put : all)
      if (!put.answer) return unexpected<storage::error>(put.answer.error());
    return {};
  }

  milliseconds next_look() override {
    const milliseconds announced = core_.store.transport().due();
    const milliseconds known = least(looked_at_ + core_.options.poll, due_at_);
    return announced > looked_at_ ? least(known, announced) : known;
  }

  bool once() override {
    const milliseconds now = core_.store.elapsed();
    looked_at_ = least(looked_at_, now);  // a server's clock may have been set back
    if (now < next_look()) return false;
    storage::due_schedules due{.types = types_, .limit = most_at_once};
    core_.store.apply_one(due);
    looked_at_ = now;
    due_at_ = milliseconds::max();
    if (!due.answer) {
      core_.complain(observe::event<"schedules_failed">, due.answer.error());
      return false;
    }
    if (due.answer->next_due) due_at_ = *due.answer->next_due;
    if (due.answer->more) due_at_ = now;
    return !due.answer->found.empty() && fire(due.answer->found, due.answer->at);
  }

 private:
  static constexpr std::size_t most_at_once = 256;
  /// A slot that was refused, because a limit was reached or the queue was full, is tried again.
  static constexpr milliseconds until_again{5000};
  /// One that is later than this is missed, where missed ones are skipped.
  static constexpr std::int64_t on_time = 60'000;

  struct firing {
    const runner* how = nullptr;
    const storage::schedule* of = nullptr;
    storage::fire_schedule op{};
  };

  [[nodiscard]] static storage::schedule declared(const job_descriptor& type) {
    const schedule_description& from = type.schedule;
    storage::schedule out;
    out.tenant = root_tenant;
    out.handler = std::string_view(type.handler);
    out.period = from.period.count;
    out.cron = std::string_view(from.cron);
    out.zone = std::string_view(from.zone);
    out.missed = from.missed;
    out.at_most = from.at_most;
    out.payload_version = type.newest_version;
    out.requested_by = "schedule";
    return out;
  }
  /// Gives a new schedule its first slot.
  storage::result<void> place(storage::schedule& of) const {
    std::string why;
    const auto clock = clock_of(of, zones_, why);
    if (!clock)
      return storage::refuse(storage::errc::invalid,
                             "the schedule of " + of.handler + " cannot be kept: " + why);
    if (clock->is_by_wall())
      of.slot = clock->first_after(core_.store.now().time_since_epoch().count());
    return {};
  }

  /// By number, so that engines that lock the same rows do not wait for each other in a circle.
  bool fire(light_vector<storage::schedule>& found, const storage::clock_reading& at) {
    pawl::detail::sort_by(found, [](const storage::schedule& a, const storage::schedule& b) {
      return a.number < b.number;
    });
    light_vector<firing> all;
    all.reserve(found.size());
    for (const storage::schedule& each : found) {
      firing& one = all.emplace_back();
      if (!prepare(one, each, at)) all.pop_back();
    }
    light_vector<storage::operation_ptr> batch;
    for (firing& each : all) batch.push_back(&each.op);
    if (batch.empty()) return false;
    core_.store.apply(batch);
    bool has_jobs = false;
    for (const firing& each : all) has_jobs |= take(each, at);
    return has_jobs;
  }
  bool prepare(firing& out, const storage::schedule& of, const storage::clock_reading& at) {
    served_type* serving = nullptr;
    for (const job_descriptor* type : types_)
      if (std::string_view(type->handler) == of.handler) serving = core_.find_served(type);
    std::string why;
    const auto clock = clock_of(of, zones_, why);
    if (serving == nullptr) return false;
    if (!clock) {
      // Another process may know it.
      core_.complain(observe::event<"schedule_unreadable">,
                     {storage::errc::invalid, "schedule " + name_of(of) + ": " + why, {}, {}});
      return false;
    }
    out.how = serving->how;
    out.of = &of;
    out.op.number = of.number;
    out.op.fence = of.fence;
    if (of.missed != slots::skip) out.op.retry_after = until_again;
    const std::int64_t now = clock->is_by_wall() ? at.wall : at.elapsed;
    const auto most = static_cast<std::size_t>(of.missed == slots::all ? of.at_most : 1);
    const slot_clock::passed passed = clock->until(of.slot, now, most);
    if (passed.last.empty()) return false;
    out.op.next = passed.next;
    for (const std::int64_t slot : passed.last) {
      if (of.missed == slots::skip && now - slot > on_time)
        out.op.problem = "missed: nothing could run within a minute of the slot";
      else
        add_run(out, slot, at.wall - (now - slot));
    }
    return true;
  }
  void add_run(firing& to, std::int64_t slot, std::int64_t shown) {
    const instant time{milliseconds{shown}};
    const job_descriptor& type = *to.how->type;
    storage::fire_schedule::run run{
        slot, shown, job_of(*to.of, type, time, ids_.next(core_.store.now(), type.ephemeral))};
    put_bounds(run.job, core_.options);
    if (auto made = to.how->add_scheduled(*to.of, time, run.job); !made)
      to.op.problem = describe(made.error());
    else
      to.op.runs.push_back(std::move(run));
  }

  /// True if jobs were made.
  bool take(const firing& fired, const storage::clock_reading& at) {
    const auto& answer = fired.op.answer;
    if (!answer) {
      core_.complain(observe::event<"schedules_failed">, answer.error());
      due_at_ = least(due_at_, looked_at_ + until_again);
      return false;
    }
    if (!answer->done) return false;  // it was another engine's
    if (fired.op.next != no_slot) {
      const std::int64_t next =
          fired.of->period != 0 ? fired.op.next : fired.op.next - at.wall + at.elapsed;
      due_at_ = least(due_at_, milliseconds{next});
    }
    if (answer->again) due_at_ = least(due_at_, looked_at_ + until_again);
    core_.serving(*fired.how->type).counted->submitted(answer->jobs);
    if (!answer->problem.empty())
      core_.say(observe::log_entry{.level = observe::log_level::warning,
                                   .event = observe::event<"slot_missed">,
                                   .message = "schedule " + name_of(*fired.of) +
                                              (answer->again ? " waits: " : " missed a slot: ") +
                                              answer->problem,
                                   .handler = fired.of->handler,
                                   .tenant = fired.of->tenant});
    return answer->jobs != 0;
  }
  [[nodiscard]] static std::string name_of(const storage::schedule& of) {
    return of.name.empty() ? "of " + of.handler : of.name;
  }

  engine_core& core_;
  light_vector<const job_descriptor*> types_;
  zone_lookup zones_;
  id_source ids_;
  milliseconds looked_at_{};
  milliseconds due_at_{};  ///< when, as far as is known, one will be due
};

PAWL_INLINE pawl::detail::light_ptr<slot_keeper> make_slot_keeper(engine_core& core) {
  return pawl::detail::light_ptr<slot_keeper>(new scheduler(core));
}

}  // namespace pawl::runtime
