// SPDX-License-Identifier: BSL-1.0
// bench_compile_cost <command> <argument>...: runs the command and prints what it and all processes
// that it waited for have cost: "<processor time in ms> <peak memory of the largest in kB>". Ends
// as the command did. A program of our own, because neither GNU time nor Python is installed
// everywhere, and the shell's `time` knows nothing of memory.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace {

double milliseconds(const timeval& time) {
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_usec);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("usage: bench_compile_cost <command> <argument>...\n", stderr);
    return 2;
  }
  const pid_t child = ::fork();
  if (child == 0) {
    ::execvp(arguments[1], arguments + 1);
    std::fprintf(stderr, "bench_compile_cost: %s: %s\n", arguments[1], std::strerror(errno));
    ::_exit(127);
  }
  int status = 0;
  rusage used{};
  if (child < 0 || ::wait4(child, &status, 0, &used) != child) {
    std::fprintf(stderr, "bench_compile_cost: %s\n", std::strerror(errno));
    return 2;
  }
  std::printf("%.0f %ld\n", milliseconds(used.ru_utime) + milliseconds(used.ru_stime),
              used.ru_maxrss);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
