// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <pawl/codec/secret.hpp>
#include <pawl/detail/durations.hpp>
#include <pawl/handlers/address_guard.hpp>
#include <pawl/handlers/errors.hpp>
#include <pawl/handlers/webhook_signature.hpp>
#include <pawl/job.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/runtime/follow_ups.hpp>

/// Ends of jobs, told to those who wait for them elsewhere, as jobs of their own. Needs libcurl.

namespace pawl::handlers {

using namespace pawl::literals;

/// Neither the address nor the secret of an endpoint is stored: only its name.
struct webhook_input {
  std::string endpoint;
  std::string delivery;  ///< what a receiver recognises a repetition by
  std::string body;
};
struct webhook_output {
  int status{};
};

struct webhook_endpoint {
  std::string url{};
  pawl::secret<std::string> secret{};  ///< of 32 bytes or more
};

struct webhook_options {
  address_guard guard{};
  std::chrono::milliseconds connect{10'000};
  std::chrono::milliseconds longest{30'000};  ///< of one try
  std::string certificates{};                 ///< authorities, a file in PEM; empty: the system's
};

using webhook_job =
    pawl::job<"pawl.webhook.v1", pawl::lifecycles::service,
              pawl::errors<error::receiver_unavailable, error::receiver_refused,
                           error::address_refused, error::unknown_endpoint, error::invalid_input>,
              pawl::retry<pawl::attempts<12>, pawl::exponential<5_s, 1_h>, pawl::full_jitter>,
              pawl::timeout<10_min>>;

/// Posts a body to an endpoint, signed: see `verify_webhook`. Tried again, with the same delivery
/// id and a new timestamp, until the receiver answers 2xx; any other answer but 408, 425, 429 and
/// 5xx ends it. No redirect is followed.
class webhook : public webhook_job {
 public:
  /// It signs whatever it is given: the HTTP API takes none of its jobs.
  static constexpr bool from_inside_only = true;

  explicit webhook(webhook_options options = {});

  /// Names an endpoint; one of that name is replaced. Throws `std::invalid_argument` if the secret
  /// is too short.
  webhook& add(std::string name, webhook_endpoint to);

  outcome<webhook_output> operator()(context& ctx, webhook_input in) const;

 private:
  webhook_options options_;
  std::map<std::string, webhook_endpoint, std::less<>> endpoints_{};
};

/// The end of a job, as its receivers read it: JSON without what is for operators only.
[[nodiscard]] std::string webhook_body(const job_record& ended);

/// Submits the announcement of an end: to be called by a handler's `on_end`. The delivery id is
/// that of the event that ended the job.
void announce(follow_ups& next, std::string_view endpoint, const job_record& ended);

/// A handler that has this as a base announces every end of its jobs to the endpoint of that name:
///
///     struct convert : convert_job, pawl::handlers::announced_to<"partner"> { … };
template <fixed_string... Endpoints>
struct announced_to {
  void on_end(const job_record& ended, follow_ups& next) const {
    (announce(next, std::string_view(Endpoints.view()), ended), ...);
  }
};

}  // namespace pawl::handlers

#if !PAWL_COMPILED
#include <pawl/handlers/webhook.ipp>
#endif
