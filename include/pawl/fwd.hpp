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

namespace detail {
/// The base of every job type: found through a private base as well.
struct any_job {};
/// Stands where an outcome says nothing of its job: `pawl::outcome<int>`.
struct no_job;
}  // namespace detail
// clang-format off: clang shows the line of the parameters
template <fixed_string Id, class... Policies> requires detail::takes<"pawl: job takes an id in quotes, then policies, which are types">
// clang-format on
struct job;
template <class... Handlers>
struct jobs;
template <class Job>
class context;
template <class T, class Job = detail::no_job>
class outcome;
template <class T>
class task;
class attempt_backend;
struct job_error;
struct job_record;
struct arrival;
class follow_ups;

/// The lifecycles that are specified elsewhere, each in a header of its name.
namespace lifecycles {
struct deck;
struct document;
struct service;
struct status;
struct video;
}  // namespace lifecycles

}  // namespace pawl
