// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/limits/key.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_is_needed = says<decltype(P::is_needed), bool>;

}  // namespace detail

/// What a job is about, such as a document: who may see that may see the job.
///
/// **Requirements.** `is_needed` says whether a job must have a subject. If so, `read(payload)` is
/// the member of the payload that names it: a string, an integer or an enum.
/// **Called when.** At submission, natively and over HTTP; what it reads is stored as the subject
/// of the job. A job without a correlation id is given one then.
/// **Failure.** A member of another payload, and a job type of a lifecycle that asks for a subject
/// without this policy, do not compile. An empty subject, and a submission that names another one
/// than its payload, are refused as invalid.
/// **Thread safety.** Called from any number of threads at once.
/// **Example.** `subject<&index_input::document>`.
template <class P>
concept subject_policy = detail::on_axis<P, axis::subject> && detail::has_is_needed<P>;

namespace detail {

template <auto Member>
struct subject_sentence {
  static constexpr void write(auto& out) {
    if constexpr (!member_pointer<Member>::valid)
      out << "pawl: subject is given something that is no member; write "
             "subject<&payload::document>";
    else
      out << "pawl: member " << member_name<Member>()
          << " cannot be the subject of a job; a subject is a string, an integer or an enum";
  }
};

}  // namespace detail

/// A member of the payload names what the job is about.
// clang-format off: clang shows the line of the parameters
template <auto Member> requires detail::takes<"pawl: subject takes a member of the payload, as in subject<&payload::document>">
// clang-format on
struct subject
    : private detail::demand<detail::is_key_member<Member>(), detail::subject_sentence<Member>> {
  static constexpr pawl::axis axis = pawl::axis::subject;
  static constexpr bool is_needed = true;

  [[nodiscard]] static constexpr const auto& read(const auto& payload) { return payload.*Member; }
};

/// What a job type that says nothing has: a submission may name a subject, and need not.
struct no_subject {
  static constexpr pawl::axis axis = pawl::axis::subject;
  static constexpr bool is_needed = false;
};

using default_subject = no_subject;

namespace detail {

/// A lifecycle whose jobs are always about something says `static constexpr bool has_subject`.
template <class L>
consteval bool asks_for_subject() {
  if constexpr (requires { requires L::has_subject; })
    return true;
  else
    return false;
}

template <fixed_string Id, class L>
struct no_subject_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: job " << Id.view() << " does not say what it is about, which lifecycle "
        << spoken_name<L>() << " asks for; add pawl::subject<&payload::document>";
  }
};

template <class Subject>
struct subject_member {
  template <class Payload>
  static constexpr bool of = true;
};
template <auto Member>
struct subject_member<subject<Member>> {
  template <class Payload>
  static constexpr bool of = requires(const Payload& payload) { payload.*Member; };
};

template <class Payload>
struct foreign_subject_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: the subject is no member of the payload " << type_name<Payload>()
        << "; name one of its members in pawl::subject<...>";
  }
};

}  // namespace detail

/// Checks that a job type names its subject where its lifecycle asks for one.
template <fixed_string Id, class L, subject_policy Subject>
struct subject_rules : private detail::demand<Subject::is_needed || !detail::asks_for_subject<L>(),
                                              detail::no_subject_sentence<Id, L>> {};

/// Checks the subject against the payload: it is read from that payload.
template <subject_policy Subject, class Payload>
struct subject_payload_rules
    : private detail::demand<detail::subject_member<Subject>::template of<Payload>,
                             detail::foreign_subject_sentence<Payload>> {};

}  // namespace pawl
