// SPDX-License-Identifier: BSL-1.0
#include <pawl/observe/instruments.hpp>

#include <set>
#include <thread>
#include <vector>

#include "support/catch.hpp"

namespace {

using namespace pawl::observe;
using namespace std::chrono_literals;

template <class Scale>
std::size_t bucket_of(std::uint64_t ticks) {
  histogram<Scale> one;
  one.record(ticks);
  std::size_t at = 0;
  while (one.count_in(at) == 0) ++at;
  return at;
}

TEST_CASE("a value on a bound belongs below it, a value beyond it above") {
  for (std::size_t i = 0; i < std::size(time_scale::bounds); ++i) {
    CHECK(bucket_of<time_scale>(time_scale::bounds[i]) == i);
    CHECK(bucket_of<time_scale>(time_scale::bounds[i] + 1) == i + 1);
  }
  CHECK(bucket_of<time_scale>(0) == 0);
  CHECK(bucket_of<attempt_scale>(1'000'000) == std::size(attempt_scale::bounds));
}

TEST_CASE(
    "bounds of times reach from a millisecond to a day, in steps that keep a quantile sharp") {
  const auto& bounds = time_scale::bounds;
  CHECK(bounds[0] == 1'000);
  CHECK(bounds[std::size(bounds) - 1] == 86'400'000'000);
  for (std::size_t i = 1; i < std::size(bounds); ++i) {
    INFO(bounds[i]);
    CHECK(bounds[i] > bounds[i - 1]);
    CHECK(2 * bounds[i] <= bounds[i - 1] * (bounds[i] <= 600'000'000 ? 5 : 6));
  }
}

TEST_CASE("a time that a clock has turned negative counts as none") {
  histogram<time_scale> times;
  times.record(-5s);
  CHECK(times.count_in(0) == 1);
  CHECK(times.sum() == 0);
}

TEST_CASE("a label finds its instrument again, where it was") {
  labelled<counter> errors;
  counter& first = errors.at("network_timeout");
  for (int i = 0; i < 50; ++i) errors.at("class_" + std::to_string(i)).add();
  CHECK(&errors.at("network_timeout") == &first);
  CHECK(&errors.at("") == &errors.at("unknown"));
}

TEST_CASE("labels that a caller invents share one instrument in the end") {
  labelled<counter> errors;
  for (int i = 0; i < 1000; ++i) errors.at(std::to_string(i) + std::string(100'000, 'x')).add();
  std::size_t labels = 0;
  std::size_t longest = 0;
  std::uint64_t sum = 0;
  errors.for_each([&](std::string_view label, const counter& of) {
    ++labels;
    longest = std::max(longest, label.size());
    sum += of.value();
  });
  CHECK(labels == labelled<counter>::most + 1);
  CHECK(longest == labelled<counter>::longest);
  CHECK(sum == 1000);
  CHECK(errors.at("other").value() == 1000 - labelled<counter>::most);
}

TEST_CASE("threads that name the same new labels at once share their instruments") {
  labelled<counter> errors;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 2000; ++i) errors.at("class_" + std::to_string(i % 40)).add();
    });
  for (std::thread& each : threads) each.join();
  std::set<std::string_view> labels;
  errors.for_each([&](std::string_view label, const counter& of) {
    CHECK(labels.insert(label).second);
    CHECK(of.value() == 200);
  });
  CHECK(labels.size() == 40);
}

}  // namespace
