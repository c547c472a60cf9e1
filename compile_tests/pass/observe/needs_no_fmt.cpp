// SPDX-License-Identifier: BSL-1.0
// What an engine counts and logs with is free of {fmt}, and so is all that does not print; range-v3
// is for those that keep jobs in memory.
#include <pawl/observe/log_entry.hpp>
#include <pawl/observe/metrics.hpp>
#include <pawl/observe/redact.hpp>
#include <pawl/observe/throttle.hpp>
#include <pawl/service.hpp>

#if defined(FMT_VERSION) || defined(RANGE_V3_VERSION)
#error "a service includes {fmt} or range-v3, which it does not need"
#endif
