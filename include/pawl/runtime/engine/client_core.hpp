// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <memory>

#include <pawl/runtime/engine/session_backend.hpp>

namespace pawl::runtime {

/// A client without its job types: a store that was taught them, and what sessions share.
class client_core {
 public:
  client_core(storage::store& store, std::initializer_list<const job_descriptor*> types);

  [[nodiscard]] const storage::result<void>& ready() const { return learnt_; }
  [[nodiscard]] session_backend& sessions() { return sessions_; }

 private:
  storage::result<void> learnt_;
  std::shared_ptr<observe::metrics> metrics_;
  std::atomic<observe::metrics*> counting_;
  session_backend sessions_;
};

}  // namespace pawl::runtime

#if !PAWL_COMPILED
#include <pawl/runtime/engine/client_core.ipp>
#endif
