// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/fixed_string.hpp>

namespace pawl {

/// Whether a failure is worth another attempt.
enum class retryability : unsigned char {
  unclassified,  ///< the job type must say
  retryable,     ///< another attempt may succeed
  fatal          ///< no attempt will: the job fails at once
};

// So that a class reads `error_class<"disk_full", fatal>`.
using enum retryability;

/// A class of errors: a type with a stable code, declared once and named by every job type that can
/// fail this way.
///
/// `struct disk_full : pawl::error_class<"disk_full", pawl::fatal> {};`
/// The code is stored, counted and shown, so it never changes. The classification is what holds
/// unless a job's retry policy says otherwise. A class that somebody must be called for says
/// `static constexpr bool escalates = true;`.
template <fixed_string Code, retryability Default = retryability::unclassified>
struct error_class {
  static constexpr text code = Code.view();
  static constexpr retryability classification = Default;
  static constexpr bool escalates = false;
};

namespace detail {

template <class E>
concept has_code = requires { text(E::code); };
template <class E>
concept has_classification =
    requires { requires __is_same(decltype(E::classification), const retryability); };
template <class E>
concept has_escalates = requires { requires __is_same(decltype(E::escalates), const bool); };

/// Codes become metric labels, columns and parts of public codes: lower case, digits, underscores.
constexpr bool is_error_code(text code) {
  if (code.empty() || code.size() > 63) return false;
  for (const char c : code) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    if (!fits) return false;
  }
  return code[0] >= 'a' && code[0] <= 'z';
}

}  // namespace detail

/// A type that stands for a class of errors; `error_class` makes one.
template <class E>
concept error_type = __is_class(E) && detail::has_code<E> && detail::has_classification<E> &&
                     detail::has_escalates<E>;

}  // namespace pawl
