// SPDX-License-Identifier: BSL-1.0
// expect-error: "pawl: priority has 256 levels; list at most 255"
// sentence: pawl: priority has … levels; list at most 255
// meaning: There are more levels than a rank of one byte can tell apart.
// repair: Remove levels; a few are enough to tell jobs apart.
#include <pawl/policies/priority.hpp>

using namespace pawl;

#define LEVEL(name) #name
#define LEVELS_4(name) LEVEL(name##a), LEVEL(name##b), LEVEL(name##c), LEVEL(name##d)
#define LEVELS_16(name) LEVELS_4(name##a), LEVELS_4(name##b), LEVELS_4(name##c), LEVELS_4(name##d)
#define LEVELS_64(name) \
  LEVELS_16(name##a), LEVELS_16(name##b), LEVELS_16(name##c), LEVELS_16(name##d)

#ifdef COMPILE_FAIL
using too_many = levels<LEVELS_64(rank_a), LEVELS_64(rank_b), LEVELS_64(rank_c), LEVELS_64(rank_d)>;
static_assert(sizeof(priority<too_many>) == 1);
#else
static_assert(priority<levels<LEVELS_64(rank_a)>>::count == 64);
#endif
