// SPDX-License-Identifier: BSL-1.0
// What every kind of batch costs on PostgreSQL, as its server sees it: round trips, statements, and
// what is locked in which order. Pinned in batches.txt; to write that anew, after a change that was
// meant: PAWL_WRITE_PINS=1 tests/postgres/with_server <test_postgres> "[pins]".
#include "../storage/batches.hpp"

#include <algorithm>

#include <pawl/testing/postgres_store.hpp>

#include "database.hpp"
#include "proxy.hpp"
#include "server.hpp"

namespace {

using namespace pawl;
using support::proxy;

/// The word that begins at a place of a statement.
std::string word_at(const std::string& sql, std::size_t at) {
  return sql.substr(at, sql.find_first_of(" ,()", at) - at);
}
/// The table that is named there, without its schema; empty if that is something else.
std::string table_at(const std::string& sql, std::size_t at) {
  const std::string name = word_at(sql, at);
  const std::size_t prefix = name.find("pawl_");
  return prefix == std::string::npos ? "" : name.substr(prefix + 5);
}
/// Where a word stands before a place, outside of brackets; npos if it does not.
std::size_t find_before(const std::string& sql, std::size_t place, const std::string& word) {
  int depth = 0;
  for (std::size_t at = place; at-- > 0 && depth >= 0;) {
    if (sql[at] == ')') ++depth;
    if (sql[at] == '(') --depth;
    if (depth == 0 && sql.compare(at, word.size(), word) == 0) return at;
  }
  return std::string::npos;
}

/// What a statement locks: rows for itself, advisory locks, and the rows that it writes.
void add_locks(const std::string& sql, std::vector<std::string>& to) {
  const std::pair<const char*, const char*> advisory[] = {
      {" limit '", "limits"}, {" watermark'", "the watermark"}, {"unnest($1) AS t(l)", "keys"}};
  if (sql.find("advisory_xact_lock") != std::string::npos)
    for (const auto& [mark, name] : advisory)
      if (sql.find(mark) != std::string::npos)
        to.push_back((sql.find("pg_try_") != std::string::npos ? "tries " : "waits for ") +
                     std::string(name) +
                     (sql.find("ORDER BY") != std::string::npos ? " by their hashes" : ""));
  for (const std::string& how : {std::string(" FOR UPDATE"), std::string(" FOR KEY SHARE")})
    for (std::size_t at = sql.find(how); at != std::string::npos; at = sql.find(how, at + 1)) {
      const std::size_t from = find_before(sql, at, "FROM ");
      const std::size_t order = find_before(sql, at, "ORDER BY ");
      const std::string rest = sql.substr(at + how.size(), 24);
      const std::string until = rest.substr(0, rest.find(')'));
      const bool skips = until.find("SKIP LOCKED") != std::string::npos;
      const bool fails = until.find("NOWAIT") != std::string::npos;
      std::string line = skips ? "takes " : fails ? "tries " : "waits for ";
      line += table_at(sql, from + 5);
      if (order != std::string::npos && order > from) {
        const std::size_t begin = order + 9;
        const std::size_t end = std::min({sql.find(" LIMIT", begin), at});
        line += " by " + sql.substr(begin, end - begin);
      }
      if (how == " FOR KEY SHARE") line += ", shared";
      to.push_back(line);
    }
  std::vector<std::pair<std::size_t, std::string>> written;
  for (const std::string& verb :
       {std::string("INSERT INTO "), std::string("UPDATE "), std::string("DELETE FROM ")})
    for (std::size_t at = sql.find(verb); at != std::string::npos; at = sql.find(verb, at + 1))
      if (const std::string table = table_at(sql, at + verb.size()); !table.empty())
        written.push_back({at, "writes " + table});
  std::sort(written.begin(), written.end());
  for (const auto& [at, line] : written) to.push_back(line);
}

/// In their order. What is done for one operation after the other stands there once.
std::string locks_of(const std::vector<std::string>& statements) {
  std::vector<std::string> all;
  for (const std::string& sql : statements) {
    std::vector<std::string> locks;
    add_locks(sql, locks);
    for (std::string& each : locks) {
      all.push_back(std::move(each));
      for (const std::size_t length : {std::size_t{1}, std::size_t{2}})
        if (all.size() >= 2 * length &&
            std::equal(all.end() - static_cast<std::ptrdiff_t>(length), all.end(),
                       all.end() - static_cast<std::ptrdiff_t>(2 * length)))
          all.resize(all.size() - length);
    }
  }
  std::string out;
  for (const std::string& each : all) out += (out.empty() ? "" : "; ") + each;
  return out.empty() ? "none" : out;
}

TEST_CASE("what every kind of batch costs on PostgreSQL is pinned", "[pins]") {
  proxy between(support::server_socket());
  const std::string dsn = "host=127.0.0.1 port=" + std::to_string(between.port()) +
                          " sslmode=disable gssencmode=disable";
  const auto make = [&](const testing::manual_clock& clock) {
    return testing::postgres_store::open(dsn, {.schema = server::fresh_schema("pins")}, clock)
        .value();
  };
  const auto measured = [&](testing::postgres_store& store,
                            const std::vector<storage::operation_ptr>& batch) {
    const auto before = store.counts();
    between.record();
    store.apply(batch);
    int flights = 0;
    const auto statements = between.recorded(flights);
    const auto after = store.counts();
    CHECK(after.batches == before.batches + 1);
    CHECK(after.rounds - before.rounds == static_cast<std::uint64_t>(flights));
    return batches::measurement{
        {"round trips", std::to_string(flights)},
        {"statements", std::to_string(statements.size())},
        {"not read ahead", std::to_string(after.unforeseen - before.unforeseen)},
        {"runs again", std::to_string(after.reruns - before.reruns)},
        {"locks", locks_of(statements)}};
  };
  batches::check_pins(PAWL_POSTGRES_PINS, batches::describe_all({1, 20}, make, measured));
}

}  // namespace
