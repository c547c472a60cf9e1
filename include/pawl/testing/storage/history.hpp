// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <limits>
#include <set>

#include <pawl/testing/storage/bench.hpp>

namespace pawl::testing {

/// What can be read: histories, the feed, lists and counts.
struct history_laws {
  using bench = storage_bench;
  using errc = storage::errc;
  using attempt_end = storage::attempt_end;
  using milliseconds = std::chrono::milliseconds;

  /// Something of everything: jobs of several types and tenants, in many states.
  static std::vector<job_id> some_jobs(bench& on) {
    const auto owner = on.worker();
    std::vector<job_id> ids;
    for (int i = 0; i < 24; ++i) {
      on.who.tenant = i % 3 == 0 ? "globex" : "acme";
      storage::submit op = on.request(i % 2 == 0 ? law_jobs::plain : law_jobs::served);
      op.subject = "subject " + std::to_string(i % 4);
      ids.push_back(on.submit(op));
      if (i % 5 != 0) on.pass(milliseconds{10});
    }
    on.who.tenant = "acme";
    const auto jobs = on.claim(owner, {&law_jobs::plain, &law_jobs::served}, 16, 2);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      if (!jobs[i].started) continue;
      storage::report said{.lease = jobs[i].lease, .type = jobs[i].type, .progress = 10};
      said.stage = "reading";
      on.done(said);
      on.pass(milliseconds{5});
      if (i % 4 == 0) on.succeed(jobs[i]);
      if (i % 4 == 1) on.fail(jobs[i]);
      if (i % 4 == 2) on.fail(jobs[i], false);
    }
    on.done(storage::cancel{.scope = on.everyone(), .id = ids.back()});
    return ids;
  }

  static void the_events_of_a_job_are_numbered_without_a_gap(bench& on) {
    for (const job_id& id : some_jobs(on)) {
      const job_record job = on.get(id);
      const auto history = on.events(id);
      on.expect(history.size() == job.last_event, "a record knows its newest event");
      std::string state = law_jobs::plain.handler == job.handler ? "pending" : "pending";
      instant at = job.created_at;
      for (std::size_t i = 0; i < history.size(); ++i) {
        const job_event& each = history[i];
        on.expect(each.number == i + 1 && each.job == id, "events are numbered 1, 2, 3");
        on.expect(each.at >= at, "and come one after another");
        at = each.at;
        if (each.kind != event_kind::transition) {
          on.expect(each.from.empty() && each.to.empty() && each.event.empty(),
                    "what is no transition has no states");
          continue;
        }
        on.expect(each.from == state, "a transition begins where the last one has ended");
        state = each.to;
      }
      on.expect(state == job.state, "and the last one leads to where the job is");
    }
  }

