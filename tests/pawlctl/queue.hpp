// SPDX-License-Identifier: BSL-1.0
// A queue as the fixture leaves it behind, and pawlctl called on it in this process.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "../storage/directory.hpp"
#include "pawlctl/command.hpp"

namespace ctl_test {

/// One call, and what it said.
struct called {
  std::string out{};
  std::string err{};
  pawl::ctl::exit_code code{};

  [[nodiscard]] bool is_done() const { return code == pawl::ctl::exit_code::done; }
  [[nodiscard]] bool says(std::string_view part) const { return out.find(part) != out.npos; }
  [[nodiscard]] bool complains(std::string_view part) const { return err.find(part) != err.npos; }
};

inline called call(const std::vector<std::string>& words, std::string store = {}) {
  called it;
  pawl::ctl::surroundings around;
  around.out = [&](std::string_view text) { it.out += text; };
  around.err = [&](std::string_view text) { it.err += text; };
  around.user = "ann";
  around.store = std::move(store);
  around.wait = [](std::chrono::milliseconds) { return false; };
  it.code = pawl::ctl::run(words, around);
  return it;
}

/// Where queues are: in files; and in PostgreSQL, if there is a server.
inline std::vector<std::string> places() {
  if (std::getenv("PGHOST") != nullptr) return {"postgresql://"};
  return {"file"};
}

class queue {
 public:
  explicit queue(const std::string& place) {
    static int made = 0;
    if (place == "file") {
      store_ = folder_ / "jobs.db";
    } else {
      store_ = place;
      schema_ = "queue_" + std::to_string(++made);
    }
    const std::string line = "PAWL_SCHEMA=" + schema_ + " " PAWLCTL_FIXTURE " '" + store_ + "'";
    std::FILE* const out = ::popen(line.c_str(), "r");
    char buffer[256];
    while (out != nullptr && std::fgets(buffer, sizeof buffer, out) != nullptr) {
      const std::string_view said = buffer;
      const std::size_t equals = said.find('=');
      ids_[std::string(said.substr(0, equals))] = said.substr(equals + 1, 36);
    }
    ::pclose(out);
  }

  [[nodiscard]] const std::string& id(const std::string& name) const { return ids_.at(name); }
  [[nodiscard]] std::size_t size() const { return ids_.size(); }
  [[nodiscard]] bool is_file() const { return schema_.empty(); }
  [[nodiscard]] const std::string& store() const { return store_; }

  called operator()(std::vector<std::string> words) const {
    if (!schema_.empty()) words.insert(words.begin(), {"--schema", schema_});
    return call(words, store_);
  }
  /// Its tables, to be damaged.
  [[nodiscard]] std::unique_ptr<pawl::ctl::opened_store> open() const {
    pawl::ctl::address at{.where = store_};
    if (!schema_.empty()) at.schema = schema_;
    return pawl::ctl::open_store(at, pawl::ctl::access::act);
  }

 private:
  support::fresh_directory folder_;
  std::string store_;
  std::string schema_{};
  std::map<std::string, std::string> ids_{};
};

}  // namespace ctl_test
