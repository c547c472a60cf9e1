// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>

#include <pawl/http/problem.hpp>

namespace pawl::http {

/// What a request may be like before anything looks at what it says.
struct request_limits {
  std::size_t header_bytes = 16'384;
  std::size_t headers = 100;
  std::size_t body_bytes = 1'048'576;
  std::vector<std::string> hosts{};  ///< names that are served, without a port; empty: any
};

/// Makes one request out of bytes, however they come in pieces; or the answer to what is none. Has
/// no socket, so that a fuzzer can stand where the client does.
class request_reader {
 public:
  enum class state : unsigned char {
    in_header,  ///< the first line and the headers are not whole
    in_body,    ///< they are, and sound; more of the body must come
    complete,   ///< `take` gives the request; what is left in the buffer belongs to the next
    refused     ///< `refusal` is the answer, and the last one on its connection
  };
  using buffer = boost::beast::flat_buffer;

  explicit request_reader(const request_limits& limits) : limits_(&limits) {
    // Both are judged here, and a body by what the header says: it is refused before it comes.
    parser_.header_limit(static_cast<std::uint32_t>(limits.header_bytes) + 1);
    parser_.body_limit(boost::none);
  }

  /// Takes what it needs from the front of the buffer.
  state read(buffer& from) {
    if (state_ == state::in_header) read_header(from);
    while (state_ == state::in_body && from.size() != 0) {
      boost::system::error_code failed;
      from.consume(parser_.put(from.data(), failed));
      if (failed && failed != error::need_more) return refuse(answer_problem(problem::malformed));
      if (parser_.is_done()) state_ = state::complete;
    }
    return state_;
  }

  [[nodiscard]] state now() const { return state_; }
  /// Whether the client wants to be told that its body is welcome before it sends it.
  [[nodiscard]] bool waits_for_continue() const {
    return state_ == state::in_body &&
           boost::beast::iequals(parser_.get()[boost::beast::http::field::expect], "100-continue");
  }
  [[nodiscard]] bool keep_alive() const { return parser_.get().keep_alive(); }
  [[nodiscard]] bool is_old() const { return parser_.get().version() < 11; }

  [[nodiscard]] request take(std::string peer) {
    auto in = parser_.release();
    request out{.method = copy(in.method_string()),
                .target = copy(in.target()),
                .headers = {},
                .body = std::move(in.body()),
                .peer = std::move(peer)};
    out.headers.reserve(headers_);
    for (const auto& each : in)
      out.headers.push_back({copy(each.name_string()), copy(each.value())});
    return out;
  }
  [[nodiscard]] response refusal() { return std::move(refusal_); }

 private:
  using error = boost::beast::http::error;
  using field = boost::beast::http::field;

  static std::string copy(boost::beast::string_view from) { return {from.data(), from.size()}; }

  state refuse(response answer) {
    refusal_ = std::move(answer);
    return state_ = state::refused;
  }

  /// The parser gets a header whole or not at all: what it says of a part depends on where that
  /// was cut.
  void read_header(buffer& from) {
    const std::string_view seen(static_cast<const char*>(from.data().data()),
                                std::min(from.size(), limits_->header_bytes));
    const std::size_t line = seen.find("\r\n");
    // What is no text, such as TLS, need not be waited for. Of a line's end half may have come.
    for (std::size_t i = 0; i < std::min(line, seen.size()); ++i)
      if ((seen[i] < 0x20 || seen[i] >= 0x7f) && !(seen[i] == '\r' && i + 1 == seen.size())) {
        refuse(answer_problem(problem::malformed));
        return;
      }
    const std::size_t end = seen.find("\r\n\r\n");
    if (end == seen.npos) {
      if (seen.size() == limits_->header_bytes)
        refuse(answer_problem(line == seen.npos ? problem::target_too_long
                                                : problem::headers_too_large));
      return;
    }
    boost::system::error_code failed;
    from.consume(parser_.put(boost::asio::buffer(seen.data(), end + 4), failed));
    if (failed || !parser_.is_header_done()) {
      refuse(answer_problem(problem::malformed));
    } else if (auto wrong = judge_header()) {
      refuse(*std::move(wrong));
    } else {
      state_ = parser_.is_done() ? state::complete : state::in_body;
    }
  }

  [[nodiscard]] std::optional<response> judge_header() {
    const auto& head = parser_.get();
    std::size_t hosts = 0;
    for (const auto& each : head) {
      ++headers_;
      if (each.name() == field::host) ++hosts;
    }
    if (headers_ > limits_->headers)
      return answer_problem(
          problem::headers_too_large,
          {.detail = "at most " + std::to_string(limits_->headers) + " headers are read"});
    if (hosts > 1 || (hosts == 0 && head.version() >= 11))
      return answer_problem(problem::malformed, {.detail = "send one Host header"});
    if (hosts == 1 && !is_served(std::string_view(copy(head[field::host]))))
      return answer_problem(problem::wrong_host);
    if (head.count(field::transfer_encoding) != 0)
      return answer_problem(problem::not_implemented,
                            {.detail = "send the body with a Content-Length"});
    if (parser_.content_length().value_or(0) > limits_->body_bytes)
      return answer_problem(
          problem::body_too_large,
          {.detail = "a body has at most " + std::to_string(limits_->body_bytes) + " bytes"});
    return {};
  }

  [[nodiscard]] bool is_served(std::string_view host) const {
    // `example.org` of `example.org:8080`, `::1` of `[::1]:8080`.
    const std::string_view name =
        host.starts_with('[') ? host.substr(1, host.find(']') - 1) : host.substr(0, host.find(':'));
    bool served = limits_->hosts.empty();
    for (const std::string& each : limits_->hosts) served = served || same_name(name, each);
    return served;
  }

  const request_limits* limits_;
  boost::beast::http::request_parser<boost::beast::http::string_body> parser_;
  state state_ = state::in_header;
  std::size_t headers_ = 0;
  response refusal_{};
};

}  // namespace pawl::http
