// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/lifecycle/decide.hpp>

/// Diagrams and tables of a lifecycle, written by the compiler from the rows it has proved.

namespace pawl::render {

namespace detail {

using pawl::detail::composed;
using pawl::detail::spoken_name;

template <class L>
using row_scope = typename pawl::detail::row<typename L::state, typename L::event>::scope;

template <class L>
inline constexpr bool has_live_rows = [] {
  for (const auto& row : L::table.rows)
    if (row.where == row_scope<L>::live) return true;
  return false;
}();

/// `fail`, or `fail [may_retry]`. Who may take a row stands in the Markdown table: a diagram with
/// it cannot be read.
constexpr void write_label(auto& out, const auto& row) {
  out << name_of(row.on);
  if (row.guard) out << " [" << row.guard.name << "]";
}

/// Whether some row says who may take it.
template <class L>
inline constexpr bool has_triggers = [] {
  for (const auto& row : L::table.rows)
    if (!row.by.is_any()) return true;
  return false;
}();

/// A name inside double quotes.
constexpr void write_quoted(auto& out, text name) {
  out << '"';
  for (const char c : name) {
    if (c == '"' || c == '\\') out << '\\';
    out << c;
  }
  out << '"';
}

constexpr bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Mermaid knows a state by an identifier; one whose name is none is declared with its name as a
/// label.
constexpr void write_identifier(auto& out, text name) {
  for (const char c : name) out << (is_word(c) ? c : '_');
}

template <class L>
struct mermaid_text {
  static constexpr void write(auto& out) {
    out << "stateDiagram-v2\n";
    for (auto state : states<L>()) write_label_of(out, name_of(state));
    if (has_live_rows<L>) {
      out << "    state live {\n";
      write_initial(out, "        ");
      write_rows(out, "        ", row_scope<L>::state, false);
      out << "    }\n";
      write_rows(out, "    ", row_scope<L>::state, true);
      write_rows(out, "    ", row_scope<L>::live, true);
    } else {
      write_initial(out, "    ");
      write_rows(out, "    ", row_scope<L>::state, false);
      write_rows(out, "    ", row_scope<L>::state, true);
    }
    for (auto state : states<L>())
      if (is_terminal<L>(state)) {
        out << "    ";
        write_identifier(out, name_of(state));
        out << " --> [*]\n";
      }
  }

 private:
  static constexpr void write_label_of(auto& out, text name) {
    bool identifier = true;
    for (const char c : name) identifier = identifier && is_word(c);
    if (identifier) return;
    out << "    state ";
    write_quoted(out, name);
    out << " as ";
    write_identifier(out, name);
    out << '\n';
  }
  static constexpr void write_initial(auto& out, text indent) {
    out << indent << "[*] --> ";
    write_identifier(out, name_of(initial<L>));
    out << '\n';
  }
  /// One arrow for all rows between two states: Mermaid would draw several over each other.
  static constexpr void write_rows(auto& out, text indent, row_scope<L> scope, bool into_terminal) {
    for (const auto& row : L::table.rows) {
      if (row.where != scope || is_terminal<L>(row.to) != into_terminal) continue;
      if (&first_alike(row) != &row) continue;
      out << indent;
      if (scope == row_scope<L>::live)
        out << "live";
      else
        write_identifier(out, name_of(row.from));
      out << " --> ";
      write_identifier(out, name_of(row.to));
      text separator = " : ";
      for (const auto& other : L::table.rows) {
        if (&first_alike(other) != &row) continue;
        out << separator;
        write_label(out, other);
        separator = ", ";
      }
      out << '\n';
    }
  }
  static constexpr const auto& first_alike(const auto& row) {
    const auto* first = L::table.rows;
    while (first->where != row.where || first->from != row.from || first->to != row.to) ++first;
    return *first;
  }
};

template <class L>
struct graphviz_text {
  static constexpr void write(auto& out) {
    out << "digraph ";
    write_quoted(out, spoken_name<L>());
    out << " {\n  rankdir=LR;\n  compound=true;\n  node [shape=box, style=rounded];\n"
        << "  \"[*]\" [shape=point];\n";
    if (has_live_rows<L>) out << "  subgraph cluster_live {\n    label=live;\n";
    write_states(out, has_live_rows<L> ? text("    ") : text("  "), false);
    if (has_live_rows<L>) out << "  }\n";
    write_states(out, "  ", true);
    out << "  \"[*]\" -> ";
    write_quoted(out, name_of(initial<L>));
    out << ";\n";
    for (const auto& row : L::table.rows) {
      if (row.where == row_scope<L>::never) continue;
      out << "  ";
      write_quoted(out, row.where == row_scope<L>::live ? name_of(initial<L>) : name_of(row.from));
      out << " -> ";
      write_quoted(out, name_of(row.to));
      out << " [label=\"";
      write_label(out, row);
      out << (row.where == row_scope<L>::live ? text("\", ltail=cluster_live];\n")
                                              : text("\"];\n"));
    }
    out << "}\n";
  }

