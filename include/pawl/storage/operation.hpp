// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pawl/codec/sha256.hpp>
#include <pawl/detail/light_vector.hpp>
#include <pawl/detail/maybe.hpp>
#include <pawl/detail/rare_text.hpp>
#include <pawl/detail/shared_text.hpp>
#include <pawl/job/descriptor.hpp>
#include <pawl/job/principal.hpp>
#include <pawl/job/record.hpp>
#include <pawl/policies/retry/override.hpp>
#include <pawl/storage/answer.hpp>
#include <pawl/storage/scope.hpp>

/// What can be asked of a storage. An operation is an object with a place for its own answer; a
/// batch of them, of any kinds, is one commit. What each does is written once, in `storage/logic`.
///
///     storage::enrol op{.label = "worker 7"};
///     store.apply_one(op);
///     if (op.answer) use(op.answer->owner);

namespace pawl::storage {

using pawl::detail::light_vector;
using pawl::detail::maybe;
using pawl::detail::rare_text;
using pawl::detail::shared_text;
using std::chrono::milliseconds;

/// The number of a process that runs jobs; never used again.
using owner_number = std::int64_t;

/// Proof of a claim. An attempt shows it with everything that it writes, and is refused with
/// `lease_lost` as soon as the job was given to another worker or moved on by itself.
struct lease_token {
  std::int64_t key = 0;  ///< the job's number inside the store
  std::uint64_t fence = 0;

  friend bool operator==(const lease_token&, const lease_token&) = default;
};

/// A payload or a result that never becomes bytes. Only a store in memory keeps one, for ephemeral
/// jobs.
using payload_object = std::shared_ptr<const void>;

/// What a job leaves behind besides its result.
struct findings {
  struct named_value {
    std::string name{};
    std::string value{};
  };
  light_vector<named_value> artifacts{};  ///< each becomes a new version
  std::map<std::string, std::string> audit{};
  std::optional<result_link> link{};  ///< of a success

  [[nodiscard]] bool empty() const { return artifacts.empty() && audit.empty() && !link; }
};

/// Where a job stands that something else than the end of its attempt has moved on: for those who
/// count. The `moved` of an answer are those of its operation, and those that have ended with them
/// because they depend on them.
struct moved_job {
  const job_descriptor* type = nullptr;
  pawl::kind kind{};  ///< of its state now; if it is no terminal one, the job will be tried again
  unsigned attempt = 0;
  std::string error{};  ///< the code of what it failed with; empty: it did not fail
  instant at{};
  maybe<instant> started_at{};  ///< when it was begun for the first time; nothing: never
};

/// Which operation an object is.
enum class operation_kind : unsigned char {
  submit,
  claim,
  start,
  settle,
  report,
  beat,
  cancel,
  raise,
  replay,
  replay_all,
  reprocess,
  enrol,
  leave,
  reap,
  release_dependents,
  recheck_limits,
  prune,
  take_callbacks,
  finish_callback,
  control,
  reschedule,
  put_schedule,
  find_schedules,
  due_schedules,
  fire_schedule,
  change_schedule,
  submit_whole
};
inline constexpr std::size_t operation_kinds = 27;

/// A pointer to an operation of any kind: what a batch is made of. The operation outlives the call
/// of `apply` that it is given to.
class operation_ptr {
 public:
  template <class Operation>
    requires requires { Operation::kind; }
  PAWL_FLAT operation_ptr(Operation* op) : kind_(Operation::kind), op_(op), answer_(&op->answer) {}

  [[nodiscard]] PAWL_FLAT operation_kind kind() const { return kind_; }
  [[nodiscard]] PAWL_FLAT answer_state& answer() const { return *answer_; }
  /// The operation, if it is one of these; else null.
  template <class Operation>
  [[nodiscard]] PAWL_FLAT Operation* as() const {
    return kind_ == Operation::kind ? static_cast<Operation*>(op_) : nullptr;
  }

