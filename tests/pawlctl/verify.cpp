// SPDX-License-Identifier: BSL-1.0
// Damage of each kind that `verify` claims to find, done on purpose.
#include <fstream>
#include <set>

#include "queue.hpp"
#include "support/catch.hpp"

using namespace ctl_test;
using pawl::ctl::exit_code;

namespace {

struct damage {
  const char* code;
  const char* how;  // BYTES is some bytes, as the database spells them
};

constexpr damage damages[] = {
    {"phase", "UPDATE pawl_queue SET phase = 9 WHERE state = 'drafted'"},
    {"lease", "UPDATE pawl_queue SET owner = 1 WHERE state = 'drafted'"},
    {"lease-length", "UPDATE pawl_queue SET lease_ms = 0 WHERE state = 'running'"},
    {"queue-differs", "UPDATE pawl_queue SET rank = rank + 1 WHERE state = 'drafted'"},
    {"outcome-differs", "UPDATE pawl_outcomes SET tenant = tenant + 1 WHERE state = 'succeeded'"},
    {"format", "UPDATE pawl_queue SET format = format + 2 WHERE state = 'waiting'"},
    {"events",
     "DELETE FROM pawl_events WHERE number = 2 AND job = (SELECT key FROM pawl_outcomes WHERE "
     "state "
     "= 'succeeded')"},
    {"events-order",
     "UPDATE pawl_events SET from_state = 'elsewhere' WHERE event = 'retry_due' AND to_state = "
     "'pending'"},
    {"events-state", "UPDATE pawl_events SET to_state = 'elsewhere' WHERE to_state = 'succeeded'"},
    {"attempts", "UPDATE pawl_outcomes SET attempt = 99 WHERE state = 'succeeded'"},
    {"state", "UPDATE pawl_queue SET state = 'nowhere' WHERE state = 'drafted'"},
    {"dead-letter-differs", "UPDATE pawl_dead_letters SET tenant = tenant + 1"},
    {"dead-letter", "UPDATE pawl_outcomes SET kind = 5 WHERE state = 'dead_lettered'"},
    {"parked", "UPDATE pawl_queue SET flags = flags + 64 WHERE state = 'waiting'"},
    {"slot", "UPDATE pawl_queue SET flags = flags - 32 WHERE state = 'running'"},
    {"checkpoint", "UPDATE pawl_queue SET flags = flags + 4 WHERE state = 'waiting'"},
    {"orphan-detail", "INSERT INTO pawl_details VALUES (999999, 1, 'x', 1, BYTES)"},
    {"orphan-inbox", "INSERT INTO pawl_inbox VALUES (999999, 'x', BYTES, 'x')"},
    {"orphan-parked", "INSERT INTO pawl_parked VALUES (1, '', 0, 999999)"},
    {"orphan-release", "INSERT INTO pawl_releases VALUES (999999)"},
    {"orphan-callback", "INSERT INTO pawl_callbacks VALUES (999999, 1, 0, 0)"},
    {"orphan-dependency", "UPDATE pawl_dependencies SET awaited = 999999"},
    {"waits-for", "DELETE FROM pawl_dependencies"},
    {"orphan-slot", "UPDATE pawl_slots SET job = 999999"},
    {"orphan-declaration", "UPDATE pawl_declarations SET owner = 999999"},
    {"lease-owner", "DELETE FROM pawl_owners"},
    {"dead-letter-missing",
     "UPDATE pawl_outcomes SET kind = 8 WHERE state = 'dead_lettered'; DELETE FROM "
     "pawl_dead_letters WHERE job = (SELECT min(job) FROM pawl_dead_letters)"},
    {"orphan-dead-letter",
     "DELETE FROM pawl_jobs WHERE key = (SELECT max(job) FROM pawl_dead_letters)"},
    {"orphan-outcome",
     "DELETE FROM pawl_jobs WHERE key = (SELECT max(key) FROM pawl_outcomes WHERE state = "
     "'dead_lettered')"},
    {"orphan-events",
     "DELETE FROM pawl_jobs WHERE key = (SELECT max(key) FROM pawl_outcomes WHERE state = "
     "'dead_lettered')"},
    {"orphan-key",
     "DELETE FROM pawl_jobs WHERE key = (SELECT key FROM pawl_outcomes WHERE state = 'succeeded')"},
    {"orphan-queue",
     "DELETE FROM pawl_jobs WHERE key = (SELECT key FROM pawl_queue WHERE state = 'running')"},
    {"job-nowhere", "DELETE FROM pawl_queue WHERE state = 'waiting'"},
    {"job-twice",
     "UPDATE pawl_outcomes SET key = (SELECT max(key) FROM pawl_queue WHERE state = 'pending') "
     "WHERE "
     "key = (SELECT min(key) FROM pawl_outcomes WHERE state = 'dead_lettered')"},
    {"type",
     "DELETE FROM pawl_definitions WHERE handler = (SELECT number FROM pawl_names WHERE name = "
     "'desk.review')"},
    {"definition", "UPDATE pawl_definitions SET definition = 'x' || definition"},
    {"dictionary", "DELETE FROM pawl_names WHERE name = 'globex'"},
    {"clock", "DELETE FROM pawl_clock"},
    {"index", "DROP INDEX pawl_parked_job"},
    {"table", "DROP TABLE pawl_inbox"}};

void do_damage(const queue& to, const damage& which) {
  const auto opened = to.open();
  pawl::ctl::tables& tables = opened->tables();
  std::string how = which.how;
  if (const std::size_t at = how.find("BYTES"); at != how.npos)
    how.replace(at, 5, to.is_file() ? "x'00'" : "'\\x00'::bytea");
  // Past what the database itself would refuse.
  if (to.is_file()) tables.run("PRAGMA ignore_check_constraints = 1");
  if (!to.is_file() && std::string_view(which.code) == "lease")
    tables.run("ALTER TABLE pawl_queue DROP CONSTRAINT \"pawl_queue_check\"");
  for (std::size_t at = 0; at < how.size();) {
    const std::size_t end = std::min(how.find(';', at), how.size());
    tables.run(how.substr(at, end - at));
    at = end + 1;
  }
}

}  // namespace

