// SPDX-License-Identifier: BSL-1.0
// Processes that work on a store until they are killed, and tell what it has acknowledged.
#pragma once

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <pawl/job/id_source.hpp>
#include <pawl/job/type.hpp>
#include <pawl/storage/store.hpp>

#include "../../examples/jobs/deck.hpp"
#include "../../examples/jobs/service.hpp"

namespace support {

using namespace pawl::storage;

inline const pawl::job_descriptor& report_type = pawl::type_of<service_jobs::report_job>;
inline const pawl::job_descriptor& convert_type = pawl::type_of<deck_jobs::convert_job>;
inline const scope everybody = scope::every_tenant();

/// What a child tells the parent, in one write, as soon as the store has acknowledged it.
struct message {
  char what = 0;  // 's' submitted, 'c' claimed, 'd' done, 'e' an error that must not be
  pawl::job_id id{};
  std::uint64_t number = 0;
};

/// A child process that runs `work` with somewhere to tell about it.
class child {
 public:
  template <class Work>
  explicit child(Work work) {
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
    process_ = ::fork();
    if (process_ == 0) {
      ::close(ends[0]);
      int status = 0;
      try {
        work([out = ends[1]](const message& m) {
          if (::write(out, &m, sizeof m) != sizeof m) ::_exit(3);
        });
      } catch (const std::exception& failed) {
        const std::string text = std::string(failed.what()) + '\n';
        static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
        status = 2;
      }
      ::_exit(status);
    }
    ::close(ends[1]);
    from_ = ends[0];
  }
  child(child&& other) noexcept
      : process_(std::exchange(other.process_, -1)), from_(std::exchange(other.from_, -1)) {}
  child& operator=(child&&) = delete;
  ~child() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
    }
    if (from_ >= 0) ::close(from_);
  }

  void kill() { ::kill(process_, SIGKILL); }
  /// The next thing that the child tells; waits for it.
  message next() {
    message told;
    if (::read(from_, &told, sizeof told) != sizeof told) told.what = 0;
    return told;
  }
  /// Whether it has told something that was not read.
  [[nodiscard]] bool has_told() const {
    pollfd at{from_, POLLIN, 0};
    return ::poll(&at, 1, 0) == 1;
  }
  /// Reads to the end of what the child has told, and waits for its end.
  std::vector<message> finish(int* status = nullptr) {
    std::vector<message> all;
    for (message told = next(); told.what != 0; told = next()) all.push_back(told);
    int ended = 0;
    ::waitpid(std::exchange(process_, -1), &ended, 0);
    if (status != nullptr) *status = ended;
    return all;
  }

 private:
  pid_t process_ = -1;
  int from_ = -1;
};

inline submit one_job(pawl::id_source& ids, std::string key, const std::string& tenant = "acme") {
  return {.type = &report_type,
          .id = ids.next(pawl::system_clock{}.wall()),
          .who = {tenant, "ann", ""},
          .payload = "{}",
          .key = std::move(key)};
}

/// What a victim does, and what it tells when that is done.
struct deed {
  std::variant<submit, claim, settle, pawl::storage::report, cancel, reap> op;
  message news{'-'};

  operation_ptr pointer() {
    return std::visit([](auto& each) { return operation_ptr(&each); }, op);
  }
};

/// Everything at once, until it is killed. `is_a_failure(error)` tells which errors of the store
/// must not be.
void live_dangerously(pawl::storage::store& jobs, unsigned seed, const auto& tell,
                      const auto& is_a_failure) {
  pawl::id_source ids;
  std::mt19937 random(seed);
  enrol me{"victim"};
  for (jobs.apply_one(me); !me.answer; jobs.apply_one(me))
    if (is_a_failure(me.answer.error())) return tell({'e', {}, 0});
  const auto owner = me.answer->owner;
  light_vector<claimed> held;
  std::vector<pawl::job_id> known;
  while (true) {
    std::vector<deed> deeds;
    for (unsigned i = random() % 4; i != 0; --i) {
      submit job = one_job(ids, random() % 2 == 0 ? "key-" + std::to_string(random() % 1000) : "",
                           random() % 2 == 0 ? "acme" : "initech");
      if (random() % 8 == 0 && !known.empty() && job.who.tenant == "acme")
        job.depends_on.push_back(known[random() % known.size()]);
      if (random() % 8 == 0) job.delay = milliseconds{random() % 5};
      const message news{'s', job.id, 0};
      deeds.push_back({std::move(job), news});
    }
    if (random() % 3 == 0) {
      submit job{.type = &convert_type,
                 .id = ids.next(pawl::system_clock{}.wall()),
                 .who = {"acme", "ann", ""},
                 .payload = "{}"};
      job.limit_keys.push_back("document-" + std::to_string(random() % 20));
      const message news{'s', job.id, 1};
      deeds.push_back({std::move(job), news});
    }
    for (const claimed& job : held) {
      const auto chance = random() % 10;
      settle end{.lease = job.lease, .type = job.type, .result = "{}"};
      if (chance == 0) {
        end.end = attempt_end::failed;
        end.error = {.code = "network_timeout", .message = "again", .retryable = true};
      } else if (chance == 1) {
        end.end = attempt_end::given_back;
      }
      if (chance == 2)
        deeds.push_back({pawl::storage::report{
            .lease = job.lease, .type = job.type, .progress = 50, .checkpoint = "x"}});
      const message news{end.end == attempt_end::succeeded ? 'd' : '-', job.id, job.lease.fence};
      deeds.push_back({std::move(end), news});
    }
    held.clear();
    if (random() % 10 == 0 && !known.empty())
      deeds.push_back({cancel{everybody, known[random() % known.size()], "chaos"}});
    if (random() % 20 == 0) deeds.push_back({reap{10}});
    deeds.push_back({claim{owner, {&report_type, &convert_type}, 3, 2}});
    std::vector<operation_ptr> batch;
    for (deed& each : deeds) batch.push_back(each.pointer());
    jobs.apply(batch);
    for (deed& each : deeds) {
      const answer_state& answered = each.pointer().answer();
      if (!answered) {
        if (is_a_failure(answered.error())) tell({'e', {}, 0});
        continue;
      }
      if (each.news.what == 's') {
        each.news.id = std::get<submit>(each.op).answer->id;
        if (each.news.number == 0) known.push_back(each.news.id);
        tell(each.news);
      } else if (each.news.what == 'd') {
        tell(each.news);
      }
    }
    for (const claimed& job : std::get<claim>(deeds.back().op).answer->jobs)
      if (job.started) held.push_back(job);
  }
}

}  // namespace support
