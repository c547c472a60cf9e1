// SPDX-License-Identifier: BSL-1.0
// Processes that are killed in the middle of what they do.
#include <filesystem>
#include <fstream>
#include <set>

#include "../storage/directory.hpp"
#include "../support/catch.hpp"
#include "handlers/server.hpp"
#include "support/program.hpp"

using namespace handlers_test;
using support::program;

namespace {

/// The program, killed by a server or by itself, and run again after so many minutes.
struct mortal_run {
  support::fresh_directory directory{};
  std::string task;
  std::unique_ptr<program> runs{};

  std::unique_ptr<program> start(const server& to, int minutes) const {
    return std::make_unique<program>(
        std::vector<std::string>{PAWL_TEST_MORTAL, task, directory / "jobs.db", directory / "root",
                                 to.url(), std::to_string(to.port()), std::to_string(minutes)});
  }
  explicit mortal_run(std::string what) : task(std::move(what)) {
    std::filesystem::create_directory(directory / "root");
  }
};

}  // namespace

TEST_CASE("a download whose process is killed fetches no byte twice beyond one chunk", "[SVC-18]") {
  constexpr std::int64_t chunk = 16'384;
  mortal_run mortal("download");
  served_file file;
  file.bytes = numbered_bytes(300'000);
  std::atomic<int> asked{0};
  std::atomic<pid_t> victim{0};
  const int fatal = GENERATE(1, 2, 10);
  server source([&](wire& to, const request& r) {
    if (++asked != fatal) return file(to, r);
    // Half of a chunk, and then the process is gone.
    const auto [first, last] = r.range();
    to.send("HTTP/1.1 206 x\r\nETag: \"v1\"\r\nContent-Range: bytes " + std::to_string(first) +
            '-' + std::to_string(last) + "/300000\r\nContent-Length: 16384\r\n\r\n" +
            file.bytes.substr(static_cast<std::size_t>(first), chunk / 2));
    file.sent += chunk / 2;
    while (victim == 0) std::this_thread::yield();
    ::kill(victim, SIGKILL);
    to.wait_for_end();
  });
  {
    const auto first = mortal.start(source, 0);
    victim = first->id();
    REQUIRE(first->wait() == -SIGKILL);
  }
  REQUIRE(asked == fatal);
  const auto second = mortal.start(source, 20);
  const std::string said = second->rest();
  INFO(said);
  CHECK(second->wait() == 0);
  CHECK(said.find("pawl.download.v1 succeeded") != std::string::npos);
  std::ifstream from(mortal.directory / "root/model.bin");
  const std::string got{std::istreambuf_iterator<char>(from), {}};
  CHECK(got == file.bytes);
  CHECK(file.sent >= 300'000);
  CHECK(file.sent <= 300'000 + chunk);
  CHECK(source.requests()[static_cast<std::size_t>(fatal)].range().first == (fatal - 1) * chunk);
  CHECK(std::filesystem::is_empty(mortal.directory / "root/.pawl-parts"));
}

TEST_CASE("an end is announced though its process is killed before it could be", "[DECK-30]") {
  server partner(
      [](wire& to, const request&) { to.send("HTTP/1.1 204 x\r\nContent-Length: 0\r\n\r\n"); });
  mortal_run mortal("die");
  {
    const auto first = mortal.start(partner, 0);
    REQUIRE(first->wait() == -SIGKILL);
  }
  REQUIRE(partner.connections() == 0);
  mortal.task = "announce";
  const auto second = mortal.start(partner, 20);
  const std::string said = second->rest();
  INFO(said);
  CHECK(second->wait() == 0);
  CHECK(said.find("mortal.render.v1 succeeded") != std::string::npos);
  CHECK(said.find("pawl.webhook.v1 succeeded") != std::string::npos);
  REQUIRE(partner.requests().size() == 1);
  CHECK(said.find("event " + partner.requests()[0].header("pawl-delivery")) != std::string::npos);
}

TEST_CASE("a delivery is the same after its process was killed in the middle of it", "[DECK-30]") {
  std::atomic<int> asked{0};
  std::atomic<pid_t> victim{0};
  server partner([&](wire& to, const request&) {
    if (++asked != 1) {
      to.send("HTTP/1.1 204 x\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    while (victim == 0) std::this_thread::yield();
    ::kill(victim, SIGKILL);
    to.wait_for_end();
  });
  mortal_run mortal("announce");
  {
    const auto first = mortal.start(partner, 0);
    victim = first->id();
    REQUIRE(first->wait() == -SIGKILL);
  }
  const auto second = mortal.start(partner, 20);
  const std::string said = second->rest();
  INFO(said);
  CHECK(second->wait() == 0);
  const auto heard = partner.requests();
  REQUIRE(heard.size() == 2);
  CHECK(heard[0].header("pawl-delivery") == heard[1].header("pawl-delivery"));
  CHECK(heard[0].body == heard[1].body);
  CHECK(said.find("event " + heard[0].header("pawl-delivery")) != std::string::npos);
  CHECK(said.find("pawl.webhook.v1 succeeded") != std::string::npos);
}
