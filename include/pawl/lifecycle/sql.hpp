// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle/decide.hpp>

/// A lifecycle as SQL, so that the database refuses what the compiler refuses.
///
/// The names of tables and columns are template arguments: they are identifiers of the program,
/// checked by the compiler, never text from outside.

namespace pawl::sql {

enum class dialect : unsigned char { sqlite, postgres };

namespace detail {

using pawl::detail::composed;
using pawl::detail::demand;

// 57, so that the guard of a table, `<table>_guard`, has one of PostgreSQL's 63 characters left.
constexpr bool is_identifier(text name) {
  if (name.empty() || name.size() > 57 || (name[0] >= '0' && name[0] <= '9')) return false;
  for (const char c : name) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    if (!fits) return false;
  }
  return true;
}

template <fixed_string Name>
struct identifier_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << Name.view()
        << " cannot name a table or a column; use [a-z_][a-z0-9_]*, at most 57 characters";
  }
};

template <class L>
struct nameless_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: lifecycle " << pawl::detail::type_name<L>()
        << " needs a name to be stored under; declare static constexpr pawl::text name = \"...\"";
  }
};

template <fixed_string... Names>
using identifiers =
    pawl::detail::indices<sizeof(demand<is_identifier(Names), identifier_sentence<Names>>)...>;

template <class L>
using named = demand<pawl::detail::has_name<L>, nameless_sentence<L>>;

constexpr void write_literal(auto& out, text value) {
  out << '\'';
  for (const char c : value) {
    if (c == '\'') out << '\'';
    out << c;
  }
  out << '\'';
}

/// Whether any event leads from one state to the other.
template <class L>
constexpr bool adjacent(typename L::state from, typename L::state to) {
  for (auto event : allowed_events<L>(from))
    if (pawl::detail::may_lead_to<L>(from, event, to)) return true;
  return false;
}

template <class L, fixed_string Column>
struct check_text {
  static constexpr void write(auto& out) {
    out << "CHECK (" << Column.view() << " IN (";
    for (auto state : states<L>()) {
      if (state != initial<L>) out << ", ";
      write_literal(out, name_of(state));
    }
    out << "))";
  }
};

template <class L>
struct transition_rows_text {
  static constexpr void write(auto& out) {
    out << "INSERT INTO pawl_transitions (lifecycle, from_state, to_state) VALUES";
    text separator = "\n  (";
    for (auto from : states<L>())
      for (auto to : states<L>()) {
        if (!adjacent<L>(from, to)) continue;
        out << separator;
        write_literal(out, pawl::detail::spoken_name<L>());
        out << ", ";
        write_literal(out, name_of(from));
        out << ", ";
        write_literal(out, name_of(to));
        separator = "),\n  (";
      }
    out << ")\nON CONFLICT DO NOTHING;\n";
  }
};

template <dialect Dialect>
struct transitions_table_text {
  static constexpr void write(auto& out) {
    out << "CREATE TABLE IF NOT EXISTS pawl_transitions (\n"
           "  lifecycle text NOT NULL,\n"
           "  from_state text NOT NULL,\n"
           "  to_state text NOT NULL,\n"
           "  PRIMARY KEY (lifecycle, from_state, to_state)\n"
        << (Dialect == dialect::sqlite ? text(") WITHOUT ROWID;\n") : text(");\n"));
  }
};

// Not NOT EXISTS: SQLite takes twice as long for it, once for each row.
constexpr void write_lookup(auto& out, text lifecycle, text state) {
  out << "(\n    SELECT 1 FROM pawl_transitions AS t\n    WHERE t.lifecycle = NEW." << lifecycle
      << " AND t.from_state = OLD." << state << " AND t.to_state = NEW." << state << ") IS NULL";
}

template <dialect Dialect, fixed_string Table, fixed_string Lifecycle, fixed_string State>
struct guard_trigger_text {
  static constexpr void write(auto& out) {
    if constexpr (Dialect == dialect::sqlite) {
      out << "CREATE TRIGGER IF NOT EXISTS " << Table.view() << "_guard BEFORE UPDATE OF "
          << State.view() << " ON " << Table.view() << "\nWHEN NEW." << State.view()
          << " IS NOT OLD." << State.view() << " AND ";
      write_lookup(out, Lifecycle, State);
      out << "\nBEGIN\n  SELECT RAISE(ABORT, 'pawl: the lifecycle forbids this "
             "transition');\nEND;\n";
    } else {
      out << "CREATE OR REPLACE FUNCTION " << Table.view()
          << "_guard() RETURNS trigger LANGUAGE plpgsql AS $pawl$\nBEGIN\n  IF ";
      write_lookup(out, Lifecycle, State);
      out << " THEN\n    RAISE EXCEPTION 'pawl: lifecycle % forbids the transition from % to %',\n"
          << "      NEW." << Lifecycle.view() << ", OLD." << State.view() << ", NEW."
          << State.view()
          << " USING ERRCODE = 'check_violation';\n  END IF;\n  RETURN NEW;\nEND $pawl$;\n"
          << "CREATE OR REPLACE TRIGGER " << Table.view() << "_guard BEFORE UPDATE OF "
          << State.view() << " ON " << Table.view() << "\n  FOR EACH ROW WHEN (OLD." << State.view()
          << " IS DISTINCT FROM NEW." << State.view() << ")\n  EXECUTE FUNCTION " << Table.view()
          << "_guard();\n";
    }
  }
};

}  // namespace detail

/// `CHECK (state IN ('pending', …))` for a column that holds states of one lifecycle.
template <class L, fixed_string Column = "state">
constexpr text check() {
  static_cast<void>(sizeof(checked<L>));
  static_cast<void>(sizeof(detail::identifiers<Column>));
  return detail::composed<detail::check_text<L, Column>>;
}

/// Creates `pawl_transitions(lifecycle, from_state, to_state)`, shared by all lifecycles of a
/// database.
template <dialect Dialect>
constexpr text transitions_table() {
  return detail::composed<detail::transitions_table_text<Dialect>>;
}

/// Adds a lifecycle's pairs of states to that table; harmless if they are there.
template <class L>
constexpr text transition_rows() {
  static_cast<void>(sizeof(checked<L>));
  static_cast<void>(sizeof(detail::named<L>));
  return detail::composed<detail::transition_rows_text<L>>;
}

/// Creates a trigger on a table with a lifecycle and a state column: an UPDATE to a state that the
/// rows of `pawl_transitions` do not allow fails, whichever program sends it.
template <dialect Dialect, fixed_string Table, fixed_string LifecycleColumn = "lifecycle",
          fixed_string StateColumn = "state">
constexpr text guard_trigger() {
  static_cast<void>(sizeof(detail::identifiers<Table, LifecycleColumn, StateColumn>));
  return detail::composed<detail::guard_trigger_text<Dialect, Table, LifecycleColumn, StateColumn>>;
}

}  // namespace pawl::sql
