// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace demo {

/// What the command line says.
struct options {
  bool help = false;
  bool plain = false;  ///< lines instead of a screen; ends by itself
  int jobs = 12;
  int seconds = 0;  ///< 0: until it is told to end, or, with lines, until all jobs have ended
  int speed = 1;    ///< the handlers work so many times as fast
  std::string database = "terminal_demo.db";

  static constexpr const char* usage =
      "usage: terminal_demo [--plain] [--jobs N] [--seconds N] [--speed N] [--database PATH]\n"
      "Runs jobs on a SQLite file and shows them. Kill it at any moment, also with -9, and start "
      "it\n"
      "again with the same file: it goes on where it was.\n";
};

namespace detail {

inline bool read_number(std::string_view written, int least, int& number) {
  const char* const end = written.data() + written.size();
  const auto [stop, error] = std::from_chars(written.data(), end, number);
  return error == std::errc{} && stop == end && number >= least && number <= 1'000'000;
}

}  // namespace detail

/// The options, or nothing if they cannot be understood.
inline std::optional<options> read_options(int argc, char** argv) {
  options out;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--help" || name == "--plain") {
      (name == "--help" ? out.help : out.plain) = true;
      continue;
    }
    if (++i == argc) return {};
    const std::string_view value = argv[i];
    if (name == "--database")
      out.database = value;
    else if (name == "--jobs"      ? !detail::read_number(value, 0, out.jobs)
             : name == "--seconds" ? !detail::read_number(value, 0, out.seconds)
             : name == "--speed"   ? !detail::read_number(value, 1, out.speed)
                                   : true)
      return {};
  }
  return out;
}

}  // namespace demo
