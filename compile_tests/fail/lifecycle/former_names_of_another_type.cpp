// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the former names of letter are not read; write static constexpr pawl::former<state> former_names\[\] = \{...\}
// sentence: pawl: the former names of … are not read; write static constexpr pawl::former<state> former_names[] = {...}
#include <pawl/lifecycle.hpp>
#include <pawl/lifecycle/restore.hpp>

struct letter : pawl::lifecycle {
  enum class state { written, sent };
  enum class event { post };
  using enum state;
  using enum event;
  static constexpr auto table =
      transitions(kinds(dormant(written), success(sent)), written + on(post) = sent);
#ifdef COMPILE_FAIL
  static constexpr const char* former_names[] = {"drafted"};
#else
  static constexpr pawl::former<state> former_names[] = {{"drafted", written}};
#endif
};
static_assert(pawl::restore<letter>("sent"));
