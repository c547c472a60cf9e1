// SPDX-License-Identifier: BSL-1.0
#include "metrics.hpp"

#include <string_view>

#include <pawl/observe/catalogue.hpp>

std::string metrics_table() {
  using namespace pawl::observe;
  std::string out = "| metric | type | labels | meaning |\n|---|---|---|---|\n";
  for (const metric_description& each : catalogue()) {
    std::string labels;
    for (const pawl::text label : each.labels)
      if (!label.empty())
        labels += (labels.empty() ? "`" : ", `") + std::string(std::string_view(label)) + '`';
    for (const std::string_view part :
         {std::string_view("| `"), std::string_view(each.name()), std::string_view("` | "),
          std::string_view(pawl::name_of(each.type)), std::string_view(" | "),
          std::string_view(labels), std::string_view(" | "), std::string_view(each.help),
          std::string_view(" |\n")})
      out += part;
  }
  return out;
}
