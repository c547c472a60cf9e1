// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The times of a job type: how long an attempt may take, how long a worker may be silent,
/// how often it gives a sign of life, and the rule that ties them together.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/units.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_bounded = says<decltype(P::bounded), bool>;
template <class P>
concept has_timeout_limit = says<decltype(P::limit), duration_ms>;
template <class P>
concept has_rescue = says<decltype(P::rescue), duration_ms>;

}  // namespace detail

/// How long one attempt of a job may take.
///
/// **Requirements.** `bounded` says whether there is a limit at all. If so, `limit` is when the
/// handler's stop token fires, and `rescue`, which is later, is when a handler that ignores its
/// token is fenced off and its worker slot replaced; both count from the start of the attempt.
/// **Called when.** The engine sets both times when it starts an attempt.
/// **Failure.** A limit that is not positive, or a rescue that is not later, does not compile. An
/// attempt over its limit ends by the lifecycle's `expire` row, or fails with class `timeout`.
/// **Thread safety.** Constants.
/// **Example.** `timeout<5_min>`, `timeout<5_min, rescue_after<6_min>>`, `no_timeout`.
template <class P>
concept timeout_policy = detail::on_axis<P, axis::timeout> && detail::has_bounded<P> &&
                         detail::has_timeout_limit<P> && detail::has_rescue<P>;

enum class timeout_part : unsigned char { rescue_after };

/// When a handler that ignores its stop token is given up, counted from the start of the attempt.
template <detail::given_time Length>
struct rescue_after : private detail::sound_duration<"rescue_after", Length> {
  static constexpr auto part = timeout_part::rescue_after;
  static constexpr duration_ms length = detail::duration_of<Length>;
};

namespace detail {

template <duration_ms Limit>
struct a_minute_later {
  static constexpr duration_ms length{or_one_second(Limit).count + 60'000};
};

template <duration_ms Limit, duration_ms Rescue>
struct rescue_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: rescue_after ";
    say_duration(out, Rescue);
    out << " is not later than timeout ";
    say_duration(out, Limit);
    out << "; give the handler time to heed its stop token";
  }
};

/// After a refused time any other is sound: one refusal is enough.
template <duration_ms Limit, duration_ms Rescue>
struct sound_rescue
    : demand<(Rescue > Limit || Rescue.count <= 0 || Limit.count <= 0 || Limit > longest_duration),
             rescue_sentence<Limit, Rescue>> {};

}  // namespace detail

/// An attempt may take this long; then its stop token fires, and a minute later (or at
/// `rescue_after<…>`) a handler that has not returned is given up.
// clang-format off: clang shows the line of the parameters
template <detail::given_time Limit, class... Parts> requires detail::takes<"pawl: timeout takes a length of time such as 5_min">
// clang-format on
struct timeout : private detail::sound_duration<"timeout", Limit>,
                 private detail::known_parts<"timeout", timeout_part, Parts...> {
  static constexpr pawl::axis axis = pawl::axis::timeout;
  static constexpr bool bounded = true;
  static constexpr duration_ms limit = detail::duration_of<Limit>;
  static constexpr duration_ms rescue =
      detail::chosen_part<timeout_part::rescue_after, detail::a_minute_later<limit>,
                          Parts...>::length;

 private:
  static_assert(sizeof(detail::sound_rescue<limit, rescue>) != 0);
};

/// An attempt may take for ever. Only by name: a worker slot that hangs is lost until a restart.
struct no_timeout {
  static constexpr pawl::axis axis = pawl::axis::timeout;
  static constexpr bool bounded = false;
  static constexpr duration_ms limit{};
  static constexpr duration_ms rescue{};
};

