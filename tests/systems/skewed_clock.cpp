// SPDX-License-Identifier: BSL-1.0
// Loaded before a program, it makes the machine's clock an hour fast for it.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern "C" int clock_gettime(clockid_t which, timespec* out) noexcept {
  const long answered = ::syscall(SYS_clock_gettime, which, out);
  if (answered == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE))
    out->tv_sec += 3600;
  return static_cast<int>(answered);
}
