// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <pawl/detail/light_vector.hpp>
#include <pawl/detail/maybe.hpp>
#include <pawl/storage/error.hpp>
#include <pawl/storage/queries.hpp>

/// The feed of all jobs, for backends whose jobs and events are numbered in the order of their
/// commits: two lists that become one.

namespace pawl::storage {

/// Where a feed goes on: behind the event and the job with these numbers. To those who follow it,
/// it is an opaque word.
struct feed_place {
  std::int64_t events = 0;
  std::int64_t jobs = 0;
};

[[nodiscard]] inline std::string cursor_of(const feed_place& at) {
  return std::to_string(at.events) + '-' + std::to_string(at.jobs);
}

/// The place that a cursor spells, the beginning for an empty one; nothing if it is none of ours.
[[nodiscard]] inline pawl::detail::maybe<feed_place> parse_feed_cursor(std::string_view cursor) {
  feed_place at;
  if (cursor.empty()) return at;
  const char* const end = cursor.data() + cursor.size();
  const auto events = std::from_chars(cursor.data(), end, at.events);
  if (events.ec != std::errc{} || events.ptr == end || *events.ptr != '-') return {};
  const auto jobs = std::from_chars(events.ptr + 1, end, at.jobs);
  if (jobs.ec != std::errc{} || jobs.ptr != end || at.events < 0 || at.jobs < 0) return {};
  return at;
}

[[nodiscard]] inline unexpected<error> bad_feed_cursor() {
  return refuse(errc::invalid, "the cursor is not one that the feed has given; begin without one");
}

/// A job that is new to who follows the feed.
struct announced_job {
  std::int64_t key = 0;
  job_id id{};
  instant created_at{};
};
struct placed_event {
  std::int64_t job = 0;  ///< its key
  job_event event{};
};

/// One list of two, each in its own order and as long as the limit if there is more. A job stands
/// before its events, and before what happened after it was made. `newest` is where both end.
[[nodiscard]] inline feed_page merged(feed_place at, const feed_place& newest,
                                      const pawl::detail::light_vector<announced_job>& jobs,
                                      pawl::detail::light_vector<placed_event> events,
                                      std::size_t limit) {
  feed_page out;
  auto job = jobs.begin();
  auto event = events.begin();
  while (out.entries.size() < limit && (job != jobs.end() || event != events.end())) {
    const bool announces = job != jobs.end() && (event == events.end() || job->key <= event->job ||
                                                 job->created_at <= event->event.at);
    if (announces) {
      at.jobs = job->key;
      out.entries.push_back(
          {job_event{
               .job = job->id, .number = 0, .kind = event_kind::submitted, .at = job->created_at},
           cursor_of(at)});
      ++job;
    } else {
      at.events = static_cast<std::int64_t>(event->event.feed);
      out.entries.push_back({std::move(event->event), cursor_of(at)});
      ++event;
    }
  }
  out.more = out.entries.size() >= limit;
  // What belongs to others is passed over: it need not be looked at again.
  if (!out.more) at = newest;
  out.cursor = cursor_of(at);
  return out;
}

/// What a feed of which nothing is asked for answers: where it ends.
[[nodiscard]] inline feed_page end_of_feed(const feed_place& newest) {
  feed_page out;
  out.cursor = cursor_of(newest);
  return out;
}

/// Whether events between two places are gone, of which so many are kept. A cursor beyond the
/// newest event is another store's, or of a time that this one was set back from.
[[nodiscard]] inline bool has_gap(std::string_view after, const feed_place& from,
                                  const feed_place& to, std::int64_t kept) {
  if (after.empty()) return false;
  return to.events < from.events || to.jobs < from.jobs || kept != to.events - from.events;
}

}  // namespace pawl::storage
