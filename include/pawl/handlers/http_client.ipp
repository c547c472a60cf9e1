// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <curl/curl.h>
#include <signal.h>

#include <algorithm>
#include <charconv>
#include <new>

#include <pawl/handlers/http_client.hpp>

#if LIBCURL_VERSION_NUM < 0x075500
#error "pawl: handlers need libcurl 7.85 or newer; install that, or leave pawl::handlers out."
#endif

namespace pawl::handlers {

namespace detail {

template <auto End>
struct ends {
  template <class T>
  void operator()(T* each) const {
    End(each);
  }
};
using curl_url = std::unique_ptr<CURLU, ends<&curl_url_cleanup>>;
using curl_list = std::unique_ptr<curl_slist, ends<&curl_slist_free_all>>;
using curl_easy = std::unique_ptr<CURL, ends<&curl_easy_cleanup>>;
using curl_multi = std::unique_ptr<CURLM, ends<&curl_multi_cleanup>>;

template <class T>
T* made(T* handle) {
  if (handle == nullptr) throw std::bad_alloc();
  return handle;
}

inline std::string part_of(CURLU* url, CURLUPart part, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, flags) != CURLUE_OK) return {};
  std::string out(text);
  curl_free(text);
  return out;
}
inline bool has_part(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  const bool found = curl_url_get(url, part, &text, 0) == CURLUE_OK;
  curl_free(text);
  return found;
}

/// Why the guard does not permit an address; empty: it does. Its host is judged when it is known
/// where it leads.
inline std::string flaw_of(CURLU* url, const address_guard& guard) {
  if (!guard.permits_scheme(part_of(url, CURLUPART_SCHEME))) return "the scheme is not permitted";
  if (has_part(url, CURLUPART_USER) || has_part(url, CURLUPART_PASSWORD))
    return "the address names a user";
  const std::string port = part_of(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
  unsigned number = 0;
  const auto read = std::from_chars(port.data(), port.data() + port.size(), number);
  if (read.ec != std::errc{} || number > 65535 ||
      !guard.permits_port(static_cast<std::uint16_t>(number)))
    return "the port is not permitted";
  return {};
}

/// A peer that has gone is told by an error, not by a signal that would end the process: TLS knows
/// no other way to write. Only the thread that writes gets it, so only that one is spared.
class no_broken_pipe {
 public:
  no_broken_pipe() {
    ::sigemptyset(&broken_pipe_);
    ::sigaddset(&broken_pipe_, SIGPIPE);
    sigset_t pending;
    ::sigemptyset(&pending);
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &broken_pipe_, &before_);
  }
  no_broken_pipe(const no_broken_pipe&) = delete;
  no_broken_pipe& operator=(const no_broken_pipe&) = delete;
  ~no_broken_pipe() {
    const timespec at_once{};
    if (!was_pending_) ::sigtimedwait(&broken_pipe_, nullptr, &at_once);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t broken_pipe_;
  sigset_t before_;
  bool was_pending_ = false;
};

/// One request on its way, as libcurl's functions see it. They are C, so nothing is thrown through
/// them.
struct exchange_state {
  static constexpr std::size_t most_head_bytes = 64 * 1024;
  static constexpr std::size_t most_ignored_bytes = 64 * 1024;

  const address_guard* guard = nullptr;
  http_receiver* receiver = nullptr;
  bool may_redirect = false;
  http_answer answer{};
  unsigned refused = 0;  ///< sockets that the guard did not permit
  unsigned opened = 0;
  std::size_t head_bytes = 0;
  std::size_t ignored = 0;
  bool begun = false;
  bool unwanted = false;
  bool nonsense = false;

  [[nodiscard]] bool redirects() const {
    const long status = answer.status;
    return may_redirect &&
           (status == 301 || status == 302 || status == 303 || status == 307 || status == 308);
  }
  bool begin() {
    if (!begun && !unwanted) unwanted = !receiver->begin(answer);
    begun = true;
    return !unwanted;
  }

  static curl_socket_t open_socket(void* me, curlsocktype purpose, curl_sockaddr* to) noexcept {
    auto& self = *static_cast<exchange_state*>(me);
    if (purpose != CURLSOCKTYPE_IPCXN || !self.guard->permits(to->addr)) {
      ++self.refused;
      return CURL_SOCKET_BAD;
    }
    ++self.opened;
    return ::socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
  }
  static std::size_t take_header(char* bytes, std::size_t, std::size_t count, void* me) noexcept {
    auto& self = *static_cast<exchange_state*>(me);
    std::string_view line(bytes, count);
    self.head_bytes += count;
    if (self.head_bytes > most_head_bytes) {
      self.nonsense = true;
      return 0;
    }
    if (line.substr(0, 5) == "HTTP/") {  // also after a preliminary answer
      self.answer.headers.clear();
      self.answer.status = 0;
      const std::size_t space = line.find(' ');
      if (space != line.npos)
        std::from_chars(line.data() + space + 1, line.data() + line.size(), self.answer.status);
      return count;
    }
    const std::size_t colon = line.find(':');
    if (colon == line.npos) return count;
    std::string name(line.substr(0, colon));
    for (char& each : name)
      if (each >= 'A' && each <= 'Z') each = static_cast<char>(each - 'A' + 'a');
    std::string_view value = line.substr(colon + 1);
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!value.empty() && is_space(value.front())) value.remove_prefix(1);
    while (!value.empty() && is_space(value.back())) value.remove_suffix(1);
    self.answer.headers.emplace_back(std::move(name), value);
    return count;
  }
  static std::size_t take_body(char* bytes, std::size_t, std::size_t count, void* me) noexcept {
    auto& self = *static_cast<exchange_state*>(me);
    if (self.redirects()) {
      self.ignored += count;
      return self.ignored > most_ignored_bytes ? 0 : count;
    }
    if (!self.begin()) return 0;
    self.unwanted = !self.receiver->take({bytes, count});
    return self.unwanted ? 0 : count;
  }

  [[nodiscard]] exchange_end meaning_of(CURLcode code) const {
    if (nonsense) return exchange_end::nonsense;
    if (unwanted) return exchange_end::body_refused;
    switch (code) {
      case CURLE_OK:
        return exchange_end::answered;
      case CURLE_UNSUPPORTED_PROTOCOL:  // also said of an answer that is no HTTP
        return opened != 0 ? exchange_end::nonsense : exchange_end::url_refused;
      case CURLE_URL_MALFORMAT:
        return exchange_end::url_refused;
      case CURLE_COULDNT_RESOLVE_HOST:
        return exchange_end::unreachable;
      case CURLE_COULDNT_CONNECT:
        return refused != 0 && opened == 0 ? exchange_end::address_refused
                                           : exchange_end::unreachable;
      case CURLE_OPERATION_TIMEDOUT:
        return exchange_end::stalled;
      case CURLE_PEER_FAILED_VERIFICATION:
      case CURLE_SSL_CACERT_BADFILE:
      case CURLE_SSL_ISSUER_ERROR:
        return exchange_end::untrusted;
      case CURLE_WEIRD_SERVER_REPLY:
        return exchange_end::nonsense;
      default:
        return exchange_end::cut;
    }
  }
};

}  // namespace detail

