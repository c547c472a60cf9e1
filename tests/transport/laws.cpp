// SPDX-License-Identifier: BSL-1.0
#include <sys/stat.h>

#include <memory>

#include <pawl/testing/transport_laws.hpp>
#include <pawl/transport.hpp>

#include "../storage/directory.hpp"
#include "../support/catch.hpp"

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
  CHECK(there.wait_for_work(milliseconds{0}));
  CHECK_FALSE(here.wait_for_work(milliseconds{0}));
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
  silent.announce_news();
  CHECK(laws::silence_tells_nothing(silent));
  CHECK(laws::waits_can_be_interrupted(silent));
}
