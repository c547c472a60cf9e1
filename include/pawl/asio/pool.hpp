// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <pawl/runtime/executor.hpp>

namespace pawl {

/// Threads on which coroutine handlers run while Asio does their waiting.
///
///     auto pool = std::make_shared<pawl::asio_pool>(2);
///     jobs.start({.coroutines_on = pool});
///
/// Throws std::system_error if the system has not as many threads.
/// A handler must not block: while it computes, it has one of the threads. What still waits when
/// the pool goes is never resumed.
class asio_pool final : public coroutine_executor {
 public:
  explicit asio_pool(unsigned threads = 1) {
    threads_.reserve(std::max(1U, threads));
    try {
      for (unsigned i = 0; i < std::max(1U, threads); ++i)
        threads_.emplace_back([this, context = context_] {
          current_ = this;
          context->run();
        });
    } catch (const std::system_error&) {
      end();
      throw;
    }
  }
  ~asio_pool() override { end(); }
  asio_pool(const asio_pool&) = delete;
  asio_pool& operator=(const asio_pool&) = delete;

  void post(callable<> work) override { boost::asio::post(*context_, std::move(work)); }

  /// For sockets and timers that a handler uses.
  [[nodiscard]] boost::asio::io_context::executor_type executor() {
    return context_->get_executor();
  }
  /// The pool whose thread this is; null if it is none's.
  [[nodiscard]] static asio_pool* current() { return current_; }

 private:
  void end() {
    work_.reset();
    context_->stop();
    for (std::thread& each : threads_) {
      // A handler that outlived its service may be the last to hold the pool.
      if (each.get_id() == std::this_thread::get_id())
        each.detach();
      else
        each.join();
    }
    if (current_ == this) current_ = nullptr;
  }

  static inline thread_local asio_pool* current_ = nullptr;

  /// Shared with the threads, one of which may outlive the pool.
  std::shared_ptr<boost::asio::io_context> context_ = std::make_shared<boost::asio::io_context>();
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{
      context_->get_executor()};
  std::vector<std::thread> threads_;
};

}  // namespace pawl
