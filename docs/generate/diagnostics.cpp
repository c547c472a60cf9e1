// SPDX-License-Identifier: BSL-1.0
#include "diagnostics.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct diagnostic {
  std::string meaning{};
  std::string repair{};
  std::vector<std::string> cases{};
};
/// axis, sentence
using diagnostics = std::map<std::string, std::map<std::string, diagnostic>>;

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// What follows `// label: ` in a file, or nothing.
std::string said(const std::vector<std::string>& lines, const std::string& label) {
  const std::string prefix = "// " + label + ": ";
  for (const auto& line : lines)
    if (line.starts_with(prefix)) return line.substr(prefix.size());
  return {};
}

std::vector<fs::path> files_below(const fs::path& folder, std::string_view extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

diagnostics read_tests(const fs::path& root) {
  diagnostics all;
  for (const auto& path : files_below(root / "compile_tests/fail", ".cpp")) {
    const auto lines = lines_of(path);
    const std::string sentence = said(lines, "sentence");
    const std::string axis = path.parent_path().filename().string();
    const std::string name = axis + "/" + path.stem().string();
    if (sentence.empty()) throw std::runtime_error(name + " has no line `// sentence: …`");
    auto& entry = all[axis][sentence];
    if (entry.meaning.empty()) entry.meaning = said(lines, "meaning");
    if (entry.repair.empty()) entry.repair = said(lines, "repair");
    entry.cases.push_back(path.stem().string());
  }
  return all;
}

/// A sentence is explained once, on whichever axis.
void share_explanations(diagnostics& all) {
  std::map<std::string, diagnostic> known;
  for (const auto& [axis, entries] : all)
    for (const auto& [sentence, entry] : entries)
      if (!entry.meaning.empty() && !entry.repair.empty()) known[sentence] = entry;
  for (auto& [axis, entries] : all)
    for (auto& [sentence, entry] : entries) {
      if (entry.meaning.empty()) entry.meaning = known[sentence].meaning;
      if (entry.repair.empty()) entry.repair = known[sentence].repair;
      if (entry.meaning.empty() || entry.repair.empty())
        throw std::runtime_error("no test says the meaning and the repair of: " + sentence);
    }
}

/// The literals in which the headers begin their sentences.
void demand_tested(const fs::path& root, const diagnostics& all) {
  constexpr std::string_view begin = "\"pawl: ";
  for (const auto& path : files_below(root / "include", ".hpp"))
    for (const auto& line : lines_of(path)) {
      const auto at = line.find(begin);
      const bool shortened =
          line.find("PAWL_DELETE") != line.npos || line.find("#error") != line.npos;
      if (at == line.npos || shortened) continue;
      const auto end = line.find('"', at + 1);
      std::string literal = line.substr(at + 1, end - at - 1);
      while (literal.ends_with(' ')) literal.pop_back();
      bool tested = false;
      for (const auto& [axis, entries] : all)
        for (const auto& [sentence, entry] : entries)
          tested = tested || sentence.starts_with(literal);
      if (!tested)
        throw std::runtime_error(path.filename().string() + " says \"" + literal +
                                 " …\", which no compile test pins");
    }
}

}  // namespace

std::string diagnostics_page(const fs::path& root) {
  auto all = read_tests(root);
  share_explanations(all);
  demand_tested(root, all);
  std::string out;
  for (const auto& [axis, entries] : all) {
    out += "\n## " + axis + "\n\n";
    for (const auto& [sentence, entry] : entries) {
      out += "**`" + sentence + "`**  \n" + entry.meaning + " *Repair:* " + entry.repair + "  \n";
      out += "Pinned by";
      for (const auto& each : entry.cases) out += " `" + each + "`";
      out += ".\n\n";
    }
  }
  return out;
}
