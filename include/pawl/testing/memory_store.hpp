// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/storage/memory.hpp>
#include <pawl/testing/manual_clock.hpp>

namespace pawl::testing {

/// A store in memory that stands in for one on disk, so that durable job types can be tested
/// without a file. It says that it survives its process, which it does not.
template <clock_policy Clock = manual_clock>
class memory_store : public storage::memory<Clock> {
 public:
  using storage::memory<Clock>::memory;
  static constexpr bool survives_the_process = true;
};

static_assert(storage::job_storage<memory_store<>>);

}  // namespace pawl::testing
