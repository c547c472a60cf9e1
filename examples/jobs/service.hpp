// SPDX-License-Identifier: BSL-1.0
// Jobs as a platform service would run them: a report, an import that goes on after a crash, a
// payment that is never begun twice, a stream that lives in memory.
#pragma once

#include <cstdint>
#include <memory>
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

struct import_input {
  std::string file;
};
struct import_output {
  std::int64_t rows{};
};
/// How far an import has come, in both files.
struct import_mark {
  std::int64_t rows{};
  std::int64_t bytes_read{};
  std::int64_t bytes_written{};
};

/// Takes as long as its file is long: two at a time leave workers to the others. What a crash
/// interrupts is taken up within seconds.
using import_job =
    pawl::job<"acme.import.v1", pawl::lifecycles::service,
              pawl::errors<pawl::error::transient_storage, bad_input>,
              pawl::retry<pawl::attempts<5>, pawl::exponential<1_s, 30_s>, pawl::full_jitter,
                          pawl::overridable<pawl::delays_between<100_ms, 1_h>>>,
              pawl::timeout<12_h>, pawl::lease<3_s>, pawl::checkpoint<import_mark>,
              pawl::limits<pawl::concurrent<2, pawl::named<"imports">>>>;

struct charge_input {
  std::string account;
  std::int64_t cents{};
};
struct charge_output {
  std::string receipt;
};

struct charge_refused : pawl::error_class<"charge_refused", pawl::retryability::fatal> {};

/// Money that is taken twice is worse than money that is not: never begun a second time. Its id is
/// a GTS identifier.
using charge_job = pawl::job<"gts.acme.billing.payments.charge.v1~", pawl::lifecycles::service,
                             pawl::errors<charge_refused>, pawl::at_most_once, pawl::timeout<5_s>,
                             pawl::lease<3_s>>;

class line_feed;

struct follow_input {
  std::shared_ptr<line_feed> from;  ///< an open file or pipe: no codec could store it
};
struct follow_output {
  std::int64_t lines{};
};

/// Follows a stream for as long as it lasts, in memory only: nothing of it is stored.
using follow_job = pawl::job<"acme.follow.v1", pawl::lifecycles::service,
                             pawl::ephemeral<pawl::capacity<100>>, pawl::timeout<1_h>>;

}  // namespace service_jobs
