// SPDX-License-Identifier: BSL-1.0
// Any bytes at all, as a client would send them: read in one piece and in many, they are the same
// requests or the same refusal, and each request gets an answer.
#include <pawl/http/request_reader.hpp>

#include <cstring>

#include "http.hpp"

namespace {

using namespace fuzz;
using http::request_reader;

/// All that was made of a connection's bytes, in words.
std::string made_of(std::string_view bytes, std::string_view pieces,
                    std::vector<http::request>* requests) {
  const http::request_limits limits{
      .header_bytes = 512, .headers = 8, .body_bytes = 1024, .hosts = {"localhost", "::1"}};
  std::string out;
  request_reader::buffer buffer;
  request_reader reader(limits);
  std::size_t turn = 0;
  while (!bytes.empty()) {
    const std::size_t piece =
        pieces.empty() ? bytes.size()
                       : std::min<std::size_t>(
                             bytes.size(),
                             1 + static_cast<unsigned char>(pieces[turn++ % pieces.size()]) % 64);
    std::memcpy(buffer.prepare(piece).data(), bytes.data(), piece);
    buffer.commit(piece);
    bytes.remove_prefix(piece);
    for (;;) {
      const auto state = reader.read(buffer);
      if (state == request_reader::state::refused) return out + "refused " + reader.refusal().body;
      if (state != request_reader::state::complete) break;
      const bool keep = reader.keep_alive();
      http::request asked = reader.take("192.0.2.1");
      out += asked.method + " " + asked.target + "\n" + asked.body + "\n";
      for (const http::header& each : asked.headers) out += each.name + ": " + each.value + "\n";
      if (requests != nullptr) requests->push_back(std::move(asked));
      if (!keep) return out + "closed";
      reader.~request_reader();
      new (&reader) request_reader(limits);
    }
  }
  return out + (reader.now() == request_reader::state::in_body ? "in its body" : "in its header");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 8) return 0;
  // The first bytes say where it is cut.
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::string bytes(all.substr(8));
  std::vector<http::request> requests;
  const std::string whole = made_of(bytes, {}, &requests);
  demand(whole == made_of(bytes, all.substr(0, 8), nullptr), "any pieces make the same requests");
  for (const http::request& each : requests) {
    demand(each.body.size() <= 1024 && each.headers.size() <= 8, "the limits are kept");
    check(front_door::fresh_now_and_then().api.handle(each));
  }
  return 0;
}
