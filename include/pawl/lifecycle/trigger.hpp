// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/enum_names.hpp>

namespace pawl {

/// In what part an event is raised. A principal carries it, and a row may name those who may
/// take it: `on(run).by(api | workflow)`.
enum class trigger : unsigned char {
  api,       ///< an application
  workflow,  ///< what does a job's work elsewhere, and reports
  user,      ///< a person
  system     ///< what runs by itself: the engine, a schedule
};

/// Those who may take a row; any, if nothing is said.
class triggers {
 public:
  constexpr triggers() = default;
  constexpr triggers(trigger only) : bits_(bit(only)) {}

  [[nodiscard]] constexpr bool has(trigger which) const { return (bits_ & bit(which)) != 0; }
  [[nodiscard]] constexpr bool is_any() const { return bits_ == all; }

  /// As a number, for those who store it; a number that is none of ours is any.
  [[nodiscard]] constexpr unsigned bits() const { return bits_; }
  [[nodiscard]] static constexpr triggers from_bits(unsigned bits) {
    triggers out;
    if (bits != 0 && bits <= all) out.bits_ = static_cast<unsigned char>(bits);
    return out;
  }

  friend constexpr bool operator==(const triggers&, const triggers&) = default;

 private:
  static constexpr unsigned char bit(trigger which) {
    return static_cast<unsigned char>(1U << static_cast<unsigned>(which));
  }
  static constexpr unsigned char all = (1U << detail::names_of<trigger>.count) - 1;
  unsigned char bits_ = all;
};

/// One or the other.
[[nodiscard]] constexpr triggers operator|(triggers a, triggers b) {
  return triggers::from_bits(a.bits() | b.bits());
}
// Of two enumerators, only an operator that takes them as such is looked at.
[[nodiscard]] constexpr triggers operator|(trigger a, trigger b) {
  return triggers(a) | triggers(b);
}

namespace detail {

/// `api, workflow`.
constexpr void write_triggers(auto& out, triggers those) {
  bool first = true;
  for (std::size_t i = 0; i < names_of<trigger>.count; ++i) {
    if (!those.has(static_cast<trigger>(i))) continue;
    out << (first ? text("") : text(", ")) << names_of<trigger>.names[i];
    first = false;
  }
}

}  // namespace detail
}  // namespace pawl
