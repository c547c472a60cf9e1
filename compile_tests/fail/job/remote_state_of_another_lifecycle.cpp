// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: remote of handler watch is no list of active states of lifecycle video; write using remote = pawl::remote_states<state::...>, with active states of its own
// sentence: pawl: remote of handler … is no list of active states of lifecycle …; write using remote = pawl::remote_states<state::...>, with active states of its own
#include <string>

#include <pawl/job.hpp>
#include <pawl/lifecycles/video.hpp>

struct film {
  std::string file;
};
struct watch : pawl::job<"film.watch", pawl::lifecycles::video> {
  using input = film;
  using state = pawl::lifecycles::video::state;
  outcome<void> run(pawl::at<state::AUDIO_EXTRACTING>, context&, film) const { return {}; }
#ifdef COMPILE_FAIL
  using remote = pawl::remote_states<state::TRANSCRIBING, state::GENERATING, state::REGENERATING,
                                     state::EXPORTING, pawl::lifecycles::service::running>;
#else
  using remote = pawl::remote_states<state::TRANSCRIBING, state::GENERATING, state::REGENERATING,
                                     state::EXPORTING>;
#endif
};

static_assert(pawl::jobs<watch>::count == 1);
