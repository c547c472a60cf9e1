// SPDX-License-Identifier: BSL-1.0
#pragma once

/// How long a finished job is kept.

#include <pawl/retention/policy.hpp>
#include <pawl/retention/retention.hpp>
#include <pawl/retention/retention_rules.hpp>
