// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: payload_versions of handler buy is no public list of versions; write using payload_versions = pawl::versions<oldest, ..., newest>
// sentence: pawl: payload_versions of handler … is no public list of versions; write using payload_versions = pawl::versions<oldest, ..., newest>
#include <string>

#include <pawl/job.hpp>

namespace old {
struct v1 {
  int count{};
};
struct v2 {
  int count{};
  int more{};
};
inline v2 upcast(v1 before) { return {before.count, 0}; }
}  // namespace old

struct buy : pawl::job<"shop.buy", pawl::lifecycles::service> {
  outcome<int> operator()(context&, old::v2) const { return 1; }

#ifdef COMPILE_FAIL
 private:
#else
 public:
#endif
  using payload_versions = pawl::versions<old::v1, old::v2>;
};

static_assert(pawl::jobs<buy>::count == 1);
