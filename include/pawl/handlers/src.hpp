// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The bodies of downloads and webhooks, for one source of a program that defines PAWL_COMPILED=1
/// everywhere.

#include <pawl/config.hpp>

#if !PAWL_COMPILED
#error "pawl: src.hpp has the bodies of the compiled mode; define PAWL_COMPILED=1 for every source."
#endif

#include <pawl/handlers/address_guard.ipp>
#include <pawl/handlers/destination.ipp>
#include <pawl/handlers/download.ipp>
#include <pawl/handlers/http_client.ipp>
#include <pawl/handlers/webhook.ipp>
