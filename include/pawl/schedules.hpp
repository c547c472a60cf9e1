// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/one_mode.hpp>
#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <optional>
#include <string>
#include <vector>

#include <pawl/job/principal.hpp>
#include <pawl/job/slot.hpp>
#include <pawl/policies/schedule/cron.hpp>
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

namespace detail {

using unreadable_cron =
    refused<"pawl: cron_at is given something", "that is no cron expression; write", "minute,",
            "hour, day of month, month and day of", "week, as in 0 3 * * *">;

struct cron_literal {
  std::string_view words;

  template <std::size_t Size>
  consteval cron_literal(const char (&expression)[Size]) : words(expression, Size - 1) {
    cron_fields read;
    refuse_unless<unreadable_cron>(!parse_cron(text(expression, Size - 1), read));
  }
};

using period_has_unit = refused<"pawl: a period has a unit; write", "repeat_every(15min), or",
                                "std::chrono::minutes{15}">;
using schedule_by_number =
    refused<"pawl: a schedule is meant by its", "number; look at what schedule has",
            "answered and give *number, or", "find<handler>(name)->number">;

}  // namespace detail

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
template <class Words>
  requires(!std::is_array_v<Words> && std::is_convertible_v<const Words&, std::string>)
[[nodiscard]] timetable cron_at(const Words& expression) {
  return {.cron = expression};
}
/// The same for one that is written in the source, which the compiler reads.
[[nodiscard]] inline timetable cron_at(detail::cron_literal expression) {
  return {.cron = std::string(expression.words)};
}
/// Once in each period, for the first time one period from now.
[[nodiscard]] inline timetable repeat_every(std::chrono::milliseconds period) {
  return {.period = period};
}
template <class Number, class Because = detail::period_has_unit>
  requires(std::is_arithmetic_v<Number>)
timetable repeat_every(Number) = PAWL_DELETE("pawl: a period has a unit");

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
  [[nodiscard("pawl: a schedule stays as it was if this is refused; look at the answer")]]
  confirmation pause(std::int64_t number) const;
  [[nodiscard("pawl: a schedule stays as it was if this is refused; look at the answer")]]
  confirmation resume(std::int64_t number) const;
  /// A job now, beside those of the slots. Also of one that is paused.
  [[nodiscard("pawl: a job that was refused is not stored; look at the answer")]]
  storage::result<job_id> run(std::int64_t number) const;
  /// Jobs that it has made stay.
  [[nodiscard("pawl: a schedule stays as it was if this is refused; look at the answer")]]
  confirmation remove(std::int64_t number) const;

  // A name alone does not say of which type the schedule is, and an answer may be a refusal.
  template <class Given, class Because = detail::schedule_by_number>
    requires(!std::is_integral_v<Given>)
  detail::anything pause(const Given&) const = PAWL_DELETE("pawl: a schedule has a number");
  template <class Given, class Because = detail::schedule_by_number>
    requires(!std::is_integral_v<Given>)
  detail::anything resume(const Given&) const = PAWL_DELETE("pawl: a schedule has a number");
  template <class Given, class Because = detail::schedule_by_number>
    requires(!std::is_integral_v<Given>)
  detail::anything run(const Given&) const = PAWL_DELETE("pawl: a schedule has a number");
  template <class Given, class Because = detail::schedule_by_number>
    requires(!std::is_integral_v<Given>)
  detail::anything remove(const Given&) const = PAWL_DELETE("pawl: a schedule has a number");

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
