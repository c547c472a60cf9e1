// SPDX-License-Identifier: BSL-1.0
// A process that has no job types acts by those that the store holds; and one that only looks.
#include <filesystem>

#include <pawl/job/id_source.hpp>
#include <pawl/storage/definition.hpp>
#include <pawl/storage/sqlite.hpp>
#include <pawl/testing/storage/jobs.hpp>
#include <pawl/transport/none.hpp>

#include "directory.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl;
using namespace pawl::testing;
using storage::errc;
using file_store = storage::sqlite<>;
using looking_store = storage::sqlite<system_clock, transport::none>;

const storage::scope acme = storage::scope::tenant("acme");

storage::submit submission(const job_descriptor& type, const job_id& id) {
  storage::submit op{.type = &type, .id = id, .who = {"acme", "ann", {}}};
  op.payload = std::string("1");
  return op;
}
job_id fresh_id() {
  static id_source ids;
  return ids.next(system_clock{}.wall());
}

TEST_CASE("a store that is taught a type of its own acts by it, and writes nothing down") {
  const support::fresh_directory folder;
  const std::string path = folder / "jobs.db";
  const auto theirs = file_store::open(path).value();
  const job_descriptor* const known[] = {&law_jobs::plain};
  REQUIRE(theirs->learn(known));
  const job_id id = fresh_id();
  REQUIRE(apply_one(*theirs, submission(law_jobs::plain, id)));

  // Another definition of the same type: if it were written down, it would be the newest.
  job_descriptor other = law_jobs::plain;
  other.keep_results.count += 1;
  const auto stored = storage::stored_definition::read(storage::definition_of(other));
  REQUIRE(stored);
  CHECK(storage::is_from_a_store(stored->type()));
  CHECK_FALSE(storage::is_from_a_store(law_jobs::plain));
  const auto commits = theirs->commits();
  const auto ours = file_store::open(path).value();
  const job_descriptor* const read[] = {&stored->type()};
  REQUIRE(ours->learn(read));
  CHECK(ours->commits() == 0);
  CHECK(theirs->commits() == commits);
  CHECK(ours->get(acme, id)->kind == kind::ready);

  const auto refused = apply_one(*ours, submission(stored->type(), fresh_id()));
  CHECK(refused.error().code == errc::unknown_handler);
  const auto raised = apply_one(*ours, storage::raise{.scope = acme, .id = id, .event = "start"});
  CHECK(raised.error().code == errc::unknown_handler);
  const auto done = apply_one(*ours, storage::cancel{.scope = acme, .id = id, .reason = "enough"});
  REQUIRE(done);
  CHECK(done->done);
  CHECK(theirs->get(acme, id)->kind == kind::cancelled);
}

TEST_CASE("a job is cancelled also by a process that was taught nothing") {
  const support::fresh_directory folder;
  const std::string path = folder / "jobs.db";
  const auto theirs = file_store::open(path).value();
  const job_descriptor* const known[] = {&law_jobs::plain};
  REQUIRE(theirs->learn(known));
  const job_id id = fresh_id();
  REQUIRE(apply_one(*theirs, submission(law_jobs::plain, id)));
  const auto ours = file_store::open(path).value();
  CHECK(apply_one(*ours, storage::cancel{.scope = acme, .id = id}).has_value());
  CHECK(theirs->get(acme, id)->kind == kind::cancelled);
}

TEST_CASE("a store that only looks makes nothing, changes nothing, and refuses to write") {
  const support::fresh_directory folder;
  const std::string path = folder / "jobs.db";
  const storage::sqlite_options looking{.read_only = true};
  CHECK_FALSE(looking_store::open(path, looking));
  CHECK_FALSE(std::filesystem::exists(path));
  const job_id id = fresh_id();
  {
    const auto theirs = file_store::open(path).value();
    const job_descriptor* const known[] = {&law_jobs::plain};
    REQUIRE(theirs->learn(known));
    REQUIRE(apply_one(*theirs, submission(law_jobs::plain, id)));
    std::filesystem::remove(path + "-wake");

    const auto ours = looking_store::open(path, looking);
    REQUIRE(ours);
    CHECK((*ours)->get(acme, id)->state == "pending");
    CHECK(((*ours)->elapsed() - theirs->elapsed()).count() < 1000);
    const auto refused = apply_one(**ours, storage::cancel{.scope = acme, .id = id});
    CHECK(refused.error().code == errc::read_only);
    CHECK(theirs->get(acme, id)->state == "pending");
  }
  CHECK_FALSE(std::filesystem::exists(path + "-wake"));
}

}  // namespace
