// SPDX-License-Identifier: BSL-1.0
// SQLite files of every released version of the tables, brought up to date with jobs in them.
// `storage/schemas/v<n>.sql` were written by services of their time, and never change.
#include <fstream>
#include <sstream>

#include <pawl/storage/sqlite.hpp>
#include <pawl/storage/sqlite/connection.hpp>
#include <pawl/testing/workbench.hpp>

#include "../storage/directory.hpp"
#include "../support/catch.hpp"

namespace {

using namespace pawl::literals;
using namespace pawl::error;
using namespace std::chrono_literals;
using store_type = pawl::storage::sqlite<pawl::testing::manual_clock>;
namespace sql = pawl::storage::detail;

struct mail {
  std::string to;
  int pages;
};
/// As the services had it that wrote the files.
struct send : pawl::job<"shop.send", pawl::lifecycles::service,
                        pawl::errors<network_timeout, validation_error>,
                        pawl::retry<pawl::attempts<2>, pawl::fixed<1_ms>>,
                        pawl::limits<pawl::concurrent<3>>, pawl::lease<3_s>, pawl::timeout<1_s>> {
  outcome<std::string> operator()(context&, mail in) const { return "to " + in.to; }
};

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file);
  std::stringstream read;
  read << file.rdbuf();
  return read.str();
}

/// All columns and indexes, in an order of their own.
std::string shape_of(const std::string& path) {
  const auto db = sql::connect(path, SQLITE_OPEN_READWRITE, 5000ms);
  const auto look = sql::prepare(
      db.get(),
      "SELECT t.name || '.' || c.name || ' ' || c.type || c.pk FROM sqlite_master t, "
      "pragma_table_info(t.name) c WHERE t.type = 'table' UNION SELECT sql FROM sqlite_master "
      "WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1");
  sql::execution row(db.get(), look.get());
  std::string all;
  while (row.next()) all += row.string() + '\n';
  return all;
}

}  // namespace

TEST_CASE("a file of an older version is brought up to date, and its jobs go on") {
  const int version = GENERATE(2, 3);
  INFO("version " << version);
  const support::fresh_directory directory;
  const std::string path = directory / "older.db";
  {
    const auto db = sql::connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, 5000ms);
    const std::string script =
        text_of(PAWL_SCHEMA_FIXTURES "/v" + std::to_string(version) + ".sql");
    sql::execute(db.get(), script.c_str());
  }
  // Shortly after the files were written: nothing of them is old enough to be deleted.
  const pawl::testing::manual_clock clock{pawl::instant{1'794'930'300'000ms}};
  auto opened = store_type::open(path, {}, clock);
  REQUIRE(opened);
  const std::string fresh = directory / "fresh.db";
  static_cast<void>(store_type::open(fresh, {}, clock).value());
  CHECK(shape_of(path) == shape_of(fresh));

  pawl::testing::workbench jobs{std::shared_ptr<store_type>(*std::move(opened)), send{}};
  const auto acme = jobs.session({.tenant = "acme", .user = "ann"});
  std::map<std::string, pawl::job_id> found;  // by what they are
  for (const pawl::job_record& each : acme.jobs())
    found[each.state + (each.phase == pawl::phase::scheduled ? " later" : "") +
          (each.phase == pawl::phase::blocked ? " after" : "")] = each.id;
  REQUIRE(found.size() == 5);
  CHECK(acme.result(pawl::job_ref<send>{found["succeeded"]}).value() == "to done");
  CHECK(acme.submit<send>({"done", 1}, {.key = "k1"}).value().id == found["succeeded"]);
  CHECK(acme.dead_letter(found["dead_lettered"]).value().job.error->code == "validation_error");
  jobs.run();
  CHECK(acme.result(pawl::job_ref<send>{found["pending"]}).value() == "to ready");
  CHECK(acme.status(found["pending later"]).value().phase == pawl::phase::scheduled);
  // What the new version has works on them: the first is made due, and the second follows it.
  REQUIRE(acme.reschedule(found["pending later"], {}));
  CHECK(jobs.run_to_end());
  CHECK(acme.status(found["pending after"]).value().state == "succeeded");
  REQUIRE(acme.replay(found["dead_lettered"]));
}
