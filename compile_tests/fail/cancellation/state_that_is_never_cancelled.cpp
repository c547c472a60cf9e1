// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: no_cancel_in names succeeded, where lifecycle service has no row for cancel; leave it out
// sentence: pawl: no_cancel_in names …, where lifecycle … has no row for cancel; leave it out
// meaning: The lifecycle itself does not let a job be cancelled in that state.
// repair: Leave the state out.
#include <pawl/job.hpp>

using service = pawl::lifecycles::service;

#ifdef COMPILE_FAIL
pawl::job<"shop.buy", service, pawl::no_cancel_in<service::succeeded>> type;
#else
pawl::job<"shop.buy", service, pawl::no_cancel_in<service::running>> type;
#endif
