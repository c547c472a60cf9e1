// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include <pawl/runtime/engine/session_backend.hpp>

namespace pawl::runtime {

/// The jobs of a workflow, whatever their types, from the first that is added to the commit that
/// makes all of them.
class flow_plan {
 public:
  explicit flow_plan(session_backend& backend) : backend_(&backend) {}

  [[nodiscard]] std::size_t size() const { return whole_.jobs.size(); }
  /// Adds a job that was made, or notes why it could not be: the submission tells it.
  std::size_t add(storage::submit&& made, const storage::result<void>& how);
  /// One of them waits for a job, of this workflow or not.
  void wait(std::size_t one, const job_id& on);
  /// Makes all of them or none. When it was refused it may be called again: none is made twice.
  [[nodiscard]] storage::result<std::vector<job_id>> submit();

 private:
  /// Each behind those that it waits for; or why there is no such order.
  [[nodiscard]] storage::result<void> put_in_order();
  void note(storage::errc code, std::string message);

  session_backend* backend_;
  storage::submit_whole whole_{};
  std::vector<job_id> ids_{};              ///< in the order in which they were added
  storage::maybe<storage::error> flaw_{};  ///< the first that was found
  bool is_in_order_ = false;
};

}  // namespace pawl::runtime

#if !PAWL_COMPILED
#include <pawl/runtime/engine/flow_plan.ipp>
#endif