 private:
  operation_kind kind_;
  void* op_;
  answer_state* answer_;
};

// --- In the name of a principal ------------------------------------------------------------------

/// Creates a job; or, if its key is known, answers with the job that the key has made.
struct submit {
  static constexpr auto kind = operation_kind::submit;
  const job_descriptor* type = nullptr;
  job_id id{};
  principal who{};
  shared_text payload{};
  payload_object object{};
  unsigned payload_version = 1;
  sha256_digest payload_hash{};  ///< of the canonical payload; compared when a key comes again
  std::string key{};             ///< idempotency key; empty: none
  std::optional<unsigned> rank{};
  std::optional<instant> run_at{};  ///< not before
  milliseconds delay{};             ///< the same, counted by the store's clock; one of the two
  retry_override retry{};           ///< has been checked against the job type
  milliseconds timeout{};           ///< of each attempt; zero: as long as the job type says
  std::vector<job_id> depends_on{};
  light_vector<job_id> hidden{};  ///< those of them that the submitter may not see: as if absent
  std::optional<job_id> parent{};
  maybe<job_id> submitted_by{};  ///< the job whose handler submits it, with its own end
  rare_text subject{};
  rare_text correlation{};
  rare_text traceparent{};
  rare_text metadata{};
  std::vector<std::string> limit_keys{};  ///< one for each limit of the type, in that order
  std::string unique{};                   ///< what its type is unique by; empty: it is not
  // How many jobs may wait in the store before this one is refused; 0: any number.
  std::int64_t high_watermark = 0;             ///< that are ready
  std::int64_t high_watermark_per_tenant = 0;  ///< that are ready, and its tenant's
  std::int64_t most_delayed = 0;               ///< that are delayed, if it is
  std::int64_t most_delayed_per_tenant = 0;    ///< that are delayed and its tenant's, if it is
  bool never_shed = false;  ///< it follows from an end that is stored: a drained type takes it too

  struct answer_type {
    job_id id{};
    bool created = true;  ///< false: the key, or what it is unique by, was known; this is its job
    bool ended = false;   ///< it was cancelled at once: what it depends on had failed already
  };
  answer_to<answer_type> answer{};
};

/// Puts on a submission the bounds that the options of a process name. What lives in memory alone
/// has its type's capacity instead.
template <class Options>
void put_bounds(submit& op, const Options& options) {
  if (op.type->ephemeral) return;
  op.high_watermark = options.high_watermark;
  op.high_watermark_per_tenant = options.high_watermark_per_tenant;
  op.most_delayed = options.most_delayed;
  op.most_delayed_per_tenant = options.most_delayed_per_tenant;
}

/// Creates jobs that belong together, all of them or none. One that depends on another of them
/// stands behind it; none has a key or is unique, for then another job could stand in its place.
/// The same ids again are the same request, whose answer got lost.
struct submit_whole {
  static constexpr auto kind = operation_kind::submit_whole;
  light_vector<submit> jobs{};  ///< each with an answer of its own, if this one is done

  struct answer_type {
    bool created = true;  ///< false: they were there
  };
  answer_to<answer_type> answer{};
};

/// How many jobs one `submit_whole` creates at most: it is one transaction.
inline constexpr std::size_t most_jobs_at_once = 20'000;

/// Ends a job that has not started, at once; asks a running one to end.
struct cancel {
  static constexpr auto kind = operation_kind::cancel;
  storage::scope scope;
  job_id id{};
  std::string reason{};
  /// Also a running job ends at once, and its worker's lease is worth nothing from then on.
  bool force = false;
  maybe<actor> by{};  ///< who asks; nobody: the engine, which no row refuses

  struct answer_type {
    bool done = false;  ///< false: a worker has been asked to stop
    light_vector<moved_job> moved{};
  };
  answer_to<answer_type> answer{};
};

/// Puts a job that has not begun off to another time, or makes it due now.
struct reschedule {
  static constexpr auto kind = operation_kind::reschedule;
  storage::scope scope;
  job_id id{};
  milliseconds delay{};             ///< from now on, by the store's clock; or
  std::optional<instant> run_at{};  ///< not before; neither: now
  maybe<actor> by{};                ///< who asks; nobody: the engine

