// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/observe/metrics.hpp>
#include <pawl/runtime/client_core.hpp>

namespace pawl::runtime {

PAWL_INLINE client_core::client_core(storage::store& store,
                                     const std::vector<const job_type*>& types)
    : learnt_(store.learn(types)),
      metrics_(std::make_shared<observe::metrics>()),
      counting_(metrics_.get()),
      sessions_(store, nullptr, counting_) {}

}  // namespace pawl::runtime
