// SPDX-License-Identifier: BSL-1.0
// expect-error: (could not convert|no viable conversion).*QUEUED.*CREATED
// sentence: the compiler's own words, naming the lifecycle, the states and the events
// [DOC-02] Nothing is reverted: QUEUED to CREATED. No event leads there, and one state is not
// another.
#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycles/document.hpp>

using pawl::lifecycles::document;

#ifdef COMPILE_FAIL
using from = pawl::machine<document, document::QUEUED>;
#else
using from = pawl::machine<document, document::CREATED>;
#endif
pawl::machine<document, document::CREATED> revert(from job) { return job; }
