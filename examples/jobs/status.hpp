// SPDX-License-Identifier: BSL-1.0
// A job under the uniform status contract: a subject is indexed, and its status is a summary.
#pragma once

#include <string>

#include <pawl/job.hpp>
#include <pawl/lifecycles/status.hpp>

namespace status_jobs {

using namespace pawl::literals;
namespace error = pawl::error;

struct index_input {
  std::string subject_id;
};

/// Further policies are those of the process that runs it.
template <class... Further>
using index_job_with =
    pawl::job<"subject.index", pawl::lifecycles::status,
              pawl::errors<error::network_timeout, error::validation_error,
                           error::resource_unavailable, error::resource_limit_exceeded>,
              pawl::retry<pawl::attempts<3>, pawl::exponential<1_s, 30_s>, pawl::full_jitter>,
              pawl::timeout<5_min>, pawl::subject<&index_input::subject_id>, Further...>;
using index_job = index_job_with<>;

/// What a subject's index knows is asked for beside it: the same contract, another job type.
struct search_input {
  std::string subject_id;
  std::string word;
};

using search_job =
    pawl::job<"subject.search", pawl::lifecycles::status,
              pawl::errors<error::resource_unavailable, error::validation_error>,
              pawl::retry<pawl::attempts<3>, pawl::exponential<1_s, 30_s>, pawl::full_jitter>,
              pawl::timeout<1_min>, pawl::subject<&search_input::subject_id>>;

}  // namespace status_jobs
