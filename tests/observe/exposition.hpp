// SPDX-License-Identifier: BSL-1.0
// The Prometheus text format as a scraper reads it, for tests that look at what is exported.
#pragma once

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace observe_test {

struct family {
  std::string name;
  std::string type;
  std::string help;
};

struct exposition {
  std::vector<family> families;
  std::map<std::string, std::string> samples;  ///< `name{labels}`, as printed, and the value

  explicit exposition(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string mark;
      std::string kind;
      std::string name;
      if (!line.starts_with("#")) {
        const auto space = line.rfind(' ');
        if (!samples.emplace(line.substr(0, space), line.substr(space + 1)).second)
          throw std::runtime_error("twice: " + line);
        continue;
      }
      words >> mark >> kind >> name;
      if (kind == "HELP") {
        families.push_back({name, "", line.substr(line.find(name) + name.size() + 1)});
      } else {
        if (kind != "TYPE" || families.empty() || families.back().name != name)
          throw std::runtime_error("not a TYPE after its HELP: " + line);
        words >> families.back().type;
      }
    }
  }

  [[nodiscard]] std::string operator[](const std::string& sample) const {
    const auto found = samples.find(sample);
    return found == samples.end() ? "absent" : found->second;
  }
};

inline double to_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw std::runtime_error("no number: " + text);
  return value;
}

/// The cumulative counts of a histogram, by upper bound; what is beyond all bounds is not listed.
struct buckets {
  std::vector<std::pair<double, double>> upto;
  double count = 0;

  buckets(const exposition& from, const std::string& name, const std::string& labels) {
    const std::string begin = name + "_bucket{" + labels + ",le=\"";
    for (const auto& [sample, value] : from.samples) {
      if (!sample.starts_with(begin)) continue;
      const std::string bound = sample.substr(begin.size(), sample.size() - begin.size() - 2);
      if (bound == "+Inf")
        count = to_number(value);
      else
        upto.emplace_back(to_number(bound), to_number(value));
    }
    std::sort(upto.begin(), upto.end());
  }

  /// As Prometheus' histogram_quantile: linear inside the bucket.
  [[nodiscard]] double quantile(double q) const {
    double below = 0;
    double from = 0;
    for (const auto& [bound, cumulative] : upto) {
      if (cumulative >= q * count)
        return from + (bound - from) * (q * count - below) / (cumulative - below);
      below = cumulative;
      from = bound;
    }
    return from;
  }
  [[nodiscard]] bool has_bound(double wanted) const {
    for (const auto& [bound, cumulative] : upto)
      if (bound == wanted) return true;
    return false;
  }
};

}  // namespace observe_test
