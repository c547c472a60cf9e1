// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/logic/claim.hpp>
#include <pawl/storage/logic/maintenance.hpp>
#include <pawl/storage/logic/outside.hpp>
#include <pawl/storage/logic/settle.hpp>

/// What each operation does, written once for every backend: a backend brings its rows and its
/// commit, and nothing that could decide differently.

namespace pawl::storage::logic {

/// Does one operation inside a transaction. A refused one has written nothing.
template <class Rows>
answer perform_any(transaction<Rows>& tx, const operation& op) {
  return std::visit(
      [&](const auto& each) -> answer {
        auto done = perform(tx, each);
        if (!done) return unexpected<error>(std::move(done).error());
        return *std::move(done);
      },
      op);
}

/// The last thing before a commit: those who waited for jobs that have ended in this transaction go
/// on with it, as far as a transaction should be long; `release` does the rest.
template <class Rows>
void before_commit(transaction<Rows>& tx) {
  if (tx.has_releases) static_cast<void>(perform(tx, release{100}));
}

}  // namespace pawl::storage::logic
