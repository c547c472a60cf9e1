// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <pawl/storage/postgres.hpp>
#include <pawl/storage/postgres/open.hpp>

#include "command.hpp"

namespace pawl::ctl {

namespace {

using storage::errc;
using storage::detail::store_failure;

/// Turns what a lost connection throws into what a store says.
template <class Work>
auto reaching(Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const storage::detail::pg_lost& lost) {
    throw store_failure{{errc::busy, "the database cannot be reached: " + lost.why, {}, {}}, false};
  } catch (const storage::detail::pg_conflict&) {
    throw store_failure{{errc::busy, "another process holds the database; try again", {}, {}},
                        false};
  }
}

storage::postgres_options options_for(const address& at) {
  storage::postgres_options out;
  out.schema = at.schema;
  out.deadline = std::max(at.wait * 2, std::chrono::milliseconds{1000});
  out.readers = 1;
  out.listens = false;
  return out;
}

class postgres_tables final : public tables {
 public:
  explicit postgres_tables(const address& at) : db_(at.where, options_for(at)) {
    reaching([&] {
      db_.begin_deadline();
      db_.open();
      version_ = storage::detail::schema_version_in(db_);
    });
    // From here on one statement after the other, and answers as text.
    PQexitPipelineMode(db_.get());
    PQsetnonblocking(db_.get(), 0);
    // What looks at a whole table may take longer than an operation of a job.
    own("SET statement_timeout = 0");
    own("SET lock_timeout = " + std::to_string(at.wait.count()));
  }

  [[nodiscard]] int version() const { return version_; }
  [[nodiscard]] bool is_sqlite() const override { return false; }
  void begin() override { own("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"); }
  void end() override { own("COMMIT"); }
  void each(std::string_view statement, const std::vector<std::string>& values,
            const std::function<void(const row&)>& take) override {
    const std::string sql = db_.qualified(
        sql::in_dialect(sql::dialect::postgres, text(statement.data(), statement.size())));
    std::vector<const char*> bound;
    for (const std::string& value : values) bound.push_back(value.c_str());
    const storage::detail::pg_result answer(PQexecParams(db_.get(), sql.c_str(),
                                                         static_cast<int>(bound.size()), nullptr,
                                                         bound.data(), nullptr, nullptr, 0));
    expect(answer.get());
    row one(static_cast<std::size_t>(PQnfields(answer.get())));
    for (int r = 0; r < PQntuples(answer.get()); ++r) {
      for (std::size_t c = 0; c < one.size(); ++c) {
        const int at = static_cast<int>(c);
        one[c].assign(PQgetvalue(answer.get(), r, at),
                      static_cast<std::size_t>(PQgetlength(answer.get(), r, at)));
        if (PQftype(answer.get(), at) == bytes_type && one[c].starts_with("\\x"))
          one[c].erase(0, 2);
      }
      take(one);
    }
  }
  void run(const std::string& statement) override { own(db_.qualified(statement)); }

 private:
  static constexpr Oid bytes_type = 17;

  void own(const std::string& statement) {
    const storage::detail::pg_result answer(PQexec(db_.get(), statement.c_str()));
    expect(answer.get());
  }
  void expect(const PGresult* answer) {
    const ExecStatusType state = PQresultStatus(answer);
    if (state == PGRES_COMMAND_OK || state == PGRES_TUPLES_OK) return;
    if (PQstatus(db_.get()) == CONNECTION_BAD) reaching([&] { db_.lose(); });
    const char* const code = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    const char* const words = PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY);
    const bool is_busy = code != nullptr && std::string_view(code) == "55P03";
    throw store_failure{
        {is_busy ? errc::busy : errc::failed,
         is_busy ? std::string("another process holds the database; try again")
                 : fmt::format("the database failed (PostgreSQL {}: {})",
                               code == nullptr ? "" : code, words == nullptr ? "" : words),
         {},
         {}},
        false};
  }

  storage::detail::pg_connection db_;
  int version_ = 0;
};

class postgres_opened final : public opened_store {
 public:
  explicit postgres_opened(const address& at) : at_(at), tables_(at) {
    const int version = tables_.version();
    if (version == 0)
      throw ends{exit_code::unreachable,
                 fmt::format("there is no store in the schema {} of this database; none is made",
                             shown(at.schema))};
    if (version == storage::detail::pg_schema_version) return;
    if (version > storage::detail::pg_schema_version || !at.upgrade)
      throw ends{
          exit_code::unreachable,
          fmt::format("the store has tables of schema version {}, this pawlctl knows {}; {}",
                      version, storage::detail::pg_schema_version,
                      version > storage::detail::pg_schema_version
                          ? "use a newer one"
                          : "use the pawlctl of the services' release, or --upgrade it, which "
                            "services of that release cannot use then")};
  }

  [[nodiscard]] ctl::tables& tables() override { return tables_; }

 protected:
  [[nodiscard]] storage::store& open() override {
    auto opened = storage::postgres<>::open(at_.where, options_for(at_));
    if (!opened) end_with(opened.error());
    store_ = *std::move(opened);
    return *store_;
  }

 private:
  address at_;
  postgres_tables tables_;
  std::unique_ptr<storage::store> store_{};
};

}  // namespace

std::unique_ptr<opened_store> open_postgres(const address& at, access) {
  if (!storage::detail::is_schema_name(at.schema))
    throw ends{exit_code::usage, "--schema has lower-case letters, digits and underscores"};
  return std::make_unique<postgres_opened>(at);
}

}  // namespace pawl::ctl
