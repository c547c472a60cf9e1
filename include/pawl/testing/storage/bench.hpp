// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <source_location>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pawl/job/id_source.hpp>
#include <pawl/storage/policy.hpp>
#include <pawl/testing/manual_clock.hpp>
#include <pawl/testing/storage/jobs.hpp>

namespace pawl::testing {

/// How a law was broken: thrown where it is noticed, and reported by who runs the law.
struct broken_storage_law {
  std::string sentence{};  ///< what should have been, and where it was not
};

/// What a law works on: a fresh store, its clock, and short words for what is asked of it.
///
/// `done` demands that an operation is done, `refused` that it is not; `expect` demands anything
/// else. What a law demands is said as the sentence that should be true.
class storage_bench {
 public:
  using where = std::source_location;
  using milliseconds = std::chrono::milliseconds;

  storage_bench(storage::store& tested, manual_clock its_clock) : store(tested), clock(its_clock) {
    if (const auto learnt = store.learn(law_jobs::all); !learnt)
      broken("a store learns job types: " + describe(learnt.error()), where::current());
  }

  storage::store& store;
  manual_clock clock;
  id_source ids{};
  principal who{.tenant = "acme", .user = "ann", .organisation = "sales"};

  // --- Demands -----------------------------------------------------------------------------------

  static void expect(bool holds, const std::string& sentence, where at = where::current()) {
    if (!holds) broken(sentence, at);
  }
  template <class Operation>
  typename Operation::answer_type done(Operation op, where at = where::current()) {
    auto answer = storage::apply_one(store, std::move(op));
    if (!answer) broken("this is not refused, but was: " + describe(answer.error()), at);
    return *std::move(answer);
  }
  template <class Operation>
  storage::error refused(Operation op, where at = where::current()) {
    auto answer = storage::apply_one(store, std::move(op));
    if (answer) broken("this is refused, but was done", at);
    if (answer.error().message.empty()) broken("a refusal says what to do", at);
    return std::move(answer).error();
  }
  template <class Operation>
  void refused(storage::errc code, Operation op, where at = where::current()) {
    const storage::error why = refused(std::move(op), at);
    if (why.code != code)
      broken("this is refused with " + name(code) + ", but was with " + describe(why), at);
  }
  template <class T>
  T read(storage::answer_to<T> found, where at = where::current()) {
    if (!found) broken("this can be read, but could not: " + describe(found.error()), at);
    return *std::move(found);
  }

  template <class T>
  void refused_to_read(storage::errc code, const storage::answer_to<T>& found,
                       where at = where::current()) {
    if (found) broken("this is refused, but was read", at);
    if (found.error().code != code)
      broken("this is refused with " + name(code) + ", but was with " + describe(found.error()),
             at);
  }

  // --- Submitting --------------------------------------------------------------------------------

  [[nodiscard]] storage::submit request(const job_descriptor& type, std::string payload = "{}") {
    storage::submit op{.type = &type, .id = ids.next(store.now()), .who = who};
    op.payload_hash = sha256_of(payload);
    op.payload = std::move(payload);
    op.limit_keys.assign(type.limits.size(), "key");
    if (type.unique.is_on) op.unique = "value";
    return op;
  }
  job_id submit(storage::submit op, where at = where::current()) {
    const job_id id = op.id;
    const auto answer = done(std::move(op), at);
    if (!answer.created || answer.id != id) broken("a new job is created", at);
    return id;
  }
  job_id submit(const job_descriptor& type, where at = where::current()) {
    return submit(request(type), at);
  }

  // --- Working -----------------------------------------------------------------------------------

  storage::owner_number worker(where at = where::current()) {
    return done(storage::enrol{"a worker"}, at).owner;
  }
  storage::light_vector<storage::claimed> claim(storage::owner_number owner,
                                                storage::light_vector<const job_descriptor*> types,
                                                std::size_t start, std::size_t hold = 0,
                                                where at = where::current()) {
    return done(storage::claim{owner, std::move(types), start, hold}, at).jobs;
  }
  /// Claims and starts the one job of this type that is ready.
  storage::claimed start(storage::owner_number owner, const job_descriptor& type,
                         where at = where::current()) {
    auto jobs = claim(owner, {&type}, 1, 0, at);
    if (jobs.size() != 1 || !jobs[0].started) broken("a ready job is claimed and started", at);
    return std::move(jobs[0]);
  }
  /// Submits a job and starts it.
  storage::claimed running(storage::owner_number owner, const job_descriptor& type,
                           where at = where::current()) {
    const job_id id = submit(type, at);
    storage::claimed job = start(owner, type, at);
    if (job.id != id) broken("the job that was submitted is the one that is claimed", at);
    return job;
  }
  /// Submits a job and holds it.
  storage::claimed held(storage::owner_number owner, const job_descriptor& type,
                        where at = where::current()) {
    submit(type, at);
    auto jobs = claim(owner, {&type}, 0, 1, at);
    if (jobs.size() != 1 || jobs[0].started) broken("a ready job is claimed and held", at);
    return std::move(jobs[0]);
  }
  /// Submits a pipeline and starts its first step.
  storage::claimed running_step(storage::owner_number owner, where at = where::current()) {
    const job_id id = submit(law_jobs::filmed, at);
    if (get(id, at).phase != phase::blocked || !nothing_to_claim(owner, law_jobs::filmed, at))
      broken("a dormant job waits for an event from outside", at);
    for (const char* name : {"confirm_upload", "run"})
      done(storage::raise{.scope = mine(), .id = id, .event = name}, at);
    return start(owner, law_jobs::filmed, at);
  }
  bool nothing_to_claim(storage::owner_number owner, const job_descriptor& type,
                        where at = where::current()) {
    return claim(owner, {&type}, 1, 0, at).empty();
  }

