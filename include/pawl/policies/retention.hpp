// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/idempotency.hpp>
#include <pawl/policies/units.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_results = says<decltype(P::results), duration_ms>;
template <class P>
concept has_events = says<decltype(P::events), duration_ms>;
template <class P>
concept has_dead_letters = says<decltype(P::dead_letters), duration_ms>;
template <class P>
concept has_output = says<decltype(P::output), duration_ms>;
template <class P>
concept has_link = says<decltype(P::link), duration_ms>;
template <class P>
concept has_most_kept = says<decltype(P::at_most), std::int64_t>;

}  // namespace detail

/// How long a finished job is kept.
///
/// **Requirements.** `results` is for the job and its result, `events` for its event log,
/// `dead_letters` for a dead-lettered job and all its details; each longer than zero, counted from
/// the terminal state, and `events` not longer than either. `output` is for the output alone, not
/// longer than `results`; zero: it is never stored. `link` is the least time for which the address
/// is valid that a success hands out by `ctx.link`, not longer than `results`; zero: it hands out
/// none. `at_most` is the number of finished jobs of the
/// type that are kept besides, the youngest; 0 is any number.
/// **Called when.** By maintenance, which deletes what is over its time; and at the end of a job,
/// where a success without a link that is valid for long enough is the failure that it is.
/// **Failure.** A time that is not positive, or events, an output or a link kept longer than their
/// job, do not compile.
/// **Thread safety.** Constants.
/// **Example.** `retention<keep_results<24_h>, keep_events<12_h>, keep_dead_letters<7_d>>`.
template <class P>
concept retention_policy = detail::on_axis<P, axis::retention> && detail::has_results<P> &&
                           detail::has_events<P> && detail::has_dead_letters<P> &&
                           detail::has_output<P> && detail::has_link<P> && detail::has_most_kept<P>;

enum class retention_part : unsigned char {
  keep_results,
  keep_output,
  keep_link,
  keep_events,
  keep_dead_letters,
  keep_at_most
};

/// How long a finished job and its result are kept.
// clang-format off: clang shows the line of the parameters
template <detail::given_time Length> requires detail::takes<"pawl: keep_results takes a length of time such as 30_d">
// clang-format on
struct keep_results : private detail::sound_duration<"keep_results", Length> {
  static constexpr auto part = retention_part::keep_results;
  static constexpr duration_ms length = detail::duration_of<Length, detail::longest_duration>;
};

/// How long the output of a job that has succeeded is kept. The job stays, and its status says that
/// nothing of the output was kept.
// clang-format off: clang shows the line of the parameters
template <detail::given_time Length> requires detail::takes<"pawl: keep_output takes a length of time such as 30_d">
// clang-format on
struct keep_output : private detail::sound_duration<"keep_output", Length> {
  static constexpr auto part = retention_part::keep_output;
  static constexpr duration_ms length = detail::duration_of<Length>;
};

/// The output of a job is never stored: only that it has succeeded.
struct keep_no_output {
  static constexpr auto part = retention_part::keep_output;
  static constexpr duration_ms length{0};
};

/// How long, at the least, the address is valid that a success hands out: `ctx.link(url, until)`. A
/// handler that returns an output without one that is valid for so long has failed.
// clang-format off: clang shows the line of the parameters
template <detail::given_time Length> requires detail::takes<"pawl: keep_link takes a length of time such as 30_d">
// clang-format on
struct keep_link : private detail::sound_duration<"keep_link", Length> {
  static constexpr auto part = retention_part::keep_link;
  static constexpr duration_ms length = detail::duration_of<Length>;
};

/// How long the event log of a finished job is kept.
// clang-format off: clang shows the line of the parameters
template <detail::given_time Length> requires detail::takes<"pawl: keep_events takes a length of time such as 30_d">
// clang-format on
struct keep_events : private detail::sound_duration<"keep_events", Length> {
  static constexpr auto part = retention_part::keep_events;
  static constexpr duration_ms length = detail::duration_of<Length>;
};

/// How long a dead-lettered job is kept.
// clang-format off: clang shows the line of the parameters
template <detail::given_time Length> requires detail::takes<"pawl: keep_dead_letters takes a length of time such as 30_d">
// clang-format on
struct keep_dead_letters : private detail::sound_duration<"keep_dead_letters", Length> {
  static constexpr auto part = retention_part::keep_dead_letters;
  static constexpr duration_ms length = detail::duration_of<Length, detail::longest_duration>;
};

/// How many finished jobs of the type are kept; older ones go before their time. A job whose
/// idempotency key lives, or that is dead-lettered, is not among them.
// clang-format off: clang shows the line of the parameters
template <std::int64_t Count> requires detail::takes<"pawl: keep_at_most takes a number of jobs, as in keep_at_most<1000>">
// clang-format on
struct keep_at_most : private detail::sound_count<"keep_at_most", Count, 1'000'000'000> {
  static constexpr auto part = retention_part::keep_at_most;
  static constexpr std::int64_t count = Count;
};

