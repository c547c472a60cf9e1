// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: may_enter of handler watch is never asked about state FAILED; guard a state that an event from outside leads to, and that is no failure and no cancellation
// sentence: pawl: may_enter of handler … is never asked about state …; guard a state that an event from outside leads to, and that is no failure and no cancellation
// meaning: Nothing may keep a job from failing or from being cancelled; and where a handler of this program leads, it sees to that itself.
// repair: Guard the state that the job must not reach unseen, or leave the member out.
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
  pawl::admission may_enter(pawl::at<state::FAILED>, const pawl::arrival&, const film&) const {
    return {};
  }
#else
  pawl::admission may_enter(pawl::at<state::DONE>, const pawl::arrival&, const film&) const {
    return {};
  }
#endif
};
static_assert(pawl::jobs<watch>::count == 1);
