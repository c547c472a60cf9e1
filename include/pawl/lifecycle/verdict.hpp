// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/slice.hpp>
#include <pawl/lifecycle/proof.hpp>

namespace pawl {

namespace detail {

/// The events every state accepts, one run per state.
template <class L>
struct accepted_events {
  static constexpr std::size_t states = table_of<L>::states;
  static constexpr std::size_t events = table_of<L>::events;
  static constexpr std::size_t total = [] {
    std::size_t count = 0;
    for (const cell each : program_of<L>.cells) count += each != no_cell;
    return count;
  }();

  typename L::event list[total + 1]{};
  std::size_t begin[states + 1]{};

  consteval accepted_events() {
    std::size_t count = 0;
    for (std::size_t s = 0; s < states; ++s) {
      begin[s] = count;
      for (std::size_t e = 0; e < events; ++e)
        if (program_of<L>.at(s, e) != no_cell) list[count++] = static_cast<typename L::event>(e);
    }
    begin[states] = count;
  }
};

template <class L>
inline constexpr accepted_events<L> accepted_by;

/// Says that a state refuses an event and what it would have accepted. The compiler's diagnostic
/// and the run-time message are this one sentence.
template <class L>
constexpr void write_forbidden(auto& out, typename L::state from, typename L::event on,
                               slice<typename L::event> allowed) {
  out << "a job in state " << name_of(from) << " does not accept event " << name_of(on);
  if (allowed.empty()) {
    out << "; it is finished and accepts none";
    return;
  }
  out << "; it accepts only ";
  for (std::size_t i = 0; i < allowed.size(); ++i) {
    if (i != 0) out << ", ";
    out << name_of(allowed[i]);
  }
}

/// Says that the answer depends on facts.
template <class L>
constexpr void write_undecided(auto& out, typename L::state from, typename L::event on) {
  out << "event " << name_of(on) << " in state " << name_of(from)
      << " is guarded; its outcome depends on the facts, so give them";
}

}  // namespace detail

/// The events a state accepts; none for a terminal state or a value that is no state.
template <class L>
[[nodiscard]] constexpr slice<typename L::event> allowed_events(typename L::state state) {
  static_cast<void>(sizeof(checked<L>));
  const auto s = static_cast<std::size_t>(state);
  if (s >= detail::table_of<L>::states) return {};
  const auto& accepted = detail::accepted_by<L>;
  return {accepted.list + accepted.begin[s], accepted.begin[s + 1] - accepted.begin[s]};
}

/// A text of bounded length that owns its characters, made without allocation.
template <std::size_t Capacity>
class sentence {
 public:
  constexpr operator text() const { return {chars_, size_}; }
  [[nodiscard]] constexpr text view() const { return *this; }

  constexpr sentence& operator<<(text part) {
    for (const char c : part)
      if (size_ < Capacity) chars_[size_++] = c;
    return *this;
  }

 private:
  char chars_[Capacity == 0 ? 1 : Capacity]{};
  std::size_t size_ = 0;
};

/// The answer to an event: the next state, or the refusal with what would have been allowed.
///
/// Two words, no allocation. True if the event was accepted.
template <class L>
class [[nodiscard]] verdict {
 public:
  using state_type = typename L::state;
  using event_type = typename L::event;

  constexpr verdict(state_type from, event_type on, detail::cell answer)
      : from_(from), on_(on), answer_(answer) {}

  constexpr explicit operator bool() const { return answer_ < detail::first_chain; }

  /// The state after the event: the next one if it was accepted, otherwise the one it came from.
  [[nodiscard]] constexpr state_type state() const {
    return *this ? static_cast<state_type>(answer_) : from_;
  }
  [[nodiscard]] constexpr state_type from() const { return from_; }
  [[nodiscard]] constexpr event_type event() const { return on_; }

  [[nodiscard]] constexpr bool forbidden() const { return answer_ == detail::no_cell; }
  /// The event is guarded and was asked about without facts.
  [[nodiscard]] constexpr bool needs_facts() const { return !*this && !forbidden(); }

  /// What the state would have accepted.
  [[nodiscard]] constexpr slice<event_type> allowed() const { return allowed_events<L>(from_); }

  /// One sentence for a log or an error answer; empty if the event was accepted.
  [[nodiscard]] constexpr auto message() const {
    sentence<longest_message()> out;
    if (forbidden()) detail::write_forbidden<L>(out, from_, on_, allowed());
    if (needs_facts()) detail::write_undecided<L>(out, from_, on_);
    return out;
  }

 private:
  static consteval std::size_t longest_message() {
    detail::sink all;
    detail::write_undecided<L>(all, {}, {});
    detail::write_forbidden<L>(all, {}, {}, {});
    for (const text name : detail::names_of<state_type>.names) all << name;
    for (const text name : detail::names_of<event_type>.names) all << name << name << ", ";
    return all.size;
  }

  state_type from_;
  event_type on_;
  detail::cell answer_;
};

}  // namespace pawl
