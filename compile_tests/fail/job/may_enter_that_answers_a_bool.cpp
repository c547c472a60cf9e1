// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: may_enter of handler watch has another shape, or its job is not stored; write one public pawl::admission may_enter\(pawl::at<state>, const pawl::arrival&, const input&\) const for each state that it guards, in a durable job
// sentence: pawl: may_enter of handler … has another shape, or its job is not stored; write one public pawl::admission may_enter(pawl::at<state>, const pawl::arrival&, const input&) const for each state that it guards, in a durable job
// meaning: A refusal is a sentence; a bool has none.
// repair: Answer a pawl::admission: {} agrees, a sentence does not.
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
  bool may_enter(pawl::at<state::DONE>, const pawl::arrival&, const film&) const { return true; }
#else
  pawl::admission may_enter(pawl::at<state::DONE>, const pawl::arrival&, const film&) const {
    return {};
  }
#endif
};
static_assert(pawl::jobs<watch>::count == 1);
