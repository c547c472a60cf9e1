// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <variant>

#include <pawl/lifecycle/decide.hpp>

namespace pawl {

template <class L, typename L::state State>
class machine;

namespace detail {

/// The states that a guarded event may lead to, each once, in the order of the rows.
template <class L, typename L::state From, typename L::event On>
struct outcomes {
  static constexpr std::size_t capacity = table_of<L>::states;
  typename L::state list[capacity]{};
  std::size_t count = 0;

  consteval outcomes() {
    each_outcome(L::table.rows, program_of<L>, look_up<L>(From, On), [this](std::size_t each) {
      const auto to = static_cast<typename L::state>(each);
      for (std::size_t i = 0; i < count; ++i)
        if (list[i] == to) return false;
      list[count++] = to;
      return false;
    });
  }
};

template <class L, typename L::state From, typename L::event On>
inline constexpr outcomes<L, From, On> outcomes_of;

template <class L, typename L::state From, typename L::event On,
          class = make_indices<outcomes_of<L, From, On>.count>>
struct next_machines;
template <class L, typename L::state From, typename L::event On, std::size_t... Which>
struct next_machines<L, From, On, indices<Which...>> {
  using type = std::variant<machine<L, outcomes_of<L, From, On>.list[Which]>...>;

  static constexpr type pick(typename L::state to) {
    using make = type (*)();
    constexpr make makers[] = {[] {
      return type(std::in_place_index<Which>, at<outcomes_of<L, From, On>.list[Which]>{});
    }...};
    std::size_t which = 0;
    while (outcomes_of<L, From, On>.list[which] != to) ++which;
    return makers[which]();
  }
};

/// Why this machine does not take this event in this way.
template <class L, typename L::state From, typename L::event On>
struct refusal_sentence {
  static constexpr void write(auto& out) {
    if (!accepts<L>(From, On))
      write_forbidden<L>(out, From, On, allowed_events<L>(From));
    else if (next<L>(From, On).needs_facts())
      out << "pawl: ", write_undecided<L>(out, From, On),
          out << ": on<" << name_of(On) << ">(facts)";
    else
      out << "pawl: event " << name_of(On) << " in state " << name_of(From)
          << " has no guard; call it without facts: on<" << name_of(On) << ">()";
  }
};

template <class L, typename L::state State>
struct not_initial_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a machine of " << spoken_name<L>() << " begins in state " << name_of(initial<L>)
        << "; to go on in state " << name_of(State) << ", construct it from at<" << name_of(State)
        << ">";
  }
};

struct lvalue_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: an event uses up the machine it happens to; write std::move(m).on<event>() and "
           "keep "
           "the machine it returns";
  }
};

struct copied_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a machine is one job and cannot be copied; write std::move(m)";
  }
};

template <class L, typename L::state From, typename L::state To>
struct another_state_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a machine in state " << name_of(From) << " is none in state " << name_of(To)
        << "; only an event leads there: std::move(m).on<event>()";
  }
};

}  // namespace detail

/// A job whose state is known to the compiler: an event it does not accept does not compile.
///
/// `std::move(m).on<start>()` is the machine in the next state. A guarded event takes the facts: at
/// run time, `on<fail>(facts)`, it returns a std::variant of the machines it may lead to; as a
/// constant, `on<fail, facts{…}>()`, the one machine it leads to. Empty, move-only.
template <class L, typename L::state State = initial<L>>
class [[nodiscard(
    "pawl: an event uses up the machine it happens to; keep the one it returns")]] machine
    : checked<L> {
  using event_type = typename L::event;

  template <event_type On>
  static constexpr auto answer = next<L>(State, On);
  /// The facts as constants decide a guarded event; an unguarded one needs none.
  template <event_type On, facts... Known>
  static constexpr bool decided =
      sizeof...(Known) == (answer<On>.needs_facts() ? 1 : 0) && !answer<On>.forbidden();

 public:
  static constexpr auto state = State;

  constexpr machine()
    requires(State == initial<L>)
  = default;
  template <class Because =
                detail::because_if<State != initial<L>, detail::not_initial_sentence<L, State>>>
    requires(State != initial<L>)
  machine() = PAWL_DELETE("pawl: a machine begins in the initial state");
  /// Goes on in a state that was found at run time, as `visit_state` hands it over.
  constexpr explicit machine(at<State>) {}

  machine(machine&&) = default;
  machine& operator=(machine&&) = default;
  machine(const machine&) = delete;
  machine& operator=(const machine&) = delete;
  ~machine() = default;
  // A better match than the constructor above, because it has a sentence.
  template <class Because = detail::because<detail::copied_sentence>>
  machine(machine&) = PAWL_DELETE("pawl: a machine cannot be copied");
  template <typename L::state Other,
            class Because =
                detail::because_if<Other != State, detail::another_state_sentence<L, Other, State>>>
    requires(Other != State)
  machine(machine<L, Other>) = PAWL_DELETE("pawl: only an event leads to another state");

  template <event_type On, facts... Known>
    requires(decided<On, Known...>)
  constexpr auto on() && {
    constexpr auto to = decide<L>(State, On, facts{Known...}).state();
    return machine<L, to>(at<to>{});
  }

  template <event_type On>
    requires(answer<On>.needs_facts())
  constexpr auto on(const facts& known) && {
    return detail::next_machines<L, State, On>::pick(decide<L>(State, On, known).state());
  }

  // What is refused. `const facts&` rather than anything, so that `on<fail>({.attempt = 1})` finds
  // it too.
  template <event_type On, facts... Known,
            class Because =
                detail::because_if<!decided<On, Known...>, detail::refusal_sentence<L, State, On>>>
    requires(!decided<On, Known...>)
  void on() && = PAWL_DELETE("pawl: the lifecycle does not allow this event here");
  template <event_type On, facts... Known,
            class Because = detail::because_if<!answer<On>.needs_facts() || sizeof...(Known) != 0,
                                               detail::refusal_sentence<L, State, On>>>
    requires(!answer<On>.needs_facts() || sizeof...(Known) != 0)
  void on(const facts&) && = PAWL_DELETE("pawl: the lifecycle does not allow this event here");

  template <event_type On, facts... Known, class Because = detail::because<detail::lvalue_sentence>>
  void on() const& = PAWL_DELETE("pawl: write std::move(m).on<event>()");
  template <event_type On, facts... Known, class Because = detail::because<detail::lvalue_sentence>>
  void on(const facts&) const& = PAWL_DELETE("pawl: write std::move(m).on<event>()");
};

}  // namespace pawl
