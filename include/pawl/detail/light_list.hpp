// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

#include <pawl/config.hpp>

namespace pawl::detail {

/// Things that stay where they are, in the order in which they came. What std::deque and std::list
/// do, with a tenth of their work for the compiler.
template <class T>
class light_list {
  struct node {
    T value;
    node* next;
  };

 public:
  PAWL_FLAT light_list() noexcept {}
  light_list(const light_list&) = delete;
  light_list& operator=(const light_list&) = delete;
  PAWL_FLAT ~light_list() { clear(); }

  [[nodiscard]] PAWL_FLAT bool empty() const { return first_ == nullptr; }
  [[nodiscard]] PAWL_FLAT std::size_t size() const { return size_; }
  template <class... Parts>
  T& add(Parts&&... parts) {
    node* const made = new node{T{static_cast<Parts&&>(parts)...}, nullptr};
    *end_ = made;
    end_ = &made->next;
    ++size_;
    return made->value;
  }
  /// Goes through all of them.
  void remove_last() {
    node** place = &first_;
    while ((*place)->next != nullptr) place = &(*place)->next;
    delete *place;
    *place = nullptr;
    end_ = place;
    --size_;
  }
  void clear() {
    while (first_ != nullptr) {
      node* const gone = first_;
      first_ = gone->next;
      delete gone;
    }
    end_ = &first_;
    size_ = 0;
  }

  class iterator {
   public:
    PAWL_FLAT explicit iterator(node* at) : at_(at) {}
    PAWL_FLAT T& operator*() const { return at_->value; }
    PAWL_FLAT iterator& operator++() {
      at_ = at_->next;
      return *this;
    }
    PAWL_FLAT bool operator==(const iterator& other) const { return at_ == other.at_; }

   private:
    node* at_;
  };
  [[nodiscard]] PAWL_FLAT iterator begin() const { return iterator(first_); }
  [[nodiscard]] PAWL_FLAT iterator end() const { return iterator(nullptr); }

 private:
  node* first_ = nullptr;
  node** end_ = &first_;
  std::size_t size_ = 0;
};

}  // namespace pawl::detail
