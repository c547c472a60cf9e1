// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/json.hpp>
#include <pawl/job/context.hpp>
#include <pawl/job/outcome.hpp>
#include <pawl/job/policies.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/policies/audit.hpp>
#include <pawl/policies/backoff.hpp>
#include <pawl/policies/dependencies.hpp>
#include <pawl/policies/durability.hpp>
#include <pawl/policies/errors.hpp>
#include <pawl/policies/idempotency.hpp>
#include <pawl/policies/limits.hpp>
#include <pawl/policies/priority.hpp>
#include <pawl/policies/retention.hpp>
#include <pawl/policies/retry.hpp>
#include <pawl/policies/retry/classification.hpp>
#include <pawl/policies/retry/parts.hpp>
#include <pawl/policies/retry/schedule.hpp>
#include <pawl/policies/sizes.hpp>
#include <pawl/policies/stages.hpp>
#include <pawl/policies/timing.hpp>

namespace pawl {

/// A job type: an id and policies, in any order. A handler derives from it.
///
///     struct report : pawl::job<"acme.report.v1", pawl::lifecycles::service,
///                               pawl::errors<network_timeout, bad_input>,
///                               pawl::retry<pawl::attempts<3>, pawl::exponential<1_s, 30_s>>,
///                               pawl::timeout<5_min>> {
///       outcome<report_output> operator()(context& ctx, report_input in) const;
///     };
///
/// What it does not say is as the specifications say. Two policies on one axis, something that is
/// no policy, or policies that contradict each other do not compile. Empty: it costs a handler
/// nothing.
template <fixed_string Id, class... Policies>
struct job : private detail::list_rules<Id, Policies...> {
 private:
  using list = detail::policy_list<Policies...>;

 public:
  static constexpr text id = Id.view();
  using job_type = job;

  using lifecycle = detail::policy_on<list, axis::lifecycle, lifecycles::service>;
  using errors = detail::policy_on<list, axis::errors, default_errors>;
  using retry = detail::policy_on<list, axis::retry, default_retry>;
  using stages = detail::policy_on<list, axis::stages, default_stages>;
  using timeout = detail::policy_on<list, axis::timeout, default_timeout>;
  using heartbeat = detail::policy_on<list, axis::heartbeat, default_heartbeat>;
  using lease = detail::policy_on<list, axis::lease, default_lease>;
  using limits = detail::policy_on<list, axis::limits, default_limits>;
  using priority = detail::policy_on<list, axis::priority, default_priority>;
  using idempotency = detail::policy_on<list, axis::idempotency, default_idempotency>;
  using retention = detail::policy_on<list, axis::retention, default_retention>;
  using dependencies = detail::policy_on<list, axis::dependencies, default_dependencies>;
  using durability = detail::policy_on<list, axis::durability, default_durability>;
  using audit = detail::policy_on<list, axis::audit, default_audit>;
  using payload_limit = detail::policy_on<list, axis::payload_limit, default_payload_limit>;
  using codec = detail::policy_on<list, axis::codec, json>;

  static constexpr bool is_ephemeral = durability::is_ephemeral;

  /// Whether an error of this class is tried again while attempts are left.
  template <class Class>
  static constexpr bool retries =
      retry_classification<errors, retry>::template is_retryable<Class>();

  /// What a handler is given, and what it returns.
  using context = pawl::context<job>;
  template <class T>
  using outcome = pawl::outcome<T, job>;

  /// A failure of a declared class: `return fail<network_timeout>("the provider did not answer");`
  /// The message may be read by the tenant, the detail only by an operator.
  template <class Class>
    requires(errors::template contains<Class>)
  [[nodiscard]] static failed<Class> fail(std::string message = {}, std::string detail = {}) {
    return {std::move(message), std::move(detail)};
  }
  template <class Class,
            class Because = detail::because_if<!errors::template contains<Class>,
                                               detail::undeclared_error_sentence<job, Class>>>
    requires(!errors::template contains<Class>)
  static failed<Class> fail(std::string = {}, std::string = {}) =
      PAWL_DELETE("pawl: this error class is not declared");

 private:
  // What policies must say to each other.
  static_assert(sizeof(checked<lifecycle>) != 0);
  static_assert(sizeof(retry_classification<errors, retry>) != 0);
  static_assert(sizeof(timing_rules<timeout, heartbeat, lease>) != 0);
  static_assert(sizeof(retention_rules<retention, idempotency>) != 0);
};

}  // namespace pawl
