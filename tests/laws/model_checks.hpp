// SPDX-License-Identifier: BSL-1.0
// A store and a model of it, side by side: whatever is asked of the store, the model says what the
// answer must be.
#pragma once

#include "laws/model_views.hpp"

namespace support {

using storage::attempt_end;

class checked_store : public compared_views {
 public:
  /// Where claims take shares, one that says that there is more may have left what another would
  /// have taken: of the jobs of one kind it takes the first, and not nothing.
  explicit checked_store(tally& counts, bool claims_take_shares = false)
      : compared_views(counts), claims_take_shares_(claims_take_shares) {}

  /// A process has opened its store object: it registers its job types there.
  void join(const process& newcomer) {
    last_ = "learning";
    expect(static_cast<bool>(newcomer.store->learn(newcomer.types)), "types are learnt");
    if (model_.now == 0) model_.now = ms(newcomer.store->now());
    act_as(newcomer);
  }

  /// Applies a batch, and compares every answer.
  void run(std::vector<any_operation> batch) {
    std::vector<storage::operation_ptr> pointers;
    for (any_operation& each : batch) pointers.push_back(pointer_to(each));
    store_->apply(pointers);
    due_before_.clear();
    for (const naive_job& job : model_.all)
      if (job.phase == phase::scheduled) due_before_.insert(job.due);
    for (const any_operation& each : batch)
      std::visit([this](const auto& op) { compare(op); }, each);
    model_.release();
  }

  std::vector<job_id> fresh_letters(const storage::replay_all& op) {
    std::vector<job_id> found;
    for (const naive_job& job : model_.all)
      if (job.dead && !job.replayed_as && job.handler() == op.handler &&
          (op.scope.is_every_tenant() || job.tenant == op.scope.tenant()))
        found.push_back(job.id);
    return found;
  }

  struct taken_callback {
    std::int64_t key;
    job_id id;
    unsigned tries;
  };
  [[nodiscard]] const std::vector<taken_callback>& taken_callbacks() const { return taken_; }

 private:
  static std::string name(errc code) {
    const text spelled = name_of(code);
    return {spelled.data(), spelled.size()};
  }
  using refusal = std::optional<errc>;

  template <class Operation>
  void compare(const Operation& op) {
    last_ = std::string(detail::type_name<Operation>()) + " answered " +
            (op.answer ? "done" : describe(op.answer.error()));
    const auto* done = op.answer ? &*op.answer : nullptr;
    ++(done != nullptr ? counts_->done
                       : counts_->refused)[static_cast<std::size_t>(Operation::kind)];
    const refusal refused = check(op, done);
    if (refused && (done != nullptr || op.answer.error().code != *refused))
      throw difference{"this should be refused with " + name(*refused)};
    if (!refused && done == nullptr) throw difference{"this should be done"};
  }

