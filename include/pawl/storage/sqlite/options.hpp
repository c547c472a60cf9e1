// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <pawl/detail/durations.hpp>

namespace pawl::storage {

/// What an acknowledged job survives.
enum class durability_level : unsigned char {
  full,   ///< a crash of the process, of the machine, and a loss of power
  normal  ///< a crash of the process; a loss of power may take the last moments
};

struct sqlite_options {
  durability_level durability = durability_level::full;
  /// Whether the database itself refuses what the lifecycles forbid, by whomever it is written.
  /// Pawl's own writes need no guard, and it would cost a sixth of the throughput: docs/storage.md.
  /// Holds for the file, from when it is made.
  bool guarded = false;
  /// Only looks: nothing is written, neither the file nor what stands beside it, and no store is
  /// made. One of an older version is refused, for it would have to be brought up to date.
  bool read_only = false;
  /// Operations of one commit, at most.
  std::size_t largest_commit = 1000;
  /// How long an operation waits while another process holds the database; then it is refused with
  /// `busy`, and nothing of it has happened.
  std::chrono::milliseconds busy_wait = std::chrono::milliseconds{5000};
};

}  // namespace pawl::storage
