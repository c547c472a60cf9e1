// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: limit active_per_document_at_submit counts by document, which is no member of the payload other; use a member of the payload"
// sentence: pawl: limit … counts by …, which is no member of the payload …; use a member of the payload
// meaning: The key is taken from the payload of the job.
// repair: Point to a member of the payload.
#include <string>

#include <pawl/policies/limits.hpp>

using namespace pawl;

struct input {
  std::string document;
  int page;
  double weight;
};
struct other {
  std::string document;
};

#ifdef COMPILE_FAIL
static_assert(
    sizeof(limit_rules<limits<active_per<by::member<&input::document>, 1, at_submit>>, other>) ==
    1);
#else
static_assert(
    sizeof(limit_rules<limits<active_per<by::member<&other::document>, 1, at_submit>>, other>) ==
    1);
#endif
