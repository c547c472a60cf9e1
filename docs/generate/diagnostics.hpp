// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <filesystem>
#include <string>

/// The list of everything the compiler refuses, made from the compile tests: each test says the
/// sentence it pins, and one test of each sentence says what it means and how to repair it.
///
/// Throws if a test says no sentence, if a sentence is not explained, or if a header holds a
/// sentence that no test pins.
std::string diagnostics_page(const std::filesystem::path& root);
