// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The stages of a job and the progress through them.

#include <pawl/stages/policy.hpp>
#include <pawl/stages/progress.hpp>
#include <pawl/stages/stages.hpp>
