// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/clock.hpp>
#include <pawl/detail/light_ptr.hpp>
#include <pawl/storage/policy.hpp>
#include <pawl/transport/local.hpp>
#include <pawl/transport/policy.hpp>

namespace pawl::storage {

struct memory_options {
  /// Jobs, living and finished, that are kept at most. A job beyond it makes room by forgetting the
  /// finished job that is next to be pruned; if there is none, its submission is refused with
  /// `queue_overloaded`. A repeated submission makes no job and needs no room.
  std::size_t capacity = 1'000'000;
};

namespace detail {

using pawl::detail::light_ptr;

light_ptr<store> make_memory_backend(const memory_options& options, any_clock clock,
                                     light_ptr<transport::channel> announcements);

}  // namespace detail

/// A store that lives and dies with its process: for ephemeral jobs, and for tests.
///
/// One lock, no waiting for anything slower than memory.
template <clock_policy Clock = system_clock, transport::job_transport Transport = transport::local>
class memory : public forwarding_store {
 public:
  static constexpr bool survives_the_process = false;
  static constexpr bool shared_between_processes = false;
  using clock_type = Clock;

  explicit memory(memory_options options = {}, Clock clock = {})
      : clock_(std::move(clock)),
        backend_(detail::make_memory_backend(
            options, clock_, detail::light_ptr<transport::channel>(new Transport))) {
    pass_to(*backend_);
  }

  [[nodiscard]] const Clock& clock() const { return clock_; }

 private:
  Clock clock_;
  detail::light_ptr<store> backend_;
};

}  // namespace pawl::storage

namespace pawl::detail {

template <class Handler>
struct ephemeral_store;

/// What a service with ephemeral jobs keeps them in.
template <class Handler>
struct ephemeral_store {
  /// Its time is that of the durable store beside it.
  template <class Store>
  static light_ptr<storage::store> make(const Store& durable) {
    light_ptr<transport::channel> announcements(new transport::local);
    if constexpr (requires { durable.clock(); })
      return storage::detail::make_memory_backend({}, durable.clock(), std::move(announcements));
    else
      return storage::detail::make_memory_backend({}, system_clock{}, std::move(announcements));
  }
};

}  // namespace pawl::detail

#if !PAWL_COMPILED
#include <pawl/storage/memory.ipp>
#endif
