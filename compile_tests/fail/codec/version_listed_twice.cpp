// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: versions has v1 twice; each version is a struct of its own, so keep the old one under another name
// sentence: pawl: versions has … twice; each version is a struct of its own, so keep the old one under another name
// meaning: A payload that was stored as the one could be read as the other.
// repair: List each struct once; what has changed is a new struct.
#include <string>

#include <pawl/job.hpp>

namespace old {
struct v1 {
  int count{};
};
struct v2 {
  int count{};
};
inline v2 upcast(v1 given) { return {given.count}; }
}  // namespace old

#ifdef COMPILE_FAIL
inline constexpr unsigned count = pawl::versions<old::v1, old::v1>::count;
#else
inline constexpr unsigned count = pawl::versions<old::v1, old::v2>::count;
#endif
static_assert(count == 2);
