// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <mutex>
#include <stdexcept>

#include <pawl/detail/hex.hpp>
#include <pawl/handlers/destination.hpp>
#include <pawl/handlers/download.hpp>
#include <pawl/handlers/http_client.hpp>
#include <pawl/job/stop_token.hpp>

namespace pawl::handlers {

namespace detail {

/// What a `Content-Range` says: `bytes 0-99/1000`, or `bytes */1000`; -1 stands for an asterisk.
struct content_range {
  std::int64_t first = -1;
  std::int64_t last = -1;
  std::int64_t total = -1;

  static std::optional<content_range> parse(std::string_view value) {
    content_range out;
    const auto number = [&](std::int64_t& to) {
      const auto read = std::from_chars(value.data(), value.data() + value.size(), to);
      if (read.ec != std::errc{} || to < 0) return false;
      value.remove_prefix(static_cast<std::size_t>(read.ptr - value.data()));
      return true;
    };
    const auto sign = [&](char c) {
      if (value.empty() || value.front() != c) return false;
      value.remove_prefix(1);
      return true;
    };
    if (value.substr(0, 6) != "bytes ") return {};
    value.remove_prefix(6);
    if (!sign('*') && !(number(out.first) && sign('-') && number(out.last))) return {};
    if (!sign('/') || !(sign('*') || number(out.total)) || !value.empty()) return {};
    if (out.last < out.first || (out.total >= 0 && out.last >= out.total)) return {};
    return out;
  }
};

/// What a later request can say about the file that it means: its ETag if that is a strong one,
/// else its date.
inline std::string validator_of(const http_answer& answer) {
  const std::string_view tag = answer.header("etag");
  if (!tag.empty() && tag.front() == '"') return std::string(tag);
  return std::string(answer.header("last-modified"));
}

/// One attempt of a download.
class download_attempt final : http_receiver {
 public:
  using context = download::context;
  using outcome = download::outcome<download_output>;

  download_attempt(const download_options& options, context& ctx, const download_input& in,
                   destination to)
      : options_(options),
        ctx_(ctx),
        in_(in),
        to_(std::move(to)),
        chunk_(in.chunk_size.value_or(options.chunk_size)),
        client_(options.guard, options.certificates) {}

  outcome run() {
    at_ = ctx_.checkpoint().value_or(download_checkpoint{});
    if (at_.complete && to_.is_in_place(at_.file, at_.bytes)) return done();
    if (!options_.replace && to_.is_taken())
      return download::fail<error::destination_refused>("the destination exists already");
    if (auto begun = to_.begin(at_.file, at_.bytes); !begun) return failed(begun.error());
    if (to_.size() < at_.bytes || at_.file == 0) start_over();
    deadline_ = begun_ + std::max(options_.longest - milliseconds{at_.spent_ms}, milliseconds{0});
    before_ = to_.size();
    while (!is_whole()) {
      keep_pace();
      if (auto end = next_chunk()) return *std::move(end);
    }
    return finish();
  }

 private:
  using milliseconds = std::chrono::milliseconds;
  using clock = std::chrono::steady_clock;
  /// Why the receiver wanted no more.
  enum class objection : unsigned char { none, changed, unverifiable, too_large, nonsense, disk };

  static constexpr int most_restarts = 3;  ///< of one attempt, by a source that keeps changing

  [[nodiscard]] bool is_whole() const {
    return ended_ || (at_.total >= 0 && to_.size() >= at_.total);
  }

  /// Forgets what the file is a part of; it is empty, or is made so.
  void start_over() {
    at_ = {.file = to_.file(), .spent_ms = at_.spent_ms};
    whole_answer_ = false;
  }

  /// Waits until what has come may have come. libcurl holds back within an answer, but counts each
  /// for itself.
  void keep_pace() {
    if (options_.most_bytes_per_second <= 0) return;
    const std::int64_t due_ms =
        (to_.size() - before_) * 1000 / std::max<std::int64_t>(options_.most_bytes_per_second, 1);
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait_until(lock, ctx_.stop_token(),
                                             std::min(entered_ + milliseconds{due_ms}, deadline_),
                                             [] { return false; });
  }

