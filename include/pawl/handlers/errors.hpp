// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/errors/error_class.hpp>

/// How downloads and webhooks fail.

namespace pawl::handlers::error {

/// The source cannot be reached, broke off, is too slow, or answered 408, 425, 429 or 5xx.
struct source_unavailable : error_class<"source_unavailable", retryable> {};
/// The source answered with a status that no repetition changes, or with nonsense.
struct source_refused : error_class<"source_refused", fatal> {};
/// The address is none, or leads to where the handler may not connect.
struct address_refused : error_class<"address_refused", fatal> {};
/// The file is larger, or takes longer, than the handler allows.
struct limit_exceeded : error_class<"limit_exceeded", fatal> {};
/// What was fetched is not what was expected.
struct checksum_mismatch : error_class<"checksum_mismatch", fatal> {};
/// The destination's name is refused, or taken.
struct destination_refused : error_class<"destination_refused", fatal> {};
/// The disk is full, or does not work.
struct destination_unavailable : error_class<"destination_unavailable", retryable> {};
/// The input contradicts itself.
struct invalid_input : error_class<"invalid_input", fatal> {};

/// The receiver cannot be reached, is too slow, or answered 408, 425, 429 or 5xx.
struct receiver_unavailable : error_class<"receiver_unavailable", retryable> {};
/// The receiver answered with a status that no repetition changes.
struct receiver_refused : error_class<"receiver_refused", fatal> {};
/// The handler has no endpoint of this name.
struct unknown_endpoint : error_class<"unknown_endpoint", fatal> {};

}  // namespace pawl::handlers::error

namespace pawl::handlers {

/// Whether the same request may have another answer later.
[[nodiscard]] constexpr bool is_temporary(long status) {
  return status >= 500 || status == 408 || status == 425 || status == 429;
}

}  // namespace pawl::handlers
