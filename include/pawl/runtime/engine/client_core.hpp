// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <memory>

#include <pawl/runtime/engine/session_backend.hpp>

namespace pawl {

/// What a process that only submits can be told.
struct client_options {
  /// Jobs that may be ready in the store, waiting for a worker, before submissions are shed; 0: any
  /// number. Of all tenants, and of one.
  std::int64_t high_watermark = 0;
  std::int64_t high_watermark_per_tenant = 0;
  /// Jobs that may wait in the store for their time, or for other jobs, before further ones are
  /// refused as `too_many_delayed`; 0: any number. Of all tenants, and of one.
  std::int64_t most_delayed = 1'000'000;
  std::int64_t most_delayed_per_tenant = 0;
  /// Counts what is submitted; null: the client has its own.
  std::shared_ptr<observe::metrics> metrics{};
};

namespace runtime {

/// A client without its job types: a store that was taught them, and what sessions share.
class client_core {
 public:
  client_core(storage::store& store, std::initializer_list<const job_descriptor*> types,
              client_options options);

  [[nodiscard]] const storage::result<void>& ready() const { return learnt_; }
  [[nodiscard]] session_backend& sessions() { return sessions_; }
  [[nodiscard]] observe::metrics& metrics() {
    sessions_.count_committed();
    return *metrics_;
  }

 private:
  storage::result<void> learnt_;
  std::shared_ptr<observe::metrics> metrics_;
  std::atomic<observe::metrics*> counting_;
  session_backend sessions_;
};

}  // namespace runtime
}  // namespace pawl

#if !PAWL_COMPILED
#include <pawl/runtime/engine/client_core.ipp>
#endif
