// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Job types: policies composed and checked, handlers, registries.

#include <pawl/job/job.hpp>
#include <pawl/job/jobs.hpp>
