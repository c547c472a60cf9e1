// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/storage/logic/claim.hpp>
#include <pawl/storage/logic/maintenance.hpp>
#include <pawl/storage/logic/outside.hpp>
#include <pawl/storage/logic/schedules.hpp>
#include <pawl/storage/logic/settle.hpp>

/// What each operation does, written once for every backend: a backend brings its rows and its
/// commit, and nothing that could decide differently.

namespace pawl::storage::logic {

template <class Rows, class Operation>
PAWL_FLAT inline void answer(transaction<Rows>& tx, Operation* op) {
  op->answer = perform(tx, *op);
  if constexpr (requires { op->answer->moved; })
    if (!tx.releases.empty() && tx.moved == nullptr && op->answer) tx.moved = &op->answer->moved;
}

/// Does one operation inside a transaction, and answers it. A refused one has written nothing.
template <class Rows>
void perform_any(transaction<Rows>& tx, const operation_ptr& any) {
  switch (any.kind()) {
    case operation_kind::submit:
      return answer(tx, any.as<submit>());
    case operation_kind::claim:
      return answer(tx, any.as<claim>());
    case operation_kind::start:
      return answer(tx, any.as<start>());
    case operation_kind::settle:
      return answer(tx, any.as<settle>());
    case operation_kind::report:
      return answer(tx, any.as<report>());
    case operation_kind::beat:
      return answer(tx, any.as<beat>());
    case operation_kind::cancel:
      return answer(tx, any.as<cancel>());
    case operation_kind::raise:
      return answer(tx, any.as<raise>());
    case operation_kind::replay:
      return answer(tx, any.as<replay>());
    case operation_kind::replay_all:
      return answer(tx, any.as<replay_all>());
    case operation_kind::reprocess:
      return answer(tx, any.as<reprocess>());
    case operation_kind::enrol:
      return answer(tx, any.as<enrol>());
    case operation_kind::leave:
      return answer(tx, any.as<leave>());
    case operation_kind::reap:
      return answer(tx, any.as<reap>());
    case operation_kind::release_dependents:
      return answer(tx, any.as<release_dependents>());
    case operation_kind::recheck_limits:
      return answer(tx, any.as<recheck_limits>());
    case operation_kind::prune:
      return answer(tx, any.as<prune>());
    case operation_kind::take_callbacks:
      return answer(tx, any.as<take_callbacks>());
    case operation_kind::finish_callback:
      return answer(tx, any.as<finish_callback>());
    case operation_kind::control:
      return answer(tx, any.as<control>());
    case operation_kind::reschedule:
      return answer(tx, any.as<reschedule>());
    case operation_kind::put_schedule:
      return answer(tx, any.as<put_schedule>());
    case operation_kind::find_schedules:
      return answer(tx, any.as<find_schedules>());
    case operation_kind::due_schedules:
      return answer(tx, any.as<due_schedules>());
    case operation_kind::fire_schedule:
      return answer(tx, any.as<fire_schedule>());
    case operation_kind::change_schedule:
      return answer(tx, any.as<change_schedule>());
    case operation_kind::submit_whole:
      return answer(tx, any.as<submit_whole>());
  }
}

/// The last thing before a commit: jobs that waited for others that have ended in this transaction
/// go on with it, as far as a transaction should be long; `release_dependents` does the rest.
template <class Rows>
void before_commit(transaction<Rows>& tx) {
  if (tx.releases.empty()) return;
  light_vector<moved_job> unheard;
  release(tx, greatest(tx.releases.size(), most_let_go), tx.moved != nullptr ? *tx.moved : unheard);
}

}  // namespace pawl::storage::logic
