// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: job id gts.acme.render.v1 is no GTS identifier; write gts.vendor.package.namespace.type.v1~, or let the id not begin with gts.
// sentence: pawl: job id … is no GTS identifier; write gts.vendor.package.namespace.type.v1~, or let the id not begin with gts.
// meaning: An id that begins with gts. is read as a GTS identifier by those who list job types.
// repair: Give vendor, package, namespace, type and version, and end with a tilde.
#include <pawl/job.hpp>

#ifdef COMPILE_FAIL
pawl::job<"gts.acme.render.v1", pawl::lifecycles::service> type;
#else
pawl::job<"gts.acme.reports.pdf.render.v1~", pawl::lifecycles::service> type;
#endif
