// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: heartbeat 20 s is longer than a third of lease 30 s; beat at least every 10 s, or lengthen the lease
// sentence: pawl: heartbeat … is longer than a third of lease …; beat at least every …, or lengthen the lease
// meaning: One late heartbeat must not cost the lease; two may fail before it is lost.
// repair: Beat more often, or lease for longer.
#include <pawl/job.hpp>

using namespace pawl::literals;
#ifdef COMPILE_FAIL
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::lease<30_s>, pawl::heartbeat<20_s>> type;
#else
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::lease<60_s>, pawl::heartbeat<20_s>> type;
#endif
