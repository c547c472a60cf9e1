// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <pawl/storage/error.hpp>

namespace pawl::storage {

/// Where a list goes on: behind this job. Lists are ordered by time of creation and, within one
/// millisecond, by number, newest first, and both never change: no page shifts under a reader.
struct list_position {
  std::int64_t created_at = std::numeric_limits<std::int64_t>::max();
  std::int64_t key = std::numeric_limits<std::int64_t>::max();
};

[[nodiscard]] inline std::string cursor_of(std::int64_t created_at, std::int64_t key) {
  return std::to_string(created_at) + '-' + std::to_string(key);
}

/// The position that a cursor spells, the beginning for an empty one; nothing if it is none of
/// ours.
[[nodiscard]] inline std::optional<list_position> parse_cursor(std::string_view cursor) {
  if (cursor.empty()) return list_position{};
  list_position out;
  const char* const end = cursor.data() + cursor.size();
  const auto first = std::from_chars(cursor.data(), end, out.created_at);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-') return {};
  const auto second = std::from_chars(first.ptr + 1, end, out.key);
  if (second.ec != std::errc{} || second.ptr != end) return {};
  return out;
}

[[nodiscard]] inline unexpected<error> bad_cursor() {
  return refuse(errc::invalid, "the cursor is not one that a list has given; begin without one");
}

}  // namespace pawl::storage
