// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/axis.hpp>
#include <pawl/lifecycle/proof.hpp>

namespace pawl {

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
