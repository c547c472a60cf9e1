// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pawl/codec/sha256.hpp>
#include <pawl/detail/algorithm.hpp>
#include <pawl/job/descriptor.hpp>
#include <pawl/job/record.hpp>
#include <pawl/policies/retry/override.hpp>
#include <pawl/storage/operation.hpp>
#include <pawl/storage/schedule.hpp>
#include <pawl/storage/time_line.hpp>

/// The rows that every backend keeps. `logic` reads and writes them; a backend only stores them.
///
/// Times are milliseconds: those that are shown since 1970, and those by which something is due on
/// the store's own line of time. Tenants, job
/// types and limits are numbers of a dictionary, so that the indexes stay narrow.

namespace pawl::storage {

using pawl::detail::least;

using name_number = std::int32_t;
/// A limit that is none.
inline constexpr std::size_t all_rows = std::size_t{1} << 40;

/// What was submitted. Never changes.
struct job_row {
  std::int64_t key = 0;
  job_id id{};
  name_number tenant = 0;
  name_number handler = 0;
  std::int64_t created_at = 0;
  unsigned payload_version = 1;
  shared_text payload{};
  payload_object object{};
  std::string requested_by{};
  rare_text organisation{};
  rare_text subject{};
  rare_text correlation{};
  rare_text traceparent{};
  rare_text metadata{};
  rare_text idempotency_key{};
  job_id parent{};
  job_id submitted_by{};
  unsigned rank = 0;
  unsigned max_attempts = 1;
  retry_override retry{};
  rare_text limit_keys{};  ///< by the name of the limit, and what it is unique by: see `limit_keys`
  std::int64_t timeout_ms = 0;  ///< of each attempt; 0: as long as its type says
};

/// The numbers of a `queue_row`: what copies as one piece of memory.
struct queue_numbers {
  std::int64_t key = 0;
  name_number handler = 0;
  name_number tenant = 0;
  unsigned rank = 0;
  unsigned max_attempts = 1;
  unsigned version = 1;

  any_position at{};           ///< its `error` is not used: see `position`
  bool state_is_known = true;  ///< false: this process does not know the state's name
  /// Where it does not: a definition that the store holds and that knows it. `at` is by that one.
  const job_descriptor* stored = nullptr;
  std::int64_t sort_key = 0;  ///< while it is ready, or held and may come back
  due_time due_at{};          ///< while it is scheduled, or was to be when it was blocked
  owner_number owner = 0;     ///< while it is held or running
  std::int64_t lease_ms = 0;
  std::uint64_t fence = 0;
  std::uint64_t events = 0;  ///< the number of the newest event
  std::uint64_t error_event = 0;
  int progress = 0;
  std::int64_t started_at = 0;  ///< 0: not yet
  std::int64_t updated_at = 0;
  unsigned waiting_for = 0;  ///< dependencies that have not finished
  bool cancel_requested = false;
  bool has_dependents = false;
  bool has_checkpoint = false;
  bool suspect = false;      ///< a process that had it was lost; it may be what ended that process
  bool counted = false;      ///< it has, or had, a slot of a limit
  bool parked = false;       ///< it is blocked because it waits for a slot
  bool woken = false;        ///< it is ready because a slot became free, which it has not taken yet
  bool unique = false;       ///< it has what it is unique by, and gives it up
  bool until_begun = false;  ///< when it is begun; else when it has ended
};

/// A job that lives: the only row that changes while it does. `handler`, `tenant`, `rank`,
/// `max_attempts` and `version` repeat the job's, so that a claim reads nothing else.
struct queue_row : queue_numbers {
  rare_text error_code{};
  rare_text stage{};
  rare_text cancel_reason{};
  rare_text cancel_actor{};  ///< who asked, as an event tells it

  /// What a decision reads. Looks into this row.
  [[nodiscard]] any_position position() const {
    any_position all = at;
    all.error = error_code.view();
    return all;
  }
};

/// Whether it waits for a worker, and for nothing else.
[[nodiscard]] inline bool is_ready(const queue_row& job) { return job.at.phase == phase::ready; }
/// Whether it waits for its time, or for other jobs.
[[nodiscard]] inline bool is_delayed(const queue_row& job) {
  return job.at.phase == phase::scheduled ||
         (job.at.phase == phase::blocked && job.waiting_for != 0);
}

/// Jobs of a type that are alike to a claim: of one state and one version of the payload, suspects
/// or not. `format` is the backend's own number for them.
struct queue_lane {
  std::int64_t format = 0;
  state_number state = 0;  ///< of all its jobs, if this process knows it
  unsigned version = 1;
  bool suspect = false;
  bool state_is_known = true;  ///< false: this process does not know the state's name
};

/// What became of a job that has ended. Written once.
struct outcome_row {
  std::int64_t key = 0;
  name_number handler = 0;
  name_number tenant = 0;
  std::string state{};
  pawl::kind kind{};
  std::uint64_t fence = 0;
  std::uint64_t events = 0;
  unsigned attempt = 0;
  unsigned retries = 0;
  int progress = 0;
  rare_text stage{};
  std::int64_t started_at = 0;
  std::int64_t completed_at = 0;
  std::int64_t kept_since = 0;  ///< when it ended, on the store's own line
  std::int64_t prune_at = 0;    ///< when the first of what is left goes
  bool has_events = true;
  bool has_result = false;
  std::string result{};
  payload_object result_object{};
  std::optional<failure_info> error{};
  rare_text cancel_reason{};
};

/// What of a job that has ended goes before the job itself.
struct outcome_parts {
  bool events = false;
  bool output = false;
};

struct event_row {
  std::int64_t job = 0;
  std::uint64_t number = 0;
  event_kind kind{};
  std::int64_t at = 0;
  text event{};
  text from{};
  text to{};
  unsigned attempt = 0;
  int progress = 0;
  std::string_view stage{};
  std::string_view message{};
  std::string_view error{};
  std::string_view detail{};
  std::string_view actor{};  ///< empty: the engine
  std::string_view metadata{};
};

struct key_row {
  std::int64_t job = 0;
  sha256_digest payload{};
  std::int64_t created_at = 0;  ///< on the store's own line
};

/// The job that has a value that is unique.
struct unique_row {
  std::int64_t job = 0;
  std::int64_t since = 0;  ///< when the first of those came that followed each other, on the
                           ///< store's own line
};

struct owner_row {
  owner_number owner = 0;
  std::int64_t seen_at = 0;  ///< on the store's own line
  std::string boot_id{};
  std::string label{};
  std::string ended{};  ///< what it told with its last sign of life: see `ended_text`
};

/// What has ended of each type, as one text: a line for each, with its name and two numbers.
class ended_text {
 public:
  explicit ended_text(std::string_view all) : all_(all) {}

