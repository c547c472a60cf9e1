// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <csignal>
#include <string>
#include <string_view>

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace demo {

/// Set by SIGINT, SIGTERM and SIGHUP: the demo is to end in an orderly way.
inline volatile std::sig_atomic_t asked_to_end = 0;

inline void end_when_asked() {
  struct sigaction action{};
  action.sa_handler = [](int) { asked_to_end = 1; };
  for (const int each : {SIGINT, SIGTERM, SIGHUP}) sigaction(each, &action, nullptr);
}

enum class key { none, up, down, cancel, replay, submit, quit };

/// A terminal in raw mode with a screen of its own, for as long as this lives. It is given back as
/// it was on every way out: the destructor, an uncaught exception, a fatal signal. Only SIGKILL
/// cannot be helped; `stty sane` does.
class terminal {
 public:
  terminal() {
    tcgetattr(STDIN_FILENO, &before_);
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = _POSIX_VDISABLE;  // or the shell would be left with our screen
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    struct sigaction action{};
    action.sa_handler = [](int signal) {
      give_back();
      raise(signal);
    };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int each : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGQUIT})
      sigaction(each, &action, nullptr);
    put("\x1b[?1049h\x1b[?25l");
  }
  terminal(const terminal&) = delete;
  terminal& operator=(const terminal&) = delete;
  ~terminal() { give_back(); }

  struct size {
    int columns = 80;
    int rows = 24;
  };
  [[nodiscard]] static size measure() {
    winsize now{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) != 0 || now.ws_col == 0) return {};
    return {now.ws_col, now.ws_row};
  }

  /// Replaces the screen in one write, so that it does not flicker.
  static void show(const std::string& lines) { put("\x1b[H" + lines + "\x1b[J"); }

  /// The next key, or none after so long. Keys that mean nothing are swallowed.
  static key wait_for_key(int longest) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, longest) <= 0) return key::none;
    char typed = 0;
    if (read(STDIN_FILENO, &typed, 1) != 1) {
      asked_to_end = 1;  // the terminal is gone
      return key::none;
    }
    if (typed == '\x1b') return rest_of_arrow();
    switch (typed) {
      case 'k':
        return key::up;
      case 'j':
        return key::down;
      case 'c':
        return key::cancel;
      case 'r':
        return key::replay;
      case 'n':
        return key::submit;
      case 'q':
        return key::quit;
      default:
        return key::none;
    }
  }

 private:
  static key rest_of_arrow() {
    char rest[2]{};
    if (read(STDIN_FILENO, rest, 2) != 2) return key::none;
    if (rest[1] == 'A') return key::up;
    return rest[1] == 'B' ? key::down : key::none;
  }
  static void put(std::string_view text) {
    while (!text.empty()) {
      const auto done = write(STDOUT_FILENO, text.data(), text.size());
      if (done <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(done));
    }
  }
  // Calls nothing that a signal handler may not.
  static void give_back() {
    put("\x1b[0m\x1b[?25h\x1b[?1049l");
    tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }

  static inline termios before_{};
};

}  // namespace demo
