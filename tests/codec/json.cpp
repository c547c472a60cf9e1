// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/json.hpp>
#include <pawl/codec/syntax.hpp>

#include <random>
#include <string>

#include "codec/payloads.hpp"
#include "support/catch.hpp"

namespace {

using pawl::json;
using payloads::everything;

std::string document_of(unsigned seed) {
  return json::encode(payloads::generator(seed).all()).value();
}

/// Whatever bytes come in: an error that points into them, or a value that is itself again when it
/// went out and came back.
void survives(const std::string& bytes) {
  const auto value = json::decode<everything>(bytes);
  if (!value) {
    REQUIRE(value.error().offset <= bytes.size());
    return;
  }
  REQUIRE(pawl::check_json(bytes).has_value());
  const auto again = json::encode(*value);
  REQUIRE(again.has_value());
  const auto back = json::decode<everything>(*again);
  REQUIRE(back.has_value());
  REQUIRE(*back == *value);
  REQUIRE(json::encode(*back) == again);
}

}  // namespace

TEST_CASE("every truncation of a document is refused") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  const std::string document = document_of(seed);
  for (std::size_t length = 0; length < document.size(); ++length) {
    // A copy of exactly this size, so that a sanitizer sees a read beyond it.
    const std::string beginning(document.data(), length);
    const auto result = json::decode<everything>(beginning);
    REQUIRE(!result.has_value());
    REQUIRE(result.error().offset <= length);
  }
}

TEST_CASE("every change of one byte is refused or decodes to a value that survives") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  const std::string document = document_of(seed);
  std::mt19937 random(seed);
  for (std::size_t at = 0; at < document.size(); ++at) {
    std::string changed = document;
    for (int bit = 0; bit < 8; ++bit) {
      changed[at] = static_cast<char>(document[at] ^ (1 << bit));
      survives(changed);
    }
    for (const char c : {'"', '\\', '0', ',', '}', ']', '\0', static_cast<char>(random())}) {
      changed[at] = c;
      survives(changed);
    }
  }
}

TEST_CASE("documents with bytes inserted, removed, repeated and swapped never do harm") {
  const auto first = std::random_device{}();
  for (unsigned seed = first; seed != first + 1000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    std::string document = document_of(seed);
    for (auto changes = 1 + random() % 4; changes != 0 && !document.empty(); --changes) {
      const std::size_t at = random() % document.size();
      const std::size_t count = 1 + random() % 8;
      switch (random() % 4) {
        case 0:
          document.erase(at, count);
          break;
        case 1:
          document.insert(at, document.substr(random() % document.size(), count));
          break;
        case 2:
          document.insert(at, 1, static_cast<char>(random()));
          break;
        default:
          std::swap(document[at], document[random() % document.size()]);
          break;
      }
    }
    survives(document);
  }
}

TEST_CASE("bytes that never were a document never do harm") {
  const auto first = std::random_device{}();
  constexpr pawl::text alphabet = "{}[]\",:\\u0123eE+-.truefalsn \n\t\xc3\xa9";
  for (unsigned seed = first; seed != first + 3000; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    std::string bytes(random() % 64, '\0');
    for (char& c : bytes)
      c = seed % 2 == 0 ? alphabet[random() % alphabet.size()] : static_cast<char>(random());
    survives(bytes);
    static_cast<void>(json::decode<std::vector<std::string>>(bytes));
    static_cast<void>(json::decode<std::map<std::string, double>>(bytes));
    static_cast<void>(pawl::check_json(bytes));
  }
}
