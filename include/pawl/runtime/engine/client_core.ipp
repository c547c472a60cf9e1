// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/observe/metrics.hpp>
#include <pawl/runtime/engine/client_core.hpp>

namespace pawl::runtime {

PAWL_INLINE client_core::client_core(storage::store& store,
                                     std::initializer_list<const job_descriptor*> types,
                                     client_options options)
    : learnt_(store.learn({types.begin(), types.size()})),
      metrics_(options.metrics ? std::move(options.metrics)
                               : std::shared_ptr<observe::metrics>(new observe::metrics)),
      counting_(metrics_.get()),
      sessions_(store, nullptr, counting_) {
  sessions_.bound_by(options);
}

}  // namespace pawl::runtime
