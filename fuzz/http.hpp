// SPDX-License-Identifier: BSL-1.0
// An API over a store in memory for the fuzzers, made anew now and then so that it does not grow.
#pragma once

#include <cstdio>
#include <cstdlib>

#include <pawl/codec/syntax.hpp>
#include <pawl/http/api.hpp>
#include <pawl/testing/memory_store.hpp>

#include "codec/payloads.hpp"

namespace fuzz {

namespace http = pawl::http;

/// Ends the run; the fuzzer keeps the input.
inline void demand(bool kept, const char* rule) {
  if (kept) return;
  std::fprintf(stderr, "broken: %s\n", rule);
  std::abort();
}

struct take_all : pawl::job<"fuzz.all", pawl::lifecycles::service> {
  outcome<void> operator()(context&, payloads::everything) const { return {}; }
};

struct front_door {
  using store = pawl::testing::memory_store<>;
  pawl::service<store, take_all> jobs{std::make_unique<store>(), take_all{}};
  http::api<http::read_only, http::submit, http::control, http::callbacks, http::events,
            http::metrics, http::dashboard>
      api{jobs,
          {.auth = std::make_shared<http::everyone_is>(http::caller{
               {.tenant = "acme", .user = "ann", .organisation = {}}, http::permissions::all()})}};

  static front_door& fresh_now_and_then() {
    static std::unique_ptr<front_door> now;
    static int used = 0;
    if (!now || ++used == 500) {
      now = std::make_unique<front_door>();
      used = 0;
    }
    return *now;
  }
};

/// Whatever was asked, the answer is one that the API knows, and what says it is JSON is.
inline void check(const http::response& answer) {
  demand(answer.status >= 200 && answer.status < 600, "an answer has a status");
  demand(answer.status != 500, "no request makes the API throw");
  const std::string* const type = answer.find("Content-Type");
  if (type != nullptr && type->find("json") != type->npos && !answer.body.empty())
    demand(pawl::check_json(pawl::text(answer.body), {.max_bytes = answer.body.size()}).has_value(),
           "what is called JSON is");
  for (const http::header& each : answer.headers)
    demand(each.value.find_first_of("\r\n") == each.value.npos, "a header is one line");
  if (answer.status >= 400 && answer.status != 503)
    demand(type != nullptr && *type == "application/problem+json", "a refusal is a problem");
}

}  // namespace fuzz
