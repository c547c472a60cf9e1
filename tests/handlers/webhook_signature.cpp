// SPDX-License-Identifier: BSL-1.0
#include <pawl/handlers/webhook_signature.hpp>

#include "../support/catch.hpp"

using namespace pawl::handlers;

namespace {
constexpr const char* secret = "0123456789abcdef0123456789abcdef";
constexpr std::int64_t now = 1'790'000'000;
const std::string sent = std::to_string(now);
}  // namespace

TEST_CASE("a signature is that of the timestamp, a dot and the body", "[DECK-30]") {
  // By `printf '1790000000.{}' | openssl dgst -sha256 -hmac 0123456789abcdef0123456789abcdef`.
  CHECK(webhook_signature(secret, sent, "{}") ==
        "v1=5949482f8f268ce61c6208ee9050323b82d4c3033bad3f5c14c19f657d409d60");
  CHECK(verify_webhook(secret, sent, "{}", webhook_signature(secret, sent, "{}"), now));
}

TEST_CASE("what was altered, is old or comes from another is refused", "[DECK-30]") {
  const std::string body = R"({"status":"succeeded"})";
  const std::string signature = webhook_signature(secret, sent, body);
  REQUIRE(verify_webhook(secret, sent, body, signature, now));
  CHECK_FALSE(verify_webhook(secret, sent, body + ' ', signature, now));
  CHECK_FALSE(verify_webhook(secret, std::to_string(now + 1), body, signature, now));
  CHECK_FALSE(verify_webhook("another secret of thirty-two bytes", sent, body, signature, now));
  for (std::size_t i = 0; i < signature.size(); ++i) {
    std::string other = signature;
    other[i] = static_cast<char>(other[i] ^ 1);
    CHECK_FALSE(verify_webhook(secret, sent, body, other, now));
  }
  for (const std::string& each : {std::string(), signature.substr(1), signature + '0',
                                  signature.substr(0, 3), std::string("v2") + signature.substr(2)})
    CHECK_FALSE(verify_webhook(secret, sent, body, each, now));
  // A dot that wanders between the two makes another text.
  CHECK_FALSE(
      verify_webhook(secret, sent + '.', "{}", webhook_signature(secret, sent, ".{}"), now));
}

TEST_CASE("a delivery is taken for five minutes on either side", "[DECK-30]") {
  const std::string signature = webhook_signature(secret, sent, "{}");
  for (const std::int64_t apart : {0, 1, 299, 300}) {
    CHECK(verify_webhook(secret, sent, "{}", signature, now + apart));
    CHECK(verify_webhook(secret, sent, "{}", signature, now - apart));
  }
  for (const std::int64_t apart : {301, 302, 100'000}) {
    CHECK_FALSE(verify_webhook(secret, sent, "{}", signature, now + apart));
    CHECK_FALSE(verify_webhook(secret, sent, "{}", signature, now - apart));
  }
  for (const char* each : {"", "x", "-1", "1790000000x", " 1790000000", "99999999999999999999"})
    CHECK_FALSE(verify_webhook(secret, each, "{}", webhook_signature(secret, each, "{}"), now));
}
