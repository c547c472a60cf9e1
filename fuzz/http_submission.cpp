// SPDX-License-Identifier: BSL-1.0
// Any bytes at all as a submission. They are refused with a problem, or they are a job whose input
// is what was sent: sent again with the same key it is the same job, and it can be looked at.
#include <random>

#include <pawl/codec/json.hpp>

#include "http.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using namespace fuzz;

http::response ask(front_door& at, std::string method, std::string target, std::string body = {},
                   const std::string& key = {}) {
  http::request in{.method = std::move(method),
                   .target = std::move(target),
                   .headers = {{"Content-Type", "application/json"}},
                   .body = std::move(body),
                   .peer = "192.0.2.1"};
  if (!key.empty()) in.headers.push_back({"Idempotency-Key", key});
  return at.api.handle(in);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static unsigned long serial = 0;
  front_door& at = front_door::fresh_now_and_then();
  const std::string body(reinterpret_cast<const char*>(data), size);
  const std::string key = "k" + std::to_string(++serial);
  const http::response made = ask(at, "POST", "/v1/jobs/fuzz.all", body, key);
  check(made);
  if (made.status != 202) {
    demand(made.status == 400 || made.status == 413 || made.status == 422,
           "a submission is refused for what it says");
    return 0;
  }
  demand(pawl::check_json(pawl::text(body)).has_value(), "what was taken is JSON");
  const http::response again = ask(at, "POST", "/v1/jobs/fuzz.all", body, key);
  demand(again.status == 200 && again.body == made.body, "the same again is the same job");
  const std::string* const url = made.find("Location");
  demand(url != nullptr, "a job has an address");
  const http::response shown = ask(at, "GET", *url);
  check(shown);
  demand(shown.status == 200, "what was taken can be looked at");
  check(ask(at, "POST", *url + "/cancel"));
  return 0;
}

/// Now and then a sound submission takes the place of what the fuzzer had.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  if (seed % 16 == 0) {
    if (const auto document = pawl::json::encode(payloads::generator(seed).all())) {
      const std::string body = R"({"input":)" + std::string(document->data(), document->size()) +
                               R"(,"subjectId":"s","metadata":{"a":[1]},"delayMs":5})";
      if (body.size() <= most) {
        std::copy(body.begin(), body.end(), data);
        size = body.size();
        if (seed % 32 == 0) return size;
      }
    }
  }
  return LLVMFuzzerMutate(data, size, most);
}
