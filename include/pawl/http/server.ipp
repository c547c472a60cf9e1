// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/http/client_address.hpp>
#include <pawl/http/request_reader.hpp>
#include <pawl/http/server.hpp>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/status.hpp>
#include <list>
#include <map>
#include <thread>

namespace pawl::http {

namespace detail {

namespace asio = boost::asio;
using boost::system::error_code;
using tcp = asio::ip::tcp;

// Errors are values here: a client that goes away is nothing exceptional.
inline constexpr auto as_value = asio::as_tuple(asio::use_awaitable);

}  // namespace detail

/// One thread does all reading and writing, and all of a small submission but its commit; what may
/// wait for a commit is done by the writers, and what reads much by the readers. A further thread
/// waits for news and wakes the streams.
class server::parts {
  using clock = std::chrono::steady_clock;

 public:
  parts(api_core& api, server_options options)
      : api_(api), options_(std::move(options)), acceptor_(io_) {}
  ~parts() { stop(milliseconds{0}); }

  expected<void, std::string> start() {
    detail::error_code failed;
    const auto address = detail::asio::ip::make_address(options_.address, failed);
    if (failed) return unexpected<std::string>("not an address: " + options_.address);
    const bool asks = api_.options().auth && api_.options().auth->asks_for_proof();
    if (!address.is_loopback() && !asks)
      return unexpected<std::string>(
          "the API asks nobody for a token, so it is served on 127.0.0.1 or ::1 only; give it "
          "tokens, or listen there");
    auto proxies = trusted_proxies::parse(options_.trusted_proxies);
    if (!proxies) return unexpected<std::string>(std::move(proxies).error());
    proxies_ = *std::move(proxies);
    limits_ = {.header_bytes = options_.most_header_bytes,
               .headers = options_.most_headers,
               .body_bytes = api_.options().most_body_bytes,
               .hosts = options_.hosts};
    if (address.is_loopback() && limits_.hosts.empty())
      limits_.hosts = {"localhost", "127.0.0.1", "::1"};
    const detail::tcp::endpoint at(address, options_.port);
    acceptor_.open(at.protocol(), failed);
    if (!failed) acceptor_.set_option(detail::asio::socket_base::reuse_address(true), failed);
    if (!failed) acceptor_.bind(at, failed);
    if (!failed) acceptor_.listen(detail::asio::socket_base::max_listen_connections, failed);
    if (failed)
      return unexpected<std::string>("cannot listen on " + options_.address + ":" +
                                     std::to_string(options_.port) + ": " + failed.message());
    port_ = acceptor_.local_endpoint().port();
    detail::asio::co_spawn(io_, accept(), detail::asio::detached);
    detail::asio::co_spawn(io_, look_after_time(), detail::asio::detached);
    writers_ = std::make_unique<detail::asio::thread_pool>(options_.writers);
    readers_ = std::make_unique<detail::asio::thread_pool>(options_.readers);
    serving_ = std::thread([this] { io_.run(); });
    listening_ = std::thread([this] { wake_streams_at_news(); });
    return {};
  }

  void stop(milliseconds grace) {
    if (!serving_.joinable()) return;
    stopping_ = true;
    count_streams(1);  // lets the listening thread see it
    api_.close_streams();
    api_.store().transport().interrupt();
    detail::asio::post(io_, [this, grace] {
      detail::error_code ignored;
      acceptor_.close(ignored);
      wake_streams();
      for (const connection_ptr& each : connections_)
        if (each->idle) each->close();
      last_call_.expires_after(grace);
      last_call_.async_wait([this](detail::error_code) {
        for (const connection_ptr& each : connections_) each->close();
      });
      end_when_alone();
    });
    serving_.join();
    listening_.join();
    writers_->join();
    readers_->join();
  }

  [[nodiscard]] unsigned short port() const { return port_; }
  [[nodiscard]] std::string url() const {
    const bool six = options_.address.find(':') != std::string::npos;
    return "http://" + (six ? "[" + options_.address + "]" : options_.address) + ":" +
           std::to_string(port_);
  }

 private:
  /// A client, from accept to close. Touched by the serving thread only.
  struct connection {
    explicit connection(detail::tcp::socket from) : socket(std::move(from)) {}