  struct answer_type {
    instant due_at{};  ///< when it may run
  };
  answer_to<answer_type> answer{};
};

/// Something happened to a job outside of it.
struct raise {
  static constexpr auto kind = operation_kind::raise;
  storage::scope scope;
  job_id id{};
  std::string event{};      ///< of the job's lifecycle; or
  std::string target{};     ///< the state that the job shall reach, by the event that leads there
  std::string event_id{};   ///< makes a repetition harmless; empty: none
  sha256_digest content{};  ///< of all that came with the event; compared when the id comes again
  /// Its class is one that the job type declares, and that says whether it is retried.
  std::optional<failure_info> error{};
  std::optional<std::string> result{};
  storage::findings findings{};
  std::string metadata{};  ///< JSON, kept with the event
  maybe<actor> by{};       ///< who tells it; nobody: the engine, which no row refuses

  /// Where the event leads, from where the job stands: its fence is another when it has moved.
  struct threshold {
    state_number to = 0;
    std::uint64_t fence = 0;

    friend bool operator==(const threshold&, const threshold&) = default;
  };
  maybe<threshold> asked{};     ///< written by the store with `not_admitted`: ask the handler
  maybe<threshold> admitted{};  ///< what the handler has agreed to, as it was asked

  struct answer_type {
    bool replayed = false;  ///< the same event came before; nothing was done
    std::string state{};
    light_vector<moved_job> moved{};  ///< if that has ended the job
  };
  answer_to<answer_type> answer{};
};

/// Submits a dead job again, as a new one that names it as its parent.
struct replay {
  static constexpr auto kind = operation_kind::replay;
  storage::scope scope;
  job_id id{};
  job_id fresh{};     ///< the new job's id
  bool once = false;  ///< not if another job repeats it already

  struct answer_type {
    job_id id{};
    const job_descriptor* type = nullptr;
  };
  answer_to<answer_type> answer{};
};

/// Submits all dead jobs of a type again, if there are as many as the caller has seen.
struct replay_all {
  static constexpr auto kind = operation_kind::replay_all;
  storage::scope scope;
  std::string handler{};
  std::vector<job_id> fresh{};  ///< as many as are expected

  struct answer_type {
    std::size_t count = 0;
    std::size_t refused = 0;  ///< by a limit, or for want of room; they stay where they are
  };
  answer_to<answer_type> answer{};
};

// --- In the name of a worker ---------------------------------------------------------------------

/// Announces a process that will run jobs.
struct enrol {
  static constexpr auto kind = operation_kind::enrol;
  std::string label{};  ///< for people: host and process
  /// What it will run: whose payloads it reads, and whose limits hold in all processes as long as
  /// it lives.
  light_vector<const job_descriptor*> types{};

  struct answer_type {
    owner_number owner = 0;
    /// Those whose payload has another form here than the first process that had this version of
    /// it.
    light_vector<const job_descriptor*> changed{};
  };
  answer_to<answer_type> answer{};
};

/// A job as it stands with its owner.
struct held_job {
  lease_token lease{};
  const job_descriptor* type = nullptr;  ///< null: this process does not know it
  bool cancel_requested = false;
};

/// Attempts that have ended, and how many of them failed in a way that counts.
struct attempt_counts {
  std::uint32_t ended = 0;
  std::uint32_t failed = 0;

  constexpr void add(attempt_counts more) {
    ended += more.ended;
    failed += more.failed;
  }
  friend constexpr bool operator==(const attempt_counts&, const attempt_counts&) = default;
};

/// A sign of life. Leases that ran out before it came stay lost.
struct beat {
  static constexpr auto kind = operation_kind::beat;
  owner_number owner = 0;

  struct ended_of_type {
    const job_descriptor* type = nullptr;
    attempt_counts counts{};
  };
  /// What has ended here since the sign of life before, by type; the others read it. Empty: nothing
  /// is told, and nothing asked.
  light_vector<ended_of_type> ended{};

