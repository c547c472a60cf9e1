// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include <pawl/job/descriptor.hpp>
#include <pawl/job/record.hpp>

namespace pawl::testing {

/// The states that a job has been in, by its events: `{"pending", "running", "succeeded"}`.
[[nodiscard]] inline std::vector<std::string> states_in(const std::vector<job_event>& events) {
  std::vector<std::string> out;
  for (const job_event& each : events) {
    if (each.kind != event_kind::transition) continue;
    if (out.empty()) out.push_back(each.from);
    out.push_back(each.to);
  }
  return out;
}

/// What is wrong with the record of a job that should have ended, and with its events, all of them.
/// Empty: it has ended, once, within its attempts, and its history has no gap.
[[nodiscard]] inline std::vector<std::string> flaws_of_ended(const job_descriptor& type,
                                                             const job_record& job,
                                                             const std::vector<job_event>& events) {
  std::vector<std::string> flaws;
  const auto is_end = [&](const std::string& state) {
    const auto number = type.restore(text(state));
    return number && is_terminal(type.kind_of(*number));
  };
  if (!is_terminal(job.kind)) flaws.push_back("the job has not ended, it is " + job.state);
  if (job.attempt > job.max_attempts)
    flaws.push_back("it was started " + std::to_string(job.attempt) + " times of " +
                    std::to_string(job.max_attempts));
  if (job.has_result != (job.kind == kind::success))
    flaws.emplace_back("it has a result without a success, or a success without a result");

  std::uint64_t number = 0;
  std::size_t ends = 0;
  std::string state;
  for (const job_event& each : events) {
    if (each.number != ++number) flaws.emplace_back("its events are not numbered 1, 2, 3, …");
    number = each.number;
    if (each.kind != event_kind::transition) continue;
    if (!state.empty() && each.from != state)
      flaws.push_back("it left " + each.from + " while it was " + state);
    state = each.to;
    if (is_end(each.to)) ++ends;
  }
  if (number != job.last_event) flaws.emplace_back("it does not know its newest event");
  if (state != job.state) flaws.push_back("its last transition led to " + state);
  if (is_terminal(job.kind) && ends != 1)
    flaws.push_back("it ended " + std::to_string(ends) + " times");
  return flaws;
}

}  // namespace pawl::testing
