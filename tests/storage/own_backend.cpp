// SPDX-License-Identifier: BSL-1.0
// A backend of one's own, as docs/storage.md shows it: memory's groups of rows, but for one.
#include <pawl/storage/logic.hpp>
#include <pawl/storage/memory_rows.hpp>
#include <pawl/storage/rows_concept.hpp>
#include <pawl/storage/shown.hpp>
#include <pawl/testing/storage/archetype.hpp>
#include <pawl/testing/storage/history.hpp>
#include <pawl/testing/storage/leases.hpp>
#include <pawl/testing/storage/settling.hpp>
#include <pawl/testing/storage/submission.hpp>

#include "support/catch.hpp"

namespace {

namespace storage = pawl::storage;

// [rows]
/// The events of all jobs as one journal, in the order in which they came.
class journal {
 public:
  struct line {
    std::int64_t job;
    pawl::job_event event;
  };

  void insert_event(const storage::event_row& e) {
    const auto kept = [](std::string_view words) { return std::string(words); };
    pawl::job_event event{.number = e.number,
                          .kind = e.kind,
                          .at = pawl::instant{std::chrono::milliseconds{e.at}},
                          .event = kept(e.event),
                          .from = kept(e.from),
                          .to = kept(e.to),
                          .attempt = e.attempt,
                          .progress = e.progress,
                          .stage = kept(e.stage),
                          .message = kept(e.message),
                          .error = kept(e.error),
                          .detail = kept(e.detail),
                          .actor = kept(e.actor),
                          .metadata = kept(e.metadata),
                          .feed = ++last_};
    lines_.push_back({e.job, std::move(event)});
  }
  std::optional<pawl::failure_info> failure_of(std::int64_t job, std::uint64_t number,
                                               bool retryable) const {
    for (const auto& [of, event] : lines_)
      if (of == job && event.number == number)
        return pawl::failure_info{event.error, event.message, event.detail, event.from, retryable};
    return {};
  }
  std::uint64_t entered_by(std::int64_t job, pawl::text state) const {
    std::uint64_t found = 0;
    for (const auto& [of, event] : lines_)
      if (of == job && event.to == std::string_view(state) && event.from != event.to)
        found = event.number;
    return found;
  }

  const std::vector<line>& lines() const { return lines_; }
  void remove_events(std::int64_t job) {
    std::erase_if(lines_, [&](const line& each) { return each.job == job; });
  }

 private:
  std::vector<line> lines_{};
  std::uint64_t last_ = 0;
};
static_assert(storage::keeps_events<journal>);

/// All other groups are memory's.
class journaled_rows : public storage::memory_rows, public journal {
 public:
  using journal::entered_by;
  using journal::failure_of;
  using journal::insert_event;
  using memory_rows::memory_rows;

  /// Memory's would forget a job without telling the journal.
  static bool make_room(const pawl::job_id&) { return true; }
  void forget_parts(const storage::outcome_row& job, storage::outcome_parts going,
                    std::int64_t prune_at) {
    journal::remove_events(job.key);
    memory_rows::forget_parts(job, going, prune_at);
  }
  void forget(const storage::outcome_row& job) {
    journal::remove_events(job.key);
    memory_rows::forget(job);
  }
};
static_assert(storage::storage_rows<journaled_rows>);
// [end]

/// A store over them: what it does not read is the archetype's.
class journaled_store : public pawl::testing::storage_archetype {
 public:
  explicit journaled_store(pawl::testing::manual_clock clock) : clock_(clock) {}

