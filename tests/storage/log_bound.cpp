// SPDX-License-Identifier: BSL-1.0
// How long SQLite's log becomes while other connections read.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>

#include <pawl/job/id_source.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/storage/jobs.hpp>

#include "../support/catch.hpp"
#include "directory.hpp"

namespace storage = pawl::storage;

TEST_CASE("readers without a pause do not let the log grow without bound") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  const auto open = [&] {
    return *storage::sqlite<>::open(path, {.durability = storage::durability_level::normal});
  };
  const auto jobs = open();
  const auto elsewhere = open();  // another process, as far as SQLite knows
  REQUIRE(jobs->learn(pawl::testing::law_jobs::all));
  pawl::id_source ids;
  const auto one_job = [&] {
    storage::submit op{.type = &pawl::testing::law_jobs::plain,
                       .id = ids.next(jobs->now()),
                       .who = {.tenant = "acme", .user = "ann", .organisation = {}}};
    op.payload = std::string(200'000, 'x');
    return op;
  };
  const auto first = storage::apply_one(*jobs, one_job());
  REQUIRE(first);
  std::atomic<bool> done{false};
  std::uintmax_t longest = 0;
  {
    std::vector<std::jthread> readers;
    for (int i = 0; i < 4; ++i)
      readers.emplace_back([&, &from = i % 2 == 0 ? *jobs : *elsewhere] {
        while (!done) static_cast<void>(from.list(storage::scope::every_tenant(), {}));
      });
    // 200 MB, three times what the log may become.
    for (int i = 0; i < 1000; ++i) {
      CHECK(storage::apply_one(*jobs, one_job()));
      longest = std::max(longest, std::filesystem::file_size(path + "-wal"));
    }
    done = true;
  }
  CAPTURE(longest);
  CHECK(longest < 100'000'000);
}
