// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Backoff and jitter: how long a job waits before it is tried again.

#include <pawl/backoff/delay.hpp>
#include <pawl/backoff/exponential.hpp>
#include <pawl/backoff/fixed.hpp>
#include <pawl/backoff/jitter.hpp>
#include <pawl/backoff/linear.hpp>
#include <pawl/backoff/plan.hpp>
#include <pawl/backoff/policy.hpp>
#include <pawl/backoff/polynomial.hpp>
#include <pawl/backoff/steps.hpp>
