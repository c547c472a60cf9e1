// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job id Shop Buy cannot be stored; begin with a letter and use 1 to 128 of a-z, 0-9, dot, underscore and dash
// sentence: pawl: job id … cannot be stored; begin with a letter and use 1 to 128 of a-z, 0-9, dot, underscore and dash
// meaning: Ids are stored, shown in metrics and typed by people; one spelling must do for all of them.
// repair: Spell the id with lower-case letters, digits, dots, underscores and dashes.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
pawl::job<"Shop Buy", pawl::lifecycles::service> type;
#else
pawl::job<"shop.buy", pawl::lifecycles::service> type;
#endif
