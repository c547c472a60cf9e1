// SPDX-License-Identifier: BSL-1.0
#include "laws/fleet_game.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <pawl/job/id_source.hpp>
#include <pawl/observe/metrics.hpp>
#include <pawl/runtime/engine/engine.hpp>
#include <pawl/runtime/engine/submission.hpp>
#include <pawl/runtime/follow_ups.hpp>
#include <pawl/service.hpp>
#include <pawl/testing/faulty.hpp>
#include <pawl/testing/job_history.hpp>

#include "laws/random_source.hpp"

namespace support::games {

namespace {

using namespace pawl;
using namespace pawl::literals;
using std::chrono::milliseconds;
using testing::simulated_crash;
using testing::storage_fault;

// --- What the jobs do ----------------------------------------------------------------------------

enum class mood : int { succeeds, fails, is_wrong, kills };

/// The world outside of the store, which outlives every process.
struct world {
  std::set<int> culprits{};     ///< jobs whose callbacks end their process
  std::map<int, int> called{};  ///< how often a job's callback was entered
  std::function<void()> die{};  ///< ends the process that acts now
  std::size_t deaths_in_callbacks = 0;

  void called_back(int number) {
    ++called[number];
    if (!culprits.contains(number)) return;
    ++deaths_in_callbacks;
    die();
  }
};

struct ticket {
  int number{};
  int mood{};
};
struct longer_ticket {
  int number{};
  int mood{};
  std::string remark{};
};
inline longer_ticket upcast(ticket old) { return {old.number, old.mood, "none"}; }

struct wrong_ticket : error_class<"wrong_ticket", retryability::fatal> {};

template <fixed_string Id, class... Policies>
using game_job =
    job<Id, lifecycles::service, errors<error::network_timeout, wrong_ticket>,
        retry<attempts<3>, fixed<1_s>, no_jitter>, lease<30_s>, timeout<20_s>, Policies...>;

template <class Job>
typename Job::template outcome<int> act(const world& outside, const auto& in) {
  switch (static_cast<mood>(in.mood)) {
    case mood::fails:
      return Job::template fail<error::network_timeout>("no answer");
    case mood::is_wrong:
      return Job::template fail<wrong_ticket>("no such ticket");
    case mood::kills:
      outside.die();
      break;
    case mood::succeeds:
      break;
  }
  return in.number;
}

/// Finished ones are soon forgotten, and there are two releases of it.
using forgotten = game_job<"game.quiet", idempotency<ttl<30_min>>,
                           retention<keep_results<1_h>, keep_events<1_h>, keep_dead_letters<1_h>>>;
struct quiet : forgotten {
  const world* outside;
  explicit quiet(const world& of) : outside(&of) {}
  outcome<int> operator()(context&, ticket in) const { return act<forgotten>(*outside, in); }
};
struct newer_quiet : forgotten {
  using payload_versions = versions<ticket, longer_ticket>;
  const world* outside;
  explicit newer_quiet(const world& of) : outside(&of) {}
  outcome<int> operator()(context&, longer_ticket in) const { return act<forgotten>(*outside, in); }
};

using told = game_job<"game.telling">;
struct telling : told {
  world* outside;
  explicit telling(world& of) : outside(&of) {}
  outcome<int> operator()(context&, ticket in) const { return act<told>(*outside, in); }
  void on_success(const ticket& in, int) const { outside->called_back(in.number); }
  void on_failure(const ticket& in, const job_error&) const { outside->called_back(in.number); }
};

struct follower : game_job<"game.follower"> {
  outcome<int> operator()(context&, ticket in) const { return in.number; }
};
using followed = game_job<"game.ending">;
struct ending : followed {
  world* outside;
  explicit ending(world& of) : outside(&of) {}
  outcome<int> operator()(context&, ticket in) const { return act<followed>(*outside, in); }
  void on_end(const job_record& ended, follow_ups& next) const {
    const int number = std::stoi(ended.subject);
    outside->called_back(number);
    next.submit<follower>({number, 0});
  }
};

/// A job type as the game knows it.
struct offer {
  runtime::runner how{};
  storage::submit (*submission)(int number, mood of) = nullptr;
};
template <class H>
offer offer_of(const H& handler) {
  return {runtime::runner_of(handler), [](int number, mood of) {
            storage::submit op{.type = &type_of<H>};
            op.payload_version = op.type->newest_version;
            const runtime::detail::input_type<H> input{number, static_cast<int>(of)};
            if (const auto added = pawl::detail::add_input<H>(op, input); !added)
              throw std::runtime_error(describe(added.error()));
            op.subject = std::to_string(number);
            return op;
          }};
}

// --- The processes -------------------------------------------------------------------------------

/// Tells a watch that all processes share of each commit.
class watched_store : public storage::forwarding_store {
 public:
  watched_store(std::unique_ptr<storage::store> inner, testing::storage_watch& watch)
      : inner_(std::move(inner)), watch_(&watch) {
    pass_to(*inner_);
  }
  using store::apply;
  void apply(std::span<const storage::operation_ptr> batch) override {
    inner_->apply(batch);
    watch_->saw(batch);
  }