    detail::tcp::socket socket;
    request_reader::buffer buffer{};
    trusted_proxies::address peer{};
    std::string peer_text{};  ///< of a client; empty: it is a proxy, and each request says whose
    bool reserved = false;    ///< it was let in when only the reserve was left
    bool idle = true;         ///< between two requests

    // Until when, and how fast. `look_after_time` ends what takes longer.
    clock::time_point deadline = clock::time_point::max();
    milliseconds judged_every{};  ///< 0: its pace does not matter
    clock::time_point judged{};
    std::size_t moved = 0;  ///< bytes since `judged`
    bool late = false;

    // Of a stream.
    std::optional<detail::asio::steady_timer> alarm{};
    bool news = false;   ///< something has happened since it last read
    bool left = false;   ///< the client has gone
    char unasked[64]{};  ///< what a client sends into its stream

    /// From now on this much time, and a pace that is judged every so often.
    void allow(milliseconds time, milliseconds judge_every = {}) {
      const clock::time_point now = clock::now();
      deadline = time == milliseconds::max() ? clock::time_point::max() : now + time;
      judged_every = judge_every;
      judged = now;
      moved = 0;
    }
    void allow_all() { allow(milliseconds::max()); }
    bool is_late(clock::time_point now, std::size_t least_a_second) {
      if (now >= deadline) return true;
      if (judged_every.count() == 0 || now - judged < judged_every) return false;
      const auto spent = std::chrono::duration_cast<milliseconds>(now - judged).count();
      const bool slow = moved * 1000 < least_a_second * static_cast<std::size_t>(spent);
      judged = now;
      moved = 0;
      return slow;
    }
    void wake() {
      news = true;
      if (alarm) alarm->cancel();
    }
    void close() {
      detail::error_code ignored;
      socket.close(ignored);
    }
  };
  using connection_ptr = std::shared_ptr<connection>;

  detail::asio::awaitable<void> accept() {
    while (!stopping_) {
      auto [failed, socket] = co_await acceptor_.async_accept(detail::as_value);
      if (stopping_) break;
      if (failed) {
        // Out of descriptors, most likely: those that end give some back.
        detail::asio::steady_timer pause(io_, milliseconds{50});
        co_await pause.async_wait(detail::as_value);
        continue;
      }
      detail::error_code unknown;
      const auto from = trusted_proxies::plain(socket.remote_endpoint(unknown).address());
      if (unknown || connections_.size() >= options_.most_connections) continue;  // it closes
      // Behind a proxy all clients come from one address.
      const bool counted = !proxies_.has(from);
      if (counted && !count_in(from)) continue;
      detail::error_code ignored;
      socket.set_option(detail::tcp::no_delay(true), ignored);
      auto at = std::make_shared<connection>(std::move(socket));
      at->peer = from;
      if (counted) at->peer_text = from.to_string();
      at->reserved =
          connections_.size() + options_.reserved_connections >= options_.most_connections;
      const auto place = connections_.insert(connections_.end(), at);
      detail::asio::co_spawn(io_, serve(std::move(at)),
                             [this, place, counted](const std::exception_ptr&) {
                               if (counted) count_out((*place)->peer);
                               (*place)->close();
                               connections_.erase(place);
                               end_when_alone();
                             });
    }
  }
  bool count_in(const trusted_proxies::address& from) {
    std::size_t& open = by_address_[from];
    if (open >= options_.most_connections_of_one) return false;
    ++open;
    return true;
  }
  void count_out(const trusted_proxies::address& from) {
    const auto found = by_address_.find(from);
    if (--found->second == 0) by_address_.erase(found);
  }

  /// Ends what has taken too long. One timer for all: most requests are over long before, and none
  /// of them pays for a timer of its own.
  detail::asio::awaitable<void> look_after_time() {
    milliseconds shortest = options_.header_timeout;
    for (const milliseconds each : {options_.body_timeout, options_.idle_timeout,
                                    options_.slow_after, options_.write_timeout})
      shortest = std::min(shortest, each);
    const auto pause = std::clamp(shortest / 8, milliseconds{1}, milliseconds{500});
    while (!(stopping_ && connections_.empty())) {
      next_look_.expires_after(pause);
      co_await next_look_.async_wait(detail::as_value);
      const clock::time_point now = clock::now();
      for (const connection_ptr& each : connections_)
        if (each->is_late(now, options_.least_bytes_a_second)) {
          each->late = true;
          detail::error_code ignored;
          each->socket.cancel(ignored);
        }
    }
  }

