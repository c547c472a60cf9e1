// SPDX-License-Identifier: BSL-1.0
#include <pawl/http/constant_time.hpp>

#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <vector>

#include "../support/sanitizer.hpp"
#include "desk.hpp"

namespace {

using namespace http_test;

/// A byte that counts how often one was looked at.
struct counted {
  unsigned char value = 0;
  static inline std::size_t looks = 0;
  friend unsigned operator^(counted a, counted b) {
    ++looks;
    return static_cast<unsigned>(a.value ^ b.value);
  }
};
using bytes = std::array<counted, 32>;

bytes beginning_with(std::size_t same) {
  bytes out{};
  for (std::size_t i = same; i < out.size(); ++i) out[i].value = 1;
  return out;
}

/// How many instructions something takes: a child does it, and is stepped through it one by one.
/// Unlike its time, that is the same whatever else the machine does. Negative: the system does not
/// let a process be stepped through.
template <class Work>
long instructions_of(Work work) {
  if (support::has_thread_sanitizer) return -1;
  const pid_t child = ::fork();
  if (child == 0) {
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(1);
    work();  // what is done only the first time, such as finding a function in a library
    ::raise(SIGSTOP);
    work();
    ::raise(SIGSTOP);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  long counted = -1;
  if (WIFSTOPPED(status))
    for (counted = 0;; ++counted) {
      if (::ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) != 0) break;
      ::waitpid(child, &status, 0);
      if (!WIFSTOPPED(status) || WSTOPSIG(status) == SIGSTOP) break;
    }
  ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
  return counted;
}

}  // namespace

TEST_CASE("every byte is looked at, whatever the bytes before it were", "[http][D8]") {
  for (std::size_t same = 0; same <= 32; ++same) {
    counted::looks = 0;
    CHECK(http::equal_throughout(bytes{}, beginning_with(same)) == (same == 32));
    CHECK(counted::looks == 32);
  }
}

TEST_CASE("every entry is looked at, wherever the right one stands", "[http][D8]") {
  struct digest {
    std::array<counted, 32> bytes{};
  };
  struct entry {
    struct digest digest{};
  };
  for (std::size_t right = 0; right <= 5; ++right) {
    std::vector<entry> all(5);
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i].digest.bytes = beginning_with(i == right ? 32 : i);
    counted::looks = 0;
    const entry* const found = http::find_throughout(all, bytes{});
    CHECK(found == (right == 5 ? nullptr : &all[right]));
    CHECK(counted::looks == 5 * 32);
  }
}

TEST_CASE("a comparison takes as many instructions, however much of it is right", "[http][D8]") {
  struct digest {
    std::array<std::uint8_t, 32> bytes{};
  };
  struct entry {
    struct digest digest{};
  };
  volatile bool found = false;  // so that the compiler cannot leave the work out
  const long none = instructions_of([] {});
  if (none < 0) {
    WARN("this system does not let a process step through another; nothing was counted");
    return;
  }
  std::vector<entry> known(7);
  const auto counted = [&](std::size_t same) {
    digest asked;
    for (std::size_t i = same; i < asked.bytes.size(); ++i) asked.bytes[i] = 0xa5;
    return instructions_of([&] { found = http::find_throughout(known, asked.bytes) != nullptr; });
  };
  const long least = counted(0);
  CHECK(least > none + 7 * 32 / 16);  // it was done, sixteen bytes at a time if that can be
  for (std::size_t same = 1; same < 32; ++same) {
    CAPTURE(same);
    CHECK(counted(same) == least);
  }
}

TEST_CASE("a guess takes as many instructions, however much of a token it has", "[http][D8]") {
  if (instructions_of([] {}) < 0) {
    WARN("this system does not let a process step through another; nothing was counted");
    return;
  }
  const std::string token = "0123456789abcdef0123456789abcdef";
  http::bearer_tokens tokens;
  tokens.add(token, {{.tenant = "acme", .user = "ann", .organisation = {}}, {}});
  tokens.add("another", {{.tenant = "acme", .user = "bob", .organisation = {}}, {}});
  const auto counted = [&](std::size_t same) {
    http::request in{.method = "GET", .target = "/", .headers = {}, .body = {}, .peer = {}};
    in.headers.push_back({"Authorization", "Bearer " + token.substr(0, same) +
                                               std::string(token.size() - same, 'x')});
    REQUIRE_FALSE(tokens.identify(in));
    return instructions_of([&] { static_cast<void>(tokens.identify(in)); });
  };
  const long least = counted(0);
  for (const std::size_t same : {1U, 8U, 16U, 31U}) {
    CAPTURE(same);
    CHECK(counted(same) == least);
  }
}

TEST_CASE("ten wrong tokens in a minute, and their address is not listened to", "[http][D8]") {
  desk<runtime_test::convert> at;
  const auto from = [&](const std::string& peer, const std::string& token) {
    http::request in{
        .method = "GET", .target = "/v1/jobs", .headers = {}, .body = {}, .peer = peer};
    if (!token.empty()) in.headers.push_back({"Authorization", "Bearer " + token});
    return at.api.handle(in);
  };
  // To send none is no guess.
  for (int i = 0; i < 20; ++i) CHECK(from("192.0.2.1", "").status == 401);
  for (int i = 0; i < 10; ++i) CHECK(from("192.0.2.1", "guess " + std::to_string(i)).status == 401);
  const auto refused = from("192.0.2.1", "admin");
  CHECK(refused.status == 429);
  REQUIRE(refused.find("Retry-After") != nullptr);
  CHECK(*refused.find("Retry-After") == "60");
  CHECK(from("192.0.2.2", "admin").status == 200);
}