 private:
  std::unique_ptr<storage::store> inner_;
  testing::storage_watch* watch_;
};

struct process {
  std::vector<const offer*> offers{};
  std::unique_ptr<testing::faulty_store> store{};
  std::unique_ptr<runtime::engine> engine{};
  milliseconds kept_at{};  ///< its last heartbeat, by the clock
};

/// What the game has submitted, and was told is there.
struct accepted_job {
  job_id id{};
  int number = 0;
  const job_descriptor* type = nullptr;
  bool may_be_forgotten = false;
};

struct flaw {
  std::string sentence;
};

class fleet_game {
 public:
  using opener = std::function<std::unique_ptr<storage::store>()>;

  fleet_game(const opener& open, testing::manual_clock clock, std::uint64_t seed,
             fleet_tally& counts)
      : open_(open), clock_(std::move(clock)), random_(detail::scatter(seed)), counts_(counts) {
    outside_.die = [this] { acting_->store->faults().crash(); };
    processes_.resize(2 + random_.below(3));
    for (process& each : processes_) begin(each, some_offers());
  }

  void play(int steps) {
    for (step_ = 0; step_ < steps; ++step_) {
      process& one = random_.of(processes_);
      take_step(one, [&] { do_something(one); });
      if (random_.chance(40)) clock_.advance(some_time());
    }
    come_to_an_end();
    check();
    counts_.deaths_in_callbacks += outside_.deaths_in_callbacks;
  }
  [[nodiscard]] std::string where() const {
    return step_ < 0 ? "at the beginning" : "step " + std::to_string(step_);
  }

 private:
  // --- Life and death ----------------------------------------------------------------------------

  /// One release of each job type, of some; what follows from an end is known where the end is.
  std::vector<const offer*> some_offers() {
    std::vector<const offer*> out;
    if (random_.chance(60)) out.push_back(random_.chance(50) ? &quiet_ : &newer_quiet_);
    if (random_.chance(60)) out.push_back(&telling_);
    if (random_.chance(60) || out.empty()) {
      out.push_back(&ending_);
      out.push_back(&follower_);
    }
    return out;
  }
  void begin(process& one, std::vector<const offer*> offers) {
    one.offers = std::move(offers);
    one.store =
        std::make_unique<testing::faulty_store>(std::make_shared<watched_store>(open_(), watch_));
    runtime::light_vector<runtime::runner> runners;
    for (const offer* each : one.offers) runners.push_back(each->how);
    one.engine = std::make_unique<runtime::engine>(
        *one.store, std::move(runners),
        service_options{.workers = 3, .prefetch = 3, .log = observe::no_log{}},
        std::make_shared<observe::metrics>());
    if (const auto ready = one.engine->enrol(); !ready)
      throw flaw{"a process cannot begin: " + describe(ready.error())};
    one.kept_at = clock_.boot();
  }
  /// The process goes without a word; its successor may be another release, with other job types.
  void replace(process& dead, std::vector<const offer*> offers) {
    ++counts_.deaths;
    dead.engine.reset();
    dead.store.reset();
    begin(dead, std::move(offers));
  }
  /// Whatever ends the process, another one takes its place.
  template <class Act>
  void take_step(process& one, Act act) {
    // An engine whose owner was forgotten enrols again on a thread that this one does not have.
    if (clock_.boot() > one.kept_at + milliseconds{storage::owner_silence})
      replace(one, one.offers);
    acting_ = &one;
    try {
      act();
    } catch (const simulated_crash&) {
    }
    if (one.store->faults().crashed())
      replace(one, is_ending_ || random_.chance(70) ? one.offers : some_offers());
  }

  // --- Steps -------------------------------------------------------------------------------------

