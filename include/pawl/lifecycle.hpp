// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Declaring, proving and running a lifecycle. Nothing but the cheapest standard headers stands
/// behind this one; typestate (lifecycle/machine.hpp), rendering and Boost.SML are included where
/// they are used.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle/decide.hpp>
#include <pawl/lifecycle/proof.hpp>
#include <pawl/lifecycle/table.hpp>
#include <pawl/lifecycle/verdict.hpp>
