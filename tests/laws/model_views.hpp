// SPDX-License-Identifier: BSL-1.0
// What can be read from a store, compared with what its model holds.
#pragma once

#include <algorithm>

#include <pawl/storage/policy.hpp>

#include "laws/model.hpp"
#include "laws/model_game.hpp"

namespace support {

using namespace pawl;
using std::chrono::milliseconds;

/// Thrown where a store and its model differ.
struct difference {
  std::string sentence;
};

inline constexpr const job_descriptor* model_types[] = {
    &testing::law_jobs::plain,    &testing::law_jobs::served,  &testing::law_jobs::tracked,
    &testing::law_jobs::filed,    &testing::law_jobs::filmed,  &testing::law_jobs::exclusive,
    &testing::law_jobs::narrow,   &testing::law_jobs::metered, &testing::law_jobs::stubborn,
    &testing::law_jobs::fleeting, &testing::law_jobs::few,     &testing::law_jobs::telling,
    &testing::law_jobs::ending,   &testing::law_jobs::remote};

inline void expect(bool holds, const std::string& sentence) {
  if (!holds) throw difference{sentence};
}
inline std::int64_t ms(instant at) { return at.time_since_epoch().count(); }
inline std::int64_t ms(const std::optional<instant>& at) { return at ? ms(*at) : 0; }

inline std::string handler_of(const job_descriptor& type) {
  return {type.handler.data(), type.handler.size()};
}
inline std::string name_of_life(const naive_job& job) {
  return {job.type->lifecycle.data(), job.type->lifecycle.size()};
}
/// The type that stands for all releases of one job type in the model.
inline const job_descriptor* without_release(const job_descriptor* type) {
  for (const job_descriptor* each : model_types)
    if (handler_of(*each) == handler_of(*type)) return each;
  return type;
}

/// A process of a game: its store object, and its own releases of the job types that it has learnt.
struct process {
  storage::store* store = nullptr;
  std::vector<const job_descriptor*> types{};

  /// This process's release of a job type; null if it does not know the type.
  [[nodiscard]] const job_descriptor* release_of(const job_descriptor& type) const {
    for (const job_descriptor* each : types)
      if (handler_of(*each) == handler_of(type)) return each;
    return nullptr;
  }
  [[nodiscard]] bool knows(const naive_job& job) const { return release_of(*job.type) != nullptr; }
};

class compared_views {
 public:
  explicit compared_views(tally& counts) : counts_(&counts) {}

  /// Whatever follows is asked of this process's store object, by what that process knows. What it
  /// points to outlives the next call.
  void act_as(const process& by) {
    by_ = &by;
    store_ = by.store;
  }

  [[nodiscard]] naive_store& model() { return model_; }
  /// What was done last, for a report.
  [[nodiscard]] const std::string& last() const { return last_; }

  void look_at_all() {
    for (naive_job& job : model_.all) look_at(job);
    for (const job_id& id : pruned_)
      expect(!store_->get(storage::scope::every_tenant(), id), "what was pruned is gone");
    for (const auto& [owner, seen] : model_.owners) {
      const auto held = store_->leases(owner);
      expect(static_cast<bool>(held), "leases can be read");
      expect_leases(owner, *held);
    }
  }

  void look_at_list(const storage::scope& who, const storage::list_filter& filter) {
    const auto visible = [&](const naive_job& job) {
      return who.is_every_tenant() || job.tenant == who.tenant();
    };
    std::vector<job_id> wanted;
    std::vector<job_id> letters;
    std::map<std::pair<std::string, std::string>, std::int64_t> counts;
    for (const naive_job& job : model_.all) {
      if (!visible(job)) continue;
      ++counts[{job.handler(), job.state}];
      const bool matches =
          (filter.handler.empty() || filter.handler == job.handler()) &&
          (filter.subject.empty() || filter.subject == job.subject) &&
          (filter.states.empty() ||
           std::count(filter.states.begin(), filter.states.end(), job.state) != 0) &&
          (!filter.created_from || job.created >= ms(filter.created_from)) &&
          (!filter.created_until || job.created < ms(filter.created_until));
      if (!matches) continue;
      wanted.insert(wanted.begin(), job.id);
      if (job.dead) letters.insert(letters.begin(), job.id);
    }
    last_ = "listing";
    std::vector<job_id> listed;
    storage::list_filter page = filter;
    do {
      const auto found = store_->list(who, page);
      expect(found && found->jobs.size() <= filter.limit, "a list can be read");
      for (const job_record& each : found->jobs) listed.push_back(each.id);
      page.cursor = found->cursor;
    } while (!page.cursor.empty());
    expect(listed == wanted, "a list is what a plain filter gives");
    listed.clear();
    page = filter;
    do {
      const auto found = store_->dead_letters(who, page);
      expect(static_cast<bool>(found), "dead letters can be read");
      for (const dead_letter& each : found->letters) listed.push_back(each.job.id);
      page.cursor = found->cursor;
    } while (!page.cursor.empty());
    expect(listed == letters, "and so are the dead letters");
    const auto statistics = store_->count(who);
    expect(static_cast<bool>(statistics), "jobs are counted");
    for (const auto& each : statistics->jobs) counts[{each.handler, each.state}] -= each.count;
    for (const auto& [what, number] : counts) expect(number == 0, "every job is counted once");
  }

