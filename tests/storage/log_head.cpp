// SPDX-License-Identifier: BSL-1.0
// A number that says whether anything was committed.
#include <unistd.h>

#include <filesystem>
#include <set>

#include <pawl/job/id_source.hpp>
#include <pawl/storage/memory.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/storage/sqlite/connection.hpp>

#include "../support/catch.hpp"
#include "directory.hpp"
#include "victims.hpp"

namespace {

using file_store = pawl::storage::sqlite<>;
using pawl::storage::apply_one;
using support::one_job;

std::unique_ptr<file_store> open(const std::string& path, bool read_only = false) {
  auto opened = file_store::open(
      path, {.durability = pawl::storage::durability_level::normal, .read_only = read_only});
  if (!opened) throw std::runtime_error(describe(opened.error()));
  if (!read_only)
    if (auto learnt = (*opened)->learn(std::array{&support::report_type}); !learnt)
      throw std::runtime_error(describe(learnt.error()));
  return *std::move(opened);
}
std::uint64_t change_of(file_store& jobs) {
  const auto out = jobs.last_change();
  REQUIRE(out);
  return *out;
}

}  // namespace

TEST_CASE("every commit is another change, and reading is none") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  const auto jobs = open(path);
  const auto elsewhere = open(path);
  pawl::id_source ids;
  std::set<std::uint64_t> seen{change_of(*jobs)};
  for (int i = 0; i < 300; ++i) {
    const auto made = apply_one(i % 2 == 0 ? *jobs : *elsewhere, one_job(ids, {}));
    REQUIRE(made);
    REQUIRE(seen.insert(change_of(*jobs)).second);
    REQUIRE(jobs->get(support::everybody, made->id));
    REQUIRE(elsewhere->list(support::everybody, {}));
    REQUIRE_FALSE(seen.insert(change_of(*jobs)).second);
    REQUIRE(change_of(*jobs) == change_of(*elsewhere));
    if (i % 50 == 49) {  // the log begins anew
      sqlite3* raw = nullptr;
      REQUIRE(sqlite3_open(path.c_str(), &raw) == SQLITE_OK);
      CHECK(sqlite3_wal_checkpoint_v2(raw, nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr) ==
            SQLITE_OK);
      sqlite3_close(raw);
    }
  }
}

TEST_CASE("a commit of another process is a change") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  open(path).reset();
  int go[2];
  REQUIRE(::pipe(go) == 0);
  // Before this process opens the file: a child must not inherit SQLite's connections.
  support::child other([&](const auto& tell) {
    char byte = 0;
    while (::read(go[0], &byte, 1) == 1) {
      pawl::id_source ids;
      const auto made = apply_one(*open(path), one_job(ids, {}));
      tell({.what = made ? 's' : 'e', .id = made ? made->id : pawl::job_id{}});
      if (byte == 'l') return;
    }
  });
  const auto jobs = open(path);
  for (const char order : {'n', 'n', 'n', 'l'}) {
    const std::uint64_t before = change_of(*jobs);
    REQUIRE(change_of(*jobs) == before);
    REQUIRE(::write(go[1], &order, 1) == 1);
    REQUIRE(other.next().what == 's');
    CHECK(change_of(*jobs) != before);
  }
  other.finish();
  ::close(go[0]);
  ::close(go[1]);
}

TEST_CASE("a store that would refuse to read tells of no change, nor does one that cannot know") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  const auto jobs = open(path);
  CHECK(jobs->last_change());
  CHECK_FALSE(open(path, true)->last_change());
  std::filesystem::rename(path, path + ".away");
  CHECK_FALSE(jobs->last_change());
  std::filesystem::rename(path + ".away", path);
  CHECK(jobs->last_change());
  pawl::storage::memory<> in_memory;
  CHECK_FALSE(in_memory.last_change());
}