  refusal check(const storage::submit& op, const storage::submit::answer_type* done) {
    if (op.payload_version > op.type->newest_version) return errc::invalid;
    const job_descriptor* const type = without_release(op.type);
    if (const naive_job* same = model_.find(op.id)) {
      if (same->tenant != op.who.tenant) return errc::invalid;
      expect(done == nullptr || !done->created, "an id makes one job");
      return {};
    }
    const auto key = std::tuple(op.who.tenant, static_cast<const void*>(type), op.key);
    if (!op.key.empty() && model_.keys.contains(key)) {
      const auto& known = model_.keys.at(key);
      if (model_.now - known.created < op.type->key_ttl.count) {
        if (known.payload != op.payload) return errc::key_conflict;
        expect(done == nullptr || (!done->created && done->id == known.job),
               "a known key gives its job");
        return {};
      }
    }
    bool failed = false;
    std::set<job_id> pending;
    for (const job_id& each : op.depends_on) {
      const naive_job* on = model_.find(storage::scope::tenant(op.who.tenant), each);
      if (on == nullptr) return errc::unknown_dependency;
      if (!on->ended())
        pending.insert(each);
      else if (on->life->kind(on->state) != 'S')
        failed = true;
    }
    std::vector<std::pair<std::pair<const void*, std::string>, std::int64_t>> rates;
    for (std::size_t i = 0; i < op.type->limits.size(); ++i) {
      const limit_description& limit = op.type->limits[i];
      if (limit.point != limit_point::at_submit) continue;
      if (limit.kind == limit_kind::active_jobs) {
        if (model_.counted(*op.type, i, op.limit_keys[i], false) >= limit.count)
          return errc::limit_reached;
        continue;
      }
      const std::int64_t interval = limit.window.count * 1'000'000 / limit.count;
      const auto place = std::pair(static_cast<const void*>(&limit), op.limit_keys[i]);
      const std::int64_t now = model_.now * 1'000'000;
      const auto even = std::max(now, model_.even_at.contains(place) ? model_.even_at[place] : now);
      if (even + interval > now + interval * limit.burst) return errc::rate_limited;
      rates.emplace_back(place, even + interval);
    }
    for (const auto& [place, even] : rates) model_.even_at[place] = even;
    expect(done == nullptr || (done->created && done->id == op.id), "a new job is made");

    naive_job job{.id = op.id,
                  .sequence = model_.next_sequence++,
                  .type = type,
                  .life = &support::naive({op.type->lifecycle.data(), op.type->lifecycle.size()}),
                  .tenant = op.who.tenant,
                  .key = op.key,
                  .subject = op.subject,
                  .payload = op.payload,
                  .payload_version = op.payload_version,
                  .limit_keys = op.limit_keys,
                  .parent = op.parent,
                  .rank = op.rank.value_or(static_cast<unsigned>(op.type->default_rank)),
                  .max_attempts = op.retry.max_attempts.value_or(op.type->retry.max_attempts),
                  .created = model_.now,
                  .updated = model_.now};
    job.state = job.life->initial;
    job.due = op.run_at ? op.run_at->time_since_epoch().count() : 0;
    if (op.delay.count() > 0) job.due = std::max(job.due, model_.now + op.delay.count());
    const bool hopeless = failed && op.type->on_failed_dependency == dependents::cancel;
    if (!hopeless) job.waits_for = pending;
    if (const auto submitted = naive_store::decide(job, "submit"); submitted.accepted) {
      job.state = submitted.state;
      model_.log(job, {event_kind::transition, "submit", job.life->initial, job.state});
    }
    if (job.life->kind(job.state) == 'd')
      job.phase = phase::blocked;
    else
      model_.settle_down(job);
    if (!op.key.empty()) model_.keys[key] = {op.id, op.payload, model_.now};
    model_.all.push_back(std::move(job));
    if (hopeless) model_.cancel_for_dependency(model_.all.back());
    return {};
  }

  // A claim is free in how it takes turns between tenants, as long as it takes turns.
  refusal check(const storage::claim& op, const storage::claim::answer_type* done) {
    if (!model_.owners.contains(op.owner)) return errc::owner_lost;
    if (done == nullptr) return {};
    for (const job_descriptor* type : op.types)
      if (model_.expired(op.owner, type->lease.count)) {
        beat(op.owner);
        break;
      }
    const auto place_of = [&](const naive_job& job) {
      return std::find_if(
                 op.types.begin(), op.types.end(),
                 [&](const job_descriptor* each) { return without_release(each) == job.type; }) -
             op.types.begin();
    };
    const auto asked_for = [&](const naive_job& job) {
      return place_of(job) < static_cast<std::ptrdiff_t>(op.types.size());
    };
    for (naive_job& job : model_.all)
      if (job.phase == phase::scheduled && asked_for(job) && job.due <= model_.now) come_due(job);

    // A payload that is newer than the process is left to another one.
    const auto can_read = [&](const naive_job& job) {
      return job.payload_version <=
             op.types[static_cast<std::size_t>(place_of(job))]->newest_version;
    };
    // What each tenant has, in its order.
    std::map<std::string, std::vector<naive_job*>> lanes;
    for (naive_job& job : model_.all)
      if (job.phase == phase::ready && asked_for(job)) {
        if (can_read(job))
          lanes[job.tenant].push_back(&job);
        else
          ++counts_->left_to_newer;
      }
    for (auto& [tenant, lane] : lanes)
      std::sort(lane.begin(), lane.end(), [&](const naive_job* a, const naive_job* b) {
        return std::tuple(a->sort, place_of(*a), a->sequence) <
               std::tuple(b->sort, place_of(*b), b->sequence);
      });
    // What a tenant would get next. Limits do not count across tenants.
    std::size_t suspects = 0;
    const auto next_of = [&](const std::string& tenant,
                             const naive_job* like = nullptr) -> naive_job* {
      for (naive_job* job : lanes[tenant]) {
        if (job->suspect && suspects == op.suspects) continue;
        if (like != nullptr && !is_of_one_kind(*job, *like)) continue;
        if (job->phase == phase::ready && model_.may_start(*job)) return job;
      }
      return nullptr;
    };

    counts_->claimed += done->jobs.size();
    expect(done->jobs.size() <= op.start + op.hold, "no more are claimed than were asked for");
    const bool is_a_share = claims_take_shares_ && done->more;
    std::map<std::string, std::size_t> given;
    for (std::size_t i = 0; i < done->jobs.size(); ++i) {
      const storage::claimed& got = done->jobs[i];
      naive_job* const job = next_of(got.who->tenant, is_a_share ? model_.find(got.id) : nullptr);
      expect(job != nullptr && job->id == got.id, "a tenant's jobs come in their order");
      for (const auto& [other, lane] : lanes)
        expect(is_a_share || given[got.who->tenant] <= given[other] || next_of(other) == nullptr,
               "tenants take turns");
      ++given[got.who->tenant];
      if (job->suspect) ++suspects;
      take(*job, got, op.owner, job->suspect || i < op.start);
    }
    counts_->suspects += suspects;
    if (done->jobs.size() <
        (is_a_share ? std::min<std::size_t>(1, op.start + op.hold) : op.start + op.hold))
      for (const auto& [tenant, lane] : lanes)
        expect(next_of(tenant) == nullptr,
               "as many are claimed as there are, and as were asked for");
    if (done->jobs.size() < op.start + op.hold) {
      std::optional<std::int64_t> due;
      for (const naive_job& job : model_.all)
        if (job.phase == phase::scheduled && asked_for(job))
          due = due ? std::min(*due, job.due) : job.due;
      std::optional<std::int64_t> said;
      if (done->next_due)
        said = (*done->next_due - store_->elapsed() + store_->now().time_since_epoch()).count();
      // Read before the batch, it may be the time of a job that the batch itself has ended.
      const bool is_of_another =
          claims_take_shares_ && said && (!due || *said < *due) && due_before_.contains(*said);
      const auto in_ms = [this](const std::optional<std::int64_t>& at) {
        return at ? "in " + std::to_string(*at - model_.now) + " ms" : std::string("nothing");
      };
      expect(said == due || is_of_another,
             "a claim knows what is due next: " + in_ms(due) + ", not " + in_ms(said));
    }
    return {};
  }

