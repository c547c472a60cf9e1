// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <cstdint>
#include <limits>

#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/schedule/cron.hpp>

namespace pawl {

/// What the clocks of a zone show from one moment to another: so many seconds more than UTC. Times
/// are seconds since 1970.
struct zone_period {
  std::int64_t begin = std::numeric_limits<std::int64_t>::min();
  std::int64_t end = std::numeric_limits<std::int64_t>::max();
  std::int64_t offset = 0;
};

/// The period of a zone around a moment; false if there is no such zone. `zones::find` is one; null
/// knows UTC alone.
using zone_lookup = bool (*)(text zone, std::int64_t at, zone_period& out);

/// The zones of the world; <pawl/schedules/zones.hpp> defines it.
struct zones;

/// What becomes of slots that passed while nothing could run: all engines were down, the store was
/// away, or the job was refused.
enum class slots : unsigned char {
  skip,  ///< none of them is run; one that is less than a minute late is not missed
  once,  ///< the last of them is run, for all
  all    ///< each is run, up to a number: the last of them
};

/// When jobs of a type are made by themselves, as values.
struct schedule_description {
  bool allowed = false;  ///< sessions may schedule jobs of the type as well
  duration_ms period{};  ///< zero: by the expression, if there is one
  text cron{};           ///< empty: none
  text zone{};           ///< empty: UTC
  zone_lookup zones = nullptr;
  slots missed = slots::once;
  int at_most = 1;  ///< of the missed

  [[nodiscard]] constexpr bool is_declared() const { return period.count != 0 || !cron.empty(); }
};

namespace detail {

template <class P>
concept has_timetable = says<decltype(P::timetable), schedule_description>;
template <class P>
concept has_missed = says<decltype(P::what), slots> && says<decltype(P::at_most), int>;

}  // namespace detail

/// When jobs of a type are made by themselves.
///
/// **Requirements.** `timetable` describes it: a period, an expression and a zone, or neither where
/// sessions alone make schedules.
/// **Called when.** An engine that starts writes it into the store; one engine of all fires each
/// slot.
/// **Failure.** An expression that is wrong does not compile; a zone that does not exist is told by
/// `start`. A slot that cannot be fired is retried or missed, as `missed` says.
/// **Thread safety.** Constants.
/// **Example.** `every<1_h>`, `cron<"0 3 * * *", "Europe/Berlin">`, `schedulable`.
template <class P>
concept schedule_policy = detail::on_axis<P, axis::schedule> && detail::has_timetable<P>;

/// What becomes of the slots of a schedule that were missed.
///
/// **Requirements.** `what` says which are run, `at_most` how many.
/// **Called when.** An engine finds a schedule whose slots have passed.
/// **Failure.** A number that does not go with it does not compile.
/// **Thread safety.** Constants.
/// **Example.** `missed<slots::once>`, `missed<slots::skip>`, `missed<slots::all, 24>`.
template <class P>
concept missed_policy = detail::on_axis<P, axis::missed> && detail::has_missed<P>;

namespace detail {

inline constexpr duration_ms shortest_period{1000};

template <given_time Period>
struct often_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: every ";
    say_duration(out, duration_of<Period>);
    out << " is too often for a schedule; give at least ";
    say_duration(out, shortest_period);
  }
};
/// A time that was refused is not refused again.
template <given_time Period>
struct sound_period : demand<(!is_duration<Period> || duration_of<Period>.count <= 0 ||
                              duration_of<Period> >= shortest_period),
                             often_sentence<Period>> {};

template <fixed_string Expression>
struct cron_sentence {
  static constexpr void write(auto& out) {
    cron_fields ignored;
    out << "pawl: cron (" << Expression.view() << ") ";
    parse_cron(Expression, ignored).write(out);
  }
};
template <fixed_string Expression>
inline constexpr bool is_cron = [] {
  cron_fields ignored;
  return !parse_cron(Expression, ignored);
}();

template <fixed_string Zone>
struct zones_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: cron is given the zone " << Zone.view()
        << ", and this file knows no zones; include <pawl/schedules/zones.hpp> first, of the "
           "component pawl::schedules";
  }
};
/// Asked anew for each zone that is named: the header may have come since the last one.
template <class Zones, fixed_string Zone>
consteval zone_lookup lookup_of() {
  if constexpr (Zone.size() == 0)
    return nullptr;  // the same in every file
  else if constexpr (requires { &Zones::find; })
    return &Zones::find;
  else
    return nullptr;
}
template <fixed_string Zone, class Zones>
struct known_zones
    : demand<(Zone.size() == 0 || lookup_of<Zones, Zone>() != nullptr), zones_sentence<Zone>> {};

}  // namespace detail

