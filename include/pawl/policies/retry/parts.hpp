// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/rules.hpp>
#include <pawl/policies/backoff/plan.hpp>
#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/errors/error_classes.hpp>

namespace pawl {

namespace detail {

/// What a part of `retry<…>` is about. A backoff or a jitter is known by its concept.
enum class retry_part : unsigned char {
  unknown,
  attempts,
  backoff,
  jitter,
  retry_on,
  fatal_on,
  overridable
};

template <int Count>
struct rule_some_attempts {
  static constexpr bool holds = Count > 0;
  static constexpr void write(auto& out) {
    if constexpr (Count == 0)
      out << "pawl: attempts<0> would never start a job; use attempts<1> to run it once, without "
             "retries";
    else
      out << "pawl: attempts has a negative count; use attempts<1> to run it once, without retries";
  }
};

}  // namespace detail

namespace detail {

template <given_number Count>
struct rule_attempts_are_counted {
  static constexpr bool holds = Count.is_number;
  static constexpr void write(auto& out) {
    out << "pawl: attempts is given no whole number; write one, as in attempts<3>";
  }
};

}  // namespace detail

/// How often a job may be started, the first time included: `attempts<3>` is two retries.
// clang-format off: clang shows the line of the parameters
template <detail::given_number Count = detail::given_number{}> requires detail::takes<"pawl: attempts takes a number, as in attempts<3>">
// clang-format on
struct attempts : detail::all_of<detail::rule_attempts_are_counted<Count>,
                                 detail::rule_some_attempts<Count.value>> {
  static constexpr detail::retry_part part = detail::retry_part::attempts;
  static constexpr unsigned count = Count.value;
};

/// These classes are retried, whatever they are by default.
///
/// A policy with this part speaks about every class: one that is retryable by default and named
/// neither here nor in `fatal_on` is refused.
template <class... Classes>
struct retry_on : detail::checked_classes<Classes...> {
  static constexpr detail::retry_part part = detail::retry_part::retry_on;
  using named = detail::type_list<Classes...>;
};

/// These classes fail the job at once, whatever they are by default.
template <class... Classes>
struct fatal_on : detail::checked_classes<Classes...> {
  static constexpr detail::retry_part part = detail::retry_part::fatal_on;
  using named = detail::type_list<Classes...>;
};

/// How far a submission may depart from the declared retry policy; nothing is allowed by default
/// but fewer attempts.
struct override_bounds {
  unsigned attempts_up_to = 0;  ///< 0: as many as declared
  duration_ms shortest{};       ///< with `longest`, what initial and cap may be
  duration_ms longest{};        ///< 0: the delays are not for a submission to choose
  factor multiplier_up_to = 0;  ///< 0: nor is the multiplier

  friend constexpr bool operator==(const override_bounds&, const override_bounds&) = default;
};

namespace detail {

enum class override_part : unsigned char { unknown, attempts, delays, multiplier };

template <duration_ms Shortest, duration_ms Longest>
struct rule_delay_range {
  static constexpr bool holds = Shortest.count > 0 && Shortest <= Longest;
  static constexpr void write(auto& out) {
    out << "pawl: delays_between ";
    say_duration(out, Shortest);
    out << " and ";
    say_duration(out, Longest);
    out << " holds no delay; begin above 0 ms and end where you began, or later";
  }
};

template <factor Most>
struct rule_growing {
  static constexpr bool holds = Most.permille >= 1000;
  static constexpr void write(auto& out) {
    out << "pawl: multiplier_up_to allows up to ";
    write_factor(out, Most);
    out << ", but a multiplier below 1 would make delays shrink; use 1 or more";
  }
};

template <class Part>
consteval override_part override_part_of() {
  if constexpr (requires { requires __is_same(decltype(Part::overrides), const override_part); })
    return Part::overrides;
  else
    return override_part::unknown;
}

template <class... Parts>
struct rule_override_parts {
  static constexpr std::size_t count = sizeof...(Parts);
  static constexpr std::size_t kinds[count + 1] = {
      static_cast<std::size_t>(override_part_of<Parts>())..., 0};
  static constexpr std::size_t unsound = first_unsound(kinds, 0);
  static constexpr bool holds = count > 0 && unsound == count;
  static constexpr void write(auto& out) {
    constexpr text names[count + 1] = {template_name<Parts>()..., text{}};
    constexpr text known = "; use attempts_up_to, delays_between and multiplier_up_to, each once";
    if (count == 0)
      out << "pawl: overridable allows nothing" << known;
    else if (kinds[unsound] == 0)
      out << "pawl: overridable does not know the part " << names[unsound] << known;
    else
      out << "pawl: overridable says the same thing twice" << known;
  }
};

}  // namespace detail

/// A submission may ask for up to this many attempts.
template <int Count>
struct attempts_up_to : detail::all_of<detail::rule_some_attempts<Count>> {
  static constexpr detail::override_part overrides = detail::override_part::attempts;
  static constexpr void set(override_bounds& bounds) { bounds.attempts_up_to = Count; }
};

/// A submission may choose the first delay and the cap, within these.
template <duration_ms Shortest, duration_ms Longest>
struct delays_between : detail::all_of<detail::rule_delay_range<Shortest, Longest>> {
  static constexpr detail::override_part overrides = detail::override_part::delays;
  static constexpr void set(override_bounds& bounds) {
    bounds.shortest = Shortest;
    bounds.longest = Longest;
  }
};

/// A submission may choose the multiplier of an exponential backoff, from 1 to this.
template <factor Most>
struct multiplier_up_to : detail::all_of<detail::rule_growing<Most>> {
  static constexpr detail::override_part overrides = detail::override_part::multiplier;
  static constexpr void set(override_bounds& bounds) { bounds.multiplier_up_to = Most; }
};

/// What a single job may ask for beyond fewer attempts:
/// `overridable<attempts_up_to<10>, delays_between<1_s, 1_h>>`.
template <class... Parts>
struct overridable : detail::all_of<detail::rule_override_parts<Parts...>> {
  static constexpr detail::retry_part part = detail::retry_part::overridable;
  static constexpr override_bounds bounds = [] {
    override_bounds all{};
    const auto set = [&all]<class Part>(detail::type_list<Part>) {
      // A part that is none has been refused already.
      if constexpr (detail::override_part_of<Part>() != detail::override_part::unknown)
        Part::set(all);
    };
    (set(detail::type_list<Parts>{}), ...);
    return all;
  }();
};

}  // namespace pawl
