// SPDX-License-Identifier: BSL-1.0
// A provider of speech to text: the audio is posted to it, and it answers with the transcript.
#pragma once

#include <pawl/handlers/http_client.hpp>

namespace video {

namespace handlers = pawl::handlers;

/// Lets what this program itself was told to ask be asked, wherever it stands: the guard is about
/// addresses that come from outside.
inline handlers::address_guard guard_for(const std::string& url) {
  handlers::address_guard out;
  if (url.empty()) return out;
  out.allow_network("0.0.0.0/0").allow_network("::/0");
  const std::size_t host = url.find("://") + 3;
  const std::size_t colon = url.find(':', host);
  if (colon != url.npos && colon < url.find('/', host))
    out.allow_port(static_cast<std::uint16_t>(std::atoi(url.c_str() + colon + 1)));
  return out;
}

class speech {
 public:
  /// Without an address there is no provider.
  explicit speech(std::string url) : url_(std::move(url)), guard_(guard_for(url_)) {}

  [[nodiscard]] bool is_there() const { return !url_.empty(); }

  struct answer {
    handlers::http_answer head{};
    std::string transcript{};
  };
  /// Ends at once when it is asked to stop: the connection is closed, and the provider sees it.
  [[nodiscard]] answer ask(const std::string& audio, std::stop_token stop) const {
    struct collects : handlers::http_receiver {
      std::string body{};
      bool begin(const handlers::http_answer&) override { return true; }
      bool take(std::string_view bytes) override {
        body += bytes;
        return body.size() <= 1024 * 1024;
      }
    } receiver;
    handlers::http_client client(guard_, {});
    answer out;
    out.head =
        client.exchange({.url = url_, .headers = {"Content-Type: text/plain"}, .body = audio}, {},
                        std::move(stop), receiver);
    out.transcript = std::move(receiver.body);
    return out;
  }

 private:
  std::string url_;
  handlers::address_guard guard_;
};

}  // namespace video
