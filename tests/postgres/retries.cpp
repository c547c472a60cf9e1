// SPDX-License-Identifier: BSL-1.0
// What the server refuses only for now is tried again, and what it refuses for good is said.
#include <pawl/testing/postgres_store.hpp>
#include <pawl/testing/storage/bench.hpp>

#include "database.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
namespace jobs = testing::law_jobs;

/// A store whose server fails so many times with such a code when a job is inserted.
struct fixture {
  testing::manual_clock clock{};
  std::string schema = "retries_" + std::to_string(::getpid()) + '_' + std::to_string(++made);
  std::unique_ptr<testing::postgres_store> store =
      testing::postgres_store::open("", {.schema = schema}, clock).value();
  testing::storage_bench on{*store, clock};
  static inline int made = 0;

  void fail(const std::string& code, int times) const {
    support::database db;
    db.ask("SET search_path TO " + schema);
    db.ask("CREATE SEQUENCE failures");
    db.ask("CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('" +
           schema + ".failures') <= " + std::to_string(times) +
           " THEN RAISE EXCEPTION 'not now' USING ERRCODE = '" + code +
           "'; END IF; RETURN NEW; END $$");
    db.ask("CREATE TRIGGER fails BEFORE INSERT ON pawl_jobs FOR EACH ROW EXECUTE FUNCTION fails()");
  }
};

TEST_CASE("a serialization failure, a deadlock or a statement that took too long is never shown") {
  for (const char* code : {"40001", "40P01", "55P03", "57014"}) {
    CAPTURE(code);
    fixture f;
    f.fail(code, 3);
    const auto before = f.store->counts();
    const job_id id = f.on.submit(jobs::plain);
    CHECK(f.on.get(id).id == id);
    CHECK(f.store->counts().reruns == before.reruns + 3);
    CHECK(f.store->counts().reconnects == before.reconnects);
  }
}

TEST_CASE("a connection that the server ends is made again") {
  for (const char* code : {"57P01", "25P03", "08006"}) {
    CAPTURE(code);
    fixture f;
    f.fail(code, 1);
    const auto before = f.store->counts();
    f.on.submit(jobs::plain);
    CHECK(f.store->counts().reconnects == before.reconnects + 1);
  }
}

TEST_CASE("what the server refuses for good is said in a sentence") {
  struct refusal {
    const char* code;
    storage::errc means;
  };
  for (const refusal& each :
       {refusal{"53100", storage::errc::full}, refusal{"25006", storage::errc::read_only},
        refusal{"42501", storage::errc::read_only}, refusal{"XX001", storage::errc::corrupt},
        refusal{"P0001", storage::errc::failed}}) {
    CAPTURE(each.code);
    fixture f;
    f.fail(each.code, 1000);
    const auto why = f.on.refused(f.on.request(jobs::plain));
    CHECK(why.code == each.means);
    CHECK(why.message.find(each.code) != std::string::npos);
    CHECK(f.store->counts().reruns == 0);
  }
}

}  // namespace
