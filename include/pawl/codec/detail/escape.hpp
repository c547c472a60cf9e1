// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/hex.hpp>
#include <pawl/detail/text.hpp>

namespace pawl::detail::codec {

/// How a character below U+10000 is written in a JSON string where it cannot stand for itself:
/// `\"`, `\n`, `\u001b`. Short where there is a short form, lower-case digits: one character, one
/// text.
class json_escape {
 public:
  constexpr explicit json_escape(unsigned code_unit) {
    constexpr text letters = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (std::size_t i = 0; i < letters.size(); i += 2)
      if (static_cast<unsigned char>(letters[i]) == code_unit) {
        chars_[1] = letters[i + 1];
        size_ = 2;
        return;
      }
    for (unsigned i = 0; i < 4; ++i) chars_[2 + i] = hex_digit(code_unit >> (12 - 4 * i));
  }

  [[nodiscard]] constexpr text view() const { return {chars_, size_}; }

 private:
  char chars_[6]{'\\', 'u'};
  std::size_t size_ = 6;
};

}  // namespace pawl::detail::codec
