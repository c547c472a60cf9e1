// SPDX-License-Identifier: BSL-1.0
#pragma once

/// How many jobs of a type there may be. Extracting a key at run time is
/// `<pawl/limits/key_of.hpp>`.

#include <pawl/limits/gcra.hpp>
#include <pawl/limits/key.hpp>
#include <pawl/limits/limit.hpp>
#include <pawl/limits/limits.hpp>
#include <pawl/limits/policy.hpp>
