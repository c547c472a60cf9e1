// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <pawl/clock.hpp>
#include <pawl/detail/append.hpp>
#include <pawl/job/id.hpp>
#include <pawl/job/principal.hpp>
#include <pawl/lifecycle/state.hpp>
#include <pawl/policies/errors/public_code.hpp>

namespace pawl {

/// How an attempt, or a job, failed.
struct failure_info {
  std::string code{};      ///< the stable code of the error's class
  std::string message{};   ///< safe: a tenant may read it
  std::string detail{};    ///< for operators only
  std::string state{};     ///< the state in which it happened
  bool retryable = false;  ///< whether the job type retries the class

  friend bool operator==(const failure_info&, const failure_info&) = default;
};

/// Something a job has made: kept for good, and never overwritten; a later one of the same name is
/// a new version.
struct artifact {
  std::string name{};
  unsigned version = 1;
  std::string value{};  ///< an address or a small document; large things belong elsewhere

  friend bool operator==(const artifact&, const artifact&) = default;
};

/// Where what a job has made is to be had, for as long as that is so.
struct result_link {
  std::string url{};
  instant until{};

  friend bool operator==(const result_link&, const result_link&) = default;
};

/// The name of a state, as the lifecycle calls it. Equal to that state of the lifecycle's enum too:
/// `status->state == parcel::delivered`.
struct state_name : std::string {
  using std::string::string;
  using std::string::operator=;
  state_name() = default;
  state_name(std::string name) : std::string(std::move(name)) {}

  template <class State>
    requires(__is_enum(State))
  friend bool operator==(const state_name& name, State state) {
    return text(name.data(), name.size()) == name_of(state);
  }
};

/// All that is known about a job. The first block never changes after submission.
struct job_record {
  job_id id{};
  std::string handler{};  ///< the job's type
  std::string lifecycle{};
  std::string tenant{};
  std::string requested_by{};
  std::string organisation{};
  std::string subject{};      ///< what the job is about; who may see that may see the job
  std::string correlation{};  ///< ties the job to logs and requests elsewhere
  std::string traceparent{};
  std::string metadata{};                ///< opaque JSON of the submitter
  std::string idempotency_key{};         ///< empty: none
  std::optional<job_id> parent{};        ///< the dead job that this one repeats
  std::optional<job_id> submitted_by{};  ///< the job whose handler has submitted it with its end
  std::optional<std::chrono::milliseconds> timeout{};  ///< its own; none: its type's
  unsigned priority = 0;                               ///< rank; the least urgent is 0
  unsigned max_attempts = 1;
  instant created_at{};

  state_name state{};  ///< as the lifecycle calls it
  pawl::kind kind{};   ///< what that state means; `none` if this process does not know it
  pawl::phase phase{};
  unsigned attempt = 0;  ///< charged starts since progress was last made
  unsigned retries = 0;  ///< decisions that kept a failing job alive
  int progress = 0;
  std::string stage{};
  instant updated_at{};
  std::optional<instant> started_at{};
  std::optional<instant> completed_at{};
  std::optional<instant> due_at{};      ///< when it may run; only while it waits for a time
  std::optional<failure_info> error{};  ///< the last failure; none after a success
  std::string cancel_reason{};          ///< set if a cancel was asked for
  bool cancel_requested = false;        ///< asked for, and not yet honoured
  bool has_result = false;
  bool has_checkpoint = false;  ///< the next attempt goes on from what this one has saved
  std::uint64_t fence = 0;
  std::uint64_t last_event = 0;  ///< the number of the newest event
  std::map<std::string, std::string> audit{};
  std::vector<artifact> artifacts{};
  std::optional<result_link> link{};  ///< of a success whose type declares `keep_link`

  [[nodiscard]] unsigned max_retries() const { return max_attempts - 1; }
  /// The newest version of an artifact; null if there is none of that name.
  [[nodiscard]] const artifact* newest_artifact(std::string_view name) const {
    const artifact* newest = nullptr;
    for (const artifact& each : artifacts)
      if (each.name == name && (newest == nullptr || each.version > newest->version))
        newest = &each;
    return newest;
  }
  /// The name that clients see of its error, `REPORT_NETWORK_TIMEOUT`; empty if it has none.
  [[nodiscard]] std::string public_code() const {
    std::string out;
    pawl::detail::append to{out};
    if (error) write_public_code(to, text(handler), text(error->code));
    return out;
  }

  friend bool operator==(const job_record&, const job_record&) = default;
};

/// What an event tells.
enum class event_kind : unsigned char {
  transition,  ///< the job changed its state: one for each change
  progress,    ///< it came further
  message,     ///< it said something
  submitted    ///< it is new: never stored, the feed of all jobs makes it from the job itself
};

/// One line of a job's history. The numbers of one job's events are 1, 2, 3, …, without a gap.
struct job_event {
  job_id job{};
  std::uint64_t number = 0;
  event_kind kind{};
  instant at{};
  std::string event{};  ///< of a transition: what happened
  std::string from{};
  std::string to{};
  unsigned attempt = 0;
  int progress = 0;
  std::string stage{};
  std::string message{};
  std::string error{};     ///< the code of a failure
  std::string detail{};    ///< for operators only
  std::string actor{};     ///< who triggered it, as `to_string(pawl::actor)`; empty: the engine
  std::string metadata{};  ///< JSON that came with it from outside; empty: none
  std::uint64_t feed = 0;  ///< its place among the events of all jobs

  [[nodiscard]] pawl::actor triggered_by() const { return parse_actor(actor); }

  /// The event's own id: derived, so that every process gets the same.
  [[nodiscard]] constexpr job_id id() const {
    const std::uint64_t high = detail::scatter(job.high() ^ detail::scatter(number));
    const std::uint64_t low = detail::scatter(job.low() + number);
    return job_id::from_words((high & ~0xf000ULL) | 0x8000U,
                              (low & 0x3fff'ffff'ffff'ffffULL) | 0x8000'0000'0000'0000ULL);
  }

  friend bool operator==(const job_event&, const job_event&) = default;
};

/// A job that is given up: the record, with what it was to do.
struct dead_letter {
  job_record job{};
  std::string payload{};
  unsigned payload_version = 1;
  instant dead_since{};
  std::optional<job_id> replayed_as{};  ///< the newest job that repeats it
};

}  // namespace pawl
