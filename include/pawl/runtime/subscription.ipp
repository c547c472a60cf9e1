// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <functional>

#include <pawl/runtime/engine/session_backend.hpp>
#include <pawl/runtime/subscription.hpp>

namespace pawl {

struct subscription::progress final : runtime::event_sink {
  using clock = std::chrono::steady_clock;
  using state = runtime::event_follower::state;

  /// For announcements that were lost, and transports that announce nothing.
  static constexpr milliseconds look_anyway{5000};
  /// A wake-up between the look at `closed_` and the sleep is lost: nothing is read after it.
  static constexpr milliseconds longest_sleep{250};
  static constexpr milliseconds for_ever = std::chrono::hours{24 * 365};

  progress(runtime::session_backend& of, storage::store& in, storage::scope who, const job_id& job,
           runtime::follow_start after, const std::stop_token& stop)
      : backend(of),
        follower(in, std::move(who), job, std::move(after)),
        stops(of.stops()),
        on_stop(stop, [this] { close(); }) {}

  bool take(const job_event& event, std::string_view place) override {
    read.push_back({event, false, std::string(place)});
    return true;
  }
  void take_gap(std::uint64_t next, std::string_view place) override {
    told_event& gap = read.emplace_back();
    gap.gap = true;
    gap.event.number = next;
    gap.place = place;
  }
  void close() {
    closed = true;
    follower.store().transport().interrupt();
  }
  void end(const storage::error& why) {
    failed = why;
    is_over = true;
  }

  std::optional<told_event> next(milliseconds longest) {
    const auto until = clock::now() + std::clamp(longest, milliseconds{0}, for_ever);
    while (!closed) {
      if (!read.empty()) {
        std::optional<told_event> out(std::move(read.front()));
        read.pop_front();
        return out;
      }
      if (is_over) return {};
      // Before the store is read: what was done before the stop is told.
      const bool stopped = backend.stops() != stops;
      transport::channel& channel = follower.store().transport();
      const auto now = clock::now();
      if (stopped || has_more || channel.news() != follower.seen() ||
          now - looked_at >= look_anyway) {
        look(now);
        if (!read.empty() || has_more) continue;
        is_over = is_over || stopped;
        if (is_over) return {};
      }
      const auto left = std::chrono::ceil<milliseconds>(until - now);
      if (left.count() <= 0) return {};
      channel.wait_for_news(follower.seen(), std::min(left, longest_sleep));
    }
    is_over = true;
    return {};
  }
  void look(clock::time_point now) {
    looked_at = now;
    const state found = follower.read(*this);
    has_more = found == state::more;
    if (found == state::failed) end(follower.error());
    is_over = is_over || found == state::ended;
  }

  runtime::session_backend& backend;
  runtime::event_follower follower;
  std::uint32_t stops;                ///< of the service, when this began
  std::deque<told_event> read{};      ///< a page at most; read by the reader's thread
  std::optional<told_event> shown{};  ///< to an iterator
  clock::time_point looked_at{};
  bool has_more = true;
  std::atomic<bool> is_over{false};  ///< nothing more will be read
  std::optional<storage::error> failed{};
  std::atomic<bool> closed{false};  ///< written by any thread
  std::stop_callback<std::function<void()>> on_stop;
};

PAWL_INLINE subscription::subscription(runtime::session_backend& of, const principal& who,
                                       const job_id* job,
                                       std::optional<runtime::follow_start> after,
                                       std::stop_token stop) {
  storage::store& store = job == nullptr ? of.store_of(false) : of.store_of(*job);
  std::optional<storage::error> failed;
  // For the follower, the nil id means all.
  if (job != nullptr && job->is_nil())
    failed = storage::error{storage::errc::not_found, "no job has the nil id", {}, *job};
  runtime::follow_start from;
  if (after) {
    from = *std::move(after);
  } else if (job == nullptr) {
    auto now = store.feed(runtime::scope_of(who), {}, 0);
    if (now)
      from.cursor = std::move(now->cursor);
    else
      failed = now.error();
  }
  of_ = std::make_unique<progress>(of, store, runtime::scope_of(who),
                                   job == nullptr ? job_id{} : *job, std::move(from), stop);
  if (failed) of_->end(*failed);
}
PAWL_INLINE subscription::subscription(subscription&&) noexcept = default;
PAWL_INLINE subscription& subscription::operator=(subscription&&) noexcept = default;
PAWL_INLINE subscription::~subscription() = default;

PAWL_INLINE std::optional<told_event> subscription::next(milliseconds longest) {
  return of_->next(longest);
}
PAWL_INLINE bool subscription::ended() const {
  return of_->closed || (of_->is_over && of_->read.empty());
}
PAWL_INLINE const storage::error* subscription::error() const {
  return of_->failed ? &*of_->failed : nullptr;
}
PAWL_INLINE void subscription::close() { of_->close(); }

PAWL_INLINE subscription::iterator subscription::begin() {
  iterator out(of_.get());
  return ++out;
}
PAWL_INLINE const told_event& subscription::iterator::operator*() const { return *of_->shown; }
PAWL_INLINE subscription::iterator& subscription::iterator::operator++() {
  do {
    of_->shown = of_->next(progress::for_ever);
  } while (!of_->shown && !of_->closed && !of_->is_over);
  return *this;
}
PAWL_INLINE bool subscription::iterator::is_end() const { return of_ == nullptr || !of_->shown; }

}  // namespace pawl