  struct answer_type {
    light_vector<held_job> jobs{};    ///< what the owner still holds
    light_vector<moved_job> moved{};  ///< what it ran, and was silent for too long
    /// For each of `ended`: what the other owners that live have told with theirs.
    light_vector<attempt_counts> elsewhere{};
  };
  answer_to<answer_type> answer{};
};

/// The process will not come back; what it still holds is taken from it as if it were lost.
struct leave {
  static constexpr auto kind = operation_kind::leave;
  owner_number owner = 0;
  struct answer_type {
    light_vector<moved_job> moved{};  ///< what it ran
  };
  answer_to<answer_type> answer{};
};

/// A job in the hands of a process. One that is held has not begun; `state` and `attempt` are what
/// they will be when a worker enters it.
struct claimed {
  lease_token lease{};
  job_id id{};
  const job_descriptor* type = nullptr;
  state_number state = 0;
  bool started = false;     ///< false: held; its start is told by `start`, or together with its end
  bool suspect = false;     ///< a process that had it was lost: it may be what ended that process
  std::int64_t tenant = 0;  ///< the store's number for it
  std::int64_t sort_key = 0;  ///< of two jobs of a tenant, the one with the lesser key goes first
  unsigned attempt = 1;       ///< counts from 1
  milliseconds timeout{};     ///< its own; zero: its type's
  retry_settings retry{};
  std::shared_ptr<const principal> who{};  ///< jobs that are claimed together may share it
  shared_text payload{};
  payload_object object{};
  unsigned payload_version = 1;
  rare_text correlation{};
  rare_text traceparent{};
  std::optional<std::string> checkpoint{};
  int progress = 0;
  rare_text stage{};
  instant created_at{};
  instant started_at{};      ///< when it was begun for the first time; while it is held, nothing
  bool first_start = false;  ///< this is that time
};

/// Takes jobs that are ready, the most urgent of each tenant in turn.
struct claim {
  static constexpr auto kind = operation_kind::claim;
  owner_number owner = 0;
  light_vector<const job_descriptor*> types{};
  std::size_t start = 1;  ///< at most so many begin now
  std::size_t hold = 0;   ///< at most so many more are taken for later
  /// At most so many of them may be suspects, which are never held: each begins now.
  std::size_t suspects = 1;
  /// A claim before this one in the same batch: the suspects that it has taken count here too.
  const claim* after = nullptr;

  struct answer_type {
    light_vector<claimed> jobs{};
    /// Jobs that have started without a worker: they entered a state whose work is done elsewhere.
    std::size_t elsewhere = 0;
    instant at{};       ///< the time of the commit
    bool more = false;  ///< something that could be taken was left behind
    /// When, by the store's `elapsed`, more will be ready, as far as is known. Not said if there
    /// is more now.
    maybe<milliseconds> next_due{};
    milliseconds looked_at{};  ///< by the store's `elapsed`, which a process only guesses
  };
  answer_to<answer_type> answer{};
};

/// A worker has entered a job that was held, so long ago.
struct start {
  static constexpr auto kind = operation_kind::start;
  lease_token lease{};
  const job_descriptor* type = nullptr;
  milliseconds entered_ago{};

