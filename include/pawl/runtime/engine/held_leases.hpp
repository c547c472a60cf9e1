// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/operation.hpp>

namespace pawl::runtime {

/// What the store says that an engine holds, to be found by lease. The list is the caller's.
///
/// A worker may have to wait for this, with a thousand leases: there is one table, whose size is
/// known, of their places; a job's number leads to the place where the search for it begins.
class held_leases {
 public:
  explicit held_leases(storage::light_vector<storage::held_job>& jobs)
      : jobs_(jobs), table_(size_for(jobs.size())) {
    for (std::size_t i = 0; i != jobs_.size(); ++i) {
      std::size_t at = first_of(jobs_[i].lease);
      while (table_[at] != free_place) at = next(at);
      table_[at] = static_cast<std::uint32_t>(i + 1);
    }
  }

  /// Null: no job is held by this lease.
  [[nodiscard]] storage::held_job* find(const storage::lease_token& lease) const {
    for (std::size_t at = first_of(lease); table_[at] != free_place; at = next(at)) {
      storage::held_job& each = jobs_[table_[at] - 1];
      if (each.lease == lease) return &each;
    }
    return nullptr;
  }
  [[nodiscard]] const storage::held_job* begin() const { return jobs_.begin(); }
  [[nodiscard]] const storage::held_job* end() const { return jobs_.end(); }

 private:
  static constexpr std::uint32_t free_place = 0;

  /// A power of two of which at most half is taken.
  static std::size_t size_for(std::size_t leases) {
    std::size_t size = 2;
    while (size < 2 * leases) size *= 2;
    return size;
  }
  [[nodiscard]] std::size_t first_of(const storage::lease_token& lease) const {
    return static_cast<std::size_t>(lease.key) & (table_.size() - 1);
  }
  [[nodiscard]] std::size_t next(std::size_t at) const { return (at + 1) & (table_.size() - 1); }

  storage::light_vector<storage::held_job>& jobs_;
  storage::light_vector<std::uint32_t> table_;
};

}  // namespace pawl::runtime
