// SPDX-License-Identifier: BSL-1.0
// Programs that a test starts.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace support {

/// A program whose standard output is read. Ends with the object, by force if it must.
class program {
 public:
  /// `errors` is a file that gets its standard error; empty: it is the test's.
  explicit program(std::vector<std::string> words, const std::string& errors = {}) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    if (!errors.empty())
      posix_spawn_file_actions_addopen(&actions, 2, errors.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                       0600);
    std::vector<char*> arguments;
    for (std::string& each : words) arguments.push_back(each.data());
    arguments.push_back(nullptr);
    pid_t started = 0;
    const int failed =
        ::posix_spawn(&started, arguments[0], &actions, nullptr, arguments.data(), ::environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    out_ = ends[0];
    if (failed != 0) throw std::runtime_error("cannot start " + words[0]);
    id_ = started;
  }
  program(const program&) = delete;
  program& operator=(const program&) = delete;
  ~program() {
    kill();
    wait();
    ::close(out_);
  }

  [[nodiscard]] bool has_started() const { return id_ != 0; }
  /// For a thread that outlives this object: the process is known by it until it is waited for.
  [[nodiscard]] pid_t id() const { return id_; }
  void kill() const {
    if (!ended_ && id_ != 0) ::kill(id_, SIGKILL);
  }
  /// Another signal: SIGTERM asks it to end.
  void signal(int which) const {
    if (!ended_ && id_ != 0) ::kill(id_, which);
  }
  /// Holds it still. Returns when each of its threads has stopped, and not when it was told to.
  void pause() const {
    if (ended_ || id_ == 0) return;
    signal(SIGSTOP);
    siginfo_t what{};
    ::waitid(P_PID, static_cast<id_t>(id_), &what, WSTOPPED | WEXITED | WNOWAIT);
  }
  void go_on() const { signal(SIGCONT); }
  /// How it ended: its exit code, or the negative number of the signal.
  int wait() {
    if (!ended_) ::waitpid(id_, &status_, 0);
    ended_ = true;
    return WIFSIGNALED(status_) ? -WTERMSIG(status_) : WEXITSTATUS(status_);
  }
  /// The next line; empty at the end.
  std::string line() {
    std::size_t at = 0;
    while ((at = read_.find('\n')) == read_.npos) {
      char buffer[4096];
      const ssize_t got = ::read(out_, buffer, sizeof buffer);
      if (got <= 0) return std::exchange(read_, {});
      read_.append(buffer, static_cast<std::size_t>(got));
    }
    std::string out = read_.substr(0, at);
    read_.erase(0, at + 1);
    return out;
  }
  std::string rest() {
    std::string out;
    for (std::string each = line(); !each.empty(); each = line()) out += each + '\n';
    return out;
  }

 private:
  std::atomic<pid_t> id_{0};
  int out_ = -1;
  bool ended_ = false;
  int status_ = 0;
  std::string read_{};
};

}  // namespace support
