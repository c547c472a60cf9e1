// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/runtime/engine/event_follower.hpp>

namespace pawl::runtime {

PAWL_INLINE storage::result<recent_pages::page_ptr> recent_pages::read(storage::store& from,
                                                                       const storage::scope& who,
                                                                       const std::string& cursor,
                                                                       std::size_t limit,
                                                                       std::uint32_t news) {
  const auto now = std::chrono::steady_clock::now();
  {
    const std::lock_guard lock(changes_);
    for (const entry& each : entries_)
      if (each.page && each.news == news && each.store == &from && each.cursor == cursor &&
          each.tenant == who.tenant() && now - each.read_at < kept_for_)
        return each.page;
  }
  auto read = from.feed(who, cursor, limit);
  if (!read) return unexpected<storage::error>(std::move(read).error());
  auto page = std::make_shared<const storage::feed_page>(*std::move(read));
  const std::lock_guard lock(changes_);
  entries_[next_++ % most] = {&from, who.tenant(), cursor, news, now, page};
  return page;
}

PAWL_INLINE event_follower::state event_follower::read(event_sink& to) {
  seen_ = store_->transport().news();
  return job_.is_nil() ? read_feed(to) : read_job(to);
}

PAWL_INLINE event_follower::state event_follower::read_job(event_sink& to) {
  // The record first: what it says has happened is in the events that are read after it.
  const auto record = store_->get(who_, job_);
  if (!record) return lost(record.error());
  if (after_ > record->last_event) {
    to.take_gap(record->last_event, {});
    after_ = record->last_event;
  }
  const auto events = store_->events(who_, job_, after_, page);
  if (!events) return lost(events.error());
  for (const job_event& each : *events) {
    if (each.number != after_ + 1) to.take_gap(each.number, {});
    if (!to.take(each, std::to_string(each.number))) return state::more;
    after_ = each.number;
  }
  if (events->size() == page) return state::more;
  // They are written with the record: those that it counts and that were not read are gone.
  if (after_ < record->last_event) {
    to.take_gap(record->last_event, {});
    after_ = record->last_event;
  }
  return is_terminal(record->kind) && after_ >= record->last_event ? state::ended : state::open;
}

PAWL_INLINE event_follower::state event_follower::read_feed(event_sink& to) {
  recent_pages::page_ptr news;
  if (shared_ != nullptr) {
    auto read = shared_->read(*store_, who_, cursor_, page, seen_);
    if (!read) return lost(read.error());
    news = *std::move(read);
  } else {
    auto read = store_->feed(who_, cursor_, page);
    if (!read) return lost(read.error());
    news = std::make_shared<const storage::feed_page>(*std::move(read));
  }
  // Who reads the past for the first time has nothing to miss of it.
  if (news->gap && follows_)
    to.take_gap(0, news->entries.empty() ? std::string_view(news->cursor) : std::string_view());
  for (const auto& [event, cursor] : news->entries) {
    if (!to.take(event, cursor)) return state::more;
    cursor_ = cursor;
  }
  cursor_ = news->cursor;
  follows_ = follows_ || !news->more;
  return news->more ? state::more : state::open;
}

PAWL_INLINE event_follower::state event_follower::lost(const storage::error& why) {
  if (storage::is_transient(why.code)) return state::open;
  error_ = why;
  return state::failed;
}

}  // namespace pawl::runtime
