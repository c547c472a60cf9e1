// SPDX-License-Identifier: BSL-1.0
#pragma once

/// How a repeated submission is recognised.

#include <pawl/idempotency/idempotency.hpp>
#include <pawl/idempotency/key.hpp>
#include <pawl/idempotency/policy.hpp>
