// SPDX-License-Identifier: BSL-1.0
// A submission whose override is a constant can be checked where it is written.
#include <pawl/policies/retry.hpp>
#include <pawl/testing/error_laws.hpp>
#include <pawl/testing/jitter_laws.hpp>
#include <pawl/testing/retry_laws.hpp>

using namespace pawl::literals;

using policy = pawl::retry<pawl::overridable<pawl::attempts_up_to<5>>>;

static_assert(pawl::apply<policy>({.max_attempts = 5}));
static_assert(!pawl::apply<policy>({.max_attempts = 6}));
static_assert(pawl::apply<policy>({.max_attempts = 6}).code() == "retry_attempts_out_of_bounds");

// The least models work wherever the shipped ones do.
using namespace pawl::testing;
static_assert(pawl::retry_classification<errors_archetype, retry_archetype>::table().size() == 4);
static_assert(pawl::retry<backoff_archetype, jitter_archetype>::max_attempts == 3);
static_assert(pawl::render::schedule<retry_archetype>() == "attempt 1 → the last\n");
static_assert(
    pawl::retry_classification<pawl::errors<error_class_archetype>,
                               pawl::retry<pawl::fatal_on<error_class_archetype>>>::table()[0] ==
    pawl::classified_error{"archetype", false, false});
