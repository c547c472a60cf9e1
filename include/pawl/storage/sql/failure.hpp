// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include <pawl/storage/error.hpp>

namespace pawl::storage::detail {

/// The store failed. Thrown inside the backend of a database only; its public members turn it into
/// an answer.
struct store_failure {
  storage::error why;
  bool of_one_operation = false;  ///< a constraint: the other operations of the batch may go on
  bool is_of_a_standby = false;   ///< the server takes no transactions that write
};

[[noreturn]] inline void fail_on_number(std::int64_t value) {
  throw store_failure{{errc::corrupt,
                       "the database holds the number " + std::to_string(value) +
                           " where it makes no sense; does something else write to pawl's tables?",
                       {},
                       {}},
                      true};
}

/// A conditional write whose condition was read in the same transaction has met another row.
[[noreturn]] inline void fail_on_foreign_write() {
  throw store_failure{{errc::failed,
                       "a row changed under a transaction; does something else write to pawl's "
                       "tables?",
                       {},
                       {}},
                      true};
}

}  // namespace pawl::storage::detail
