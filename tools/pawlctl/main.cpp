// SPDX-License-Identifier: BSL-1.0
// The operator's command line: looks at a queue and acts on it, without any job type of its own.
#include <poll.h>
#include <pwd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "command.hpp"

namespace {

/// Written to by the signal handler; read by who waits.
int ended[2] = {-1, -1};

void end(int) {
  const char one = 1;
  static_cast<void>(!::write(ended[1], &one, 1));
}

/// Ctrl-C ends a command that waits; a second one ends the program at once.
void end_on_signals() {
  if (::pipe(ended) != 0) return;
  struct sigaction how{};
  how.sa_handler = &end;
  how.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  for (const int each : {SIGINT, SIGTERM}) ::sigaction(each, &how, nullptr);
}

bool wait_for(std::chrono::milliseconds time) {
  pollfd at{.fd = ended[0], .events = POLLIN, .revents = 0};
  return ::poll(&at, 1, static_cast<int>(time.count())) == 0;
}

std::string login_name() {
  char buffer[4096];
  passwd entry{};
  passwd* found = nullptr;
  if (::getpwuid_r(::getuid(), &entry, buffer, sizeof buffer, &found) == 0 && found != nullptr)
    return found->pw_name;
  return std::to_string(::getuid());
}

void write_to(std::FILE* to, std::string_view text) {
  // Who reads has gone: there is nobody left to tell.
  if (std::fwrite(text.data(), 1, text.size(), to) != text.size() || std::fflush(to) != 0)
    std::_Exit(1);
}

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

}  // namespace

int main(int argc, char** argv) {
  end_on_signals();
  std::signal(SIGPIPE, SIG_IGN);
  pawl::ctl::surroundings around;
  around.out = [](std::string_view text) { write_to(stdout, text); };
  around.err = [](std::string_view text) { write_to(stderr, text); };
  around.user = login_name();
  around.store = environment("PAWL_STORE");
  around.wait = wait_for;
  if (::isatty(STDOUT_FILENO) != 0) {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) around.width = size.ws_col;
    around.colours = environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  }
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  return static_cast<int>(pawl::ctl::run(words, around));
}
