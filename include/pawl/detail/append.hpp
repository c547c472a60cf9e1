// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <pawl/detail/text.hpp>

namespace pawl::detail {

/// What writes sentences at compile time writes through this to a string.
struct append {
  std::string& out;
  append& operator<<(text part) {
    out.append(part.data(), part.size());
    return *this;
  }
  append& operator<<(char c) {
    out.push_back(c);
    return *this;
  }
};

}  // namespace pawl::detail
