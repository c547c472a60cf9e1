// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/http/api_core.hpp>
#include <pawl/runtime/engine/service_access.hpp>
#include <pawl/service.hpp>

namespace pawl::http {

namespace detail {

using api_of_service = refused<"pawl: an API is made of a service,", "which must outlive it; write",
                               "api{jobs, {.auth = tokens}}">;

template <class T>
inline constexpr bool is_service = false;
template <class Store, class... Handlers>
inline constexpr bool is_service<service<Store, Handlers...>> = true;

}  // namespace detail

/// The HTTP interface of a service, composed from capabilities.
///
///     pawl::http::api<pawl::http::read_only, pawl::http::submit> api{jobs, {.auth = tokens}};
///     pawl::http::response answer = api.handle(request);
///
/// It has no sockets: `pawl::http::server` serves it, or any server that a program already has. The
/// service must outlive it.
template <class... Capabilities>
class api : private detail::api_rules<Capabilities...> {
 public:
  template <class Store, class... Handlers>
  // clang-format off: both compilers show this line if the options do not fit
  explicit api(  // pawl: an API takes a service, and options as pawl::http::api_options names and orders them
                // clang-format on
      service<Store, Handlers...>& jobs, api_options options = {})
      : core_({
                  .sessions = &runtime::service_access::core(jobs).sessions(),
                  .store = &jobs.store(),
                  .types = {intake_of<Handlers>...},
                  .health = [&jobs] { return jobs.health(); },
                  .metrics = [&jobs]() -> observe::metrics& { return jobs.metrics(); },
              },
              capabilities{Capabilities::gives...}, std::move(options)) {}

  template <class Given, class... More, class Because = detail::api_of_service>
    requires(!detail::is_service<std::remove_cvref_t<Given>>)
  explicit api(Given&&, More&&...) = PAWL_DELETE("pawl: an API takes a service, and api_options");

  [[nodiscard]] response handle(const request& in) { return core_.handle(in); }
  [[nodiscard]] api_core& core() { return core_; }

 private:
  api_core core_;
};

}  // namespace pawl::http
