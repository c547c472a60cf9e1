// SPDX-License-Identifier: BSL-1.0
#pragma once

/// All of pawl but what needs a database or an executor: lifecycles, policies, job types, and the
/// service that runs them. A translation unit that needs less includes less: `pawl/lifecycle.hpp`
/// alone costs next to nothing.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/job.hpp>
#include <pawl/job/simulate.hpp>
#include <pawl/lifecycle.hpp>
#include <pawl/lifecycle/engine.hpp>
#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycle/render.hpp>
#include <pawl/lifecycle/restore.hpp>
#include <pawl/lifecycle/simulate.hpp>
#include <pawl/lifecycle/sql.hpp>
#include <pawl/lifecycle/visit.hpp>
#include <pawl/lifecycles/deck.hpp>
#include <pawl/lifecycles/document.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/lifecycles/status.hpp>
#include <pawl/lifecycles/video.hpp>
#include <pawl/service.hpp>
#include <pawl/storage/memory.hpp>
