// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/job/attempt_backend.hpp>
#include <pawl/runtime/engine/submission.hpp>

/// What a handler needs that submits jobs with its own end: `ctx.submit<page>({…})`.

namespace pawl::detail {

/// The part of `ctx.submit` that knows the type of the job.
template <class H>
struct child_of {
  template <class Options>
  static expected<job_ref<H>, job_error> submit(attempt_backend& run,
                                                const runtime::detail::input_type<H>& input,
                                                const Options& options) {
    storage::submit child{.type = &type_of<H>};
    if (auto begun = run.prepare_child(child, plain(options)); !begun)
      return unexpected<job_error>(std::move(begun).error());
    if (auto added = add_input<H>(child, input); !added)
      return unexpected<job_error>(
          job_error{name_of(added.error().code), std::move(added.error().message), {}});
    const job_id id = child.id;
    if (auto kept = run.add_child(std::move(child)); !kept)
      return unexpected<job_error>(std::move(kept).error());
    return job_ref<H>{id};
  }
};

}  // namespace pawl::detail
