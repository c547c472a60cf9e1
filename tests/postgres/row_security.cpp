// SPDX-License-Identifier: BSL-1.0
// Row-level security: a process whose role owns nothing submits, reads and cancels for its tenants,
// and can do no more, whatever it says to the server.
#include <pawl/client.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/postgres.hpp>
#include <pawl/storage/postgres/row_security.hpp>

#include "server.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl::error;
using namespace pawl::literals;
using namespace std::chrono_literals;
namespace storage = pawl::storage;
using storage::errc;
using store_type = storage::postgres<>;

struct pack : pawl::job<"rls.pack", pawl::lifecycles::service, pawl::errors<validation_error>,
                        pawl::retry<pawl::attempts<1>>> {
  outcome<int> operator()(context&, int in) const {
    if (in < 0) return fail<validation_error>("less than nothing");
    return in + 1;
  }
};

/// One at a time for each user.
struct single : pawl::job<"rls.single", pawl::lifecycles::service,
                          pawl::limits<pawl::active_per<pawl::by::user, 1, pawl::at_submit>>> {
  outcome<int> operator()(context&, int in) const { return in; }
};

/// A schema with its owner, and a role that owns nothing.
struct place {
  place() {
    psql.run("CREATE ROLE " + role + " LOGIN");
    owners.emplace(as_owner().value(), pack{}, single{});
  }
  ~place() {
    owners.reset();
    psql.run("DROP SCHEMA " + schema + " CASCADE");
    psql.run("DROP OWNED BY " + role);
    psql.run("DROP ROLE " + role);
  }
  place(const place&) = delete;
  place& operator=(const place&) = delete;

  [[nodiscard]] storage::result<std::unique_ptr<store_type>> as_owner() const {
    return store_type::open("", {.schema = schema, .tenants_role = role});
  }
  [[nodiscard]] storage::result<std::unique_ptr<store_type>> as_tenants() const {
    return store_type::open("user=" + role, {.schema = schema, .as_tenants = true});
  }

  std::string schema = server::fresh_schema("rls");
  std::string role = schema + "_tenants";
  server::connection psql{};
  std::optional<pawl::service<store_type, pack, single>> owners{};
};

}  // namespace

TEST_CASE("a role that owns nothing submits, reads and cancels for its tenants") {
  place at;
  REQUIRE(at.owners->start());
  pawl::client front{at.as_tenants().value(), pawl::jobs<pack, single>{}};
  REQUIRE(front.ready());
  auto acme = front.as({.tenant = "acme", .user = "ann"});
  auto other = front.as({.tenant = "other", .user = "bob"});

  const auto mine = acme.submit<pack>(1, {.key = "same"});
  const auto theirs = other.submit<pack>(2, {.key = "same"});
  REQUIRE(mine);
  REQUIRE(theirs);
  CHECK(mine->id != theirs->id);
  CHECK(*acme.submit<pack>(1, {.key = "same"}) == *mine);
  CHECK(acme.result(*mine, 60s).value() == 2);
  CHECK(other.result(*theirs, 60s).value() == 3);
  CHECK(acme.status(theirs->id).error().code == errc::not_found);
  CHECK(acme.list()->jobs.size() == 1);

  // Events, what depends on another job, and dead letters.
  const auto sent = acme.submit<pack>(-1);
  REQUIRE(sent);
  CHECK(acme.wait(sent->id, 60s)->state == "dead_lettered");
  CHECK(acme.events(sent->id)->size() >= 2);
  CHECK(acme.dead_letters()->letters.size() == 1);
  CHECK(other.dead_letters()->letters.empty());
  CHECK(other.replay(sent->id).error().code == errc::not_found);
  const auto again = acme.replay(sent->id);
  REQUIRE(again);
  CHECK(acme.wait(*again, 60s)->state == "dead_lettered");

  const auto late = acme.submit<pack>(5, {.delay = 1h});
  REQUIRE(late);
  const auto waiting = acme.submit<pack>(6, {.depends_on = {late->id}});
  REQUIRE(waiting);
  CHECK(other.cancel(late->id).error().code == errc::not_found);
  CHECK(acme.cancel(late->id).value());
  CHECK(acme.wait(waiting->id, 60s)->kind == pawl::kind::cancelled);

  // What a limit counts, a tenant takes and gives back.
  for (auto* const each : {&acme, &other}) {
    const auto held = each->submit<single>(1, {.delay = 1h});
    REQUIRE(held);
    CHECK(each->submit<single>(1).error().code == errc::limit_reached);
    CHECK(each->cancel(held->id).value());
    const auto next = each->submit<single>(2);
    REQUIRE(next);
    CHECK(each->result(*next, 60s).value() == 2);
  }

  // The feed has no gap where other tenants' events are.
  const auto feed = front.store().feed(storage::scope::tenant("acme"), "", 1000);
  REQUIRE(feed);
  CHECK_FALSE(feed->gap);
  CHECK(feed->entries.size() > 4);

  // One batch of two tenants is two transactions.
  storage::submit first{.type = &pawl::type_of<pack>};
  storage::submit second = first;
  first.id = pawl::job_id{{1}};
  second.id = pawl::job_id{{2}};
  first.who = acme.who();
  second.who = other.who();
  first.payload = second.payload = "7";
  first.payload_version = second.payload_version = pawl::type_of<pack>.newest_version;
  front.store().apply({&first, &second});
  CHECK(first.answer.has_value());
  CHECK(second.answer.has_value());

  // It runs no jobs.
  storage::enrol worker{.label = "none"};
  front.store().apply_one(worker);
  CHECK(worker.answer.error().code == errc::read_only);
}

