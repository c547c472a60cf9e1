// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/schedule.hpp>
#include <pawl/storage/operation.hpp>
#include <pawl/storage/time_line.hpp>

/// Schedules in a store: jobs that are made by themselves, at times that an engine works out, for a
/// store knows no zones. Every change is a conditional write, and a slot is fired in the commit
/// that submits its job: once, by however many processes.

namespace pawl::storage {

/// What a store keeps of a schedule, apart from whose it is.
struct schedule_facts {
  std::int64_t number = 0;  ///< given by the store, and never again
  std::string name{};       ///< empty: it stands in the job type itself
  std::int64_t period = 0;  ///< in milliseconds; 0: by the expression
  std::string cron{};
  std::string zone{};  ///< empty: UTC
  slots missed = slots::once;
  int at_most = 1;        ///< of the missed
  shared_text payload{};  ///< empty: made anew for each slot
  payload_object object{};
  unsigned payload_version = 1;
  std::string requested_by{};
  std::string organisation{};
  std::uint64_t fence = 0;  ///< grows with each change
  /// The next one: on the store's own line of time if it has a period, else since 1970.
  std::int64_t slot = 0;
  due_time due_at{};  ///< when it is looked at: with its slot, or later if that was refused
  bool paused = false;
  std::int64_t last_slot = 0;  ///< that a job was made for, since 1970; 0: none yet
  std::int64_t fired_at = 0;
  job_id last_job{};
  std::string problem{};  ///< why its last slot was refused, or skipped; empty: it was not

  [[nodiscard]] bool has_same_times(const schedule_facts& other) const {
    return period == other.period && cron == other.cron && zone == other.zone;
  }
  [[nodiscard]] constexpr due_time due_with_slot() const {
    return period != 0 ? due_time::by_elapsed(slot) : due_time::by_wall(slot);
  }
};

/// A schedule as it is shown, and as it is put.
struct schedule : schedule_facts {
  std::string tenant{};
  std::string handler{};
  instant next{};  ///< its slot as a time of day, as long as no clock is set
};

/// The longest name of a schedule, in bytes.
inline constexpr std::size_t longest_schedule_name = 255;

/// Makes a schedule, or changes the one of this name. One whose times stay the same keeps its slot;
/// one that is paused stays so.
struct put_schedule {
  static constexpr auto kind = operation_kind::put_schedule;
  const job_descriptor* type = nullptr;
  schedule of{};  ///< with its first slot, unless it has a period
  /// For one that stands in the job type: the type has none any more, and it goes.
  bool withdrawn = false;

  struct answer_type {
    std::int64_t number = 0;
    bool created = false;
  };
  answer_to<answer_type> answer{};
};

/// Schedules, by their numbers.
struct find_schedules {
  static constexpr auto kind = operation_kind::find_schedules;
  storage::scope scope;
  std::string handler{};      ///< empty: of all
  maybe<std::string> name{};  ///< nothing: of all
  std::int64_t number = 0;    ///< of this one alone; 0: of all
  std::int64_t after = 0;
  std::size_t limit = 100;

  struct answer_type {
    light_vector<schedule> found{};
    std::int64_t next = 0;  ///< after which the rest is found; 0: that was all
  };
  answer_to<answer_type> answer{};
};

/// Schedules of some types whose time has come.
struct due_schedules {
  static constexpr auto kind = operation_kind::due_schedules;
  light_vector<const job_descriptor*> types{};
  std::size_t limit = 100;

  struct answer_type {
    light_vector<schedule> found{};
    clock_reading at{};
    bool more = false;
    /// When, by the store's `elapsed`, the next one is due, as far as is known.
    maybe<milliseconds> next_due{};
  };
  answer_to<answer_type> answer{};
};

/// Submits the jobs of slots, and moves a schedule on, in one commit; or does nothing, because
/// another process was faster.
struct fire_schedule {
  static constexpr auto kind = operation_kind::fire_schedule;
  std::int64_t number = 0;
  std::uint64_t fence = 0;  ///< as the schedule was read
  struct run {
    std::int64_t slot = 0;   ///< as the schedule counts it
    std::int64_t shown = 0;  ///< since 1970
    submit job{};
  };
  light_vector<run> runs{};
  std::int64_t next = 0;  ///< the slot after them; `no_slot`: none, and the schedule rests
  std::string problem{};  ///< why a slot has no run
  /// A job that is refused because there is no room now is tried again after so long; zero: its
  /// slot is missed.
  milliseconds retry_after{};

  struct answer_type {
    bool done = false;      ///< false: the schedule was changed, paused or fired meanwhile
    std::size_t jobs = 0;   ///< that were made
    std::string problem{};  ///< why not all were
    bool again = false;     ///< the slot was refused for now, and stays due
  };
  answer_to<answer_type> answer{};
};

/// Pauses a schedule, lets it go on, runs it by hand, or removes it.
struct change_schedule {
  static constexpr auto kind = operation_kind::change_schedule;
  enum class what : unsigned char { pause, resume, run, remove };
  storage::scope scope;
  std::int64_t number = 0;
  what to = what::pause;
  std::int64_t slot = 0;  ///< with which it goes on, unless it has a period
  submit job{};           ///< that is run by hand

  struct answer_type {
    job_id job{};  ///< that was run
  };
  answer_to<answer_type> answer{};
};

}  // namespace pawl::storage
