// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <new>
#include <utility>

#include <pawl/config.hpp>

namespace pawl::detail {

/// What std::vector does, for the library's own lists of things that move without throwing, with a
/// fifth of its work for the compiler: every element type of a std::vector costs a source of the
/// header-only mode some seventy functions. Members are those of std::vector.
template <class T>
class light_vector {
 public:
  using value_type = T;

  PAWL_FLAT light_vector() noexcept {}
  // Made whole first: what an element throws while it is made finds a vector to destroy.
  explicit light_vector(std::size_t size) : light_vector() {
    reserve(size);
    while (size_ != size) emplace_back();
  }
  light_vector(std::initializer_list<T> all) : light_vector() { append(all.begin(), all.end()); }
  light_vector(const light_vector& other) : light_vector() { append(other.begin(), other.end()); }
  PAWL_FLAT light_vector(light_vector&& other) noexcept { swap(other); }
  PAWL_FLAT light_vector& operator=(light_vector other) noexcept {
    swap(other);
    return *this;
  }
  PAWL_FLAT ~light_vector() {
    clear();
    ::operator delete(first_);
  }
  PAWL_FLAT void swap(light_vector& other) noexcept {
    T* const first = other.first_;
    const std::size_t size = other.size_;
    const std::size_t capacity = other.capacity_;
    other.first_ = first_;
    other.size_ = size_;
    other.capacity_ = capacity_;
    first_ = first;
    size_ = size;
    capacity_ = capacity;
  }

  [[nodiscard]] PAWL_FLAT bool empty() const { return size_ == 0; }
  [[nodiscard]] PAWL_FLAT std::size_t size() const { return size_; }
  [[nodiscard]] PAWL_FLAT std::size_t capacity() const { return capacity_; }
  [[nodiscard]] PAWL_FLAT T* data() { return first_; }
  [[nodiscard]] PAWL_FLAT const T* data() const { return first_; }
  [[nodiscard]] PAWL_FLAT T* begin() { return first_; }
  [[nodiscard]] PAWL_FLAT T* end() { return first_ + size_; }
  [[nodiscard]] PAWL_FLAT const T* begin() const { return first_; }
  [[nodiscard]] PAWL_FLAT const T* end() const { return first_ + size_; }
  [[nodiscard]] PAWL_FLAT T& operator[](std::size_t at) { return first_[at]; }
  [[nodiscard]] PAWL_FLAT const T& operator[](std::size_t at) const { return first_[at]; }
  [[nodiscard]] PAWL_FLAT T& front() { return *first_; }
  [[nodiscard]] PAWL_FLAT const T& front() const { return *first_; }
  [[nodiscard]] PAWL_FLAT T& back() { return first_[size_ - 1]; }
  [[nodiscard]] PAWL_FLAT const T& back() const { return first_[size_ - 1]; }

  friend bool operator==(const light_vector& a, const light_vector& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i != a.size_; ++i)
      if (!(a.first_[i] == b.first_[i])) return false;
    return true;
  }

  /// The value is none of this vector's own.
  T& push_back(T&& value) {
    if (size_ == capacity_) reserve(capacity_ == 0 ? 4 : 2 * capacity_);
    T* const made = ::new (static_cast<void*>(first_ + size_)) T(static_cast<T&&>(value));
    ++size_;
    return *made;
  }
  PAWL_FLAT T& push_back(const T& value) { return push_back(T(value)); }
  /// In its place; made of nothing of this vector's own.
  template <class... Parts>
  PAWL_FLAT T& emplace_back(Parts&&... parts) {
    if (size_ == capacity_) reserve(capacity_ == 0 ? 4 : 2 * capacity_);
    T* const made = ::new (static_cast<void*>(first_ + size_)) T{static_cast<Parts&&>(parts)...};
    ++size_;
    return *made;
  }
  void append(const T* from, const T* to) {
    reserve(size_ + static_cast<std::size_t>(to - from));
    for (; from != to; ++from) push_back(*from);
  }
  T* insert(T* before, T value) {
    const std::size_t at = static_cast<std::size_t>(before - first_);
    push_back(static_cast<T&&>(value));
    T last = static_cast<T&&>(back());
    for (std::size_t i = size_ - 1; i != at; --i) first_[i] = static_cast<T&&>(first_[i - 1]);
    first_[at] = static_cast<T&&>(last);
    return first_ + at;
  }

  PAWL_FLAT void pop_back() { first_[--size_].~T(); }
  T* erase(T* place) {
    for (T* next = place + 1; next != end(); ++next) next[-1] = static_cast<T&&>(*next);
    pop_back();
    return place;
  }
  /// `unwanted` is asked of each once, in order, and may move out of those that go.
  template <class F>
  friend void erase_if(light_vector& from, F unwanted) {
    T* kept = from.begin();
    for (T& each : from) {
      if (unwanted(each)) continue;
      if (kept != &each) *kept = static_cast<T&&>(each);
      ++kept;
    }
    while (from.end() != kept) from.pop_back();
  }
  PAWL_FLAT void clear() {
    if constexpr (__is_trivially_copyable(T))
      size_ = 0;
    else
      destroy();
  }
  void reserve(std::size_t wanted) {
    static_assert(__is_nothrow_constructible(T, T&&));
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    if (wanted <= capacity_) return;
    T* const fresh = static_cast<T*>(::operator new(wanted * sizeof(T)));
    for (std::size_t i = 0; i != size_; ++i) {
      ::new (static_cast<void*>(fresh + i)) T(static_cast<T&&>(first_[i]));
      first_[i].~T();
    }
    ::operator delete(first_);
    first_ = fresh;
    capacity_ = wanted;
  }

 private:
  void destroy() {
    while (size_ != 0) pop_back();
  }

  T* first_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

template <class T, class Sought>
[[nodiscard]] bool contains(const light_vector<T>& all, const Sought& sought) {
  for (const T& each : all)
    if (each == sought) return true;
  return false;
}

/// Puts a short list in order, by Shell's method. Equal elements may change places.
template <class List, class Less>
void sort_by(List& all, Less less) {
  for (std::size_t gap = all.size() / 2; gap != 0; gap /= 2)
    for (std::size_t i = gap; i < all.size(); ++i)
      for (std::size_t at = i; at >= gap && less(all[at], all[at - gap]); at -= gap)
        std::swap(all[at], all[at - gap]);
}

}  // namespace pawl::detail
