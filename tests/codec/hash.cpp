// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/hash.hpp>

#include <cmath>
#include <string>

#include "codec/payloads.hpp"
#include "support/catch.hpp"

using payloads::email;

TEST_CASE("the hash of a payload is SHA-256 over its canonical document") {
  CHECK(pawl::payload_hash(payloads::point{1, 2}).value() == pawl::sha256_of(R"({"x":1,"y":2})"));
}

TEST_CASE("documents that mean the same payload have the same hash") {
  const auto hash = [](pawl::text document) {
    return pawl::json::decode<email>(document)
        .and_then([](const email& e) { return pawl::payload_hash(e); })
        .value();
  };
  const auto expected = hash(R"({"to":"a/b"})");
  CHECK(hash(R"({ "cc" : null, "to" : "\u0061\/b" })") == expected);
  CHECK(hash(R"({"to":"a/c"})") != expected);
  CHECK(hash(R"({"to":"a/b","cc":""})") != expected);
}

TEST_CASE("a payload that cannot be encoded has no hash") {
  CHECK(pawl::payload_hash(std::nan("")).error().code == pawl::codec_errc::not_finite);
}
