// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>

#include <pawl/detail/durations.hpp>

namespace pawl::storage {

struct postgres_options {
  /// The schema of the tables; made if there is none. Lower-case letters, digits and underscores.
  std::string schema = "pawl";
  /// How long one commit or one read may take, with everything that goes wrong on the way: lost
  /// connections, new ones, other batches that are in the way. Then it is refused with `busy`. A
  /// caller may have to wait for the commit before its own, so that twice this is the longest that
  /// any call blocks. What the server does not answer within half of it counts as lost.
  std::chrono::milliseconds deadline = std::chrono::milliseconds{10'000};
  /// Connections that read, at most; one more writes. Who finds all of them in use waits.
  std::size_t readers = 4;
  /// Statements are parsed once for each connection. Where a pooler is noticed they never are: it
  /// may give every transaction another connection. One that hides itself needs this to be off.
  bool prepared_statements = true;
  /// How long `open` waits for the tables to be made or brought up to date, by this process or by
  /// another one.
  std::chrono::milliseconds migration_deadline = std::chrono::minutes{10};
  /// Whether the database itself refuses what the lifecycles forbid, by whomever it is written.
  /// Holds for the schema, from when it is made.
  bool guarded = false;
  /// Operations of one commit, at most.
  std::size_t largest_commit = 1000;
  /// A role that submits and reads for tenants: row-level security is set up for it, by a process
  /// that owns the tables. Lower-case letters, digits and underscores; empty: none.
  std::string tenants_role{};
  /// This process connects as such a role: each of its transactions is for one tenant, names it in
  /// the setting `pawl.tenant`, and sees nothing else. It runs no jobs.
  bool as_tenants = false;
  /// Where the connection goes that hears of other processes' work; empty: where the others go. For
  /// a program behind a pooler, past it.
  std::string listener_dsn{};
  /// Whether there is such a connection. Without it, work of other processes is found by polling.
  bool listens = true;
  /// How long the server may be silent on it before it is asked whether it is there.
  std::chrono::milliseconds heartbeat = std::chrono::milliseconds{10'000};
};

}  // namespace pawl::storage
