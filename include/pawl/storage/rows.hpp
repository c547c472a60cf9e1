// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pawl/codec/sha256.hpp>
#include <pawl/detail/rare_text.hpp>
#include <pawl/job/descriptor.hpp>
#include <pawl/job/record.hpp>
#include <pawl/policies/retry/override.hpp>
#include <pawl/storage/operation.hpp>

/// The rows that every backend keeps. `logic` reads and writes them; a backend only stores them.
///
/// Times are milliseconds, since 1970 or, for leases, since the machine was started. Tenants, job
/// types and limits are numbers of a dictionary, so that the indexes stay narrow.

namespace pawl::storage {

using name_number = std::int32_t;
using pawl::detail::rare_text;

/// What was submitted. Never changes.
struct job_row {
  std::int64_t key = 0;
  job_id id{};
  name_number tenant = 0;
  name_number handler = 0;
  std::int64_t created_at = 0;
  unsigned payload_version = 1;
  std::string payload{};
  payload_object object{};
  std::string requested_by{};
  rare_text organisation{};
  rare_text subject{};
  rare_text correlation{};
  rare_text traceparent{};
  rare_text metadata{};
  rare_text idempotency_key{};
  job_id parent{};
  unsigned rank = 0;
  unsigned max_attempts = 1;
  retry_override retry{};
  rare_text limit_keys{};  ///< of all limits of its type
};

/// A job that lives: the only row that changes while it does. `handler`, `tenant`, `rank`,
/// `max_attempts` and `version` repeat the job's, so that a claim reads nothing else.
struct queue_row {
  std::int64_t key = 0;
  name_number handler = 0;
  name_number tenant = 0;
  unsigned rank = 0;
  unsigned max_attempts = 1;
  unsigned version = 1;

  any_position at{};           ///< its `error` is not used: see `position`
  bool state_is_known = true;  ///< false: this process does not know the state's name
  std::int64_t sort_key = 0;   ///< while it is ready, or held and may come back
  std::int64_t due_at = 0;     ///< while it is scheduled, or was to be when it was blocked
  owner_number owner = 0;      ///< while it is held or running
  std::int64_t lease_ms = 0;
  std::uint64_t fence = 0;
  std::uint64_t events = 0;  ///< the number of the newest event
  std::uint64_t error_event = 0;
  rare_text error_code{};
  int progress = 0;
  rare_text stage{};
  std::int64_t started_at = 0;  ///< 0: not yet
  std::int64_t updated_at = 0;
  unsigned waiting_for = 0;  ///< dependencies that have not finished
  rare_text cancel_reason{};
  bool cancel_requested = false;
  bool has_dependents = false;
  bool has_checkpoint = false;
  bool suspect = false;  ///< a process that had it was lost; it may be what ended that process

  /// What a decision reads. Looks into this row.
  [[nodiscard]] any_position position() const {
    any_position all = at;
    all.error = error_code.view();
    return all;
  }
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
  std::int64_t prune_at = 0;  ///< when the events go; then, when the rest goes
  bool has_events = true;
  bool has_result = false;
  std::string result{};
  payload_object result_object{};
  std::optional<failure_info> error{};
  rare_text cancel_reason{};
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
};

struct key_row {
  std::int64_t job = 0;
  sha256_digest payload{};
  std::int64_t created_at = 0;
};

struct owner_row {
  owner_number owner = 0;
  std::int64_t seen_at = 0;  ///< boot clock
  std::string boot_id{};
};

struct callback_row {
  std::int64_t job = 0;
  name_number handler = 0;
  unsigned tries = 0;
  std::int64_t due_at = 0;
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

/// A free slot of a limit; or, if there is none, one of the jobs that hold them.
struct found_slot {
  std::optional<int> number{};
  std::int64_t taken_by = 0;
};

/// Several limit keys as one text: each with its length before it, so that no two lists are alike.
class limit_keys {
 public:
  explicit limit_keys(std::string_view all) : rest_(all) {}
  /// The next key; empty if there is none.
  std::string next() {
    const std::size_t colon = rest_.find(':');
    if (colon == std::string_view::npos) return {};
    std::size_t length = 0;
    for (const char c : rest_.substr(0, colon))
      length = length * 10 + static_cast<std::size_t>(c - '0');
    std::string key(rest_.substr(colon + 1, length));
    rest_.remove_prefix(std::min(rest_.size(), colon + 1 + length));
    return key;
  }

 private:
  std::string_view rest_;
};

/// How much of a status record an artifact or an audit field takes up.
struct finding_size {
  bool is_audit = false;
  std::string name{};
  std::int64_t bytes = 0;  ///< of its value
};

enum class detail_kind : unsigned char { checkpoint, artifact, audit, cancel_reason };

}  // namespace pawl::storage
