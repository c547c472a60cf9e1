// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a machine in state QUEUED is none in state CREATED; only an event leads there: std::move\(m\)\.on<event>\(\)
// sentence: pawl: a machine in state … is none in state …; only an event leads there: std::move(m).on<event>()
// meaning: A machine was given where one in another state is wanted.
// repair: Let the event happen that leads there; if there is none, the lifecycle forbids it.
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
