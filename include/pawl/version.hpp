// SPDX-License-Identifier: BSL-1.0
#pragma once

#define PAWL_VERSION_MAJOR 0
#define PAWL_VERSION_MINOR 1
#define PAWL_VERSION_PATCH 0
