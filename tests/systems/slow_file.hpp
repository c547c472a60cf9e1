// SPDX-License-Identifier: BSL-1.0
// Files that a service is waiting for.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include "support/catch.hpp"

namespace systems_test {

/// A whole file, there at once.
inline void write_file(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path half = path.string() + ".half";
  std::ofstream(half, std::ios::binary) << content;
  std::filesystem::rename(half, path);
}

/// A file that comes as slowly as a test wants: its reader waits until it was delivered.
class slow_file {
 public:
  explicit slow_file(std::filesystem::path path) : path_(std::move(path)) {
    ::signal(SIGPIPE, SIG_IGN);
    REQUIRE(::mkfifo(path_.c_str(), 0600) == 0);
  }
  slow_file(const slow_file&) = delete;
  slow_file& operator=(const slow_file&) = delete;
  ~slow_file() {
    if (to_ >= 0) ::close(to_);
  }

  /// Returns when a reader has opened it.
  void await_reader() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    while (to_ < 0 && std::chrono::steady_clock::now() < end) {
      to_ = ::open(path_.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
      if (to_ < 0) std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
    REQUIRE(to_ >= 0);
  }
  /// Delivers more of it, once there is a reader.
  void deliver(std::string_view more) {
    await_reader();
    REQUIRE(::write(to_, more.data(), more.size()) == static_cast<ssize_t>(more.size()));
  }
  /// That was all.
  void end() {
    ::close(to_);
    to_ = -1;
  }
  void deliver_all(std::string_view content) {
    deliver(content);
    end();
  }

 private:
  std::filesystem::path path_;
  int to_ = -1;
};

}  // namespace systems_test
