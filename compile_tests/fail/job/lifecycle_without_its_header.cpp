// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy is given video, which is only declared; include its header \(a lifecycle has one of its name in pawl/lifecycles\)
// sentence: pawl: job … is given …, which is only declared; include its header (a lifecycle has one of its name in pawl/lifecycles)
// meaning: The compiler knows that there is such a type, and nothing else about it.
// repair: Include its header: `<pawl/lifecycles/video.hpp>`.
#include <pawl/job.hpp>

#ifndef COMPILE_FAIL
#include <pawl/lifecycles/video.hpp>
#endif

pawl::job<"shop.buy", pawl::lifecycles::video> type;
