// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <libpq-fe.h>

#include <string>

#include <pawl/storage/error.hpp>
#include <pawl/storage/postgres/connection.hpp>
#include <pawl/storage/sql/callers.hpp>

namespace pawl::storage::detail {

[[nodiscard]] inline bool is_in_transaction(PGconn* db) {
  return PQtransactionStatus(db) == PQTRANS_INTRANS;
}

/// The caller's connection in pipeline mode, for as long as this lives; afterwards it is as it was.
/// Who uses it takes all answers to what it sends.
class pg_borrowed_pipeline {
 public:
  explicit pg_borrowed_pipeline(PGconn* callers)
      : db_(callers), was_nonblocking_(PQisnonblocking(callers)) {
    is_had_ = PQsetnonblocking(db_, 1) == 0 && PQenterPipelineMode(db_) == 1;
  }
  pg_borrowed_pipeline(const pg_borrowed_pipeline&) = delete;
  pg_borrowed_pipeline& operator=(const pg_borrowed_pipeline&) = delete;
  ~pg_borrowed_pipeline() {
    // It cannot be left with answers on the way; neither must the caller find them.
    if (PQexitPipelineMode(db_) != 1) cut_off(db_);
    PQsetnonblocking(db_, was_nonblocking_);
  }
  [[nodiscard]] bool is_had() const { return is_had_; }

 private:
  PGconn* db_;
  int was_nonblocking_;
  bool is_had_ = false;
};

/// Why nothing can be done on a caller's connection; nothing if it can.
[[nodiscard]] inline maybe<error> refusal_of(const PGconn* callers) {
  switch (PQtransactionStatus(callers)) {
    case PQTRANS_INTRANS:
      break;
    case PQTRANS_IDLE:
      return error{errc::invalid, "there is no transaction; begin one first", {}, {}};
    case PQTRANS_INERROR:
      return error{errc::invalid, "the transaction has failed already; roll it back", {}, {}};
    case PQTRANS_ACTIVE:
    case PQTRANS_UNKNOWN:
      return error{errc::invalid,
                   "the connection is lost, or in the middle of a statement; end that first",
                   {},
                   {}};
  }
  if (PQpipelineStatus(callers) != PQ_PIPELINE_OFF)
    return error{errc::invalid, "the connection is in pipeline mode; leave that first", {}, {}};
  return {};
}

/// Says which store's tables a connection sees: equal only on one database of one server.
[[nodiscard]] inline std::string identity_of_store(pg_connection& db) {
  pg_values name;
  name << std::string_view(db.schema());
  const pg_result answer = db.fetch(
      "SELECT concat(current_database(), '/', to_regclass($1 || '.pawl_jobs')::oid, '/', "
      "extract(epoch FROM pg_postmaster_start_time()))",
      name);
  return {PQgetvalue(answer.get(), 0, 0),
          static_cast<std::size_t>(PQgetlength(answer.get(), 0, 0))};
}

}  // namespace pawl::storage::detail
