// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/light_vector.hpp>

namespace pawl::detail {

/// First in, first out. What std::deque does for that, with a tenth of its work for the compiler.
template <class T>
class light_queue {
 public:
  [[nodiscard]] PAWL_FLAT bool empty() const { return taken_ == all_.size(); }
  [[nodiscard]] PAWL_FLAT std::size_t size() const { return all_.size() - taken_; }
  [[nodiscard]] PAWL_FLAT T& operator[](std::size_t place) { return all_[taken_ + place]; }
  PAWL_FLAT void push_back(T value) { all_.push_back(static_cast<T&&>(value)); }
  void push_front(T value) {
    if (taken_ != 0)
      all_[--taken_] = static_cast<T&&>(value);
    else
      all_.insert(all_.begin(), static_cast<T&&>(value));
  }
  T pop_front() {
    T first = static_cast<T&&>(all_[taken_++]);
    // Before it grows, it uses the room of what was taken: each element is moved once for that.
    if (taken_ == all_.size() || (taken_ >= 32 && taken_ > all_.size() / 2)) close_up();
    return first;
  }
  /// Takes out what is wanted.
  template <class F>
  void take_if(F wanted, light_vector<T>& into) {
    close_up();
    erase_if(all_, [&](T& each) {
      if (!wanted(each)) return false;
      into.push_back(static_cast<T&&>(each));
      return true;
    });
  }
  PAWL_FLAT void clear() {
    all_.clear();
    taken_ = 0;
  }

 private:
  void close_up() {
    for (std::size_t i = taken_; i < all_.size(); ++i) all_[i - taken_] = static_cast<T&&>(all_[i]);
    for (; taken_ != 0; --taken_) all_.pop_back();
  }

  light_vector<T> all_{};
  std::size_t taken_ = 0;  ///< of the first places, which hold nothing any more
};

}  // namespace pawl::detail