  struct answer_type {
    unsigned attempt = 1;
    instant started_at{};  ///< when it was begun for the first time
    bool cancel_requested = false;
  };
  answer_to<answer_type> answer{};
};

/// How an attempt ended.
enum class attempt_end : unsigned char {
  succeeded,
  failed,
  expired,     ///< it ran out of time
  cancelled,   ///< it was asked to stop and did
  snoozed,     ///< it asks to be run again later; not charged
  given_back,  ///< its process stops; not charged
  settled      ///< by the handler itself, inside a transaction of its own
};

/// How many jobs a handler may submit with the end of its attempt, at most, and how many bytes
/// their payloads may have together.
inline constexpr std::size_t most_children = 10'000;
inline constexpr std::size_t most_children_bytes = std::size_t{64} << 20;

/// Ends an attempt.
struct settle {
  static constexpr auto kind = operation_kind::settle;
  lease_token lease{};
  const job_descriptor* type = nullptr;
  attempt_end end = attempt_end::succeeded;
  /// Set if a worker entered the job while it was held, so long ago, and no `start` has told: the
  /// start is written together with the end. A job that is given back was not begun.
  maybe<milliseconds> entered_ago{};
  std::string result{};
  payload_object result_object{};
  failure_info error{};        ///< if it failed or expired
  maybe<backoff_plan> plan{};  ///< if the job overrides its type's
  milliseconds delay{};        ///< if it snoozes; if it failed, the least before it is tried again
  std::string message{};
  storage::findings findings{};
  /// If it succeeded: jobs that are there if and only if this end is. If one of them is refused,
  /// the attempt has failed with `submission_refused`, and there is none of them; inside a
  /// transaction of the caller's the end is refused instead. Their own answers are not written.
  light_vector<submit> children{};

  struct child {
    const job_descriptor* type = nullptr;
    bool ended = false;  ///< it was cancelled at once: what it depends on had failed already
  };
  struct answer_type {
    text state{};  ///< by the job type's own name
    pawl::kind kind{};
    pawl::phase phase{};
    unsigned attempt = 0;
    instant at{};          ///< the time of the commit
    instant started_at{};  ///< when the job was begun for the first time
    std::optional<instant> due_at{};
    bool dead_letter = false;
    bool repeated = false;  ///< this very end was written before; nothing was done now
    light_vector<moved_job> moved{};
    light_vector<child> created{};  ///< those of the children whose keys were not known before
    std::string refused{};  ///< why a success was stored as a failure: one of the children was
                            ///< refused; empty: none was
  };
  answer_to<answer_type> answer{};
};

/// What a running job tells about itself. All parts are optional and written together.
struct report {
  static constexpr auto kind = operation_kind::report;
  lease_token lease{};
  const job_descriptor* type = nullptr;
  maybe<int> progress{};  ///< never falls: a smaller value is ignored
  std::string stage{};    ///< empty: as before
  std::string message{};
  std::optional<std::string> checkpoint{};
  storage::findings findings{};

  struct answer_type {
    bool cancel_requested = false;
  };
  answer_to<answer_type> answer{};
};

// --- Maintenance, safe in every process at once --------------------------------------------------

/// An owner that holds nothing and was silent for so long, in milliseconds, is forgotten.
inline constexpr std::int64_t owner_silence = 600'000;

/// Takes jobs from owners that gave no sign of life for longer than the lease, and lets jobs go on
/// that were held back by limits which no living owner declares.
struct reap {
  static constexpr auto kind = operation_kind::reap;
  std::size_t limit = 100;
  struct lost : moved_job {
    job_id id{};
    bool was_running = false;
    std::string state{};  ///< afterwards
  };
  struct answer_type {
    light_vector<lost> jobs{};
    light_vector<moved_job> moved{};  ///< others, that depend on them
    bool more = false;                ///< as many as the limit; there may be others
    /// Parked jobs, or what they are counted by, that were looked at because a process has gone
    /// that declared their limit.
    std::size_t rechecked = 0;
  };
  answer_to<answer_type> answer{};
};

/// Lets jobs go on whose dependencies have finished.
struct release_dependents {
  static constexpr auto kind = operation_kind::release_dependents;
  std::size_t limit = 100;
  struct answer_type {
    std::size_t count = 0;
    bool more = false;  ///< as many as the limit; there may be others
    light_vector<moved_job> moved{};
  };
  answer_to<answer_type> answer{};
};

/// Sets how many jobs a limit allows, in every process on the store, and lets jobs of its type that
/// were held back try again.
struct recheck_limits {
  static constexpr auto kind = operation_kind::recheck_limits;
  const job_descriptor* type = nullptr;
  const limit_description* configured = nullptr;  ///< null: as they are
  int count = 0;
  std::size_t limit = 1000;  ///< the rest is looked at by `reap`
  struct answer_type {
    std::size_t count = 0;
  };
  answer_to<answer_type> answer{};
};

/// What an operator has said about all jobs of a type, in every process and until it is taken back.
struct type_control {
  bool paused = false;    ///< none of them is claimed; what a process has taken goes on
  bool draining = false;  ///< no more are submitted; what waits is worked off