  /// Of one tenant, so that a store keeps them in one order.
  static bool is_of_one_kind(const naive_job& a, const naive_job& b) {
    return a.type == b.type && a.state == b.state && a.suspect == b.suspect;
  }

  /// Its place is that of its time, whenever a process came to look.
  void come_due(naive_job& job) {
    const std::int64_t due = job.due;
    make_due(job);
    if (job.phase == phase::ready)
      job.sort = due - std::int64_t{job.rank} * job.type->aging_step.count;
  }

  void make_due(naive_job& job) {
    job.updated = model_.now;
    if (job.life->kind(job.state) == 'w') {
      const auto d = naive_store::decide(job, "retry_due");
      auto back = d;
      back.attempt = job.attempt;  // the next start counts on
      expect(d.accepted, "a retry that is due can be made");
      model_.carry_out(job, back, {}, "");
      return;
    }
    model_.settle_down(job);
  }

  void take(naive_job& job, const storage::claimed& got, std::int64_t owner, bool start) {
    expect(got.lease.fence > job.fence, "fences grow");
    job.fence = got.lease.fence;
    job.grant = ++model_.next_serial;
    job.owner = owner;
    model_.grants.push_back({job.id, job.grant, got.lease, job.type});
    expect(got.started == start && without_release(got.type) == job.type &&
               got.payload == job.payload && got.payload_version == job.payload_version &&
               got.suspect == job.suspect,
           "a claim hands over the job");
    expect(got.checkpoint == job.checkpoint && got.retry.max_attempts == job.max_attempts,
           "with its checkpoint");
    expect(got.first_start == (job.started == 0), "and whether a worker had begun it");
    job.phase = phase::held;
    if (start) model_.begin(job, 0);
    // One that is held stands where it will stand when it is entered.
    expect(got.attempt == job.attempt + (start ? 0U : 1U) &&
               job.type->name_of(got.state) == text(naive_store::entered_state(job)) &&
               ms(got.started_at) == job.started,
           "and says where it stands");
  }

  /// The job behind a lease, or why there is none.
  std::pair<naive_job*, refusal> behind(const storage::lease_token& lease) {
    for (const naive_grant& each : model_.grants) {
      if (!(each.lease == lease)) continue;
      naive_job* job = model_.find(each.job);
      if (job == nullptr) return {nullptr, errc::not_found};
      if (job->ended())
        return {job, job->final_grant == each.serial ? errc::already_terminal : errc::lease_lost};
      if (!job->leased() || job->grant != each.serial) return {job, errc::lease_lost};
      return {job, {}};
    }
    return {nullptr, errc::not_found};
  }

