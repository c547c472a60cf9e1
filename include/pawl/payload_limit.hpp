// SPDX-License-Identifier: BSL-1.0
#pragma once

/// How large what a job carries may be.

#include <pawl/payload_limit/payload_limit.hpp>
#include <pawl/payload_limit/policy.hpp>
