// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace pawl {

/// What a policy of a job type is about. A job type has at most one policy on each axis, in any
/// order; an axis without one takes the default that its header documents.
enum class axis : unsigned char {
  lifecycle,
  errors,
  retry,
  stages,
  timeout,
  heartbeat,
  lease,
  limits,
  priority,
  idempotency,
  retention,
  dependencies,
  durability,
  audit,
  payload_limit,
  codec
};

}  // namespace pawl
