// SPDX-License-Identifier: BSL-1.0
#pragma once

/// How long one attempt of a job may take.

#include <pawl/timeout/policy.hpp>
#include <pawl/timeout/timeout.hpp>