  /// Requests of one connection, one after the other.
  detail::asio::awaitable<void> serve(connection_ptr at) {
    while (!stopping_) {
      request_reader reader(limits_);
      // An awaited call is a statement of its own: g++ 12 makes nothing good of one in a condition.
      const bool came = co_await receive(*at, reader);
      if (!came) co_return;
      if (reader.now() == request_reader::state::refused) {
        response answer = reader.refusal();
        co_await send(*at, std::move(answer), true, false);
        co_return;
      }
      const bool old = reader.is_old();
      bool last = !reader.keep_alive() || at->reserved;
      request asked = reader.take({});
      asked.peer = at->peer_text.empty() ? proxies_.client_of(asked, at->peer) : at->peer_text;
      asked.on_reserve = at->reserved;
      response answer = co_await answer_to(std::move(asked));
      if (answer.stream) {
        co_await send_stream(at, std::move(answer));
        co_return;
      }
      last = last || stopping_;
      const bool sent = co_await send(*at, std::move(answer), last, old);
      if (!sent || last) co_return;
    }
  }

  /// Reads a request, or what is refused as one. False: there is nobody to answer.
  detail::asio::awaitable<bool> receive(connection& at, request_reader& reader) {
    using state = request_reader::state;
    at.idle = at.buffer.size() == 0;
    at.allow(at.idle ? options_.idle_timeout : options_.header_timeout);
    for (state before = state::in_header;;) {
      const state now = reader.read(at.buffer);
      if (now >= state::complete) break;
      if (now == state::in_body && before == state::in_header) {
        at.allow(options_.body_timeout, options_.slow_after);
        if (reader.waits_for_continue()) {
          const bool told = co_await write(at, "HTTP/1.1 100 Continue\r\n\r\n", {});
          if (!told) co_return false;
          at.allow(options_.body_timeout, options_.slow_after);
        }
      }
      before = now;
      constexpr std::size_t piece = 4096;
      auto [failed, bytes] = co_await at.socket.async_read_some(
          at.buffer.prepare(now == state::in_body ? 4 * piece : piece), detail::as_value);
      if (failed && at.late && !at.idle) {
        at.late = false;
        response answer = answer_problem(problem::timed_out);
        co_await send(at, std::move(answer), true, false);
      }
      if (failed) co_return false;
      at.buffer.commit(bytes);
      at.moved += bytes;
      if (at.idle) {
        at.idle = false;
        at.allow(options_.header_timeout);
      }
    }
    at.allow_all();
    co_return true;
  }

  /// What reads little is answered at once. What waits for a commit, or reads much, does so
  /// elsewhere: nobody else waits for it.
  detail::asio::awaitable<response> answer_to(request in) {
    const bool writes = in.method == "POST";
    if (!writes && !api_.reads_much(in)) co_return api_.handle(in);
    if (writes && api_.submits_little(in)) {
      waiting_submission mine(io_);
      if (auto now = api_.handle(in, mine)) co_return *std::move(now);
      submit_soon(mine);
      co_await mine.answered.async_wait(detail::as_value);
      co_return std::move(mine.answer);
    }
    response out;
    detail::asio::steady_timer answered(io_, detail::asio::steady_timer::time_point::max());
    detail::asio::post(writes ? *writers_ : *readers_, [&] {
      out = api_.handle(in);
      detail::asio::post(io_, [&answered] { answered.cancel(); });
    });
    co_await answered.async_wait(detail::as_value);
    co_return out;
  }

