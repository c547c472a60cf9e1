// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stage packing is not declared; the stages are fetching, printing"
// sentence: pawl: stage … is not declared; the stages are …
// meaning: No stage has this name.
// repair: Use one of the listed names, or declare the stage.
#include <pawl/policies/stages.hpp>

using namespace pawl;

using printing = stages<stage<"fetching", 0, 20>, stage<"printing", 20, 100>>;

#ifdef COMPILE_FAIL
void work(progress_of<printing>& progress) { progress.enter<"packing">(); }
#else
void work(progress_of<printing>& progress) { progress.enter<"printing">(); }
#endif
