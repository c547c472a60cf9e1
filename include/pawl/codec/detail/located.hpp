// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/wire.hpp>

#include <cstdint>

namespace pawl::detail::codec {

/// Where the members of an object stand, and which of them were visited: on the stack, unless there
/// are more than a plain struct may have.
class located {
 public:
  located(const wire_type& type, void* object) {
    const std::size_t count = type.members.count;
    if (count > few) {
      places_ = new void*[2 * count]{};
      more_visits_ = places_ + count;
    }
    type.locate(object, places_);
  }
  located(const located&) = delete;
  located& operator=(const located&) = delete;
  ~located() {
    if (more_visits_ != nullptr) delete[] places_;
  }

  [[nodiscard]] void* of(const wire_member& member) const { return places_[member.slot]; }

  /// Whether this was the first visit.
  bool visit(std::size_t index) {
    if (visited(index)) return false;
    if (more_visits_ != nullptr)
      more_visits_[index] = this;
    else
      visits_ |= std::uint64_t{1} << index;
    return true;
  }
  [[nodiscard]] bool visited(std::size_t index) const {
    return more_visits_ != nullptr ? more_visits_[index] != nullptr : (visits_ >> index & 1) != 0;
  }

 private:
  static constexpr std::size_t few = 64;
  void* few_places_[few];  // left as they are: most structs have a few members
  void** places_ = few_places_;
  std::uint64_t visits_ = 0;
  void** more_visits_ = nullptr;  // behind the places; not null where a member was visited
};

}  // namespace pawl::detail::codec
