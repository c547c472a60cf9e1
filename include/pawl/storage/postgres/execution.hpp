// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <pawl/detail/enum_names.hpp>
#include <pawl/storage/postgres/connection.hpp>
#include <pawl/storage/sql/statements.hpp>

namespace pawl::storage::detail {

/// A row of an answer, read column by column.
class pg_row {
 public:
  pg_row() = default;
  pg_row(const PGresult* of, int at) : of_(of), row_(at) {}

  /// Integers are read by their width: the server's own functions have several.
  [[nodiscard]] std::int64_t integer() {
    const std::string_view bytes = view();
    if (bytes.empty()) return 0;
    std::uint64_t value = (static_cast<unsigned char>(bytes[0]) & 0x80) != 0 && bytes.size() > 1
                              ? ~std::uint64_t{0}
                              : 0;
    for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
    return static_cast<std::int64_t>(value);
  }
  /// A number of a narrower type. Another program may have written one that is none: cut to its
  /// width it would be another row's.
  template <class Number>
  Number number() {
    const std::int64_t value = integer();
    if (!std::in_range<Number>(value)) fail_on_number(value);
    return static_cast<Number>(value);
  }
  template <class Enum>
  Enum enumerator() {
    const std::int64_t value = integer();
    if (value < 0 || value >= static_cast<std::int64_t>(pawl::detail::names_of<Enum>.count))
      fail_on_number(value);
    return static_cast<Enum>(value);
  }
  [[nodiscard]] bool is_null() const { return PQgetisnull(of_, row_, at_) != 0; }
  void skip(int columns = 1) { at_ += columns; }
  /// Valid as long as the answer.
  [[nodiscard]] std::string_view view() {
    const int at = at_++;
    return {PQgetvalue(of_, row_, at), static_cast<std::size_t>(PQgetlength(of_, row_, at))};
  }
  [[nodiscard]] std::string string() { return std::string(view()); }
  [[nodiscard]] job_id id() {
    job_id out;
    copy(view(), out.bytes);
    return out;
  }
  [[nodiscard]] sha256_digest hash() {
    sha256_digest out;
    copy(view(), out.bytes);
    return out;
  }

 private:
  template <std::size_t Size>
  static void copy(std::string_view from, std::array<std::uint8_t, Size>& to) {
    if (from.size() != Size) return;  // another program has written this row: no id, no hash
    for (std::size_t i = 0; i < Size; ++i) to[i] = static_cast<std::uint8_t>(from[i]);
  }

  const PGresult* of_ = nullptr;
  int row_ = 0;
  int at_ = 0;
};

/// One use of a statement: values are bound in order, then either it is only sent (`run`), and what
/// becomes of it is told by the next round trip; or its rows are asked for (`next`), which is one.
class pg_execution : public pg_binder<pg_execution>, public pg_row {
 public:
  // As its own: ids print themselves to every kind of stream, unless it knows better.
  using pg_binder<pg_execution>::operator<<;

  /// If there is a place for it, `run` puts the number there that the database gives the row.
  pg_execution(pg_connection& db, pg_statement& what, std::int64_t* number = nullptr)
      : db_(&db), what_(&what), number_(number) {}

  std::string& begin_value(pg_type type) { return values_.begin_value(type); }
  void add_null() { values_.add_null(); }

  bool next() {
    if (!answer_) answer_ = db_->fetch(*what_, values_);
    ++row_;
    if (row_ >= PQntuples(answer_.get())) return false;
    static_cast<pg_row&>(*this) = pg_row(answer_.get(), row_);
    return true;
  }
  void run() {
    if (number_ == nullptr) return db_->send(*what_, values_);
    db_->send(*what_, values_,
              [to = number_](const PGresult& rows) { *to = pg_row(&rows, 0).integer(); });
  }
  /// The same; the next round trip gives the answer to `read`.
  void run(pg_reader read) { db_->send(*what_, values_, std::move(read)); }

 private:
  pg_connection* db_;
  pg_statement* what_;
  std::int64_t* number_;
  pg_values values_{};
  pg_result answer_{};
  int row_ = -1;
};

/// A statement as a connection uses it. A tenant's transaction sees its own rows, where bounds
/// count those of all tenants; and what is filtered by tenants is no longer found by an index. So
/// it asks functions of the tables' owner (`row_policies`).
[[nodiscard]] inline std::string counting_statement(sql::query name, const pg_connection& db) {
  if (db.is_as_tenants()) {
    if (name == sql::query::count_ready) return "SELECT pawl_ready($1)";
    if (name == sql::query::count_ready_of) return "SELECT pawl_ready_of($1, $2)";
    if (name == sql::query::count_delayed) return "SELECT pawl_delayed($1)";
  }
  return sql::in_dialect(sql::dialect::postgres, name);
}

/// The statements of `sql::query` on one connection.
class pg_statements {
 public:
  explicit pg_statements(pg_connection* db) : db_(db) {}

  [[nodiscard]] pg_connection& db() const { return *db_; }
  pg_execution use(sql::query name) {
    pg_statement& kept = kept_[static_cast<std::size_t>(name)];
    if (kept.sql.empty()) {
      kept.sql = db_->qualified(counting_statement(name, *db_));
    }
    return {*db_, kept, sql::is_numbered(name) ? &given_number_ : nullptr};
  }
  /// Asks a statement for each of some values, in one round trip, and shows the first row of each
  /// answer with the place of its value. Those that have no row are not shown.
  template <class Values, class Show>
  void ask_together(sql::query name, const Values& values, Show show) {
    std::size_t place = 0;
    for (const auto& each : values) {
      pg_execution one = use(name);
      one << each;
      one.run([&show, place](const PGresult& rows) {
        if (PQntuples(&rows) == 0) return;
        pg_row first(&rows, 0);
        show(place, first);
      });
      ++place;
    }
    db_->round_trip();
  }
  /// A statement that is no `sql::query`, and what keeps it for as long as it is used.
  [[nodiscard]] light_ptr<pg_statement> prepare_once(std::string_view sql) const {
    return light_ptr<pg_statement>(new pg_statement{
        db_->qualified(sql::in_dialect(sql::dialect::postgres, text(sql))), {}, 0, true});
  }
  pg_execution use(const light_ptr<pg_statement>& made) { return {*db_, *made}; }
  /// The number that the last inserted row was given.
  [[nodiscard]] std::int64_t given_number() const {
    if (db_->has_sent()) db_->round_trip();
    return given_number_;
  }

 private:
  pg_connection* db_;
  std::int64_t given_number_ = 0;
  std::array<pg_statement, sql::query_count> kept_{};
};

}  // namespace pawl::storage::detail