  /// A submission that waits for a commit. Its timer ends when it is answered.
  struct waiting_submission : asked_submission {
    explicit waiting_submission(detail::asio::io_context& io)
        : answered(io, detail::asio::steady_timer::time_point::max()) {}
    detail::asio::steady_timer answered;
  };
  /// Serving thread. What comes while a commit is made shares the next one, and no thread sleeps
  /// for each.
  void submit_soon(waiting_submission& one) {
    const std::scoped_lock lock(submissions_mutex_);
    submissions_.push_back(&one);
    if (!std::exchange(commits_, true)) commit_soon();
  }
  void commit_soon() {
    detail::asio::post(*writers_, [this] { commit_submissions(); });
  }
  /// One writer makes one commit after the other while there is something to commit. Now and then
  /// other requests have their turn, should it be the only writer.
  void commit_submissions() {
    constexpr int most_at_a_time = 32;
    for (int i = 0; i < most_at_a_time; ++i) {
      std::vector<asked_submission*> group;
      {
        const std::scoped_lock lock(submissions_mutex_);
        group.swap(submissions_);
        commits_ = !group.empty();
      }
      if (group.empty()) return;
      api_.submit_together(group);
      detail::asio::post(io_, [group = std::move(group)] {
        for (asked_submission* each : group)
          static_cast<waiting_submission*>(each)->answered.cancel();
      });
    }
    commit_soon();
  }

  /// The first line and the headers of an answer.
  static std::string head_of(const response& answer, bool last, bool old) {
    const auto reason =
        boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(answer.status));
    std::string out;
    out.reserve(384);
    out.append("HTTP/1.1 ").append(std::to_string(answer.status)).append(" ");
    out.append(reason.data(), reason.size()).append("\r\n");
    if (last)
      out.append("Connection: close\r\n");
    else if (old)
      out.append("Connection: keep-alive\r\n");
    for (const header& each : answer.headers)
      out.append(each.name).append(": ").append(each.value).append("\r\n");
    return out;
  }

  detail::asio::awaitable<bool> send(connection& at, response answer, bool last, bool old) {
    std::string head = head_of(answer, last, old);
    const bool may_have_body = answer.status != 204 && answer.status != 304;
    if (may_have_body && answer.find("content-length") == nullptr)
      head.append("Content-Length: ").append(std::to_string(answer.body.size())).append("\r\n");
    head.append("\r\n");
    const bool sent = co_await write(at, head, answer.body);
    if (last && sent) co_await linger(at);
    co_return sent;
  }

  /// Writes both, one behind the other, at the client's pace as long as that is one.
  detail::asio::awaitable<bool> write(connection& at, std::string_view first,
                                      std::string_view second) {
    at.allow(milliseconds::max(), options_.write_timeout);
    while (!first.empty() || !second.empty()) {
      const std::array<detail::asio::const_buffer, 2> rest{
          detail::asio::buffer(first.data(), first.size()),
          detail::asio::buffer(second.data(), second.size())};
      auto [failed, bytes] = co_await at.socket.async_write_some(rest, detail::as_value);
      if (failed) co_return false;
      at.moved += bytes;
      const std::size_t of_first = std::min(bytes, first.size());
      first.remove_prefix(of_first);
      second.remove_prefix(bytes - of_first);
    }
    at.allow_all();
    co_return true;
  }

  /// Says that nothing more will come, and takes in what the client still sends, up to a bound: a
  /// socket that is closed with bytes unread takes the answer back.
  static detail::asio::awaitable<void> linger(connection& at) {
    detail::error_code ignored;
    at.socket.shutdown(detail::tcp::socket::shutdown_send, ignored);
    at.allow(milliseconds{1000});
    char bytes[4096];
    for (std::size_t left = std::size_t{1} << 20U; left > sizeof bytes;) {
      auto [failed, read] =
          co_await at.socket.async_read_some(detail::asio::buffer(bytes), detail::as_value);
      if (failed) break;
      left -= read;
    }
  }

  // --- Streams ---------------------------------------------------------------------------------

