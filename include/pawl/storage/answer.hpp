// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include <pawl/detail/light_ptr.hpp>
#include <pawl/detail/one_mode.hpp>
#include <pawl/storage/error.hpp>

namespace pawl::storage {

/// Whether an operation was done, and if not, why. Written by the store in `apply`; before that it
/// says that nothing was done.
class answer_state {
 public:
  [[nodiscard]] PAWL_FLAT bool has_value() const { return done_; }
  PAWL_FLAT explicit operator bool() const { return done_; }
  [[nodiscard]] const storage::error& error() const {
    static const storage::error not_done{errc::failed, {}, {}, {}};
    return why_ ? *why_ : not_done;
  }

  void refuse(storage::error why) {
    done_ = false;
    why_ = reason(new storage::error(std::move(why)));
  }
  /// Throws unless the operation was done.
  void expect_done() const;
  /// To be called while an exception is caught that has left the operation, of which nothing was
  /// done. None of pawl's leaves one; a guard of the user's may throw, and so may every allocation.
  void refuse_because_thrown() noexcept;

 protected:
  PAWL_FLAT answer_state() {}
  PAWL_FLAT explicit answer_state(bool done) : done_(done) {}
  explicit answer_state(unexpected<storage::error>&& why)
      : why_(new storage::error(std::move(why).error())) {}
  answer_state(const answer_state& other)
      : done_(other.done_), why_(other.why_ ? new storage::error(*other.why_) : nullptr) {}
  PAWL_FLAT answer_state(answer_state&&) noexcept = default;
  answer_state& operator=(const answer_state& other) { return *this = answer_state(other); }
  answer_state& operator=(answer_state&&) noexcept = default;
  PAWL_FLAT ~answer_state() = default;

 private:
  /// What is said where there is no memory to say it with; never deleted.
  static const storage::error& out_of_memory() {
    static const storage::error said{errc::failed, "out of memory", {}, {}};
    return said;
  }
  struct deletes_reason {
    static void end(const storage::error* why) {
      if (why != &out_of_memory()) delete why;
    }
  };
  using reason = pawl::detail::light_ptr<const storage::error, deletes_reason>;

  bool done_ = false;
  reason why_{};  ///< most are done, and have none
};

/// What a store answers to one operation, or to one question: a value, or why there is none.
/// Becomes a `result` where one is wanted. What std::expected does, with a tenth of its work for
/// the compiler: every store has an answer to each question, and every program all that its store
/// has.
template <class T>
class answer_to : public answer_state {
 public:
  /// Not done. Explicit, so that no store says so by `return {}`.
  PAWL_FLAT explicit answer_to() {}
  PAWL_FLAT answer_to(T value) : answer_state(true), value_(static_cast<T&&>(value)) {}
  PAWL_FLAT answer_to(unexpected<storage::error> why) : answer_state(std::move(why)) {}
  answer_to(const answer_to&) = default;
  PAWL_FLAT answer_to(answer_to&&) noexcept = default;
  answer_to& operator=(const answer_to&) = default;
  PAWL_FLAT answer_to& operator=(answer_to&&) noexcept = default;
  PAWL_FLAT ~answer_to() = default;

  [[nodiscard]] PAWL_FLAT T& operator*() & { return value_; }
  [[nodiscard]] PAWL_FLAT const T& operator*() const& { return value_; }
  // By value, as `value()`: what a loop goes through must not end with the answer it came in.
  [[nodiscard]] PAWL_FLAT T operator*() && { return static_cast<T&&>(value_); }
  [[nodiscard]] PAWL_FLAT T* operator->() { return &value_; }
  [[nodiscard]] PAWL_FLAT const T* operator->() const { return &value_; }

  /// Throws what an `expected` throws that has no value.
  [[nodiscard]] const T& value() const& {
    expect_done();
    return value_;
  }
  [[nodiscard]] T value() && {
    expect_done();
    return static_cast<T&&>(value_);
  }
  // Templates, so that no other conversion of an answer, such as that to bool, has to look at what
  // an `expected` of this type is.
  template <class E>
    requires(__is_same(E, storage::error))
  operator expected<T, E>() const& {
    if (!has_value()) return unexpected<E>(error());
    return value_;
  }
  template <class E>
    requires(__is_same(E, storage::error))
  operator expected<T, E>() && {
    if (!has_value()) return unexpected<E>(error());
    return static_cast<T&&>(value_);
  }

 private:
  T value_{};
};

}  // namespace pawl::storage

#if !PAWL_COMPILED
#include <pawl/storage/answer.ipp>
#endif
