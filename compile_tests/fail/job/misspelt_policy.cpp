// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job shop\.buy is given retries<.*, which does not exist; write pawl::retry<\.\.\.>
// sentence: pawl: job … is given …, which does not exist; write pawl::…<...>
// meaning: A policy is called otherwise: `retries`, `retrys`, `limit`, `priorities`, `dependency`, `idempotent`, `checkpoints`, `time_out`, `timeouts` and `heart_beat` are known as slips. Of other names the compiler says that they do not exist.
// repair: Write the name that the sentence gives.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::retries<pawl::attempts<3>>> type;
#else
pawl::job<"shop.buy", pawl::lifecycles::service, pawl::retry<pawl::attempts<3>>> type;
#endif
