// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Job types: policies composed and checked, handlers, registries.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/job/context.hpp>
#include <pawl/job/job.hpp>
#include <pawl/job/jobs.hpp>
