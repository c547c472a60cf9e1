// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <pawl/detail/append.hpp>
#include <pawl/lifecycle/render.hpp>

#include "look.hpp"

/// Diagrams of a lifecycle from the definition that the store holds: what `lifecycle/render.hpp`
/// writes from the C++ type, for who does not have that.

namespace pawl::ctl {

namespace {

std::string label_of(const job_descriptor& type, const row_info& row) {
  std::string out = spelled(type.events[row.on].name);
  if (!row.guard.empty()) out += " [" + spelled(row.guard) + "]";
  return out;
}

std::string identifier(text name) {
  std::string out;
  pawl::detail::append to{out};
  render::detail::write_identifier(to, name);
  return out;
}
std::string quoted(text name) {
  const std::string safe = spelled(name);
  std::string out;
  pawl::detail::append to{out};
  render::detail::write_quoted(to, text(safe));
  return out;
}

/// Calls `each(from, to, labels)` once for any two states that rows lead between.
template <class Each>
void for_each_arrow(const job_descriptor& type, Each each) {
  for (std::size_t i = 0; i < type.rows.size(); ++i) {
    const row_info& row = type.rows[i];
    const auto is_alike = [&](const row_info& other) {
      return other.from == row.from && other.to == row.to;
    };
    bool is_first = true;
    for (std::size_t before = 0; before < i; ++before)
      if (is_alike(type.rows[before])) is_first = false;
    if (!is_first) continue;
    std::string labels;
    for (const row_info& other : type.rows)
      if (is_alike(other)) labels += (labels.empty() ? "" : ", ") + label_of(type, other);
    each(row.from, row.to, labels);
  }
}

using here = pawl::detail::maybe<state_number>;

std::string mermaid(const job_descriptor& type, const here& marked) {
  std::string out = "stateDiagram-v2\n";
  for (const state_info& state : type.states)
    if (identifier(state.name) != std::string_view(state.name))
      out += fmt::format("    state {} as {}\n", quoted(state.name), identifier(state.name));
  out += fmt::format("    [*] --> {}\n", identifier(type.states[0].name));
  for_each_arrow(type, [&](state_number from, state_number to, const std::string& labels) {
    out += fmt::format("    {} --> {} : {}\n", identifier(type.name_of(from)),
                       identifier(type.name_of(to)), labels);
  });
  for (const state_info& state : type.states)
    if (is_terminal(state.kind)) out += fmt::format("    {} --> [*]\n", identifier(state.name));
  if (marked)
    out += fmt::format("    classDef here fill:#fd6,stroke:#a60\n    class {} here\n",
                       identifier(type.name_of(*marked)));
  return out;
}

std::string graphviz(const job_descriptor& type, const here& marked) {
  std::string out = fmt::format(
      "digraph {} {{\n  rankdir=LR;\n  node [shape=box, style=rounded];\n  \"[*]\" "
      "[shape=point];\n",
      quoted(type.lifecycle));
  for (std::size_t s = 0; s < type.states.size(); ++s) {
    std::string how;
    if (is_terminal(type.states[s].kind)) how = "peripheries=2";
    if (marked && *marked == s)
      how +=
          std::string(how.empty() ? "" : ", ") + "style=\"rounded,filled\", fillcolor=\"#ffdd66\"";
    out += fmt::format("  {}{};\n", quoted(type.states[s].name),
                       how.empty() ? std::string() : " [" + how + "]");
  }
  out += fmt::format("  \"[*]\" -> {};\n", quoted(type.states[0].name));
  for_each_arrow(type, [&](state_number from, state_number to, const std::string& labels) {
    out += fmt::format("  {} -> {} [label={}];\n", quoted(type.name_of(from)),
                       quoted(type.name_of(to)), quoted(text(labels)));
  });
  return out + "}\n";
}

table rows_of(const job_descriptor& type, const here& marked) {
  table out({{"FROM"}, {"EVENT"}, {"WHEN"}, {"TO"}, {"BY"}});
  for (const row_info& row : type.rows) {
    std::string by;
    if (!row.by.is_any())
      for (const trigger each : {trigger::api, trigger::workflow, trigger::user, trigger::system})
        if (row.by.has(each)) by += (by.empty() ? "" : ", ") + spelled(name_of(each));
    const bool is_here = marked && *marked == row.from;
    out.add({{(is_here ? "> " : "") + spelled(type.name_of(row.from)),
              is_here ? tint::waiting : tint::plain},
             spelled(type.events[row.on].name),
             spelled(row.guard),
             spelled(type.name_of(row.to)),
             by});
  }
  return out;
}

}  // namespace

exit_code draw_lifecycle(session& of) {
  const std::string& name = of.given.words[0];
  const std::string form = of.given.has("as") ? of.given.last("as") : "mermaid";
  if (form != "mermaid" && form != "graphviz" && form != "table")
    throw ends{exit_code::usage, "--as is mermaid, graphviz or table"};
  const job_descriptor* type = of.on().type_called(name);
  if (type == nullptr)
    throw ends{
        exit_code::found,
        fmt::format("the store knows no job type '{}'; pawlctl types lists them", shown(name))};
  here marked;
  std::string state;
  if (of.given.has("job")) {
    const auto job = of.store().get(of.who(), session::id_of(of.given.last("job")));
    if (!job) end_with(job.error());
    if (job->handler != name)
      throw ends{exit_code::found, fmt::format("the job is of type '{}', not '{}'",
                                               shown(job->handler), shown(name))};
    state = job->state;
    marked = type->state_called(text(state));
    if (!marked)
      // By an older definition: one that knows where the job stands.
      for (const held_type& each : of.on().types())
        if (each.handler == name && each.type() != nullptr && !marked &&
            each.type()->state_called(text(state))) {
          type = each.type();
          marked = type->state_called(text(state));
        }
  }
  const std::string drawn = form == "graphviz" ? graphviz(*type, marked)
                            : form == "table"  ? rows_of(*type, marked).print(0, false)
                                               : mermaid(*type, marked);
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    to.open('{');
    to.member("handlerId", type->handler);
    to.member("lifecycle", type->lifecycle);
    to.key("transitions");
    http::write_transitions(to, *type);
    if (!state.empty()) to.member("status", state);
    to.member("as", form);
    to.member("diagram", drawn);
    to.close('}');
    of.print_json(out);
  } else if (form == "table") {
    of.print(rows_of(*type, marked));
  } else {
    of.print(drawn);
  }
  return exit_code::done;
}

}  // namespace pawl::ctl
