// SPDX-License-Identifier: BSL-1.0
// Any bytes at all, given to the codec. They are refused with an error that points into them, or
// they are a value that survives being encoded and decoded; and they are JSON to us exactly if they
// are to Boost.JSON, which shares nothing with us.
#include <pawl/codec/json.hpp>
#include <pawl/codec/syntax.hpp>

#include <boost/json/src.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "codec/payloads.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

namespace bj = boost::json;

/// Ends the run; the fuzzer keeps the input.
void demand(bool kept, const char* rule) {
  if (kept) return;
  std::fprintf(stderr, "broken: %s\n", rule);
  std::abort();
}

/// A JSON pointer (RFC 6901): empty, or steps that begin with '/', where '~' is followed by 0 or 1.
bool is_pointer(std::string_view pointer) {
  if (!pointer.empty() && pointer[0] != '/') return false;
  for (std::size_t at = pointer.find('~'); at != pointer.npos; at = pointer.find('~', at + 1))
    if (at + 1 == pointer.size() || (pointer[at + 1] != '0' && pointer[at + 1] != '1'))
      return false;
  return true;
}

void check_error(const pawl::codec_error& error, std::size_t size) {
  demand(error.offset <= size, "an error lies within the document");
  demand(is_pointer(error.pointer), "an error has a JSON pointer");
  demand(!pawl::name_of(error.code).empty(), "an error has a name");
}

/// What only the syntax of a document can be wrong with. Our limit of levels is one that Boost.JSON
/// was told of.
bool is_about_syntax(pawl::codec_errc code) {
  using enum pawl::codec_errc;
  return code == too_deep || code == unexpected_end || code == unexpected_character ||
         code == trailing_characters || code == invalid_number || code == invalid_escape ||
         code == lone_surrogate || code == control_character || code == invalid_utf8;
}

template <class T>
void check_payload(std::string_view bytes, bool is_json) {
  const auto value = pawl::json::decode<T>(bytes);
  T in_place{};
  const auto read = pawl::json::decode_into(bytes, in_place);
  demand(read.has_value() == value.has_value(), "decode and decode_into agree");
  if (!value) {
    check_error(value.error(), bytes.size());
    demand(read.error() == value.error(), "decode and decode_into agree on the error");
    demand(!is_json || !is_about_syntax(value.error().code), "what is JSON is not refused as none");
    return;
  }
  demand(is_json, "what is decoded is JSON");
  const auto again = pawl::json::encode(*value);
  demand(again.has_value(), "what was decoded can be encoded");
  const auto back = pawl::json::decode<T>(*again);
  demand(back.has_value() && *back == *value && in_place == *value,
         "a value survives being encoded and decoded");
  demand(pawl::json::encode(*back) == again, "equal values are encoded as equal bytes");
}

/// The differences on purpose: we refuse U+0000 in strings, and Boost.JSON refuses exponents that
/// no double has, which RFC 8259 does not.
void check_syntax(std::string_view bytes, const pawl::expected<void, pawl::codec_error>& verdict) {
  if (!verdict && verdict.error().code == pawl::codec_errc::nul_character) return;
  boost::system::error_code error;
  bj::parse_options options;
  options.max_depth = pawl::codec_max_depth;
  bj::parse({bytes.data(), bytes.size()}, error, {}, options);
  if (error == bj::error::exponent_overflow) return;
  demand(!error == verdict.has_value(), "we accept the syntax that Boost.JSON accepts");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // An exact copy on the heap, so that a step beyond its end is seen.
  const std::vector<char> copy(data, data + size);
  const std::string_view bytes(copy.data(), copy.size());
  const auto verdict = pawl::check_json(bytes);
  if (!verdict) check_error(verdict.error(), size);
  check_syntax(bytes, verdict);
  check_payload<payloads::everything>(bytes, verdict.has_value());
  check_payload<payloads::tree>(bytes, verdict.has_value());
  check_payload<payloads::email>(bytes, verdict.has_value());
  check_payload<std::vector<double>>(bytes, verdict.has_value());
  return 0;
}

/// Now and then a sound document takes the place of what the fuzzer had: one with all members is
/// not found by chance.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  if (seed % 16 == 0) {
    const auto document = pawl::json::encode(payloads::generator(seed).all());
    if (document && document->size() <= most) {
      std::copy(document->begin(), document->end(), data);
      size = document->size();
      if (seed % 32 == 0) return size;
    }
  }
  return LLVMFuzzerMutate(data, size, most);
}
