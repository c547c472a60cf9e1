// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: an answer may be a refusal, and is not its value; look at it, and take \*answer, or write .value\(\)
// sentence: pawl: an answer may be a refusal, and is not its value; look at it, and take *answer, or write .value()
// meaning: There may be no value.
// repair: Look at the answer first; or write `.value()`, which throws if there is none.
#include <string>

#include <pawl/runtime/session.hpp>
#include <pawl/testing/storage/archetype.hpp>

struct order {
  std::string item;
  int count{};
};
struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<std::string> operator()(context&, order in) const { return in.item; }
};
using session = pawl::session<pawl::testing::storage_archetype, buy>;

#if defined(COMPILE_FAIL) && defined(__cpp_lib_expected) && __cpp_lib_expected >= 202211L
// Answers are std::expected here, to which pawl cannot add words.
#include <pawl/detail/expected.hpp>
static_assert(sizeof(pawl::detail::own::value_is_asked) != 0);
#endif

std::string use(const session& me, const pawl::job_ref<buy>& job) {
#ifdef COMPILE_FAIL
  std::string text = me.result(job);
#else
  std::string text = me.result(job).value();
#endif
  return text;
}