  refusal check(const storage::start& op, const storage::start::answer_type* done) {
    const auto [job, why] = behind(op.lease);
    if (why) return why;
    if (job->phase == phase::held) model_.begin(*job, op.entered_ago.count());
    expect(done == nullptr || done->attempt == job->attempt, "attempts are counted once");
    expect(done == nullptr || (ms(done->started_at) == job->started &&
                               done->cancel_requested == job->cancel_requested),
           "who starts learns since when the job runs, and what is asked");
    return {};
  }

  refusal check(const storage::settle& given, const storage::settle::answer_type* done) {
    storage::settle op = given;
    const auto [job, why] = behind(op.lease);
    if (why == errc::already_terminal) {
      const bool good = job->life->kind(job->state) == 'S';
      const bool same =
          op.end == attempt_end::succeeded || op.end == attempt_end::settled
              ? good
              : !good && op.end != attempt_end::snoozed && op.end != attempt_end::given_back;
      if (!same) return why;
      expect(done == nullptr ||
                 (done->repeated && done->state == job->state && done->attempt == job->attempt &&
                  ms(done->at) == job->completed && ms(done->started_at) == job->started),
             "an end that is told again is known");
      return {};
    }
    if (why) return why;
    if (job->phase == phase::held) {
      if (op.end == attempt_end::given_back) {
        job->owner = 0;
        job->due = 0;
        job->updated = model_.now;
        job->phase = phase::ready;
        return {};
      }
      if (!op.entered_ago) return errc::forbidden;
      // Its start, which the store hears of only now.
      model_.begin(*job, op.entered_ago->count());
      ++counts_->told_at_once;
    }
    if (done == nullptr) return {};
    if (op.end == attempt_end::settled) {
      // The job lives: the transaction that should have ended it was not committed.
      op = {.lease = op.lease, .type = op.type, .end = attempt_end::failed};
      op.error = {.code = "internal_bug", .message = "the handler failed unexpectedly"};
    }
    if (!naive_store::fits(*job, op.findings)) {
      op.findings = {};
      naive_event said{event_kind::message};
      said.message =
          "artifacts and audit fields were dropped: they are larger than the job type "
          "allows";
      if (op.end != attempt_end::succeeded) {
        model_.log(*job, said);
      } else {
        op.end = attempt_end::failed;
        op.error = {.code = "internal_bug",
                    .message = "what the job has made is larger than its type allows"};
      }
    }
    op.message = naive_store::shown(op.message);
    keep(*job, op.findings);
    job->suspect = false;  // it has come back
    if (op.end == attempt_end::snoozed && !job->cancel_requested) {
      job->attempt -= 1;
      job->owner = 0;
      job->updated = model_.now;
      job->due = model_.now + std::max<std::int64_t>(op.delay.count(), 1);
      naive_event said{event_kind::message};
      said.message = op.message.empty() ? "snoozed" : op.message;
      model_.log(*job, said);
      job->phase = phase::scheduled;
      expect_told(*job, *done, false);
      return {};
    }
    const unsigned attempt = job->attempt;
    naive_store::decided d;
    std::optional<naive_error> error;
    switch (op.end) {
      case attempt_end::succeeded:
        d = naive_store::decide(*job, "succeed");
        break;
      case attempt_end::cancelled:
        d = naive_store::decide(*job, "cancel");
        break;
      case attempt_end::given_back:
        d = naive_store::decide(*job, "lose", true, attempt - 1);
        d.retries = job->retries;
        d.retryable = job->retryable;
        d.dead = false;
        break;
      case attempt_end::failed:
      case attempt_end::expired:
        d = naive_store::decide(*job, "fail", op.error.retryable);
        error = naive_error{op.error.code, naive_store::shown(op.error.message), job->state};
        break;
      case attempt_end::snoozed:
      case attempt_end::settled:
        break;
    }
    if (job->cancel_requested && op.end != attempt_end::succeeded &&
        !(d.accepted && job->life->ended(d.state))) {
      d = naive_store::decide(*job, "cancel");
      error.reset();
    }
    model_.carry_out(*job, d, error, op.message, op.result);
    if (job->ended()) job->final_grant = job->grant;
    const bool failed = op.end == attempt_end::failed || op.end == attempt_end::expired;
    if (d.waits) wait(*job, std::max(d.attempt, 1U), done->due_at, failed ? op.delay.count() : 0);
    model_.honour_cancel(*job);
    expect_told(*job, *done, d.dead);
    return {};
  }

