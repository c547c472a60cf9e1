// SPDX-License-Identifier: BSL-1.0
#include <pawl/storage/sqlite/file_check.hpp>

#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <pawl/job/id_source.hpp>
#include <pawl/job/type.hpp>
#include <pawl/storage/sqlite.hpp>

#include "../../examples/jobs/service.hpp"
#include "../support/catch.hpp"
#include "directory.hpp"

namespace {

using namespace pawl::storage;
using support::fresh_directory;

const pawl::job_descriptor& report_type = pawl::type_of<service_jobs::report_job>;
const scope acme = scope::tenant("acme");

std::unique_ptr<pawl::storage::sqlite<>> open(const std::string& path) {
  auto opened = pawl::storage::sqlite<>::open(path);
  REQUIRE(opened);
  const pawl::job_descriptor* const types[] = {&report_type};
  REQUIRE((*opened)->learn(types));
  return *std::move(opened);
}

submit one_job() {
  static pawl::id_source ids;
  return {.type = &report_type,
          .id = ids.next(pawl::system_clock{}.wall()),
          .who = {"acme", "ann", ""},
          .payload = R"({"customer":")" + std::string(2000, 'A') + R"(","year":2026})"};
}
void submit_some(store& jobs, int count = 100) {
  for (int i = 0; i < count; ++i) {
    submit op = one_job();
    jobs.apply_one(op);
    INFO((op.answer ? "" : describe(op.answer.error())));
    REQUIRE(op.answer.has_value());
  }
}
/// Empty: the job was submitted.
std::string refusal(store& jobs) {
  submit op = one_job();
  jobs.apply_one(op);
  return op.answer ? "" : std::string(pawl::name_of(op.answer.error().code));
}

/// What an operator does on the file with another program.
void run(const std::string& path, const char* sql) {
  sqlite3* db = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &db) == SQLITE_OK);
  INFO(sql);
  CHECK(sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(db);
}
void cut(const std::string& path, double share) {
  const auto size = std::filesystem::file_size(path);
  std::filesystem::resize_file(path,
                               static_cast<std::uintmax_t>(static_cast<double>(size) * share));
}
void overwrite(const std::string& path, std::size_t bytes) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file << std::string(bytes, 'x');
}

/// While it lives, this process cannot open a file: as in one whose descriptors are all in use.
class no_free_descriptors {
 public:
  no_free_descriptors() {
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before_) == 0);
    rlimit none = before_;
    none.rlim_cur = 0;
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
  }
  no_free_descriptors(const no_free_descriptors&) = delete;
  no_free_descriptors& operator=(const no_free_descriptors&) = delete;
  ~no_free_descriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

/// While it lives, every read of the database file through this connection fails in this way.
class failing_reads {
 public:
  failing_reads(sqlite3* db, int code) {
    returned() = code;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file_);
    REQUIRE(file_ != nullptr);
    before_ = file_->pMethods;
    failing_ = *before_;
    failing_.xRead = [](sqlite3_file*, void*, int, sqlite3_int64) { return returned(); };
    file_->pMethods = &failing_;
  }
  failing_reads(const failing_reads&) = delete;
  failing_reads& operator=(const failing_reads&) = delete;
  ~failing_reads() { file_->pMethods = before_; }

 private:
  static int& returned() {
    static int code = SQLITE_OK;
    return code;
  }
  sqlite3_file* file_ = nullptr;
  const sqlite3_io_methods* before_ = nullptr;
  sqlite3_io_methods failing_{};
};

/// A store with a hundred jobs in the file itself and a hundred in its log.
struct filled_store {
  fresh_directory directory;
  std::string path = directory / "jobs.db";
  std::unique_ptr<pawl::storage::sqlite<>> jobs = open(path);

  filled_store() {
    submit_some(*jobs);
    run(path, "PRAGMA wal_checkpoint(FULL)");
    submit_some(*jobs);
  }
};

}  // namespace

TEST_CASE("a file that was cut or overwritten under its store takes no more jobs") {
  const filled_store with;
  SECTION("the database file was emptied") { cut(with.path, 0); }
  SECTION("the database file was cut in half") { cut(with.path, 0.5); }
  SECTION("the first page was overwritten") { overwrite(with.path, 4096); }
  SECTION("the file was overwritten by something longer") { overwrite(with.path, 1'000'000); }
  SECTION("the log was emptied") { cut(with.path + "-wal", 0); }
  SECTION("the log was cut in half") { cut(with.path + "-wal", 0.5); }
  SECTION("the log was removed") { std::filesystem::remove(with.path + "-wal"); }
  CHECK(refusal(*with.jobs) == "corrupt");
  // What SQLite still has in its cache is not worth more than what was acknowledged from it.
  CHECK(refusal(*with.jobs) == "corrupt");
  const auto listed = with.jobs->list(acme, {});
  REQUIRE_FALSE(listed.has_value());
  CHECK(listed.error().code == errc::corrupt);
  CHECK(listed.error().message.find("restore") != std::string::npos);
}

