// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stage printing is not declared; the job has no stages"
// sentence: pawl: stage … is not declared; the job has no stages
// meaning: The job type reports progress without stages.
// repair: Declare stages<...>, or report a percentage only.
#include <pawl/policies/stages.hpp>

using namespace pawl;

#ifdef COMPILE_FAIL
void work(progress_of<no_stages>& progress) { progress.enter<"printing">(); }
#else
void work(progress_of<no_stages>& progress) { progress.report(50); }
#endif
