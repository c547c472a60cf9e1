// SPDX-License-Identifier: BSL-1.0
// Two programs on one store, of which one has job types that the other does not have, and a newer
// version of a payload. They are killed at random moments and started again; afterwards everything
// that they were told has to be true. On SQLite, or, if PGHOST is set, on that PostgreSQL server.
//
// Ten kills are the default. PAWL_KILL_MINUTES=60 goes on for an hour; PAWL_LONG_TESTS=1 is the
// same. Then a run has failed, too, that has killed fewer than 500 programs an hour, or in which
// fewer than 200 jobs a second have ended.
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <pawl/codec/json.hpp>
#include <pawl/storage/sqlite.hpp>
#if PAWL_TEST_WITH_POSTGRES
#include <pawl/storage/postgres.hpp>

#include "postgres/database.hpp"
#endif

#include "jobs.hpp"
#include "storage/directory.hpp"
#include "storage/invariants.hpp"
#include "support/catch.hpp"
#include "support/program.hpp"

namespace two_programs {

namespace {

using namespace std::chrono_literals;
using clock_type = std::chrono::steady_clock;
using pawl::job_id;
namespace storage = pawl::storage;
const storage::scope everybody = storage::scope::every_tenant();

const pawl::job_descriptor* const types[] = {&pawl::type_of<counted>, &pawl::type_of<trace>,
                                             &pawl::type_of<alpha>, &pawl::type_of<beta>,
                                             &pawl::type_of<newer_shared>};

/// A job ends by one transition, and by no second one.
constexpr support::invariant ends_once{
    "a job ends once",
    "SELECT count(*) FROM (SELECT e.job FROM pawl_events AS e WHERE e.kind = 0 AND e.to_state IN "
    "('succeeded', 'canceled', 'dead_lettered') GROUP BY e.job HAVING count(*) > 1) AS twice"};

// --- Where the jobs are --------------------------------------------------------------------------

class place {
 public:
  virtual ~place() = default;
  /// What the programs are told of it: the kind, and where it is.
  [[nodiscard]] virtual std::vector<std::string> words() const = 0;
  [[nodiscard]] virtual std::unique_ptr<storage::store> open() const = 0;
  /// What a process that dies must not leave behind, looked for while others go on; empty: nothing.
  [[nodiscard]] virtual std::string damage() const = 0;
  /// What does not hold.
  [[nodiscard]] virtual std::vector<std::string> broken() const = 0;
};

template <class Opened>
std::unique_ptr<storage::store> with_types(Opened opened) {
  if (!opened) throw std::runtime_error(describe(opened.error()));
  if (const auto learnt = (*opened)->learn(types); !learnt)
    throw std::runtime_error(describe(learnt.error()));
  return *std::move(opened);
}

class sqlite_place final : public place {
 public:
  [[nodiscard]] std::vector<std::string> words() const override { return {"sqlite", path_}; }
  [[nodiscard]] std::unique_ptr<storage::store> open() const override {
    return with_types(
        storage::sqlite<>::open(path_, {.durability = storage::durability_level::normal}));
  }
  [[nodiscard]] std::string damage() const override {
    const std::string found = support::answer_of(path_, "PRAGMA quick_check");
    return found == "ok" ? "" : found;
  }
  [[nodiscard]] std::vector<std::string> broken() const override {
    auto found = support::broken_invariants(path_);
    if (const std::string twice = support::answer_of(path_, ends_once.violations); twice != "0")
      found.push_back(std::string(ends_once.sentence) + ": " + twice);
    return found;
  }

 private:
  support::fresh_directory directory_{};
  std::string path_ = directory_ / "jobs.db";
};

#if PAWL_TEST_WITH_POSTGRES
class postgres_place final : public place {
 public:
  postgres_place() { open().reset(); }
  ~postgres_place() override {
    try {
      support::database().ask("DROP SCHEMA " + schema_ + " CASCADE");
    } catch (const std::exception&) {  // it goes with its server
    }
  }
  [[nodiscard]] std::vector<std::string> words() const override { return {"postgres", schema_}; }
  [[nodiscard]] std::unique_ptr<storage::store> open() const override {
    return with_types(storage::postgres<>::open("", {.schema = schema_}));
  }
  [[nodiscard]] std::string damage() const override { return {}; }
  [[nodiscard]] std::vector<std::string> broken() const override {
    auto found = support::broken_invariants_in(schema_);
    support::database db;
    db.ask("SET search_path TO " + schema_);
    if (const std::string twice = db.ask(ends_once.violations); twice != "0")
      found.push_back(std::string(ends_once.sentence) + ": " + twice);
    return found;
  }

