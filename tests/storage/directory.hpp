// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace support {

/// A directory of its own, which goes with all that is in it.
class fresh_directory {
 public:
  explicit fresh_directory(
      const std::filesystem::path& in = std::filesystem::temp_directory_path()) {
    std::string name = (in / "pawl-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory for a test");
    path_ = name;
  }
  fresh_directory(const fresh_directory&) = delete;
  fresh_directory& operator=(const fresh_directory&) = delete;
  ~fresh_directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + '/' + name; }

 private:
  std::string path_;
};

}  // namespace support
