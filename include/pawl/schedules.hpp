// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <optional>
#include <string>
#include <vector>

#include <pawl/job/principal.hpp>
#include <pawl/job/slot.hpp>
#include <pawl/runtime/confirmation.hpp>
#include <pawl/storage/schedule.hpp>

/// Schedules that are made at run time, as many as there are customers who want a report each:
///
///     acme.schedule<report>("nightly-42", pawl::cron_at("0 3 * * *"), {"ALFKI", 2026});
///     acme.schedules().pause(number);
///
/// The job type says `pawl::schedulable`, or has a schedule of its own. Zones other than UTC are in
/// <pawl/schedules/zones.hpp>.

namespace pawl {

/// When a schedule fires. Made by `cron_at` and `repeat_every`.
struct timetable {
  std::string cron{};
  std::string zone{};                  ///< empty: UTC
  std::chrono::milliseconds period{};  ///< zero: by the expression
  slots missed = slots::once;
  int at_most = 1;  ///< of the missed, if all are run
  zone_lookup zones = nullptr;

  /// The same with another rule for missed slots: `.missing(slots::all, 24)`.
  [[nodiscard]] timetable missing(slots what, int most = 1) const {
    timetable out = *this;
    out.missed = what;
    out.at_most = most;
    return out;
  }
};

/// Whenever the wall clock shows what the expression says, by UTC.
[[nodiscard]] inline timetable cron_at(std::string expression) {
  return {.cron = std::move(expression)};
}
/// Once in each period, for the first time one period from now.
[[nodiscard]] inline timetable repeat_every(std::chrono::milliseconds period) {
  return {.period = period};
}

namespace runtime {
class session_backend;
}

/// The schedules of a tenant, as a session sees them: `session.schedules()`.
class session_schedules {
 public:
  session_schedules(runtime::session_backend& backend, principal who)
      : backend_(&backend), who_(std::move(who)) {}

  /// All of them, or those of a job type, by their numbers from one on.
  [[nodiscard]] storage::answer_to<std::vector<storage::schedule>> list(
      std::string handler = {}, std::int64_t after = 0, std::size_t limit = 100) const;
  /// One by its number.
  [[nodiscard]] storage::result<storage::schedule> get(std::int64_t number) const;
  /// One by its name and the handler's job.
  template <class H>
  [[nodiscard]] storage::result<storage::schedule> find(std::string name) const {
    return find(std::string(std::string_view(H::job_type::id)), std::move(name));
  }
  [[nodiscard]] storage::result<storage::schedule> find(std::string handler,
                                                        std::string name) const;

  /// No slot is fired until it is resumed; those that pass meanwhile are not missed.
  [[nodiscard]]
  confirmation pause(std::int64_t number) const;
  [[nodiscard]]
  confirmation resume(std::int64_t number) const;
  /// A job now, beside those of the slots. Also of one that is paused.
  [[nodiscard("pawl: a job that was refused is not stored; look at the answer")]]
  storage::result<job_id> run(std::int64_t number) const;
  /// Jobs that it has made stay.
  [[nodiscard]]
  confirmation remove(std::int64_t number) const;

 private:
  storage::result<void> change(storage::change_schedule op) const;

  runtime::session_backend* backend_;
  principal who_;
};

namespace runtime {

/// Makes a schedule of what a session has prepared. Its number.
storage::result<std::int64_t> put_schedule(session_backend& backend, const principal& who,
                                           std::string name, const timetable& when,
                                           storage::put_schedule op);

}  // namespace runtime
}  // namespace pawl

#if !PAWL_COMPILED
#include <pawl/runtime/engine/session_schedules.ipp>
#endif