using default_timeout = timeout<duration_ms{600'000}>;

namespace detail {

template <class P>
concept has_length = says<decltype(P::length), duration_ms>;

}  // namespace detail

/// How long a worker may be silent before its job is given to another.
///
/// **Requirements.** `length` is longer than zero.
/// **Called when.** Stored with each claim; a job is lost when its owner's last sign of life plus
/// `length` has passed.
/// **Failure.** A length that is not positive does not compile. A lost job takes its `lose` row.
/// **Thread safety.** Constants.
/// **Example.** `lease<60_s>`.
template <class P>
concept lease_policy = detail::on_axis<P, axis::lease> && detail::has_length<P>;

/// A worker that gives no sign of life for this long has lost its job.
// clang-format off: clang shows the line of the parameters
template <detail::given_time Length> requires detail::takes<"pawl: lease takes a length of time such as 60_s">
// clang-format on
struct lease : private detail::sound_duration<"lease", Length> {
  static constexpr pawl::axis axis = pawl::axis::lease;
  static constexpr duration_ms length = detail::duration_of<Length>;
};

/// A minute: a pause of a busy machine is survived, and what a crash left behind is found well
/// within the five minutes that are promised.
using default_lease = lease<duration_ms{60'000}>;

namespace detail {

template <class P>
concept has_interval =
    requires(duration_ms lease) { requires __is_same(decltype(P::interval(lease)), duration_ms); };

}  // namespace detail

/// How often a worker gives a sign of life.
///
/// **Requirements.** `interval(lease)` is the time between two heartbeats of a worker that holds
/// leases of that length: longer than zero, and at most a third of the lease.
/// **Called when.** At start-up; a process beats as often as its most demanding job type asks.
/// **Failure.** An interval that is not positive, or too long for the lease, does not compile.
/// **Thread safety.** Constants.
/// **Example.** `heartbeat<20_s>`, `third_of_lease`.
template <class P>
concept heartbeat_policy = detail::on_axis<P, axis::heartbeat> && detail::has_interval<P>;

/// A sign of life at least this often, whatever the lease.
// clang-format off: clang shows the line of the parameters
template <detail::given_time Interval> requires detail::takes<"pawl: heartbeat takes a length of time such as 20_s">
// clang-format on
struct heartbeat : private detail::sound_duration<"heartbeat", Interval> {
  static constexpr pawl::axis axis = pawl::axis::heartbeat;
  [[nodiscard]] static constexpr duration_ms interval(duration_ms /*lease*/) {
    return detail::duration_of<Interval>;
  }
};

/// Three signs of life in each lease, so that two may fail; the default.
struct third_of_lease {
  static constexpr pawl::axis axis = pawl::axis::heartbeat;
  [[nodiscard]] static constexpr duration_ms interval(duration_ms lease) {
    return {lease.count < 3 ? 1 : lease.count / 3};
  }
};

using default_heartbeat = third_of_lease;

namespace detail {

/// A lease that was refused by itself is not refused again.
constexpr bool beats_in_time(duration_ms interval, duration_ms lease) {
  return lease.count <= 0 || interval.count <= lease.count / 3;
}

template <duration_ms Interval, duration_ms Lease>
struct heartbeat_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: heartbeat ";
    say_duration(out, Interval);
    out << " is longer than a third of lease ";
    say_duration(out, Lease);
    out << "; beat at least every ";
    say_duration(out, {Lease.count / 3 == 0 ? 1 : Lease.count / 3});
    out << ", or lengthen the lease";
  }
};

}  // namespace detail

/// The times of a job type, checked against each other: two heartbeats may fail before a lease is
/// lost, so a heartbeat is at most a third of it.
template <timeout_policy Timeout, heartbeat_policy Heartbeat, lease_policy Lease>
struct timing_rules
    : private detail::demand<
          detail::beats_in_time(Heartbeat::interval(Lease::length), Lease::length),
          detail::heartbeat_sentence<Heartbeat::interval(Lease::length), Lease::length>> {
  static constexpr duration_ms lease = Lease::length;
  static constexpr duration_ms heartbeat = Heartbeat::interval(Lease::length);
  static constexpr bool bounded = Timeout::bounded;
  static constexpr duration_ms timeout = Timeout::limit;
  static constexpr duration_ms rescue = Timeout::rescue;
};

}  // namespace pawl