  storage::result<void> learn(std::span<const pawl::job_descriptor* const> types) override {
    for (const pawl::job_descriptor* each : types) rows_.learn(*each);
    return {};
  }
  using store::apply;
  void apply(std::span<const storage::operation_ptr> batch) override {
    // [transaction]
    const std::string boot_id(clock_.boot_id());
    const std::int64_t wall = clock_.wall().time_since_epoch().count();
    const std::int64_t boot = clock_.boot().count();
    line_.advance(wall, boot, boot_id);  // a store that outlives its process writes it down
    storage::logic::transaction<journaled_rows> tx{rows_, wall, boot + line_.offset, boot_id};
    for (const storage::operation_ptr& op : batch) storage::logic::perform_any(tx, op);
    storage::logic::before_commit(tx);
    // Commit here.
    storage::logic::announcements committed;
    committed.add(tx);
    committed.tell(transport());
    // [end]
  }
  pawl::instant now() override { return clock_.wall(); }
  pawl::storage::milliseconds elapsed() override {
    return clock_.boot() + pawl::storage::milliseconds{line_.offset};
  }

  storage::answer_to<pawl::job_record> get(const storage::scope&, const pawl::job_id& id) override {
    const auto found = rows_.find_job(id);
    if (!found) return storage::logic::no_such_job();
    const auto& of = *std::as_const(rows_).find(found->key);
    const pawl::job_descriptor& type = *rows_.type(of.cold.handler);
    pawl::job_record out{.handler = rows_.name_of(of.cold.handler),
                         .lifecycle = storage::logic::to_string(type.lifecycle),
                         .tenant = rows_.name_of(of.cold.tenant)};
    show(out, of.cold);
    if (of.outcome) {
      show(out, *of.outcome);
      return out;
    }
    show(out, of.queued, {now().time_since_epoch().count(), elapsed().count()});
    out.state = storage::logic::to_string(type.name_of(of.queued.at.state));
    out.kind = type.kind_of(of.queued.at.state);
    out.error = rows_.failure_of(of.cold.key, of.queued.error_event, of.queued.at.retryable);
    return out;
  }
  storage::answer_to<storage::stored_payload> payload_of(const storage::scope&,
                                                         const pawl::job_id& id) override {
    const auto found = rows_.find_job(id);
    if (!found) return storage::logic::no_such_job();
    const storage::job_row& job = rows_.job(found->key);
    return storage::stored_payload{job.payload, job.payload_version};
  }
  storage::answer_to<std::vector<pawl::job_event>> events(const storage::scope&,
                                                          const pawl::job_id& id,
                                                          std::uint64_t after,
                                                          std::size_t limit) override {
    const auto found = rows_.find_job(id);
    if (!found) return storage::logic::no_such_job();
    std::vector<pawl::job_event> out;
    for (const auto& [job, event] : rows_.lines()) {
      if (job != found->key || event.number <= after || out.size() == limit) continue;
      out.push_back(event);
      out.back().job = id;
    }
    return out;
  }

 private:
  pawl::testing::manual_clock clock_;
  storage::time_line line_{};
  journaled_rows rows_{0};
};

TEST_CASE("a backend with a group of rows of its own keeps the laws") {
  const auto broken = [](void (*law)(pawl::testing::storage_bench&)) {
    return pawl::testing::broken_law_of(law, [](pawl::testing::manual_clock clock) {
      return std::make_unique<journaled_store>(clock);
    });
  };
  using history = pawl::testing::history_laws;
  CHECK(broken(history::the_events_of_a_job_are_numbered_without_a_gap) == "");
  CHECK(broken(history::a_history_is_read_in_portions) == "");
  using submission = pawl::testing::submission_laws;
  CHECK(broken(submission::a_job_is_there_once_it_was_submitted) == "");
  using settling = pawl::testing::settle_laws;
  CHECK(broken(settling::a_failure_that_may_be_retried_waits_as_long_as_its_plan_says) == "");
  CHECK(broken(settling::progress_never_falls) == "");
  using leases = pawl::testing::lease_laws;
  CHECK(broken(leases::a_lease_lasts_exactly_as_long_as_it_says) == "");
  CHECK(broken(leases::an_end_is_accepted_until_the_job_was_taken_away) == "");
}

}  // namespace
