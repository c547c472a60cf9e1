// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

namespace pawl {

/// Who asks: every operation on a job is done in the name of one, inside its tenant.
struct principal {
  std::string tenant{};
  std::string user{};          ///< recorded as requestedBy
  std::string organisation{};  ///< may be empty

  friend bool operator==(const principal&, const principal&) = default;
};

}  // namespace pawl