 private:
  static std::string next_name() {
    static int made = 0;
    return "two_programs_" + std::to_string(::getpid()) + '_' + std::to_string(++made);
  }
  std::string schema_ = next_name();
};
#endif

std::unique_ptr<place> fresh_place() {
#if PAWL_TEST_WITH_POSTGRES
  if (std::getenv("PGHOST") != nullptr) return std::make_unique<postgres_place>();
#endif
  return std::make_unique<sqlite_place>();
}

// --- What the programs were told -----------------------------------------------------------------

struct acknowledged {
  std::string type{};
  std::int64_t number = 0;
};

/// All that was acknowledged to both programs. Their readers write it, each on its thread.
class ledger {
 public:
  void take(const std::string& line) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    const std::scoped_lock lock(mutex_);
    if (what != "s") {
      wrong_.push_back(line);
      return;
    }
    std::string id;
    std::string key;
    acknowledged job;
    words >> id >> job.type >> job.number >> key;
    if (key != "-") {
      const std::string& first = ids_of_keys_.emplace(key, id).first->second;
      if (first != id) wrong_.push_back(key + " made two jobs: " + first + " and " + id);
    }
    jobs_[id] = job;
  }
  [[nodiscard]] std::vector<std::string> wrong() const {
    const std::scoped_lock lock(mutex_);
    return wrong_;
  }
  [[nodiscard]] std::map<std::string, acknowledged> jobs() const {
    const std::scoped_lock lock(mutex_);
    return jobs_;
  }
  [[nodiscard]] std::size_t keys() const {
    const std::scoped_lock lock(mutex_);
    return ids_of_keys_.size();
  }

 private:
  mutable std::mutex mutex_;  ///< for all that follows
  std::map<std::string, acknowledged> jobs_{};
  std::map<std::string, std::string> ids_of_keys_{};
  std::vector<std::string> wrong_{};
};

/// One of the two programs, and a thread that reads what it says.
class running {
 public:
  running(const std::string& program, const place& at, const std::string& effects_file,
          std::int64_t first_number, ledger& to)
      : program_(command(program, at, effects_file, first_number)), reader_([this, &to] {
          for (std::string line = program_.line(); !line.empty(); line = program_.line()) {
            to.take(line);
            has_said_something_ = true;
          }
          has_ended_ = true;
        }) {}
  ~running() {
    program_.kill();
    if (reader_.joinable()) reader_.join();
  }

  /// Whether it works: it has been told of a submission.
  [[nodiscard]] bool is_at_work() const { return has_said_something_; }
  [[nodiscard]] bool has_ended() const { return has_ended_; }
  void signal(int which) const { program_.signal(which); }
  /// How it ended; after what it said before was read.
  int wait() {
    reader_.join();
    return program_.wait();
  }

 private:
  static std::vector<std::string> command(const std::string& program, const place& at,
                                          const std::string& effects_file,
                                          std::int64_t first_number) {
    std::vector<std::string> all{program};
    for (const std::string& each : at.words()) all.push_back(each);
    all.push_back(effects_file);
    all.push_back(std::to_string(first_number));
    return all;
  }

  support::program program_;
  std::atomic<bool> has_said_something_{false};
  std::atomic<bool> has_ended_{false};
  std::thread reader_;
};

// --- What they did -------------------------------------------------------------------------------

struct deeds {
  std::map<std::string, std::set<std::uint64_t>> fences{};  ///< of each job, as workers entered it
  std::map<std::int64_t, int> callbacks{};                  ///< by the number of the order
  std::vector<std::string> wrong{};
};

deeds read_deeds(const std::string& effects_file) {
  deeds out;
  std::ifstream in(effects_file);
  std::string what;
  while (in >> what) {
    if (what == "r") {
      std::string job;
      std::uint64_t fence = 0;
      in >> job >> fence;
      if (!out.fences[job].insert(fence).second)
        out.wrong.push_back("job " + job + " ran twice under fence " + std::to_string(fence));
    } else {
      std::int64_t number = 0;
      in >> number;
      ++out.callbacks[number];
    }
  }
  return out;
}

/// Shows all jobs of a type, or of all types; false if they cannot be read.
bool each_job(storage::store& store, const std::string& handler, const auto& show) {
  storage::list_filter filter;
  filter.handler = handler;
  filter.limit = storage::list_filter::most;
  do {
    const auto page = store.list(everybody, filter);
    if (!page) return false;
    for (const pawl::job_record& each : page->jobs) show(each);
    filter.cursor = page->cursor;
  } while (!filter.cursor.empty());
  return true;
}

/// A round: a fresh store, some kills, and then everything is worked off and checked.
class kill_round {
 public:
  /// Between two kills the programs work for so long, at most.
  kill_round(unsigned seed, int kills, std::chrono::milliseconds longest_work)
      : random_(seed), kills_left_(kills), longest_work_(longest_work) {}