  friend bool operator==(const type_control&, const type_control&) = default;
};

/// Says it, or, if nothing is set, only asks what was said.
struct control {
  static constexpr auto kind = operation_kind::control;
  const job_descriptor* type = nullptr;
  maybe<bool> paused{};    ///< nothing: as it is
  maybe<bool> draining{};  ///< nothing: as it is

  using answer_type = type_control;
  answer_to<answer_type> answer{};
};

/// Deletes what is over its time or number.
struct prune {
  static constexpr auto kind = operation_kind::prune;
  std::size_t limit = 100;
  struct answer_type {
    std::size_t jobs = 0;
    std::size_t histories = 0;  ///< finished jobs that lost their events, but not yet themselves
    bool more = false;          ///< as many as the limit; there may be others
    milliseconds behind{};      ///< how long ago the first of them should have gone
  };
  answer_to<answer_type> answer{};
};

/// Submits dead jobs of a type again that have been dead for so long, the oldest first and each
/// once; what such a repetition leaves behind is for people. One that is refused, by a limit or for
/// want of room, is due again as long after that.
struct reprocess {
  static constexpr auto kind = operation_kind::reprocess;
  const job_descriptor* type = nullptr;
  milliseconds after{};
  std::vector<job_id> fresh{};  ///< as many as are submitted, at most

  struct repeated {
    job_id dead{};
    job_id fresh{};
    std::string tenant{};
  };
  struct answer_type {
    light_vector<repeated> jobs{};
  };
  answer_to<answer_type> answer{};
};

/// A finished job whose handler wants to be told.
struct callback {
  std::int64_t key = 0;
  unsigned tries = 1;  ///< this one included
  job_id id{};
  const job_descriptor* type = nullptr;
  bool succeeded = false;
  bool failed = false;  ///< neither: it was cancelled, which only `on_end` is told
  shared_text payload{};
  payload_object object{};
  unsigned payload_version = 1;
  std::string result{};
  payload_object result_object{};
  failure_info error{};
  /// Without audit fields and artifacts; empty unless the type has `on_end`.
  job_record record{};
};

/// How often a callback is tried at most.
inline constexpr unsigned most_callback_tries = 5;

/// Gives a process callbacks that it calls now. Each is charged a try, and is the process's until
/// `finish_callback`, for as long as the process gives signs of life; so a process takes the next
/// one with the operation that finishes the last. One that the process was given before and has
/// not finished is given to it again, uncharged: the answer did not reach it. One whose payload is
/// newer than the `newest_version` of its type here is left to another process, uncharged.
///
/// First, callbacks come back whose process was lost while it called them: they are due after the
/// same pause as one that has failed, or are given up after their last try.
struct take_callbacks {
  static constexpr auto kind = operation_kind::take_callbacks;
  owner_number owner = 0;
  light_vector<const job_descriptor*> types{};
  std::size_t limit = 1;  ///< as many as the process enters at the same moment

  /// One whose process was lost while it called it.
  struct interrupted {
    std::int64_t key = 0;
    job_id id{};
    const job_descriptor* type = nullptr;
    unsigned tries = 1;  ///< that one included
    bool given_up = false;
  };
  struct answer_type {
    light_vector<callback> callbacks{};
    light_vector<interrupted> lost{};
  };
  answer_to<answer_type> answer{};
};

struct finish_callback {
  static constexpr auto kind = operation_kind::finish_callback;
  std::int64_t key = 0;
  unsigned tries = 1;  ///< as it was given
  bool done = true;    ///< false: try again later

  struct answer_type {
    bool given_up = false;  ///< that was the last try
  };
  answer_to<answer_type> answer{};
};

}  // namespace pawl::storage
