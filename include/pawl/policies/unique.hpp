// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <string>

#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/limits/key_of.hpp>
#include <pawl/policies/units.hpp>

namespace pawl {

/// What becomes of a submission whose value a living job has.
enum class second_submission : unsigned char {
  skipped,      ///< it is answered with the living job
  replaces,     ///< the waiting job is cancelled as `replaced`, and this one takes its place
  reschedules,  ///< the waiting job is put off again, by the delay of this submission
};

/// How a job type is unique, as values.
struct unique_rule {
  bool is_on = false;
  bool until_begun = false;  ///< else until it has ended
  second_submission second{};
  duration_ms longest_wait{};  ///< since the first of those that followed each other; zero: any
};

namespace detail {

template <class P>
concept has_unique_rule = says<decltype(P::rule), unique_rule>;

}  // namespace detail

/// One job for each value of a payload, while it lives.
///
/// **Requirements.** `rule` says how, `value_of(payload, whole)` what for: a text of at most 1024
/// bytes, where `whole` is the hash of the payload as it is stored.
/// **Called when.** `value_of` by the caller's thread, at submission; `rule` inside the transaction
/// of a submission that finds the value taken. Tenant and job type belong to the value.
/// **Failure.** A longer value makes the submission invalid.
/// **Thread safety.** Constants, and a function without state.
/// **Example.** `unique<by::member<&change::document>, until_begun, second::reschedule>`.
template <class P>
concept unique_policy = detail::on_axis<P, axis::unique> && detail::has_unique_rule<P>;

/// By all of the payload: two are one if they are the same to the last byte.
struct whole_payload {};

enum class unique_part : unsigned char { until_begun_or_until_ended, second, longest_wait };

/// A value is free again as soon as a process takes the job to run it: what is submitted while it
/// runs is another job.
struct until_begun {
  static constexpr auto part = unique_part::until_begun_or_until_ended;
  static constexpr bool begun = true;
};
/// A value is free again when the job has ended.
struct until_ended {
  static constexpr auto part = unique_part::until_begun_or_until_ended;
  static constexpr bool begun = false;
};

/// What a second submission does. Only a job that was never begun is replaced or put off; one that
/// was is answered with.
namespace second {

/// Nothing: it is answered with the living job.
struct skip {
  static constexpr auto part = unique_part::second;
  static constexpr second_submission what = second_submission::skipped;
};
/// It takes the place of the waiting job, which is cancelled with reason `replaced`. A job that
/// others wait for is answered with instead.
struct replace {
  static constexpr auto part = unique_part::second;
  static constexpr second_submission what = second_submission::replaces;
};
/// It puts the waiting job off until its own delay is over, and is answered with it. The payload is
/// that of the first.
struct reschedule {
  static constexpr auto part = unique_part::second;
  static constexpr second_submission what = second_submission::reschedules;
};

}  // namespace second

/// However often it is replaced or put off: so long after the first submission it is due.
template <detail::given_time Length>
struct longest_wait : private detail::sound_duration<"longest_wait", Length> {
  static constexpr auto part = unique_part::longest_wait;
  static constexpr duration_ms length = detail::duration_of<Length>;
};

namespace detail {

struct any_wait {
  static constexpr duration_ms length{};
};

template <class Key>
inline constexpr bool is_unique_key = __is_same(Key, whole_payload);
template <auto... Members>
inline constexpr bool is_unique_key<by::member<Members...>> = true;

template <class Key>
struct unique_key_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: unique is not told what is to be unique; give by::member<&payload::document> or "
           "whole_payload first";
  }
};
struct idle_wait_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: unique has a longest_wait, but a second submission puts nothing off; add "
           "second::reschedule or second::replace, or remove it";
  }
};

template <class... Parts>
inline constexpr bool waits_in_vain =
    has_part<unique_part::longest_wait, Parts...> &&
    chosen_part<unique_part::second, second::skip, Parts...>::what == second_submission::skipped;