TEST_CASE("a tenant's process that is upgraded before the owner's is told to wait for it") {
  place at;
  REQUIRE(at.as_tenants());
  // As a version before this function has left the schema; it had the others.
  at.psql.run("DROP FUNCTION " + at.schema + ".pawl_delayed(bigint)");
  const auto early = at.as_tenants();
  REQUIRE_FALSE(early);
  CHECK(early.error().code == errc::not_a_store);
  CHECK_THAT(early.error().message, Catch::Matchers::ContainsSubstring("as the owner"));
  REQUIRE(at.as_owner());
  pawl::client front{at.as_tenants().value(), pawl::jobs<pack, single>{}};
  CHECK(front.as({.tenant = "acme", .user = "ann"}).submit<pack>(1, {.delay = 1h}));
}

TEST_CASE("a role that lacks a right keeps its connection") {
  place at;
  pawl::client front{at.as_tenants().value(), pawl::jobs<pack, single>{}};
  auto acme = front.as({.tenant = "acme", .user = "ann"});
  REQUIRE(acme.submit<pack>(1));
  at.psql.run("REVOKE INSERT ON " + at.schema + ".pawl_jobs FROM " + at.role);
  const auto before = front.store().counts().reconnects;
  for (int i = 0; i < 3; ++i) CHECK(acme.submit<pack>(1).error().code == errc::read_only);
  CHECK(front.store().counts().reconnects == before);
}

TEST_CASE("bounds hold for a role that owns nothing as for one that sees all") {
  place at;
  // As a version before these functions has left the schema.
  for (const char* each :
       {"pawl_ready(bigint)", "pawl_ready_of(bigint, bigint)", "pawl_delayed(bigint)"})
    at.psql.run("DROP FUNCTION " + at.schema + '.' + each);
  REQUIRE(at.as_owner());
  const auto code = [](const auto& answer) {
    return answer ? std::string("taken") : describe(answer.error()).substr(0, 16);
  };
  const auto as = [](auto& front, const char* tenant) {
    return front.as({.tenant = tenant, .user = "ann"});
  };
  {
    pawl::client front{at.as_tenants().value(),
                       pawl::jobs<pack, single>{},
                       {.high_watermark = 5, .high_watermark_per_tenant = 2}};
    for (const char* tenant : {"acme", "other"}) {
      for (int i = 0; i < 2; ++i) CHECK(code(as(front, tenant).submit<pack>(1)) == "taken");
      CHECK(code(as(front, tenant).submit<pack>(1)) == "queue_overloaded");
    }
    CHECK(code(as(front, "third").submit<pack>(1)) == "taken");
    CHECK(code(as(front, "fourth").submit<pack>(1)) == "queue_overloaded");
  }
  pawl::client front{at.as_tenants().value(),
                     pawl::jobs<pack, single>{},
                     {.most_delayed = 3, .most_delayed_per_tenant = 2}};
  const auto put_off = [&](const char* tenant) {
    return code(as(front, tenant).submit<pack>(1, {.delay = 1h}));
  };
  for (int i = 0; i < 2; ++i) CHECK(put_off("acme") == "taken");
  CHECK(put_off("acme") == "too_many_delayed");
  CHECK(put_off("other") == "taken");
  CHECK(put_off("other") == "too_many_delayed");
  // The share of another tenant is nobody's business.
  at.psql.run("SET ROLE " + at.role);
  at.psql.run("SET pawl.tenant = 'acme'");
  CHECK(at.psql.run(
            "SELECT string_agg(x::text, ' ') FROM (SELECT " + at.schema +
            ".pawl_ready_of(n, 9) AS x FROM generate_series(1, 100) AS n) AS t WHERE x > 0") ==
        "2");
  at.psql.run("RESET ROLE");
}

