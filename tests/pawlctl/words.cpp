// SPDX-License-Identifier: BSL-1.0
#include "pawlctl/words.hpp"

#include "support/catch.hpp"

using namespace pawl::ctl;
using namespace std::chrono_literals;

TEST_CASE("what a terminal would act on is shown, and not acted on") {
  CHECK(shown("plain, ünïcödé, 日本") == "plain, ünïcödé, 日本");
  CHECK(shown("\x1b[31mred\x1b[0m") == "\\x1b[31mred\\x1b[0m");
  CHECK(shown("a\nb\tc\rd\x07") == "a\\nb\\tc\\x0dd\\x07");
  CHECK(shown("back\\slash") == "back\\\\slash");
  CHECK(shown(std::string_view("\0\x7f", 2)) == "\\x00\\x7f");
  CHECK(shown("\xc2\x9b"
              "31m") == "\\u009b31m");  // CSI, as UTF-8
  CHECK(shown("\x9b"
              "31m") == "\\x9b31m");  // and as a byte
  CHECK(shown("a\xe2\x80\xae"
              "b") == "a\\u202eb");  // turns the direction of writing
  CHECK(shown("\xff\xfe, \xe2\x80") == "\\xff\\xfe, \\xe2\\x80");
}

TEST_CASE("JSON stays the same JSON, and reaches no terminal's ear") {
  CHECK(safe_json(R"({"a":"b\u001b"})") == R"({"a":"b\u001b"})");
  CHECK(safe_json("{\"a\":\"\xc2\x9b\"}") == R"({"a":"\u009b"})");
  CHECK(safe_json("{\"a\":\"\x1b\"}") == R"({"a":"\u001b"})");
  CHECK(safe_json("{\x1b\"a\" :\n1}") == "{ \"a\" :\n1}");
  CHECK(safe_json(R"({"a":"\"","b":"\\"})") == R"({"a":"\"","b":"\\"})");
  CHECK(safe_json("{\"a\":\"\xff\"}") == R"({"a":"\ufffd"})");
}

TEST_CASE("times are as long as people say they are") {
  CHECK(length_of(12ms) == "12 ms");
  CHECK(length_of(1500ms) == "1.5 s");
  CHECK(length_of(42s) == "42 s");
  CHECK(length_of(3min) == "3.0 min");
  CHECK(length_of(7h) == "7.0 h");
  CHECK(length_of(240h) == "10 d");
  const pawl::instant now{std::chrono::milliseconds{1'800'000'000'000}};
  CHECK(relative(now - 90min, now) == "90 min ago");
  CHECK(relative(now + 20s, now) == "in 20 s");
  CHECK(relative(now, now) == "now");
  CHECK(time_of_day(now) == "2027-01-15T08:00:00.000Z");
}

TEST_CASE("columns fit the terminal, and ids stay whole") {
  table rows({{"ID"}, {"NUMBER", true}, {"WORDS", false, true}});
  rows.add({"01890a5d-ac96-774b-bcce-b302099a8057", "7", "a rather long text about nothing"});
  rows.add({"x", "1234", {"short", tint::bad}});
  CHECK(rows.print(0, false) ==
        "ID                                    NUMBER  WORDS\n"
        "01890a5d-ac96-774b-bcce-b302099a8057       7  a rather long text about nothing\n"
        "x                                       1234  short\n");
  CHECK(rows.print(60, false) ==
        "ID                                    NUMBER  WORDS\n"
        "01890a5d-ac96-774b-bcce-b302099a8057       7  a rather long…\n"
        "x                                       1234  short\n");
  // Narrower than what may not be cut: it is not cut.
  CHECK(rows.print(10, false).find("01890a5d-ac96-774b-bcce-b302099a8057       7  a rathe…") !=
        std::string::npos);
  CHECK(rows.print(0, true).find("\x1b[31mshort\x1b[0m") != std::string::npos);
  CHECK(rows.print(0, false).find('\x1b') == std::string::npos);
  CHECK(cut_to("日本語", 2) == "日…");
  CHECK(width_of("日本語") == 3);
}
