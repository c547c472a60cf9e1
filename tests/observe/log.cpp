// SPDX-License-Identifier: BSL-1.0
#include <pawl/observe/log.hpp>

#include <boost/json.hpp>

#include <functional>
#include <map>
#include <sstream>
#include <thread>

#include "support/catch.hpp"

namespace {

using namespace pawl::observe;
namespace bj = boost::json;

TEST_CASE("each entry is one line of the stream") {
  std::ostringstream out;
  const json_lines sink(out);
  sink({.event = event<"first">, .message = "a\nb"});
  sink({.event = event<"second">});
  CHECK(out.str() == to_json({.event = event<"first">, .message = "a\nb"}) + '\n' +
                         to_json({.event = event<"second">}) + '\n');
}

TEST_CASE("people get a line of their own kind") {
  std::ostringstream out;
  const std::function<void(const log_entry&)> sink = terminal_lines(out);
  sink({.level = log_level::error, .event = event<"first">, .message = "a\nb"});
  CHECK(out.str() == "1970-01-01T00:00:00.000Z ERROR   first \"a\\nb\"\n");
}

TEST_CASE("lines of many threads do not mix, also through copies of the sink") {
  std::ostringstream out;
  const json_lines sink(out);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([copy = sink, t] {
      for (unsigned i = 0; i < 500; ++i)
        copy({.event = event<"noise">,
              .message = std::string(i, 'x'),
              .fields = {{"thread", t}, {"number", i}}});
    });
  for (std::thread& each : threads) each.join();
  std::istringstream lines(out.str());
  std::map<std::uint64_t, std::uint64_t> next;
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const bj::value read = bj::parse(line).at("fields");
    CHECK(read.at("number").to_number<std::uint64_t>() ==
          next[read.at("thread").to_number<std::uint64_t>()]++);
  }
  CHECK(count == 2000);
}

/// Takes so many bytes and then fails, until a test makes room.
class small_disk : public std::stringbuf {
 public:
  std::streamsize room = 0;

 protected:
  std::streamsize xsputn(const char* data, std::streamsize size) override {
    if (size > room) return 0;
    room -= size;
    return std::stringbuf::xsputn(data, size);
  }
};

TEST_CASE("a log that cannot be written troubles nobody, and goes on when it can") {
  small_disk disk;
  std::ostream out(&disk);
  const json_lines sink(out);
  sink({.event = event<"lost">});
  CHECK(disk.str().empty());
  disk.room = 1000;
  sink({.event = event<"kept">});
  CHECK(disk.str() == to_json({.event = event<"kept">}) + '\n');

  out.exceptions(std::ios::badbit | std::ios::failbit);
  disk.room = 0;
  CHECK_NOTHROW(sink({.event = event<"lost">}));
}

TEST_CASE("nobody hears what is not logged") {
  STATIC_REQUIRE(std::is_nothrow_invocable_v<no_log, const log_entry&>);
  STATIC_REQUIRE(sizeof(no_log) == 1);
}

}  // namespace
