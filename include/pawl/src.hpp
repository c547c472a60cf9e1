// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The bodies of the engine, for one source of a program that defines PAWL_COMPILED=1 everywhere.
/// CMake has them as pawl::compiled. Each backend, and the testing kit, brings a `src.hpp` of its
/// own.

#include <pawl/config.hpp>

#if !PAWL_COMPILED
#error "pawl: src.hpp has the bodies of the compiled mode; define PAWL_COMPILED=1 for every source."
#endif

#include <pawl/runtime/engine/bulk.ipp>
#include <pawl/runtime/engine/client_core.ipp>
#include <pawl/runtime/engine/engine.ipp>
#include <pawl/runtime/engine/event_follower.ipp>
#include <pawl/runtime/engine/flow_plan.ipp>
#include <pawl/runtime/engine/scheduler.ipp>
#include <pawl/runtime/engine/service_core.ipp>
#include <pawl/runtime/engine/session_backend.ipp>
#include <pawl/runtime/engine/session_schedules.ipp>
#include <pawl/runtime/listing.ipp>
#include <pawl/runtime/subscription.ipp>
#include <pawl/storage/answer.ipp>
#include <pawl/storage/definition.ipp>
#include <pawl/storage/memory.ipp>
#include <pawl/storage/store.ipp>
#include <pawl/transport/shared_file.ipp>
