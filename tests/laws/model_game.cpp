// SPDX-License-Identifier: BSL-1.0
// Random operations on a store and on a plain model of one: every answer, and every job that can be
// read, must be the same. A seed says everything about a run.
#include "laws/model_game.hpp"

#include <cstdlib>

#include "laws/model_checks.hpp"
#include "laws/random_source.hpp"

namespace support::games {

using namespace pawl;
using std::chrono::milliseconds;
using storage::attempt_end;
using storage::errc;

class game {
 public:
  using opener = std::function<std::unique_ptr<storage::store>()>;

  /// One process, with all job types.
  game(storage::store& store, testing::manual_clock clock, std::uint64_t seed,
       support::tally& counts, bool claims_take_shares)
      : game(clock, seed, counts, claims_take_shares) {
    auto& alone = processes_.emplace_back();
    alone.as.store = &store;
    alone.as.types.assign(std::begin(support::model_types), std::end(support::model_types));
    begin();
  }
  /// Several processes, each with a store object that `open` gives.
  game(opener open, testing::manual_clock clock, std::uint64_t seed, support::tally& counts,
       bool claims_take_shares)
      : game(clock, seed, counts, claims_take_shares) {
    open_ = std::move(open);
    weights_[13] += 9;  // a process meets callbacks of payloads that it cannot read,
    weights_[15] += 4;  // and in maintenance what others have left
    divide_types(2 + random_.below(3));
    for (auto& each : processes_) open_store(each);
    begin();
  }

  void play(int steps) {
    for (step_ = 0; step_ < steps; ++step_) {
      choose_process();
      std::vector<any_operation> batch;
      const std::size_t size = random_.chance(20) ? 1 + random_.below(4) : 1;
      while (batch.size() < size)
        if (auto op = some_operation()) batch.push_back(*std::move(op));
      tested_.run(std::move(batch));
      if (random_.chance(6)) prune();
      if (random_.chance(10)) look_at_lists();
      if (step_ % 8 == 0) tested_.look_at_all();
      if (random_.chance(60)) move_the_clock();
    }
    tested_.look_at_all();
    tested_.look_at_feed();
  }

  [[nodiscard]] std::string where() const {
    return "step " + std::to_string(step_) + ", process " + std::to_string(at_) + " of " +
           std::to_string(processes_.size()) + ", " + tested_.last();
  }

 private:
  struct member {
    std::unique_ptr<storage::store> owned{};
    support::process as{};
  };

  game(testing::manual_clock clock, std::uint64_t seed, support::tally& counts,
       bool claims_take_shares)
      : clock_(clock),
        random_(detail::scatter(seed)),
        counts_(&counts),
        tested_(counts, claims_take_shares) {
    for (unsigned& each : weights_) {
      constexpr unsigned choices[] = {0, 1, 2, 5, 12};
      each = random_.of(choices);
    }
    weights_[0] += 9;  // there are jobs
    weights_[1] += 9;  // and they are run
    weights_[2] += 9;
  }
  void begin() {
    for (const member& each : processes_) tested_.join(each.as);
    for (int i = 0; i < 2; ++i) tested_.run({storage::enrol{"first"}});
    tested_.act_as(process());
  }

  naive_store& model() { return tested_.model(); }
  [[nodiscard]] const support::process& process() const { return processes_[at_].as; }
  [[nodiscard]] const std::vector<const job_descriptor*>& types() const { return process().types; }

  // --- Several processes -------------------------------------------------------------------------

