// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: may_enter agrees by return \{\}, and refuses by a sentence; return one of the two
// sentence: pawl: may_enter agrees by return {}, and refuses by a sentence; return one of the two
// meaning: A refusal is told to the caller that raised the event, so it is a sentence.
// repair: Return `{}`, or the sentence.
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
  pawl::admission may_enter(pawl::at<state::UPLOADED>, const pawl::arrival&, const film&) const {
#ifdef COMPILE_FAIL
    return true;
#else
    return {};
#endif
  }
};

static_assert(pawl::jobs<watch>::count == 1);
