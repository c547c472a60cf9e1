// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/sha256.hpp>

#include <random>
#include <string>

#include "support/catch.hpp"

#if defined(PAWL_TEST_OPENSSL)
#include <openssl/evp.h>
#include <openssl/hmac.h>
#endif

namespace {

/// Reads a digest as it is printed, so that the vectors can be compared in constant expressions.
consteval pawl::sha256_digest digest(pawl::text hex) {
  pawl::sha256_digest result;
  const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  for (std::size_t i = 0; i < 32; ++i)
    result.bytes[i] = static_cast<std::uint8_t>(value(hex[2 * i]) * 16 + value(hex[2 * i + 1]));
  return result;
}

// FIPS 180-4, examples of NIST: empty, one block, two blocks, and a long one (four blocks).
static_assert(pawl::sha256_of("") ==
              digest("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
static_assert(pawl::sha256_of("abc") ==
              digest("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
static_assert(pawl::sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
              digest("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
static_assert(pawl::sha256_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                              "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu") ==
              digest("cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"));

// RFC 4231, test cases 1, 2 and 6 (a key longer than a block).
static_assert(
    pawl::hmac_sha256(
        "\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b",
        "Hi There") == digest("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"));
static_assert(pawl::hmac_sha256("Jefe", "what do ya want for nothing?") ==
              digest("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"));

static_assert(pawl::equal_in_constant_time(pawl::sha256_of("a"), pawl::sha256_of("a")));
static_assert(!pawl::equal_in_constant_time(pawl::sha256_of("a"), pawl::sha256_of("b")));

}  // namespace

TEST_CASE("SHA-256 agrees with the vectors of NIST at run time") {
  CHECK(pawl::sha256_of("abc").hex() ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(pawl::sha256_of(std::string(1'000'000, 'a')).hex() ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("HMAC-SHA-256 shortens a key that is longer than a block") {
  CHECK(pawl::hmac_sha256(std::string(131, '\xaa'),
                          "Test Using Larger Than Block-Size Key - Hash Key First")
            .hex() == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST_CASE("a digest does not depend on how the bytes are cut into parts") {
  std::string bytes;
  for (int i = 0; i < 300; ++i) bytes += static_cast<char>(i);
  const auto whole = pawl::sha256_of(bytes);
  for (std::size_t first = 0; first <= bytes.size(); ++first) {
    pawl::sha256 parts;
    parts.update({bytes.data(), first});
    static_cast<void>(parts.digest());  // asking in between changes nothing
    parts.update({bytes.data() + first, bytes.size() - first});
    REQUIRE(parts.digest() == whole);
  }
}

#if defined(PAWL_TEST_OPENSSL)
TEST_CASE("SHA-256 and HMAC agree with OpenSSL on random bytes of every short length") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (std::size_t length = 0; length < 400; ++length) {
    std::string bytes(length, '\0');
    std::string key(random() % 150, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    for (char& c : key) c = static_cast<char>(random());
    pawl::sha256_digest theirs;
    unsigned size = 32;
    REQUIRE(EVP_Digest(bytes.data(), bytes.size(), theirs.bytes.data(), &size, EVP_sha256(),
                       nullptr) == 1);
    REQUIRE(pawl::sha256_of(bytes) == theirs);
    REQUIRE(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
                 reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                 theirs.bytes.data(), &size));
    REQUIRE(pawl::hmac_sha256(key, bytes) == theirs);
  }
}
#endif