template <class Key>
struct unique_reader {
  static void read(std::string& value, const auto&, text whole) { append_part(value, whole); }
};
template <auto... Members>
struct unique_reader<by::member<Members...>> {
  // With the names: what another release takes for its value is another value.
  static void read(std::string& value, const auto& payload, text) {
    append_part(value, by::member<Members...>::name);
    (append_value(value, payload.*Members), ...);
  }
};

}  // namespace detail

/// One job for each value of some members of the payload, or of all of it, inside a tenant and a
/// job type. By default until it has ended, and a second submission is answered with the living
/// job.
// clang-format off: clang shows the line of the parameters
template <class Key, class... Parts> requires detail::takes<"pawl: unique takes what is unique, then parts such as until_begun">
// clang-format on
struct unique
    : private detail::demand<detail::is_unique_key<Key>, detail::unique_key_sentence<Key>>,
      private detail::known_parts<"unique", unique_part, Parts...>,
      private detail::demand<!detail::waits_in_vain<Parts...>, detail::idle_wait_sentence> {
  static constexpr pawl::axis axis = pawl::axis::unique;
  using key = Key;
  static constexpr bool is_by_whole_payload = __is_same(Key, whole_payload);
  static constexpr unique_rule rule{
      .is_on = true,
      .until_begun = detail::chosen_part<unique_part::until_begun_or_until_ended, until_ended,
                                         Parts...>::begun,
      .second = detail::chosen_part<unique_part::second, second::skip, Parts...>::what,
      .longest_wait =
          detail::chosen_part<unique_part::longest_wait, detail::any_wait, Parts...>::length};

  /// What a payload is unique by.
  [[nodiscard]] static std::string value_of(const auto& payload, text whole) {
    std::string value;
    detail::unique_reader<Key>::read(value, payload, whole);
    return value;
  }
};

/// What a job type that says nothing has: any number of jobs with one payload.
struct not_unique {
  static constexpr pawl::axis axis = pawl::axis::unique;
  static constexpr bool is_by_whole_payload = false;
  static constexpr unique_rule rule{};
};

using default_unique = not_unique;

namespace detail {

template <class Unique>
struct unique_members {
  template <class Payload>
  static constexpr bool of = true;
};
template <auto... Members, class... Parts>
struct unique_members<unique<by::member<Members...>, Parts...>> {
  template <class Payload>
  static constexpr bool of = requires(const Payload& payload) { ((payload.*Members), ...); };
};

template <class Payload>
struct foreign_unique_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: what is unique is no member of the payload " << type_name<Payload>()
        << "; name members of the payload in pawl::unique<by::member<...>>";
  }
};
template <class Payload>
struct unwritten_unique_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a job is unique by its whole payload " << type_name<Payload>()
        << ", which never becomes bytes; name members, as in pawl::unique<by::member<...>>";
  }
};
template <fixed_string Id, class L>
struct unreplaceable_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: a second submission of job " << Id.view()
        << " replaces the first by cancelling it, and lifecycle " << spoken_name<L>()
        << " has no cancel; use second::skip or second::reschedule";
  }
};

template <class L>
consteval bool can_be_cancelled() {
  for (std::size_t e = 0; e < table_of<L>::events; ++e)
    if (program_of<L>.roles[e] == role::cancel) return true;
  return false;
}

}  // namespace detail

/// Uniqueness checked against the lifecycle: what is replaced is cancelled.
template <fixed_string Id, class L, unique_policy Unique>
struct unique_rules : private detail::demand<Unique::rule.second != second_submission::replaces ||
                                                 detail::can_be_cancelled<L>(),
                                             detail::unreplaceable_sentence<Id, L>> {};

/// And against the payload, from which the value is read. `Written`: it becomes bytes.
template <unique_policy Unique, class Payload, bool Written>
struct unique_payload_rules
    : private detail::demand<detail::unique_members<Unique>::template of<Payload>,
                             detail::foreign_unique_sentence<Payload>>,
      private detail::demand<!Unique::is_by_whole_payload || Written,
                             detail::unwritten_unique_sentence<Payload>> {};

}  // namespace pawl
