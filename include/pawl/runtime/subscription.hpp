// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include <pawl/detail/durations.hpp>
#include <pawl/job/principal.hpp>
#include <pawl/runtime/engine/event_follower.hpp>

namespace pawl {

namespace runtime {
class session_backend;
}

namespace detail {

using events_are_awaited = refused<"pawl: the next event is waited for", "at most so long; write",
                                   "next(10s), or loop over it">;

}  // namespace detail

/// What a subscription tells.
struct told_event {
  job_event event{};
  /// Something that happened before is no longer kept, and `event` is none: the present is to be
  /// read anew, by `status` or `jobs`. One gap stands for all that was lost when a page was read.
  bool gap = false;
  /// Where another subscription goes on behind this: of one job the number of the event, of all
  /// jobs a cursor. Empty behind a gap that an event follows.
  std::string place{};
};

/// What happens to a job, or to all jobs of a tenant. Made by `session.subscribe(…)`.
///
///     auto events = acme.subscribe(job);
///     for (const pawl::told_event& each : events) std::cout << each.event.to << '\n';
///
/// Nothing that the store keeps is lost, however slow the reader is: at most one page of 256 events
/// is in memory, and the next is read when it was taken. Who sleeps here costs the store nothing:
/// it is read when news are announced, and once in five seconds for news that were not. The events
/// of one job end when it has; those of all jobs when the subscription is closed, its stop token is
/// asked to, or the service has stopped, after what it has done last. One thread reads; `close` may
/// be called by any. It must not outlive its service.
class subscription {
  struct progress;

 public:
  using milliseconds = std::chrono::milliseconds;
  using start = runtime::follow_start;

  /// Null for the job: all of the tenant's that are stored. Without a start, of all jobs from now
  /// on.
  subscription(runtime::session_backend& of, const principal& who, const job_id* job,
               std::optional<start> after, std::stop_token stop);
  subscription(subscription&&) noexcept;
  subscription& operator=(subscription&&) noexcept;
  ~subscription();

  /// The next event, which is waited for at most so long. Nothing: none has come, or it is over.
  [[nodiscard]] std::optional<told_event> next(milliseconds longest);
  template <class... Number, class Because = detail::events_are_awaited>
    requires(sizeof...(Number) == 0 || (std::is_arithmetic_v<Number> && ...))
  std::optional<told_event> next(Number...) = PAWL_DELETE("pawl: write next(10s)");
  /// Whether nothing will come any more.
  [[nodiscard]] bool ended() const;
  /// Why it has ended, if it could not go on; else null.
  [[nodiscard]] const storage::error* error() const;
  /// Ends it: who waits in `next` is woken up. What was read and not yet taken is not told.
  void close();

  class iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using value_type = told_event;
    using difference_type = std::ptrdiff_t;
    using reference = const told_event&;
    using pointer = const told_event*;

    iterator() = default;

    const told_event& operator*() const;
    const told_event* operator->() const { return &**this; }
    iterator& operator++();
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& at, std::default_sentinel_t) { return at.is_end(); }

   private:
    friend subscription;
    explicit iterator(progress* of) : of_(of) {}
    [[nodiscard]] bool is_end() const;

    progress* of_ = nullptr;
  };
  /// Waits for the first event; an input range, which goes on where it was left.
  [[nodiscard]] iterator begin();
  [[nodiscard]] static std::default_sentinel_t end() { return {}; }

 private:
  std::unique_ptr<progress> of_;
};

}  // namespace pawl

#if !PAWL_COMPILED
#include <pawl/runtime/subscription.ipp>
#endif
