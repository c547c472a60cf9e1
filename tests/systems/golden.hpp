// SPDX-License-Identifier: BSL-1.0
// Golden runs: what a program answers to a fixed walk is written down and compared with the files
// of tests/golden. `./dev golden` writes the files anew.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "system.hpp"

namespace systems_test {

/// The record of one walk. What programs depend on (statuses, codes, members and their order, event
/// names, metrics) goes into <name>.names, what people read goes into <name>.texts. Ids, times,
/// addresses and signatures are masked, so that two runs of one program give the same files, on
/// SQLite and on PostgreSQL.
class golden_record {
 public:
  explicit golden_record(std::string name) : name_(std::move(name)) {}

  /// Begins a part of the record.
  void title(const std::string& line);
  /// A line that programs depend on; ids and times in it are masked.
  void line(std::string_view text);
  /// A sentence that people read.
  void sentence(std::string_view text);
  /// Strings with a space in them are sentences; of a member that is listed in `volatile_members`
  /// only the name is written.
  void json(const json::value& value);
  void json(const std::string& text);
  /// Metrics in the Prometheus text format. The values of counters of jobs are written, other
  /// values are not.
  void metrics(const std::string& text);

  /// Compares with the files, or, if the variable PAWL_WRITE_GOLDEN is set, writes them.
  void compare() const;

 private:
  std::string masked(std::string_view text);
  std::string one_line(const json::value& value, std::string_view member);
  void print(const json::value& value, const std::string& before, std::string_view member,
             std::size_t depth);

  std::string name_;
  std::string names_{};
  std::string texts_{};
  std::map<std::string, std::string> ids_{};
};

/// An event that says how far a handler has come, or what it has to say. How many of them are kept
/// depends on time, so they are not recorded.
[[nodiscard]] bool is_report(const json::value& event);

/// An event without its number, which counts reports, and without the progress of that moment.
[[nodiscard]] json::value without_time(json::value event);

/// A walk through a service: what is asked through this is recorded.
class golden_walk {
 public:
  golden_walk(running_system& service, const std::string& name)
      : service_(&service), record_(name) {}

  answer get(const std::string& path, const std::string& token) {
    return ask({.method = "GET", .path = path, .token = token});
  }
  answer post(const std::string& path, const std::string& token, const std::string& body = "{}",
              std::vector<std::string> headers = {}) {
    return ask({.method = "POST",
                .path = path,
                .token = token,
                .body = body,
                .headers = std::move(headers)});
  }
  answer ask(const request& what);
  /// A job as it is shown once it is in this state, and its history.
  answer job(const std::string& id, const std::string& token, const std::string& state);
  /// The history of a job and its stream, without reports.
  void history(const std::string& id, const std::string& token);
  /// What every service answers: its job types, its routes, its errors, its counts and metrics.
  void common(const std::string& type, const std::string& token);

  [[nodiscard]] golden_record& record() { return record_; }
  void compare() const { record_.compare(); }

 private:
  running_system* service_;
  golden_record record_;
};

}  // namespace systems_test