  void look_at_feed() {
    last_ = "reading the feed";
    std::uint64_t after = 0;
    std::string cursor;
    std::map<job_id, std::uint64_t> numbers;
    std::size_t seen = 0;
    for (bool more = true; more;) {
      const auto page = store_->feed(storage::scope::every_tenant(), cursor, 50);
      expect(static_cast<bool>(page), "the feed can be read");
      for (const auto& [each, place] : page->entries) {
        if (each.kind == event_kind::submitted) {
          expect(numbers.emplace(each.job, 0).second, "a job is new once, and then has events");
          continue;
        }
        expect(each.feed > after, "the feed is in order");
        after = each.feed;
        expect(each.number == ++numbers.at(each.job), "and so are the events of a job");
        ++seen;
      }
      cursor = page->cursor;
      more = page->more;
    }
    expect(numbers.size() == model_.all.size(), "it tells of every job");
    std::size_t wanted = 0;
    for (const naive_job& job : model_.all) wanted += job.events.size();
    expect(seen == wanted, "the feed has every event, once");
  }

 protected:
  void expect_leases(std::int64_t owner, const storage::light_vector<storage::held_job>& held) {
    std::size_t count = 0;
    for (const naive_job& job : model_.all) {
      if (!job.leased() || job.owner != owner) continue;
      ++count;
      bool found = false;
      for (const naive_grant& grant : model_.grants)
        for (const storage::held_job& each : held)
          found = found || (grant.serial == job.grant && grant.lease == each.lease &&
                            each.cancel_requested == job.cancel_requested);
      expect(found, "an owner holds its jobs");
    }
    expect(count == held.size(), "and no others");
  }

  const process* by_ = nullptr;
  storage::store* store_ = nullptr;  ///< of `by_`
  tally* counts_;
  naive_store model_{};
  std::string last_{};
  std::set<job_id> pruned_{};

 private:
  static bool parks(const naive_job& job) {
    for (const limit_description& each : job.type->limits)
      if (each.point == limit_point::at_claim) return true;
    return false;
  }

  void look_at(naive_job& job) {
    last_ = "looking at a " + job.handler() + " in " + job.state;
    const auto found = store_->get(storage::scope::tenant(job.tenant), job.id);
    expect(static_cast<bool>(found), "a job is found");
    const job_record& record = *found;
    expect(record.state == job.state, "its state is " + job.state + ", not " + record.state);
    const bool waits_for_a_place =
        parks(job) && job.phase == phase::ready && record.phase == phase::blocked;
    expect(record.phase == job.phase || waits_for_a_place,
           "its phase is " + std::to_string(static_cast<int>(job.phase)) + ", not " +
               std::to_string(static_cast<int>(record.phase)));
    expect(record.attempt == job.attempt && record.retries == job.retries,
           "attempts and retries are counted: " + std::to_string(job.attempt) + " and " +
               std::to_string(job.retries) + ", not " + std::to_string(record.attempt) + " and " +
               std::to_string(record.retries));
    expect(record.progress == job.progress && record.stage == job.stage, "progress is kept");
    expect(ms(record.updated_at) == job.updated, "it says when it last changed");
    expect(ms(record.created_at) == job.created && ms(record.started_at) == job.started &&
               ms(record.completed_at) == job.completed,
           "its times are right");
    expect(record.due_at.has_value() == (job.phase == phase::scheduled) &&
               (!record.due_at || ms(record.due_at) == job.due),
           "it says when it is due");
    expect(record.cancel_requested == job.cancel_requested &&
               record.cancel_reason == job.cancel_reason,
           "it says what was asked of it");
    expect(record.error.has_value() == job.error.has_value(), "it has an error or none");
    if (job.error)
      expect(record.error->code == job.error->code && record.error->message == job.error->message &&
                 record.error->state == job.error->state,
             "the error is its last one");
    expect(record.has_result == job.result.has_value(), "it has a result or none");
    if (job.result)
      expect(store_->result_of(storage::scope::tenant(job.tenant), job.id)->value == job.result,
             "the result is its own");
    auto artifacts = job.artifacts;
    std::sort(artifacts.begin(), artifacts.end(), [](const artifact& a, const artifact& b) {
      return std::pair(a.name, a.version) < std::pair(b.name, b.version);
    });
    expect(record.artifacts == artifacts, "its artifacts are kept");
    expect(record.parent == job.parent && record.priority == job.rank &&
               record.max_attempts == job.max_attempts && record.tenant == job.tenant &&
               record.idempotency_key == job.key && record.subject == job.subject,
           "what was submitted is kept");
    expect(record.fence >= job.fence, "fences do not fall");
    job.fence = record.fence;
    expect(record.last_event == job.event_count, "its events are counted");
    const auto letter = store_->dead_letter(storage::scope::every_tenant(), job.id);
    expect(static_cast<bool>(letter) == job.dead, "it is a dead letter or none");
    counts_->dead += job.dead ? 1U : 0U;
    if (letter) expect(letter->replayed_as == job.replayed_as, "that knows what became of it");
    look_at_events(job);
  }

  void look_at_events(const naive_job& job) {
    const auto events = store_->events(storage::scope::every_tenant(), job.id, 0, 10'000);
    expect(events && events->size() == job.events.size(), "every event is there, and no other");
    for (std::size_t i = 0; i < job.events.size(); ++i) {
      const job_event& each = (*events)[i];
      const naive_event& wanted = job.events[i];
      expect(each.number == i + 1, "events are numbered without a gap");
      expect(each.kind == wanted.kind && each.event == wanted.event && each.from == wanted.from &&
                 each.to == wanted.to,
             "an event tells what happened: " + wanted.event + " to " + wanted.to + ", not " +
                 each.event + " to " + each.to);
      expect(ms(each.at) == wanted.at && each.attempt == wanted.attempt &&
                 each.progress == wanted.progress && each.stage == wanted.stage,
             "when, and how far it was");
      expect(each.message == wanted.message && each.error == wanted.error,
             "and what was said: '" + wanted.message + "', not '" + each.message + "'");
    }
  }
};

}  // namespace support
