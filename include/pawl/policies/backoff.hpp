// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Backoff and jitter: how long a job waits before it is tried again.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/detail/enum_names.hpp>
#include <pawl/detail/rules.hpp>
#include <pawl/detail/text.hpp>
#include <pawl/policies/backoff/delay.hpp>
#include <pawl/policies/backoff/plan.hpp>

namespace pawl {

namespace detail {

template <class B>
concept has_plan = requires { requires __is_same(decltype(B::plan), const backoff_plan); };
template <class J>
concept has_spread = requires { requires __is_same(decltype(J::spread), const jitter_spread); };

}  // namespace detail

/// How the delay before a retry grows with the attempts.
///
/// **Requirements.** `plan` is a constant `backoff_plan`: one of the known models, or `custom` with
/// a `curve` that is pure, does not throw and never shrinks. Its jitter is replaced by the retry
/// policy's.
/// **Called when.** An attempt has failed and will be retried, and when documents are written; in
/// both cases through `pawl::delay` and `pawl::bounds`.
/// **Failure.** None: a negative delay counts as 0, one beyond the cap as the cap.
/// **Thread safety.** A curve may be called from any thread at any time.
/// **Example.** `pawl::exponential<1_s, 30_s>`.
template <class B>
concept backoff_policy = __is_class(B) && detail::has_plan<B>;

/// How the delays of jobs that fail together are drawn apart.
///
/// **Requirements.** `spread` is a constant `jitter_spread`: which part of its full length a delay
/// may have, `low` ≤ `high` ≤ 1000 thousandths. Where in between a job lands is not the model's
/// choice; it follows from the job's id.
/// **Called when.** Never: it is data, read by `pawl::delay` and `pawl::bounds`.
/// **Failure.** A share above 1000 counts as 1000, a `low` above `high` is never chosen.
/// **Thread safety.** Constants only.
/// **Example.** `struct slight { static constexpr pawl::jitter_spread spread{900, 1000}; };`
template <class J>
concept jitter_policy = __is_class(J) && detail::has_spread<J>;

namespace detail {

/// A delay of nothing is said by name, and a negative one is a slip.
template <fixed_string Model, duration_ms Delay>
struct rule_positive_delay {
  static constexpr bool holds = Delay.count > 0;
  static constexpr void write(auto& out) {
    out << "pawl: " << Model.view() << " has a delay of ";
    say_duration(out, Delay);
    out << "; give it one above 0 ms, or use no_delay";
  }
};

template <fixed_string Model, duration_ms Delay, duration_ms Cap>
struct rule_cap {
  static constexpr bool holds = Delay <= Cap;
  static constexpr void write(auto& out) {
    out << "pawl: " << Model.view() << " begins with ";
    say_duration(out, Delay);
    out << ", above its cap of ";
    say_duration(out, Cap);
    out << "; raise the cap";
  }
};

template <fixed_string Model>
struct no_cap_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << Model.view() << " would grow without end; give it its longest delay too, as "
        << Model.view() << "<1_s, 30_s>";
  }
};

/// A cap that was forgotten has a sentence of its own.
template <given_time Delay, given_time Cap>
inline constexpr given_time cap_to_judge = Cap.is_missing() ? Delay : Cap;

/// A cap that was refused is replaced, so that it is not refused again as too low.
template <given_time Delay, given_time Cap>
inline constexpr duration_ms declared_cap = duration_of<Cap, duration_of<Delay>>;

/// Empty base of a backoff that grows from a delay to a cap.
template <fixed_string Model, given_time Delay, given_time Cap, class... Further>
struct sound_delays
    : demand<!Cap.is_missing(), no_cap_sentence<Model>>,
      sound_units<Model, Delay, cap_to_judge<Delay, Cap>>,
      all_of<rule_positive_delay<Model, duration_of<Delay>>,
             rule_cap<Model, duration_of<Delay>, declared_cap<Delay, Cap>>, Further...> {};

}  // namespace detail

/// A retry is due at once.
struct no_delay {
  static constexpr backoff_plan plan{};
};

/// Every retry waits equally long: `fixed<1_s>`.
template <detail::given_time Delay>
struct fixed
    : private detail::sound_units<"fixed", Delay>,
      private detail::all_of<detail::rule_positive_delay<"fixed", detail::duration_of<Delay>>> {
  static constexpr backoff_plan plan{.model = backoff_model::fixed,
                                     .initial = detail::duration_of<Delay>,
                                     .cap = detail::duration_of<Delay>};
};

/// Each retry waits one step longer than the one before, up to a cap: `linear<5_s, 1_min>` waits
/// 5 s, 10 s, 15 s, …
template <detail::given_time Step, detail::given_time Cap = detail::no_cap{}>
struct linear : private detail::sound_delays<"linear", Step, Cap> {
  static constexpr backoff_plan plan{.model = backoff_model::linear,
                                     .initial = detail::duration_of<Step>,
                                     .cap = detail::declared_cap<Step, Cap>};
};