TEST_CASE("damage of each kind is found, and told by its code", "[store]") {
  for (const std::string& place : places()) {
    std::set<std::string> tried{"damaged"};
    for (const damage& each : damages) {
      // A server has no such line of time; it goes by its own clock.
      tried.insert(each.code);
      if (place != "file" && std::string_view(each.code) == "clock") continue;
      const queue on(place);
      CAPTURE(each.code);
      const called before = on({"verify"});
      CAPTURE(before.out);
      CHECK(before.is_done());
      do_damage(on, each);
      const called after = on({"verify"});
      CAPTURE(after.out, after.err);
      CHECK(after.code == exit_code::found);
      CHECK((after.out.starts_with(std::string(each.code) + "  ") ||
             after.says('\n' + std::string(each.code) + "  ")));
      CHECK(on({"verify", "--json"})
                .says("{\"code\":\"" + std::string(each.code) + "\",\"about\":\""));
    }
    for (const std::string& code : pawl::ctl::verify_codes()) {
      CAPTURE(code);
      CHECK(tried.contains(code));
    }
  }
}

TEST_CASE("many findings of a kind are counted, not all told") {
  if (places()[0] != "file") return;
  const queue on("file");
  do_damage(on, {"dead-letter-differs", "UPDATE pawl_dead_letters SET tenant = tenant + 1"});
  const called it = on({"verify", "--limit", "2"});
  CHECK(it.says("dead-letter-differs  1 more: "));
}

TEST_CASE("a file that is cut, or written over, is found to be damaged") {
  if (places()[0] != "file") return;
  const queue on("file");
  REQUIRE(on({"vacuum"}).is_done());
  const auto whole = std::filesystem::file_size(on.store());
  const std::string copy = on.store() + "-cut";
  for (const std::uintmax_t left : {whole - 4096, whole / 2, std::uintmax_t{5000}}) {
    std::filesystem::copy_file(on.store(), copy, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(copy, left);
    const called it = call({"verify"}, copy);
    CAPTURE(left, it.out, it.err);
    CHECK(it.code == exit_code::found);
    CHECK(it.says("damaged  "));
    CHECK(call({"list"}, copy).code != exit_code::usage);
  }
  std::filesystem::copy_file(on.store(), copy, std::filesystem::copy_options::overwrite_existing);
  {
    std::fstream file(copy, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(whole / 2));
    file << std::string(8192, 'x');
  }
  const called it = call({"verify", "--full"}, copy);
  CHECK(it.code == exit_code::found);
  CHECK(it.says("damaged  "));
}
