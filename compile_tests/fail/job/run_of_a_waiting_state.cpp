// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler watch has a run\(at<AUDIO_READY>, ...\) that nothing calls, for the state is not active; remove it, or list the state in kinds\(active\(...\)\)
// sentence: pawl: handler … has a run(at<…>, ...) that nothing calls, for the state is not active; remove it, or list the state in kinds(active(...))
// meaning: A handler is called in active states only; in the others a job waits.
// repair: Remove the function, or give the state the kind active.
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
  outcome<void> run(pawl::at<state::AUDIO_READY>, context&, film) const { return {}; }
#else
  // the job waits there
#endif
};

static_assert(pawl::jobs<watch>::count == 1);
