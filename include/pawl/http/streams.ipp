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

namespace detail {

/// One event of a stream. The data is JSON on one line, so no text of a job can end it.
inline void write_message(std::string& out, std::string_view event, std::string_view id,
                          std::string_view data) {
  if (!id.empty()) out.append("id: ").append(id).append("\n");
  out.append("event: ").append(event).append("\ndata: ").append(data).append("\n\n");
}

class store_stream final : public event_stream, runtime::event_sink {
 public:
  store_stream(api_core& api, const request& in, const caller& who, const job_record* job,
               stream_start after, std::shared_ptr<api_core::stream_place> place)
      : options_(api.options()),
        proof_{.method = {}, .target = {}, .headers = in.headers, .body = {}, .peer = in.peer},
        who_(who),
        is_of_one_(job != nullptr),
        job_(is_of_one_ ? job->id : job_id{}),
        place_(std::move(place)),
        follower_(is_of_one_ ? api.sessions().store_of(job->id) : api.store(), scope(),
                  is_of_one_ ? job->id : job_id{}, std::move(after), &place_->pages()) {}

  state read(std::string& out) override {
    if (place_->closed() || !still_known()) return state::ended;
    out_ = &out;
    begin_ = out.size();
    const state now = state_of(follower_.read(*this));
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
    follower_.store().transport().wait_for_news(follower_.seen(), longest);
  }

 private:
  // What a stream holds for a client that does not take it.
  static constexpr std::size_t page_bytes = 65'536;

  /// A token may be revoked while its stream is open, and so may the right to see its job.
  bool still_known() {
    const auto now = std::chrono::steady_clock::now();
    if (now - checked_ < options_.check_token_every) return true;
    checked_ = now;
    auto known = options_.auth ? options_.auth->identify(proof_) : std::nullopt;
    if (known && known->who.tenant != who_.who.tenant) known = looking_at(who_.who.tenant, *known);
    if (!known || !(*known == who_)) return false;
    if (!is_of_one_ || !options_.may_see) return true;
    // A job that cannot be read now is the follower's matter.
    const auto job = follower_.store().get(scope(), job_);
    return !job || options_.may_see(who_, *job);
  }

  state state_of(runtime::event_follower::state read) {
    using follower = runtime::event_follower::state;
    if (read == follower::failed) write_message(*out_, "gone", {}, "{}");
    if (read == follower::more) return state::more;
    return read == follower::open ? state::open : state::ended;
  }

  /// False: the page is full, and the event is the first of the next.
  bool take(const job_event& each, std::string_view id) override {
    if (!is_of_one_ && !visible(each.job)) return true;
    std::string& out = *out_;
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
  void take_gap(std::uint64_t next, std::string_view place) override {
    write_message(*out_, "reset", place,
                  is_of_one_ ? "{\"next\":" + std::to_string(next) + "}" : "{}");
  }

  bool visible(const job_id& job) {
    if (!options_.may_see) return true;
    const auto record = follower_.store().get(scope(), job);
    return record && options_.may_see(who_, *record);
  }

  storage::scope scope() const { return storage::scope::tenant(who_.who.tenant); }

  const api_options options_;  // a copy: a stream may outlive its API
  request proof_;
  caller who_;
  bool is_of_one_;
  job_id job_{};  ///< if it is of one
  std::shared_ptr<api_core::stream_place> place_;
  runtime::event_follower follower_;
  std::string* out_ = nullptr;  ///< where `read` writes
  std::size_t begin_ = 0;       ///< of the page that is being read
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