  /// An end of the attempt; nothing if the next chunk can be asked for.
  std::optional<outcome> next_chunk() {
    objection_ = objection::none;
    whole_answer_ = false;
    const std::int64_t from = to_.size();
    http_request request{.url = in_.url, .redirects = std::min(options_.redirects, 3U)};
    request.headers.emplace_back("Accept-Encoding: identity");
    if (in_ranges_) {
      request.headers.push_back("Range: bytes=" + std::to_string(from) + '-' +
                                std::to_string(from + chunk_ - 1));
      if (from != 0 && !at_.validator.empty())
        request.headers.push_back("If-Range: " + at_.validator);
    } else if (from != 0) {
      if (auto cleared = to_.clear(); !cleared) return failed(cleared.error());
      start_over();
    }
    const http_answer answer =
        client_.exchange(request,
                         {.connect = options_.connect,
                          .deadline = deadline_,
                          .least_bytes_per_second = options_.least_bytes_per_second,
                          .patience = options_.patience,
                          .most_bytes_per_second = options_.most_bytes_per_second},
                         ctx_.stop_token(), *this);
    const bool heard =
        answer.end == exchange_end::answered || answer.end == exchange_end::body_refused;
    if (heard && passes_over_) return status_of(answer);
    if (answer.end == exchange_end::body_refused) return objected();
    // Also what came before a connection broke need not be fetched again.
    auto unsaved = save();
    if (answer.end != exchange_end::answered) return broken(answer);
    if (unsaved) return unsaved;
    if (whole_answer_) {
      if (at_.total >= 0 && to_.size() != at_.total)
        return download::fail<error::source_unavailable>("the source sent less than it announced");
      ended_ = true;
    } else if (to_.size() == from) {
      return download::fail<error::source_unavailable>("the source sent nothing");
    }
    return {};
  }

  // --- The receiver's part -------------------------------------------------------------------

  bool refuse(objection why) {
    objection_ = why;
    return false;
  }
  bool begin(const http_answer& head) override {
    passes_over_ = head.status != 206 && head.status != 200;
    ignored_ = 0;
    if (passes_over_) return true;
    const std::string_view packed = head.header("content-encoding");
    if (!packed.empty() && packed != "identity") return refuse(objection::nonsense);
    return head.status == 206 ? begin_range(head) : begin_whole(head);
  }
  bool begin_range(const http_answer& head) {
    const auto range = content_range::parse(head.header("content-range"));
    if (!in_ranges_ || !range || range->first != to_.size() || range->last - range->first >= chunk_)
      return refuse(objection::nonsense);
    std::string validator = validator_of(head);
    if (to_.size() != 0 && (validator != at_.validator || range->total != at_.total))
      return refuse(objection::changed);
    if (validator.empty() && !in_.sha256) return refuse(objection::unverifiable);
    if (range->total > options_.most_bytes) return refuse(objection::too_large);
    expected_ = range->last - range->first + 1;
    at_.validator = std::move(validator);
    at_.total = range->total;
    return true;
  }
  bool begin_whole(const http_answer& head) {
    if (to_.size() != 0) {
      // Either it has changed, or the server knows no ranges: from the beginning in both cases.
      if (auto cleared = to_.clear(); !cleared) return broke(cleared.error());
      start_over();
    }
    whole_answer_ = true;
    const std::string_view length = head.header("content-length");
    std::int64_t total = -1;
    std::from_chars(length.data(), length.data() + length.size(), total);
    at_.total = total;
    return total <= options_.most_bytes || refuse(objection::too_large);
  }
  bool take(std::string_view bytes) override {
    if (passes_over_) return (ignored_ += bytes.size()) < 65536;
    const auto count = static_cast<std::int64_t>(bytes.size());
    if (!whole_answer_ && (expected_ -= count) < 0) return refuse(objection::nonsense);
    if (to_.size() + count > options_.most_bytes) return refuse(objection::too_large);
    if (auto written = to_.write(bytes); !written) return broke(written.error());
    if (whole_answer_ && to_.size() - shown_ >= chunk_) show();
    return true;
  }
  bool broke(file_error why) {
    disk_ = std::move(why);
    return refuse(objection::disk);
  }