TEST_CASE("a tenant's role sees and writes its tenant's rows only, also by plain SQL") {
  place at;
  auto& jobs = *at.owners;
  auto acme = jobs.as({.tenant = "acme", .user = "ann"});
  auto other = jobs.as({.tenant = "other", .user = "bob"});
  REQUIRE(jobs.start());
  for (auto* const each : {&acme, &other}) {
    const auto ended = each->submit<pack>(1, {.key = "k"});
    REQUIRE(ended);
    REQUIRE(each->result(*ended, 60s));
    const auto dead = each->submit<pack>(-1);
    REQUIRE(dead);
    CHECK(each->wait(dead->id, 60s)->state == "dead_lettered");
    const auto late = each->submit<pack>(2, {.delay = 1h});
    REQUIRE(late);
    REQUIRE(each->submit<pack>(3, {.depends_on = {late->id}}));
  }
  jobs.stop(1s);

  server::connection tenant("user=" + at.role);
  at.psql.run("SET search_path TO " + at.schema);
  tenant.run("SET search_path TO " + at.schema);
  int held = 0;
  for (const pawl::sql::table& each : pawl::sql::tables()) {
    const std::string name(std::string_view(each.name));
    INFO(name);
    const auto belongs = storage::detail::belonging_of(each);
    if (belongs == storage::detail::row_belonging::everyone) continue;
    ++held;
    // Without a tenant there is nothing.
    tenant.run("RESET pawl.tenant");
    CHECK(tenant.count(name) == 0);
    // With one there is what is that tenant's.
    const std::string of_acme = "(SELECT number FROM pawl_names WHERE name = 'acme')";
    const std::string condition =
        belongs == storage::detail::row_belonging::tenant
            ? " WHERE tenant = " + of_acme
            : " WHERE job IN (SELECT key FROM pawl_jobs WHERE tenant = " + of_acme + ")";
    tenant.run("SET pawl.tenant = 'acme'");
    CHECK(tenant.count(name) == at.psql.count(name + condition));
  }
  CHECK(held >= 10);
  // The test has rows to hide.
  for (const char* each : {"pawl_jobs", "pawl_queue", "pawl_outcomes", "pawl_events", "pawl_keys",
                           "pawl_dead_letters", "pawl_dependencies"})
    CHECK(tenant.count(each) * 2 == at.psql.count(each));
  CHECK(tenant.count("pawl_names WHERE name = 'other'") == 0);
  CHECK(tenant.count("pawl_names WHERE name = 'rls.pack'") == 1);

  // What it changes is its own, and it can leave nothing with others.
  tenant.run("UPDATE pawl_queue SET rank = 77");
  CHECK(at.psql.count("pawl_queue WHERE rank = 77") * 2 == at.psql.count("pawl_queue"));
  const std::string theirs = at.psql.run(
      "SELECT tenant FROM pawl_jobs JOIN pawl_names AS n ON n.number = tenant WHERE "
      "n.name = 'other' LIMIT 1");
  const std::string job = at.psql.run("SELECT key FROM pawl_jobs WHERE tenant = " + theirs);
  CHECK_THROWS(tenant.run("UPDATE pawl_queue SET tenant = " + theirs));
  CHECK_THROWS(tenant.run("INSERT INTO pawl_keys SELECT " + theirs +
                          ", handler, 'planted', job, payload, created_at FROM pawl_keys"));
  CHECK_THROWS(tenant.run("INSERT INTO pawl_details VALUES (" + job + ", 1, '', 1, '')"));
  const int before = at.psql.count("pawl_events");
  tenant.run("DELETE FROM pawl_events");
  CHECK(at.psql.count("pawl_events") * 2 == before);
  for (const char* each : {"pawl_types", "pawl_definitions", "pawl_owners", "pawl_limits"})
    CHECK_THROWS(tenant.run(std::string("DELETE FROM ") + each));
  CHECK_THROWS(tenant.run("ALTER TABLE pawl_jobs DISABLE ROW LEVEL SECURITY"));
}

TEST_CASE("row-level security is set up once, for roles that have a name") {
  place at;
  const std::string policies = "pg_policies WHERE schemaname = '" + at.schema + "'";
  const int made = at.psql.count(policies);
  CHECK(made > 10);
  const std::string oids =
      "SELECT string_agg(p.oid::text, ',' ORDER BY p.oid) FROM pg_policy AS p "
      "JOIN pg_class AS c ON c.oid = p.polrelid WHERE c.relnamespace = '" +
      at.schema + "'::regnamespace";
  const std::string before = at.psql.run(oids);
  REQUIRE(at.as_owner());
  CHECK(at.psql.run(oids) == before);
  const auto none = store_type::open("", {.schema = at.schema, .tenants_role = "x; drop"});
  REQUIRE_FALSE(none);
  CHECK(none.error().code == errc::invalid);
}
