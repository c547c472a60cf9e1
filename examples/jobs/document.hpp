// SPDX-License-Identifier: BSL-1.0
// Crypto-blind document processing: three retries, one second apart.
#pragma once

#include <string>

#include <pawl/job.hpp>
#include <pawl/lifecycles/document.hpp>

namespace document_jobs {

using namespace pawl::literals;
namespace error = pawl::error;

struct document_input {
  std::string reference;
};

/// Further policies are those of the process that runs it: how long its lease is, for instance.
template <class... Further>
using process_job_with = pawl::job<
    "document.process", pawl::lifecycles::document,
    pawl::errors<error::resource_unavailable, error::deadline_exceeded, error::queue_overload,
                 error::dependency_unavailable, error::invalid_document, error::validation_failure,
                 error::permanent_timeout, error::configuration_error,
                 error::resource_limit_exceeded>,
    pawl::retry<pawl::attempts<4>, pawl::fixed<1_s>, pawl::no_jitter>, pawl::timeout<2_min>,
    Further...>;
using process_job = process_job_with<>;

}  // namespace document_jobs
