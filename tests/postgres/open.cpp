// SPDX-License-Identifier: BSL-1.0
// What is found out about a server before it is used, and what is never said about how it is
// reached.
#include <unistd.h>

#include <thread>

#include <pawl/storage/postgres.hpp>
#include <pawl/storage/postgres/open.hpp>

#include "database.hpp"
#include "proxy.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using storage::errc;

std::string fresh_schema() {
  static int made = 0;
  return "open_" + std::to_string(::getpid()) + '_' + std::to_string(++made);
}
auto open(const std::string& dsn, storage::postgres_options options = {}) {
  if (options.schema == "pawl") options.schema = fresh_schema();
  return storage::postgres<>::open(dsn, options);
}
/// The warnings that have a word.
std::size_t warnings_about(const std::string& word, const std::string& dsn = "") {
  const auto store = open(dsn);
  REQUIRE(store);
  std::size_t found = 0;
  for (const std::string& each : (*store)->warnings())
    found += each.find(word) != std::string::npos;
  return found;
}
/// A setting of the server's, for as long as this lives.
struct server_setting {
  explicit server_setting(std::string which, const std::string& value) : name(std::move(which)) {
    set("ALTER SYSTEM SET " + name + " = " + value);
  }
  server_setting(const server_setting&) = delete;
  server_setting& operator=(const server_setting&) = delete;
  ~server_setting() { set("ALTER SYSTEM RESET " + name); }
  void set(const std::string& command) const {
    support::database db;
    db.ask(command);
    db.ask("SELECT pg_reload_conf()");
    // Read by each process of the server when it comes to it.
    const std::string now = "SELECT setting FROM pg_file_settings WHERE name = '" + name +
                            "' AND applied ORDER BY seqno DESC LIMIT 1";
    const std::string wanted = db.ask(now);
    while (!wanted.empty() && support::database().ask("SHOW " + name) != wanted) {
    }
  }
  std::string name;
};

TEST_CASE("a server that would lose acknowledged jobs is refused") {
  const auto none = open("options='-c synchronous_commit=off'");
  REQUIRE_FALSE(none);
  CHECK(none.error().message.find("synchronous_commit = off") != std::string::npos);
  CHECK(open("options='-c synchronous_commit=local'"));
}

TEST_CASE("settings that are dangerous when a machine fails are told") {
  CHECK(warnings_about("fsync = off") == 1);  // as all these tests' server
  {
    const server_setting on("fsync", "on");
    CHECK(warnings_about("fsync = off") == 0);
  }
  CHECK(warnings_about("full_page_writes = off") == 0);
  const server_setting off("full_page_writes", "off");
  CHECK(warnings_about("full_page_writes = off") == 1);
}

