// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pawl/detail/light_vector.hpp>
#include <pawl/job/record.hpp>
#include <pawl/storage/error.hpp>
#include <pawl/storage/scope.hpp>

/// What a storage can be asked without changing anything.

namespace pawl::storage {

using pawl::detail::light_vector;

/// Which jobs a list holds. What is not set does not matter.
struct list_filter {
  std::string handler{};
  std::vector<std::string> states{};  ///< any of them
  std::string subject{};
  std::optional<instant> created_from{};   ///< included
  std::optional<instant> created_until{};  ///< not included
  std::size_t limit = 50;
  std::string cursor{};  ///< of the page before

  static constexpr std::size_t most = 200;
  [[nodiscard]] std::size_t clamped_limit() const {
    return limit == 0 ? 1 : (limit < most ? limit : most);
  }
};

/// Newest first.
struct job_page {
  std::vector<job_record> jobs{};
  std::string cursor{};               ///< of the next page; empty: there is none
  std::vector<std::string> behind{};  ///< for each job, the cursor of what follows it
};

struct dead_letter_page {
  std::vector<dead_letter> letters{};
  std::string cursor{};
  std::vector<std::string> behind{};
};

/// What happened to all jobs of a scope, in the order of the commits: that a job is new, as an
/// event with number 0, and its events.
struct feed_page {
  struct entry {
    job_event event{};
    std::string cursor{};  ///< where the feed goes on behind it
  };
  light_vector<entry> entries{};
  std::string cursor{};  ///< where it goes on behind the page, also if there is nothing on it
  bool more = false;     ///< as many as were asked for; there may be others
  /// Behind the given cursor something has happened that is no longer kept: who follows the feed
  /// reads the present anew.
  bool gap = false;
};

/// What came of a job.
struct stored_result {
  std::string state{};  ///< empty among those of several: the store has no such job
  pawl::kind kind{};
  std::optional<std::string> value{};    ///< if it succeeded
  std::shared_ptr<const void> object{};  ///< if it succeeded and its result never became bytes
  std::optional<failure_info> error{};   ///< if it failed
};
/// Of several jobs, in the order in which they were asked for.
using stored_results = light_vector<stored_result>;

/// What a job is to do, as it was submitted.
struct stored_payload {
  std::string value{};  ///< empty: it never became bytes
  unsigned version = 1;
};

/// How many jobs of a type are in a state.
struct state_count {
  std::string handler{};
  std::string state{};
  pawl::phase phase{};
  std::int64_t count = 0;

  friend bool operator==(const state_count&, const state_count&) = default;
};

/// A process that runs jobs, as its store knows it.
struct worker {
  std::int64_t owner = 0;
  std::string label{};               ///< its name, for people
  std::optional<instant> seen_at{};  ///< its last sign of life; none: it is not enrolled any more
  std::int64_t holds = 0;            ///< jobs that who asks may see, begun or held
  std::vector<job_record> jobs{};    ///< the oldest of them

  static constexpr std::size_t most_shown = 20;
};

/// A job type of which an operator has said something.
struct controlled_type {
  std::string handler{};
  bool paused = false;
  bool draining = false;

  friend bool operator==(const controlled_type&, const controlled_type&) = default;
};
using controlled_types = light_vector<controlled_type>;

/// How many dead letters a type has.
struct dead_count {
  std::string handler{};
  std::int64_t count = 0;

  friend bool operator==(const dead_count&, const dead_count&) = default;
};

struct statistics {
  light_vector<state_count> jobs{};
  std::int64_t dead_letters = 0;
  light_vector<dead_count> dead_of{};
  std::string feed{};  ///< the cursor of a feed that tells nothing of the past

  [[nodiscard]] std::int64_t in(pawl::phase wanted) const {
    std::int64_t sum = 0;
    for (const state_count& each : jobs)
      if (each.phase == wanted) sum += each.count;
    return sum;
  }
  /// Jobs that wait for a worker.
  [[nodiscard]] std::int64_t waiting() const {
    return in(phase::ready) + in(phase::scheduled) + in(phase::blocked);
  }
};

}  // namespace pawl::storage
