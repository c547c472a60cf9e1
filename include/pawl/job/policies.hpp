// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/lookup.hpp>
#include <pawl/detail/rules.hpp>
#include <pawl/detail/type_list.hpp>
#include <pawl/policies/policy.hpp>

namespace pawl::detail {

/// How many axes there are; the place of what stands on none.
inline constexpr std::size_t axes = names_of<axis>.count;

template <class P>
consteval std::size_t place_of_policy() {
  if constexpr (job_policy<P>)
    return static_cast<std::size_t>(axis_of<P>());
  else
    return axes;
}

/// Policies, each found by its axis.
template <class... Policies>
using policy_list = keyed<keys<place_of_policy<Policies>()...>, Policies...>;

/// The policy on an axis, or the default.
template <class List, axis Axis, class Default>
using policy_on = found<List, static_cast<std::size_t>(Axis), Default>;

/// The first place of two policies, or `axes`. What stands on no axis is refused by another rule.
template <std::size_t Count>
consteval std::size_t crowded_axis(const std::size_t (&places)[Count]) {
  for (std::size_t i = 0; i < Count; ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (places[i] == places[k] && places[i] != axes) return places[i];
  return axes;
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
struct rule_known {
  static constexpr std::size_t unknown = first_set({!job_policy<Policies>..., true});
  static constexpr bool holds = unknown == sizeof...(Policies);
  static constexpr void write(auto& out) {
    constexpr text names[] = {type_name<Policies>()..., {}};
    out << "pawl: job " << Id.view() << " is given " << names[unknown]
        << ", which is no policy; a policy names its axis, and a lifecycle derives from "
           "pawl::lifecycle";
  }
};

template <fixed_string Id, class... Policies>
struct rule_one_each {
  static constexpr std::size_t crowded = crowded_axis({place_of_policy<Policies>()..., axes});
  static constexpr bool holds = crowded == axes;
  static constexpr void write(auto& out) {
    out << "pawl: job " << Id.view() << " has two policies on the axis "
        << name_of(static_cast<axis>(crowded)) << "; keep one of them";
  }
};

template <fixed_string Id, class... Policies>
struct rule_has_lifecycle {
  static constexpr bool holds = (lifecycle_type<Policies> || ...);
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
