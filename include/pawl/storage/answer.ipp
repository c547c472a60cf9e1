// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <new>
#include <string>

#include <pawl/storage/answer.hpp>

namespace pawl::storage {

PAWL_INLINE void answer_state::expect_done() const {
  if (!done_) throw bad_expected_access<storage::error>(error());
}

PAWL_INLINE void answer_state::refuse_because_thrown() noexcept {
  try {
    try {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& thrown) {
      const std::string what = thrown.what();
      refuse({errc::failed, "the operation threw; guards must not: " + what, {}, {}});
    } catch (...) {
      refuse({errc::failed, "the operation threw something; guards must not throw", {}, {}});
    }
  } catch (...) {
    done_ = false;
    why_ = reason(&out_of_memory());
  }
}

}  // namespace pawl::storage
