// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: may_enter of handler watch has another shape, or its job is not stored; write one public pawl::admission may_enter\(pawl::at<state>, const pawl::arrival&, const input&\) const for each state that it guards, in a durable job
// sentence: pawl: may_enter of handler … has another shape, or its job is not stored; write one public pawl::admission may_enter(pawl::at<state>, const pawl::arrival&, const input&) const for each state that it guards, in a durable job
// meaning: The member would never be called, and the state not be guarded: here beside one that is right.
// repair: Take the state, the arrival and the input as written, answer a pawl::admission, and make it const.
// [VID-20]
#include <string>

#include <pawl/job.hpp>
#include <pawl/lifecycles/video.hpp>

struct film {
  std::string file;
};

struct watch : pawl::job<"film.watch", pawl::lifecycles::video> {
  using input = film;
  using state = pawl::lifecycles::video::state;
  using remote = pawl::remote_states<state::AUDIO_EXTRACTING, state::TRANSCRIBING,
                                     state::GENERATING, state::REGENERATING, state::EXPORTING>;
  pawl::admission may_enter(pawl::at<state::UPLOADED>, const pawl::arrival&, const film&) const {
    return {};
  }
#ifdef COMPILE_FAIL
  pawl::admission may_enter(pawl::at<state::DONE>, const film&) const { return {}; }
#else
  pawl::admission may_enter(pawl::at<state::DONE>, const pawl::arrival&, const film&) const {
    return {};
  }
#endif
};
static_assert(pawl::jobs<watch>::count == 1);
