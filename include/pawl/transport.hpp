// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/transport/local.hpp>
#include <pawl/transport/none.hpp>
#include <pawl/transport/policy.hpp>
#include <pawl/transport/shared_file.hpp>
