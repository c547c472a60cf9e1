// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <pawl/codec/sha256.hpp>
#include <pawl/core/job_type.hpp>
#include <pawl/core/principal.hpp>
#include <pawl/core/record.hpp>
#include <pawl/retry/override.hpp>
#include <pawl/storage/error.hpp>
#include <pawl/storage/scope.hpp>

/// What can be asked of a storage. Each operation is a value that says what its answer is; a batch
/// of them, of any kinds, is one commit. What each does is written once, in `storage/logic`.

namespace pawl::storage {

using std::chrono::milliseconds;

/// The number of a process that runs jobs; never used again.
using owner_number = std::int64_t;

/// Proof of a claim. Whoever writes in the name of an attempt shows it, and is refused with
/// `lease_lost` as soon as the job was given to somebody else or moved on by itself.
struct grant {
  std::int64_t key = 0;  ///< the job's number inside the store
  std::uint64_t fence = 0;

  friend bool operator==(const grant&, const grant&) = default;
};

/// A payload or a result that never becomes bytes. Only a store in memory keeps one, for ephemeral
/// jobs.
using payload_object = std::shared_ptr<const void>;

/// What a job leaves behind besides its result.
struct findings {
  std::vector<std::pair<std::string, std::string>> artifacts{};  ///< each becomes a new version
  std::map<std::string, std::string> audit{};

  [[nodiscard]] bool empty() const { return artifacts.empty() && audit.empty(); }
};

// --- In the name of a principal ------------------------------------------------------------------

/// Creates a job; or, if its key is known, answers with the job that the key has made.
struct submit {
  const job_type* type = nullptr;
  job_id id{};
  principal who{};
  std::string payload{};
  payload_object object{};
  unsigned payload_version = 1;
  sha256_digest payload_hash{};  ///< of the canonical payload; compared when a key comes again
  std::string key{};             ///< idempotency key; empty: none
  std::optional<unsigned> rank{};
  std::optional<instant> run_at{};  ///< not before
  milliseconds delay{};             ///< counted by the store's clock; the later of the two holds
  retry_override retry{};           ///< has been checked against the job type
  std::vector<job_id> depends_on{};
  std::optional<job_id> parent{};
  std::string subject{};
  std::string correlation{};
  std::string traceparent{};
  std::string metadata{};
  std::vector<std::string> limit_keys{};  ///< one for each limit of the type, in that order
  std::int64_t high_watermark = 0;        ///< jobs that may wait in the store; 0: any number

  struct answer {
    job_id id{};
    bool created = true;  ///< false: the key was known, this is its job
  };
};

/// Ends a job that has not started, at once; asks a running one to end.
struct cancel {
  storage::scope scope;
  job_id id{};
  std::string reason{};
  /// Also a running job ends at once, and its worker's grant is worth nothing from then on.
  bool force = false;

  struct answer {
    bool done = false;  ///< false: a worker has been asked to stop
  };
};

/// Something happened to a job outside of it.
struct raise {
  storage::scope scope;
  job_id id{};
  std::string event{};      ///< of the job's lifecycle; or
  std::string target{};     ///< the state that the job shall reach, by the event that leads there
  std::string event_id{};   ///< makes a repetition harmless; empty: none
  sha256_digest content{};  ///< of all that came with the event; compared when the id comes again
  std::optional<failure_info> error{};
  std::optional<std::string> result{};
  storage::findings findings{};

  struct answer {
    bool replayed = false;  ///< the same event came before; nothing was done
    std::string state{};
  };
};

/// Submits a dead job again, as a new one that names it as its parent.
struct replay {
  storage::scope scope;
  job_id id{};
  job_id fresh{};            ///< the new job's id
  bool unless_done = false;  ///< refuse if it was submitted again before

  struct answer {
    job_id id{};
  };
};

/// Submits all dead jobs of a type again, if there are as many as the caller has seen.
struct replay_all {
  storage::scope scope;
  std::string handler{};
  std::vector<job_id> fresh{};  ///< as many as are expected

  struct answer {
    std::size_t count = 0;
    std::size_t refused = 0;  ///< by a limit, or for want of room; they stay where they are
  };
};

// --- In the name of a worker ---------------------------------------------------------------------

/// Announces a process that will run jobs.
struct enrol {
  std::string label{};  ///< for people: host and process

  struct answer {
    owner_number owner = 0;
  };
};

/// A job as it stands with its owner.
struct held_job {
  grant lease{};
  const job_type* type = nullptr;  ///< null: this process does not know it
  bool cancel_requested = false;
};

/// A sign of life. Leases that ran out before it came stay lost.
struct beat {
  owner_number owner = 0;

