// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: no_cancel_in names state::EXPORTING, which is no state of lifecycle service; name one of its states
// sentence: pawl: no_cancel_in names …, which is no state of lifecycle …; name one of its states
// meaning: The policy speaks about a state that the job cannot be in.
// repair: Name a state of the job's own lifecycle.
#include <pawl/job.hpp>
#include <pawl/lifecycles/video.hpp>

#ifdef COMPILE_FAIL
using state = pawl::lifecycles::video::state;
inline constexpr state firm = state::EXPORTING;
#else
using state = pawl::lifecycles::service::state;
inline constexpr state firm = state::running;
#endif

pawl::job<"shop.buy", pawl::lifecycles::service, pawl::no_cancel_in<firm>> type;
