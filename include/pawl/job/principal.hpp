// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <pawl/lifecycle/trigger.hpp>

namespace pawl {

/// Who asks: every operation on a job is done in the name of one, inside its tenant.
struct principal {
  std::string tenant{};
  std::string user{};          ///< recorded as requestedBy
  std::string organisation{};  ///< may be empty
  /// In what part it raises events: a row of the lifecycle may be for others.
  pawl::trigger trigger = trigger::api;

  friend bool operator==(const principal&, const principal&) = default;
};

/// Who triggered an event: the part and the user of a principal.
struct actor {
  pawl::trigger as = trigger::system;
  std::string user{};

  friend bool operator==(const actor&, const actor&) = default;
};

[[nodiscard]] inline actor actor_of(const principal& who) { return {who.trigger, who.user}; }

/// As it is stored with an event: `api:ann`.
[[nodiscard]] inline std::string to_string(const actor& who) {
  const text as = name_of(who.as);
  return std::string(as.data(), as.size()) + ':' + who.user;
}

/// From what `to_string` made of one; the engine, if it made nothing of any.
[[nodiscard]] inline actor parse_actor(const std::string& stored) {
  actor out;
  const std::size_t colon = stored.find(':');
  if (colon == stored.npos) return out;
  const text as(stored.data(), colon);
  for (std::size_t i = 0; i < detail::names_of<trigger>.count; ++i)
    if (detail::names_of<trigger>.names[i] == as) out.as = static_cast<trigger>(i);
  out.user = stored.substr(colon + 1);
  return out;
}

}  // namespace pawl
