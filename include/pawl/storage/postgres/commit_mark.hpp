// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <pawl/job/id_source.hpp>
#include <pawl/storage/operation.hpp>
#include <pawl/storage/postgres/execution.hpp>

namespace pawl::storage::detail {

/// By which it is found out whether a commit has happened whose answer was lost.
///
/// A store that writes has a row of its own in `pawl_writers`. Each batch sets the row's mark to a
/// number that was never there before, if it finds the one that the last batch has left; else the
/// batch fails. So one look at the mark says whether a batch was committed; and who finds that it
/// was not sets another mark in the same moment, after which it cannot be committed any more, even
/// if the network delivers it later. Nothing of that is a state of a connection.
class pg_commit_mark {
 public:
  explicit pg_commit_mark(pg_connection& db) : db_(&db) { describe(); }

  /// Sends the mark of the batch that is about to be committed.
  void send() {
    pending_ = ++newest_;
    pg_values values;
    values << writer_ << *pending_ << last_;
    db_->send(set_, values);
  }
  /// The batch that was under way is committed.
  void know_committed() {
    if (pending_) last_ = *pending_;
    pending_.reset();
  }
  /// The server has answered, and nothing was committed.
  void know_failed() { pending_.reset(); }
  /// Whether it is not known yet what has become of a batch.
  [[nodiscard]] bool is_in_doubt() const { return pending_.has_value(); }

  /// Finds out, on a connection that is open, whether the batch in doubt was committed. If not, it
  /// never will be. May wait for the server to finish with it.
  bool find_out() {
    pg_values values;
    values << writer_ << ++newest_ << *pending_;
    db_->begin();
    const bool is_prevented = PQntuples(db_->fetch(prevent_, values).get()) != 0;
    db_->commit();
    last_ = is_prevented ? newest_ : *pending_;
    pending_.reset();
    return !is_prevented;
  }

  /// Goes on with another row: the database may have been put back to an earlier state, in which
  /// the mark is not the one that was left. Nothing may be in doubt.
  void begin_anew() {
    writer_ = random_number();
    last_ = 0;
  }
  /// The row goes with the store; those of processes that were killed go when they are a day old.
  void remove() {
    if (newest_ == 0) return;
    pg_values values;
    values << writer_;
    db_->send(remove_, values);
    db_->round_trip();
  }

 private:
  static std::int64_t random_number() {
    pawl::detail::random_bytes source;
    return static_cast<std::int64_t>(source.next() >> 1);
  }
  void describe() {
    const auto set_if = [this](const char* condition) {
      return db_->qualified(
          std::string("INSERT INTO pawl_writers AS w (writer, mark, at) VALUES ($1, $2, "
                      "(extract(epoch FROM clock_timestamp()) * 1000)::bigint) ON CONFLICT "
                      "(writer) DO UPDATE SET mark = excluded.mark, at = excluded.at WHERE ") +
          condition + " RETURNING 1");
    };
    set_.sql = "WITH written AS (" + set_if("w.mark = $3") +
               ") SELECT 1 / (count(*) = 1)::int FROM written";
    prevent_.sql = set_if("w.mark < $2 AND w.mark <> $3");
    prevent_.is_sent_once = true;
    remove_.sql = db_->qualified(
        "DELETE FROM pawl_writers WHERE writer = $1 OR at < (extract(epoch FROM "
        "clock_timestamp()) * 1000)::bigint - 86400000");
    remove_.is_sent_once = true;
  }

  pg_connection* db_;
  std::int64_t writer_ = random_number();
  std::int64_t last_ = 0;                  ///< mark that the database has, unless in doubt
  std::int64_t newest_ = 0;                ///< mark that was ever sent
  std::optional<std::int64_t> pending_{};  ///< mark of the batch whose end is not known
  pg_statement set_{};
  pg_statement prevent_{};
  pg_statement remove_{};
};

/// Whether it matters to a caller that an operation, whose answer is here, was done once and not
/// twice. What only keeps house, and what found nothing to do, may be done again.
[[nodiscard]] inline bool counts_once(const operation_ptr& op) {
  if (!op.answer()) return false;
  switch (op.kind()) {
    case operation_kind::submit:
      return op.as<submit>()->answer->created;
    case operation_kind::submit_whole:
      return op.as<submit_whole>()->answer->created;
    case operation_kind::claim:
      return !op.as<claim>()->answer->jobs.empty();
    case operation_kind::reap:
      return !op.as<reap>()->answer->jobs.empty();
    case operation_kind::reprocess:
      return !op.as<reprocess>()->answer->jobs.empty();
    case operation_kind::take_callbacks:
      return !op.as<take_callbacks>()->answer->callbacks.empty() ||
             !op.as<take_callbacks>()->answer->lost.empty();
    case operation_kind::settle:
      return !op.as<settle>()->answer->repeated;
    case operation_kind::raise:
      return !op.as<raise>()->answer->replayed;
    case operation_kind::start:
    case operation_kind::report:
    case operation_kind::cancel:
    case operation_kind::reschedule:
    case operation_kind::replay:
    case operation_kind::replay_all:
    case operation_kind::enrol:
    case operation_kind::finish_callback:
    case operation_kind::put_schedule:
    case operation_kind::change_schedule:
      return true;
    case operation_kind::fire_schedule:
      return op.as<fire_schedule>()->answer->done;
    case operation_kind::beat:
    case operation_kind::leave:
    case operation_kind::release_dependents:
    case operation_kind::recheck_limits:
    case operation_kind::control:
    case operation_kind::prune:
    case operation_kind::find_schedules:
    case operation_kind::due_schedules:
      return false;
  }
  return true;
}
[[nodiscard]] inline bool counts_once(std::span<const operation_ptr> batch) {
  for (const operation_ptr& op : batch)
    if (counts_once(op)) return true;
  return false;
}

}  // namespace pawl::storage::detail