  /// A release of a job type: of two of them there is one with a second version of its payload.
  const job_descriptor* some_release(const job_descriptor* type) {
    namespace jobs = testing::law_jobs;
    if (type == &jobs::plain && random_.chance(50)) return &jobs::newer_plain;
    if (type == &jobs::telling && random_.chance(50)) return &jobs::newer_telling;
    return type;
  }
  /// Some have no type in common, others many. Each type is one process's at least.
  void divide_types(std::size_t count) {
    processes_.resize(count);
    const bool overlap = random_.chance(60);
    for (const job_descriptor* type : support::model_types) {
      const std::size_t owner = random_.below(count);
      for (std::size_t i = 0; i < count; ++i)
        if (i == owner || (overlap && random_.chance(40)))
          processes_[i].as.types.push_back(some_release(type));
    }
    for (auto& each : processes_)
      if (each.as.types.empty()) each.as.types.push_back(&testing::law_jobs::plain);
  }
  void open_store(member& of) {
    of.owned = open_();
    of.as.store = of.owned.get();
  }
  void choose_process() {
    if (!open_) return;
    at_ = random_.below(processes_.size());
    if (random_.chance(4)) kill_and_restart(processes_[at_]);
    tested_.act_as(process());
  }
  /// What it has enrolled and claimed stays as it was, until its lease runs out. Its successor may
  /// be another release, with other job types.
  void kill_and_restart(member& one) {
    ++counts_->kills;
    one.owned.reset();
    if (random_.chance(50)) {
      std::vector<const job_descriptor*> next;
      for (const job_descriptor* type : support::model_types)
        if (random_.chance(50)) next.push_back(some_release(type));
      if (!next.empty()) one.as.types = std::move(next);
    }
    open_store(one);
    tested_.join(one.as);
  }

  void move_the_clock() {
    constexpr std::int64_t steps[] = {1,      1,      20,     500,     1000,      3000,
                                      20'000, 30'000, 61'000, 600'000, 1'900'000, 7'300'000};
    const std::int64_t by = steps[random_.chance(70) ? random_.below(7) : random_.below(12)];
    clock_.advance(milliseconds{by});
    model().now += by;
  }

  std::optional<any_operation> some_operation() {
    unsigned sum = 0;
    for (const unsigned each : weights_) sum += each;
    auto at = static_cast<unsigned>(random_.below(sum));
    std::size_t kind = 0;
    while (at >= weights_[kind]) at -= weights_[kind++];
    switch (kind) {
      case 0:
        return some_submit();
      case 1:
        return some_claim();
      case 2:
        return some_settle();
      case 3:
        return some_start();
      case 4:
        return some_report();
      case 5:
        return storage::beat{some_owner()};
      case 6:
        return storage::cancel{.scope = some_scope(),
                               .id = some_id(),
                               .reason = random_.chance(50) ? some_words("why not") : "",
                               .force = random_.chance(20)};
      case 7:
        return some_raise();
      case 8:
        return storage::replay{some_scope(), some_letter(), new_id()};
      case 9:
        return random_.chance(50) ? any_operation(some_replay_all())
                                  : any_operation(some_reprocess());
      case 10:
        return random_.chance(50) ? any_operation(storage::enrol{"another"})
                                  : any_operation(storage::leave{some_owner()});
      case 11:
        return storage::reap{random_.chance(80) ? std::size_t{100} : std::size_t{1}};
      case 12:
        return storage::release_dependents{};
      case 13:
        return some_take_callbacks();
      case 14:
        return some_finish_callback();
      default:
        maintain();
        return {};
    }
  }

