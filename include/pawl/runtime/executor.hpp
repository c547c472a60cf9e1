// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/callable.hpp>

namespace pawl {

/// Where coroutine handlers begin, and go on after they have waited.
///
/// **Requirements.** `post` calls what it is given, once, on a thread of its own.
/// **Called when.** For every attempt of a coroutine handler, from the engine's threads.
/// **Failure.** What is given does not throw.
/// **Thread safety.** Calls may overlap.
/// **Example.** `pawl::asio_pool`. Without one, coroutines begin on the engine's workers.
class coroutine_executor {
 public:
  coroutine_executor() = default;
  coroutine_executor(const coroutine_executor&) = delete;
  coroutine_executor& operator=(const coroutine_executor&) = delete;
  virtual ~coroutine_executor() = default;

  virtual void post(callable<> work) = 0;
};

}  // namespace pawl
