// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Coroutine handlers on Boost.Asio.

#include <pawl/asio/await.hpp>
#include <pawl/asio/pool.hpp>
