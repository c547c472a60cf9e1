// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>

namespace pawl::transport {

using std::chrono::milliseconds;

/// The run-time face of a transport: how engines and sessions hear of each other through a store.
/// `job_transport` states what its members promise.
class channel {
 public:
  channel() = default;
  channel(const channel&) = delete;
  channel& operator=(const channel&) = delete;
  virtual ~channel() = default;

  virtual void announce_work() = 0;
  virtual bool wait_for_work(milliseconds longest) = 0;
  virtual void announce_news() = 0;
  [[nodiscard]] virtual std::uint32_t news() const = 0;
  virtual std::uint32_t wait_for_news(std::uint32_t seen, milliseconds longest) = 0;
  virtual void interrupt() = 0;
};

}  // namespace pawl::transport
