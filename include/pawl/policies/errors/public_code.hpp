// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/compose.hpp>
#include <pawl/policies/errors/error_classes.hpp>

/// How an error is named to those who see only the job: a public code, a safe sentence, and the
/// words in which the specifications call a class that is or is not retried.

namespace pawl {

/// Writes `CONVERT_UNSUPPORTED_FORMAT` for job `deck.convert` and code `unsupported_format`. What
/// stands before a job's first dot, which says whose it is, is left out, and so is the tilde of a
/// GTS identifier; whatever else is neither letter nor digit becomes an underscore.
constexpr void write_public_code(auto& out, text job, text code) {
  for (std::size_t i = 0; i + 1 < job.size(); ++i)
    if (job.data()[i] == '.') {
      job = {job.data() + i + 1, job.size() - i - 1};
      break;
    }
  const auto shout = [&out](text name) {
    for (const char c : name) {
      if (c == '~') continue;
      const bool kept = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (c >= 'a' && c <= 'z')
        out << static_cast<char>(c - 'a' + 'A');
      else
        out << (kept ? c : '_');
    }
  };
  shout(job);
  out << '_';
  shout(code);
}

namespace detail {

template <fixed_string Job, class E>
struct public_code_text {
  static constexpr void write(auto& out) { write_public_code(out, Job.view(), E::code); }
};

template <class E>
concept has_summary = requires { text(E::summary); };

template <class E>
struct summary_text {
  static constexpr void write(auto& out) {
    for (const char c : E::code) out << (c == '_' ? ' ' : c);
  }
};

template <fixed_string Job, class Set>
inline constexpr int public_codes_of = 0;
template <fixed_string Job, class... Classes>
inline constexpr text public_codes_of<Job, error_classes<Classes...>>[sizeof...(Classes) + 1] = {
    composed<public_code_text<Job, Classes>>.view()..., text{}};

}  // namespace detail

/// The public code of a job's error: `public_code<"convert", error::unsupported_format>()`.
template <fixed_string Job, error_type E>
[[nodiscard]] constexpr text public_code() {
  return detail::composed<detail::public_code_text<Job, E>>;
}

/// The public codes of all errors of a job, in the order of the set's `infos()`.
template <fixed_string Job, class Errors>
[[nodiscard]] constexpr slice<text> public_codes() {
  return {detail::public_codes_of<Job, typename Errors::classes>, Errors::classes::count};
}

/// A sentence about a class that a tenant may read: the class's own `summary`, if it declares one,
/// else its code in words. It holds nothing of what happened, so it cannot leak it.
template <error_type E>
[[nodiscard]] constexpr text summary_of() {
  if constexpr (detail::has_summary<E>)
    return text(E::summary);
  else
    return detail::composed<detail::summary_text<E>>;
}

/// `RETRYABLE` or `NON_RETRYABLE`, the words of the video pipeline; empty if unclassified.
[[nodiscard]] constexpr text taxonomy_name(retryability r) {
  if (r == retryability::retryable) return "RETRYABLE";
  return r == retryability::fatal ? text("NON_RETRYABLE") : text();
}

/// `RETRYABLE` or `TERMINAL`, a document's `errorType`; empty if unclassified.
[[nodiscard]] constexpr text error_type_name(retryability r) {
  if (r == retryability::retryable) return "RETRYABLE";
  return r == retryability::fatal ? text("TERMINAL") : text();
}

}  // namespace pawl
