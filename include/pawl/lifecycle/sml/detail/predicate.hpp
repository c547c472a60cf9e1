// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/lifecycle/sml/as_sml.hpp>

namespace pawl::detail {

template <class Machine>
struct unreadable_guard_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a guard of " << type_name<Machine>()
        << " reads more than the facts of an attempt; make it a stateless function object of "
           "const pawl::facts&, of nothing, or of an event made from facts";
  }
};

template <class Machine>
consteval guard unreadable_guard() {
  static_assert(sizeof(demand<false, unreadable_guard_sentence<Machine>>) != 0);
  return {"guard", [](const facts&) { return false; }};
}

/// By the name it declares, else by its type without template arguments, which compilers spell
/// differently; a lambda has none worth showing.
template <class Callable>
consteval text spoken_guard() {
  if constexpr (has_name<Callable>) {
    return text(Callable::name);
  } else {
    constexpr text type = type_name<Callable>();
    std::size_t length = 0;
    while (length < type.size() && type[length] != '<' && type[length] != '(') ++length;
    return length == 0 ? text("guard") : type.substr(0, length);
  }
}

/// A guard of an SML machine as a predicate over the facts. Only its type is known here, so that it
/// must be empty: what an object or a pointer carries would be lost.
template <class Event, class Callable>
struct sml_predicate {
  static constexpr bool of_facts = requires(const facts& f) { Callable{}(f); };
  static constexpr bool of_nothing = requires { Callable{}(); };
  static constexpr bool of_its_event = requires(const facts& f) { Callable{}(Event{f}); };
  // An event without members says no more than that it occurred.
  static constexpr bool of_an_empty_event = __is_empty(Event) && requires { Callable{}(Event{}); };
  static constexpr bool readable =
      __is_empty(Callable) && (of_facts || of_nothing || of_its_event || of_an_empty_event);

  static constexpr bool holds(const facts& f) {
    if constexpr (of_facts)
      return Callable{}(f);
    else if constexpr (of_nothing)
      return Callable{}();
    else if constexpr (of_its_event)
      return Callable{}(Event{f});
    else
      return Callable{}(Event{});
  }
  static constexpr void write(auto& out) { out << spoken_guard<Callable>(); }
  static constexpr void write_operand(auto& out) { write(out); }
};
template <class Event, class Guard>
struct sml_predicate<Event, boost::sml::front::not_<Guard>> {
  using inner = sml_predicate<Event, typename Guard::type>;
  static constexpr bool readable = inner::readable;
  static constexpr bool holds(const facts& f) { return !inner::holds(f); }
  static constexpr void write(auto& out) {
    out << '!';
    inner::write_operand(out);
  }
  static constexpr void write_operand(auto& out) { write(out); }
};

/// `Left && Right`, or `Left || Right`.
template <class Event, class Left, class Right, bool Both>
struct sml_junction {
  using left = sml_predicate<Event, typename Left::type>;
  using right = sml_predicate<Event, typename Right::type>;
  static constexpr bool readable = left::readable && right::readable;
  static constexpr bool holds(const facts& f) {
    return Both ? left::holds(f) && right::holds(f) : left::holds(f) || right::holds(f);
  }
  static constexpr void write(auto& out) {
    left::write_operand(out);
    out << (Both ? " && " : " || ");
    right::write_operand(out);
  }
  static constexpr void write_operand(auto& out) {
    out << '(';
    write(out);
    out << ')';
  }
};
template <class Event, class Left, class Right>
struct sml_predicate<Event, boost::sml::front::and_<Left, Right>>
    : sml_junction<Event, Left, Right, true> {};
template <class Event, class Left, class Right>
struct sml_predicate<Event, boost::sml::front::or_<Left, Right>>
    : sml_junction<Event, Left, Right, false> {};

template <class Machine, class Event, class Guard>
constexpr guard guard_of() {
  if constexpr (__is_same(Guard, boost::sml::front::always)) {
    return {};
  } else {
    using predicate = sml_predicate<Event, typename Guard::type>;
    if constexpr (predicate::readable)
      return {composed<predicate>.view(), predicate::holds};
    else
      return unreadable_guard<Machine>();
  }
}

}  // namespace pawl::detail
