// SPDX-License-Identifier: BSL-1.0
// A deck: what an outline says, slide by slide, in one form.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace deck_service {

struct picture {
  std::string address;
  std::string file{};  ///< where it was put; empty: not fetched yet
};
struct slide {
  std::string title;
  std::vector<std::string> points;
  std::vector<picture> pictures;
};
struct deck {
  std::string title;
  std::vector<slide> slides;
};

inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

/// An outline in Markdown's words: `# title of the deck`, `## title of a slide`, `- a point`,
/// `![](address of a picture)`. Nothing if no slide is in it.
inline std::optional<deck> read_outline(std::string_view text) {
  deck out;
  while (!text.empty()) {
    const std::string_view line = trimmed(text.substr(0, text.find('\n')));
    text.remove_prefix(
        std::min(text.size(), text.find('\n') == text.npos ? text.size() : text.find('\n') + 1));
    if (line.starts_with("## ")) {
      out.slides.push_back({std::string(trimmed(line.substr(3))), {}, {}});
    } else if (line.starts_with("# ")) {
      out.title = trimmed(line.substr(2));
    } else if (!line.empty() && !out.slides.empty()) {
      slide& last = out.slides.back();
      const std::size_t open = line.find("](");
      if (line.starts_with("![") && open != line.npos && line.ends_with(')'))
        last.pictures.push_back({std::string(line.substr(open + 2, line.size() - open - 3))});
      else
        last.points.emplace_back(trimmed(line.starts_with("- ") ? line.substr(2) : line));
    }
  }
  if (out.slides.empty()) return {};
  return out;
}

}  // namespace deck_service
