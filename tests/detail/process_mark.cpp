// SPDX-License-Identifier: BSL-1.0
#include <pawl/detail/process_mark.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include "support/catch.hpp"

TEST_CASE("an object knows the process that it was made in from that one's children") {
  const pawl::detail::process_mark before;
  const pid_t child = ::fork();
  if (child == 0) {
    const pawl::detail::process_mark own;
    ::_exit(before.is_forked() && !own.is_forked() ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK_FALSE(before.is_forked());
}
