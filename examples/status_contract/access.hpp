// SPDX-License-Identifier: BSL-1.0
// Who may see which subject, as a file says: `ann: s1 s2`, one user a line; `*` is every subject.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string>

#include <pawl/http/caller.hpp>

namespace status_contract {

/// Follows the file: a change holds from the next request on. A file that is gone lets nobody see
/// anything.
class access_list {
 public:
  explicit access_list(std::filesystem::path file) : file_(std::move(file)) {}

  [[nodiscard]] bool allows(const std::string& user, const std::string& subject) {
    const std::scoped_lock lock(mutex_);
    follow();
    const auto of = subjects_.find(user);
    return of != subjects_.end() && (of->second.contains("*") || of->second.contains(subject));
  }
  [[nodiscard]] bool allows_all(const std::string& user) {
    const std::scoped_lock lock(mutex_);
    follow();
    const auto of = subjects_.find(user);
    return of != subjects_.end() && of->second.contains("*");
  }
  /// What the API asks before it shows a job.
  [[nodiscard]] bool operator()(const pawl::http::caller& by, const pawl::job_record& job) {
    return allows(by.who.user, job.subject);
  }

 private:
  void follow() {
    std::error_code gone;
    const auto written = std::filesystem::last_write_time(file_, gone);
    const auto size = gone ? 0 : std::filesystem::file_size(file_, gone);
    if (!gone && written == written_ && size == size_) return;
    subjects_.clear();
    written_ = {};
    std::ifstream lines(file_);
    if (gone || !lines) return;
    written_ = written;
    size_ = size;
    for (std::string line; std::getline(lines, line);) {
      const std::size_t colon = line.find(':');
      if (colon == line.npos || line.starts_with('#')) continue;
      std::istringstream words(line.substr(colon + 1));
      for (std::string each; words >> each;) subjects_[line.substr(0, colon)].insert(each);
    }
  }

  const std::filesystem::path file_;
  std::mutex mutex_;
  // What follows is read and written under mutex_, by whichever thread serves a request.
  std::filesystem::file_time_type written_{};
  std::uintmax_t size_ = 0;
  std::map<std::string, std::set<std::string>> subjects_{};
};

}  // namespace status_contract
