// SPDX-License-Identifier: BSL-1.0
#include "storage.hpp"

#include <string_view>

#include <pawl/storage/sql/schema.hpp>

namespace {

std::string code(std::string_view words) { return '`' + std::string(words) + '`'; }

}  // namespace

std::string storage_tables() {
  using namespace pawl::sql;
  std::string out;
  for (const table& each : tables()) {
    out += "\n**" + code(each.name) + "**: " + std::string(std::string_view(each.meaning)) + "\n\n";
    out += "| column | type | meaning |\n|---|---|---|\n";
    for (const column& of : each.columns.get()) {
      const auto type = std::string(std::string_view(detail::type_name(dialect::sqlite, of.type)));
      out += "| " + code(of.name) + " | " + type + (of.is(nullable) ? ", may be NULL" : "") +
             " | " + compose(of.meaning) + " |\n";
    }
    out += "\nKey: " + code(each.primary_key) + '.';
    if (!each.check.empty()) out += " Always: " + code(compose(each.check)) + '.';
    for (const index& of : indexes()) {
      if (!(of.table == each.name)) continue;
      out += std::string(of.unique ? " Unique index on " : " Index on ") + code(of.columns);
      if (!of.where.empty()) out += " where " + code(compose(of.where));
      if (!of.meaning.empty()) out += " (" + std::string(std::string_view(of.meaning)) + ')';
      out += '.';
    }
    out += '\n';
  }
  return out + '\n';
}
