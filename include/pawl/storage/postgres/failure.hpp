// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <libpq-fe.h>

#include <string>
#include <string_view>
#include <utility>

#include <pawl/storage/error.hpp>

namespace pawl::storage::detail {

/// The batch met another one, and runs again from its beginning: a lock that it did not foresee is
/// taken, a row appeared, or the server broke a tie. Never leaves the backend.
struct pg_conflict {
  /// Transactions waited for each other. One that keeps its locks meets the other again.
  bool is_deadlock = false;
};

/// The connection is gone.
struct pg_lost {
  std::string why{};
  /// A commit was under way, and could not be asked after in time: it may have happened.
  bool is_in_doubt = false;
};

/// What a failed statement says about itself. Classes of SQLSTATE are told apart, not sentences.
class pg_error_text {
 public:
  explicit pg_error_text(const PGresult* of) : of_(of) {}

  [[nodiscard]] std::string_view state() const { return field(PG_DIAG_SQLSTATE); }
  [[nodiscard]] std::string message() const { return std::string(field(PG_DIAG_MESSAGE_PRIMARY)); }
  [[nodiscard]] bool is(std::string_view prefix) const { return state().starts_with(prefix); }
  /// Serialization failure, deadlock, lock not available or waited for too long, a unique key that
  /// appeared meanwhile, and our own check of how many rows were written.
  [[nodiscard]] bool is_conflict() const {
    return is("40001") || is("40P01") || is("55P03") || is("57014") || is("23505") || is("22012");
  }
  /// The connection is of no more use: the server stops, was asked to end it, or has lost patience
  /// with it; or a pooler has put another one behind it, which does not know its statements.
  [[nodiscard]] bool ends_connection() const {
    return is("57P") || is("08") || is("25P03") || is("26000") || is("42P05") || state().empty();
  }

 private:
  [[nodiscard]] std::string_view field(int which) const {
    const char* const found = PQresultErrorField(of_, which);
    return found == nullptr ? std::string_view{} : std::string_view(found);
  }
  const PGresult* of_;
};

[[nodiscard]] inline storage::error pg_error(const PGresult* result) {
  const pg_error_text says(result);
  errc code = errc::failed;
  std::string_view advice = "the database failed; see the message";
  if (says.is("53100") || says.is("53200") || says.is("53400")) {
    code = errc::full;
    advice = "no space is left for the database; free some, and work goes on by itself";
  } else if (says.is("53") || says.is("40")) {
    code = errc::busy;
    advice = "the database has too much to do; try again";
  } else if (says.is("25006") || says.is("42501")) {
    code = errc::read_only;
    advice = "the database cannot be written; check the role's rights, and that this is no standby";
  } else if (says.is("XX001") || says.is("XX002")) {
    code = errc::corrupt;
    advice = "the database is damaged; stop, and restore it from a backup";
  }
  std::string message(advice);
  message += " (PostgreSQL ";
  message += says.state();
  message += ": ";
  message += says.message();
  message += ')';
  return {code, std::move(message), {}, {}};
}

}  // namespace pawl::storage::detail