  void expect_told(const naive_job& job, const storage::settle::answer_type& done, bool dead) {
    expect(done.state == job.state && done.phase == job.phase && done.attempt == job.attempt &&
               done.dead_letter == dead && !done.repeated,
           "the answer says where the job stands");
    expect(ms(done.at) == model_.now && ms(done.started_at) == job.started &&
               ms(done.due_at) == (job.phase == phase::scheduled ? job.due : 0),
           "since when, and until when");
  }

  /// A retry waits as long as its plan allows; how long exactly, the job's id decides. A failure
  /// may ask for more.
  void wait(naive_job& job, unsigned attempt, std::optional<instant> due, std::int64_t least = 0) {
    expect(due.has_value(), "a retry has a time");
    const delay_bounds within = bounds(job.type->retry.plan, attempt);
    const std::int64_t length = due->time_since_epoch().count() - model_.now;
    expect(
        length >= std::max(within.min.count, least) && length <= std::max(within.max.count, least),
        "a retry waits within the bounds of its plan");
    job.due = due->time_since_epoch().count();
  }

  void keep(naive_job& job, const storage::findings& found) {
    for (const auto& [name, value] : found.artifacts) {
      unsigned version = 1;
      for (const artifact& each : job.artifacts)
        if (each.name == name) ++version;
      job.artifacts.push_back({name, version, value});
    }
  }

  refusal check(const storage::report& op, const storage::report::answer_type* done) {
    const auto [job, why] = behind(op.lease);
    if (why) return why;
    if (job->phase == phase::held) return errc::forbidden;
    if (!naive_store::fits(*job, op.findings)) return errc::payload_too_large;
    keep(*job, op.findings);
    if (op.checkpoint) job->checkpoint = op.checkpoint;
    const bool entered = !op.stage.empty() && op.stage != job->stage;
    const int progress = op.progress ? std::min(*op.progress, 100) : 0;
    const bool further = progress > job->progress;
    if (entered) job->stage = op.stage;
    if (further) job->progress = progress;
    if (entered || further || !op.message.empty()) {
      naive_event said{entered || further ? event_kind::progress : event_kind::message};
      said.message = naive_store::shown(op.message);
      model_.log(*job, said);
    }
    job->updated = model_.now;
    expect(done == nullptr || done->cancel_requested == job->cancel_requested,
           "who reports learns what is asked");
    return {};
  }

  void beat(std::int64_t owner) {
    for (naive_job& job : model_.all)
      if (job.leased() && job.owner == owner && model_.expired(owner, job.type->lease.count))
        model_.take_away(job);
    model_.owners[owner] = model_.now;
  }

  refusal check(const storage::beat& op, const storage::beat::answer_type* done) {
    if (!model_.owners.contains(op.owner)) return errc::owner_lost;
    beat(op.owner);
    if (done != nullptr) expect_leases(op.owner, done->jobs);
    return {};
  }

  refusal check(const storage::cancel& op, const storage::cancel::answer_type* done) {
    naive_job* job = model_.find(op.scope, op.id);
    if (job == nullptr) return errc::not_found;
    if (job->ended()) return errc::already_terminal;
    const auto d = naive_store::decide(*job, "cancel");
    if (!d.accepted) return errc::not_cancellable;
    const bool ask = job->phase == phase::running && !op.force;
    expect(done == nullptr || done->done != ask, "a running job is asked, others are ended");
    if (ask) {
      job->cancel_requested = true;
      job->cancel_reason = naive_store::shown(op.reason);
      job->updated = model_.now;
      return {};
    }
    if (!op.reason.empty()) job->cancel_reason = naive_store::shown(op.reason);
    model_.carry_out(*job, d, {}, job->cancel_reason);
    return {};
  }

  static bool is_engines_own(const std::string& event) {
    return event == "start" || event == "retry_due" || event == "lose";
  }
  /// How an attempt ended is said by its worker.
  static bool is_workers(const naive_job& job, const std::string& event) {
    return (event == "succeed" || event == "fail") && job.life->kind(job.state) == 'a' &&
           !job.is_elsewhere();
  }
  static bool is_engines(const std::string& event) {
    return is_engines_own(event) || event == "submit" || event == "succeed" || event == "fail" ||
           event == "cancel";
  }

  static bool declares_reported_errors(const naive_job& job) {
    return job.type->error_called("unsupported_codec") != nullptr;
  }

