// SPDX-License-Identifier: BSL-1.0
#include <pawl/observe/prometheus.hpp>

#include <limits>

#include <pawl/observe/metrics.hpp>
#include <pawl/observe/prometheus_text.hpp>

#include "observe/exposition.hpp"
#include "support/catch.hpp"

namespace {

using namespace pawl::observe;
using Catch::Matchers::ContainsSubstring;

std::string printed(const auto& instrument) {
  detail::prometheus_text out;
  out.family(catalogue()[0]);
  out.sample({}, instrument);
  const std::string text = std::move(out).finish();
  return text.substr(text.find("counter\n") + 8);
}

std::string line_of(std::string_view job_type) {
  metrics all;
  all.of(job_type).submitted();
  const std::string text = to_prometheus(all);
  const auto begin = text.find("\njob_enqueue_total{") + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST_CASE("a family begins with its help and its type") {
  CHECK_THAT(to_prometheus(metrics{}), ContainsSubstring("# HELP job_enqueue_total Jobs accepted.\n"
                                                         "# TYPE job_enqueue_total counter\n"));
}

TEST_CASE("a label holds quotes, backslashes and line ends without ending") {
  CHECK(line_of(R"(a"b)") == R"x(job_enqueue_total{job_type="a\"b"} 1)x");
  CHECK(line_of(R"(a\b)") == R"x(job_enqueue_total{job_type="a\\b"} 1)x");
  CHECK(line_of("a\nb") == R"x(job_enqueue_total{job_type="a\nb"} 1)x");
  CHECK(line_of("x\"} 7\n# TYPE evil gauge\nevil{a=\"") ==
        R"x(job_enqueue_total{job_type="x\"} 7\n# TYPE evil gauge\nevil{a=\""} 1)x");
}

TEST_CASE("a label that is no UTF-8 does not spoil the scrape") {
  CHECK(line_of("a\xFF\xC3") == "job_enqueue_total{job_type=\"a\xEF\xBF\xBD\xEF\xBF\xBD\"} 1");
  CHECK(line_of("Müller") == "job_enqueue_total{job_type=\"Müller\"} 1");
}

TEST_CASE("numbers are printed to their last digit") {
  counter most;
  most.add(std::numeric_limits<std::uint64_t>::max());
  CHECK(printed(most) == "job_enqueue_total 18446744073709551615\n");
  gauge least;
  least.set(std::numeric_limits<std::int64_t>::min());
  CHECK(printed(least) == "job_enqueue_total -9223372036854775808\n");
  histogram<time_scale> times;
  times.record(std::chrono::microseconds(9'007'199'254'740'993));
  CHECK_THAT(printed(times), ContainsSubstring("job_enqueue_total_sum 9007199254.740993\n"));
}

TEST_CASE("a histogram is cumulative, and ends in +Inf, sum and count") {
  histogram<attempt_scale> attempts;
  for (const auto each : {1U, 2U, 2U, 7U, 99U}) attempts.record(each);
  CHECK(printed(attempts) == R"(job_enqueue_total_bucket{le="1"} 1
job_enqueue_total_bucket{le="2"} 3
job_enqueue_total_bucket{le="3"} 3
job_enqueue_total_bucket{le="4"} 3
job_enqueue_total_bucket{le="5"} 3
job_enqueue_total_bucket{le="6"} 3
job_enqueue_total_bucket{le="8"} 4
job_enqueue_total_bucket{le="10"} 4
job_enqueue_total_bucket{le="15"} 4
job_enqueue_total_bucket{le="20"} 4
job_enqueue_total_bucket{le="25"} 4
job_enqueue_total_bucket{le="+Inf"} 5
job_enqueue_total_sum 111
job_enqueue_total_count 5
)");
}

TEST_CASE("bounds of times are printed in seconds, exactly") {
  const std::string text = printed(histogram<time_scale>{});
  for (const std::string bound : {"0.001", "0.0025", "0.25", "1", "1.2", "3600", "86400"})
    CHECK_THAT(text, ContainsSubstring("{le=\"" + bound + "\"} 0\n"));
}

TEST_CASE("a scrape has the same order every time") {
  metrics one;
  metrics other;
  for (const char* type : {"b", "a"})
    for (const char* error : {"y", "x"}) one.of(type).retried(error);
  for (const char* type : {"a", "b"})
    for (const char* error : {"x", "y"}) other.of(type).retried(error);
  CHECK(to_prometheus(one) == to_prometheus(other));
}

}  // namespace
