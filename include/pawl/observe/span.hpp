// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <pawl/detail/durations.hpp>
#include <pawl/detail/hex.hpp>
#include <pawl/job/id.hpp>

/// Attempts as spans of a trace, for those who collect them.

namespace pawl::observe {

/// One attempt of a job. Its parent is the span that the job was submitted in; a job that was
/// submitted in none begins a trace of its own.
struct span {
  std::string trace{};   ///< 32 hexadecimal digits
  std::string id{};      ///< 16 of them
  std::string parent{};  ///< the same; empty: the first of its trace
  std::string handler{};
  std::string tenant{};
  job_id job{};
  unsigned attempt = 0;
  std::chrono::system_clock::time_point began{};  ///< a worker entered the handler
  std::chrono::system_clock::time_point ended{};  ///< the store has taken the attempt's end
  std::string state{};        ///< where the job stands now; empty: the attempt's end was not taken
  std::string error{};        ///< the code of its failure; empty: it has not failed
  std::string traceparent{};  ///< what the handler hands on: whatever it calls is a child of this

  [[nodiscard]] bool failed() const { return !error.empty() || state.empty(); }
};

namespace detail {

/// A traceparent of the W3C, version 00: `00-<32>-<16>-<2>`.
[[nodiscard]] inline bool is_traceparent(std::string_view given) {
  if (given.size() != 55 || given.substr(0, 3) != "00-") return false;
  const auto is_id = [](std::string_view digits) {
    bool zero = true;
    for (const char c : digits) {
      if (pawl::detail::hex_value(c) < 0 || (c >= 'A' && c <= 'F')) return false;
      zero &= c == '0';
    }
    return !zero;
  };
  return given[35] == '-' && given[52] == '-' && is_id(given.substr(3, 32)) &&
         is_id(given.substr(36, 16)) && pawl::detail::hex_value(given[53]) >= 0 &&
         pawl::detail::hex_value(given[54]) >= 0;
}

[[nodiscard]] inline std::string hex_of(std::uint64_t value) {
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4)
    out += pawl::detail::hex_digit(static_cast<unsigned>(value >> static_cast<unsigned>(shift)));
  return out;
}

/// Links a span to what its job was submitted in. The random numbers name it, and its trace if it
/// begins one.
inline void link(span& made, std::string_view submitted_in, std::uint64_t id, std::uint64_t high,
                 std::uint64_t low) {
  const bool has_parent = is_traceparent(submitted_in);
  if (has_parent) {
    made.trace = submitted_in.substr(3, 32);
    made.parent = submitted_in.substr(36, 16);
  } else {
    made.trace = hex_of(high | 1U) + hex_of(low);
  }
  made.id = hex_of(id | 1U);  // never zero, which would be none
  made.traceparent = "00-" + made.trace + '-' + made.id + '-';
  made.traceparent += has_parent ? submitted_in.substr(53) : std::string_view("01");
}

}  // namespace detail
}  // namespace pawl::observe
