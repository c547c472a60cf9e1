// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler steps has no public outcome<...> run\(at<TRANSCRIBING>, context&, input\) const for active state TRANSCRIBING of video; add it, or declare using remote = pawl::remote_states<state::TRANSCRIBING>
// sentence: pawl: handler … has no public outcome<...> run(at<…>, context&, input) const for active state … of …; add it, or declare using remote = pawl::remote_states<state::…>
// meaning: A job in that state would be claimed and nobody could run it.
// repair: Write the function, or say that the work is done elsewhere.
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

struct steps : pawl::job<"video.steps", pawl::lifecycles::video> {
  using input = order;
  using s = pawl::lifecycles::video::state;
  outcome<void> run(pawl::at<s::AUDIO_EXTRACTING>, context&, order) const { return {}; }
#ifndef COMPILE_FAIL
  outcome<void> run(pawl::at<s::TRANSCRIBING>, context&, order) const { return {}; }
#endif
  outcome<void> run(pawl::at<s::GENERATING>, context&, order) const { return {}; }
  outcome<void> run(pawl::at<s::REGENERATING>, context&, order) const { return {}; }
  outcome<void> run(pawl::at<s::EXPORTING>, context&, order) const { return {}; }
};
pawl::jobs<steps> all;