  void play() {
    for (int which = 0; which < 2; ++which) start(which);
    while (kills_left_ > 0 && flaws_.empty()) kill_some();
    const bool is_worked_off = flaws_.empty() && work_off();
    check(is_worked_off);
  }
  [[nodiscard]] int kills() const { return kills_; }
  [[nodiscard]] std::size_t ended() const { return ended_; }
  [[nodiscard]] const std::vector<std::string>& flaws() const { return flaws_; }

 private:
  static constexpr const char* programs[] = {PAWL_TEST_OLDER_PROGRAM, PAWL_TEST_NEWER_PROGRAM};
  static constexpr const char* names[] = {"the older program", "the newer program"};

  void start(int which) {
    running_[which].reset();
    running_[which] = std::make_unique<running>(programs[which], *place_, effects_,
                                                ++starts_ * 10'000'000, told_);
  }
  void note(std::string flaw) {
    if (flaws_.size() < 10) flaws_.push_back(std::move(flaw));
  }
  /// Neither ends by itself.
  [[nodiscard]] bool are_alive() {
    for (int which = 0; which < 2; ++which)
      if (running_[which]->has_ended()) {
        const int how = running_[which]->wait();
        running_[which].reset();
        note(std::string(names[which]) + " has ended by itself, with " + std::to_string(how));
        return false;
      }
    return true;
  }
  template <class Condition>
  bool wait_for(Condition holds, std::chrono::seconds longest) {
    const auto until = clock_type::now() + longest;
    while (!holds()) {
      if (!are_alive() || clock_type::now() > until) return false;
      std::this_thread::sleep_for(2ms);
    }
    return true;
  }

  bool wait_until_at_work() {
    if (wait_for([&] { return running_[0]->is_at_work() && running_[1]->is_at_work(); }, 60s))
      return true;
    note("the programs do not come to work");
    return false;
  }

  void kill_some() {
    if (!wait_until_at_work()) return;
    std::this_thread::sleep_for(longest_work_ * (random_() % 1000) / 1000);
    if (!are_alive()) return;
    const unsigned chance = random_() % 4;
    for (int which = 0; which < 2; ++which) {
      if (chance != 3 && static_cast<int>(chance % 2) != which) continue;  // one; or both
      running_[which]->signal(SIGKILL);
      --kills_left_;
      const int how = running_[which]->wait();
      if (how == -SIGKILL)
        ++kills_;
      else
        note(std::string(names[which]) + " was not killed, and ended with " + std::to_string(how));
      running_[which].reset();
    }
    if (const std::string damage = place_->damage(); !damage.empty())
      note("after a kill the file is damaged: " + damage);
    for (int which = 0; which < 2; ++which)
      if (!running_[which]) start(which);
  }

  /// No more is submitted, and what there is comes to its end, callbacks too.
  bool work_off() {
    if (!wait_until_at_work()) return false;
    for (const auto& each : running_) each->signal(SIGUSR1);
    const auto store = place_->open();
    std::int64_t living = 0;
    const bool all = wait_for(
        [&] {
          living = 0;
          const auto counted = store->count(everybody);
          if (!counted) return false;
          for (const auto& each : counted->jobs)
            if (each.phase != pawl::phase::terminal) living += each.count;
          if (living != 0) std::this_thread::sleep_for(20ms);
          return living == 0;
        },
        180s);
    if (!all) {
      note(std::to_string(living) + " jobs have not ended");
      return true;  // which, the check tells
    }
    // The callbacks of a process that was killed come back when their lease has run out, also those
    // that were called, and had not submitted what follows.
    static_cast<void>(wait_for(
        [&] {
          if (is_all_told(*store)) return true;
          std::this_thread::sleep_for(200ms);
          return false;
        },
        180s));
    if (!flaws_.empty()) return false;
    for (int which = 0; which < 2; ++which) {
      running_[which]->signal(SIGTERM);
      if (const int how = running_[which]->wait(); how != 0)
        note(std::string(names[which]) + " was asked to end, and ended with " +
             std::to_string(how));
      running_[which].reset();
    }
    return true;
  }

  /// Whether every handler was told of the ends of its jobs, and what follows has ended, too.
  bool is_all_told(storage::store& store) {
    const deeds done = read_deeds(effects_);
    std::map<std::int64_t, int> traces;
    bool have_ended = true;
    const bool are_read = each_job(store, "two.trace", [&](const pawl::job_record& each) {
      ++traces[std::stoll(each.subject)];
      have_ended = have_ended && is_terminal(each.kind);
    });
    if (!are_read || !have_ended) return false;
    for (const auto& [id, job] : told_.jobs())
      if (!done.callbacks.contains(job.number) ||
          (job.type == "own" && !traces.contains(job.number)))
        return false;
    return true;
  }

