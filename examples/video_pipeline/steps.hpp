// SPDX-License-Identifier: BSL-1.0
// The work itself: what each step makes of what the step before has made. A film is a text here,
//
//     FILM 1 plain
//     0|Open the settings.
//     4|Choose a language.
//     END
//
// with a line for each scene: the second at which it begins, and what is said. All else is as in a
// real one: it may be cut short, or of a codec that nothing here can read.
#pragma once

#include <charconv>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace video {

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

/// Whether a film has arrived in full.
inline bool is_whole(const std::string& film) {
  return film.starts_with("FILM 1 ") && film.ends_with("\nEND\n");
}
inline bool is_supported(const std::string& film) { return film.starts_with("FILM 1 plain\n"); }

/// The sound of a film. Nothing if it is damaged.
inline std::optional<std::string> extract_audio(const std::string& film) {
  std::string out = "AUDIO 1\n";
  const auto lines = lines_of(film);
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    unsigned second = 0;
    const char* const end = lines[i].data() + lines[i].size();
    const auto read = std::from_chars(lines[i].data(), end, second);
    if (read.ec != std::errc{} || read.ptr == end || *read.ptr != '|') return {};
    out += lines[i] + '\n';
  }
  return out;
}

/// Speech to text, for those who have no provider.
inline std::string transcribe(const std::string& audio) {
  std::string out;
  const auto lines = lines_of(audio);
  for (std::size_t i = 1; i < lines.size(); ++i)
    out += lines[i].substr(lines[i].find('|') + 1) + '\n';
  return out;
}

/// An instruction: each sentence that was said is a step.
inline std::string write_draft(const std::string& transcript) {
  std::string out = "# What to do\n\n";
  int step = 0;
  for (const std::string& sentence : lines_of(transcript))
    if (!sentence.empty()) out += std::to_string(++step) + ". " + sentence + '\n';
  return out;
}

/// A page of a draft. Nothing if the draft has no title or no step.
inline std::optional<std::string> write_page(const std::string& draft) {
  const auto escaped = [](std::string_view text) {
    std::string out;
    for (const char c : text)
      out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return out;
  };
  std::string title;
  std::string steps;
  for (const std::string& line : lines_of(draft)) {
    if (line.starts_with("# ")) title = escaped(std::string_view(line).substr(2));
    const std::size_t dot = line.find(". ");
    if (dot != line.npos && dot != 0 && line.find_first_not_of("0123456789") == dot)
      steps += "<li>" + escaped(std::string_view(line).substr(dot + 2)) + "</li>\n";
  }
  if (title.empty() || steps.empty()) return {};
  return "<!doctype html>\n<title>" + title + "</title>\n<h1>" + title + "</h1>\n<ol>\n" + steps +
         "</ol>\n";
}

}  // namespace video