PAWL_INLINE std::string_view http_answer::header(std::string_view name) const {
  for (const auto& each : headers)
    if (each.first == name) return each.second;
  return {};
}

PAWL_INLINE std::chrono::seconds http_answer::asked_wait() const {
  constexpr std::int64_t longest = 3600;
  const std::string_view value = header("retry-after");
  std::int64_t seconds = 0;
  const auto read = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (read.ec != std::errc{} || read.ptr != value.data() + value.size() || seconds < 0) return {};
  return std::chrono::seconds{std::min(seconds, longest)};
}

struct http_client::handles {
  address_guard guard;
  std::string certificates;
  detail::curl_multi multi;
  detail::curl_easy easy;  // ends before the multi handle whose connections it uses
  char error[CURL_ERROR_SIZE] = {};

  handles(const address_guard& by, std::string authorities)
      : guard(by), certificates(std::move(authorities)) {
    // Once for a program, and never undone: other parts of it may use libcurl too.
    static const CURLcode begun = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (begun != CURLE_OK) throw std::bad_alloc();
    multi.reset(detail::made(curl_multi_init()));
    easy.reset(detail::made(curl_easy_init()));
  }

  template <class Value>
  void set(CURLoption option, Value value) {
    if (curl_easy_setopt(easy.get(), option, value) != CURLE_OK) throw std::bad_alloc();
  }

  void prepare(CURLU* url, const http_request& request, const http_limits& limits,
               curl_slist* headers, detail::exchange_state& state) {
    curl_easy_reset(easy.get());
    error[0] = '\0';
    set(CURLOPT_CURLU, url);
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_PROXY, "");  // none, whatever the environment says
    set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(CURLOPT_HTTP_CONTENT_DECODING, 0L);
    set(CURLOPT_HTTP09_ALLOWED, 0L);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_ERRORBUFFER, error);
    set(CURLOPT_OPENSOCKETFUNCTION, &detail::exchange_state::open_socket);
    set(CURLOPT_OPENSOCKETDATA, &state);
    set(CURLOPT_HEADERFUNCTION, &detail::exchange_state::take_header);
    set(CURLOPT_HEADERDATA, &state);
    set(CURLOPT_WRITEFUNCTION, &detail::exchange_state::take_body);
    set(CURLOPT_WRITEDATA, &state);
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(limits.connect.count()));
    set(CURLOPT_LOW_SPEED_LIMIT, static_cast<long>(limits.least_bytes_per_second));
    set(CURLOPT_LOW_SPEED_TIME,
        limits.least_bytes_per_second == 0 ? 0L : static_cast<long>(limits.patience.count()));
    set(CURLOPT_MAX_RECV_SPEED_LARGE, static_cast<curl_off_t>(limits.most_bytes_per_second));
    set(CURLOPT_HTTPHEADER, headers);
    set(CURLOPT_USERAGENT, "pawl");
#if LIBCURL_VERSION_NUM >= 0x075700
    // A name server that does not answer must not hold up a worker that was asked to stop.
    set(CURLOPT_QUICK_EXIT, 1L);