  refusal check(const storage::raise& op, const storage::raise::answer_type* done) {
    naive_job* job = model_.find(op.scope, op.id);
    if (job == nullptr) return errc::not_found;
    if (!op.event_id.empty()) {
      const auto before = job->inbox.find(op.event_id);
      if (before != job->inbox.end()) {
        if (before->second.first != op.content.hex()) return errc::event_conflict;
        expect(done == nullptr || (done->replayed && done->state == before->second.second),
               "an event that came before has no further effect");
        return {};
      }
    }
    if (job->ended()) return errc::already_terminal;
    if (!by_->knows(*job)) {
      ++counts_->not_known;
      return errc::unknown_handler;
    }
    std::string event = op.event;
    // Two classes are reported; what they mean is the job type's to say.
    const bool retryable = op.error && op.error->code == "rate_limited";
    if (op.error && !retryable && op.error->code != "unsupported_codec") return errc::invalid;
    if (op.error && !declares_reported_errors(*job)) return errc::invalid;
    const auto fail_leads_there = [&] {
      if (op.target == job->state) return true;
      for (const naive_row& each : job->life->rows)
        if (each.from == job->state && each.event == "fail" && each.to == op.target) return true;
      return retryable && job->life->kinds.contains(op.target) && job->life->kind(op.target) == 'F';
    };
    if (!op.target.empty() && op.error && job->is_elsewhere() && fail_leads_there()) {
      event = "fail";
    } else if (!op.target.empty()) {
      event.clear();
      for (const std::string& each : job->life->events) {
        if (is_engines_own(each) || is_workers(*job, each)) continue;
        if (op.error && is_engines(each)) continue;
        const auto d = naive_store::decide(*job, each, retryable);
        if (!d.accepted || d.steps.back().to != op.target) continue;
        if (event.empty() || each == "succeed") event = each;
      }
    }
    if (event.empty() || is_engines_own(event) || is_workers(*job, event)) return errc::forbidden;
    const auto d = naive_store::decide(*job, event, retryable);
    if (!d.accepted) return errc::forbidden;
    // What a worker has is not begun a second time.
    naive_job moved = *job;
    moved.state = d.state;
    if (job->leased() &&
        std::string("raw").find(moved.life->kind(moved.state)) != std::string::npos &&
        !moved.is_elsewhere())
      return errc::forbidden;
    if (event == "fail" && !op.error) return errc::invalid;
    // What is retried while it is worked on is not given up.
    if (retryable && !is_engines(event) && job->life->kind(job->state) == 'a' &&
        job->life->kind(d.steps.back().to) == 'F')
      return errc::forbidden;
    if (!naive_store::fits(*job, op.findings)) return errc::payload_too_large;
    if (done == nullptr) return {};
    keep(*job, op.findings);
    std::optional<naive_error> error;
    if (op.error)
      error = naive_error{op.error->code, naive_store::shown(op.error->message), job->state};
    model_.carry_out(*job, d, error, "", op.result);
    if (d.waits) {
      const duration_ms length = delay(job->type->retry.plan, job->id.seed(), d.attempt);
      wait(*job, d.attempt, instant{milliseconds{model_.now + length.count}});
    }
    model_.honour_cancel(*job);
    expect(!done->replayed && done->state == job->state, "the answer says where the job stands");
    if (!op.event_id.empty()) job->inbox[op.event_id] = {op.content.hex(), job->state};
    return {};
  }

  refusal replay(naive_job& dead, const job_id& fresh) {
    const job_descriptor* const type = by_->release_of(*dead.type);
    if (type == nullptr) {
      ++counts_->not_known;
      return errc::unknown_handler;
    }
    storage::submit again{.type = type, .id = fresh};
    again.who.tenant = dead.tenant;
    again.payload = dead.payload;
    again.payload_version = dead.payload_version;
    again.rank = dead.rank;
    again.retry.max_attempts = dead.max_attempts;
    again.parent = dead.id;
    again.subject = dead.subject;
    again.limit_keys = dead.limit_keys;
    const job_id id = dead.id;  // the list of jobs may move
    const refusal why = check(again, nullptr);
    if (why) return why;
    model_.find(id)->replayed_as = fresh;
    model_.find(id)->lies_since.reset();
    return {};
  }

  refusal check(const storage::replay& op, const storage::replay::answer_type* done) {
    naive_job* dead = model_.find(op.scope, op.id);
    if (dead == nullptr || !dead->dead) return errc::not_found;
    expect(done == nullptr || done->id == op.fresh, "a replay has the id that it was given");
    return replay(*dead, op.fresh);
  }

  refusal check(const storage::replay_all& op, const storage::replay_all::answer_type* done) {
    const auto letters = fresh_letters(op);
    if (letters.size() != op.fresh.size()) return errc::count_mismatch;
    std::size_t count = 0;
    for (std::size_t i = 0; i < letters.size(); ++i)
      count += replay(*model_.find(letters[i]), op.fresh[i]) ? 0U : 1U;
    expect(done == nullptr || (done->count == count && done->refused == letters.size() - count),
           "as many come back as their limits allow");
    return {};
  }

