// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <thread>

#include <pawl/detail/light_ptr.hpp>

namespace pawl::detail {

template <auto Member, class T>
void call_member(void* of) {
  (static_cast<T*>(of)->*Member)();
}

/// A thread that calls a member of an object, which outlives it: `start_thread<&clerk::work>(one)`.
/// One constructor of std::thread serves them all: another for each costs the compiler far more.
template <auto Member, class T>
[[nodiscard]] std::thread start_thread(T& of) {
  void (*const body)(void*) = &call_member<Member, T>;
  return std::thread(body, static_cast<void*>(&of));
}
template <class Body>
void call_and_delete(void* owned) {
  const light_ptr<Body> body(static_cast<Body*>(owned));
  (*body)();
}
/// A thread that owns what it needs.
template <class Body>
[[nodiscard]] std::thread start_thread(Body body) {
  light_ptr<Body> owned(new Body(static_cast<Body&&>(body)));
  void (*const run)(void*) = &call_and_delete<Body>;
  std::thread begun(run, static_cast<void*>(owned.get()));
  static_cast<void>(owned.release());
  return begun;
}

}  // namespace pawl::detail
