// SPDX-License-Identifier: BSL-1.0
#pragma once

/// How a job waits for others.

#include <pawl/dependencies/dependencies.hpp>
#include <pawl/dependencies/policy.hpp>