  /// One event stream: reads what has happened and sends it, and sleeps while there is nothing. It
  /// never holds more than one page, so a slow reader costs no memory; one that stalls is dropped,
  /// and goes on behind the last event that it has seen when it comes back.
  detail::asio::awaitable<void> send_stream(connection_ptr at, response answer) {
    const counted_stream counted(*this);
    at->buffer = {};
    detail::error_code ignored;
    at->socket.set_option(
        detail::asio::socket_base::send_buffer_size(static_cast<int>(options_.stream_buffer_bytes)),
        ignored);
    at->alarm.emplace(io_);
    watch_for_end(at);
    std::string out = head_of(answer, true, false) + "\r\n";
    while (!at->left) {
      at->news = false;
      const event_stream::state state = answer.stream->read(out);
      if (!out.empty()) {
        const bool sent = co_await write(*at, out, {});
        if (!sent) break;
        out = {};  // not clear(): a stream that sleeps keeps no page
      }
      if (state == event_stream::state::ended || stopping_) break;
      if (state == event_stream::state::more || at->news) continue;
      at->alarm->expires_after(milliseconds{1000});
      co_await at->alarm->async_wait(detail::as_value);
    }
    at->socket.shutdown(detail::tcp::socket::shutdown_both, ignored);
  }

  /// Reads what nobody asked for until the client goes, and wakes its stream then.
  void watch_for_end(const connection_ptr& at) {
    at->socket.async_read_some(detail::asio::buffer(at->unasked),
                               [this, at](detail::error_code failed, std::size_t) {
                                 if (!failed) return watch_for_end(at);
                                 at->left = true;
                                 at->wake();
                               });
  }

  struct counted_stream {
    explicit counted_stream(parts& in) : of(in) { of.count_streams(1); }
    counted_stream(const counted_stream&) = delete;
    counted_stream& operator=(const counted_stream&) = delete;
    ~counted_stream() { of.count_streams(-1); }
    parts& of;
  };
  void count_streams(int more) {
    streaming_ += more;
    streaming_.notify_one();
  }
  void wake_streams_at_news() {
    auto& transport = api_.store().transport();
    std::uint32_t seen = transport.news();
    while (!stopping_) {
      streaming_.wait(0);  // nobody to wake: each commit would wake this thread for nothing
      if (stopping_) break;
      const std::uint32_t now = transport.wait_for_news(seen, milliseconds{500});
      if (now == seen) continue;
      seen = now;
      // What comes while they are being woken is read with the rest.
      if (!waking_.exchange(true))
        detail::asio::post(io_, [this] {
          waking_ = false;
          wake_streams();
        });
    }
  }
  void wake_streams() {
    for (const connection_ptr& each : connections_) each->wake();
  }

  void end_when_alone() {
    if (!stopping_ || !connections_.empty()) return;
    last_call_.cancel();
    next_look_.cancel();
  }

  api_core& api_;
  server_options options_;
  request_limits limits_{};
  trusted_proxies proxies_{};
  std::atomic<bool> stopping_{false};
  std::atomic<int> streaming_{0};    ///< streams that are open
  std::atomic<bool> waking_{false};  ///< the serving thread has been told, and has not begun
  unsigned short port_ = 0;

  detail::asio::io_context io_{1};
  detail::tcp::acceptor acceptor_;
  detail::asio::steady_timer last_call_{io_};
  detail::asio::steady_timer next_look_{io_};
  std::list<connection_ptr> connections_;                         ///< serving thread
  std::map<trusted_proxies::address, std::size_t> by_address_{};  ///< serving thread
  std::mutex submissions_mutex_;                  ///< held while the next two are read or changed
  std::vector<asked_submission*> submissions_{};  ///< those that wait for a commit
  bool commits_ = false;                          ///< a writer takes some, or is about to
  std::unique_ptr<detail::asio::thread_pool> writers_;
  std::unique_ptr<detail::asio::thread_pool> readers_;
  std::thread serving_;
  std::thread listening_;
};

PAWL_INLINE server::server(api_core& api, server_options options)
    : parts_(std::make_unique<parts>(api, std::move(options))) {}
PAWL_INLINE server::~server() = default;
PAWL_INLINE expected<void, std::string> server::start() { return parts_->start(); }
PAWL_INLINE void server::stop(milliseconds grace) { parts_->stop(grace); }
PAWL_INLINE unsigned short server::port() const { return parts_->port(); }
PAWL_INLINE std::string server::url() const { return parts_->url(); }

}  // namespace pawl::http
