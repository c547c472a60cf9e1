// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/transport/signals.hpp>

namespace pawl::transport {

namespace detail {

struct own_words {
  signal_words words{};
};

}  // namespace detail

/// Between the threads of one process.
class local final : private detail::own_words, public detail::signals {
 public:
  static constexpr bool between_processes = false;

  local() : signals(words) {}
};

static_assert(job_transport<local>);

}  // namespace pawl::transport
