// SPDX-License-Identifier: BSL-1.0
#include <sqlite3.h>

#include <filesystem>
#include <fstream>

#include <pawl/storage/sqlite.hpp>

#include "queue.hpp"
#include "support/catch.hpp"

using namespace pawl::ctl;

namespace {

/// One call, and what it said.
struct called : ctl_test::called {
  explicit called(const std::vector<std::string>& words, std::string store = {})
      : ctl_test::called(ctl_test::call(words, std::move(store))) {}
};

bool says(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("words become a command, its options and what follows it") {
  const auto list = parse({"--store", "x.db", "list", "--type=a", "--state", "b", "--state", "c"});
  CHECK(std::string_view(list.what->name) == "list");
  CHECK(list.last("store") == "x.db");
  CHECK(list.last("type") == "a");
  CHECK(list.all("state") == std::vector<std::string>{"b", "c"});
  const auto replay = parse({"dlq", "--json", "replay", "id", "--store", "y"});
  CHECK(std::string_view(replay.what->name) == "dlq replay");
  CHECK(replay.words == std::vector<std::string>{"id"});
  CHECK(replay.has("json"));
  CHECK(parse({"show", "--", "--json"}).words == std::vector<std::string>{"--json"});
}

TEST_CASE("words that make no sense are refused by a sentence") {
  const std::pair<std::vector<std::string>, const char*> wrong[] = {
      {{"lits"}, "there is no command 'lits'"},
      {{"dlq"}, "'dlq' needs a further word"},
      {{"dlq", "burn"}, "there is no command 'dlq burn'"},
      {{"list", "--tpye", "x"}, "'list' has no option '--tpye'"},
      {{"--type", "x", "list"}, "there is no option '--type' before a command"},
      {{"list", "--type"}, "--type needs a value: TYPE"},
      {{"list", "--json=yes"}, "--json takes no value"},
      {{"list", "more"}, "'more' is too much for 'list'"},
      {{"show"}, "'show' needs ID"},
      {{"list", "-x"}, "'list' has no option '-x'"},
      {{"lis\x1b[31mt"}, "there is no command 'lis\\x1b[31mt'"},
      {{"list"}, "which store?"},
      {{"--json"}, "what is to be done?"}};
  for (const auto& [words, why] : wrong) {
    const called it(words);
    CAPTURE(why, it.err);
    CHECK(it.code == exit_code::usage);
    CHECK(says(it.err, why));
    CHECK(it.out.empty());
  }
  CHECK(called({}).code == exit_code::usage);
}

TEST_CASE("every command has help, and says so before it looks for a store") {
  for (const command& each : commands()) {
    std::vector<std::string> words;
    const std::string name(std::string_view(each.name));
    if (const auto space = name.find(' '); space != name.npos)
      words = {name.substr(0, space), name.substr(space + 1), "--help"};
    else
      words = {name, "--help"};
    const called it(words);
    CAPTURE(name);
    CHECK(it.code == exit_code::done);
    CHECK(says(it.out, "usage: pawlctl [--store STORE] " + name));
    CHECK(says(called({"--help"}).out, "\n  " + name));
    for (const option& option : each.options)
      CHECK(says(it.out, "--" + std::string(std::string_view(option.name))));
  }
  CHECK(says(called({"dlq", "--help"}).out, "dlq replay"));
}

TEST_CASE("what is no store is refused, and none is made") {
  const support::fresh_directory folder;
  const std::string path = folder / "none.db";
  const called missing({"--store", path, "stats"});
  CHECK(missing.code == exit_code::unreachable);
  CHECK(says(missing.err, "there is no file"));
  CHECK_FALSE(std::filesystem::exists(path));

  std::ofstream(folder / "empty.db");
  CHECK(says(called({"stats"}, folder / "empty.db").err, "is empty, and no store"));
  std::ofstream(folder / "words.db") << std::string(5000, 'x');
  CHECK(says(called({"stats"}, folder / "words.db").err, "no SQLite database"));
  CHECK(called({"stats"}, folder / "words.db").code == exit_code::unreachable);
  CHECK(says(called({"stats"}, folder / "").err, "is no file"));

  sqlite3* db = nullptr;
  sqlite3_open(std::string(folder / "other.db").c_str(), &db);
  sqlite3_exec(db, "CREATE TABLE customers (name TEXT)", nullptr, nullptr, nullptr);
  const called foreign({"cancel", "01890a5d-ac96-774b-bcce-b302099a8057"}, folder / "other.db");
  CHECK(foreign.code == exit_code::unreachable);
  CHECK(says(foreign.err, "no store of pawl's"));
  sqlite3_stmt* count = nullptr;
  sqlite3_prepare_v2(db, "SELECT count(*) FROM sqlite_master", -1, &count, nullptr);
  sqlite3_step(count);
  CHECK(sqlite3_column_int(count, 0) == 1);
  sqlite3_finalize(count);
  sqlite3_close(db);
}

TEST_CASE("a store of another release is not touched") {
  const support::fresh_directory folder;
  const std::string path = folder / "jobs.db";
  REQUIRE(pawl::storage::sqlite<>::open(path));
  const auto set_version = [&](const std::string& change) {
    sqlite3* db = nullptr;
    sqlite3_open(path.c_str(), &db);
    sqlite3_exec(db, change.c_str(), nullptr, nullptr, nullptr);
    sqlite3_close(db);
  };
  CHECK(called({"stats"}, path).code == exit_code::done);
  set_version("INSERT INTO pawl_schema VALUES (99)");
  const called newer({"stats"}, path);
  CHECK(newer.code == exit_code::unreachable);
  CHECK(says(newer.err, "newer_schema"));
  set_version("DELETE FROM pawl_schema; INSERT INTO pawl_schema VALUES (2)");
  const called older({"stats"}, path);
  CHECK(older.code == exit_code::unreachable);
  CHECK(says(older.err, "--upgrade"));
}

TEST_CASE("a password is never told") {
  const called it({"--store", "postgresql://ann:s3cret@127.0.0.1:1/none", "--wait", "1s", "stats"});
  CHECK(it.code == exit_code::unreachable);
  CHECK_FALSE(says(it.err + it.out, "s3cret"));
}
