// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: handler watch has a member can_enter, which nothing calls or reads; write may_enter, or give it quite another name
// sentence: pawl: handler … has a member …, which nothing calls or reads; write …, or give it quite another name
// meaning: Callbacks and versions are found by their names; one that is misspelt is never called.
// repair: Spell it as the sentence says.
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
#ifdef COMPILE_FAIL
  pawl::admission can_enter(pawl::at<state::UPLOADED>, const pawl::arrival&, const film&) const {
    return {};
  }
#else
  pawl::admission may_enter(pawl::at<state::UPLOADED>, const pawl::arrival&, const film&) const {
    return {};
  }
#endif
};
static_assert(pawl::jobs<watch>::count == 1);
