// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <coroutine>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <variant>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <pawl/asio/pool.hpp>
#include <pawl/detail/durations.hpp>
#include <pawl/job/stop_token.hpp>

namespace pawl {

namespace detail {

/// Waits for an awaitable of Asio's on behalf of a handler's coroutine.
///
/// Everything happens on one strand: the awaitable's steps, the request to stop, and the handler's
/// going on. So none of them needs a lock, and a stop that comes before the first step is seen.
template <class T>
class asio_awaiter {
  using value = typename choose<__is_same(T, void), std::monostate, T>::type;

  struct progress {
    explicit progress(asio_pool& pool, boost::asio::awaitable<T>&& awaited)
        : strand(pool.executor()), what(std::move(awaited)) {}

    boost::asio::strand<boost::asio::io_context::executor_type> strand;
    std::optional<boost::asio::awaitable<T>> what;
    boost::asio::cancellation_signal signal;
    std::optional<std::stop_callback<std::function<void()>>> on_stop;
    std::optional<value> result;
    std::exception_ptr thrown;
  };

 public:
  asio_awaiter(std::stop_token stop, boost::asio::awaitable<T>&& what) : stop_(std::move(stop)) {
    asio_pool* pool = asio_pool::current();
    if (pool == nullptr)
      throw std::logic_error(
          "this coroutine does not run on an asio_pool; give one to "
          "service_options::coroutines_on");
    now_ = std::make_shared<progress>(*pool, std::move(what));
  }

  [[nodiscard]] bool await_ready() const noexcept { return stop_.stop_requested(); }
  void await_suspend(std::coroutine_handle<> handler) {
    boost::asio::post(now_->strand,
                      [now = now_, stop = stop_, handler] { begin(now, stop, handler); });
  }
  T await_resume() {
    // Whatever the awaitable made of it: a handler that was asked to stop is left here.
    if (!now_->result && stop_.stop_requested()) throw stopped{};
    if (now_->thrown) std::rethrow_exception(now_->thrown);
    if constexpr (!__is_same(T, void)) return *std::move(now_->result);
  }

 private:
  static void begin(const std::shared_ptr<progress>& now, const std::stop_token& stop,
                    std::coroutine_handle<> handler) {
    const auto end = [now, handler](std::exception_ptr thrown, auto... result) {
      now->on_stop.reset();
      now->thrown = std::move(thrown);
      if (!now->thrown) now->result.emplace(std::move(result)...);
      handler.resume();
    };
    auto what = *std::exchange(now->what, std::nullopt);
    boost::asio::co_spawn(now->strand, std::move(what),
                          boost::asio::bind_cancellation_slot(now->signal.slot(), end));
    now->on_stop.emplace(stop, [weak = std::weak_ptr(now)] {
      const auto running = weak.lock();
      if (running == nullptr) return;
      boost::asio::post(running->strand, [running] {
        running->signal.emit(boost::asio::cancellation_type::terminal);
      });
    });
  }

  std::stop_token stop_;
  std::shared_ptr<progress> now_;
};

}  // namespace detail

/// Awaits something of Asio's in a coroutine handler:
///
///     auto n = co_await pawl::from_asio(ctx, socket.async_read_some(buffer, use_awaitable));
///
/// If the handler is asked to stop meanwhile, the operation is cancelled and this throws `stopped`,
/// which ends the attempt. An exception of the operation is thrown here.
template <class T>
[[nodiscard]] detail::asio_awaiter<T> from_asio(const detail::attempt_view& ctx,
                                                boost::asio::awaitable<T> what) {
  return {ctx.stop_token(), std::move(what)};
}

/// Waits without a thread; ends early, by `stopped`, if the handler is asked to stop.
template <class Rep, class Period>
[[nodiscard]] detail::asio_awaiter<void> sleep_for(const detail::attempt_view& ctx,
                                                   std::chrono::duration<Rep, Period> how_long) {
  const auto sleep = [](auto until) -> boost::asio::awaitable<void> {
    boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, until);
    co_await timer.async_wait(boost::asio::use_awaitable);
  };
  return from_asio(ctx, sleep(std::chrono::steady_clock::now() + how_long));
}

}  // namespace pawl
