// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/codec/json.hpp>
#include <pawl/job/context.hpp>
#include <pawl/job/outcome.hpp>
#include <pawl/job/policies.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/policies/audit.hpp>
#include <pawl/policies/backoff.hpp>
#include <pawl/policies/cancellation.hpp>
#include <pawl/policies/checkpoint.hpp>
#include <pawl/policies/delivery.hpp>
#include <pawl/policies/dependencies.hpp>
#include <pawl/policies/durability.hpp>
#include <pawl/policies/errors.hpp>
#include <pawl/policies/idempotency.hpp>
#include <pawl/policies/limits.hpp>
#include <pawl/policies/objectives.hpp>
#include <pawl/policies/priority.hpp>
#include <pawl/policies/retention.hpp>
#include <pawl/policies/retry.hpp>
#include <pawl/policies/retry/classification.hpp>
#include <pawl/policies/retry/parts.hpp>
#include <pawl/policies/retry/schedule.hpp>
#include <pawl/policies/schedule.hpp>
#include <pawl/policies/sizes.hpp>
#include <pawl/policies/stages.hpp>
#include <pawl/policies/subject.hpp>
#include <pawl/policies/timing.hpp>
#include <pawl/policies/unique.hpp>

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
// clang-format off: clang shows the line of the parameters
template <fixed_string Id, class... Policies> requires detail::takes<"pawl: job takes an id in quotes, then policies, which are types">
// clang-format on
struct job : private detail::list_rules<Id, Policies...>, private detail::any_job {
 private:
  using list = detail::policy_list<Policies...>;

 public:
  static constexpr text id = Id.view();
  using job_type = job;

  using lifecycle = detail::policy_on<list, axis::lifecycle, lifecycles::service>;
  using errors = detail::policy_on<list, axis::errors, default_errors>;
  using delivery = detail::policy_on<list, axis::delivery, default_delivery>;
  using retry =
      detail::policy_on<list, axis::retry,
                        typename detail::choose<delivery::begins_once, pawl::retry<attempts<1>>,
                                                default_retry>::type>;
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
  using checkpoint = detail::policy_on<list, axis::checkpoint, default_checkpoint>;
  using cancellation = detail::policy_on<list, axis::cancellation, default_cancellation>;
  using objectives = detail::policy_on<list, axis::objectives, default_objectives>;
  using subject = detail::policy_on<list, axis::subject, default_subject>;
  using schedule = detail::policy_on<list, axis::schedule, default_schedule>;
  using missed = detail::policy_on<list, axis::missed, default_missed>;
  using unique = detail::policy_on<list, axis::unique, default_unique>;

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
  /// The message may be read by the tenant, the detail only by an operator. Without a message it is
  /// the class's summary.
  template <class Class>
    requires(errors::template contains<Class>)
  [[nodiscard("pawl: a failure that is not returned has no effect; write return fail<class>(...)")]]
  static failed<Class> fail(std::string message = {}, std::string detail = {}) {
    if (message.empty()) message = std::string_view(summary_of<Class>());
    return {std::move(message), std::move(detail)};
  }
  template <class Class,
            class Because = detail::because_if<!errors::template contains<Class>,
                                               detail::undeclared_error_sentence<job, Class>>>
    requires(!errors::template contains<Class>)
  static failed<Class> fail(std::string = {}, std::string = {}) =
      PAWL_DELETE("pawl: this error class is not declared");
  template <class Class, class... Given,
            class Because =
                detail::because_if<!detail::are_texts<Given...>, detail::fail_without_text<job>>>
    requires(errors::template contains<Class> && !detail::are_texts<Given...>)
  static detail::anything fail(const Given&...) = PAWL_DELETE("pawl: fail is told with texts");
  template <fixed_string Class, class Because = detail::because_if<(Class.size() != 0),
                                                                   detail::fail_without_class<job>>>
  static detail::anything fail(const auto&...) =
      PAWL_DELETE("pawl: fail needs the class of the error");
  template <auto = 0, class Because = detail::because<detail::fail_without_class<job>>>
  static detail::anything fail(const auto&...) =
      PAWL_DELETE("pawl: fail needs the class of the error");

 private:
  // What policies must say to each other.
  static_assert(sizeof(checked<lifecycle>) != 0);
  static_assert(sizeof(retry_classification<errors, retry>) != 0);
  static_assert(sizeof(timing_rules<timeout, heartbeat, lease>) != 0);
  static_assert(sizeof(retention_rules<retention, idempotency>) != 0);
  static_assert(sizeof(cancellation_rules<lifecycle, cancellation>) != 0);
  static_assert(sizeof(delivery_rules<retry, delivery>) != 0);
  static_assert(sizeof(subject_rules<Id, lifecycle, subject>) != 0);
  static_assert(sizeof(schedule_rules<Id, schedule, missed>) != 0);
  static_assert(sizeof(unique_rules<Id, lifecycle, unique>) != 0);
};

}  // namespace pawl
