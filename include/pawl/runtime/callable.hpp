// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <pawl/config.hpp>

namespace pawl {

/// Anything that can be called with these arguments, or nothing. Copies share it, so it need not be
/// copyable itself; it ends with the last of them. Calling an empty one does nothing.
///
/// What std::function does, without <functional>, which costs each source that includes it as much
/// as the headers of five job types.
template <class... Args>
class callable {
 public:
  PAWL_FLAT callable() noexcept {}
  PAWL_FLAT callable(std::nullptr_t) noexcept {}
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, callable> &&
             requires(std::decay_t<F>& body, Args&&... args) {
               body(static_cast<Args&&>(args)...);
             })
  callable(F&& body) {
    using given = std::remove_cvref_t<F>;
    // A pointer, or a std::function, that has nothing to call. What is converted to bool by itself
    // is a lambda; what does not compare with nullptr may mean something else by it.
    if constexpr (std::is_pointer_v<given> ||
                  (requires { body == nullptr; } && !std::is_convertible_v<const given&, bool>))
      if (!static_cast<bool>(body)) return;
    block_ = new held<std::decay_t<F>>(std::forward<F>(body));
  }
  PAWL_FLAT callable(const callable& other) noexcept : block_(other.block_) {
    if (block_ != nullptr) block_->users.fetch_add(1, std::memory_order_relaxed);
  }
  PAWL_FLAT callable(callable&& other) noexcept : block_(other.block_) { other.block_ = nullptr; }
  PAWL_FLAT callable& operator=(callable other) noexcept {
    block* const mine = block_;
    block_ = other.block_;
    other.block_ = mine;
    return *this;
  }
  PAWL_FLAT ~callable() {
    if (block_ != nullptr && block_->users.fetch_sub(1, std::memory_order_acq_rel) == 1)
      block_->end(block_);
  }

  PAWL_FLAT explicit operator bool() const noexcept { return block_ != nullptr; }
  void operator()(Args... args) const {
    if (block_ != nullptr) block_->call(block_, static_cast<Args&&>(args)...);
  }

 private:
  struct block {
    void (*call)(block*, Args&&...);
    void (*end)(block*);
    std::atomic<unsigned> users{1};
  };
  template <class F>
  struct held : block {
    template <class From>
    explicit held(From&& from)
        : block{[](block* of, Args&&... args) {
                  static_cast<void>(static_cast<held*>(of)->body(static_cast<Args&&>(args)...));
                },
                [](block* of) { delete static_cast<held*>(of); }},
          body(std::forward<From>(from)) {}
    F body;
  };

  block* block_ = nullptr;
};

}  // namespace pawl
