// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/json.hpp>
#include <pawl/codec/policy.hpp>
#include <pawl/detail/shared_text.hpp>
#include <pawl/policies/policy.hpp>
#include <pawl/testing/codec_laws.hpp>

#include <cstring>
#include <random>
#include <string>
#include <type_traits>

#include "codec/payloads.hpp"
#include "support/catch.hpp"

namespace {

/// The least codec there is: only what the contract asks for.
struct archetype {
  static constexpr pawl::axis axis = pawl::axis::codec;
  static constexpr pawl::text media_type = "application/octet-stream";

  template <class T>
  static pawl::expected<std::string, pawl::codec_error> encode(const T& value) {
    if constexpr (std::is_same_v<T, std::string>)
      return value;
    else
      return std::string(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  static pawl::expected<T, pawl::codec_error> decode(pawl::text bytes,
                                                     pawl::decode_options options = {}) {
    T value{};
    if (bytes.size() > options.max_bytes)
      return pawl::unexpected(
          pawl::codec_error{pawl::codec_errc::too_large, {}, options.max_bytes});
    if constexpr (std::is_same_v<T, std::string>)
      value.assign(bytes.data(), bytes.size());
    else if (bytes.size() != sizeof value)
      return pawl::unexpected(pawl::codec_error{pawl::codec_errc::wrong_length, {}, 0});
    else
      std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  template <class T>
  static constexpr pawl::text schema() {
    return "bytes";
  }
  template <class T>
  static constexpr pawl::sha256_digest fingerprint() {
    return pawl::sha256_of(pawl::text("bytes"));
  }
};

struct on_another_axis : archetype {
  static constexpr pawl::axis axis = pawl::axis::retry;
};
struct without_media_type : archetype {
  static constexpr int media_type = 0;
};
struct without_encode : archetype {
  static void encode(int);
};
struct without_decode : archetype {
  static void decode(int);
};
struct without_schema : archetype {
  static void schema();
};
struct without_fingerprint : archetype {
  static void fingerprint();
};

static_assert(pawl::codec_policy<archetype>);
static_assert(!pawl::codec_policy<on_another_axis>);
static_assert(!pawl::codec_policy<without_media_type>);
static_assert(!pawl::codec_policy<without_encode>);
static_assert(!pawl::codec_policy<without_decode>);
static_assert(!pawl::codec_policy<without_schema>);
static_assert(!pawl::codec_policy<without_fingerprint>);

static_assert(pawl::codec_policy<pawl::json>);
static_assert(pawl::job_policy<pawl::json>);
static_assert(pawl::codec_for<pawl::json, payloads::everything>);
static_assert(std::is_empty_v<pawl::json>);

}  // namespace

TEST_CASE("the archetype keeps the laws of a codec") {
  CHECK(pawl::testing::broken_codec_law<archetype>(7) == "");
  CHECK(pawl::testing::broken_codec_law<archetype>(std::string("seven")) == "");
}

TEST_CASE("a codec reads into a value that is there already, by its own way or by decode") {
  int number = 0;
  CHECK(pawl::decode_into<pawl::json>("12", number));
  CHECK(number == 12);
  CHECK(pawl::decode_into<pawl::json>("x", number).error().code ==
        pawl::codec_errc::unexpected_character);
  CHECK(pawl::decode_into<pawl::json>("12", number, {.max_bytes = 1}).error().code ==
        pawl::codec_errc::too_large);

  CHECK(pawl::decode_into<archetype>(*archetype::encode(34), number));
  CHECK(number == 34);
  CHECK(pawl::decode_into<archetype>("x", number).error().code == pawl::codec_errc::wrong_length);
}

TEST_CASE("what is encoded into a text is what the codec encodes, whether or not it can do so") {
  std::string bytes = "before";
  CHECK(pawl::encode_into<pawl::json>(12, bytes));
  CHECK(bytes == "12");
  CHECK(pawl::encode_into<archetype>(34, bytes));
  CHECK(bytes == *archetype::encode(34));

  // Around the length from which a document is written into memory of its own.
  for (const auto length : {0UL, 1UL, 500UL, 509UL, 510UL, 511UL, 512UL, 513UL, 1024UL, 5000UL}) {
    const std::string value(length, 'v');
    CHECK(pawl::encode_into<pawl::json>(value, bytes));
    CHECK(bytes == '"' + value + '"');
    CHECK(bytes == *pawl::json::encode(value));
    pawl::detail::shared_text shared;
    CHECK(pawl::encode_into<pawl::json>(value, shared));
    CHECK(shared == bytes);
  }
}

TEST_CASE("a value that cannot be encoded leaves the text alone") {
  std::string bytes = "before";
  CHECK(pawl::encode_into<pawl::json>(std::string("a\0b", 3), bytes).error().code ==
        pawl::codec_errc::nul_character);
  CHECK(bytes == "before");
}

TEST_CASE("pawl::json keeps the laws of a codec for random payloads") {
  const auto first = std::random_device{}();
  for (unsigned seed = first; seed != first + 200; ++seed) {
    INFO("seed " << seed);
    REQUIRE(pawl::testing::broken_codec_law<pawl::json>(payloads::generator(seed).all()) == "");
  }
}
