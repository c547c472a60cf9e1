// SPDX-License-Identifier: BSL-1.0
#pragma once

/// How often a worker gives a sign of life.

#include <pawl/heartbeat/heartbeat.hpp>
#include <pawl/heartbeat/policy.hpp>
