// SPDX-License-Identifier: BSL-1.0
// Rewrites the generated parts of the documentation, or checks them:
//
//     pawl_docs <project root> [--check]
//
// A part stands between `<!-- generated: <what> -->` and `<!-- end -->`. What there is to generate:
// the diagram and the tables of a lifecycle (`deck diagram`, `deck states`, `deck rows`), the text
// of a file (`file examples/hello.cpp`) or of a part of it (`part retries of examples/guide.cpp`:
// the lines between `// [retries]` and `// [end]`), all that the compiler refuses (`diagnostics`),
// the tables of a store (`storage tables`), and the metrics (`metrics`).
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics.hpp"
#include "metrics.hpp"
#include "storage.hpp"

#include <pawl/lifecycle/render.hpp>
#include <pawl/lifecycles/deck.hpp>
#include <pawl/lifecycles/document.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/lifecycles/status.hpp>
#include <pawl/lifecycles/video.hpp>

namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A source without the lines that speak to tools: the licence and what is said to clang-format.
std::string for_readers(std::string_view source) {
  std::string out;
  while (!source.empty()) {
    const auto end = source.find('\n');
    const std::string_view line = source.substr(0, end == source.npos ? end : end + 1);
    source.remove_prefix(line.size());
    if (line.find("SPDX-License") == line.npos && line.find("clang-format") == line.npos)
      out.append(line);
  }
  return out;
}

/// The lines of a source between `// [name]` and `// [end]`.
std::string named_part(std::string_view source, const std::string& name) {
  const std::string begin = "// [" + name + "]\n";
  const auto at = source.find(begin);
  if (at == source.npos) throw std::runtime_error("no part is called [" + name + "]");
  source.remove_prefix(at + begin.size());
  source = source.substr(0, source.find("// [end]\n"));
  // The end may be indented; what stands before it on its line is no part.
  return std::string(source.substr(0, source.rfind('\n') + 1));
}

std::string fenced(std::string_view language, std::string_view body) {
  return "```" + std::string(language) + "\n" + std::string(body) + "```\n";
}

template <class L>
void add_lifecycle(std::map<std::string, std::string>& parts) {
  const std::string name{std::string_view(L::name)};
  parts[name + " diagram"] = fenced("mermaid", pawl::render::mermaid<L>());
  parts[name + " states"] = std::string_view(pawl::render::markdown_states<L>());
  parts[name + " rows"] = std::string_view(pawl::render::markdown<L>());
}

class generator {
 public:
  explicit generator(std::filesystem::path root) : root_(std::move(root)) {
    using namespace pawl::lifecycles;
    add_lifecycle<deck>(parts_);
    add_lifecycle<service>(parts_);
    add_lifecycle<video>(parts_);
    add_lifecycle<document>(parts_);
    add_lifecycle<status>(parts_);
  }

  [[nodiscard]] std::string rewrite(std::string_view page) const {
    constexpr std::string_view begin = "<!-- generated: ";
    constexpr std::string_view close = " -->\n";
    constexpr std::string_view end = "<!-- end -->";
    std::string out;
    for (;;) {
      const auto at = page.find(begin);
      if (at == page.npos) return out.append(page);
      const auto named = at + begin.size();
      const auto body = page.find(close, named);
      const auto stop = page.find(end, named);
      if (body == page.npos || stop == page.npos)
        throw std::runtime_error("a generated part has no end");
      out.append(page.substr(0, body + close.size()));
      out.append(part(std::string(page.substr(named, body - named))));
      page.remove_prefix(stop);
    }
  }

 private:
  [[nodiscard]] std::string part(const std::string& what) const {
    if (what == "diagnostics") return diagnostics_page(root_);
    if (what == "storage tables") return storage_tables();
    if (what == "metrics") return metrics_table();
    if (what.starts_with("file ")) {
      const std::string path = what.substr(5);
      return fenced("cpp", for_readers(read(root_ / path)));
    }
    if (what.starts_with("part ")) {
      const auto of = what.find(" of ");
      return fenced("cpp", for_readers(named_part(read(root_ / what.substr(of + 4)),
                                                  what.substr(5, of - 5))));
    }
    const auto found = parts_.find(what);
    if (found == parts_.end()) throw std::runtime_error("nothing is called '" + what + "'");
    return found->second;
  }

  std::filesystem::path root_;
  std::map<std::string, std::string> parts_;
};

int run(const std::filesystem::path& root, bool check) {
  const generator make(root);
  int stale = 0;
  std::vector<std::string> pages{"README.md"};
  for (const auto& each : std::filesystem::recursive_directory_iterator(root / "docs"))
    if (each.path().extension() == ".md")
      pages.push_back(std::filesystem::relative(each.path(), root).string());
  for (const std::string& page : pages) {
    const std::string have = read(root / page);
    const std::string want = make.rewrite(have);
    if (have == want) continue;
    if (check) {
      std::cout << page << " is not what its sources say; run ./dev docs\n";
      ++stale;
    } else {
      std::ofstream(root / page, std::ios::binary) << want;
      std::cout << "rewrote " << page << '\n';
    }
  }
  return stale == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 2) throw std::runtime_error("usage: pawl_docs <project root> [--check]");
    return run(argv[1], argc > 2 && std::string_view(argv[2]) == "--check");
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
