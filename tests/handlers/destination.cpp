// SPDX-License-Identifier: BSL-1.0
// Files below a root, whatever their names say.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include <pawl/handlers/destination.hpp>

#include "../storage/directory.hpp"
#include "../support/catch.hpp"

using namespace pawl::handlers;
namespace fs = std::filesystem;

namespace {

constexpr const char* job = "018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d21";

std::string content_of(const std::string& path) {
  std::ifstream from(path);
  return {std::istreambuf_iterator<char>(from), {}};
}

/// Writes a file through all steps. The reason why not; nothing if it is there.
std::optional<file_error::reason> make(const std::string& root, const std::string& name,
                                       bool replace = false) {
  auto to = destination::open(root, name, job);
  if (!to) return to.error().why;
  if (auto begun = to->begin(0, 0); !begun) return begun.error().why;
  if (auto written = to->write("new"); !written) return written.error().why;
  if (auto moved = to->publish(replace, 0600); !moved) {
    to->remove();
    return moved.error().why;
  }
  return {};
}
constexpr auto refused = file_error::reason::refused;

std::set<std::string> everything_in(const fs::path& directory) {
  std::set<std::string> out;
  for (const auto& each : fs::recursive_directory_iterator(directory)) out.insert(each.path());
  return out;
}

}  // namespace

TEST_CASE("a file gets its name when it is whole", "[SVC-18]") {
  support::fresh_directory root;
  fs::create_directory(root / "models");
  auto to = destination::open(root.path(), "models/a.bin", job);
  REQUIRE(to);
  REQUIRE(to->begin(0, 0));
  REQUIRE(to->write("hello "));
  REQUIRE(to->write("world"));
  CHECK_FALSE(fs::exists(root / "models/a.bin"));
  REQUIRE(to->publish(false, 0640));
  CHECK(content_of(root / "models/a.bin") == "hello world");
  struct stat found{};
  REQUIRE(::stat((root / "models/a.bin").c_str(), &found) == 0);
  CHECK((found.st_mode & 0777U) == 0640U);
  CHECK(to->is_in_place(to->file(), 11));
  CHECK_FALSE(to->is_in_place(to->file(), 12));
  CHECK_FALSE(to->is_in_place(to->file() + 1, 11));
  CHECK(fs::is_empty(root / ".pawl-parts"));
}

TEST_CASE("what is not finished can be read by its user only", "[SVC-18]") {
  support::fresh_directory root;
  auto to = destination::open(root.path(), "a.bin", job);
  REQUIRE(to->begin(0, 0));
  struct stat found{};
  REQUIRE(::stat((root / ".pawl-parts").c_str(), &found) == 0);
  CHECK((found.st_mode & 0777U) == 0700U);
  REQUIRE(::stat((root / (std::string(".pawl-parts/") + job + ".part")).c_str(), &found) == 0);
  CHECK((found.st_mode & 0777U) == 0600U);
}

TEST_CASE("a file goes on from what was written down, and from nothing else", "[SVC-18]") {
  support::fresh_directory root;
  std::int64_t file = 0;
  {
    auto to = destination::open(root.path(), "a", job);
    REQUIRE(to->begin(0, 0));
    REQUIRE(to->write("0123456789"));
    file = to->file();
  }
  const auto size_after = [&](std::int64_t number, std::int64_t bytes) {
    auto to = destination::open(root.path(), "a", job);
    REQUIRE(to->begin(number, bytes));
    return to->size();
  };
  SECTION("cut to the bytes that are known") {
    CHECK(size_after(file, 7) == 7);
    CHECK(size_after(file, 7) == 7);
  }
  SECTION("from the beginning if it has fewer") { CHECK(size_after(file, 11) == 0); }
  SECTION("from the beginning if it is another file") { CHECK(size_after(file + 1, 7) == 0); }
}

TEST_CASE("two attempts do not write to one file", "[SVC-18]") {
  support::fresh_directory root;
  auto first = destination::open(root.path(), "a", job);
  REQUIRE(first->begin(0, 0));
  {
    auto second = destination::open(root.path(), "a", job);
    const auto begun = second->begin(0, 0);
    REQUIRE_FALSE(begun);
    CHECK(begun.error().why == file_error::reason::busy);
  }
  first = destination::open(root.path(), "a", job);  // the first lets go
  CHECK(first->begin(0, 0));
}