  /// Not from an `id_source`: delays are derived from ids, and a seed says everything about a run.
  job_id new_id() {
    const auto time = static_cast<std::uint64_t>(model().now) << 16U;
    return job_id::from_words(time | 0x7000U | (next_id_++ & 0xfffU),
                              0x8000'0000'0000'0000U | (random_.next() >> 2U << 1U));
  }
  std::string some_tenant() {
    constexpr const char* tenants[] = {"acme", "globex", "initech"};
    return random_.of(tenants);
  }
  storage::scope some_scope() {
    return random_.chance(15) ? storage::scope::every_tenant()
                              : storage::scope::tenant(some_tenant());
  }
  job_id some_id() {
    if (model().all.empty() || random_.chance(3)) return new_id();
    // Mostly a job that lives: there are fewer and fewer of them.
    for (int i = 0; i < 4; ++i)
      if (const naive_job& job = random_.of(model().all); !job.ended()) return job.id;
    return random_.of(model().all).id;
  }
  job_id some_letter() {
    std::vector<job_id> letters;
    for (const naive_job& job : model().all)
      if (job.dead) letters.push_back(job.id);
    return letters.empty() || random_.chance(20) ? some_id() : random_.of(letters);
  }
  std::int64_t some_owner() {
    if (model().owners.empty() || random_.chance(3)) return 9999;
    auto at = model().owners.begin();
    std::advance(at, random_.below(model().owners.size()));
    return at->first;
  }

  /// Now and then longer than a status record takes, with a character where it has to be cut.
  std::string some_words(const char* usual) {
    if (!random_.chance(4)) return usual;
    std::string words(4090 + random_.below(8), 'w');
    for (int i = 0; i < 5; ++i) words += "\xe2\x82\xac";
    return words;
  }
  std::string some_value(const char* usual) {
    return random_.chance(10) ? std::string(9000, 'v') : std::string(usual);
  }

  /// Sometimes before anything was there, and sometimes not yet.
  milliseconds some_time_ago() {
    constexpr std::int64_t times[] = {-20, 0, 1, 20, 700, 2000, 30'000};
    return milliseconds{random_.of(times)};
  }

  /// Often one that has a second version of its payload, if this process has such a type.
  const job_descriptor& some_type() {
    std::vector<const job_descriptor*> newer;
    for (const job_descriptor* each : types())
      if (each->newest_version > 1) newer.push_back(each);
    return *random_.of(!newer.empty() && random_.chance(30) ? newer : types());
  }
  storage::submit some_submit() {
    const job_descriptor& type = some_type();
    storage::submit op{.type = &type, .id = new_id()};
    op.payload_version = 1 + static_cast<unsigned>(random_.below(type.newest_version));
    op.who = {some_tenant(), "ann", "sales"};
    op.payload = "payload " + std::to_string(random_.below(2));
    op.payload_hash = sha256_of(op.payload.view());
    if (random_.chance(30)) op.key = "key-" + std::to_string(random_.below(6));
    if (random_.chance(50)) op.rank = static_cast<unsigned>(random_.below(4));
    if (random_.chance(15))
      op.delay = milliseconds{random_.below(20'000)};
    else if (random_.chance(10))
      op.run_at = instant{milliseconds{model().now}} + milliseconds{random_.below(40'000)};
    if (random_.chance(20)) op.retry.max_attempts = 1 + static_cast<unsigned>(random_.below(3));
    if (random_.chance(20))
      for (std::size_t i = 0; i < 1 + random_.below(3); ++i) op.depends_on.push_back(some_id());
    if (random_.chance(50)) op.subject = "subject " + std::to_string(random_.below(3));
    for (std::size_t i = 0; i < type.limits.size(); ++i)
      op.limit_keys.push_back(op.who.tenant + '/' + std::to_string(random_.below(2)));
    if (!model().all.empty() && random_.chance(3)) op.id = random_.of(model().all).id;
    return op;
  }

  storage::claim some_claim() {
    storage::claim op{.owner = some_owner(), .types = {}, .start = random_.below(6)};
    if (random_.chance(40)) op.hold = random_.below(3);
    if (random_.chance(50)) op.suspects = random_.below(4);
    const bool all = random_.chance(70);
    for (const job_descriptor* each : types())
      if (all || random_.chance(40)) op.types.push_back(each);
    if (!op.types.empty() && random_.chance(10)) op.types.push_back(random_.of(op.types));
    return op;
  }

  /// Of a job whose type this process knows, whichever process it was given to.
  const naive_grant* some_grant() {
    std::vector<const naive_grant*> all;
    for (const naive_grant& each : model().grants)
      if (process().release_of(*each.type) != nullptr) all.push_back(&each);
    if (all.empty()) return nullptr;
    // Mostly one that is worth something.
    if (random_.chance(85)) {
      std::vector<const naive_grant*> good;
      for (const naive_grant* each : all)
        if (const naive_job* job = model().find(each->job);
            job != nullptr && job->leased() && job->grant == each->serial)
          good.push_back(each);
      if (!good.empty()) return random_.of(good);
    }
    return random_.of(all);
  }

  std::optional<any_operation> some_start() {
    const naive_grant* grant = some_grant();
    if (grant == nullptr) return {};
    storage::start op{.lease = grant->lease, .type = process().release_of(*grant->type)};
    if (random_.chance(50)) op.entered_ago = some_time_ago();
    return op;
  }

  std::optional<any_operation> some_settle() {
    const naive_grant* grant = some_grant();
    if (grant == nullptr) return {};
    constexpr attempt_end ends[] = {attempt_end::succeeded,  attempt_end::succeeded,
                                    attempt_end::succeeded,  attempt_end::failed,
                                    attempt_end::failed,     attempt_end::expired,
                                    attempt_end::cancelled,  attempt_end::snoozed,
                                    attempt_end::given_back, attempt_end::settled};
    storage::settle op{
        .lease = grant->lease, .type = process().release_of(*grant->type), .end = random_.of(ends)};
    if (random_.chance(75)) op.entered_ago = some_time_ago();
    op.result = "result " + std::to_string(random_.below(3));
    op.error.retryable = random_.chance(70);
    op.error.code = op.error.retryable ? "network_timeout" : "validation_error";
    op.error.message = some_words("message");
    op.error.detail = "detail";
    op.delay = milliseconds{random_.below(5000)};
    if (random_.chance(30)) op.message = some_words("said");
    if (random_.chance(20)) op.findings.artifacts.emplace_back("draft", some_value("draft"));
    return op;
  }

  std::optional<any_operation> some_report() {
    const naive_grant* grant = some_grant();
    if (grant == nullptr) return {};
    storage::report op{.lease = grant->lease, .type = process().release_of(*grant->type)};
    if (random_.chance(60)) op.progress = static_cast<int>(random_.below(130)) - 10;
    if (random_.chance(30)) op.stage = random_.chance(50) ? "reading" : "writing";
    if (random_.chance(30)) op.message = some_words("hello");
    if (random_.chance(20)) op.checkpoint = "line " + std::to_string(random_.below(9));
    if (random_.chance(20)) op.findings.artifacts.emplace_back("audio", some_value("audio"));
    return op;
  }

  storage::raise some_raise() {
    if (!raised_.empty() && random_.chance(15)) return random_.of(raised_);  // delivered again
    storage::raise op{.scope = some_scope(), .id = some_id()};
    const naive_job* job = model().find(op.id);
    const auto& life = support::naive(job == nullptr ? "video" : support::name_of_life(*job));
    // Mostly something that can happen now.
    std::vector<const support::naive_row*> rows;
    for (const support::naive_row& each : life.rows)
      if (job != nullptr && each.from == job->state) rows.push_back(&each);
    if (!rows.empty() && random_.chance(60)) {
      const support::naive_row& row = *random_.of(rows);
      (random_.chance(50) ? op.event = row.event : op.target = row.to);
    } else if (random_.chance(60)) {
      op.event = random_.chance(95) ? random_.of(life.events) : "no such event";
    } else {
      auto at = life.kinds.begin();
      std::advance(at, random_.below(life.kinds.size()));
      op.target = at->first;
    }
    if (random_.chance(40)) op.event_id = "event " + std::to_string(random_.below(5));
    op.content = sha256_of(random_.chance(80) ? "content" : "another content");
    if (random_.chance(40)) {
      op.error = failure_info{.code = random_.chance(60)   ? "rate_limited"
                                      : random_.chance(90) ? "unsupported_codec"
                                                           : "no_such_class",
                              .message = some_words("from outside")};
      op.error->retryable = random_.chance(50);
    }
    if (random_.chance(30)) op.result = "from outside";
    if (random_.chance(20)) op.findings.artifacts.emplace_back("export", some_value("export"));
    raised_.push_back(op);
    return op;
  }

  storage::replay_all some_replay_all() {
    storage::replay_all op{.scope = some_scope(),
                           .handler = support::handler_of(*random_.of(model_types))};
    std::size_t count = tested_.fresh_letters(op).size();
    if (random_.chance(20)) ++count;
    for (std::size_t i = 0; i < count; ++i) op.fresh.push_back(new_id());
    return op;
  }

  storage::reprocess some_reprocess() {
    storage::reprocess op{.type = random_.of(types()),
                          .after = milliseconds{random_.chance(50) ? 0 : 60'000}};
    for (int i = random_.chance(50) ? 1 : 5; i > 0; --i) op.fresh.push_back(new_id());
    return op;
  }

  std::optional<any_operation> some_take_callbacks() {
    storage::take_callbacks op{.owner = some_owner(), .limit = 1000};
    for (const job_descriptor* each : types())
      if (each->calls_on_success || each->calls_on_end) op.types.push_back(each);
    if (op.types.empty()) return {};
    return op;
  }
  std::optional<any_operation> some_finish_callback() {
    const auto& taken = tested_.taken_callbacks();
    if (taken.empty()) return {};
    const auto& [key, id, tries] = random_.of(taken);
    return storage::finish_callback{key, tries, random_.chance(50)};
  }

  /// A newer job with a newer event: a store may have to keep its newest ones.
  void submit_anchor() {
    for (const job_descriptor* type : types()) {
      if (!type->limits.empty()) continue;
      storage::submit anchor{.type = type, .id = new_id()};
      anchor.who.tenant = "acme";
      tested_.run({anchor});
      tested_.run({storage::cancel{.scope = storage::scope::every_tenant(), .id = anchor.id}});
      return;
    }
  }
  void prune() {
    submit_anchor();
    tested_.run({storage::prune{100'000}});
  }
  /// As an engine does it: in one commit.
  void maintain() {
    submit_anchor();
    tested_.run({storage::reap{100'000}, storage::release_dependents{}, storage::prune{100'000}});
  }

  void look_at_lists() {
    storage::list_filter filter;
    if (random_.chance(40)) filter.handler = support::handler_of(*random_.of(model_types));
    if (random_.chance(30)) filter.subject = "subject " + std::to_string(random_.below(3));
    static const std::vector<std::string> states[] = {{"pending", "QUEUED", "succeeded", "FAILED"},
                                                      {"failed", "canceled"},
                                                      {"running"},
                                                      {"FAILED", "AUDIO_READY", "RETRYING"},
                                                      {"Poisoned", "no such state"}};
    if (random_.chance(40)) filter.states = random_.of(states);
    if (random_.chance(20) && !model().all.empty())
      filter.created_from = instant{milliseconds{random_.of(model().all).created}};
    if (random_.chance(20) && !model().all.empty())
      filter.created_until = instant{milliseconds{random_.of(model().all).created}};
    filter.limit = 1 + random_.below(9);
    const storage::scope who = some_scope();
    tested_.look_at_list(who, filter);
  }

  testing::manual_clock clock_;
  random_source random_;
  support::tally* counts_;
  opener open_{};  ///< none: there is one process, and it does not die
  std::vector<member> processes_{};
  std::size_t at_ = 0;  ///< the process that acts
  std::uint64_t next_id_ = 0;
  std::vector<storage::raise> raised_{};
  support::checked_store tested_;
  unsigned weights_[16]{};
  int step_ = -1;
};

namespace {

std::string played_to_the_end(game& game, std::uint64_t seed) {
  try {
    game.play(150);
  } catch (const support::difference& found) {
    return found.sentence + " (" + game.where() +
           "); see it again with PAWL_MODEL_SEED=" + std::to_string(seed);
  }
  return {};
}

}  // namespace

std::string difference_of(storage::store& made, const testing::manual_clock& clock,
                          std::uint64_t seed, tally& counts, bool claims_take_shares) {
  game played(made, clock, seed, counts, claims_take_shares);
  return played_to_the_end(played, seed);
}
std::string difference_between(const std::function<std::unique_ptr<storage::store>()>& open,
                               const testing::manual_clock& clock, std::uint64_t seed,
                               tally& counts, bool claims_take_shares) {
  game played(open, clock, seed, counts, claims_take_shares);
  return played_to_the_end(played, seed);
}

std::uint64_t number_of_games(std::uint64_t usual) {
  if (const char* given = std::getenv("PAWL_MODEL_SEEDS")) return std::stoull(given);
  return std::getenv("PAWL_LONG_TESTS") != nullptr ? 200 * usual : usual;
}

}  // namespace support::games
