// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: on_failed_dependency takes dependents::cancel or dependents::run_anyway
// sentence: pawl: on_failed_dependency takes dependents::cancel or dependents::run_anyway
// meaning: A type stands where a value belongs, or the other way round.
// repair: Write what the sentence shows.
#include <pawl/policies/dependencies.hpp>

#ifdef COMPILE_FAIL
pawl::on_failed_dependency<"cancel"> given;
#else
pawl::on_failed_dependency<pawl::dependents::cancel> given;
#endif