TEST_CASE("what is stored in a file that was cut stays refused when the file grows again") {
  const filled_store with;
  const auto size = std::filesystem::file_size(with.path);
  cut(with.path, 0.5);
  CHECK(refusal(*with.jobs) == "corrupt");
  std::filesystem::resize_file(with.path, size);
  CHECK(refusal(*with.jobs) == "corrupt");
}

TEST_CASE("a file that other programs made smaller in the proper way is sound") {
  const filled_store with;
  const auto before = std::filesystem::file_size(with.path);
  SECTION("the log was emptied by a checkpoint") {
    run(with.path, "PRAGMA wal_checkpoint(TRUNCATE)");
    CHECK(std::filesystem::file_size(with.path + "-wal") == 0);
  }
  SECTION("the database became smaller by VACUUM") {
    run(with.path,
        "CREATE TABLE big AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE "
        "i < 1000) SELECT randomblob(2000) AS bytes FROM n");
    run(with.path, "PRAGMA wal_checkpoint(TRUNCATE)");
    CHECK(refusal(*with.jobs).empty());
    const auto largest = std::filesystem::file_size(with.path);
    CHECK(largest > before);
    run(with.path, "DROP TABLE big");
    run(with.path, "VACUUM");
    run(with.path, "PRAGMA wal_checkpoint(TRUNCATE)");
    CHECK(std::filesystem::file_size(with.path) < largest);
  }
  CHECK(refusal(*with.jobs).empty());
  submit_some(*with.jobs, 20);
  CHECK(open(with.path)->count(acme)->in(pawl::phase::ready) >= 221);
}

TEST_CASE("a caller's transaction takes no jobs in a file that is known to be damaged") {
  const filled_store with;
  sqlite3* db = nullptr;
  REQUIRE(sqlite3_open(with.path.c_str(), &db) == SQLITE_OK);
  REQUIRE(sqlite3_exec(db, "BEGIN; SELECT count(*) FROM pawl_jobs", nullptr, nullptr, nullptr) ==
          SQLITE_OK);
  cut(with.path, 0.5);
  CHECK(refusal(*with.jobs) == "corrupt");
  submit op = one_job();
  with.jobs->join(pawl::refer_to(db))->apply(&op);
  REQUIRE_FALSE(op.answer.has_value());
  CHECK(op.answer.error().code == errc::corrupt);
  sqlite3_close(db);
}

TEST_CASE("a check that could not be made fails one commit, and the next commit checks again") {
  const filled_store with;
  const std::string log = with.path + "-wal";
  SECTION("no file could be opened to check a log that a checkpoint had emptied") {
    run(with.path, "PRAGMA wal_checkpoint(TRUNCATE)");
    const no_free_descriptors none;
    CHECK(refusal(*with.jobs) == "failed");
    CHECK(refusal(*with.jobs) == "failed");
  }
  SECTION("the log could not be found because of a loop of symbolic links") {
    std::filesystem::rename(log, log + "-moved");
    std::filesystem::create_symlink(log, log);
    CHECK(refusal(*with.jobs) == "failed");
    std::filesystem::rename(log + "-moved", log);
  }
  CHECK(refusal(*with.jobs).empty());
  CHECK(with.jobs->count(acme)->in(pawl::phase::ready) == 201);
}

TEST_CASE("a database whose header is too short is damaged, and one that cannot be read is not") {
  const fresh_directory directory;
  const std::string path = directory / "some.db";
  const auto db = detail::connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, {});
  detail::execute(db.get(), "PRAGMA journal_mode = WAL; CREATE TABLE some (row)");
  detail::file_check check(db.get());
  run(path, "INSERT INTO some VALUES (randomblob(10000)); PRAGMA wal_checkpoint(FULL)");
  const auto code_of_failure = [&] {
    try {
      check.expect_sound();
    } catch (const detail::store_failure& failed) {
      return failed.why.code;
    }
    FAIL("the check did not fail");
    return errc{};
  };
  for (const int code : {SQLITE_IOERR_READ, SQLITE_IOERR_NOMEM}) {
    const failing_reads failing(db.get(), code);
    CHECK(code_of_failure() == errc::failed);
    CHECK_FALSE(check.is_damaged());
  }
  SECTION("it can be read again") { CHECK_NOTHROW(check.expect_sound()); }
  SECTION("it is too short") {
    const failing_reads failing(db.get(), SQLITE_IOERR_SHORT_READ);
    CHECK(code_of_failure() == errc::corrupt);
    CHECK(check.is_damaged());
  }
}
