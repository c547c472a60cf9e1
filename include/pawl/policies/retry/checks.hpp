// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/backoff.hpp>
#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/errors/error_class.hpp>
#include <pawl/policies/retry/parts.hpp>

/// The parts of a retry policy, looked up by kind, and what they must not say together.

namespace pawl::detail {

template <class Part>
consteval retry_part retry_part_of() {
  if constexpr (requires { requires __is_same(decltype(Part::part), const retry_part); })
    return Part::part;
  else if constexpr (requires { Part::axis; })  // a retry policy itself has a plan too
    return retry_part::unknown;
  else if constexpr (backoff_policy<Part>)
    return retry_part::backoff;
  else if constexpr (jitter_policy<Part>)
    return retry_part::jitter;
  else
    return retry_part::unknown;
}

constexpr retryability classify(bool retried, bool fatal, retryability own) {
  if (retried) return retryability::retryable;
  return fatal ? retryability::fatal : own;
}

/// What a submission may change when the policy does not say.
struct only_fewer_attempts {
  static constexpr override_bounds bounds{};
};

/// Each part, given or by default.
template <class... Parts>
struct retry_parts {
  using list = keyed<keys<retry_part_of<Parts>()...>, Parts...>;
  template <retry_part Kind>
  static constexpr bool has = ((retry_part_of<Parts>() == Kind) || ...);

  using most = found<list, retry_part::attempts, attempts<3>>;
  using backoff =
      found<list, retry_part::backoff, exponential<duration_ms{1000}, duration_ms{30'000}>>;
  using jitter = found<list, retry_part::jitter, full_jitter>;
  using retried = found<list, retry_part::retry_on, retry_on<>>;
  using fatal = found<list, retry_part::fatal_on, fatal_on<>>;
  using overrides = found<list, retry_part::overridable, only_fewer_attempts>;
};

template <class... Parts>
struct rule_retry_parts {
  static constexpr std::size_t count = sizeof...(Parts);
  static constexpr std::size_t kinds[count + 1] = {
      static_cast<std::size_t>(retry_part_of<Parts>())..., 0};
  static constexpr std::size_t unsound = first_unsound(kinds, 0);
  static constexpr bool holds = unsound == count;
  static constexpr void write(auto& out) {
    constexpr text names[count + 1] = {template_name<Parts>()..., text{}};
    if (kinds[unsound] == 0) {
      out << "pawl: retry does not know the part " << names[unsound]
          << "; use attempts, a backoff, a jitter, retry_on, fatal_on and overridable";
      return;
    }
    constexpr text kind_names[] = {"",         "attempts", "a backoff",  "a jitter",
                                   "retry_on", "fatal_on", "overridable"};
    out << "pawl: retry has " << kind_names[kinds[unsound]] << " twice; keep one of them";
  }
};

template <class Retried, class Fatal>
struct rule_one_list;
template <class... Retried, class Fatal>
struct rule_one_list<type_list<Retried...>, Fatal> {
  static constexpr std::size_t count = sizeof...(Retried);
  static constexpr bool both[count + 1] = {is_in<Fatal, Retried>..., true};
  static constexpr std::size_t first = first_set(both);
  static constexpr bool holds = first == count;
  static constexpr void write(auto& out) {
    constexpr text names[count + 1] = {type_name<Retried>()..., text{}};
    out << "pawl: error class " << names[first]
        << " stands in retry_on and in fatal_on; keep it in one of them";
  }
};

template <class Retried>
struct rule_decodable {
  static constexpr bool holds = !is_in<Retried, error::payload_undecodable>;
  static constexpr void write(auto& out) {
    out << "pawl: payload_undecodable cannot be retried, because a stored payload does not change; "
           "remove it from retry_on";
  }
};

template <class P>
struct rule_something_to_retry {
  static constexpr bool holds = P::most::count != 1 || P::retried::named::size == 0 ||
                                P::overrides::bounds.attempts_up_to > 1;
  static constexpr void write(auto& out) {
    out << "pawl: retry names classes to retry but allows 1 attempt; raise attempts, or remove "
           "retry_on";
  }
};

template <class P>
struct rule_jitter {
  static constexpr jitter_spread spread = P::jitter::spread;
  static constexpr backoff_model model = P::backoff::plan.model;
  static constexpr bool sane = spread.low <= spread.high && spread.high <= 1000;
  static constexpr bool grows_alone = spread.decorrelated && model != backoff_model::exponential;
  static constexpr bool idle = P::template has<retry_part::jitter> &&
                               model == backoff_model::none && !(spread == no_jitter::spread);
  static constexpr bool holds = sane && !grows_alone && !idle;
  static constexpr void write(auto& out) {
    out << "pawl: jitter " << type_name<typename P::jitter>();
    if (!sane)
      out << " has an impossible spread; keep low <= high <= 1000";
    else if (idle)
      out << " has no delay to spread; give retry a backoff other than no_delay";
    else
      out << " grows by itself; use it with exponential, or use full_jitter";
  }
};

/// A due time is a date and a delay, and must not overflow.
template <class P>
struct rule_reach {
  static constexpr duration_ms cap = P::backoff::plan.cap;
  static constexpr duration_ms allowed = P::overrides::bounds.longest;
  static constexpr duration_ms longest = cap < allowed ? allowed : cap;
  static constexpr bool holds = longest <= longest_duration;
  static constexpr void write(auto& out) {
    out << "pawl: the delays of retry reach ";
    say_duration(out, longest);
    out << "; keep them within ";
    say_duration(out, longest_duration);
  }
};

template <class P>
struct rule_overridable {
  static constexpr override_bounds allowed = P::overrides::bounds;
  static constexpr backoff_plan plan = P::backoff::plan;
  static constexpr bool exponential = plan.model == backoff_model::exponential;

