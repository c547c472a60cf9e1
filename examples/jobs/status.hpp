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

using index_job =
    pawl::job<"subject.index", pawl::lifecycles::status,
              pawl::errors<error::network_timeout, error::validation_error>,
              pawl::retry<pawl::attempts<3>, pawl::exponential<1_s, 30_s>, pawl::full_jitter>,
              pawl::timeout<5_min>, pawl::subject<&index_input::subject_id>>;

}  // namespace status_jobs
