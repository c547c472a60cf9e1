// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <utility>

#include <pawl/detail/light_map.hpp>
#include <pawl/storage/postgres/session.hpp>
#include <pawl/storage/sql/rows.hpp>

namespace pawl::storage::detail {

/// What a batch knows of the declarations of limits, and which limits are to be looked at again.
/// Read ahead; what was not foreseen is asked for, and counted.
class postgres_declarations : public sql_rows<postgres_session> {
 public:
  postgres_declarations(pg_connection* db, const known_types& known) : sql_rows(db, known) {
    configured_now_.sql = this->db().qualified("SELECT lim, count FROM pawl_limits");
    controls_now_.sql = this->db().qualified("SELECT handler, paused, draining FROM pawl_controls");
    rechecks_gone_.deletes(this->db(), "pawl_rechecks", {"lim"});
    rechecks_out_.inserts(this->db(), "pawl_rechecks", sql::part::all,
                          "(lim) DO UPDATE SET after_key = excluded.after_key");
  }

  [[nodiscard]] std::uint64_t unforeseen() const { return unforeseen_; }

  int configured(name_number limit, int declared) {
    if (!knows_configured_) {
      ++unforeseen_;
      ask_configured();
      db().round_trip();
    }
    const int* const found = configured_.find(limit);
    return found == nullptr ? declared : *found;
  }
  void configure(name_number limit, int count) {
    sql_rows::configure(limit, count);
    if (knows_configured_) configured_.put(limit, count);
  }

  // What operators have said.
  type_control control(name_number handler) {
    if (!knows_controls_) {
      ++unforeseen_;
      ask_controls();
      db().round_trip();
    }
    const type_control* const found = controls_.find(handler);
    return found == nullptr ? type_control{} : *found;
  }

  // Who declares which limits.
  void declare(owner_number owner, name_number handler, const declared_limit& limit) {
    declared_.clear();
    declarations_.clear();
    sql_rows::declare(owner, handler, limit);
  }
  light_vector<name_number> undeclare(owner_number owner) {
    const light_vector<name_number>* const known = declared_by_.find(owner);
    if (known != nullptr && known->empty()) return {};
    ++unforeseen_;
    declared_.clear();
    declarations_.clear();
    return sql_rows::undeclare(owner);
  }
  light_vector<declared_limit> declared(name_number handler) {
    if (const light_vector<declared_limit>* const known = declared_.find(handler)) return *known;
    ++unforeseen_;
    return declared_.put(handler, sql_rows::declared(handler));
  }
  maybe<declared_limit> declaration(name_number limit) {
    if (const maybe<declared_limit>* const known = declarations_.find(limit)) return *known;
    ++unforeseen_;
    return declarations_.put(limit, sql_rows::declaration(limit));
  }

  // Limits whose parked jobs are to be looked at.
  void put_recheck(const recheck_row& of) {
    for (kept_recheck& each : rechecks_)
      if (each.row.limit == of.limit) {
        each = {of, true, false};
        return;
      }
    rechecks_.push_back({of, true, false});
    pawl::detail::sort_by(rechecks_, [](const kept_recheck& a, const kept_recheck& b) {
      return a.row.limit < b.row.limit;
    });
  }
  maybe<recheck_row> next_recheck() {
    for (const kept_recheck& each : rechecks_)
      if (!each.is_gone) return each.row;
    return {};
  }
  void remove_recheck(name_number limit) {
    for (kept_recheck& each : rechecks_)
      if (each.row.limit == limit) each.is_gone = each.is_changed = true;
  }

  // --- For what reads ahead ----------------------------------------------------------------------

  void ask_configured() {
    db().send(configured_now_, {}, [this](const PGresult& rows) { take_configured(rows); });
  }
  void ask_controls() {
    db().send(controls_now_, {}, [this](const PGresult& rows) { take_controls(rows); });
  }
  /// A batch that only adds has asked in the same round, and is not made if the answer is no.
  void know_no_controls() { knows_controls_ = true; }
  void know_declared(name_number handler, light_vector<declared_limit> limits) {
    declared_.put(handler, std::move(limits));
  }
  void know_declaration(name_number limit, maybe<declared_limit> strictest) {
    declarations_.put(limit, std::move(strictest));
  }
  /// What owners that may be forgotten declare.
  void know_declared_by(owner_number owner, light_vector<name_number> limits) {
    declared_by_.put(owner, std::move(limits));
  }
  void know_recheck(recheck_row row) { rechecks_.push_back({std::move(row), false, false}); }

 protected:
  ~postgres_declarations() = default;

  void note_control(name_number handler, const type_control& said) override {
    controls_.put(handler, said);
  }
  void forget_declarations() {
    controls_.clear();
    knows_controls_ = false;
    declared_.clear();
    declarations_.clear();
    declared_by_.clear();
    configured_.clear();
    knows_configured_ = false;
    wants_jobs_ = false;
    rechecks_.clear();
    rechecks_out_.drop();
    rechecks_gone_.drop();
  }
  void write_rechecks() {
    for (kept_recheck& each : rechecks_) {
      if (!each.is_changed) continue;
      each.is_changed = false;
      if (each.is_gone)
        rechecks_gone_.add(each.row.limit);
      else
        rechecks_out_.add(each.row.limit, each.row.after);
    }
    rechecks_gone_.write(db());
    rechecks_out_.write(db());
  }

  static void add_numbers(pg_values& to, const light_vector<std::int64_t>& numbers) {
    pg_arrays one;
    one.expect(pg_type::integer);
    for (const std::int64_t each : numbers) {
      one << each;
      one.end_row();
    }
    one.bind(to);
  }

  std::uint64_t unforeseen_ = 0;
  /// What becomes ready on the way may be claimed by the same batch.
  bool wants_jobs_ = false;

 private:
  struct kept_recheck {
    recheck_row row{};
    bool is_changed = false;
    bool is_gone = false;
  };

  void take_configured(const PGresult& rows) {
    for (int i = 0; i < PQntuples(&rows); ++i) {
      pg_row row(&rows, i);
      const auto limit = row.number<name_number>();
      configured_.put(limit, row.number<int>());
    }
    knows_configured_ = true;
  }
  void take_controls(const PGresult& rows) {
    for (int i = 0; i < PQntuples(&rows); ++i) {
      pg_row row(&rows, i);
      const auto handler = row.number<name_number>();
      type_control said;
      said.paused = row.integer() != 0;
      said.draining = row.integer() != 0;
      controls_.put(handler, said);
    }
    knows_controls_ = true;
  }

  pawl::detail::light_map<std::int64_t, light_vector<declared_limit>> declared_{};
  pawl::detail::light_map<std::int64_t, maybe<declared_limit>> declarations_{};
  pawl::detail::light_map<std::int64_t, light_vector<name_number>> declared_by_{};
  pawl::detail::light_map<std::int64_t, int> configured_{};
  bool knows_configured_ = false;
  pawl::detail::light_map<std::int64_t, type_control> controls_{};
  bool knows_controls_ = false;
  light_vector<kept_recheck> rechecks_{};
  pg_held_rows rechecks_out_{};
  pg_held_rows rechecks_gone_{};
  pg_statement configured_now_{};
  pg_statement controls_now_{};
};

}  // namespace pawl::storage::detail
