// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/expected.hpp>
#include <pawl/http/api.hpp>

namespace pawl::http {

struct server_options {
  std::string address = "127.0.0.1";
  unsigned short port = 0;  ///< 0: any that is free
  /// The names that clients may call it by, without a port; another one is answered 421. Empty: the
  /// names of this machine's loopback if it listens there, else any.
  std::vector<std::string> hosts{};
  /// Addresses or networks (`10.0.0.0/8`) of proxies. A request that one of them brings is taken to
  /// come from the client that its `X-Forwarded-For` names.
  std::vector<std::string> trusted_proxies{};
  std::size_t writers = 16;  ///< requests that change something, at the same time
  std::size_t readers = 4;   ///< requests that read much, such as lists and counts
  std::size_t most_connections = 1024;
  std::size_t most_connections_of_one = 64;  ///< from one address that is no trusted proxy's
  std::size_t reserved_connections = 16;     ///< of all; left to health and to operators
  std::size_t most_header_bytes = 16'384;
  std::size_t most_headers = 100;
  std::chrono::milliseconds header_timeout{10'000};  ///< for a request's first line and headers
  std::chrono::milliseconds body_timeout{30'000};
  std::chrono::milliseconds idle_timeout{60'000};   ///< between two requests
  std::size_t least_bytes_a_second = 100;           ///< of a body, and of what a client reads
  std::chrono::milliseconds slow_after{5'000};      ///< how long a body may come slower than that
  std::chrono::milliseconds write_timeout{30'000};  ///< how long a client may read slower than that
  std::size_t stream_buffer_bytes = 65'536;  ///< of a stream, sent and not yet taken by its client
};

namespace detail {

using server_of_api =
    refused<"pawl: a server serves an API of the", "service; write server{api,", "{.port = 8080}}">;
using api_is_kept = refused<"pawl: a server does not keep its",
                            "API; give the API a name, and let it", "outlive the server">;

template <class T>
inline constexpr bool is_api = __is_same(T, api_core);
template <class... Capabilities>
inline constexpr bool is_api<api<Capabilities...>> = true;

}  // namespace detail

/// Serves an API over HTTP/1.1, on threads of its own. No TLS: what is reached from elsewhere
/// stands behind a proxy that has it.
class server {
 public:
  using milliseconds = std::chrono::milliseconds;

  explicit server(api_core& api, server_options options = {});
  template <class... Capabilities>
  // clang-format off: both compilers show this line if the options do not fit
  explicit server(  // pawl: a server takes an API, and options as pawl::http::server_options names and orders them
                   // clang-format on
      api<Capabilities...>& of, server_options options = {})
      : server(of.core(), std::move(options)) {}
  template <class... Capabilities, class Because = detail::api_is_kept>
  explicit server(api<Capabilities...>&&,
                  const server_options& = {}) = PAWL_DELETE("pawl: a server does not keep its API");
  template <class Given, class... More, class Because = detail::server_of_api>
    requires(!detail::is_api<std::remove_cvref_t<Given>>)
  explicit server(Given&&, More&&...) = PAWL_DELETE("pawl: a server serves an API");
  server(const server&) = delete;
  server& operator=(const server&) = delete;
  ~server();

  /// Listens. Refused on an address that others than this machine can reach while the API asks
  /// nobody for a token.
  [[nodiscard]] expected<void, std::string> start();
  /// Accepts nothing more, ends streams, and lets requests that have begun end within the grace.
  void stop(milliseconds grace = milliseconds{5'000});

  /// Where it listens, once it has started.
  [[nodiscard]] unsigned short port() const;
  /// `http://127.0.0.1:8080`
  [[nodiscard]] std::string url() const;

 private:
  class parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace pawl::http

#if !PAWL_COMPILED
#include <pawl/http/server.ipp>
#endif