  [[nodiscard]] static storage::settle end(const storage::claimed& job, storage::attempt_end how) {
    return {.lease = job.lease, .type = job.type, .end = how};
  }
  [[nodiscard]] static storage::settle success(const storage::claimed& job,
                                               std::string result = "42") {
    storage::settle op = end(job, storage::attempt_end::succeeded);
    op.result = std::move(result);
    return op;
  }
  [[nodiscard]] static storage::settle failure(const storage::claimed& job, bool retryable = true) {
    storage::settle op = end(job, storage::attempt_end::failed);
    op.error = {.code = retryable ? "network_timeout" : "validation_error",
                .message = "it did not work",
                .detail = "host 7",
                .state = {},
                .retryable = retryable};
    return op;
  }
  storage::settle::answer_type succeed(const storage::claimed& job, where at = where::current()) {
    return done(success(job), at);
  }
  storage::settle::answer_type fail(const storage::claimed& job, bool retryable = true,
                                    where at = where::current()) {
    return done(failure(job, retryable), at);
  }
  /// Runs a job until no attempt is left.
  job_id dead(storage::owner_number owner, const job_descriptor& type,
              where at = where::current()) {
    const job_id id = submit(type, at);
    for (unsigned left = type.retry.max_attempts; left != 0; --left) {
      fail(start(owner, type, at), true, at);
      clock.advance(milliseconds{60'000});
      done(storage::beat{owner}, at);
    }
    if (!store.dead_letter(everyone(), id)) broken("a job out of attempts is a dead letter", at);
    return id;
  }

  // --- Looking -----------------------------------------------------------------------------------

  [[nodiscard]] storage::scope mine() const { return storage::scope::tenant(who.tenant); }
  [[nodiscard]] static storage::scope everyone() { return storage::scope::every_tenant(); }

  job_record get(const job_id& id, where at = where::current()) {
    return read(store.get(everyone(), id), at);
  }
  std::string state(const job_id& id, where at = where::current()) { return get(id, at).state; }
  std::vector<job_event> events(const job_id& id, where at = where::current()) {
    return read(store.events(everyone(), id, 0, 10'000), at);
  }
  /// The transitions of a job, as `start:pending>running`.
  std::vector<std::string> transitions(const job_id& id, where at = where::current()) {
    std::vector<std::string> out;
    for (const job_event& each : events(id, at))
      if (each.kind == event_kind::transition)
        out.push_back(each.event + ':' + each.from + '>' + each.to);
    return out;
  }
  /// The feed from its beginning: what happened, and that jobs are new.
  std::vector<job_event> feed(const storage::scope& of, std::size_t at_once = 100,
                              where at = where::current()) {
    std::vector<job_event> out;
    storage::feed_page page;
    do {
      page = read(store.feed(of, page.cursor, at_once), at);
      for (auto& each : page.entries) out.push_back(std::move(each.event));
    } while (page.more);
    return out;
  }
  std::vector<job_id> list(storage::list_filter filter = {}, where at = where::current()) {
    std::vector<job_id> out;
    for (const job_record& each : read(store.list(everyone(), filter), at).jobs)
      out.push_back(each.id);
    return out;
  }

  void pass(milliseconds time) { clock.advance(time); }
  void pass(duration_ms time) { clock.advance(milliseconds{time.count}); }
  /// As long as any backoff of a type may be. An owner that is named stays alive.
  void outwait_backoff(const job_descriptor& type, storage::owner_number alive = 0,
                       where at = where::current()) {
    pass(type.retry.plan.cap);
    if (alive != 0) done(storage::beat{alive}, at);
  }

  [[nodiscard]] static std::string name(storage::errc code) {
    const text spelled = name_of(code);
    return {spelled.data(), spelled.size()};
  }

 private:
  [[noreturn]] static void broken(const std::string& sentence, where at) {
    throw broken_storage_law{sentence + " (" + at.file_name() + ':' + std::to_string(at.line()) +
                             ')'};
  }
};

/// A law, by the sentence that it proves.
struct storage_law {
  const char* name;
  void (*holds)(storage_bench&);
};

/// Runs one law on a fresh store. `make(manual_clock)` makes the store and gives something that
/// points to it. Answers how the law was broken; empty if it holds.
template <class Make>
std::string broken_law_of(void (*law)(storage_bench&), Make&& make) {
  const manual_clock clock;
  auto made = make(clock);
  try {
    storage_bench on(*made, clock);
    law(on);
  } catch (const broken_storage_law& broken) {
    return broken.sentence;
  }
  return {};
}

}  // namespace pawl::testing