  refusal check(const storage::reprocess& op, const storage::reprocess::answer_type* done) {
    std::vector<std::pair<std::int64_t, job_id>> due;
    for (const naive_job& job : model_.all)
      if (job.type == without_release(op.type) && job.lies_since &&
          *job.lies_since <= model_.now - op.after.count())
        due.emplace_back(*job.lies_since, job.id);
    std::sort(due.begin(), due.end());  // ids grow as jobs are made
    due.resize(std::min(due.size(), op.fresh.size()));
    std::vector<job_id> repeated;
    for (const auto& [since, id] : due) {
      if (replay(*model_.find(id), op.fresh[repeated.size()]))
        model_.find(id)->lies_since = model_.now;
      else
        repeated.push_back(id);
    }
    expect(done != nullptr && done->jobs.size() == repeated.size(),
           "what has lain long enough comes back, as far as limits allow");
    for (std::size_t i = 0; i < repeated.size(); ++i)
      expect(done->jobs[i].dead == repeated[i] && done->jobs[i].fresh == op.fresh[i],
             "the oldest come first");
    return {};
  }

  refusal check(const storage::enrol&, const storage::enrol::answer_type* done) {
    if (done == nullptr) return {};
    expect(seen_owners_.insert(done->owner).second, "an owner's number is new");
    model_.owners[done->owner] = model_.now;
    return {};
  }

  refusal check(const storage::leave& op, const storage::leave::answer_type*) {
    for (naive_job& job : model_.all)
      if (job.leased() && job.owner == op.owner) model_.take_away(job);
    model_.owners.erase(op.owner);
    return {};
  }

  refusal check(const storage::reap& op, const storage::reap::answer_type* done) {
    if (done == nullptr) return {};
    std::set<job_id> lost;
    for (const naive_job& job : model_.all)
      if (job.leased() && model_.expired(job.owner, job.type->lease.count)) lost.insert(job.id);
    counts_->reaped += done->jobs.size();
    expect(done->jobs.size() == std::min(lost.size(), op.limit), "all are reaped who are lost");
    for (const auto& each : done->jobs) {
      expect(lost.erase(each.id) == 1, "and nobody else");
      naive_job& job = *model_.find(each.id);
      expect(each.was_running == (job.phase == phase::running) &&
                 handler_of(*each.type) == job.handler(),
             "the reaper knows what it took");
      if (!by_->knows(job)) ++counts_->taken_unknown;
      model_.take_away(job);
      expect(each.state == job.state, "and what came of it");
    }
    std::erase_if(model_.owners, [&](const auto& owner) {
      for (const naive_job& job : model_.all)
        if (job.leased() && job.owner == owner.first) return false;
      return model_.expired(owner.first, storage::owner_silence);
    });
    return {};
  }

  refusal check(const storage::release_dependents&,
                const storage::release_dependents::answer_type* done) {
    const std::size_t count = model_.release();
    expect(done == nullptr || done->count == count, "all are let go who waited");
    return {};
  }

  refusal check(const storage::prune&, const storage::prune::answer_type* done) {
    std::size_t jobs = 0;
    std::size_t histories = 0;
    std::set<job_id> gone;
    for (naive_job& job : model_.all) {
      if (!job.ended() || job.events_until > model_.now) continue;
      if (!by_->knows(job)) {  // how long it is kept is said by a process that has its type
        ++counts_->kept_unknown;
        continue;
      }
      const auto kept = job.dead ? job.type->keep_dead_letters.count : job.type->keep_results.count;
      const std::int64_t last = std::max(job.completed + kept, model_.key_ends(job));
      if (last > model_.now) {
        job.events.clear();
        job.events_gone = true;
        job.events_until = last;
        ++histories;
      } else {
        gone.insert(job.id);
      }
    }
    for (const job_descriptor* type : model_types) {
      if (type->keep_at_most == 0 || by_->release_of(*type) == nullptr) continue;
      std::vector<const naive_job*> finished;
      for (const naive_job& job : model_.all)
        if (job.type == type && job.ended() && !job.dead && !gone.contains(job.id))
          finished.push_back(&job);
      std::sort(finished.begin(), finished.end(), [](const naive_job* a, const naive_job* b) {
        return std::pair(a->completed, a->sequence) > std::pair(b->completed, b->sequence);
      });
      for (std::size_t i = static_cast<std::size_t>(type->keep_at_most); i < finished.size(); ++i)
        if (model_.key_ends(*finished[i]) <= model_.now) gone.insert(finished[i]->id);
    }
    jobs = gone.size();
    counts_->pruned += jobs;
    for (const job_id& id : gone) {
      const naive_job& job = *model_.find(id);
      if (model_.key_ends(job) != 0) model_.keys.erase({job.tenant, job.type, job.key});
      model_.callbacks.erase(id);
      pruned_.insert(id);
    }
    std::erase_if(model_.all, [&](const naive_job& job) { return gone.contains(job.id); });
    expect(done == nullptr || (done->jobs == jobs && done->histories == histories),
           "as much is pruned as is over its time: " + std::to_string(jobs) + " jobs and " +
               std::to_string(histories) + " histories");
    return {};
  }

