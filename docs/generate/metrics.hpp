// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

/// The metrics as a table: name, type, labels, meaning.
std::string metrics_table();
