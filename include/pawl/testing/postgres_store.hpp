// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unistd.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>

#include <pawl/storage/postgres.hpp>
#include <pawl/testing/manual_clock.hpp>
#include <pawl/transport/local.hpp>

namespace pawl::testing {

using postgres_store = storage::postgres<manual_clock, transport::local>;

/// An empty store in a schema of its own, in the database that libpq finds by itself: PGHOST,
/// PGDATABASE and so on say which. The schema stays, so that it can be looked at.
[[nodiscard]] inline std::unique_ptr<postgres_store> fresh_postgres_store(
    manual_clock clock = manual_clock{}, storage::postgres_options options = {}) {
  static std::atomic<int> made{0};
  options.schema = "pawl_" + std::to_string(::getpid()) + '_' + std::to_string(++made);
  auto opened = postgres_store::open("", options, clock);
  if (!opened) throw std::runtime_error(describe(opened.error()));
  return *std::move(opened);
}

}  // namespace pawl::testing
