// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Which of two waiting jobs goes first.

#include <pawl/priority/policy.hpp>
#include <pawl/priority/priority.hpp>
