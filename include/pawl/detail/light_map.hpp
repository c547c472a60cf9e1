// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include <pawl/detail/light_vector.hpp>

namespace pawl::detail {

[[nodiscard]] inline std::size_t light_hash(std::string_view words) {
  return std::hash<std::string_view>{}(words);
}
[[nodiscard]] PAWL_FLAT inline std::size_t light_hash(std::int64_t number) {
  return static_cast<std::size_t>(number);
}
[[nodiscard]] PAWL_FLAT inline std::size_t light_hash(const void* object) {
  return reinterpret_cast<std::size_t>(object) / alignof(std::max_align_t);
}

/// Values by their keys: texts, numbers or pointers. What std::unordered_map does, with a tenth of
/// its work for the compiler. A value stays where it is until it is erased.
template <class Key, class Value>
class light_map {
  /// A text is looked up by a view of it.
  using sought = std::conditional_t<std::is_same_v<Key, std::string>, std::string_view, Key>;

 public:
  PAWL_FLAT light_map() noexcept {}
  light_map(const light_map&) = delete;
  light_map& operator=(const light_map&) = delete;
  PAWL_FLAT ~light_map() { clear(); }

  [[nodiscard]] PAWL_FLAT std::size_t size() const { return size_; }
  /// Null if there is none.
  [[nodiscard]] Value* find(sought key) const {
    entry* each = buckets_.empty() ? nullptr : *bucket_of(light_hash(key));
    while (each != nullptr && !(each->key == key)) each = each->next;
    return each == nullptr ? nullptr : &each->value;
  }
  /// The caller knows that there is none.
  template <class... Parts>
  Value& add(Key key, Parts&&... parts) {
    if (size_ == buckets_.size()) grow();
    entry** const bucket = bucket_of(light_hash(key));
    *bucket = new entry{static_cast<Key&&>(key), Value(static_cast<Parts&&>(parts)...), *bucket};
    ++size_;
    return (*bucket)->value;
  }
  /// In the place of the value before it, if there is one.
  Value& put(sought key, Value value) {
    Value* const known = find(key);
    if (known == nullptr) return add(Key(key), static_cast<Value&&>(value));
    *known = static_cast<Value&&>(value);
    return *known;
  }
  void erase(sought key) {
    if (buckets_.empty()) return;
    for (entry** each = bucket_of(light_hash(key)); *each != nullptr; each = &(*each)->next) {
      if (!((*each)->key == key)) continue;
      entry* const gone = *each;
      *each = gone->next;
      delete gone;
      --size_;
      return;
    }
  }
  /// Calls `f` with each key and its value, in no order.
  template <class F>
  void for_each(F f) const {
    for (const entry* each : buckets_)
      for (; each != nullptr; each = each->next) f(each->key, each->value);
  }
  void clear() {
    for (entry*& bucket : buckets_) {
      while (bucket != nullptr) {
        entry* const gone = bucket;
        bucket = gone->next;
        delete gone;
      }
    }
    size_ = 0;
  }

 private:
  struct entry {
    Key key;
    Value value;
    entry* next;
  };

  /// There is a power of two of them.
  [[nodiscard]] PAWL_FLAT entry** bucket_of(std::size_t hash) const {
    return const_cast<entry**>(&buckets_[hash & (buckets_.size() - 1)]);
  }
  void grow() {
    light_vector<entry*> before(buckets_.empty() ? 16 : 2 * buckets_.size());
    before.swap(buckets_);
    for (entry* each : before) {
      while (each != nullptr) {
        entry* const next = each->next;
        entry** const bucket = bucket_of(light_hash(each->key));
        each->next = *bucket;
        *bucket = each;
        each = next;
      }
    }
  }

  light_vector<entry*> buckets_{};
  std::size_t size_ = 0;
};

}  // namespace pawl::detail
