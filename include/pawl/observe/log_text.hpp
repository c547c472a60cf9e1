// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include <pawl/config.hpp>
#include <pawl/detail/one_mode.hpp>
#include <pawl/observe/log_entry.hpp>

namespace pawl::observe {

/// No value takes more of a line than this, quotes not counted; what is cut off ends in `…`.
inline constexpr std::size_t longest_logged_value = 1024;

/// The entry as one line of JSON, without the line end. Whatever the entry holds, the line is valid
/// JSON and UTF-8, `level` and `event` are the entry's own, and no value is longer than
/// `longest_logged_value`.
[[nodiscard]] std::string to_json(const log_entry& entry);

/// The entry as one line for people, without the line end:
/// `2026-11-16T03:18:22.125Z WARNING lease_lost "its result is dropped" handler="deck.convert"`.
/// Everything that may come from outside is in quotes, and escaped as in JSON.
[[nodiscard]] std::string to_line(const log_entry& entry);

}  // namespace pawl::observe

#if !PAWL_COMPILED
#include <pawl/observe/log_text.ipp>
#endif
