// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/detail/spoken.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_field_count = says<decltype(P::count), std::size_t>;
template <class P>
concept has_field_name = requires(std::size_t i) { text(P::name(i)); };
template <class P>
concept has_contains = says<decltype(P::template contains<fixed_string("field")>), bool>;

}  // namespace detail

/// What a job records about itself besides who requested it.
///
/// **Requirements.** `count` fields; `name(i)` is an identifier, each used once, and none of them
/// is `requestedBy`, which is always recorded. `contains<"name">` says whether it is one of them.
/// **Called when.** By the compiler, where a handler sets a field; at settlement, when the fields
/// that were set are stored with the job.
/// **Failure.** A name that is no identifier, listed twice, or set without being declared does not
/// compile.
/// **Thread safety.** Constants.
/// **Example.** `audit<"model", "tokenUsage">`.
template <class P>
concept audit_policy = detail::on_axis<P, axis::audit> && detail::has_field_count<P> &&
                       detail::has_field_name<P> && detail::has_contains<P>;

/// The index of a field, or `count` if there is none of that name.
template <audit_policy A>
[[nodiscard]] constexpr std::size_t find_field(text name) {
  std::size_t i = 0;
  while (i < A::count && !(text(A::name(i)) == name)) ++i;
  return i;
}

namespace detail {

template <class A, fixed_string Name>
struct unknown_field {
  static constexpr void write(auto& out) {
    out << "pawl: audit field " << Name << " is not declared; ";
    if (A::count == 0) {
      out << "list it in audit<...>";
      return;
    }
    out << "the fields are ";
    for (std::size_t i = 0; i < A::count; ++i) {
      if (i != 0) out << ", ";
      out << text(A::name(i));
    }
  }
};

struct requested_by_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: audit field requestedBy is always recorded; remove it";
  }
};

template <fixed_string... Names>
inline constexpr bool names_requester = ((Names.view() == text("requestedBy")) || ...);

}  // namespace detail

/// The fields that a job records besides `requestedBy`. A handler sets their values; nothing is
/// copied from the payload.
// clang-format off: clang shows the line of the parameters
template <fixed_string... Names> requires detail::takes<"pawl: audit takes the names of fields in quotes">
// clang-format on
struct audit
    : private detail::demand<detail::sound_names<Names...>,
                             detail::names_sentence<"audit", "field", Names...>>,
      private detail::demand<!detail::names_requester<Names...>, detail::requested_by_sentence> {
  static constexpr pawl::axis axis = pawl::axis::audit;
  static constexpr std::size_t count = sizeof...(Names);

  template <fixed_string Name>
  static constexpr bool contains = ((Names.view() == Name.view()) || ...);

  [[nodiscard]] static constexpr text name(std::size_t i) {
    constexpr text names[] = {Names.view()..., {}};
    return names[i];
  }
};

using default_audit = audit<>;

namespace detail {

template <class Audit, class Member>
struct copied_member_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: audit field " << text(Member::name)
        << " is called like a member of the payload; payload parts are not copied into "
           "metadata, so give it another name";
  }
};

}  // namespace detail

/// Checks the audit fields against the members of a payload, any list of types with a `name`: no
/// field is called like one.
template <audit_policy Audit, class Members>
struct audit_rules;
template <audit_policy Audit, template <class...> class List, class... Members>
struct audit_rules<Audit, List<Members...>>
    : private detail::demand<find_field<Audit>(text(Members::name)) == Audit::count,
                             detail::copied_member_sentence<Audit, Members>>... {};

}  // namespace pawl