 private:
  static constexpr void write_states(auto& out, text indent, bool terminal) {
    for (auto state : states<L>()) {
      if (is_terminal<L>(state) != terminal) continue;
      out << indent;
      write_quoted(out, name_of(state));
      out << (terminal ? text(" [peripheries=2];\n") : text(";\n"));
    }
  }
};

template <class L>
struct markdown_text {
  static constexpr void write(auto& out) {
    out << "| from | event | when |" << (has_triggers<L> ? text(" by |") : text(""))
        << " to |\n|---|---|---|" << (has_triggers<L> ? text("---|") : text("")) << "---|\n";
    for (const auto& row : L::table.rows) {
      if (row.where == row_scope<L>::never) continue;
      if (row.where == row_scope<L>::live)
        out << "| *every live state* | ";
      else
        out << "| `" << name_of(row.from) << "` | ";
      out << name_of(row.on) << " | " << (row.guard ? row.guard.name : text(""))
          << (row.guard ? text(" |") : text("|"));
      if (has_triggers<L>) {
        out << ' ';
        if (row.by.is_any())
          out << "anyone";
        else
          pawl::detail::write_triggers(out, row.by);
        out << " |";
      }
      out << " `" << name_of(row.to) << "` |\n";
    }
  }
};

template <class L>
struct markdown_states_text {
  static constexpr void write(auto& out) {
    out << "| state | kind | accepts |\n|---|---|---|\n";
    for (auto state : states<L>()) {
      out << "| `" << name_of(state) << "` | " << name_of(kind_of<L>(state)) << " | ";
      bool first = true;
      for (auto event : allowed_events<L>(state)) {
        out << (first ? text("") : text(", ")) << name_of(event);
        first = false;
      }
      out << (first ? text("nothing |\n") : text(" |\n"));
    }
  }
};

}  // namespace detail

/// A Mermaid state diagram. Rows that hold in every live state leave a composite state `live`.
template <class L>
constexpr text mermaid() {
  static_cast<void>(sizeof(checked<L>));
  return detail::composed<detail::mermaid_text<L>>;
}

/// A Graphviz digraph; terminal states have a double border.
template <class L>
constexpr text graphviz() {
  static_cast<void>(sizeof(checked<L>));
  return detail::composed<detail::graphviz_text<L>>;
}

/// A Markdown table of the rows, in the order in which they are tried.
template <class L>
constexpr text markdown() {
  static_cast<void>(sizeof(checked<L>));
  return detail::composed<detail::markdown_text<L>>;
}

/// A Markdown table of the states: kind, and the events each accepts.
template <class L>
constexpr text markdown_states() {
  static_cast<void>(sizeof(checked<L>));
  return detail::composed<detail::markdown_states_text<L>>;
}

}  // namespace pawl::render
