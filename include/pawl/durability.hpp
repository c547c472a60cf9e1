// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Whether a job survives its process.

#include <pawl/durability/durability.hpp>
#include <pawl/durability/policy.hpp>
