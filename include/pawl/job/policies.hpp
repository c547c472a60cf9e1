// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/lookup.hpp>
#include <pawl/detail/rules.hpp>
#include <pawl/detail/type_list.hpp>
#include <pawl/fwd.hpp>
#include <pawl/job/gts.hpp>
#include <pawl/policies/errors/error_class.hpp>
#include <pawl/policies/limits.hpp>
#include <pawl/policies/policy.hpp>
#include <pawl/policies/retry/checks.hpp>
#include <pawl/policies/stages.hpp>

namespace pawl {

// Names that are written by mistake for a policy, so that a job type can say which is meant. A name
// that does not exist is the compiler's own subject, and it says no more than that.
// clang-format off: the compilers show the line of the parameters
template <class...> requires detail::takes<"pawl: there is no retries; write pawl::retry<pawl::attempts<3>>">
// clang-format on
struct retries {
  static constexpr text meant = "retry";
};
template <class... Parts>
struct retrys : retries<Parts...> {};
// clang-format off: the compilers show the line of the parameters
template <class...> requires detail::takes<"pawl: there is no limit; write pawl::limits<pawl::concurrent<4>>">
// clang-format on
struct limit {
  static constexpr text meant = "limits";
};
template <class...>
struct priorities {
  static constexpr text meant = "priority";
};
template <class...>
struct dependency {
  static constexpr text meant = "dependencies";
};
template <class...>
struct idempotent {
  static constexpr text meant = "idempotency";
};
template <class...>
struct checkpoints {
  static constexpr text meant = "checkpoint";
};
template <class...>
struct backoff {
  static constexpr text meant = "retry";
};
template <auto...>
struct max_attempts {
  static constexpr text meant = "retry";
};
template <auto...>
struct concurrency {
  static constexpr text meant = "limits";
};
template <auto... Given>
struct max_concurrency : concurrency<Given...> {};
template <auto... Given>
struct rate : concurrency<Given...> {};
template <auto... Given>
struct rate_limit : concurrency<Given...> {};
template <fixed_string...>
struct level {
  static constexpr text meant = "priority";
};
template <class...>
struct depends_on {
  static constexpr text meant = "dependencies";
};
template <auto...>
struct max_payload {
  static constexpr text meant = "payload_limit";
};
template <auto... Given>
struct max_size : max_payload<Given...> {};
template <detail::given_time>
struct time_out {
  static constexpr text meant = "timeout";
};
template <detail::given_time Length>
struct timeouts : time_out<Length> {};
template <detail::given_time>
struct heart_beat {
  static constexpr text meant = "heartbeat";
};

}  // namespace pawl

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
  if (claims_gts(id)) return is_gts_id(id);
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
    if (Id.view().empty()) {
      out << "pawl: a job needs an id that is written in quotes, not a variable; write the text "
             "itself";
      return;
    }
    if (claims_gts(Id)) {
      out << "pawl: job id " << Id.view()
          << " is no GTS identifier; write gts.vendor.package.namespace.type.v1~, or let the id "
             "not begin with gts.";
      return;
    }
    out << "pawl: job id " << Id.view()
        << " cannot be stored; begin with a letter and use 1 to 128 of a-z, 0-9, dot, underscore "
           "and dash";
  }
};

/// Why something is no policy, and where it belongs instead.
struct hint {
  text reason{};
  text policy{};
  text advice = "<...>; move it there";
};

/// The policy that a part belongs into: its kind is an enum called like the policy,
/// `retention_part`.
template <class Kind>
consteval text policy_of_part(Kind) {
  const text kind = type_name<Kind>();
  return kind.substr(0, kind.size() - text("_part").size());
}

template <class P>
concept is_complete = requires { sizeof(P); };
template <class P>
concept has_enums = requires {
  typename P::state;
  typename P::event;
};

/// A type in a sentence; without its arguments if some are more than a word or a number.
constexpr void say_type(auto& out, text name) {
  std::size_t at = 0;
  while (at < name.size() && name[at] != '{') ++at;
  if (at == name.size()) {
    out << name;
    return;
  }
  at = 0;
  while (name[at] != '<') ++at;
  out << name.substr(0, at) << "<...>";
}

template <class P>
consteval hint why_no_policy() {
  if constexpr (__is_class(P) && !is_complete<P>)
    return {
        ", which is only declared; include its header (a lifecycle has one of its name in "
        "pawl/lifecycles)"};
  else if constexpr (requires { P::meant; })
    return {", which does not exist; write ", P::meant, "<...>"};
  else if constexpr (is_stage<P>)
    return {", which belongs into ", "stages"};
  else if constexpr (job_limit<P>)
    return {", which belongs into ", "limits"};
  else if constexpr (error_type<P>)
    return {", which is an error class and belongs into ", "errors"};
  else if constexpr (retry_part_of<P>() != retry_part::unknown)
    return {", which belongs into ", "retry"};
  else if constexpr (part_of<P, limit_part>)
    return {", which belongs into a limit, such as pawl::concurrent<...>; move it there"};
  else if constexpr (requires { requires __is_enum(decltype(P::part)); })
    return {", which belongs into ", policy_of_part(P::part)};
  else if constexpr (__is_base_of(lifecycle, P) && has_enums<P>)
    return {
        ", a lifecycle whose table is missing or cannot be read; write static constexpr auto table "
        "= transitions(...), public, with states and events of its own"};
  else if constexpr (__is_base_of(lifecycle, P))
    return {
        ", a lifecycle without all of its parts; declare enum class state, enum class event, "
        "spelled so, and static constexpr auto table = transitions(...)"};
  else if constexpr (requires { typename P::job_type; })
    return {", which is a job type itself; give it policies"};
  else
    return {
        ", which is no policy; a policy names its axis, and a lifecycle derives from "
        "pawl::lifecycle"};
}

template <fixed_string Id, class... Policies>
struct rule_known {
  static constexpr std::size_t unknown = first_set({!job_policy<Policies>..., true});
  static constexpr bool holds = unknown == sizeof...(Policies);
  static constexpr void write(auto& out) {
    constexpr text names[] = {type_name<Policies>()..., {}};
    constexpr hint why[] = {why_no_policy<Policies>()..., {}};
    out << "pawl: job " << Id.view() << " is given ";
    say_type(out, names[unknown]);
    out << why[unknown].reason;
    if (why[unknown].policy.empty()) return;
    out << "pawl::" << why[unknown].policy << why[unknown].advice;
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
