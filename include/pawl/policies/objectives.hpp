// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/units.hpp>

namespace pawl {

/// The service level that a job type is to keep, as values: what is shown beside what is measured.
struct objective_list {
  duration_ms p50{};  ///< zero: none is declared
  duration_ms p95{};
  duration_ms p99{};
  int failure_percent = 0;  ///< of finished jobs, at most; 0: none is declared
  /// The times are those to the first output, which the handler marks with `ctx.first_output()`;
  /// otherwise those from a job's first start to its success.
  bool first_output = false;

  [[nodiscard]] constexpr bool empty() const {
    return p50.count == 0 && p95.count == 0 && p99.count == 0 && failure_percent == 0;
  }
};

namespace detail {

template <class P>
concept lists_objectives = says<decltype(P::all), objective_list>;

}  // namespace detail

/// The service level of a job type.
///
/// **Requirements.** `all` lists it.
/// **Called when.** By those who show it: the registry, the metrics, the API and its dashboard.
/// Nothing is scheduled or refused by it.
/// **Failure.** Times out of order, or a rate that is none, do not compile.
/// **Thread safety.** Constants.
/// **Example.** `objectives<p50<6_s>, p95<15_s>, p99<30_s>, failures_below<2>>`.
template <class P>
concept objectives_policy = detail::on_axis<P, axis::objectives> && detail::lists_objectives<P>;

enum class objectives_part : unsigned char { p50, p95, p99, failures_below, of_first_output };

/// Half of the jobs take no longer.
template <detail::given_time Time>
struct p50 : private detail::sound_duration<"p50", Time> {
  static constexpr auto part = objectives_part::p50;
  static constexpr duration_ms time = detail::duration_of<Time>;
};
/// 95 of a hundred take no longer.
template <detail::given_time Time>
struct p95 : private detail::sound_duration<"p95", Time> {
  static constexpr auto part = objectives_part::p95;
  static constexpr duration_ms time = detail::duration_of<Time>;
};
/// 99 of a hundred take no longer.
template <detail::given_time Time>
struct p99 : private detail::sound_duration<"p99", Time> {
  static constexpr auto part = objectives_part::p99;
  static constexpr duration_ms time = detail::duration_of<Time>;
};
/// Fewer than so many of a hundred fail. Cancelled jobs, and errors that are the caller's own, do
/// not count: those of classes that are not retried, bugs excepted.
template <std::int64_t Percent>
struct failures_below : private detail::sound_count<"failures_below", Percent, 100> {
  static constexpr auto part = objectives_part::failures_below;
  static constexpr int percent = static_cast<int>(Percent);
};
/// The times are those to the first output.
struct of_first_output {
  static constexpr auto part = objectives_part::of_first_output;
};

namespace detail {

struct no_time {
  static constexpr duration_ms time{};
};
struct no_rate {
  static constexpr int percent = 0;
};

template <fixed_string Shorter, duration_ms First, fixed_string Longer, duration_ms Second>
struct disorder_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: objective " << Shorter << ' ';
    say_duration(out, First);
    out << " is longer than " << Longer << ' ';
    say_duration(out, Second);
    out << "; what more of the jobs keep is no shorter, so swap them";
  }
};
struct nothing_aimed_at {
  static constexpr void write(auto& out) {
    out << "pawl: objectives say nothing; give p50, p95, p99 or failures_below, or leave them out";
  }
};

constexpr bool in_order(duration_ms shorter, duration_ms longer) {
  return shorter.count == 0 || longer.count == 0 || shorter <= longer;
}

}  // namespace detail

/// The service level of a job type, in parts, each at most once and in any order.
// clang-format off: clang shows the line of the parameters
template <class... Parts> requires detail::takes<"pawl: objectives takes parts such as p95<15_s>">
// clang-format on
struct objectives : private detail::known_parts<"objectives", objectives_part, Parts...> {
 private:
  template <objectives_part Kind>
  static constexpr duration_ms time_of = detail::chosen_part<Kind, detail::no_time, Parts...>::time;

 public:
  static constexpr pawl::axis axis = pawl::axis::objectives;
  static constexpr objective_list all{
      .p50 = time_of<objectives_part::p50>,
      .p95 = time_of<objectives_part::p95>,
      .p99 = time_of<objectives_part::p99>,
      .failure_percent =
          detail::chosen_part<objectives_part::failures_below, detail::no_rate, Parts...>::percent,
      .first_output = detail::has_part<objectives_part::of_first_output, Parts...>};

 private:
  // A part that is none was refused above.
  static_assert(
      sizeof(
          detail::demand<(!all.empty() || detail::first_unsound_part<objectives_part, Parts...> !=
                                              sizeof...(Parts)),
                         detail::nothing_aimed_at>) == 1);
  static_assert(sizeof(detail::demand<detail::in_order(all.p50, all.p95),
                                      detail::disorder_sentence<"p50", all.p50, "p95", all.p95>>) ==
                1);
  static_assert(sizeof(detail::demand<detail::in_order(all.p95, all.p99),
                                      detail::disorder_sentence<"p95", all.p95, "p99", all.p99>>) ==
                1);
  static_assert(sizeof(detail::demand<(all.p95.count != 0 || detail::in_order(all.p50, all.p99)),
                                      detail::disorder_sentence<"p50", all.p50, "p99", all.p99>>) ==
                1);
};

/// What a job type that says nothing has: no service level.
struct no_objectives {
  static constexpr pawl::axis axis = pawl::axis::objectives;
  static constexpr objective_list all{};
};

using default_objectives = no_objectives;

}  // namespace pawl
