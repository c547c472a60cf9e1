// SPDX-License-Identifier: BSL-1.0
#include <pawl/codec/error.hpp>

#include "support/catch.hpp"

namespace {

// The names are logged, stored and sent: none may change, new ones go to the end.
constexpr pawl::text stable_names[] = {
    "too_large",           "too_deep",       "unexpected_end",    "unexpected_character",
    "trailing_characters", "invalid_number", "invalid_escape",    "lone_surrogate",
    "control_character",   "nul_character",  "invalid_utf8",      "wrong_type",
    "out_of_range",        "invalid_format", "unknown_name",      "unknown_member",
    "missing_member",      "duplicate_key",  "duplicate_element", "wrong_length",
    "not_finite",          "unknown_version"};

static_assert(pawl::detail::names_of<pawl::codec_errc>.count == std::size(stable_names));
static_assert([] {
  for (std::size_t i = 0; i < std::size(stable_names); ++i)
    if (!(pawl::name_of(static_cast<pawl::codec_errc>(i)) == stable_names[i])) return false;
  return true;
}());

}  // namespace

TEST_CASE("an error says what, where, and at which byte") {
  CHECK(pawl::describe({pawl::codec_errc::unknown_member, "/to/name", 17}) ==
        "unknown_member at \"/to/name\", byte 17");
}

TEST_CASE("a JSON pointer escapes the two characters that mean something in it") {
  std::string pointer = "/last";
  pawl::detail::codec::prepend_to_pointer(pointer, "a/b~c");
  CHECK(pointer == "/a~1b~0c/last");
}
