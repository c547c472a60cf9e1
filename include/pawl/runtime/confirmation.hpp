// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <stdexcept>
#include <utility>

#include <pawl/storage/error.hpp>

namespace pawl {

/// Whether something was done that gives nothing back. `value()` throws if it was not, and the
/// exception says why in words: it often ends the program.
class confirmation : public storage::result<void> {
 public:
  confirmation() = default;
  confirmation(unexpected<storage::error> why) : storage::result<void>(std::move(why)) {}
  confirmation(storage::result<void> answer) : storage::result<void>(std::move(answer)) {}

  void value() const {
    if (!has_value()) throw std::runtime_error(describe(error()));
  }
};

}  // namespace pawl
