// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler watch has a run\(at<GENERATING>, ...\) that nothing calls, for the state is one of its remote states; remove one of the two
// sentence: pawl: handler … has a run(at<…>, ...) that nothing calls, for the state is one of its remote states; remove one of the two
// meaning: What is done elsewhere is not done here.
// repair: Remove the function, or take the state out of remote_states.
#include <string>

#include <pawl/job.hpp>
#include <pawl/lifecycles/video.hpp>

struct film {
  std::string file;
};
struct watch : pawl::job<"film.watch", pawl::lifecycles::video> {
  using input = film;
  using state = pawl::lifecycles::video::state;
  using remote = pawl::remote_states<state::TRANSCRIBING, state::GENERATING, state::REGENERATING,
                                     state::EXPORTING>;
  outcome<void> run(pawl::at<state::AUDIO_EXTRACTING>, context&, film) const { return {}; }
#ifdef COMPILE_FAIL
  outcome<void> run(pawl::at<state::GENERATING>, context&, film) const { return {}; }
#else
  // done elsewhere
#endif
};

static_assert(pawl::jobs<watch>::count == 1);