#endif
    if (!certificates.empty()) set(CURLOPT_CAINFO, certificates.c_str());
    if (request.body) {
      set(CURLOPT_POST, 1L);
      set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body->size()));
      set(CURLOPT_POSTFIELDS, request.body->data());
    }
  }

  /// Until the answer is whole, or there is a reason not to wait for it.
  exchange_end run(const http_limits& limits, const std::stop_token& stop,
                   detail::exchange_state& state) {
    using clock = std::chrono::steady_clock;
    using std::chrono::milliseconds;
    const std::stop_callback wakes(stop, [this] { curl_multi_wakeup(multi.get()); });
    if (curl_multi_add_handle(multi.get(), easy.get()) != CURLM_OK) throw std::bad_alloc();
    struct removal {
      handles* of;
      ~removal() { curl_multi_remove_handle(of->multi.get(), of->easy.get()); }
    } const removed{this};
    int running = 1;
    while (true) {
      if (curl_multi_perform(multi.get(), &running) != CURLM_OK) return exchange_end::cut;
      if (running == 0) break;
      if (stop.stop_requested()) return exchange_end::stopped;
      const auto now = clock::now();
      if (now >= limits.deadline) return exchange_end::out_of_time;
      const auto left = std::min<clock::duration>(limits.deadline - now, std::chrono::seconds{1});
      const auto wait = std::chrono::ceil<milliseconds>(left).count();
      curl_multi_poll(multi.get(), nullptr, 0, static_cast<int>(wait), nullptr);
    }
    int left = 0;
    while (const CURLMsg* said = curl_multi_info_read(multi.get(), &left))
      if (said->msg == CURLMSG_DONE) return conclude(said->data.result, state);
    return exchange_end::cut;
  }
  exchange_end conclude(CURLcode code, detail::exchange_state& state) const {
    // An answer without a body has a head all the same.
    if (code == CURLE_OK && !state.redirects()) state.begin();
    const exchange_end end = state.meaning_of(code);
    if (end != exchange_end::answered)
      state.answer.detail = error[0] != '\0' ? error : curl_easy_strerror(code);
    return end;
  }
};

PAWL_INLINE http_client::http_client(const address_guard& guard, std::string certificates)
    : handles_(new handles(guard, std::move(certificates))) {}
PAWL_INLINE http_client::~http_client() {
  const detail::no_broken_pipe spared;  // connections say goodbye
  handles_.reset();
}

PAWL_INLINE http_answer http_client::exchange(const http_request& request,
                                              const http_limits& limits, std::stop_token stop,
                                              http_receiver& receiver) {
  constexpr std::size_t longest_url = 8192;
  const detail::no_broken_pipe spared;
  const auto ended = [](exchange_end how, std::string detail) {
    return http_answer{.end = how, .detail = std::move(detail)};
  };
  detail::curl_url url(detail::made(curl_url()));
  if (request.url.size() > longest_url || request.url.find('\0') != std::string::npos ||
      curl_url_set(url.get(), CURLUPART_URL, request.url.c_str(), 0) != CURLUE_OK)
    return ended(exchange_end::url_refused, "it is not an address");
  if (std::string flaw = detail::flaw_of(url.get(), handles_->guard); !flaw.empty())
    return ended(exchange_end::url_refused, std::move(flaw));

  detail::curl_list headers;
  const auto add = [&](const std::string& header) {
    curl_slist* longer = detail::made(curl_slist_append(headers.get(), header.c_str()));
    static_cast<void>(headers.release());
    headers.reset(longer);
  };
  add("Expect:");  // curl would wait for a preliminary answer
  for (const std::string& each : request.headers) add(each);

  for (unsigned hops = 0;; ++hops) {
    curl_url_set(url.get(), CURLUPART_FRAGMENT, nullptr, 0);
    detail::exchange_state state{.guard = &handles_->guard, .receiver = &receiver};
    state.may_redirect = request.redirects != 0;
    handles_->prepare(url.get(), request, limits, headers.get(), state);
    state.answer.end = handles_->run(limits, stop, state);
    const bool whole = state.answer.end == exchange_end::answered ||
                       state.ignored > detail::exchange_state::most_ignored_bytes;
    if (!state.redirects() || !whole) return std::move(state.answer);
    if (hops >= request.redirects)
      return ended(exchange_end::redirect_refused, "it leads on too often");
    const std::string to(state.answer.header("location"));
    const std::string before = detail::part_of(url.get(), CURLUPART_SCHEME);
    if (to.empty() || to.size() > longest_url ||
        curl_url_set(url.get(), CURLUPART_URL, to.c_str(), 0) != CURLUE_OK)
      return ended(exchange_end::redirect_refused, "it leads to no address");
    if (before == "https" && detail::part_of(url.get(), CURLUPART_SCHEME) != "https")
      return ended(exchange_end::redirect_refused, "it leads from https to http");
    if (std::string flaw = detail::flaw_of(url.get(), handles_->guard); !flaw.empty())
      return ended(exchange_end::redirect_refused, std::move(flaw));
  }
}

}  // namespace pawl::handlers
