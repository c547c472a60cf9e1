// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: job subject.index does not say what it is about, which lifecycle status asks for; add pawl::subject<&payload::document>"
// sentence: pawl: job … does not say what it is about, which lifecycle … asks for; add pawl::subject<&payload::document>
// meaning: [STAT-11] Under the status contract who may see a subject may see its jobs, so every job has one.
// repair: Name the member of the payload that identifies the subject.
#include <string>

#include <pawl/job.hpp>
#include <pawl/lifecycles/status.hpp>

struct input {
  std::string document;
};

#ifdef COMPILE_FAIL
struct index : pawl::job<"subject.index", pawl::lifecycles::status> {
#else
struct index
    : pawl::job<"subject.index", pawl::lifecycles::status, pawl::subject<&input::document>> {
#endif
  outcome<void> operator()(context&, input) const { return {}; }
};