TEST_CASE("the sum is that of the bytes on the disk", "[SVC-18]") {
  support::fresh_directory root;
  auto to = destination::open(root.path(), "a", job);
  REQUIRE(to->begin(0, 0));
  const std::string bytes(700'000, 'x');
  REQUIRE(to->write(bytes));
  CHECK((**to->digest([] { return false; })).hex() == pawl::sha256_of(bytes).hex());
  CHECK_FALSE(*to->digest([] { return true; }));
}

TEST_CASE("a name that leads elsewhere is refused", "[SVC-18]") {
  support::fresh_directory around;
  const std::string root = around / "root";
  fs::create_directories(root + "/sub");
  for (const std::string& each : {std::string(),
                                  std::string("/etc/passwd"),
                                  std::string("../x"),
                                  std::string("sub/../../x"),
                                  std::string("sub/.."),
                                  std::string("."),
                                  std::string(".."),
                                  std::string("./x"),
                                  std::string("sub//x"),
                                  std::string("sub/"),
                                  std::string("..\\x"),
                                  std::string("sub\\x"),
                                  std::string("%2e%2e/x"),
                                  std::string("%2E%2e%2fx"),
                                  std::string("a%00b"),
                                  std::string("a%5cb"),
                                  std::string("%252e%252e/x"),
                                  std::string("a\0b", 3),
                                  std::string("a\nb"),
                                  std::string("a\x7f"),
                                  std::string("con"),
                                  std::string("NUL.txt"),
                                  std::string("sub/com1"),
                                  std::string("LPT9.bin"),
                                  std::string("aux "),
                                  std::string(".pawl-parts/x"),
                                  std::string(".pawl-x"),
                                  std::string(256, 'a'),
                                  std::string(5000, 'a'),
                                  std::string("missing/x")}) {
    INFO(each);
    CHECK(make(root, each) == refused);
  }
  CHECK(everything_in(around.path()) ==
        std::set<std::string>{root, root + "/sub", root + "/.pawl-parts"});
  for (const char* each : {"a", "a.b", "...", "..a", "a..", "sub/a b", "100%", "comma", "com"}) {
    INFO(each);
    CHECK(make(root, each) == std::nullopt);
  }
}

TEST_CASE("no symbolic link is followed", "[SVC-18]") {
  support::fresh_directory around;
  const std::string root = around / "root";
  const std::string outside = around / "outside";
  fs::create_directory(root);
  fs::create_directory(outside);
  std::ofstream(outside + "/secret") << "old";
  fs::create_directory_symlink(outside, root + "/door");
  fs::create_symlink(outside + "/secret", root + "/file");
  fs::create_symlink(outside + "/nothing", root + "/dangling");
  CHECK(make(root, "door/x") == refused);
  CHECK(make(root, "file") == refused);
  CHECK(make(root, "dangling") == refused);
  // What replaces a link replaces the link.
  CHECK(make(root, "file", true) == std::nullopt);
  CHECK(content_of(outside + "/secret") == "old");
  CHECK(content_of(root + "/file") == "new");
  SECTION("nor to the directory of parts") {
    fs::remove_all(root + "/.pawl-parts");
    fs::create_directory_symlink(outside, root + "/.pawl-parts");
    CHECK(make(root, "x") == refused);
  }
  SECTION("nor to a part") {
    fs::create_symlink(outside + "/secret", root + "/.pawl-parts/" + job + ".part");
    CHECK(make(root, "x") == refused);
  }
  SECTION("and a part with another name as well is not the job's own") {
    fs::create_hard_link(outside + "/secret", root + "/.pawl-parts/" + std::string(job) + ".part");
    CHECK(make(root, "x") == refused);
  }
  CHECK(content_of(outside + "/secret") == "old");
  CHECK(everything_in(outside) == std::set<std::string>{outside + "/secret"});
}

TEST_CASE("a file that exists stays as it is, unless it may be replaced", "[SVC-18]") {
  support::fresh_directory around;
  const std::string root = around / "root";
  fs::create_directory(root);
  std::ofstream(around / "linked") << "old";
  fs::create_hard_link(around / "linked", root + "/a");
  CHECK(make(root, "a") == refused);
  CHECK(content_of(root + "/a") == "old");
  CHECK(make(root, "a", true) == std::nullopt);
  CHECK(content_of(root + "/a") == "new");
  CHECK(content_of(around / "linked") == "old");
  fs::create_directory(root + "/d");
  CHECK(make(root, "d", true) == refused);
  CHECK(fs::is_empty(root + "/.pawl-parts"));
}

TEST_CASE("10,000 names leave nothing outside of the root", "[SVC-18]") {
  support::fresh_directory around;
  const std::string root = around / "a/b/root";
  fs::create_directories(root + "/sub/deep");
  fs::create_directory_symlink(around.path(), root + "/up");
  const std::set<std::string> before = everything_in(around.path());
  const std::string pieces[] = {"..",
                                ".",
                                "/",
                                "//",
                                "\\",
                                "sub",
                                "deep",
                                "up",
                                "x",
                                "%2e",
                                "%2f",
                                "%5c",
                                std::string(1, '\0'),
                                "\n",
                                "~",
                                "*",
                                "con",
                                "...",
                                " ",
                                ":",
                                "\xc3\xa9",
                                "\xff",
                                ".pawl-parts",
                                "-rf",
                                "$HOME",
                                "a/../"};
  std::mt19937 random(20261117);
  std::size_t made = 0;
  for (int i = 0; i < 10'000; ++i) {
    std::string name;
    for (auto parts = 1 + random() % 6; parts != 0; --parts) {
      name += pieces[random() % std::size(pieces)];
      if (random() % 2 == 0) name += '/';
    }
    if (!make(root, name, random() % 2 == 0)) ++made;
  }
  CHECK(made > 100);
  std::size_t inside = 0;
  for (const std::string& each : everything_in(around.path()))
    if (before.count(each) == 0) {
      INFO(each);
      CHECK(each.rfind(root + '/', 0) == 0);
      ++inside;
    }
  CHECK(inside > 50);
}

TEST_CASE("what a job leaves behind is removed by its id", "[SVC-18]") {
  support::fresh_directory root;
  {
    auto to = destination::open(root.path(), "a", job);
    REQUIRE(to->begin(0, 0));
  }
  REQUIRE_FALSE(fs::is_empty(root / ".pawl-parts"));
  remove_unfinished(root.path(), "another");
  CHECK_FALSE(fs::is_empty(root / ".pawl-parts"));
  remove_unfinished(root.path(), job);
  CHECK(fs::is_empty(root / ".pawl-parts"));
  remove_unfinished(root.path(), job);
  remove_unfinished(root / "missing", job);
}