  static constexpr bool too_few =
      allowed.attempts_up_to != 0 && allowed.attempts_up_to < P::most::count;
  // Bounds that are impossible by themselves have been refused where they are named.
  static constexpr bool delays = allowed.shortest.count > 0 && allowed.shortest <= allowed.longest;
  static constexpr bool no_delays = delays && plan.model == backoff_model::none;
  static constexpr bool outside =
      delays && !no_delays && (plan.initial < allowed.shortest || plan.cap > allowed.longest);
  static constexpr bool multiplies = allowed.multiplier_up_to.permille >= 1000;
  static constexpr bool no_multiplier = multiplies && !exponential;
  static constexpr bool below = multiplies && allowed.multiplier_up_to < plan.multiplier;

  static constexpr bool holds = !too_few && !no_delays && !outside && !no_multiplier && !below;
  static constexpr void write(auto& out) {
    if (too_few) {
      out << "pawl: attempts_up_to allows ";
      say_number(out, allowed.attempts_up_to);
      out << ", fewer than the declared ";
      say_number(out, P::most::count);
      out << " attempts; raise it";
    } else if (no_delays) {
      out << "pawl: delays_between has no delay to change; give retry a backoff other than "
             "no_delay";
    } else if (outside) {
      out << "pawl: the declared delays, ";
      say_duration(out, plan.initial);
      out << " to ";
      say_duration(out, plan.cap);
      out << ", lie outside delays_between; widen it";
    } else if (no_multiplier) {
      out << "pawl: multiplier_up_to has no multiplier to change; use it with exponential";
    } else {
      out << "pawl: multiplier_up_to allows ";
      write_factor(out, allowed.multiplier_up_to);
      out << ", less than the declared ";
      write_factor(out, plan.multiplier);
      out << "; raise it";
    }
  }
};

/// What every list of parts must satisfy.
template <class... Parts>
using retry_rules =
    all_of<rule_retry_parts<Parts...>,
           rule_one_list<typename retry_parts<Parts...>::retried::named,
                         typename retry_parts<Parts...>::fatal::named>,
           rule_decodable<typename retry_parts<Parts...>::retried::named>,
           rule_something_to_retry<retry_parts<Parts...>>, rule_jitter<retry_parts<Parts...>>,
           rule_reach<retry_parts<Parts...>>, rule_overridable<retry_parts<Parts...>>>;

}  // namespace pawl::detail