namespace detail {

template <factor Multiplier>
struct rule_multiplier {
  static constexpr bool holds = Multiplier.permille >= 1000;
  static constexpr void write(auto& out) {
    out << "pawl: exponential has a multiplier of ";
    write_factor(out, Multiplier);
    out << ", so its delays would shrink; use 1 or more";
  }
};

}  // namespace detail

/// Each retry waits `Multiplier` times as long as the one before, up to a cap:
/// `exponential<2_s, 30_s>` waits 2 s, 4 s, 8 s, 16 s, 30 s, … The multiplier may have decimals.
template <detail::given_time Base, detail::given_time Cap = detail::no_cap{}, factor Multiplier = 2>
struct exponential
    : private detail::sound_delays<"exponential", Base, Cap, detail::rule_multiplier<Multiplier>> {
  static constexpr backoff_plan plan{.model = backoff_model::exponential,
                                     .initial = detail::duration_of<Base>,
                                     .cap = detail::declared_cap<Base, Cap>,
                                     .multiplier = Multiplier};
};

namespace detail {

template <unsigned Degree>
struct rule_degree {
  static constexpr bool holds = Degree >= 1 && Degree <= 16;
  static constexpr void write(auto& out) {
    out << "pawl: polynomial has degree ";
    say_number(out, Degree);
    out << "; use 1 to 16";
  }
};

}  // namespace detail

/// The n-th retry waits `Base` · n^`Degree`, up to a cap: `polynomial<1_s, 2, 1_h>` waits 1 s, 4 s,
/// 9 s, 16 s, … It grows more gently than an exponential one, and later.
template <detail::given_time Base, unsigned Degree, detail::given_time Cap>
struct polynomial
    : private detail::sound_delays<"polynomial", Base, Cap, detail::rule_degree<Degree>> {
  static constexpr backoff_plan plan{.model = backoff_model::polynomial,
                                     .initial = detail::duration_of<Base>,
                                     .cap = detail::declared_cap<Base, Cap>,
                                     .degree = Degree};
};

namespace detail {

template <duration_ms... Delays>
struct rule_rising {
  static constexpr std::size_t count = sizeof...(Delays);
  static constexpr duration_ms delays[count] = {Delays...};
  static consteval std::size_t first_fall() {
    std::size_t i = 1;
    while (i < count && delays[i - 1] <= delays[i]) ++i;
    return i;
  }
  static constexpr bool holds = first_fall() == count;
  static constexpr void write(auto& out) {
    out << "pawl: steps fall from ";
    say_duration(out, delays[first_fall() - 1]);
    out << " to ";
    say_duration(out, delays[first_fall()]);
    out << "; list the delays in rising order";
  }
};

}  // namespace detail

/// The delays one by one; the last holds for all further retries: `steps<1_s, 30_s, 10_min>`.
///
/// It is also the example of a custom model: all it has is a curve.
template <detail::given_time First, detail::given_time... More>
struct steps : private detail::sound_units<"steps", First, More...>,
               private detail::all_of<
                   detail::rule_positive_delay<"steps", detail::duration_of<First>>,
                   detail::rule_rising<detail::duration_of<First>,
                                       detail::duration_of<More, detail::duration_of<First>>...>> {
  [[nodiscard]] static constexpr duration_ms after(unsigned attempt) {
    constexpr duration_ms delays[] = {detail::duration_of<First>, detail::duration_of<More>...};
    constexpr unsigned last = sizeof...(More);
    return delays[attempt > last ? last : attempt - 1];
  }
  static constexpr backoff_plan plan{.model = backoff_model::custom,
                                     .initial = detail::duration_of<First>,
                                     .cap = after(UINT32_MAX),
                                     .curve = &after};
};

/// Every job waits the full delay. Jobs that fail together come back together.
struct no_jitter {
  static constexpr jitter_spread spread{};
};

/// Between a millisecond and the full delay: scatters best, and halves the delay on average.
struct full_jitter {
  static constexpr jitter_spread spread{.low = 0};
};

/// Between half the delay and all of it: never at once.
struct equal_jitter {
  static constexpr jitter_spread spread{.low = 500};
};

/// Between the first delay and three times the delay before, up to the cap. It grows by itself, so
/// it goes with `exponential`, of which it uses base, cap and multiplier (three is 2 + 1).
struct decorrelated_jitter {
  static constexpr jitter_spread spread{.low = 0, .decorrelated = true};
};

/// How a document calls a jitter: `none`, `full`, `equal`, `decorrelated`, else `custom`.
[[nodiscard]] constexpr text name_of(const jitter_spread& spread) {
  if (spread == no_jitter::spread) return "none";
  if (spread == full_jitter::spread) return "full";
  if (spread == equal_jitter::spread) return "equal";
  return spread.decorrelated ? text("decorrelated") : text("custom");
}

}  // namespace pawl
