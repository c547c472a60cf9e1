// SPDX-License-Identifier: BSL-1.0
#pragma once

/// How long a worker may be silent, and the rules that tie it to the heartbeat and the timeout.

#include <pawl/lease/lease.hpp>
#include <pawl/lease/policy.hpp>
#include <pawl/lease/timing_rules.hpp>
