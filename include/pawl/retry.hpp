// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The retry axis: which failures are tried again, how often, and after what delay.

#include <pawl/backoff.hpp>
#include <pawl/errors.hpp>
#include <pawl/retry/classification.hpp>
#include <pawl/retry/overridable.hpp>
#include <pawl/retry/override.hpp>
#include <pawl/retry/parts.hpp>
#include <pawl/retry/policy.hpp>
#include <pawl/retry/retry.hpp>
#include <pawl/retry/schedule.hpp>