  static void nothing_comes_after_the_last_number_of_all(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    on.succeed(job);
    constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t after : {last, last - 1, last / 2 + 1, last / 2}) {
      on.expect(on.read(on.store.events(on.mine(), job.id, after, 100)).empty(), "to a job");
    }
    const std::string most = std::to_string(std::numeric_limits<std::int64_t>::max());
    for (const storage::scope& who : {on.mine(), on.everyone()})
      on.expect(on.read(on.store.feed(who, most + '-' + most, 100)).entries.empty(), "in the feed");
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    on.expect(on.read(on.store.events(on.mine(), job.id, 0, any)).size() == 2,
              "and as many as there are may be asked for");
  }

  static void a_history_is_read_in_portions(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    for (int i = 1; i <= 9; ++i)
      on.done(storage::report{.lease = job.lease, .type = job.type, .progress = i});
    std::uint64_t after = 0;
    std::size_t seen = 0;
    for (auto page = on.read(on.store.events(on.mine(), job.id, after, 4)); !page.empty();
         page = on.read(on.store.events(on.mine(), job.id, after, 4))) {
      on.expect(page.size() <= 4, "no more than asked for");
      for (const job_event& each : page) on.expect(each.number == ++after, "in order");
      seen += page.size();
    }
    on.expect(seen == 10, "nothing is missing");
  }

  static void an_event_tells_all_that_a_listener_needs(bench& on) {
    const auto owner = on.worker();
    const auto job = on.running(owner, law_jobs::plain);
    storage::report op{.lease = job.lease, .type = job.type, .progress = 25, .stage = "reading"};
    op.message = "a quarter";
    on.pass(milliseconds{250});
    on.done(op);
    const auto history = on.events(job.id);
    const job_event& first = history.at(0);
    const job_event& second = history.at(1);
    on.expect(second.at == on.store.now() && second.attempt == 1 && second.progress == 25 &&
                  second.stage == "reading" && second.message == "a quarter",
              "when, in which attempt and stage, how far, and what it said");
    on.expect(first.event == "start" && first.from == "pending" && first.to == "running",
              "of a transition, what happened");
    on.expect(first.id() != second.id() && first.id() == on.events(job.id).at(0).id(),
              "an event has an id of its own, which stays the same");
  }

  static void the_feed_has_every_event_once_and_in_order(bench& on) {
    const auto ids = some_jobs(on);
    std::uint64_t last = 0;
    std::map<job_id, std::uint64_t> numbers;
    std::size_t seen = 0;
    for (const job_event& each : on.feed(on.everyone(), 7)) {
      if (each.kind == event_kind::submitted) continue;
      on.expect(each.feed > last, "places of the feed grow");
      last = each.feed;
      on.expect(each.number == ++numbers[each.job], "the events of a job are in their order");
      ++seen;
    }
    std::size_t written = 0;
    for (const job_id& id : ids) written += on.events(id).size();
    on.expect(seen == written, "every event is in the feed, once");
    std::size_t mine = 0;
    for (const job_event& each : on.feed(on.mine(), 10'000)) {
      on.expect(on.get(each.job).tenant == "acme", "a tenant's feed has its own events only");
      if (each.kind != event_kind::submitted) ++mine;
    }
    std::size_t of_mine = 0;
    for (const job_id& id : ids)
      if (on.get(id).tenant == "acme") of_mine += on.events(id).size();
    on.expect(mine == of_mine, "all of them");
  }

  static void the_feed_tells_of_each_new_job_before_its_events(bench& on) {
    const auto ids = some_jobs(on);
    for (const std::size_t at_once : {1U, 2U, 5U, 1000U}) {
      std::vector<job_id> announced;
      for (const job_event& each : on.feed(on.everyone(), at_once)) {
        const bool known =
            std::find(announced.begin(), announced.end(), each.job) != announced.end();
        if (each.kind != event_kind::submitted) {
          on.expect(known, "a job is announced before anything happens to it");
          continue;
        }
        on.expect(!known && each.number == 0 && each.at == on.get(each.job).created_at,
                  "once, as number 0, with the time when it was made");
        announced.push_back(each.job);
      }
      on.expect(announced == ids, "all of them, in the order in which they were committed");
    }
    for (const job_id& id : ids)
      for (const job_event& each : on.events(id))
        on.expect(each.number != 0 && each.kind != event_kind::submitted,
                  "the history of a job has no such event");
  }

  static void the_feed_goes_on_where_it_was_left(bench& on) {
    some_jobs(on);
    for (const storage::scope& who : {on.mine(), on.everyone()}) {
      const auto whole = on.read(on.store.feed(who, "", 1000));
      on.expect(!whole.more && !whole.gap && whole.entries.size() > 5, "it is read at once");
      for (std::size_t i = 0; i < whole.entries.size(); ++i) {
        const auto rest = on.read(on.store.feed(who, whole.entries[i].cursor, 1000));
        on.expect(rest.entries.size() == whole.entries.size() - i - 1 && !rest.gap,
                  "behind each of its entries are those that follow it");
        if (!rest.entries.empty())
          on.expect(rest.entries[0].event.id() == whole.entries[i + 1].event.id(),
                    "from the next on");
      }
      on.expect(on.read(on.store.feed(who, whole.cursor, 9)).entries.empty(), "nothing is left");
      on.expect(on.read(on.store.feed(who, "", 0)).cursor == whole.cursor,
                "where it ends can be asked for alone");
      on.expect(on.read(on.store.count(who)).feed == whole.cursor,
                "where it begins that tells nothing of the past");
    }
    const std::string now = on.read(on.store.count(on.mine())).feed;
    const auto job = on.submit(law_jobs::plain);
    const auto news = on.read(on.store.feed(on.mine(), now, 9));
    on.expect(news.entries.size() == 1 && news.entries[0].event.job == job &&
                  news.entries[0].event.kind == event_kind::submitted,
              "what is new comes");
    for (const char* strange :
         {"x", "1", "1-", "-1", "1-2-3", "1-x", " 1-1", "-1--1", "99999999999999999999-1"})
      on.refused_to_read(errc::invalid, on.store.feed(on.mine(), strange, 9));
  }

  static void a_list_is_what_a_plain_filter_gives(bench& on) {
    const auto ids = some_jobs(on);
    std::vector<job_record> records;
    for (const job_id& id : ids) records.push_back(on.get(id));
    const instant middle = records[12].created_at;
    std::vector<storage::list_filter> filters(12);
    filters[1].handler = "law.plain";
    filters[2].states = {"failed", "succeeded"};
    filters[3].subject = "subject 1";
    filters[4].created_from = middle;
    filters[5].created_until = middle;
    filters[6].created_from = middle;
    filters[6].created_until = middle + milliseconds{1};
    filters[7].handler = "law.served";
    filters[7].states = {"pending"};
    filters[8].handler = "no such handler";
    filters[9].states = {"no such state"};
    filters[10].subject = "subject 2";
    filters[10].handler = "law.plain";
    filters[10].created_from = middle;
    filters[11].states = {"running", "pending", "dead_lettered", "canceled"};
    for (const storage::scope& who : {on.everyone(), on.mine(), storage::scope::tenant("globex")})
      for (storage::list_filter filter : filters)
        for (const std::size_t limit : {1U, 3U, 200U}) {
          filter.limit = limit;
          std::vector<job_id> wanted;
          for (std::size_t i = records.size(); i-- > 0;)
            if (matches(records[i], who, filter)) wanted.push_back(records[i].id);
          on.expect(pages(on, who, filter) == wanted,
                    "a list has what matches its filter, the newest first, page by page");
        }
  }

  static void a_list_does_not_shift_under_its_reader(bench& on) {
    some_jobs(on);
    storage::list_filter filter;
    filter.limit = 5;
    const auto wanted = pages(on, on.everyone(), filter);
    std::vector<job_id> seen;
    for (int i = 0;; ++i) {
      auto page = on.read(on.store.list(on.everyone(), filter));
      for (const job_record& each : page.jobs) seen.push_back(each.id);
      if (page.cursor.empty()) break;
      filter.cursor = page.cursor;
      on.submit(law_jobs::plain);  // newer than all of them
      on.pass(milliseconds{i});
    }
    on.expect(seen == wanted, "new jobs come before the first page, not into the others");
  }

  static void a_list_goes_on_behind_each_of_its_jobs(bench& on) {
    const auto owner = on.worker();
    for (int i = 0; i < 3; ++i) on.dead(owner, law_jobs::plain);
    on.submit(law_jobs::other);
    const auto jobs = on.read(on.store.list(on.mine(), {}));
    on.expect(jobs.behind.size() == jobs.jobs.size(), "each has its cursor");
    for (std::size_t i = 0; i < jobs.jobs.size(); ++i) {
      storage::list_filter filter;
      filter.cursor = jobs.behind[i];
      const auto rest = on.list(filter);
      on.expect(rest.size() == jobs.jobs.size() - i - 1 &&
                    (rest.empty() || rest[0] == jobs.jobs[i + 1].id),
                "what follows it, and no more");
    }
    const auto letters = on.read(on.store.dead_letters(on.mine(), {}));
    on.expect(letters.letters.size() == 3 && letters.behind.size() == 3, "dead letters, too");
    storage::list_filter filter;
    filter.cursor = letters.behind[0];
    const auto rest = on.read(on.store.dead_letters(on.mine(), filter));
    on.expect(rest.letters.size() == 2 && rest.letters[0].job.id == letters.letters[1].job.id,
              "in their order");
  }

  static void a_page_has_at_most_200_jobs(bench& on) {
    for (int i = 0; i < 210; ++i) on.submit(law_jobs::plain);
    on.expect(on.list().size() == 50, "50, if nothing is said");
    storage::list_filter filter;
    filter.limit = 100'000;
    on.expect(on.list(filter).size() == 200, "200, whatever is said");
    filter.limit = 0;
    on.expect(on.list(filter).size() == 1, "and at least one");
  }

  static void a_cursor_that_no_list_gave_is_refused(bench& on) {
    on.submit(law_jobs::plain);
    storage::list_filter filter;
    for (const char* wrong : {"x", "-", "1x", "1-", "-1", "1-2", " 1", "'; DROP TABLE jobs"}) {
      filter.cursor = wrong;
      const auto listed = on.store.list(on.mine(), filter);
      on.expect(!listed && listed.error().code == errc::invalid, "a cursor is opaque");
      on.expect(!on.store.dead_letters(on.mine(), filter), "everywhere");
    }
  }

  static void dead_letters_are_listed_as_jobs_are(bench& on) {
    const auto owner = on.worker();
    std::vector<job_id> dead;
    for (int i = 0; i < 5; ++i) dead.push_back(on.dead(owner, law_jobs::plain));
    on.dead(owner, law_jobs::other);
    on.succeed(on.running(owner, law_jobs::plain));
    storage::list_filter filter;
    filter.handler = "law.plain";
    filter.limit = 2;
    std::vector<job_id> seen;
    do {
      const auto page = on.read(on.store.dead_letters(on.mine(), filter));
      on.expect(page.letters.size() <= 2, "page by page");
      for (const auto& each : page.letters) seen.push_back(each.job.id);
      filter.cursor = page.cursor;
    } while (!filter.cursor.empty());
    on.expect(seen == std::vector<job_id>(dead.rbegin(), dead.rend()), "the newest first");
    on.expect(on.read(on.store.dead_letters(storage::scope::tenant("globex"), {})).letters.empty(),
              "each tenant's own");
  }

  static void counts_are_those_of_the_jobs(bench& on) {
    const auto ids = some_jobs(on);
    for (const storage::scope& who : {on.everyone(), on.mine()}) {
      std::map<std::tuple<std::string, std::string, phase>, std::int64_t> wanted;
      std::int64_t dead = 0;
      for (const job_id& id : ids) {
        const job_record job = on.get(id);
        if (!who.is_every_tenant() && job.tenant != who.tenant()) continue;
        ++wanted[{job.handler, job.state, job.phase}];
        dead += on.store.dead_letter(who, id) ? 1 : 0;
      }
      const auto counted = on.read(on.store.count(who));
      std::int64_t sum = 0;
      for (const auto& each : counted.jobs) {
        on.expect(each.count == wanted[{each.handler, each.state, each.phase}],
                  "a count is the number of such jobs");
        sum += each.count;
      }
      std::int64_t number_of_jobs = 0;
      for (const auto& [what, number] : wanted) number_of_jobs += number;
      on.expect(sum == number_of_jobs && counted.dead_letters == dead, "nothing is left out");
    }
  }

  static constexpr storage_law all[] = {
      {"the events of a job are numbered without a gap",
       the_events_of_a_job_are_numbered_without_a_gap},
      {"a history is read in portions", a_history_is_read_in_portions},
      {"nothing comes after the last number of all", nothing_comes_after_the_last_number_of_all},
      {"an event tells all that a listener needs", an_event_tells_all_that_a_listener_needs},
      {"the feed has every event once and in order", the_feed_has_every_event_once_and_in_order},
      {"the feed tells of each new job before its events",
       the_feed_tells_of_each_new_job_before_its_events},
      {"the feed goes on where it was left", the_feed_goes_on_where_it_was_left},
      {"a list is what a plain filter gives", a_list_is_what_a_plain_filter_gives},
      {"a list does not shift under its reader", a_list_does_not_shift_under_its_reader},
      {"a list goes on behind each of its jobs", a_list_goes_on_behind_each_of_its_jobs},
      {"a page has at most 200 jobs", a_page_has_at_most_200_jobs},
      {"a cursor that no list gave is refused", a_cursor_that_no_list_gave_is_refused},
      {"dead letters are listed as jobs are", dead_letters_are_listed_as_jobs_are},
      {"counts are those of the jobs", counts_are_those_of_the_jobs}};

 private:
  static bool matches(const job_record& job, const storage::scope& who,
                      const storage::list_filter& filter) {
    if (!who.is_every_tenant() && job.tenant != who.tenant()) return false;
    if (!filter.handler.empty() && job.handler != filter.handler) return false;
    if (!filter.subject.empty() && job.subject != filter.subject) return false;
    if (filter.created_from && job.created_at < *filter.created_from) return false;
    if (filter.created_until && job.created_at >= *filter.created_until) return false;
    if (filter.states.empty()) return true;
    for (const std::string& each : filter.states)
      if (each == job.state) return true;
    return false;
  }

  static std::vector<job_id> pages(bench& on, const storage::scope& who,
                                   storage::list_filter filter) {
    std::vector<job_id> seen;
    do {
      const auto page = on.read(on.store.list(who, filter));
      on.expect(page.jobs.size() <= filter.limit, "no page is longer than asked for");
      on.expect(page.cursor.empty() || !page.jobs.empty(), "a page that goes on has something");
      for (const job_record& each : page.jobs) seen.push_back(each.id);
      filter.cursor = page.cursor;
    } while (!filter.cursor.empty());
    return seen;
  }
};

}  // namespace pawl::testing
