// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pawl/detail/durations.hpp>
#include <pawl/detail/one_mode.hpp>
#include <pawl/handlers/address_guard.hpp>

/// HTTP to addresses that came from outside: what downloads and webhooks share.

namespace pawl::handlers {

/// What became of a request.
enum class exchange_end : unsigned char {
  answered,          ///< with a status; the receiver has had the body
  body_refused,      ///< the receiver wanted no more of it
  url_refused,       ///< it is none, or its scheme, port or user is not permitted
  address_refused,   ///< the guard permits none of the addresses behind the name
  redirect_refused,  ///< to where the guard does not permit, to an unsafe scheme, or one too many
  untrusted,         ///< the certificate is not that of the host
  nonsense,          ///< the answer is no HTTP
  unreachable,       ///< no address for the name, or nobody answers there
  cut,               ///< the connection ended before the answer did
  stalled,           ///< it was too slow for too long
  out_of_time,       ///< the deadline has passed
  stopped            ///< the stop token has fired
};

/// The head of an answer.
struct http_answer {
  exchange_end end = exchange_end::cut;
  long status = 0;
  std::vector<std::pair<std::string, std::string>> headers{};  ///< names in lower case
  std::string detail{};                                        ///< for operators

  /// The value of a header; empty if there is none.
  [[nodiscard]] std::string_view header(std::string_view name) const;
  /// How long the server asks to be left alone by its `Retry-After`, in seconds; at most an hour,
  /// and 0 if it does not, or names a date.
  [[nodiscard]] std::chrono::seconds asked_wait() const;
};

struct http_request {
  std::string url{};
  std::vector<std::string> headers{};  ///< `Name: value`
  std::optional<std::string> body{};   ///< makes it a POST
  unsigned redirects = 0;              ///< so many are followed at most
};

struct http_limits {
  std::chrono::milliseconds connect{10'000};
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  std::int64_t least_bytes_per_second = 0;  ///< of `patience` together; 0: as slow as it likes
  std::chrono::seconds patience{30};
  std::int64_t most_bytes_per_second = 0;  ///< 0: as fast as it can
};

/// Takes an answer as it comes. Called by the thread that asked.
class http_receiver {
 public:
  virtual ~http_receiver() = default;
  /// The head has come, and the body follows if there is one. False: no more is wanted.
  virtual bool begin(const http_answer& head) = 0;
  virtual bool take(std::string_view bytes) = 0;
};

/// Asks one server after the other, and keeps connections open in between. Names are looked up by
/// the system; no proxy, cookie or credential of the environment is used, nothing is unpacked.
/// For one thread at a time.
class http_client {
 public:
  /// `certificates` is a file of authorities in PEM; empty: the system's.
  http_client(const address_guard& guard, std::string certificates);
  http_client(const http_client&) = delete;
  http_client& operator=(const http_client&) = delete;
  ~http_client();

  http_answer exchange(const http_request& request, const http_limits& limits, std::stop_token stop,
                       http_receiver& receiver);

 private:
  struct handles;
  std::unique_ptr<handles> handles_;
};

}  // namespace pawl::handlers

#if !PAWL_COMPILED
#include <pawl/handlers/http_client.ipp>
#endif
