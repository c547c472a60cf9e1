// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// Tenants: to one, a job of another looks like one that does not exist.
struct tenancy_laws {
  using bench = storage_bench;
  using errc = storage::errc;

  static bool same(const storage::error& a, const storage::error& b) {
    return a.code == b.code && a.message == b.message && a.retry_after == b.retry_after;
  }

  static void a_foreign_id_looks_like_no_id(bench& on) {
    const auto owner = on.worker();
    const job_id dead = on.dead(owner, law_jobs::plain);
    const job_id living = on.submit(law_jobs::plain);
    const job_id ended = on.submit(law_jobs::plain);
    on.done(storage::cancel{.scope = on.mine(), .id = ended});
    const job_id nobody = on.ids.next(on.store.now());
    const storage::scope evil = storage::scope::tenant("evil");

    for (const job_id& id : {dead, living, ended}) {
      const job_record before = on.get(id);
      const auto alike = [&](auto ask, const char* what) {
        const auto foreign = ask(id);
        const auto absent = ask(nobody);
        on.expect(!foreign && !absent && same(foreign.error(), absent.error()),
                  std::string("to ") + what + ", a foreign id looks like no id");
        on.expect(foreign.error().code == errc::not_found && foreign.error().job.is_nil(),
                  std::string("to ") + what + ", it is not found");
      };
      alike([&](const job_id& of) { return on.store.get(evil, of); }, "get");
      alike([&](const job_id& of) { return on.store.result_of(evil, of); }, "result_of");
      alike([&](const job_id& of) { return on.store.payload_of(evil, of); }, "payload_of");
      alike([&](const job_id& of) { return on.store.events(evil, of, 0, 9); }, "events");
      alike([&](const job_id& of) { return on.store.dead_letter(evil, of); }, "dead_letter");
      alike(
          [&](const job_id& of) {
            return storage::apply_one(on.store, storage::cancel{.scope = evil, .id = of});
          },
          "cancel");
      alike(
          [&](const job_id& of) {
            return storage::apply_one(on.store,
                                      storage::cancel{.scope = evil, .id = of, .force = true});
          },
          "a forced cancel");
      alike(
          [&](const job_id& of) {
            storage::raise op{.scope = evil, .id = of, .event = "cancel", .event_id = "e"};
            return storage::apply_one(on.store, op);
          },
          "raise");
      alike(
          [&](const job_id& of) {
            return storage::apply_one(on.store,
                                      storage::replay{evil, of, on.ids.next(on.store.now())});
          },
          "replay");
      const job_record after = on.get(id);
      on.expect(after.state == before.state && after.updated_at == before.updated_at &&
                    after.last_event == before.last_event && after.fence == before.fence,
                "and nothing has happened to it");
    }
    on.expect(on.read(on.store.list(evil, {})).jobs.empty() && on.feed(evil).empty() &&
                  on.read(on.store.dead_letters(evil, {})).letters.empty() &&
                  on.read(on.store.count(evil)).jobs.empty() &&
                  on.read(on.store.count(evil)).dead_letters == 0,
              "a tenant without jobs sees none");
    storage::replay_all every{.scope = evil, .handler = "law.plain"};
    every.fresh.push_back(on.ids.next(on.store.now()));
    on.refused(errc::count_mismatch, every);
  }

  static void a_tenant_is_its_whole_name(bench& on) {
    const job_id id = on.submit(law_jobs::plain);
    for (const char* name : {"", "acm", "acme ", "ACME", "acme%", "%", "_cme", "0", "root"})
      on.expect(!on.store.get(storage::scope::tenant(name), id),
                "no other name opens a tenant's door");
    on.expect(static_cast<bool>(on.store.get(storage::scope::tenant("acme"), id)), "but its own");
    on.expect(static_cast<bool>(on.store.get(storage::scope::every_tenant(), id)),
              "and that of everybody, said out loud");
  }

  static void tenants_are_those_who_have_jobs(bench& on) {
    on.expect(on.read(on.store.tenants("", 10)).empty(), "there is none without a job");
    for (const char* name : {"globex", "acme", "root", "acme"}) {
      on.who.tenant = name;
      on.submit(law_jobs::plain);
    }
    const auto asked = [&](std::string_view after, std::size_t limit) {
      return on.read(on.store.tenants(after, limit));
    };
    using names = std::vector<std::string>;
    on.expect(asked("", 10) == names{"acme", "globex", "root"}, "each is named once, in order");
    on.expect(asked("", 2) == names{"acme", "globex"} && asked("globex", 2) == names{"root"},
              "a page goes on after the one before");
  }

  static constexpr storage_law all[] = {
      {"a foreign id looks like no id", a_foreign_id_looks_like_no_id},
      {"a tenant is its whole name", a_tenant_is_its_whole_name},
      {"tenants are those who have jobs", tenants_are_those_who_have_jobs}};
};

}  // namespace pawl::testing
