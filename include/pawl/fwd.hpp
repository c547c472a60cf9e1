// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/fixed_string.hpp>

/// Names of the types that other headers mention, for headers that only pass them on.

namespace pawl {

struct lifecycle;
template <class L, typename L::state State>
class machine;
template <class L>
class verdict;

template <fixed_string Id, class... Policies>
struct job;
template <class... Handlers>
struct jobs;
template <class Job>
class context;
template <class T, class Job>
class outcome;
template <class T>
class task;
class attempt_backend;
struct job_error;

}  // namespace pawl
