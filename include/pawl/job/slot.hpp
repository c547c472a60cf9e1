// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <pawl/clock.hpp>
#include <pawl/codec/time.hpp>

namespace pawl {

/// Which slot of which schedule a job was made for. It is the job's correlation:
/// `schedule:nightly-42@2026-11-17T03:00:00.000Z`.
struct slot_mark {
  std::string schedule{};  ///< its name; of one that stands in a job type, the type's id
  instant at{};
};

[[nodiscard]] inline std::string to_string(const slot_mark& mark) {
  detail::codec::time_text time;
  static_cast<void>(detail::codec::print_time(mark.at, time));
  std::string out = "schedule:" + mark.schedule + '@';
  out.append(time.view().data(), time.view().size());
  return out;
}

/// From the correlation of a job; nothing if no schedule has made it.
[[nodiscard]] inline std::optional<slot_mark> parse_slot(std::string_view correlation) {
  constexpr std::string_view prefix = "schedule:";
  const std::size_t at = correlation.rfind('@');
  if (!correlation.starts_with(prefix) || at == correlation.npos) return {};
  slot_mark out{std::string(correlation.substr(prefix.size(), at - prefix.size())), {}};
  if (detail::codec::parse_time(text(correlation.substr(at + 1)), out.at)) return {};
  return out;
}

/// The slot that a handler works for; nothing if its job was submitted.
template <class Context>
[[nodiscard]] std::optional<slot_mark> slot_of(const Context& ctx) {
  return parse_slot(ctx.correlation());
}

}  // namespace pawl
