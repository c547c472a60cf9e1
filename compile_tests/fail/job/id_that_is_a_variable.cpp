// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a job needs an id that is written in quotes, not a variable; write the text itself
// sentence: pawl: a job needs an id that is written in quotes, not a variable; write the text itself
// meaning: The id is part of the type.
// repair: Write it in quotes.
#include <string>

#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
static const std::string id = "shop.buy";
#endif

#ifdef COMPILE_FAIL
pawl::job<id, pawl::lifecycles::service> type;
#else
pawl::job<"shop.buy", pawl::lifecycles::service> type;
#endif
