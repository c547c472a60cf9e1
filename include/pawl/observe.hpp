// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Metrics in the Prometheus text format, and structured logs.

#include <pawl/observe/log.hpp>
#include <pawl/observe/metrics.hpp>
#include <pawl/observe/prometheus.hpp>
