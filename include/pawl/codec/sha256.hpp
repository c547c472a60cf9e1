// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/hex.hpp>
#include <pawl/detail/text.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <string>

namespace pawl {

/// A SHA-256 value (FIPS 180-4). Ordered and comparable, but not in constant time.
struct sha256_digest {
  std::array<std::uint8_t, 32> bytes{};

  /// 64 lower-case hexadecimal digits.
  [[nodiscard]] constexpr std::string hex() const {
    std::string result;
    for (const std::uint8_t byte : bytes) {
      result += detail::hex_digit(byte >> 4U);
      result += detail::hex_digit(byte);
    }
    return result;
  }

  friend constexpr bool operator==(const sha256_digest&, const sha256_digest&) = default;
  friend constexpr auto operator<=>(const sha256_digest&, const sha256_digest&) = default;
};

namespace detail::codec {

inline constexpr std::uint32_t sha256_round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

}  // namespace detail::codec

/// SHA-256 of bytes that arrive in parts. Works in constant expressions.
class sha256 {
 public:
  constexpr sha256& update(text bytes) {
    const char* from = bytes.data();
    std::size_t left = bytes.size();
    total_ += left;
    if (filled_ != 0) {
      fill(from, left);
      if (filled_ < block_size) return *this;
      compress(buffer_);
      filled_ = 0;
    }
    for (; left >= block_size; from += block_size, left -= block_size) compress(from);
    fill(from, left);
    return *this;
  }

  /// The digest of all bytes so far; more may follow.
  [[nodiscard]] constexpr sha256_digest digest() const {
    constexpr std::size_t length = block_size - 8;  // where it stands
    sha256 last = *this;
    const std::uint64_t bits = total_ * 8;
    last.buffer_[last.filled_++] = static_cast<char>(0x80);
    if (last.filled_ > length) last.pad_to(block_size);
    last.pad_to(length);
    for (std::size_t i = 0; i < 8; ++i)
      last.buffer_[length + i] = static_cast<char>(bits >> (56 - 8 * i));
    last.compress(last.buffer_);
    sha256_digest result;
    for (std::size_t i = 0; i < 32; ++i)
      result.bytes[i] = static_cast<std::uint8_t>(last.state_[i / 4] >> (24 - 8 * (i % 4)));
    return result;
  }

  static constexpr std::size_t block_size = 64;

 private:
  // Bounded by the buffer although the rest of a text always fits: GCC 12 does not see that.
  constexpr void fill(const char*& from, std::size_t& left) {
    for (; filled_ < block_size && left != 0; --left) buffer_[filled_++] = *from++;
  }

  /// Zeros up to there; a block that is full then is taken in.
  constexpr void pad_to(std::size_t end) {
    while (filled_ < end) buffer_[filled_++] = 0;
    if (end != block_size) return;
    compress(buffer_);
    filled_ = 0;
  }

  // One round, the eight words renamed instead of moved: the compiler keeps them in registers.
  static constexpr void round(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t& d,
                              std::uint32_t e, std::uint32_t f, std::uint32_t g, std::uint32_t& h,
                              std::uint32_t word) {
    const std::uint32_t t =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + (g ^ (e & (f ^ g))) + word;
    d += t;
    h = t + (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) + (c & (a ^ b)));
  }

  constexpr void compress(const char* block) {
    std::uint32_t w[64];
    for (std::size_t i = 0; i < 16; ++i) {
      const char* b = block + 4 * i;
      const auto byte = [](char c) { return std::uint32_t{static_cast<std::uint8_t>(c)}; };
      w[i] = byte(b[0]) << 24 | byte(b[1]) << 16 | byte(b[2]) << 8 | byte(b[3]);
    }
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t x = w[i - 15];
      const std::uint32_t y = w[i - 2];
      w[i] = w[i - 16] + (std::rotr(x, 7) ^ std::rotr(x, 18) ^ (x >> 3)) + w[i - 7] +
             (std::rotr(y, 17) ^ std::rotr(y, 19) ^ (y >> 10));
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < 64; i += 8) {
      const std::uint32_t* k = detail::codec::sha256_round_constants + i;
      round(a, b, c, d, e, f, g, h, w[i] + k[0]);
      round(h, a, b, c, d, e, f, g, w[i + 1] + k[1]);
      round(g, h, a, b, c, d, e, f, w[i + 2] + k[2]);
      round(f, g, h, a, b, c, d, e, w[i + 3] + k[3]);
      round(e, f, g, h, a, b, c, d, w[i + 4] + k[4]);
      round(d, e, f, g, h, a, b, c, w[i + 5] + k[5]);
      round(c, d, e, f, g, h, a, b, w[i + 6] + k[6]);
      round(b, c, d, e, f, g, h, a, w[i + 7] + k[7]);
    }
    const std::uint32_t sum[8] = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) state_[i] += sum[i];
  }

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  char buffer_[block_size]{};
  std::size_t filled_ = 0;
  std::uint64_t total_ = 0;
};

/// SHA-256 of `bytes`.
[[nodiscard]] constexpr sha256_digest sha256_of(text bytes) {
  return sha256{}.update(bytes).digest();
}

/// HMAC-SHA-256 (RFC 2104) of `bytes` under `key`.
[[nodiscard]] constexpr sha256_digest hmac_sha256(text key, text bytes) {
  char padded[sha256::block_size]{};
  if (key.size() > sha256::block_size) {
    const sha256_digest shorter = sha256_of(key);
    for (std::size_t i = 0; i < 32; ++i) padded[i] = static_cast<char>(shorter.bytes[i]);
  } else {
    for (std::size_t i = 0; i < key.size(); ++i) padded[i] = key[i];
  }
  for (char& c : padded) c = static_cast<char>(c ^ 0x36);
  sha256 inner;
  inner.update({padded, sizeof padded}).update(bytes);
  for (char& c : padded) c = static_cast<char>(c ^ 0x36 ^ 0x5c);
  char digest[32]{};
  const sha256_digest inner_digest = inner.digest();
  for (std::size_t i = 0; i < 32; ++i) digest[i] = static_cast<char>(inner_digest.bytes[i]);
  return sha256{}.update({padded, sizeof padded}).update({digest, sizeof digest}).digest();
}

/// Whether two digests are equal, in a time that does not depend on where they differ: for
/// signatures that come from outside.
[[nodiscard]] constexpr bool equal_in_constant_time(const sha256_digest& a,
                                                    const sha256_digest& b) {
  unsigned difference = 0;
  for (std::size_t i = 0; i < 32; ++i) difference |= static_cast<unsigned>(a.bytes[i] ^ b.bytes[i]);
  return difference == 0;
}

}  // namespace pawl
