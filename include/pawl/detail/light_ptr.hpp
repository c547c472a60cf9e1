// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/config.hpp>

namespace pawl::detail {

struct deletes {
  template <class T>
  PAWL_FLAT static void end(T* object) {
    delete object;
  }
};

/// The only owner of an object, or of a handle. What std::unique_ptr does, and nothing of it is
/// left as a function of its own.
template <class T, class Deleter = deletes>
class light_ptr {
 public:
  PAWL_FLAT light_ptr() noexcept {}
  PAWL_FLAT explicit light_ptr(T* object) noexcept : object_(object) {}
  PAWL_FLAT light_ptr(light_ptr&& other) noexcept : object_(other.object_) {
    other.object_ = nullptr;
  }
  PAWL_FLAT light_ptr& operator=(light_ptr other) noexcept {
    T* const mine = object_;
    object_ = other.object_;
    other.object_ = mine;
    return *this;
  }
  PAWL_FLAT ~light_ptr() {
    if (object_ != nullptr) Deleter::end(object_);
  }

  [[nodiscard]] PAWL_FLAT T* get() const { return object_; }
  [[nodiscard]] PAWL_FLAT T& operator*() const { return *object_; }
  [[nodiscard]] PAWL_FLAT T* operator->() const { return object_; }
  PAWL_FLAT explicit operator bool() const { return object_ != nullptr; }
  /// The caller owns it from now on.
  [[nodiscard]] PAWL_FLAT T* release() {
    T* const given = object_;
    object_ = nullptr;
    return given;
  }
  PAWL_FLAT void reset() { *this = light_ptr(); }

 private:
  T* object_ = nullptr;
};

}  // namespace pawl::detail
