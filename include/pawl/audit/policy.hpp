// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/parts.hpp>

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

}  // namespace detail
}  // namespace pawl
