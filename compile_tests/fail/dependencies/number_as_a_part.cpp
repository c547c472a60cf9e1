// SPDX-License-Identifier: BSL-1.0
// expect-error[gcc]: pawl: dependencies takes parts such as depends_on_at_most<9>
// expect-error[clang]: template argument for template type parameter must be a type
// expect-source[clang]: pawl: dependencies takes parts such as depends_on_at_most<9>
// sentence: pawl: dependencies takes parts such as depends_on_at_most<9>
// meaning: A value stands where a type belongs.
// repair: Say what the value is for.
#include <pawl/policies/dependencies.hpp>

#ifdef COMPILE_FAIL
pawl::dependencies<9> given;
#else
pawl::dependencies<pawl::depends_on_at_most<9>> given;
#endif