  [[nodiscard]] static std::string of(const light_vector<beat::ended_of_type>& list) {
    std::string out;
    for (const beat::ended_of_type& each : list) {
      if (each.counts.ended == 0) continue;
      out += std::string_view(each.type->handler);
      out += ' ' + std::to_string(each.counts.ended) + ' ' + std::to_string(each.counts.failed);
      out += '\n';
    }
    return out;
  }
  [[nodiscard]] attempt_counts find(std::string_view handler) const {
    for (std::string_view rest = all_; !rest.empty();) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(least(rest.size(), line.size() + 1));
      if (!line.starts_with(handler) || line.substr(handler.size(), 1) != " ") continue;
      attempt_counts out;
      const char* const end = line.data() + line.size();
      const auto ended = std::from_chars(line.data() + handler.size() + 1, end, out.ended);
      if (ended.ptr < end) std::from_chars(ended.ptr + 1, end, out.failed);
      return out;
    }
    return {};
  }

 private:
  std::string_view all_;
};

struct callback_row {
  std::int64_t job = 0;
  name_number handler = 0;
  unsigned tries = 0;       ///< calls that were begun
  std::int64_t due_at = 0;  ///< on the store's own line; of no meaning while a process calls it
  owner_number caller = 0;  ///< the process that calls it now; 0: none
};

struct schedule_row : schedule_facts {
  name_number tenant = 0;
  name_number handler = 0;
};

struct inbox_row {
  sha256_digest content{};
  std::string state{};  ///< that the event led to
};

/// A job that waits for a slot of a limit.
struct parked_job {
  std::int64_t job = 0;
  std::int64_t sort_key = 0;
};

/// A job as it is found by its id.
struct found_job {
  std::int64_t key = 0;
  name_number tenant = 0;
};

/// A limit of active jobs that living processes declare. Where their definitions differ, the
/// strictest counts.
struct declared_limit {
  name_number limit = 0;
  limit_point point{};
  std::string key{};  ///< what it counts by
  int count = 0;
  int most = 0;  ///< that an operator may set
};

/// A slot that a job has given up.
struct freed_slot {
  name_number limit = 0;
  std::string key{};
};

/// Those who wait for a slot of this limit are to be looked at, by what it counts: who declared it
/// has gone, or its count was set.
struct recheck_row {
  name_number limit = 0;
  std::optional<std::string> after{};  ///< the last key that was looked at
};

/// A free slot of a limit; or, if there is none, one of the jobs that hold them.
struct found_slot {
  maybe<int> number{};
  std::int64_t taken_by = 0;
};

/// What the limits of a job count it under, as one text: name and key of each, with its length
/// before it. By name, because another release may have other limits, or have them in another
/// order. What a job is unique by stands beside them, under no name.
class limit_keys {
 public:
  explicit limit_keys(std::string_view all) : all_(all) {}

  [[nodiscard]] std::string unique() const { return find({}).value_or(std::string()); }

  /// The key of a limit; nothing if the job was submitted by a release that did not know it.
  [[nodiscard]] std::optional<std::string> find(std::string_view name) const {
    for (std::string_view rest = all_; !rest.empty();) {
      const std::string_view limit = next(rest);
      const std::string_view key = next(rest);
      if (limit == name) return std::string(key);
    }
    return {};
  }

 private:
  static std::string_view next(std::string_view& rest) {
    const std::size_t colon = least(rest.find(':'), rest.size());
    std::size_t length = 0;
    for (const char c : rest.substr(0, colon))
      length = length * 10 + static_cast<std::size_t>(c - '0');
    rest.remove_prefix(least(rest.size(), colon + 1));
    const std::string_view part = rest.substr(0, length);
    rest.remove_prefix(part.size());
    return part;
  }

  std::string_view all_;
};

/// How much of a status record an artifact or an audit field takes up.
struct finding_size {
  bool is_audit = false;
  std::string name{};
  std::int64_t bytes = 0;  ///< of its value
};

enum class detail_kind : unsigned char {
  checkpoint,
  artifact,
  audit,
  cancel_reason,
  cancel_actor,
  link
};

/// A link as a detail holds it: its end in milliseconds since 1970, and its address.
[[nodiscard]] inline std::string write_link(const result_link& of) {
  return std::to_string(of.until.time_since_epoch().count()) + ' ' + of.url;
}
[[nodiscard]] inline result_link read_link(std::string_view stored) {
  const std::size_t space = least(stored.find(' '), stored.size());
  std::int64_t until = 0;
  std::from_chars(stored.data(), stored.data() + space, until);
  return {std::string(stored.substr(least(space + 1, stored.size()))),
          instant(std::chrono::milliseconds{until})};
}

}  // namespace pawl::storage
