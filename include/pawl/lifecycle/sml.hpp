// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Boost.SML both ways: a lifecycle as an SML machine, an SML machine as a checked lifecycle, and
/// an engine that runs one.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle/sml/as_sml.hpp>
#include <pawl/lifecycle/sml/engine.hpp>
#include <pawl/lifecycle/sml/from_sml.hpp>
