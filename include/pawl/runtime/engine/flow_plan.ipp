// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unordered_map>

#include <pawl/runtime/engine/flow_plan.hpp>

namespace pawl::runtime {

PAWL_INLINE void flow_plan::note(storage::errc code, std::string message) {
  if (!flaw_) flaw_ = storage::error{code, std::move(message), {}, {}};
}

PAWL_INLINE std::size_t flow_plan::add(storage::submit&& made, const storage::result<void>& how) {
  if (is_in_order_)
    note(storage::errc::invalid,
         "the workflow was submitted before this job was added to it; make another one");
  if (!how && !flaw_) {
    flaw_ = how.error();
    flaw_->message = "job " + std::to_string(size() + 1) + " of the workflow, " +
                     std::string(std::string_view(made.type->handler)) + ": " + flaw_->message;
  }
  ids_.push_back(made.id);
  whole_.jobs.push_back(std::move(made));
  return size() - 1;
}

PAWL_INLINE void flow_plan::wait(std::size_t one, const job_id& on) {
  if (is_in_order_)
    note(storage::errc::invalid,
         "the workflow was submitted before one of its jobs was told to wait; tell it before");
  else
    whole_.jobs[one].depends_on.push_back(on);
}

PAWL_INLINE storage::result<void> flow_plan::put_in_order() {
  const std::size_t count = size();
  std::unordered_map<job_id, std::size_t> places;
  for (std::size_t i = 0; i < count; ++i) places.emplace(ids_[i], i);
  std::vector<std::vector<std::size_t>> dependents(count);
  std::vector<std::size_t> waits(count);
  for (std::size_t i = 0; i < count; ++i)
    for (const job_id& on : whole_.jobs[i].depends_on)
      if (const auto found = places.find(on); found != places.end()) {
        dependents[found->second].push_back(i);
        ++waits[i];
      }
  std::vector<std::size_t> order;
  order.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    if (waits[i] == 0) order.push_back(i);
  for (std::size_t next = 0; next < order.size(); ++next)
    for (const std::size_t each : dependents[order[next]])
      if (--waits[each] == 0) order.push_back(each);
  if (order.size() != count) {
    // What is left waits for something that is left: who goes on from one to the next comes back.
    std::size_t at = 0;
    while (waits[at] == 0) ++at;
    std::vector<std::size_t> way;
    std::vector<bool> seen(count);
    while (!seen[at]) {
      seen[at] = true;
      way.push_back(at);
      for (const job_id& on : whole_.jobs[at].depends_on)
        if (const auto found = places.find(on);
            found != places.end() && waits[found->second] != 0) {
          at = found->second;
          break;
        }
    }
    std::size_t first = 0;
    while (way[first] != at) ++first;
    std::string named;
    constexpr std::size_t most_named = 8;
    for (std::size_t i = first; i < way.size() && i < first + most_named; ++i)
      named += std::string(std::string_view(whole_.jobs[way[i]].type->handler)) + " -> ";
    if (way.size() > first + most_named) named += "... -> ";
    named += std::string_view(whole_.jobs[at].type->handler);
    return unexpected<storage::error>(storage::error{
        storage::errc::dependency_cycle,
        "jobs of the workflow wait for each other, " + named + "; remove one of these dependencies",
        {},
        ids_[at]});
  }
  light_vector<storage::submit> sorted;
  sorted.reserve(count);
  for (const std::size_t each : order) sorted.push_back(std::move(whole_.jobs[each]));
  whole_.jobs = std::move(sorted);
  return {};
}

PAWL_INLINE storage::result<std::vector<job_id>> flow_plan::submit() {
  if (flaw_) return unexpected<storage::error>(*flaw_);
  if (!is_in_order_) {
    if (auto found = put_in_order(); !found)
      return unexpected<storage::error>(std::move(found).error());
    is_in_order_ = true;
  }
  backend_->submit_whole(whole_);
  if (!whole_.answer) return unexpected<storage::error>(whole_.answer.error());
  return ids_;
}

}  // namespace pawl::runtime