namespace detail {

struct keep_no_link {
  static constexpr duration_ms length{0};
};
struct keep_any_number {
  static constexpr std::int64_t count = 0;
};

/// Without a part of their own, events go with the first of their jobs, after a day at the latest.
constexpr duration_ms default_events(duration_ms results, duration_ms dead_letters) {
  constexpr duration_ms day{86'400'000};
  const duration_ms first = results < dead_letters ? results : dead_letters;
  return first < day ? first : day;
}

template <duration_ms Events, duration_ms Kept, bool Dead>
struct events_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: keep_events ";
    say_duration(out, Events);
    out << " is longer than " << (Dead ? text("keep_dead_letters ") : text("keep_results "));
    say_duration(out, Kept);
    out << "; events go with their job, so keep the job longer or the events shorter";
  }
};

template <duration_ms Output, duration_ms Kept>
struct output_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: keep_output ";
    say_duration(out, Output);
    out << " is longer than keep_results ";
    say_duration(out, Kept);
    out << "; an output goes with its job, so keep the job longer or the output shorter";
  }
};

template <duration_ms Link, duration_ms Kept>
struct link_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: keep_link ";
    say_duration(out, Link);
    out << " is longer than keep_results ";
    say_duration(out, Kept);
    out << "; a link is found in its job, so keep the job longer or the link shorter";
  }
};

}  // namespace detail

/// How long finished jobs are kept. By default results and events for 24 hours, which is the least
/// that the service specification asks for, and dead letters for 7 days.
// clang-format off: clang shows the line of the parameters
template <class... Parts> requires detail::takes<"pawl: retention takes parts such as keep_results<30_d>">
// clang-format on
struct retention : private detail::known_parts<"retention", retention_part, Parts...> {
  static constexpr pawl::axis axis = pawl::axis::retention;
  static constexpr duration_ms results =
      detail::chosen_part<retention_part::keep_results, keep_results<duration_ms{86'400'000}>,
                          Parts...>::length;
  static constexpr duration_ms dead_letters =
      detail::chosen_part<retention_part::keep_dead_letters,
                          keep_dead_letters<duration_ms{7 * std::int64_t{86'400'000}}>,
                          Parts...>::length;
  static constexpr duration_ms events = [] {
    if constexpr (detail::has_part<retention_part::keep_events, Parts...>)
      return detail::chosen_part<retention_part::keep_events, void, Parts...>::length;
    else
      return detail::default_events(results, dead_letters);
  }();
  static constexpr duration_ms output = [] {
    if constexpr (detail::has_part<retention_part::keep_output, Parts...>)
      return detail::chosen_part<retention_part::keep_output, void, Parts...>::length;
    else
      return results;
  }();
  static constexpr duration_ms link =
      detail::chosen_part<retention_part::keep_link, detail::keep_no_link, Parts...>::length;
  static constexpr std::int64_t at_most =
      detail::chosen_part<retention_part::keep_at_most, detail::keep_any_number, Parts...>::count;

 private:
  // What is not positive was refused above.
  static_assert(sizeof(detail::demand<(events <= results || results.count <= 0),
                                      detail::events_sentence<events, results, false>>) == 1);
  static_assert(sizeof(detail::demand<(events <= dead_letters || dead_letters.count <= 0),
                                      detail::events_sentence<events, dead_letters, true>>) == 1);
  static_assert(sizeof(detail::demand<(output <= results || results.count <= 0),
                                      detail::output_sentence<output, results>>) == 1);
  static_assert(sizeof(detail::demand<(link <= results || results.count <= 0),
                                      detail::link_sentence<link, results>>) == 1);
};

using default_retention = retention<>;

namespace detail {

template <duration_ms Kept, duration_ms Ttl, bool Dead>
struct outlived_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << (Dead ? text("keep_dead_letters ") : text("keep_results "));
    say_duration(out, Kept);
    out << " is shorter than the ttl ";
    say_duration(out, Ttl);
    out << " of an idempotency key; a repeated submission returns the job, so keep it as long as "
           "its key";
  }
};

}  // namespace detail

/// Retention checked against idempotency: a job is not deleted while its key lives, because a
/// repeated submission returns it. A key's time begins with the job and a job's retention with its
/// end, so a retention of at least the ttl is enough.
template <retention_policy Retention, idempotency_policy Idempotency>
struct retention_rules
    : private detail::demand<
          (Retention::results >= Idempotency::ttl),
          detail::outlived_sentence<Retention::results, Idempotency::ttl, false>>,
      private detail::demand<
          (Retention::dead_letters >= Idempotency::ttl),
          detail::outlived_sentence<Retention::dead_letters, Idempotency::ttl, true>> {};

}  // namespace pawl
