// SPDX-License-Identifier: BSL-1.0
// Questions to other servers: for pictures, and for a model's answers.
#pragma once

#include <charconv>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <pawl/handlers/http_client.hpp>

namespace deck_service {

namespace handlers = pawl::handlers;
using std::chrono::milliseconds;

/// Whom the service may connect to: the public Internet, and what `--inside` names, as in
/// `127.0.0.0/8,8081`: networks and ports.
inline handlers::address_guard read_guard(std::string_view inside) {
  handlers::address_guard out;
  while (!inside.empty()) {
    const std::string_view word = inside.substr(0, inside.find(','));
    inside.remove_prefix(std::min(inside.size(), word.size() + 1));
    std::uint16_t port = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), port);
    if (read.ec == std::errc{} && read.ptr == word.data() + word.size())
      out.allow_port(port);
    else
      out.allow_network(word);
  }
  return out;
}

/// One question, and its answer as it comes.
struct asked {
  handlers::http_answer head{};
  std::string body{};
  [[nodiscard]] bool answered() const { return head.end == handlers::exchange_end::answered; }
};

/// Asks, and keeps what is answered, 8 MiB at most; `piece` hears of a 2xx answer as it comes.
inline asked ask(const handlers::address_guard& guard, handlers::http_request what,
                 milliseconds patience, std::stop_token stop,
                 const std::function<void(std::string_view)>& piece = {}) {
  struct collector : handlers::http_receiver {
    asked out{};
    const std::function<void(std::string_view)>* piece = nullptr;
    bool good = false;
    std::exception_ptr thrown{};
    bool begin(const handlers::http_answer& head) override {
      good = head.status / 100 == 2;
      return true;
    }
    bool take(std::string_view bytes) override {
      if (out.body.size() + bytes.size() > (std::size_t{8} << 20)) return false;
      out.body += bytes;
      // libcurl stands in between, and is no C++: what is thrown waits behind it.
      try {
        if (good && *piece) (*piece)(bytes);
      } catch (...) {
        thrown = std::current_exception();
      }
      return !thrown;
    }
  } takes;
  takes.piece = &piece;
  handlers::http_client client(guard, {});
  takes.out.head =
      client.exchange(what, {.deadline = std::chrono::steady_clock::now() + patience}, stop, takes);
  if (takes.thrown) std::rethrow_exception(takes.thrown);
  return std::move(takes.out);
}

}  // namespace deck_service
