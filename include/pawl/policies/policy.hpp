// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/lifecycle/proof.hpp>

namespace pawl {

/// What a policy of a job type is about. A job type has at most one policy on each axis, in any
/// order; an axis without one takes the default that its header documents.
enum class axis : unsigned char {
  lifecycle,
  errors,
  retry,
  stages,
  timeout,
  heartbeat,
  lease,
  limits,
  priority,
  idempotency,
  retention,
  dependencies,
  durability,
  audit,
  payload_limit,
  codec,
  checkpoint,
  cancellation,
  objectives,
  delivery,
  subject,
  schedule,
  missed,
  unique
};

/// A policy names its axis: `static constexpr pawl::axis axis = pawl::axis::retry;`
template <class P>
concept tagged_policy = requires { requires __is_same(decltype(P::axis), const axis); };

namespace detail {

/// The axis of a policy; a lifecycle needs no tag, its table is one.
template <class P>
consteval axis axis_of() {
  if constexpr (lifecycle_type<P>)
    return axis::lifecycle;
  else
    return P::axis;
}

}  // namespace detail

template <class P>
concept job_policy = lifecycle_type<P> || tagged_policy<P>;

}  // namespace pawl
