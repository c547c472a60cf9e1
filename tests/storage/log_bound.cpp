// SPDX-License-Identifier: BSL-1.0
// How long SQLite's log becomes while other connections read.
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include <pawl/job/id_source.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/storage/sqlite/log_bound.hpp>
#include <pawl/testing/storage/jobs.hpp>

#include "../support/catch.hpp"
#include "directory.hpp"

namespace storage = pawl::storage;

namespace {

storage::detail::database_handle connect(const std::string& path) {
  sqlite3* db = nullptr;
  const int code = sqlite3_open(path.c_str(), &db);
  storage::detail::database_handle opened(db, {.longest = std::chrono::seconds{60}});
  if (code != SQLITE_OK) storage::detail::fail_with(db, code);
  return opened;
}

/// Two connections that read in turn: each begins before the other ends, so that there is a reader
/// at any time.
class relay {
 public:
  explicit relay(const std::string& path) : runners_{connect(path), connect(path)} { begin(0); }

  void pass_on() {
    begin(1 - reading_);
    storage::detail::execute(runners_[reading_].get(), "commit");
    reading_ = 1 - reading_;
  }

 private:
  void begin(std::size_t runner) {
    storage::detail::execute(runners_[runner].get(), "begin; select count(*) from sqlite_schema");
  }

  std::array<storage::detail::database_handle, 2> runners_;
  std::size_t reading_ = 0;
};

/// How often the log of a database has begun anew, as its header says: see the file format of
/// SQLite, section 4.1.
std::uint32_t beginnings_of(const std::string& path) {
  std::ifstream log(path + "-wal", std::ios::binary);
  std::array<char, 16> header{};
  log.read(header.data(), header.size());
  std::uint32_t count = 0;
  for (std::size_t i = 12; i != 16; ++i)
    count = (count << 8U) | static_cast<unsigned char>(header[i]);
  return count;
}

}  // namespace

TEST_CASE("a log that is always read begins anew after 48 MB") {
  const support::fresh_directory directory;
  const std::string path = directory / "log.db";
  const storage::detail::database_handle writer = connect(path);
  storage::detail::execute(writer.get(), "pragma journal_mode = wal");
  storage::detail::execute(writer.get(), "pragma synchronous = off");
  storage::detail::execute(writer.get(), "create table texts(text)");
  relay readers(path);
  // The writer's patience lasts until the readers have taken turns once. So it must have some for
  // the reader of an old page, and some for the reader of the last one.
  sqlite3_busy_handler(
      writer.get(),
      [](void* all, int calls) {
        if (calls != 0) return 0;
        static_cast<relay*>(all)->pass_on();
        return 1;
      },
      &readers);
  const storage::detail::log_bound bound(writer);
  std::uintmax_t longest = 0;
  for (int i = 0; i < 600; ++i) {
    storage::detail::execute(writer.get(), "insert into texts values(zeroblob(200000))");
    longest = std::max(longest, std::filesystem::file_size(path + "-wal"));
  }
  CHECK(longest > 48'000'000);
  CHECK(longest < 52'000'000);
}

TEST_CASE("readers without a pause do not let the log of a store grow without bound") {
  const support::fresh_directory directory;
  const std::string path = directory / "jobs.db";
  const auto jobs =
      *storage::sqlite<>::open(path, {.durability = storage::durability_level::normal});
  REQUIRE(jobs->learn(pawl::testing::law_jobs::all));
  pawl::id_source ids;
  const auto one_job = [&] {
    storage::submit op{.type = &pawl::testing::law_jobs::plain,
                       .id = ids.next(jobs->now()),
                       .who = {.tenant = "acme", .user = "ann", .organisation = {}}};
    op.payload = std::string(200'000, 'x');
    return op;
  };
  REQUIRE(storage::apply_one(*jobs, one_job()));
  const std::uint32_t before = beginnings_of(path);
  // The readers take turns after each commit, so that the log is never read to its end, and while a
  // commit takes long: then the writer may wait for them.
  relay readers(path);
  std::mutex mutex;
  std::condition_variable changes;
  int written = 0;
  bool done = false;
  std::jthread turns([&] {
    std::unique_lock lock(mutex);
    while (!done) {
      const int before_it = written;
      const auto goes_on = [&] { return done || written != before_it; };
      if (!changes.wait_for(lock, std::chrono::milliseconds{20}, goes_on)) readers.pass_on();
    }
  });
  // It begins anew after 48 MB, or later if the other thread does not run for a while: the writer
  // tries twenty times before these 400 MB are written. Without a bound it never does.
  while (beginnings_of(path) == before && written < 2000) {
    CHECK(storage::apply_one(*jobs, one_job()));
    const std::scoped_lock lock(mutex);
    readers.pass_on();
    ++written;
    changes.notify_one();
  }
  {
    const std::scoped_lock lock(mutex);
    done = true;
    changes.notify_one();
  }
  CAPTURE(written);
  CHECK(written > 200);
  CHECK(beginnings_of(path) > before);
}
