// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include <pawl/detail/algorithm.hpp>
#include <pawl/job/descriptor.hpp>
#include <pawl/job/record.hpp>
#include <pawl/storage/operation.hpp>

/// What keeps a status record a summary: how long each of its parts may be.
///
/// Texts are cut: a failure is never refused because it has much to say. What a job leaves behind
/// is not cut, because half an address is none; it is refused, or fails the job that ends with it.

namespace pawl::storage {

using pawl::detail::least;

/// Bytes of a message, of an error's message or detail, of a reason to cancel.
inline constexpr std::size_t longest_text = 4096;
/// Bytes of the name of a stage, of an error's code, of a state.
inline constexpr std::size_t longest_name = 255;
/// Bytes of a checkpoint, which is no part of a status record.
inline constexpr std::size_t largest_checkpoint = std::size_t{16} * 1024 * 1024;

/// The beginning of a text, as much as fits, without half a UTF-8 character at its end.
[[nodiscard]] constexpr std::string_view cut(std::string_view words, std::size_t most) {
  if (words.size() <= most) return words;
  const auto continues = [&](std::size_t at) {
    return (static_cast<unsigned char>(words[at]) & 0xc0U) == 0x80U;
  };
  std::size_t end = most;
  while (end > 0 && most - end < 3 && continues(end)) --end;
  // What is no UTF-8 has no characters to spare.
  return words.substr(0, end > 0 && continues(end) ? most : end);
}

/// The longest text of a job of this type.
[[nodiscard]] constexpr std::size_t text_limit(const job_descriptor& type) {
  return least(longest_text, static_cast<std::size_t>(type.most_summary_bytes));
}

/// A failure as it is stored.
[[nodiscard]] inline failure_info summary_of(const job_descriptor& type,
                                             const failure_info& error) {
  const auto shortened = [](const std::string& words, std::size_t most) {
    return std::string(cut(words, most));
  };
  return {.code = shortened(error.code, longest_name),
          .message = shortened(error.message, text_limit(type)),
          .detail = shortened(error.detail, text_limit(type)),
          .state = shortened(error.state, longest_name),
          .retryable = error.retryable};
}

/// Bytes of all artifacts and audit fields, with their names, and of a link.
[[nodiscard]] inline std::int64_t size_of(const findings& found) {
  std::size_t sum = 0;
  for (const auto& [name, value] : found.artifacts) sum += name.size() + value.size();
  for (const auto& [name, value] : found.audit) sum += name.size() + value.size();
  if (found.link) sum += found.link->url.size();
  return static_cast<std::int64_t>(sum);
}

}  // namespace pawl::storage
