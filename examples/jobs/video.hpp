// SPDX-License-Identifier: BSL-1.0
// From a video to an instruction: a pipeline with one function per processing state.
#pragma once

#include <string>

#include <pawl/job.hpp>
#include <pawl/lifecycles/video.hpp>

namespace video_jobs {

using namespace pawl::literals;
namespace error = pawl::error;

struct video_input {
  std::string video_uri;
};
/// What a step has stored; a re-run adds to it and removes nothing.
struct artifact {
  std::string uri;
};

/// The first three are retried, as they are declared; the others end the job.
using instruct_errors =
    pawl::errors<error::provider_network_error, error::temporary_storage_failure,
                 error::rate_limited, error::unsupported_codec, error::provider_permission_denied,
                 error::corrupted_artifact, error::schema_validation_failure,
                 error::policy_violation>;
using instruct_retry =
    pawl::retry<pawl::attempts<3>, pawl::exponential<2_s, 60_s>, pawl::full_jitter>;

using instruct_job = pawl::job<"video.instruct", pawl::lifecycles::video, instruct_errors,
                               instruct_retry, pawl::timeout<30_min>>;

/// The same, and not to be cancelled while an export runs: a policy that the specification leaves
/// open.
using studio_job =
    pawl::job<"video.studio", pawl::lifecycles::video, instruct_errors, instruct_retry,
              pawl::timeout<30_min>, pawl::no_cancel_in<pawl::lifecycles::video::EXPORTING>>;

}  // namespace video_jobs
