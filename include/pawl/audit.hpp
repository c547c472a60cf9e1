// SPDX-License-Identifier: BSL-1.0
#pragma once

/// What a job records about itself. The values at run time are `<pawl/audit/values.hpp>`.

#include <pawl/audit/audit.hpp>
#include <pawl/audit/policy.hpp>
