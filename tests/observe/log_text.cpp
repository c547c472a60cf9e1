// SPDX-License-Identifier: BSL-1.0
// Lines are read back with Boost.JSON, which shares nothing with what wrote them. The only
// translation unit of this program with Boost.JSON's sources.
#include <pawl/observe/log_text.hpp>

#include <boost/json/src.hpp>

#include <algorithm>
#include <limits>
#include <random>

#include "support/catch.hpp"

namespace {

using namespace pawl::observe;
using Catch::Matchers::ContainsSubstring;
namespace bj = boost::json;

const auto noon = pawl::instant{std::chrono::milliseconds{1'794'830'302'125}};
const auto some_job = pawl::job_id::from_words(0x018f3c6e7a107c3e, 0x9b1d2f6a5e0c4d21);

log_entry sample() {
  return {
      .level = log_level::warning,
      .event = event<"lease_lost">,
      .message = "its result is dropped",
      .time = noon,
      .job = some_job,
      .handler = "deck.convert",
      .tenant = "acme",
      .attempt = 2,
      .fields = {{"fence", 7U}, {"rate", 0.25}, {"last", true}, {"delta", -3}, {"why", "late"}}};
}

/// An entry that holds the same text wherever there is room for text.
log_entry full_of(const std::string& text) {
  log_entry entry = sample();
  entry.message = entry.handler = entry.tenant = text;
  entry.fields = {{text, text}, {"plain", text}};
  return entry;
}

/// Whether a line can neither end early nor move a cursor: printable, and one line.
bool is_harmless(const std::string& line) {
  for (const char c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return false;
  return line.find("\xC2\x9B") == line.npos && line.find("\xE2\x80\xA8") == line.npos;
}

std::size_t longest_string(const bj::value& in) {
  if (in.is_string()) return in.get_string().size();
  std::size_t longest = 0;
  if (in.is_object())
    for (const auto& [key, value] : in.get_object())
      longest = std::max({longest, key.size(), longest_string(value)});
  return longest;
}

TEST_CASE("an entry is one object of JSON") {
  CHECK(to_json(sample()) ==
        R"({"time":"2026-11-16T11:58:22.125Z","level":"warning","event":"lease_lost",)"
        R"("message":"its result is dropped","job":"018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d21",)"
        R"("handler":"deck.convert","tenant":"acme","attempt":2,)"
        R"("fields":{"fence":7,"rate":0.25,"last":true,"delta":-3,"why":"late"}})");
}

TEST_CASE("what an entry does not have is not printed") {
  CHECK(to_json({.event = event<"started">, .time = noon}) ==
        R"({"time":"2026-11-16T11:58:22.125Z","level":"info","event":"started","message":""})");
  CHECK(to_line({.event = event<"started">, .time = noon}) ==
        R"(2026-11-16T11:58:22.125Z INFO    started "")");
}

TEST_CASE("an entry is one line for people") {
  CHECK(to_line(sample()) ==
        R"(2026-11-16T11:58:22.125Z WARNING lease_lost "its result is dropped" )"
        R"(job=018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d21 handler="deck.convert" tenant="acme" )"
        R"(attempt=2 fence=7 rate=0.25 last=true delta=-3 why="late")");
}

TEST_CASE("text from outside cannot begin a line, move a cursor or pass for another level") {
  const std::string attacks[] = {
      "\n{\"level\":\"error\",\"event\":\"fake\"}",
      "\r\n2026-11-16T11:58:22.125Z ERROR   fake",
      "\",\"level\":\"error\",\"x\":\"",
      "\\\",\"level\":\"error",
      "\x1B[2J\x1B[31mred\x1B]0;title\x07",
      "\xC2\x9B"
      "31m",                  // the same, as one character of the second control set
      "\xE2\x80\xA8line",     // U+2028
      "\xE2\x80\xAEgnp.exe",  // turns the direction of what follows
      "\x08\x08\x08\x7F",
      std::string("a\0b", 3),
      "\xFF\xFE\xC0\xAF\xED\xA0\x80\xF4\x90\x80\x80\xE2\x82",
      "level",
      "event",
  };
  for (const std::string& attack : attacks) {
    const log_entry entry = full_of(attack);
    const std::string json = to_json(entry);
    const std::string line = to_line(entry);
    INFO(json << '\n' << line);
    CHECK(is_harmless(json));
    CHECK(is_harmless(line));
    const bj::object read = bj::parse(json).as_object();
    CHECK(read.at("level") == "warning");
    CHECK(read.at("event") == "lease_lost");
    CHECK(read.size() == 9);
    CHECK(line.starts_with("2026-11-16T11:58:22.125Z WARNING lease_lost \""));
  }
}

TEST_CASE("text that is harmless is read back as it was") {
  const std::string good = "\"quoted\" \\ tab\there\nline ü € 𝄞 \x1B[0m";
  const bj::object read = bj::parse(to_json(full_of(good))).as_object();
  CHECK(read.at("message") == bj::string(good));
  CHECK(read.at("tenant") == bj::string(good));
  CHECK(read.at("fields").at("plain") == bj::string(good));
}

TEST_CASE("bytes of all kinds make one valid line each") {
  std::mt19937 random(20261116);  // NOLINT: the same bytes every time
  for (int round = 0; round < 500; ++round) {
    std::string bytes(random() % 3000, '\0');
    for (char& each : bytes) {
      // Half of them are those that mean something to a parser.
      static constexpr std::string_view spicy = "\"\\\n\r\x1B\x7F\xC2\xE2\x80\xA8\xF0\xFF{}=,: /@";
      each =
          random() % 2 == 0 ? static_cast<char>(random() & 0xFFU) : spicy[random() % spicy.size()];
    }
    const log_entry entry = full_of(bytes);
    const std::string json = to_json(entry);
    boost::system::error_code error;
    const bj::value read = bj::parse(json, error);
    REQUIRE_FALSE(error);
    REQUIRE(read.at("level") == "warning");
    REQUIRE(longest_string(read) <= longest_logged_value);
    REQUIRE(is_harmless(json));
    REQUIRE(is_harmless(to_line(entry)));
  }
}

TEST_CASE("a long value is cut between two characters, and says so") {
  for (const std::string& unit : {std::string("x"), std::string("€"), std::string("𝄞"),
                                  std::string("\n"), std::string("\x01"), std::string("\xFF")}) {
    std::string megabyte;
    while (megabyte.size() < 1'000'000) megabyte += unit;
    log_entry entry{.event = event<"noise">, .message = megabyte};
    const std::string json = to_json(entry);
    const std::string empty = to_json({.event = event<"noise">});
    CHECK(json.size() - empty.size() <= longest_logged_value);
    CHECK(json.size() - empty.size() > longest_logged_value - 12);
    CHECK(std::string(bj::parse(json).at("message").as_string()).ends_with("…"));
  }
}

TEST_CASE("a value that just fits is not cut") {
  const auto printed = [](std::size_t size) {
    const log_entry entry{.event = event<"noise">, .message = std::string(size, 'x')};
    return std::string(bj::parse(to_json(entry)).at("message").as_string());
  };
  CHECK(printed(1024) == std::string(1024, 'x'));
  CHECK(printed(1025) == std::string(1021, 'x') + "…");
}

TEST_CASE("numbers that JSON does not have are written as text") {
  using limits = std::numeric_limits<double>;
  log_entry entry{.event = event<"noise">};
  entry.fields = {{"a", limits::infinity()},
                  {"b", -limits::infinity()},
                  {"c", limits::quiet_NaN()},
                  {"d", limits::max()},
                  {"e", std::numeric_limits<std::uint64_t>::max()}};
  const bj::value read = bj::parse(to_json(entry)).at("fields");
  CHECK(read.at("a") == "inf");
  CHECK(read.at("b") == "-inf");
  CHECK(read.at("c") == "nan");
  CHECK(read.at("d").as_double() == limits::max());
  CHECK(read.at("e").as_uint64() == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("a level or a time that does not exist breaks no line") {
  const log_entry entry{
      .level = static_cast<log_level>(200), .event = event<"noise">, .time = pawl::instant::max()};
  CHECK(bj::parse(to_json(entry)).at("level") == "error");
  CHECK_THAT(to_line(entry), ContainsSubstring(" ERROR   noise "));
}

TEST_CASE("planted secrets are in no line") {
  for (const std::string& planted :
       {std::string("postgres://jobs:hunter2@db/pawl"), std::string("password=hunter2"),
        std::string("Authorization: Bearer hunter2"),
        // Cut in the middle, the address would no longer be recognised by its @.
        std::string(995, 'x') + " postgres://jobs:hunter2hunter2@db/pawl"}) {
    log_entry entry = full_of(planted);
    entry.fields.push_back({"db_password", "hunter2"});
    entry.fields.push_back({"token", 2222U});
    for (const std::string& line : {to_json(entry), to_line(entry)}) {
      INFO(line);
      CHECK(line.find("hunter") == line.npos);
      CHECK(line.find("2222") == line.npos);
    }
  }
}

}  // namespace