  // --- Ends ----------------------------------------------------------------------------------

  std::optional<outcome> objected() {
    switch (objection_) {
      case objection::changed:
        if (++restarts_ > most_restarts)
          return download::fail<error::source_unavailable>("the source keeps changing");
        if (auto cleared = to_.clear(); !cleared) return failed(cleared.error());
        start_over();
        return {};
      case objection::unverifiable:
        in_ranges_ = false;  // a chunk of another version could not be told from one of this
        return {};
      case objection::too_large:
        return given_up<error::limit_exceeded>("the file is larger than is allowed");
      case objection::disk:
        return failed(disk_);
      default:
        return given_up<error::source_refused>("the source's answer is not one to the request");
    }
  }
  std::optional<outcome> status_of(const http_answer& answer) {
    const std::string status = std::to_string(answer.status);
    if (answer.status == 416) {
      const auto range = content_range::parse(answer.header("content-range"));
      const std::int64_t size = range && range->first < 0 ? range->total : -1;
      if (size == to_.size() && (size == 0 || at_.total < 0)) {
        ended_ = true;
        return {};
      }
      objection_ = objection::changed;
      return objected();
    }
    if (is_temporary(answer.status)) {
      return download::fail<error::source_unavailable>("the source answered " + status)
          .after(answer.asked_wait());
    }
    if (answer.status >= 300 && answer.status < 400)
      return given_up<error::address_refused>("the source leads to another address");
    return given_up<error::source_refused>("the source answered " + status);
  }
  outcome broken(const http_answer& answer) {
    using enum exchange_end;
    switch (answer.end) {
      case stopped:
        return pawl::cancelled;
      case out_of_time:
        return given_up<error::limit_exceeded>("the download takes longer than is allowed");
      case url_refused:
        return given_up<error::address_refused>("the address is not permitted", answer.detail);
      case address_refused:
        return given_up<error::address_refused>("the address leads to where it may not",
                                                answer.detail);
      case redirect_refused:
        return given_up<error::address_refused>("the source leads to where it may not",
                                                answer.detail);
      case untrusted:
        return given_up<error::source_refused>("the source's certificate is not trusted",
                                               answer.detail);
      case nonsense:
        return given_up<error::source_refused>("the source's answer is not HTTP", answer.detail);
      case unreachable:
        return download::fail<error::source_unavailable>("the source cannot be reached",
                                                         answer.detail);
      case stalled:
        return download::fail<error::source_unavailable>("the source is too slow", answer.detail);
      default:
        return download::fail<error::source_unavailable>("the connection broke", answer.detail);
    }
  }
  template <class Class>
  outcome given_up(std::string message, std::string detail = {}) {
    to_.remove();
    return download::fail<Class>(std::move(message), std::move(detail));
  }
  outcome failed(const file_error& why) {
    switch (why.why) {
      case file_error::reason::refused:
        return download::fail<error::destination_refused>(why.message, why.detail);
      case file_error::reason::busy:
        return pawl::snooze{std::chrono::seconds{1}};
      default:
        return download::fail<error::destination_unavailable>(why.message, why.detail);
    }
  }
  [[nodiscard]] outcome done() const { return download_output{in_.dest, at_.bytes}; }

