// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <stdexcept>
#include <vector>

#include <pawl/clock.hpp>
#include <pawl/job/id_source.hpp>
#include <pawl/runtime/engine/submission.hpp>

namespace pawl {

/// The jobs that follow the end of another, whichever end that is: told by a handler's
///
///     void on_end(const pawl::job_record& ended, pawl::follow_ups& next) const {
///       if (ended.kind == pawl::kind::success) next.submit<notify>({ended.subject});
///     }
///
/// `on_end` is called at least once for every end, whatever process dies. The jobs are submitted
/// after it returns, in the tenant and the name of the job that has ended, and once: their keys are
/// derived from the last event of that job and from their order here. They are never shed.
class follow_ups {
 public:
  follow_ups(const job_record& ended, id_source& ids) : ended_(&ended), ids_(&ids) {}

  /// The id of the event that ended the job: the same in every process and at every try.
  [[nodiscard]] job_id ending_event() const {
    return job_event{.job = ended_->id, .number = ended_->last_event}.id();
  }

  template <class H>
  void submit(const runtime::detail::input_type<H>& input) {
    static_assert(!H::job_type::is_ephemeral,
                  "pawl: what follows a stored end is stored; submit a durable job");
    storage::submit op{.type = &type_of<H>};
    op.id = ids_->next(system_clock{}.wall());
    op.who = {ended_->tenant, ended_->requested_by, ended_->organisation, trigger::system};
    op.payload_version = op.type->newest_version;
    op.key = to_string(ending_event()) + ':' + std::to_string(submissions_.size());
    op.subject = ended_->subject;
    op.correlation = ended_->correlation;
    op.traceparent = ended_->traceparent;
    op.never_shed = true;
    if (const auto added = detail::add_input<H>(op, input); !added)
      throw std::invalid_argument(describe(added.error()));
    submissions_.push_back(std::move(op));
  }

  /// For the engine.
  [[nodiscard]] storage::light_vector<storage::submit>& submissions() { return submissions_; }

 private:
  const job_record* ended_;
  id_source* ids_;
  storage::light_vector<storage::submit> submissions_{};
};

}  // namespace pawl
