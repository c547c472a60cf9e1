// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <pawl/detail/hex.hpp>
#include <pawl/policies/backoff/delay.hpp>

namespace pawl {

/// The name of a job: a UUID of version 7, made by the submitting process.
///
/// Opaque, and printed as UUIDs are. Ids sort by the time at which they were made; beyond that
/// nothing can be guessed from one about another.
struct job_id {
  std::array<std::uint8_t, 16> bytes{};

  /// Whether the job lives only in the memory of its process. The bit is part of the id, so that a
  /// process knows where to look.
  [[nodiscard]] constexpr bool is_ephemeral() const { return (bytes[15] & 1U) != 0; }
  /// No job has this id.
  [[nodiscard]] constexpr bool is_nil() const { return (halves()[0] | halves()[1]) == 0; }

  [[nodiscard]] constexpr std::uint64_t high() const { return big_endian(halves()[0]); }
  [[nodiscard]] constexpr std::uint64_t low() const { return big_endian(halves()[1]); }
  /// What the job's delays are derived from.
  [[nodiscard]] constexpr jitter_seed seed() const { return {high(), low()}; }

  [[nodiscard]] static constexpr job_id from_words(std::uint64_t high, std::uint64_t low) {
    return {std::bit_cast<std::array<std::uint8_t, 16>>(
        std::array<std::uint64_t, 2>{big_endian(high), big_endian(low)})};
  }

  friend constexpr bool operator==(const job_id& a, const job_id& b) {
    const auto x = a.halves();
    const auto y = b.halves();
    return ((x[0] ^ y[0]) | (x[1] ^ y[1])) == 0;
  }
  friend constexpr auto operator<=>(const job_id&, const job_id&) = default;

 private:
  [[nodiscard]] constexpr std::array<std::uint64_t, 2> halves() const {
    return std::bit_cast<std::array<std::uint64_t, 2>>(bytes);
  }
  /// A number whose bytes are in the order of the id's, or back.
  static constexpr std::uint64_t big_endian(std::uint64_t value) {
    return std::endian::native == std::endian::little ? __builtin_bswap64(value) : value;
  }
};

namespace detail {

constexpr bool is_uuid_dash(std::size_t at) { return at == 8 || at == 13 || at == 18 || at == 23; }

/// An id as it is spelled, without an allocation.
struct id_text {
  char letters[36]{};

  constexpr explicit id_text(const job_id& id) {
    std::size_t at = 0;
    for (const std::uint8_t byte : id.bytes) {
      if (is_uuid_dash(at)) letters[at++] = '-';
      letters[at++] = hex_digit(byte >> 4U);
      letters[at++] = hex_digit(byte);
    }
  }
  [[nodiscard]] constexpr std::string_view view() const { return {letters, sizeof letters}; }
};

}  // namespace detail

/// `018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d21`: 36 characters, lower case.
[[nodiscard]] inline std::string to_string(const job_id& id) {
  return std::string(detail::id_text(id).view());
}

/// Ids print as they are spelled, on any stream of characters.
template <class Stream>
  requires requires(Stream& to, std::string spelled) { to << spelled; }
Stream& operator<<(Stream& to, const job_id& id) {
  to << to_string(id);
  return to;
}

/// The id that a text spells in the usual form, in either case; nothing if it spells none.
[[nodiscard]] constexpr std::optional<job_id> parse_job_id(std::string_view spelled) {
  if (spelled.size() != 36) return {};
  job_id id;
  std::size_t digit = 0;
  for (std::size_t at = 0; at < spelled.size(); ++at) {
    if (detail::is_uuid_dash(at)) {
      if (spelled[at] != '-') return {};
      continue;
    }
    const int value = detail::hex_value(spelled[at]);
    if (value < 0) return {};
    std::uint8_t& byte = id.bytes[digit++ / 2];
    byte =
        static_cast<std::uint8_t>(static_cast<unsigned>(byte) << 4U | static_cast<unsigned>(value));
  }
  return id;
}

/// The id of a job of a known type, so that its result has a type.
template <class H>
struct job_ref {
  job_id id{};

  /// So that whatever takes an id takes what `submit` has returned.
  constexpr operator const job_id&() const { return id; }

  friend bool operator==(const job_ref&, const job_ref&) = default;
  template <class Stream>
    requires requires(Stream& to, const job_id& of) { to << of; }
  friend Stream& operator<<(Stream& to, const job_ref& job) {
    to << job.id;
    return to;
  }
};

}  // namespace pawl

template <>
struct std::hash<pawl::job_id> {
  // The low half is random already, but for its last bit.
  std::size_t operator()(const pawl::job_id& id) const noexcept {
    return static_cast<std::size_t>(id.low() >> 1U ^ id.high());
  }
};