  outcome finish() {
    if (auto synced = to_.sync(); !synced) return failed(synced.error());
    if (in_.sha256) {
      auto sum = to_.digest([&] { return ctx_.stop_requested(); });
      if (!sum) return failed(sum.error());
      if (!*sum) return pawl::cancelled;
      std::string wanted = *in_.sha256;
      for (char& each : wanted) each = lowered(each);
      if ((**sum).hex() != wanted)
        return given_up<error::checksum_mismatch>("the file is not the one that was expected");
    }
    at_.complete = true;
    whole_answer_ = false;
    if (auto unsaved = save()) return *std::move(unsaved);
    if (auto moved = to_.publish(options_.replace, options_.mode); !moved) {
      if (moved.error().why == file_error::reason::refused) to_.remove();
      return failed(moved.error());
    }
    return done();
  }

  /// What is on the disk is written down. An end of the attempt, if it is not: another has the job,
  /// or it is to be tried again.
  std::optional<outcome> save() {
    if (auto synced = to_.sync(); !synced) return failed(synced.error());
    at_.file = to_.file();
    at_.bytes = whole_answer_ ? 0 : to_.size();  // without ranges there is nothing to go on from
    const auto now = clock::now();
    at_.spent_ms += std::chrono::duration_cast<milliseconds>(now - begun_).count();
    begun_ = now;
    show();
    if (ctx_.save(at_)) return {};
    if (ctx_.stop_requested()) return pawl::cancelled;
    return download::fail<error::destination_unavailable>("the checkpoint cannot be stored now");
  }
  void show() {
    shown_ = to_.size();
    if (at_.total > 0)
      ctx_.progress(
          static_cast<int>(std::min<std::int64_t>(99, to_.size() / (at_.total / 100 + 1))));
  }

  const download_options& options_;
  context& ctx_;
  const download_input& in_;
  destination to_;
  const std::int64_t chunk_;
  http_client client_;
  download_checkpoint at_{};
  const clock::time_point entered_ = clock::now();
  clock::time_point begun_ = entered_;  ///< of the time that is not written down yet
  clock::time_point deadline_{};
  bool in_ranges_ = true;
  bool whole_answer_ = false;  ///< the present answer is the whole file, from its beginning
  bool passes_over_ = true;    ///< the present answer's body is of no interest
  bool ended_ = false;
  std::size_t ignored_ = 0;
  std::int64_t expected_ = 0;  ///< bytes of the present range that have not come yet
  std::int64_t shown_ = 0;
  std::int64_t before_ = 0;  ///< bytes that were there when the attempt began
  int restarts_ = 0;
  objection objection_ = objection::none;
  file_error disk_{};
};

inline bool is_sha256(std::string_view digits) {
  return digits.size() == 64 && std::all_of(digits.begin(), digits.end(),
                                            [](char c) { return pawl::detail::hex_value(c) >= 0; });
}

}  // namespace detail

PAWL_INLINE download::download(download_options options) : options_(std::move(options)) {
  if (options_.root.empty())
    throw std::invalid_argument(
        "pawl: a download needs a root; name the directory that its "
        "destinations are below");
}

PAWL_INLINE download::outcome<download_output> download::operator()(context& ctx,
                                                                    download_input in) const {
  if (in.sha256 && !detail::is_sha256(*in.sha256))
    return fail<error::invalid_input>("sha256 takes 64 hexadecimal digits");
  const std::int64_t chunk = in.chunk_size.value_or(options_.chunk_size);
  if (chunk < 1 || chunk > options_.most_chunk_size)
    return fail<error::invalid_input>("chunk_size must be 1 to " +
                                      std::to_string(options_.most_chunk_size));
  auto to = destination::open(options_.root, in.dest, ctx.job_id());
  if (!to) {
    if (to.error().why == file_error::reason::refused)
      return fail<error::destination_refused>(to.error().message, to.error().detail);
    return fail<error::destination_unavailable>(to.error().message, to.error().detail);
  }
  return detail::download_attempt(options_, ctx, in, *std::move(to)).run();
}

PAWL_INLINE void download::on_end(const job_record& ended, follow_ups&) const {
  remove_unfinished(options_.root, to_string(ended.id));
}

}  // namespace pawl::handlers