  struct answer {
    std::vector<held_job> jobs{};  ///< what the owner still holds
  };
};

/// The process will not come back; what it still holds is taken from it as if it were lost.
struct leave {
  owner_number owner = 0;
  struct answer {};
};

/// A job in the hands of a worker.
struct claimed {
  grant lease{};
  job_id id{};
  const job_type* type = nullptr;
  state_number state = 0;
  bool started = false;  ///< false: held; `start` it before it is run
  unsigned attempt = 0;  ///< counts from 1; 0 while it is held
  retry_settings retry{};
  principal who{};
  std::string payload{};
  payload_object object{};
  unsigned payload_version = 1;
  std::string correlation{};
  std::string traceparent{};
  std::optional<std::string> checkpoint{};
  int progress = 0;
  std::string stage{};
  instant created_at{};
  instant started_at{};      ///< when it was begun for the first time; while it is held, nothing
  bool first_start = false;  ///< that was now
};

/// Takes jobs that are ready, the most urgent of each tenant in turn.
struct claim {
  owner_number owner = 0;
  std::vector<const job_type*> types{};
  std::size_t start = 1;  ///< at most so many begin now
  std::size_t hold = 0;   ///< at most so many more are taken for later

  struct answer {
    std::vector<claimed> jobs{};
    bool more = false;                  ///< something that is ready was left behind
    std::optional<instant> next_due{};  ///< when, as far as is known, more will be ready
  };
};

/// Begins a job that is held.
struct start {
  grant lease{};
  const job_type* type = nullptr;

  struct answer {
    state_number state = 0;
    unsigned attempt = 1;
    instant started_at{};      ///< when it was begun for the first time
    bool first_start = false;  ///< that was now
  };
};

/// How an attempt ended.
enum class attempt_end : unsigned char {
  succeeded,
  failed,
  expired,   ///< it ran out of time
  canceled,  ///< it was asked to stop and did
  snoozed,   ///< it asks to be run again later; not charged
  released   ///< its process stops; not charged
};

/// Ends an attempt.
struct settle {
  grant lease{};
  const job_type* type = nullptr;
  attempt_end end = attempt_end::succeeded;
  std::string result{};
  payload_object result_object{};
  failure_info error{};                ///< if it failed or expired
  std::optional<backoff_plan> plan{};  ///< if the job overrides its type's
  milliseconds delay{};                ///< if it snoozes
  std::string message{};
  storage::findings findings{};

  struct answer {
    std::string state{};
    pawl::kind kind{};
    pawl::phase phase{};
    unsigned attempt = 0;
    instant at{};  ///< the time of the commit
    std::optional<instant> due_at{};
    bool dead_letter = false;
    bool repeated = false;  ///< this very end was written before; nothing was done now
  };
};

/// What a running job tells about itself. All parts are optional and written together.
struct report {
  grant lease{};
  const job_type* type = nullptr;
  std::optional<int> progress{};  ///< never falls: a smaller value is ignored
  std::string stage{};            ///< empty: as before
  std::string message{};
  std::optional<std::string> checkpoint{};
  storage::findings findings{};

  struct answer {
    bool cancel_requested = false;
  };
};

// --- Maintenance, safe in every process at once --------------------------------------------------

/// Takes jobs from owners that gave no sign of life for longer than the lease.
struct reap {
  std::size_t limit = 100;
  struct lost {
    job_id id{};
    const job_type* type = nullptr;
    bool was_running = false;
    std::string state{};  ///< afterwards
    pawl::kind kind{};    ///< of that state
    unsigned attempt = 0;
  };
  struct answer {
    std::vector<lost> jobs{};
  };
};

/// Lets jobs go on whose dependencies have finished.
struct release {
  std::size_t limit = 100;
  struct answer {
    std::size_t count = 0;
  };
};

/// Lets jobs of a type that a limit has held back try again: its count was set to another one.
struct reconsider {
  const job_type* type = nullptr;
  struct answer {
    std::size_t count = 0;
  };
};

/// Deletes what is over its time or number.
struct prune {
  std::size_t limit = 100;
  struct answer {
    std::size_t jobs = 0;
    std::size_t histories = 0;  ///< finished jobs that lost their events, but not yet themselves
  };
};

/// A finished job whose handler wants to be told.
struct callback {
  std::int64_t key = 0;
  unsigned tries = 1;  ///< this one included
  job_id id{};
  const job_type* type = nullptr;
  bool succeeded = false;
  std::string payload{};
  payload_object object{};
  unsigned payload_version = 1;
  std::string result{};
  payload_object result_object{};
  failure_info error{};
};

/// How often a callback is tried at most.
inline constexpr unsigned most_callback_tries = 5;

struct take_callbacks {
  std::vector<const job_type*> types{};
  std::size_t limit = 16;
  milliseconds lease{60'000};  ///< whoever has not finished it by then is taken for lost

  struct answer {
    std::vector<callback> callbacks{};
  };
};

struct finish_callback {
  std::int64_t key = 0;
  unsigned tries = 1;  ///< as it was given
  bool done = true;    ///< false: try again later

  struct answer {
    bool given_up = false;  ///< that was the last try
  };
};

// -------------------------------------------------------------------------------------------------

using operation =
    std::variant<submit, claim, start, settle, report, beat, cancel, raise, replay, replay_all,
                 enrol, leave, reap, release, reconsider, prune, take_callbacks, finish_callback>;

namespace detail {

template <class List>
struct answers_of;
template <class... Operations>
struct answers_of<std::variant<Operations...>> {
  using type = std::variant<typename Operations::answer...>;
};

}  // namespace detail

using answer = result<detail::answers_of<operation>::type>;

}  // namespace pawl::storage
