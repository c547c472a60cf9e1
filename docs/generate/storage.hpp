// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

/// The tables of a store, from the description that also makes them.
std::string storage_tables();