TEST_CASE("a clock that differs by more than a second is told, with the number") {
  CHECK(storage::detail::clock_warning(10'000, 10'100, 10'200) == std::nullopt);
  CHECK(storage::detail::clock_warning(13'500, 10'000, 12'600) == std::nullopt);
  CHECK(storage::detail::clock_warning(13'700, 10'000, 12'600)->find("1100 ms ahead") !=
        std::string::npos);
  CHECK(warnings_about("clock") == 0);
  // A server whose clock is wrong for those who look there first.
  support::database db;
  db.ask("CREATE SCHEMA skewed");
  db.ask(
      "CREATE FUNCTION skewed.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT "
      "pg_catalog.clock_timestamp() - interval ''90 s'''");
  CHECK(warnings_about("ms behind this machine's", "options='-c search_path=skewed,pg_catalog'") ==
        1);
}

TEST_CASE("a server that is too old is refused") {
  support::proxy old(support::server_socket());
  old.claim_version("12.3");
  const auto none =
      open("host=127.0.0.1 sslmode=disable gssencmode=disable port=" + std::to_string(old.port()));
  REQUIRE_FALSE(none);
  CHECK(none.error().code == errc::not_a_store);
  CHECK(none.error().message == "the server is PostgreSQL 12; pawl needs 13 or newer");
}

TEST_CASE("tables of a newer program are refused, and of none known") {
  const std::string schema = fresh_schema();
  REQUIRE(open("", {.schema = schema}));
  support::database db;
  db.ask("INSERT INTO " + schema + ".pawl_schema VALUES (1000)");
  const auto none = open("", {.schema = schema});
  REQUIRE_FALSE(none);
  CHECK(none.error().code == errc::newer_schema);
  CHECK(none.error().message.find("version 1000") != std::string::npos);
  db.ask("DELETE FROM " + schema + ".pawl_schema");
  db.ask("INSERT INTO " + schema + ".pawl_schema VALUES (1)");
  CHECK(open("", {.schema = schema}).error().code == errc::not_a_store);
}

TEST_CASE("a schema may have a name that is a word of SQL") {
  CHECK(open("", {.schema = "select"}));
  CHECK(open("", {.schema = "pg_mine"}).error().code == errc::invalid);
}

TEST_CASE("a password is never shown") {
  struct attempt {
    const char* dsn;
    const char* secret;
  };
  const attempt all[] = {
      {"host=127.0.0.1 port=1 user=pawl password=planted", "planted"},
      {"postgresql://pawl:planted@127.0.0.1:1/shop", "planted"},
      {"postgresql://pawl:pl%61nted@127.0.0.1:1/shop", "planted"},
      // Torn by a character that ends it.
      {"postgresql://pawl:some@planted@127.0.0.1:1/shop", "planted"},
      {"postgresql://pawl:planted/rest@127.0.0.1:1/shop", "planted"},
      {"postgresql://pawl:7/planted@127.0.0.1:1/shop", "planted"},
      {"postgresql://pawl:planted@127.0.0.1:1]/shop", "planted"},
      {"postgresql://pawl:planted@[127.0.0.1:1/shop", "planted"},
      {"postgresql://pawl:planted%zz@127.0.0.1:1/shop", "planted"},
      {"postgresql://pawl:x@127.0.0.1:1/shop?password=planted&nonsense=1", "planted"},
      {"host=127.0.0.1 password=two planted", "planted"},
      {"host=127.0.0.1 password='planted", "planted"},
      {"host=127.0.0.1 password=planted port=x", "planted"},
      {"host=127.0.0.1 password=a planted=b", "planted"},
      // Said by libpq, were it not hidden.
      {"host=planted.invalid password=planted", "planted"}};
  for (const attempt& each : all) {
    CAPTURE(each.dsn);
    const auto none = open(each.dsn);
    REQUIRE_FALSE(none);
    CHECK(none.error().message.find(each.secret) == std::string::npos);
    CHECK_FALSE(none.error().message.empty());
  }
  // A server that asks for one, and is given the wrong one.
  support::database db;
  db.ask("CREATE ROLE guarded LOGIN PASSWORD 'right'");
  const auto wrong = open("user=guarded password=planted dbname=nowhere");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message.find("planted") == std::string::npos);
}

TEST_CASE("processes that start together on an empty database all get their store") {
  const std::string schema = fresh_schema();
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 12; ++i)
    threads.emplace_back([&] {
      if (!open("", {.schema = schema})) ++failures;
    });
  for (std::thread& each : threads) each.join();
  CHECK(failures == 0);
  CHECK(support::database().ask("SELECT count(*) FROM " + schema + ".pawl_schema") == "1");
}

TEST_CASE("a role that may use the tables needs no right to make a schema") {
  const std::string schema = fresh_schema();
  REQUIRE(open("", {.schema = schema}));
  support::database db;
  const std::string role = "role_of_" + schema;
  db.ask("CREATE ROLE " + role + " LOGIN");
  db.ask("GRANT USAGE ON SCHEMA " + schema + " TO " + role);
  db.ask("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA " + schema + " TO " + role);
  db.ask("GRANT USAGE ON ALL SEQUENCES IN SCHEMA " + schema + " TO " + role);
  const auto store = open("user=" + role, {.schema = schema});
  REQUIRE(store);
  storage::enrol op{"a worker"};
  (*store)->apply_one(op);
  INFO(op.answer.error().message);
  CHECK(op.answer);
}

TEST_CASE("those who read wait for one of the connections, and no more are made") {
  const std::string schema = fresh_schema();
  const auto store = open("application_name=" + schema, {.schema = schema, .readers = 2});
  REQUIRE(store);
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 20; ++n)
        if (!(*store)->count(storage::scope::every_tenant())) ++failures;
    });
  for (std::thread& each : threads) each.join();
  CHECK(failures == 0);
  const int connections = std::stoi(support::database().ask(
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = '" + schema + "'"));
  CHECK(connections >= 2);
  CHECK(connections <= 3);
}

}  // namespace
