// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/rules.hpp>
#include <pawl/detail/type_list.hpp>
#include <pawl/policy.hpp>

namespace pawl::detail {

/// A policy that stands on no axis: looked up by none, and refused by the rules.
template <class P, bool = job_policy<P>>
struct placed {
  static constexpr bool known = true;
  static constexpr pawl::axis axis = axis_of<P>();
};
template <class P>
struct placed<P, false> {
  static constexpr bool known = false;
};

template <axis Axis, class P>
inline constexpr bool stands_on = [] {
  if constexpr (placed<P>::known)
    return placed<P>::axis == Axis;
  else
    return false;
}();

/// The first policy on an axis, or the default.
template <axis Axis, class Default, class... Policies>
struct policy_on {
  using type = Default;
};
template <axis Axis, class Default, class First, class... Rest>
struct policy_on<Axis, Default, First, Rest...> : policy_on<Axis, Default, Rest...> {};
template <axis Axis, class Default, class First, class... Rest>
  requires stands_on<Axis, First>
struct policy_on<Axis, Default, First, Rest...> {
  using type = First;
};

template <class... Policies>
consteval std::size_t count_on(axis wanted) {
  std::size_t count = 0;
  const auto look = [&]<class P>(type_list<P>) {
    if constexpr (placed<P>::known) count += placed<P>::axis == wanted ? 1 : 0;
  };
  (look(type_list<Policies>{}), ...);
  return count;
}

/// The first axis with two policies; the number of axes if there is none.
template <class... Policies>
consteval std::size_t crowded_axis() {
  std::size_t a = 0;
  while (a < names_of<axis>.count && count_on<Policies...>(static_cast<axis>(a)) < 2) ++a;
  return a;
}

constexpr bool is_job_id(text id) {
  if (id.empty() || id.size() > 128) return false;
  for (const char c : id) {
    const bool fits =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
    if (!fits) return false;
  }
  return id[0] >= 'a' && id[0] <= 'z';
}

template <fixed_string Id>
struct rule_id {
  static constexpr bool holds = is_job_id(Id);
  static constexpr void write(auto& out) {
    out << "pawl: job id " << Id.view()
        << " cannot be stored; begin with a letter and use 1 to 128 of a-z, 0-9, dot, underscore "
           "and dash";
  }
};

template <fixed_string Id, class... Policies>
struct rule_known;
template <fixed_string Id>
struct rule_known<Id> {
  static constexpr bool holds = true;
};
template <fixed_string Id, class First, class... Rest>
struct rule_known<Id, First, Rest...> : rule_known<Id, Rest...> {};
template <fixed_string Id, class First, class... Rest>
  requires(!job_policy<First>)
struct rule_known<Id, First, Rest...> {
  static constexpr bool holds = false;
  static constexpr void write(auto& out) {
    out << "pawl: job " << Id.view() << " is given " << type_name<First>()
        << ", which is no policy; a policy names its axis, and a lifecycle derives from "
           "pawl::lifecycle";
  }
};

template <fixed_string Id, class... Policies>
struct rule_one_each {
  static constexpr std::size_t crowded = crowded_axis<Policies...>();
  static constexpr bool holds = crowded == names_of<axis>.count;
  static constexpr void write(auto& out) {
    out << "pawl: job " << Id.view() << " has two policies on the axis "
        << name_of(static_cast<axis>(crowded)) << "; keep one of them";
  }
};

template <fixed_string Id, class... Policies>
struct rule_has_lifecycle {
  static constexpr bool holds = count_on<Policies...>(axis::lifecycle) == 1;
  static constexpr void write(auto& out) {
    out << "pawl: job " << Id.view()
        << " has no lifecycle; give it one, such as pawl::lifecycles::service";
  }
};

/// What every list of policies must satisfy before anything is looked up in it.
template <fixed_string Id, class... Policies>
using list_rules = all_of<rule_id<Id>, rule_known<Id, Policies...>, rule_one_each<Id, Policies...>,
                          rule_has_lifecycle<Id, Policies...>>;

}  // namespace pawl::detail
