// SPDX-License-Identifier: BSL-1.0
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <memory>
#include <thread>

#include <pawl/testing/transport_laws.hpp>
#include <pawl/transport.hpp>

#include "../storage/directory.hpp"
#include "../support/catch.hpp"
#include "../support/sanitizer.hpp"
#include "../support/sleeping.hpp"

namespace {

namespace laws = pawl::testing::transport_laws;
namespace transport = pawl::transport;
using std::chrono::milliseconds;

struct local_transport {
  transport::local one;
  auto& get() { return one; }
};
struct file_transport {
  support::fresh_directory directory;
  transport::shared_file one{directory / "wake"};
  auto& get() { return one; }
};
/// A directory that does not exist: the transport serves its process alone.
struct homeless_transport {
  support::fresh_directory directory;
  transport::shared_file one{directory / "missing/wake"};
  auto& get() { return one; }
};

}  // namespace

TEMPLATE_TEST_CASE("a transport keeps its laws", "", local_transport, file_transport,
                   homeless_transport) {
  TestType fresh;
  auto& carrier = fresh.get();
  CHECK(laws::silence_tells_nothing(carrier));
  CHECK(laws::work_is_kept_until_it_is_taken(carrier));
  CHECK(laws::work_goes_from_one_to_the_next(carrier));
  CHECK(laws::an_earlier_alarm_reaches_everybody(carrier));
  CHECK(laws::an_alarm_that_has_passed_is_over(carrier));
  CHECK(laws::news_reach_everybody(carrier));
  CHECK(laws::waits_can_be_interrupted(carrier));
}

TEST_CASE("two that name one file hear each other, and nobody else may read it") {
  const support::fresh_directory directory;
  const std::string path = directory / "wake";
  transport::shared_file here(path);
  transport::shared_file there(path);
  REQUIRE(here.is_shared());
  here.announce_work();
  CHECK(there.wait_for_work(milliseconds{0}, there.due()));
  CHECK_FALSE(here.wait_for_work(milliseconds{0}, here.due()));
  here.announce_due(milliseconds{2000}, milliseconds{1000});
  CHECK(there.due() == milliseconds{2000});
  const auto seen = there.news();
  here.announce_news();
  CHECK(there.news() != seen);
  struct stat found{};
  REQUIRE(::stat(path.c_str(), &found) == 0);
  CHECK((found.st_mode & 0777U) == 0600U);
}

TEST_CASE("a file that cannot be had leaves a transport for one process") {
  const support::fresh_directory directory;
  CHECK_FALSE(transport::shared_file(directory / "missing/wake").is_shared());
}

TEST_CASE("a transport that carries nothing lets everybody sleep, and be interrupted") {
  transport::none silent;
  silent.announce_work();
  silent.announce_due(milliseconds{2}, milliseconds{1});
  silent.announce_news();
  CHECK(laws::silence_tells_nothing(silent));
  CHECK(laws::waits_can_be_interrupted(silent));
}

TEMPLATE_TEST_CASE("a child process ends a transport on which its parent's threads sleep", "",
                   transport::local, transport::none) {
  auto carrier = std::make_unique<TestType>();
  std::atomic<pid_t> sleeper = 0;
  std::jthread sleeps([&] {
    sleeper = ::gettid();
    carrier->wait_for_work(std::chrono::hours{1}, carrier->due());
  });
  while (sleeper == 0 || !support::is_asleep(sleeper)) std::this_thread::yield();
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(10);
    carrier.reset();
    ::_exit(0);
  }
  int status = 0;
  CHECK(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  carrier->interrupt();
}

TEST_CASE("the file is reserved when it is made, so that a full disk is noticed there") {
  const support::fresh_directory directory;
  const std::string path = directory / "wake";
  // As a process would find it that made it without reserving it.
  {
    REQUIRE(std::ofstream(path));
  }
  REQUIRE(::truncate(path.c_str(), 4096) == 0);
  const transport::shared_file made(path);
  REQUIRE(made.is_shared());
  struct stat found{};
  REQUIRE(::stat(path.c_str(), &found) == 0);
  CHECK(found.st_size == 4096);
  CHECK(found.st_blocks * 512 >= 4096);
}

TEST_CASE("where the disk has no room for the file, a transport is one process's own") {
  const support::fresh_directory directory;
  const std::string path = directory / "wake";
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(10);
    // A limit answers the reservation as a full disk does: there is to be no page behind the words.
    const rlimit no_room{};
    if (::signal(SIGXFSZ, SIG_IGN) == SIG_ERR || ::setrlimit(RLIMIT_FSIZE, &no_room) != 0)
      ::_exit(2);
    transport::shared_file made(path);
    if (made.is_shared()) ::_exit(3);
    made.announce_work();
    ::_exit(made.wait_for_work(milliseconds{0}, made.due()) ? 0 : 4);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}

TEST_CASE("a file that is cut short or removed costs haste, and nothing else") {
  if (support::has_thread_sanitizer) return;  // SIGBUS comes in the middle of an atomic operation
  const support::fresh_directory directory;
  const std::string path = directory / "wake";
  transport::shared_file one(path);
  transport::shared_file two(path);
  {
    transport::shared_file gone(path);  // its place is free for another
    gone.announce_work();
  }
  CHECK(one.wait_for_work(milliseconds{0}, one.due()));
  REQUIRE(::truncate(path.c_str(), 0) == 0);
  for (transport::shared_file* each : {&one, &two}) {
    each->announce_work();
    CHECK(each->wait_for_work(milliseconds{0}, each->due()));
    const auto seen = each->news();
    each->announce_news();
    CHECK(each->wait_for_news(seen, milliseconds{0}) != seen);
  }
  REQUIRE(::unlink(path.c_str()) == 0);
  transport::shared_file three(path);
  three.announce_work();
  CHECK(three.wait_for_work(milliseconds{0}, three.due()));
  one.announce_work();
  CHECK(one.wait_for_work(milliseconds{0}, one.due()));
}
