// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: the subject is no member of the payload input; name one of its members in pawl::subject<...>"
// sentence: pawl: the subject is no member of the payload …; name one of its members in pawl::subject<...>
// meaning: The subject is read from the payload when a job is submitted.
// repair: Name a member of the handler's own input.
#include <string>

#include <pawl/job.hpp>
#include <pawl/job/jobs.hpp>
#include <pawl/lifecycles/status.hpp>

struct input {
  std::string document;
};
struct other {
  std::string document;
};

#ifdef COMPILE_FAIL
using about = pawl::subject<&other::document>;
#else
using about = pawl::subject<&input::document>;
#endif

struct index : pawl::job<"subject.index", pawl::lifecycles::status, about> {
  outcome<void> operator()(context&, input) const { return {}; }
};
static_assert(pawl::jobs<index>::count == 1);
