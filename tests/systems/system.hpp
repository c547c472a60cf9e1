// SPDX-License-Identifier: BSL-1.0
// A service of examples/ as its users meet it: a program, started, asked over HTTP, killed and
// started again. On SQLite, or, if PGHOST is set, on that PostgreSQL server.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "support/catch.hpp"
#include "support/program.hpp"

namespace systems_test {

namespace json = boost::json;
using std::chrono::milliseconds;

struct answer {
  long status = 0;
  std::map<std::string, std::string> headers{};  ///< names in small letters
  std::string body{};

  [[nodiscard]] json::value read() const;
  /// A member of its JSON by a path, `/error/code`: a string as it is, anything else as JSON;
  /// `(absent)` if it is not there.
  [[nodiscard]] std::string at(std::string_view path) const;
  [[nodiscard]] std::string header(const std::string& name) const;
};

/// A member of some JSON, as `answer::at` has it.
[[nodiscard]] std::string at(const json::value& of, std::string_view path);

struct request {
  std::string method{};
  std::string path{};  ///< with its query
  std::string token{};
  std::string body{};
  std::vector<std::string> headers{};  ///< `Name: value`
};
/// Asks a server that need not be ours. Ten seconds at most; status 0: no answer.
[[nodiscard]] answer ask(const std::string& url, const request& what);

/// One event of a stream.
struct sent_event {
  std::string id{};
  std::string name{};  ///< `message` unless said
  json::value data{};
};

/// The service that a test is about.
[[nodiscard]] const char* program_under_test();

class running_system {
 public:
  /// `further` are options of the program's own.
  explicit running_system(std::vector<std::string> further = {});
  struct beside {
    const running_system& first;
  };
  /// Another process on the store of one that lives longer, with the same options.
  explicit running_system(beside other);
  ~running_system();
  running_system(const running_system&) = delete;
  running_system& operator=(const running_system&) = delete;

  /// A new token, issued by pawl-token.
  std::string token(const std::string& tenant, const std::string& user,
                    const std::string& allow = "read,submit,control,callback,operate",
                    const std::string& organisation = {});

  struct caller {
    std::string tenant{};
    std::string user{};
    std::string allow = "read,submit,control,callback,operate";
    std::string organisation{};
    std::string trigger{};  ///< in what part it raises events; an application's unless said
  };
  /// Several at once, for which the service is waited for once.
  std::vector<std::string> tokens(const std::vector<caller>& all);

  answer ask(const request& what) const;
  answer get(const std::string& path, const std::string& token) const;
  answer post(const std::string& path, const std::string& token, const std::string& body = "{}",
              std::vector<std::string> headers = {}) const;

  /// Submits `{"input": …}`, and answers the job's id.
  std::string submit(const std::string& type, const std::string& token, const std::string& input,
                     std::vector<std::string> headers = {}) const;
  /// Asks for something until the answer is as wanted: up to a minute, then the test fails with
  /// the last answer.
  answer until(const std::string& path, const std::string& token,
               const std::function<bool(const answer&)>& is_as_wanted,
               milliseconds pause = milliseconds{20}) const;
  /// The job, once it is in one of some states.
  answer until_status(const std::string& id, const std::string& token,
                      const std::vector<std::string>& states) const;
  /// Where a job has been, in the order of its history: the states that its transitions led to.
  std::vector<std::string> walk(const std::string& id, const std::string& token) const;
  /// The transitions of a job type as the service tells them: `pending running`.
  std::set<std::string> transitions(const std::string& type, const std::string& token) const;
  /// Reads a stream until enough was seen, or it ends.
  std::vector<sent_event> events(
      const std::string& path, const std::string& token,
      const std::function<bool(const std::vector<sent_event>&)>& is_enough,
      std::vector<std::string> headers = {}) const;
  /// A sample of the metrics: `job_enqueue_total{job_type="deck.ai"}`; nothing if there is none.
  std::optional<double> metric(const std::string& sample, const std::string& token) const;

  /// The process is killed with -9, and started again on what it left behind.
  void kill();
  void start();
  /// Every thread of it stands still until it goes on: SIGSTOP, SIGCONT.
  void pause() const { runs_->pause(); }
  void go_on() const { runs_->go_on(); }
  /// What it has written to standard error so far.
  [[nodiscard]] std::string log() const;
  /// SIGTERM, and how it ended.
  int end();

  [[nodiscard]] const std::string& url() const { return url_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] bool is_on_postgres() const { return !schema_.empty(); }
  /// What opens the same store from the test itself: the file, or the schema on the server.
  [[nodiscard]] std::string file() const { return folder_ / "jobs.db"; }
  [[nodiscard]] const std::string& schema() const { return schema_; }

 private:
  std::filesystem::path folder_;
  bool owns_folder_ = true;
  std::string log_ = "log";  ///< the name of its file
  std::string schema_{};
  std::vector<std::string> further_;
  std::string url_{};
  std::unique_ptr<support::program> runs_{};
};

}  // namespace systems_test
