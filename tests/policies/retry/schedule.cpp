// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/retry.hpp>

#include <sstream>
#include <vector>

#include "support/catch.hpp"

namespace {

using namespace pawl::literals;

using convert = pawl::retry<pawl::attempts<3>, pawl::exponential<2_s, 30_s>, pawl::full_jitter>;

TEST_CASE("a schedule says what follows each attempt") {
  STATIC_REQUIRE(pawl::render::schedule<convert>() ==
                 "attempt 1 → wait 1 ms–2 s\n"
                 "attempt 2 → wait 1 ms–4 s\n"
                 "attempt 3 → the last\n");
}

TEST_CASE("a schedule is a Markdown table") {
  STATIC_REQUIRE(pawl::render::markdown_schedule<convert>() ==
                 "| failed attempt | wait before the next |\n"
                 "|---|---|\n"
                 "| 1 | 1 ms–2 s |\n"
                 "| 2 | 1 ms–4 s |\n"
                 "| 3 | none: it was the last |\n");
}

TEST_CASE("attempts with the same wait share a line") {
  using patient =
      pawl::retry<pawl::attempts<2'000'000'000>, pawl::exponential<10_s, 30_s>, pawl::no_jitter>;
  STATIC_REQUIRE(pawl::render::schedule<patient>() ==
                 "attempt 1 → wait 10 s\n"
                 "attempt 2 → wait 20 s\n"
                 "attempts 3–1999999999 → wait 30 s\n"
                 "attempt 2000000000 → the last\n");
}

TEST_CASE("a job that is tried once has nothing to wait for") {
  using once = pawl::retry<pawl::attempts<1>, pawl::no_delay>;
  STATIC_REQUIRE(pawl::render::schedule<once>() == "attempt 1 → the last\n");
}

TEST_CASE("a schedule is cut after 32 lines") {
  using slow = pawl::retry<pawl::attempts<1000>, pawl::linear<1_s, 1_d>, pawl::no_jitter>;
  std::ostringstream out;
  pawl::write_schedule(out, pawl::settings_of<slow>);
  CHECK(out.str().ends_with("attempt 32 → wait 32 s\n…\nattempt 1000 → the last\n"));
  CHECK_THAT(std::string(pawl::text(pawl::render::markdown_schedule<slow>()).data()),
             Catch::Matchers::ContainsSubstring("| 32 | 32 s |\n| … | … |\n| 1000 |"));
}

TEST_CASE("the rows of a schedule cover every attempt but the last, once") {
  const pawl::retry_settings settings{100, pawl::exponential<1_s, 5_min, 1.3>::plan};
  std::vector<pawl::schedule_row> rows;
  CHECK(pawl::each_wait(settings, [&](const pawl::schedule_row& row) { rows.push_back(row); }));
  unsigned next = 1;
  for (const auto& row : rows) {
    CHECK(row.first == next);
    for (unsigned attempt = row.first; attempt <= row.last; ++attempt)
      CHECK(pawl::bounds(settings.plan, attempt) == row.wait);
    next = row.last + 1;
  }
  CHECK(next == 100);
}

}  // namespace
