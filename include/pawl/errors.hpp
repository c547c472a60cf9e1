// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The errors axis: what can go wrong with a job, as types.

#include <pawl/errors/classes.hpp>
#include <pawl/errors/error_class.hpp>
#include <pawl/errors/error_classes.hpp>
#include <pawl/errors/errors.hpp>
#include <pawl/errors/policy.hpp>
#include <pawl/errors/public_code.hpp>
