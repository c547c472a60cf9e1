// SPDX-License-Identifier: BSL-1.0
// What a fuzzer tries at length (fuzz/http_request.cpp), tried on some messages: where they are cut
// makes no difference.
#include <pawl/http/request_reader.hpp>

#include <cstring>

#include "desk.hpp"

namespace {

namespace http = pawl::http;
using http::request_reader;

const http::request_limits limits{
    .header_bytes = 256, .headers = 4, .body_bytes = 16, .hosts = {"localhost"}};

/// Gives a reader the bytes in two pieces, and says what came of it.
std::string made_of(const std::string& bytes, std::size_t cut) {
  request_reader reader(limits);
  request_reader::buffer buffer;
  for (const std::string& piece : {bytes.substr(0, cut), bytes.substr(cut)}) {
    if (!piece.empty())
      std::memcpy(buffer.prepare(piece.size()).data(), piece.data(), piece.size());
    buffer.commit(piece.size());
    reader.read(buffer);
  }
  switch (reader.now()) {
    case request_reader::state::in_header:
      return "in its header";
    case request_reader::state::in_body:
      return "in its body";
    case request_reader::state::refused:
      return std::to_string(reader.refusal().status);
    case request_reader::state::complete:
      break;
  }
  const http::request out = reader.take("peer");
  return out.method + " " + out.target + " " + std::to_string(out.headers.size()) + " " + out.body +
         " and " + std::to_string(buffer.size());
}

}  // namespace

TEST_CASE("a request is the same wherever its bytes are cut", "[http][server]") {
  const std::string host = " HTTP/1.1\r\nHost: localhost\r\n";
  struct message {
    std::string bytes;
    std::string expected;
  };
  const message all[] = {
      {"GET /a" + host + "\r\n", "GET /a 1  and 0"},
      {"GET /a" + host + "\r\nGET", "GET /a 1  and 3"},
      {"POST /a" + host + "Content-Length: 5\r\n\r\nhello", "POST /a 2 hello and 0"},
      {"POST /a" + host + "Content-Length: 5\r\n\r\nhello!!", "POST /a 2 hello and 2"},
      {"POST /a" + host + "Content-Length: 5\r\n\r\nhell", "in its body"},
      {"GET /a" + host, "in its header"},
      {"POST /a" + host + "Content-Length: 17\r\n\r\n", "413"},
      {"GET /a HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421"},
      {"GET /a HTTP/1.1\r\n\r\n", "400"},
      {"GET /a" + host + "A: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\n\r\n", "431"},
      {"GET /a" + host + "A: " + std::string(300, 'x') + "\r\n\r\n", "431"},
      {"GET /" + std::string(300, 'x') + host + "\r\n", "414"},
      {"POST /a" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "501"},
      {"nonsense\r\n\r\n", "400"},
  };
  for (const message& each : all)
    for (std::size_t cut = 0; cut <= each.bytes.size(); ++cut) {
      CAPTURE(each.bytes, cut);
      REQUIRE(made_of(each.bytes, cut) == each.expected);
    }
}
