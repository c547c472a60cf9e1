// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: cron takes an expression in quotes, and a zone in quotes
// expect-error[clang]: template argument for non-type template parameter must be an expression
// expect-source[clang]: pawl: cron takes an expression in quotes, and a zone in quotes
// sentence: pawl: cron takes an expression in quotes, and a zone in quotes
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/schedule.hpp>

#ifdef COMPILE_FAIL
pawl::cron<int> given;
#else
pawl::cron<"0 3 * * *"> given;
#endif