  refusal check(const storage::take_callbacks& op,
                const storage::take_callbacks::answer_type* done) {
    if (!model_.owners.contains(op.owner)) return errc::owner_lost;
    if (done == nullptr) return {};
    for (const job_descriptor* type : op.types)
      if (model_.expired(op.owner, type->lease.count)) {
        beat(op.owner);
        break;
      }
    const auto release_of = [&](const naive_job& job) -> const job_descriptor* {
      for (const job_descriptor* asked : op.types)
        if (without_release(asked) == job.type) return asked;
      return nullptr;
    };
    const auto is_asked_for = [&](const job_id& id) {
      return release_of(*model_.find(id)) != nullptr;
    };
    // A payload that is newer than the process is left to another one.
    const auto can_read = [&](const job_id& id) {
      const naive_job& job = *model_.find(id);
      return job.payload_version <= release_of(job)->newest_version;
    };
    std::size_t lost = 0;
    for (auto at = model_.callbacks.begin(); at != model_.callbacks.end();) {
      auto& [id, call] = *at;
      const bool is_lost = call.caller != 0 && call.caller != op.owner && is_asked_for(id) &&
                           model_.expired(call.caller, model_.find(id)->type->lease.count);
      if (!is_lost) {
        ++at;
        continue;
      }
      const bool last = call.tries >= storage::most_callback_tries;
      const auto said = std::find_if(done->lost.begin(), done->lost.end(),
                                     [&](const auto& each) { return each.id == at->first; });
      expect(said != done->lost.end() && said->tries == call.tries && said->given_up == last,
             "what a lost process called comes back, or is given up after its last try");
      ++lost;
      ++counts_->callbacks_lost;
      call.caller = 0;
      call.due = model_.now + (std::int64_t{500} << call.tries);
      at = last ? model_.callbacks.erase(at) : std::next(at);
    }
    expect(done->lost.size() == lost, "nothing else is lost");
    for (const storage::callback& each : done->callbacks) {
      const auto found = model_.callbacks.find(each.id);
      expect(found != model_.callbacks.end(), "what is called back has ended and was not told of");
      auto& call = found->second;
      if (call.caller == 0) {
        expect(call.due <= model_.now, "only what is due is called back");
        expect(can_read(each.id), "only what the process can read is called back");
        ++call.tries;
        call.caller = op.owner;
      }
      expect(call.caller == op.owner && call.tries == each.tries, "tries are counted");
      const naive_job& job = *model_.find(each.id);
      expect(each.succeeded == (job.life->kind(job.state) == 'S') && each.payload == job.payload,
             "with what came of it");
      taken_.push_back({each.key, each.id, each.tries});
      ++counts_->called_back;
    }
    for (const auto& [id, each] : model_.callbacks) {
      if (!is_asked_for(id) || each.caller != 0 || each.due > model_.now) continue;
      expect(!can_read(id), "nobody is forgotten");
      ++counts_->callbacks_left_to_newer;
    }
    return {};
  }

  refusal check(const storage::finish_callback& op,
                const storage::finish_callback::answer_type* done) {
    for (const auto& [key, id, tries] : taken_) {
      if (key != op.key) continue;
      const auto found = model_.callbacks.find(id);
      if (found == model_.callbacks.end()) return errc::lease_lost;
      if (found->second.tries != op.tries) return errc::lease_lost;
      const bool last = op.tries >= storage::most_callback_tries;
      expect(done == nullptr || done->given_up == (!op.done && last), "the last try is the last");
      if (op.done || last)
        model_.callbacks.erase(found);
      else
        found->second = {op.tries, model_.now + (std::int64_t{500} << op.tries)};
      return {};
    }
    return errc::lease_lost;
  }

  std::vector<taken_callback> taken_{};
  bool claims_take_shares_;
  std::set<storage::owner_number> seen_owners_{};
  std::set<std::int64_t> due_before_{};  ///< when jobs were due as the batch began
};

}  // namespace support
