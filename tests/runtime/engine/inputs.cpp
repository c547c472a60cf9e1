// SPDX-License-Identifier: BSL-1.0
// What many submissions at once may be given, and whether it is copied or moved.
#include <pawl/runtime/engine/inputs.hpp>

#include <memory>
#include <span>
#include <vector>

#include <pawl/job.hpp>
#include <pawl/lifecycles/service.hpp>

#include "support/catch.hpp"

namespace {

using pawl::detail::are_inputs_of;
using pawl::detail::becomes;
using pawl::detail::gives_away;
using pawl::detail::takes_answers;

struct parcel {
  std::unique_ptr<int> content;
};
struct deliver
    : pawl::job<"test.deliver", pawl::lifecycles::service, pawl::ephemeral<pawl::capacity<10>>> {
  outcome<void> operator()(context&, const parcel&) const { return {}; }
};
struct count : pawl::job<"test.count", pawl::lifecycles::service> {
  outcome<void> operator()(context&, int) const { return {}; }
};

/// Found by its own begin and end alone, and shows the same elements when it is const.
struct generator {
  int next = 0;
  friend const int* begin(const generator& of) { return &of.next; }
  friend const int* end(const generator& of) { return &of.next + 1; }
};

template <class H, class Given>
std::string refusal() {
  std::string out;
  pawl::detail::append to{out};
  pawl::detail::submit_all_sentence<H, Given>::write(to);
  return out;
}

}  // namespace

TEST_CASE("a container that is given away gives its elements away, and one that looks does not") {
  CHECK(gives_away<std::vector<parcel>>);
  CHECK_FALSE(gives_away<std::vector<parcel>&>);
  CHECK_FALSE(gives_away<const std::vector<parcel>>);
  CHECK_FALSE(gives_away<std::span<parcel>>);
  CHECK_FALSE(gives_away<generator>);
  // So that inputs which cannot be copied are taken from what is given away alone.
  CHECK(are_inputs_of<deliver, std::vector<parcel>>);
  CHECK_FALSE(are_inputs_of<deliver, std::vector<parcel>&>);
  CHECK_FALSE(are_inputs_of<deliver, std::span<parcel>>);
}

TEST_CASE("whatever a loop can go over is a range of inputs, if its elements become inputs") {
  CHECK(are_inputs_of<count, std::vector<int>&>);
  CHECK(are_inputs_of<count, const std::vector<short>&>);
  CHECK(are_inputs_of<count, int(&)[3]>);
  CHECK(are_inputs_of<count, generator>);
  for (const int each : generator{7}) CHECK(each == 7);  // so that it is one that a loop takes
  CHECK_FALSE(are_inputs_of<count, std::vector<std::string>>);
  CHECK_FALSE(are_inputs_of<count, int>);
}

TEST_CASE("a number becomes another type only if it is the same number there") {
  CHECK(becomes<short, int>);
  CHECK(becomes<float&, double>);
  CHECK_FALSE(becomes<long, int>);
  CHECK_FALSE(becomes<int, unsigned>);
  CHECK_FALSE(becomes<const double&, int>);
  CHECK(becomes<const char*, std::string>);
}

TEST_CASE("what takes the answers is a function of one, or counts them") {
  const auto counts = [](int) {};
  CHECK(takes_answers<int, decltype(counts)>);
  CHECK(takes_answers<int, const pawl::only_counted_t>);
  CHECK_FALSE(takes_answers<int, int>);
  CHECK_FALSE(takes_answers<std::string, decltype(counts)>);
}

TEST_CASE("what is wrong with a range is said: its kind, its elements, or that it is kept") {
  CHECK_THAT((refusal<count, int>()), Catch::Matchers::ContainsSubstring("int is no range"));
  CHECK_THAT((refusal<count, std::vector<long>>()),
             Catch::Matchers::ContainsSubstring("does not become one by itself"));
  CHECK_THAT((refusal<deliver, std::vector<parcel>&>()),
             Catch::Matchers::ContainsSubstring("which cannot be copied; move the container"));
}
