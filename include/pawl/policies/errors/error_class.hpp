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
/// unless a job's retry policy says otherwise. A class that an operator must be called for says
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

/// The error classes of the five specified systems, in a namespace of their own because
/// `pawl::timeout` is a policy. A class that two systems know under one name is one class.
namespace error {

// What can happen to every job, whatever its handler does: part of every set.

/// The attempt ran longer than the job type allows.
struct timeout : error_class<"timeout", retryable> {};
/// The worker stopped giving signs of life.
struct worker_lost : error_class<"worker_lost", retryable> {};
/// The handler threw, or broke a rule of the library: a developer must look at it.
struct internal_bug : error_class<"internal_bug", fatal> {
  static constexpr bool escalates = true;
};
/// The stored payload is not what the handler reads.
struct payload_undecodable : error_class<"payload_undecodable", fatal> {};

/// A job that the handler submitted with its own end was refused, so there is neither. Part of no
/// set, and retried unless a job type lists it and says otherwise.
struct submission_refused : error_class<"submission_refused", retryable> {};
/// The output of a job that it depends on is not kept any more. Not part of any set: only a job
/// whose input holds a `pawl::output_of` fails with it.
struct output_unavailable : error_class<"output_unavailable", fatal> {};

// What a job has failed with though no attempt of it has: no handler returns it.

/// The job was cancelled, and to its lifecycle that is a failure.
struct job_cancelled : error_class<"cancelled", fatal> {};
/// An event from outside has ended the job as failed, and did not say why.
struct job_aborted : error_class<"aborted", fatal> {};

// Slide decks.

struct transient_storage : error_class<"transient_storage", retryable> {};
struct network_timeout : error_class<"network_timeout", retryable> {};
struct ai_rate_limit : error_class<"ai_rate_limit", retryable> {};
struct model_overloaded : error_class<"model_overloaded", retryable> {};
struct validation_error : error_class<"validation_error", fatal> {};
struct unsupported_format : error_class<"unsupported_format", fatal> {};
struct quota_exceeded : error_class<"quota_exceeded", fatal> {};
struct corruption_detected : error_class<"corruption_detected", fatal> {};

// Documents.

struct resource_unavailable : error_class<"resource_unavailable", retryable> {};
struct deadline_exceeded : error_class<"deadline_exceeded", retryable> {};
struct queue_overload : error_class<"queue_overload", retryable> {};
struct dependency_unavailable : error_class<"dependency_unavailable", retryable> {};
struct invalid_document : error_class<"invalid_document", fatal> {};
struct validation_failure : error_class<"validation_failure", fatal> {};
/// The processing cannot end in time, however often it is tried.
struct permanent_timeout : error_class<"permanent_timeout", fatal> {};
struct configuration_error : error_class<"configuration_error", fatal> {};
struct resource_limit_exceeded : error_class<"resource_limit_exceeded", fatal> {};

// Video pipeline.

struct provider_network_error : error_class<"provider_network_error", retryable> {};
struct temporary_storage_failure : error_class<"temporary_storage_failure", retryable> {};
struct rate_limited : error_class<"rate_limited", retryable> {};
struct unsupported_codec : error_class<"unsupported_codec", fatal> {};
struct provider_permission_denied : error_class<"provider_permission_denied", fatal> {};
struct corrupted_artifact : error_class<"corrupted_artifact", fatal> {};
struct schema_validation_failure : error_class<"schema_validation_failure", fatal> {};
struct policy_violation : error_class<"policy_violation", fatal> {};

}  // namespace error
}  // namespace pawl
