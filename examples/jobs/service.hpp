// SPDX-License-Identifier: BSL-1.0
// A report as a platform service would run it: submitted, retried, dead-lettered.
#pragma once

#include <string>

#include <pawl/job.hpp>
#include <pawl/lifecycles/service.hpp>

namespace service_jobs {

using namespace pawl::literals;

struct report_input {
  std::string customer;
  int year{};
};
struct report_output {
  std::string url;
};

struct bad_input : pawl::error_class<"bad_input", pawl::retryability::fatal> {};

using report_job =
    pawl::job<"acme.report.v1", pawl::lifecycles::service,
              pawl::errors<pawl::error::network_timeout, bad_input>,
              pawl::retry<pawl::attempts<3>, pawl::exponential<1_s, 30_s>, pawl::full_jitter,
                          pawl::retry_on<pawl::error::network_timeout>>,
              pawl::timeout<5_min>, pawl::checkpoint<int>>;

}  // namespace service_jobs
