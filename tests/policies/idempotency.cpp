// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/idempotency.hpp>

#include <string>

#include <pawl/testing/idempotency_laws.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::literals;
using pawl::testing::broken_idempotency_law;

TEST_CASE("a key lives a day and is optional, unless the policy says otherwise") {
  STATIC_REQUIRE(default_idempotency::ttl == 24_h);
  STATIC_REQUIRE_FALSE(default_idempotency::required);
  using strict = idempotency<key_required, ttl<1_h>>;
  STATIC_REQUIRE(strict::ttl == 1_h);
  STATIC_REQUIRE(strict::required);
}

TEST_CASE("a key is 1 to 255 visible ASCII characters") {
  STATIC_REQUIRE(valid_key("order-42/retry:1~!"));
  CHECK_FALSE(valid_key(""));
  CHECK(valid_key(std::string(255, 'x')));
  CHECK_FALSE(valid_key(std::string(256, 'x')));
  CHECK_FALSE(valid_key("two words"));
  CHECK_FALSE(valid_key("tab\t"));
  CHECK_FALSE(valid_key("umlaut\xc3\xa4"));
  CHECK_FALSE(valid_key(text("nul\0", 4)));
  for (int c = 0; c < 256; ++c) {
    const char one[] = {static_cast<char>(c), '\0'};
    CHECK(valid_key(text(one, 1)) == (c > 0x20 && c < 0x7f));
  }
}

TEST_CASE("a key in use is a repeat or a conflict, and free again when its time is over") {
  const stored_key<std::string> stored{.payload = "a1", .created_at = {5000}};
  const auto at = [&](std::int64_t now, const std::string& payload) {
    return judge_key(&stored, payload, {now}, 24_h);
  };
  CHECK(at(5000, "a1") == key_verdict::repeat);
  CHECK(at(5000, "b2") == key_verdict::conflict);
  CHECK(at(5000 + 86'399'999, "a1") == key_verdict::repeat);
  CHECK(at(5000 + 86'400'000, "a1") == key_verdict::fresh);
  CHECK(at(5000 + 86'400'000, "b2") == key_verdict::fresh);
  CHECK(judge_key<std::string>(nullptr, "a1", {5000}, 24_h) == key_verdict::fresh);
}

TEST_CASE("a clock that was set back does not free a key") {
  const stored_key<int> stored{.payload = 1, .created_at = {5000}};
  CHECK(judge_key(&stored, 1, {0}, 1_s) == key_verdict::repeat);
}

struct keys_of_a_moment : testing::idempotency_archetype {
  static constexpr duration_ms ttl{0};
};

TEST_CASE("idempotency keeps its laws, and the laws see what breaks them") {
  CHECK(broken_idempotency_law<default_idempotency>() == "");
  CHECK(broken_idempotency_law<testing::idempotency_archetype>() == "");
  CHECK(broken_idempotency_law<keys_of_a_moment>() == "a key lives longer than zero");
}

}  // namespace
