// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pawl/detail/durations.hpp>

/// Requests and responses as values, so that any server can carry them.

namespace pawl::http {

struct header {
  std::string name{};
  std::string value{};
};

/// Whether two names of headers are the same: case does not matter.
[[nodiscard]] constexpr bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}

/// What a server has received: complete, and not yet judged.
struct request {
  std::string method{};  ///< `GET`, as it was sent
  std::string target{};  ///< `/v1/jobs?limit=10`, as it was sent
  std::vector<header> headers{};
  std::string body{};
  std::string peer{};  ///< the client's address: those who guess tokens are slowed down by it
  /// The server has no other place left: only questions about health and operators are served.
  bool on_reserve = false;

  /// The value of a header, or null. Of several the first.
  [[nodiscard]] const std::string* find(std::string_view name) const {
    for (const header& each : headers)
      if (same_name(each.name, name)) return &each.value;
    return nullptr;
  }
};

/// Server-sent events, for as long as the client stays. One thread at a time reads a stream.
class event_stream {
 public:
  enum class state : unsigned char {
    open,  ///< all that has happened was read; read again after news, or for a sign of life
    more,  ///< there is more to read at once
    ended  ///< there will be nothing more; close the connection
  };

  event_stream() = default;
  event_stream(const event_stream&) = delete;
  event_stream& operator=(const event_stream&) = delete;
  virtual ~event_stream() = default;

  /// Appends what has happened since the last call, as the bytes to send.
  virtual state read(std::string& out) = 0;
  /// For servers with a thread for each connection: returns when there may be something to read,
  /// or after so long.
  virtual void wait(std::chrono::milliseconds longest) = 0;
};

struct response {
  unsigned status = 200;
  std::vector<header> headers{};
  std::string body{};
  std::unique_ptr<event_stream> stream{};  ///< set: what is sent instead of a body

  void set(std::string name, std::string value) {
    headers.push_back({std::move(name), std::move(value)});
  }
  [[nodiscard]] const std::string* find(std::string_view name) const {
    for (const header& each : headers)
      if (same_name(each.name, name)) return &each.value;
    return nullptr;
  }
};

}  // namespace pawl::http
