// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/idempotency/policy.hpp>
#include <pawl/retention/retention.hpp>

namespace pawl {

namespace detail {

template <duration_ms Kept, duration_ms Ttl, bool Dead>
struct outlived_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << (Dead ? text("keep_dead_letters ") : text("keep_results "));
    say_duration(out, Kept);
    out << " is shorter than the ttl ";
    say_duration(out, Ttl);
    out << " of an idempotency key; a repeated submission returns the job, so keep it as long as "
           "its key";
  }
};

}  // namespace detail

/// Retention checked against idempotency: a job is not deleted while its key lives, because a
/// repeated submission returns it. A key's time begins with the job and a job's retention with its
/// end, so a retention of at least the ttl is enough.
template <retention_policy Retention, idempotency_policy Idempotency>
struct retention_rules
    : private detail::demand<
          (Retention::results >= Idempotency::ttl),
          detail::outlived_sentence<Retention::results, Idempotency::ttl, false>>,
      private detail::demand<
          (Retention::dead_letters >= Idempotency::ttl),
          detail::outlived_sentence<Retention::dead_letters, Idempotency::ttl, true>> {};

}  // namespace pawl
