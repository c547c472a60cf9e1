// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <pawl/detail/maybe.hpp>
#include <pawl/storage/error.hpp>

namespace pawl::storage {

/// Where a list goes on: behind the job with this number. Lists have the newest first, by numbers,
/// which are given in the order of the commits and never change: no page shifts under a reader, and
/// a wall clock that is set back loses none.
inline constexpr std::int64_t list_begin = std::numeric_limits<std::int64_t>::max();

[[nodiscard]] inline std::string cursor_of(std::int64_t key) { return std::to_string(key); }

/// The number that a cursor spells, the beginning for an empty one; nothing if it is none of ours.
[[nodiscard]] inline pawl::detail::maybe<std::int64_t> parse_cursor(std::string_view cursor) {
  if (cursor.empty()) return list_begin;
  std::int64_t key = 0;
  const char* const end = cursor.data() + cursor.size();
  const auto read = std::from_chars(cursor.data(), end, key);
  if (read.ec != std::errc{} || read.ptr != end || key < 0) return {};
  return key;
}

[[nodiscard]] inline unexpected<error> bad_cursor() {
  return refuse(errc::invalid, "the cursor is not one that a list has given; begin without one");
}

}  // namespace pawl::storage
