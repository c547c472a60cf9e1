// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle/decide.hpp>

namespace pawl {

/// A name under which a state was stored by an earlier version of a lifecycle:
///
///     static constexpr pawl::former<state> former_names[] = {{"queued", pending}};
template <class State>
struct former {
  text name;
  State state;
};

/// A state found by its stored name, or the name that no state has.
template <class L>
class [[nodiscard]] restored {
 public:
  using state_type = typename L::state;

  constexpr restored(text name, state_type state) : name_(name), state_(state), known_(true) {}
  constexpr explicit restored(text unknown) : name_(unknown) {}

  constexpr explicit operator bool() const { return known_; }

  /// The state. Asking for the state of an unknown name ends the program: there is no right answer,
  /// and a wrong one would be stored.
  [[nodiscard]] constexpr state_type state() const {
    if (!known_) __builtin_trap();
    return state_;
  }
  /// The name that was asked for, as it was given.
  [[nodiscard]] constexpr text name() const { return name_; }

  /// Writes why there is no state: `no state of deck is called "paused"; …`. Nothing if there is
  /// one.
  template <class Out>
  constexpr void explain(Out& out) const {
    if (known_) return;
    out << "no state of " << detail::spoken_name<L>() << " is called \"" << name_
        << "\"; if it was renamed, list it in former_names";
  }

 private:
  text name_;
  state_type state_{};
  bool known_ = false;
};

namespace detail {

template <class L>
concept has_former_names = requires {
  { L::former_names[0].name };
  { L::former_names[0].state };
};

/// A list that is misspelt, or of another type, would be read by nothing.
template <class L>
concept has_unread_names = (requires { L::former_names; } && !has_former_names<L>) || requires {
  L::former_name;
} || requires { L::formerly; } || requires { L::old_names; };

template <class L>
struct unread_names_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: the former names of " << spoken_name<L>()
        << " are not read; write static constexpr pawl::former<state> former_names[] = {...}";
  }
};

template <class L>
constexpr bool is_present_name(text name) {
  for (const text present : names_of<typename L::state>.names)
    if (present == name) return true;
  return false;
}

/// The first former name that is also a present or another former one; empty if there is none.
template <class L>
consteval text clashing_former_name() {
  for (const auto& old : L::former_names) {
    if (is_present_name<L>(old.name)) return old.name;
    for (const auto& other : L::former_names)
      if (&other != &old && other.name == old.name) return old.name;
  }
  return {};
}

template <class L>
struct former_name_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: former name " << clashing_former_name<L>() << " of " << spoken_name<L>()
        << (is_present_name<L>(clashing_former_name<L>()) ? text(" is the name of a present state")
                                                          : text(" is listed twice"))
        << "; a stored name must mean one state";
  }
};

}  // namespace detail

/// Finds a state by the name under which it was stored, present or former.
template <class L>
constexpr restored<L> restore(text name) {
  static_cast<void>(sizeof(checked<L>));
  static_assert(
      sizeof(detail::demand<!detail::has_unread_names<L>, detail::unread_names_sentence<L>>) != 0);
  for (typename L::state each : states<L>())
    if (name_of(each) == name) return {name, each};
  if constexpr (detail::has_former_names<L>) {
    if constexpr (detail::clashing_former_name<L>().empty()) {
      for (const auto& old : L::former_names)
        if (old.name == name) return {name, old.state};
    } else {
      return detail::demand<false, detail::former_name_sentence<L>>::answer();
    }
  }
  return restored<L>(name);
}

}  // namespace pawl
