// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: triggers are joined with \|; write by\(api \| user\)
// sentence: pawl: triggers are joined with |; write by(api | user)
// meaning: `||` asks whether one of two is true.
// repair: Write one bar.
#include <pawl/lifecycle.hpp>

struct letter : pawl::lifecycle {
  enum class state { written, sent };
  enum class event { post };
  using enum state;
  using enum event;
  static constexpr auto table = transitions(kinds(dormant(written), success(sent)),
#ifdef COMPILE_FAIL
                                            written + on(post).by(api || user) = sent);
#else
                                            written + on(post).by(api | user) = sent);
#endif
};
static_assert(pawl::proven<letter>);