  milliseconds some_time() {
    constexpr std::int64_t times[] = {1, 20, 1000, 2000, 11'000, 31'000, 61'000, 1'300'000};
    return milliseconds{times[random_.chance(80) ? random_.below(6) : random_.below(8)]};
  }
  void do_something(process& one) {
    switch (random_.below(14)) {
      case 0:
      case 1:
      case 2:
        return submit_some(one);
      case 3:
        one.engine->dispatch_once();
        return;
      case 4:
        one.engine->enter_one();
        return;
      case 5:
        one.engine->run_one();
        return;
      case 6:
        one.engine->run_short_one();
        return;
      case 7:
        one.engine->run_until_idle();
        return;
      case 8:
      case 9:
        one.engine->maintain_once();
        return;
      case 10:
        return keep(one);
      case 11:
        return plan_a_fault(one);
      case 12:
        return act_on_a_job(one);
      default:
        if (random_.chance(30)) one.store->faults().crash();
    }
  }
  void keep(process& one) {
    one.engine->keep_once();
    one.kept_at = clock_.boot();
  }
  void plan_a_fault(process& one) {
    using how = storage_fault::how;
    constexpr how faults[] = {how::refused, how::reply_lost, how::crash_before, how::crash_after};
    one.store->faults().plan({.what = random_.of(faults), .nth = 1 + random_.below(4)});
  }

  mood some_mood() {
    const std::size_t at = random_.below(100);
    return at < 70   ? mood::succeeds
           : at < 85 ? mood::fails
           : at < 96 ? mood::is_wrong
                     : mood::kills;
  }
  void submit_some(process& one) {
    std::vector<storage::submit> made;
    std::vector<int> numbers;
    for (std::size_t i = 1 + random_.below(8); i != 0; --i) {
      const offer& type = *random_.of(one.offers);
      if (type.how.type == follower_.how.type) continue;
      const bool is_quiet = type.how.type->handler == quiet_.how.type->handler;
      // The same key again is the same request: its payload is that of the key.
      const bool has_key = !is_quiet && random_.chance(20);
      const int key = static_cast<int>(random_.below(3));
      const int of_type = type.how.type == telling_.how.type ? 0 : 10;
      const int number = has_key ? 1'000'000 + of_type + key : ++last_number_;
      storage::submit op = type.submission(number, has_key ? mood::succeeds : some_mood());
      op.id = ids_.next(clock_.wall());
      op.who = {random_.chance(50) ? "acme" : "globex", "ann", ""};
      if (has_key) {
        op.key = "key-" + std::to_string(key);
        op.who.tenant = "acme";
      } else if (!is_quiet && random_.chance(6)) {
        outside_.culprits.insert(number);
      }
      if (random_.chance(15)) op.delay = milliseconds{random_.below(20'000)};
      made.push_back(std::move(op));
      numbers.push_back(number);
    }
    std::vector<storage::operation_ptr> batch;
    for (storage::submit& each : made) batch.emplace_back(&each);
    if (batch.empty()) return;
    one.store->apply(batch);
    for (std::size_t i = 0; i < made.size(); ++i) {
      const storage::submit& op = made[i];
      if (!op.answer) continue;  // a fault of the store's
      ++counts_.submitted;
      if (op.payload_version > 1) ++counts_.newer_payloads;
      if (!op.key.empty()) {
        const auto known = keys_.emplace(numbers[i], op.answer->id).first->second;
        if (known != op.answer->id) throw flaw{"key " + op.key + " has made two jobs"};
        if (std::any_of(jobs_.begin(), jobs_.end(),
                        [&](const accepted_job& each) { return each.id == known; }))
          continue;
      }
      accept(op.answer->id, numbers[i], *op.type);
    }
  }
  void accept(const job_id& id, int number, const job_descriptor& type) {
    jobs_.push_back({id, number, &type, type.handler == quiet_.how.type->handler});
  }

  /// Cancels one, or submits a dead one again.
  void act_on_a_job(process& one) {
    if (jobs_.empty()) return;
    const accepted_job job = random_.of(jobs_);
    if (random_.chance(50)) {
      storage::cancel op{.scope = storage::scope::every_tenant(), .id = job.id, .reason = "chaos"};
      one.store->apply_one(op);
      return;
    }
    // A replay has the payload of the first job: whose callback was called could not be told.
    if (!job.may_be_forgotten) return;
    storage::replay op{storage::scope::every_tenant(), job.id, ids_.next(clock_.wall())};
    one.store->apply_one(op);
    if (op.answer) accept(op.answer->id, job.number, *job.type);
  }

  // --- The end -----------------------------------------------------------------------------------

  /// Nothing goes wrong any more but what the jobs themselves do. There is a process for each type.
  void come_to_an_end() {
    is_ending_ = true;
    for (process& each : processes_) each.store->faults().clear();
    process& last = processes_.front();
    replace(last, {&newer_quiet_, &telling_, &ending_, &follower_});
    constexpr int most_rounds = 150;
    for (int round = 0; round < most_rounds; ++round) {
      for (process& each : processes_)
        take_step(each, [&] {
          keep(each);
          each.engine->run_until_idle();
          each.engine->maintain_once();
          each.engine->run_until_idle();
        });
      if (is_over()) return;
      clock_.advance(milliseconds{round % 2 == 0 ? 2000 : 31'000});
    }
  }
  [[nodiscard]] storage::store& store() const { return *processes_.front().store; }
  [[nodiscard]] bool is_over() {
    const auto counted = store().count(storage::scope::every_tenant());
    if (!counted) throw flaw{"jobs cannot be counted"};
    for (const auto& each : counted->jobs)
      if (each.phase != phase::terminal && each.count != 0) return false;
    for (const accepted_job& each : jobs_)
      if (lacks_callback(each)) return false;
    return true;
  }
  /// Whether the handler was not told of a job's end and should have been.
  [[nodiscard]] bool lacks_callback(const accepted_job& job) {
    if (outside_.culprits.contains(job.number) || outside_.called.contains(job.number))
      return false;
    if (!job.type->calls_on_success && !job.type->calls_on_end) return false;
    const auto record = store().get(storage::scope::every_tenant(), job.id);
    return record && is_terminal(record->kind) &&
           (job.type->calls_on_end || record->kind != kind::cancelled);
  }

  void check() {
    for (const std::string& sentence : watch_.broken()) throw flaw{sentence};
    for (const accepted_job& each : jobs_) check(each);
    for (const auto& [number, times] : outside_.called)
      if (outside_.culprits.contains(number) &&
          times > static_cast<int>(storage::most_callback_tries))
        throw flaw{"the callback of job " + std::to_string(number) +
                   ", which ends its process, was " + "called " + std::to_string(times) + " times"};
    check_followers();
    for (const auto& [number, times] : outside_.called) counts_.called_back += times != 0 ? 1U : 0U;
  }
  void check(const accepted_job& job) {
    const auto everybody = storage::scope::every_tenant();
    const std::string name = "job " + std::to_string(job.number) + " (" +
                             std::string(std::string_view(job.type->handler)) + ")";
    const auto record = store().get(everybody, job.id);
    if (!record) {
      if (job.may_be_forgotten) return;
      throw flaw{name + " was acknowledged and is not there"};
    }
    if (!is_terminal(record->kind)) throw flaw{name + " has not ended, it is " + record->state};
    ++counts_.ended;
    const auto events = store().events(everybody, job.id, 0, 10'000);
    if (!events) throw flaw{name + " has no history"};
    if (!job.may_be_forgotten || !events->empty())
      for (const std::string& each : testing::flaws_of_ended(*job.type, *record, *events))
        throw flaw{name + ": " + each};
    if (lacks_callback(job))
      throw flaw{"the callback of " + name + ", which ended " + record->state +
                 " and harmed nobody, was never called"};
  }
  void check_followers() {
    std::map<int, int> followers;
    storage::list_filter filter;
    filter.handler = "game.follower";
    filter.limit = storage::list_filter::most;
    do {
      const auto page = store().list(storage::scope::every_tenant(), filter);
      if (!page) throw flaw{"jobs cannot be listed"};
      for (const job_record& each : page->jobs) ++followers[std::stoi(each.subject)];
      filter.cursor = page->cursor;
    } while (!filter.cursor.empty());
    for (const accepted_job& job : jobs_) {
      if (job.type != ending_.how.type) continue;
      const int found = followers[job.number];
      counts_.followed += static_cast<std::size_t>(found);
      if (found > 1 || (found == 0 && !outside_.culprits.contains(job.number)))
        throw flaw{"job " + std::to_string(job.number) + " is followed by " +
                   std::to_string(found) + " jobs, and not by one"};
    }
  }

  opener open_;
  testing::manual_clock clock_;
  random_source random_;
  fleet_tally& counts_;
  world outside_{};
  quiet quiet_handler_{outside_};
  newer_quiet newer_quiet_handler_{outside_};
  telling telling_handler_{outside_};
  ending ending_handler_{outside_};
  follower follower_handler_{};
  const offer quiet_ = offer_of(quiet_handler_);
  const offer newer_quiet_ = offer_of(newer_quiet_handler_);
  const offer telling_ = offer_of(telling_handler_);
  const offer ending_ = offer_of(ending_handler_);
  const offer follower_ = offer_of(follower_handler_);
  id_source ids_{};
  testing::storage_watch watch_{};
  std::vector<accepted_job> jobs_{};
  std::map<int, job_id> keys_{};
  int last_number_ = 0;
  int step_ = -1;
  bool is_ending_ = false;
  process* acting_ = nullptr;
  std::vector<process> processes_{};  // last: they use all the others
};

}  // namespace

std::string flaw_of_fleet(const std::function<std::unique_ptr<storage::store>()>& open,
                          const testing::manual_clock& clock, std::uint64_t seed,
                          fleet_tally& counts) {
  fleet_game played(open, clock, seed, counts);
  try {
    played.play(100);
  } catch (const flaw& found) {
    return found.sentence + " (" + played.where() +
           "); see it again with PAWL_MODEL_SEED=" + std::to_string(seed);
  }
  return {};
}

}  // namespace support::games
