// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler all_in_one has one operator\(\), but lifecycle video has several active states; declare `using input` and write one run\(at<state>, context&, input\) for each
// sentence: pawl: handler … has one operator(), but lifecycle … has several active states; declare `using input` and write one run(at<state>, context&, input) for each
// meaning: A pipeline is run state by state; one function could not tell which step it is in.
// repair: Write one run(at<state>, ...) per active state.
// [VID-17]
#include <string>

#include <pawl/job.hpp>

struct order {
  std::string item;
};
struct receipt {
  std::string number;
};

#include <pawl/lifecycles/video.hpp>

#ifdef COMPILE_FAIL
struct all_in_one : pawl::job<"video.all", pawl::lifecycles::video> {
  outcome<void> operator()(context&, order) const { return {}; }
};
#else
struct all_in_one : pawl::job<"video.all", pawl::lifecycles::video> {
  using input = order;
  template <auto State>
  outcome<void> run(pawl::at<State>, context&, order) const {
    return {};
  }
};
#endif
pawl::jobs<all_in_one> all;
