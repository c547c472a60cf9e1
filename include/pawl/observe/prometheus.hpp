// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include <pawl/detail/one_mode.hpp>
#include <pawl/observe/metrics.hpp>

namespace pawl::observe {

/// What answers a scrape with `to_prometheus` says of itself.
inline constexpr std::string_view prometheus_content_type =
    "text/plain; version=0.0.4; charset=utf-8";

/// All metrics in the Prometheus text format. Updates go on meanwhile.
[[nodiscard]] std::string to_prometheus(const metrics& of);

}  // namespace pawl::observe

#if !PAWL_COMPILED
#include <pawl/observe/prometheus.ipp>
#endif
