// SPDX-License-Identifier: BSL-1.0
// All example job types in one registry, each with the shortest handler that it accepts. Only
// compiled, to count what the compiler has to instantiate.
#include "../../examples/jobs/deck.hpp"
#include "../../examples/jobs/document.hpp"
#include "../../examples/jobs/service.hpp"
#include "../../examples/jobs/status.hpp"
#include "../../examples/jobs/video.hpp"

namespace bench {

struct convert : deck_jobs::convert_job {
  outcome<deck_jobs::convert_output> operator()(context&,
                                                const deck_jobs::convert_input& in) const {
    return deck_jobs::convert_output{in.source_uri, 1};
  }
};

struct export_deck : deck_jobs::export_job {
  outcome<deck_jobs::export_output> operator()(context&, const deck_jobs::export_input& in) const {
    return deck_jobs::export_output{in.document};
  }
};

struct ask : deck_jobs::ai_job {
  outcome<deck_jobs::ai_output> operator()(context&, const deck_jobs::ai_input& in) const {
    return deck_jobs::ai_output{in.prompt, 1};
  }
};

struct process : document_jobs::process_job {
  outcome<void> operator()(context&, const document_jobs::document_input&) const { return {}; }
};

struct report : service_jobs::report_job {
  outcome<service_jobs::report_output> operator()(context&,
                                                  const service_jobs::report_input& in) const {
    return service_jobs::report_output{in.customer};
  }
};

struct index : status_jobs::index_job {
  outcome<void> operator()(context&, const status_jobs::index_input&) const { return {}; }
};

using pawl::lifecycles::video;

struct instruct : video_jobs::instruct_job {
  using input = video_jobs::video_input;
  using remote = pawl::remote_states<video::REGENERATING, video::EXPORTING>;
  outcome<video_jobs::artifact> run(pawl::at<video::AUDIO_EXTRACTING>, context&,
                                    const input& in) const {
    return video_jobs::artifact{in.video_uri};
  }
  outcome<video_jobs::artifact> run(pawl::at<video::TRANSCRIBING>, context&,
                                    const input& in) const {
    return video_jobs::artifact{in.video_uri};
  }
  outcome<video_jobs::artifact> run(pawl::at<video::GENERATING>, context&, const input& in) const {
    return video_jobs::artifact{in.video_uri};
  }
};

using all = pawl::jobs<convert, export_deck, ask, process, report, index, instruct>;

const pawl::job_descriptor* find(pawl::text id) { return all::find(id); }

}  // namespace bench
