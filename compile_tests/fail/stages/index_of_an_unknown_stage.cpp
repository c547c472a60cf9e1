// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: stage packing is not declared; the stages are fetching, printing"
// sentence: pawl: stage … is not declared; the stages are …
// meaning: No stage has this name.
// repair: Use one of the listed names, or declare the stage.
#include <pawl/policies/stages.hpp>

using namespace pawl;

using printing = stages<stage<"fetching", 0, 20>, stage<"printing", 20, 100>>;

#ifdef COMPILE_FAIL
static_assert(printing::index_of<"packing"> < 9);
#else
static_assert(printing::index_of<"printing"> < 9);
#endif