  /// Whether all had to come to its end, or the round was given up before.
  void check(bool is_worked_off) {
    running_[0].reset();
    running_[1].reset();
    for (const std::string& each : told_.wrong()) note(each);
    for (const std::string& each : place_->broken()) note(each);
    const deeds done = read_deeds(effects_);
    for (const std::string& each : done.wrong) note(each);
    const auto store = place_->open();
    std::map<std::string, pawl::job_record> found;
    std::map<std::int64_t, int> traces;
    const bool are_read = each_job(*store, {}, [&](const pawl::job_record& each) {
      if (each.handler == "two.trace") ++traces[std::stoll(each.subject)];
      found.emplace(to_string(each.id), each);
    });
    if (!are_read) return note("jobs cannot be listed");

    for (const auto& [id, job] : told_.jobs()) {
      const std::string name = job.type + " job " + id;
      const auto at = found.find(id);
      if (at == found.end()) {
        note(name + " was acknowledged and is not there");
        continue;
      }
      const pawl::job_record& record = at->second;
      if (!is_terminal(record.kind)) {
        if (is_worked_off) note(name + " has not ended, it is " + record.state);
        continue;
      }
      ++ended_;
      if ((record.kind == pawl::kind::success) == (job.number % 37 == 5))
        note(name + " ended " + record.state +
             (record.error ? " with " + record.error->code : std::string()));
      check_result(*store, record, done.fences);
      if (!is_worked_off) continue;
      if (!done.callbacks.contains(job.number))
        note("the handler was never told of the end of " + name);
      if (job.type == "own" && traces[job.number] != 1)
        note(name + " is followed by " + std::to_string(traces[job.number]) + " jobs, not by one");
    }
    if (ended_ == 0) note("no job has ended");
    if (told_.keys() == 0) note("no key was used");
  }
  /// The end that was accepted is of the last claim.
  void check_result(storage::store& store, const pawl::job_record& record,
                    const std::map<std::string, std::set<std::uint64_t>>& fences) {
    if (record.kind != pawl::kind::success) return;
    const std::string id = to_string(record.id);
    const auto entered = fences.find(id);
    if (entered == fences.end()) return note("job " + id + " succeeded and was never entered");
    // A job that ran once, as most did, has one fence.
    if (entered->second.size() == 1) return;
    const auto stored = store.result_of(everybody, record.id);
    if (!stored || !stored->value) return note("job " + id + " has no result");
    const std::string last = "\"fence\":" + std::to_string(*entered->second.rbegin());
    if (stored->value->find(last) == std::string::npos)
      note("job " + id + " was entered under a later fence than that of its result, " +
           *stored->value);
  }

  std::mt19937 random_;
  int kills_left_;
  std::chrono::milliseconds longest_work_;
  int kills_ = 0;
  std::int64_t starts_ = 0;
  std::size_t ended_ = 0;
  std::vector<std::string> flaws_{};
  support::fresh_directory directory_{};
  std::string effects_ = directory_ / "effects";
  std::unique_ptr<place> place_ = fresh_place();
  ledger told_{};
  std::unique_ptr<running> running_[2]{};
};

std::optional<std::chrono::minutes> minutes_to_kill() {
  if (const char* given = std::getenv("PAWL_KILL_MINUTES"))
    return std::chrono::minutes{std::stoi(given)};
  if (std::getenv("PAWL_LONG_TESTS") != nullptr) return std::chrono::minutes{60};
  return {};
}

}  // namespace

}  // namespace two_programs

TEST_CASE("an older and a newer program on one store lose nothing when they are killed",
          "[DOC-08][DECK-22][SVC-14][SVC-15]") {
  using namespace two_programs;
  const auto minutes = minutes_to_kill();
  constexpr int kills_of_a_round = 10;
  const auto begun = clock_type::now();
  std::mt19937 random(20261119);
  int rounds = 0;
  int kills = 0;
  std::size_t ended = 0;
  double seconds = 0;
  do {
    const auto seed = static_cast<unsigned>(random());
    CAPTURE(rounds, seed);
    kill_round one(seed, minutes ? 3 * kills_of_a_round : kills_of_a_round,
                   minutes ? 1500ms : 300ms);
    one.play();
    ++rounds;
    kills += one.kills();
    ended += one.ended();
    seconds = std::chrono::duration<double>(clock_type::now() - begun).count();
    std::printf("round %d: %d kills, %zu jobs, %.0f jobs/s\n", rounds, kills, ended,
                static_cast<double>(ended) / seconds);
    std::fflush(stdout);
    for (const std::string& each : one.flaws()) UNSCOPED_INFO(each);
    REQUIRE(one.flaws().empty());
  } while (minutes && clock_type::now() < begun + *minutes);
  // A run in which nothing happened would prove nothing.
  CHECK(kills >= kills_of_a_round);
  if (!minutes) return;
  CHECK(kills >= 500 * seconds / 3600);
  CHECK(static_cast<double>(ended) / seconds >= 200);
}
