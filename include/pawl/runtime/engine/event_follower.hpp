// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include <pawl/detail/durations.hpp>
#include <pawl/storage/store.hpp>

/// Following what happens, a page at a time: what subscriptions and the streams of the HTTP API do
/// alike.

namespace pawl::runtime {

/// Pages of the feed of all jobs that were just read. Most who follow a feed have seen the same and
/// want the same: the store is asked once for all of them, not once for each.
class recent_pages {
 public:
  using page_ptr = std::shared_ptr<const storage::feed_page>;

  explicit recent_pages(std::chrono::milliseconds kept_for = std::chrono::milliseconds{100})
      : kept_for_(kept_for) {}

  /// What happened behind a cursor. `news` is the transport's number from before: a page that was
  /// read since then has all that was announced. What was committed and could not be announced is
  /// read a little later.
  [[nodiscard]] storage::result<page_ptr> read(storage::store& from, const storage::scope& who,
                                               const std::string& cursor, std::size_t limit,
                                               std::uint32_t news);

 private:
  struct entry {
    const storage::store* store = nullptr;
    std::string tenant{};
    std::string cursor{};
    std::uint32_t news = 0;
    std::chrono::steady_clock::time_point read_at{};
    page_ptr page{};
  };
  static constexpr std::size_t most = 8;

  std::chrono::milliseconds kept_for_;
  std::mutex changes_;  ///< held while `entries_` is read or changed, never while the store is
  std::array<entry, most> entries_{};
  std::size_t next_ = 0;  ///< the entry that is overwritten next
};

/// What a follower has seen.
struct follow_start {
  std::uint64_t event = 0;  ///< of one job: the number of the last event
  std::string cursor{};     ///< of all jobs: the place behind it in the store's feed
};

/// Takes what a follower reads.
class event_sink {
 public:
  /// `place` is where another follower goes on behind the event. False: there is no room for it
  /// now; it is read again.
  virtual bool take(const job_event& event, std::string_view place) = 0;
  /// What was taken last is not followed by what comes next, for that is no longer kept: the
  /// present is to be read anew. `next` is the number of the event of one job that comes next, or
  /// that came last; `place` is empty if an event of all jobs follows.
  virtual void take_gap(std::uint64_t next, std::string_view place) = 0;

 protected:
  ~event_sink() = default;
};

/// Follows the events of one job to its end, or those of all jobs of a scope. One thread at a time.
class event_follower {
 public:
  enum class state : unsigned char {
    more,   ///< there may be more at once
    open,   ///< all that there is was taken
    ended,  ///< the job has ended, and all of it was taken
    failed  ///< nothing will come any more; `error` says why
  };
  /// What is read at once.
  static constexpr std::size_t page = 256;

  /// A nil job: all. `shared` may be null: then each page is this follower's own.
  event_follower(storage::store& store, storage::scope who, const job_id& job, follow_start after,
                 recent_pages* shared = nullptr)
      : store_(&store),
        who_(std::move(who)),
        job_(job),
        after_(after.event),
        cursor_(std::move(after.cursor)),
        follows_(!cursor_.empty()),
        shared_(shared) {}

  /// Reads a page. A store that cannot be read for a while is read again later.
  state read(event_sink& to);
  /// The number of the news before the last page was read: what has changed it is not in the page.
  [[nodiscard]] std::uint32_t seen() const { return seen_; }
  [[nodiscard]] const storage::error& error() const { return error_; }
  [[nodiscard]] storage::store& store() const { return *store_; }

 private:
  state read_job(event_sink& to);
  state read_feed(event_sink& to);
  state lost(const storage::error& why);

  storage::store* store_;
  storage::scope who_;
  job_id job_;
  std::uint64_t after_;  ///< of one job: the number of the last event that was taken
  std::string cursor_;   ///< of all jobs: the place behind it
  bool follows_;         ///< the reader knows the present: what is missing is missing to it
  recent_pages* shared_;
  std::uint32_t seen_ = 0;
  storage::error error_{};
};

}  // namespace pawl::runtime

#if !PAWL_COMPILED
#include <pawl/runtime/engine/event_follower.ipp>
#endif
