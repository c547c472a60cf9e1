// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <stop_token>
#include <string>

namespace service_jobs {

/// The lines of a file or a pipe, as they come. Waiting for one ends when it is asked to stop.
class line_feed {
 public:
  enum class got : unsigned char { line, end, stopped };

  explicit line_feed(const std::string& path, off_t from = 0)
      : file_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
    if (from != 0) ::lseek(file_, from, SEEK_SET);
  }
  line_feed(const line_feed&) = delete;
  line_feed& operator=(const line_feed&) = delete;
  ~line_feed() {
    if (file_ >= 0) ::close(file_);
  }

  [[nodiscard]] bool is_open() const { return file_ >= 0; }

  /// The next whole line, without its end. `end` of a file is where it ends now, and of a pipe when
  /// the last who writes has closed it; what stands there without the end of a line is no line.
  got next(std::string& line, const std::stop_token& stop) {
    std::size_t at = 0;
    while ((at = read_.find('\n')) == read_.npos) {
      // A pipe that nobody has opened for writing yet is not at its end: it is waited for.
      pollfd waits{.fd = file_, .events = POLLIN, .revents = 0};
      const int ready = ::poll(&waits, 1, 50);
      if (stop.stop_requested()) return got::stopped;
      if (ready <= 0) continue;
      char buffer[16'384];
      const ssize_t count = ::read(file_, buffer, sizeof buffer);
      if (count <= 0) return got::end;
      read_.append(buffer, static_cast<std::size_t>(count));
    }
    line = read_.substr(0, at);
    read_.erase(0, at + 1);
    return got::line;
  }

 private:
  int file_;
  std::string read_{};
};

}  // namespace service_jobs
