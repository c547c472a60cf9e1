// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/api_core.hpp>

namespace pawl::http {

PAWL_INLINE api_core::stream_place::~stream_place() {
  const std::lock_guard lock(among_->changes);
  --among_->open;
  std::erase_if(among_->by_token,
                [this](auto& each) { return each.first == token_ && --each.second == 0; });
}

PAWL_INLINE std::shared_ptr<api_core::stream_place> api_core::take_stream_place(const request& in) {
  const sha256_digest token = bearer_tokens::digest_of(bearer_token(in).value_or(""));
  {
    const std::lock_guard lock(streams_->changes);
    if (streams_->closed || streams_->open >= options_.most_streams) return {};
    auto of_token = streams_->by_token.begin();
    while (of_token != streams_->by_token.end() && of_token->first != token) ++of_token;
    if (of_token == streams_->by_token.end())
      of_token = streams_->by_token.insert(of_token, {token, 0});
    if (of_token->second >= options_.most_streams_of_one) return {};
    ++of_token->second;
    ++streams_->open;
  }
  return std::make_shared<stream_place>(streams_, token);
}
PAWL_INLINE bool api_core::streams_are_closed() const {
  const std::lock_guard lock(streams_->changes);
  return streams_->closed;
}
PAWL_INLINE void api_core::close_streams() {
  const std::lock_guard lock(streams_->changes);
  streams_->closed = true;
}

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

namespace detail {

/// One event of a stream. The data is JSON on one line, so no text of a job can end it.
inline void write_message(std::string& out, std::string_view event, std::string_view id,
                          std::string_view data) {
  if (!id.empty()) out.append("id: ").append(id).append("\n");
  out.append("event: ").append(event).append("\ndata: ").append(data).append("\n\n");
}

class store_stream final : public event_stream {
 public:
  store_stream(api_core& api, const request& in, const caller& who, const job_record* job,
               stream_start after, std::shared_ptr<api_core::stream_place> place)
      : options_(api.options()),
        store_(job != nullptr ? api.sessions().store_of(job->id) : api.store()),
        proof_{.method = {}, .target = {}, .headers = in.headers, .body = {}, .peer = in.peer},
        who_(who),
        after_(after.event),
        cursor_(std::move(after.cursor)),
        follows_(!cursor_.empty()),
        place_(std::move(place)) {
    if (job != nullptr) job_ = job->id;
  }

  state read(std::string& out) override {
    if (place_->closed() || !still_known()) return state::ended;
    seen_ = store_.transport().news();
    begin_ = out.size();
    const state now = job_.is_nil() ? read_feed(out) : read_job(out);
    const auto time = std::chrono::steady_clock::now();
    if (out.size() != begin_) {
      spoke_ = time;
    } else if (time - spoke_ >= options_.sign_of_life) {
      out += ": still here\n\n";
      spoke_ = time;
    }
    return now;
  }

  void wait(std::chrono::milliseconds longest) override {
    store_.transport().wait_for_news(seen_, longest);
  }

 private:
  // What is read at once, and so what a stream holds for a client that does not take it.
  static constexpr std::size_t page = 256;
  static constexpr std::size_t page_bytes = 65'536;

  /// A token may be revoked while its stream is open.
  bool still_known() {
    const auto now = std::chrono::steady_clock::now();
    if (now - checked_ < options_.check_token_every) return true;
    checked_ = now;
    auto known = options_.auth ? options_.auth->identify(proof_) : std::nullopt;
    if (known && known->who.tenant != who_.who.tenant) known = looking_at(who_.who.tenant, *known);
    return known && *known == who_;
  }

  /// False: the page is full, and the event is the first of the next.
  bool write(std::string& out, const job_event& each, std::string_view id) {
    const std::size_t before = out.size();
    std::string data;
    json_out to(data);
    write_view(to, event_view, each,
               {.operates = who_.may.has(permission::operate), .user = who_.who.user});
    write_message(out, std::string_view(name_of(each.kind)), id, data);
    if (before == begin_ || out.size() - begin_ <= page_bytes) return true;
    out.resize(before);
    return false;
  }
  /// What was seen last is no longer followed by what comes next: read the present anew.
  void write_reset(std::string& out, std::uint64_t next) {
    write_message(out, "reset", {}, "{\"next\":" + std::to_string(next) + "}");
  }

  state read_job(std::string& out) {
    // The record first: what it says has happened is in the events that are read after it.
    const auto record = store_.get(scope(), job_);
    if (!record) return lost(out, record.error());
    if (after_ > record->last_event) {
      write_reset(out, record->last_event);
      after_ = record->last_event;
    }
    const auto events = store_.events(scope(), job_, after_, page);
    if (!events) return lost(out, events.error());
    for (const job_event& each : *events) {
      if (each.number != after_ + 1) write_reset(out, each.number);
      if (!write(out, each, std::to_string(each.number))) return state::more;
      after_ = each.number;
    }
    if (events->size() == page) return state::more;
    // They are written with the record: those that it counts and that were not read are gone.
    if (after_ < record->last_event) {
      write_reset(out, record->last_event);
      after_ = record->last_event;
    }
    return is_terminal(record->kind) && after_ >= record->last_event ? state::ended : state::open;
  }

  state read_feed(std::string& out) {
    const auto read = place_->pages().read(store_, scope(), cursor_, page, seen_);
    if (!read) return lost(out, read.error());
    const storage::feed_page* const news = read->get();
    // Who reads the past for the first time has nothing to miss of it.
    if (news->gap && follows_)
      write_message(out, "reset", news->entries.empty() ? std::string_view(news->cursor) : "",
                    "{}");
    for (const auto& [event, cursor] : news->entries) {
      if (visible(event.job) && !write(out, event, cursor)) return state::more;
      cursor_ = cursor;
    }
    cursor_ = news->cursor;
    follows_ = follows_ || !news->more;
    return news->more ? state::more : state::open;
  }

  bool visible(const job_id& job) {
    if (!options_.may_see) return true;
    const auto record = store_.get(scope(), job);
    return record && options_.may_see(who_, *record);
  }

  state lost(std::string& out, const storage::error& why) {
    if (storage::is_transient(why.code)) return state::open;
    write_message(out, "gone", {}, "{}");
    return state::ended;
  }

  storage::scope scope() const { return storage::scope::tenant(who_.who.tenant); }

  const api_options options_;  // a copy: a stream may outlive its API
  storage::store& store_;
  request proof_;
  caller who_;
  job_id job_{};
  std::uint64_t after_;  ///< of one job: the number of the last event that was sent
  std::string cursor_;   ///< of all jobs: the place behind it
  bool follows_;         ///< the client knows the present: what is missing is missing to it
  std::shared_ptr<api_core::stream_place> place_;
  std::uint32_t seen_ = 0;
  std::size_t begin_ = 0;  ///< of the page that is being read
  std::chrono::steady_clock::time_point spoke_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point checked_ = std::chrono::steady_clock::now();
};

}  // namespace detail

PAWL_INLINE std::unique_ptr<event_stream> make_event_stream(
    api_core& api, const request& in, const caller& who, const job_record* job, stream_start after,
    std::shared_ptr<api_core::stream_place> place) {
  return std::make_unique<detail::store_stream>(api, in, who, job, std::move(after),
                                                std::move(place));
}

}  // namespace pawl::http