/// A job is made once in each period, for the first time one period after the schedule is first
/// seen by a store. Counted on the store's own line of time: setting a clock changes nothing.
// clang-format off: clang shows the line of the parameters
template <detail::given_time Period> requires detail::takes<"pawl: every takes a length of time such as 1_h">
// clang-format on
struct every : private detail::sound_duration<"every", Period>,
               private detail::sound_period<Period> {
  static constexpr pawl::axis axis = pawl::axis::schedule;
  static constexpr schedule_description timetable{
      .allowed = true, .period = detail::duration_of<Period, duration_ms{3'600'000}>};
};

/// A job is made whenever the wall clock of a zone shows what the expression says: `minute hour
/// day-of-month month day-of-week`. Without a zone it is UTC.
// clang-format off: clang shows the line of the parameters
template <fixed_string Expression, fixed_string Zone = ""> requires detail::takes<"pawl: cron takes an expression in quotes, and a zone in quotes">
// clang-format on
struct cron
    : private detail::demand<detail::is_cron<Expression>, detail::cron_sentence<Expression>>,
      private detail::known_zones<Zone, zones> {
  static constexpr pawl::axis axis = pawl::axis::schedule;
  static constexpr schedule_description timetable{.allowed = true,
                                                  .cron = Expression.view(),
                                                  .zone = Zone.view(),
                                                  .zones = detail::lookup_of<zones, Zone>()};
};

/// Sessions schedule jobs of the type: as many as they like, each with its own input.
struct schedulable {
  static constexpr pawl::axis axis = pawl::axis::schedule;
  static constexpr schedule_description timetable{.allowed = true};
};

/// What a job type that says nothing has: its jobs are submitted.
struct unscheduled {
  static constexpr pawl::axis axis = pawl::axis::schedule;
  static constexpr schedule_description timetable{};
};

using default_schedule = unscheduled;

namespace detail {

inline constexpr int most_missed = 1000;

template <given_one_of<slots> Given, given_number Number>
struct missed_sentence {
  static constexpr void write(auto& out) {
    constexpr slots what = Given.value;
    constexpr int at_most = Number.value;
    if (!Given.is_one || !Number.is_number) {
      out << "pawl: missed takes slots::skip, slots::once, or slots::all and a number";
    } else if (what == slots::all && at_most == 0) {
      out << "pawl: missed<slots::all> has no bound; say how many are run at most, as in "
             "missed<slots::all, 24>";
    } else if (what == slots::all) {
      out << "pawl: missed<slots::all, ";
      say_number(out, at_most);
      out << "> is out of range; give a number from 1 to ";
      say_number(out, most_missed);
    } else {
      out << "pawl: missed is given a number, which only slots::all has; leave it out";
    }
  }
};
constexpr bool is_missed_number(slots what, int at_most) {
  return what == slots::all ? at_most >= 1 && at_most <= most_missed : at_most == 0;
}

}  // namespace detail

/// What becomes of slots that passed while nothing could run.
// clang-format off: clang shows the line of the parameters
template <detail::given_one_of<slots> What = detail::given_one_of<slots>{}, detail::given_number AtMost = 0> requires detail::takes<"pawl: missed takes slots::skip, slots::once, or slots::all and a number">
// clang-format on
struct missed : private detail::demand<What.is_one && AtMost.is_number &&
                                           detail::is_missed_number(What.value, AtMost.value),
                                       detail::missed_sentence<What, AtMost>> {
  static constexpr pawl::axis axis = pawl::axis::missed;
  static constexpr slots what = What.value;
  static constexpr int at_most = What.value == slots::all && AtMost.value > 0 ? AtMost.value : 1;
};

/// What a schedule that says nothing has: one run makes up for all that were missed.
struct missed_once_for_all {
  static constexpr pawl::axis axis = pawl::axis::missed;
  static constexpr slots what = slots::once;
  static constexpr int at_most = 1;
};

using default_missed = missed_once_for_all;

namespace detail {

template <fixed_string Id>
struct nothing_missed_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: job " << Id.view()
        << " says what becomes of missed slots, and has no schedule; add pawl::every<...>, "
           "pawl::cron<...> or pawl::schedulable";
  }
};

}  // namespace detail

/// Checks that a job type with a rule for missed slots has slots.
template <fixed_string Id, schedule_policy Schedule, missed_policy Missed>
struct schedule_rules
    : private detail::demand<(Schedule::timetable.allowed || __is_same(Missed, default_missed)),
                             detail::nothing_missed_sentence<Id>> {};

}  // namespace pawl
