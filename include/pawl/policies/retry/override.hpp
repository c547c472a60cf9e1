// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>

#include <pawl/policies/backoff/plan.hpp>
#include <pawl/policies/retry/parts.hpp>
#include <pawl/policies/retry/policy.hpp>

namespace pawl {

/// What one submission asks for, instead of what its job type declares.
struct retry_override {
  std::optional<unsigned> max_attempts{};
  std::optional<duration_ms> initial{};
  std::optional<duration_ms> cap{};
  std::optional<factor> multiplier{};

  /// Whether everything stays as it is declared.
  [[nodiscard]] constexpr bool is_empty() const {
    return !max_attempts && !initial && !cap && !multiplier;
  }

  friend constexpr bool operator==(const retry_override&, const retry_override&) = default;
};

/// Why an override is refused.
enum class override_error : unsigned char {
  none,
  attempts_out_of_bounds,
  delay_not_overridable,
  delay_out_of_bounds,
  cap_below_initial,
  multiplier_not_overridable,
  multiplier_out_of_bounds
};

/// The settings that an override leads to, or why it is refused.
struct override_verdict {
  retry_settings settings{};  ///< the declared ones if refused
  override_error error = override_error::none;
  override_bounds allowed{};

  constexpr explicit operator bool() const { return error == override_error::none; }

  /// A stable code for the caller; empty if accepted.
  [[nodiscard]] constexpr text code() const {
    switch (error) {
      case override_error::none:
        return {};
      case override_error::attempts_out_of_bounds:
        return "retry_attempts_out_of_bounds";
      case override_error::delay_not_overridable:
        return "retry_delay_not_overridable";
      case override_error::delay_out_of_bounds:
        return "retry_delay_out_of_bounds";
      case override_error::cap_below_initial:
        return "retry_cap_below_initial";
      case override_error::multiplier_not_overridable:
        return "retry_multiplier_not_overridable";
      case override_error::multiplier_out_of_bounds:
        return "retry_multiplier_out_of_bounds";
    }
    return {};
  }

  /// Writes one sentence that names what would be accepted; nothing if it was.
  constexpr void write(auto& out) const {
    switch (error) {
      case override_error::none:
        return;
      case override_error::attempts_out_of_bounds:
        out << text("this job type allows 1 to ");
        detail::say_number(out, allowed.attempts_up_to);
        out << text(" attempts");
        return;
      case override_error::delay_not_overridable:
        out << text("this job type does not let a submission choose this delay");
        return;
      case override_error::delay_out_of_bounds:
        out << text("this job type allows delays from ");
        detail::say_duration(out, allowed.shortest);
        out << text(" to ");
        detail::say_duration(out, allowed.longest);
        return;
      case override_error::cap_below_initial:
        out << text("the longest delay must not be shorter than the first one");
        return;
      case override_error::multiplier_not_overridable:
        out << text("this job type does not let a submission choose the multiplier");
        return;
      case override_error::multiplier_out_of_bounds:
        out << text("this job type allows multipliers from 1 to ");
        write_factor(out, allowed.multiplier_up_to);
        return;
    }
  }
};

namespace detail {

template <class P>
consteval override_bounds bounds_of() {
  if constexpr (requires { override_bounds(P::overrides); })
    return P::overrides;
  else
    return {};
}

constexpr override_error change_attempts(retry_settings& settings, const override_bounds& allowed,
                                         unsigned wanted) {
  if (wanted < 1 || wanted > allowed.attempts_up_to) return override_error::attempts_out_of_bounds;
  settings.max_attempts = wanted;
  return override_error::none;
}

constexpr override_error change_delays(backoff_plan& plan, const override_bounds& allowed,
                                       const retry_override& wanted) {
  const bool has_initial = plan.model != backoff_model::none && plan.model != backoff_model::custom;
  const bool has_cap = plan.model != backoff_model::none && plan.model != backoff_model::fixed;
  if (allowed.longest.count == 0 || (wanted.initial && !has_initial) || (wanted.cap && !has_cap))
    return override_error::delay_not_overridable;
  const auto within = [&](const std::optional<duration_ms>& delay) {
    return !delay || (*delay >= allowed.shortest && *delay <= allowed.longest);
  };
  if (!within(wanted.initial) || !within(wanted.cap)) return override_error::delay_out_of_bounds;
  plan.initial = wanted.initial.value_or(plan.initial);
  plan.cap = plan.model == backoff_model::fixed ? plan.initial : wanted.cap.value_or(plan.cap);
  return plan.cap < plan.initial ? override_error::cap_below_initial : override_error::none;
}

constexpr override_error change_multiplier(backoff_plan& plan, const override_bounds& allowed,
                                           factor wanted) {
  if (allowed.multiplier_up_to.permille == 0) return override_error::multiplier_not_overridable;
  if (wanted.permille < 1000 || wanted > allowed.multiplier_up_to)
    return override_error::multiplier_out_of_bounds;
  plan.multiplier = wanted;
  return override_error::none;
}

}  // namespace detail

/// What becomes of declared settings when a submission overrides them. All or nothing: a refused
/// override changes none of them.
[[nodiscard]] constexpr override_verdict apply(const retry_settings& declared,
                                               override_bounds allowed,
                                               const retry_override& wanted) {
  if (allowed.attempts_up_to == 0) allowed.attempts_up_to = declared.max_attempts;
  retry_settings changed = declared;
  auto error = override_error::none;
  if (wanted.max_attempts) error = detail::change_attempts(changed, allowed, *wanted.max_attempts);
  if (error == override_error::none && (wanted.initial || wanted.cap))
    error = detail::change_delays(changed.plan, allowed, wanted);
  if (error == override_error::none && wanted.multiplier)
    error = detail::change_multiplier(changed.plan, allowed, *wanted.multiplier);
  return {error == override_error::none ? changed : declared, error, allowed};
}

/// The same for a policy: within what its `overridable<…>` allows; without one, only fewer
/// attempts.
template <retry_policy Retry>
[[nodiscard]] constexpr override_verdict apply(const retry_override& wanted) {
  return apply(settings_of<Retry>, detail::bounds_of<Retry>(), wanted);
}

}  // namespace pawl
