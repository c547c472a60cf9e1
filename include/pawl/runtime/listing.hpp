// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include <pawl/detail/one_mode.hpp>
#include <pawl/job/principal.hpp>
#include <pawl/runtime/filter.hpp>

/// Lists that read their pages themselves.

namespace pawl {

namespace runtime {

class session_backend;

/// What a list is of, and how far it was read.
struct list_source {
  session_backend* backend = nullptr;
  principal who{};
  bool ephemeral = false;
  storage::list_filter filter{};
  job_id job{};             ///< of a history
  std::uint64_t after = 0;  ///< of a history: the number of the last event that was read

  static constexpr std::size_t page = 100;

  // The next page; false: it is the last.
  storage::answer_to<bool> read(std::vector<job_record>& to);
  storage::answer_to<bool> read(std::vector<pawl::dead_letter>& to);
  storage::answer_to<bool> read(std::vector<job_event>& to);
};

}  // namespace runtime

/// A list that reads its pages itself, one at a time and none before `begin`.
///
///     auto failed = acme.jobs({.state = "failed"});
///     for (const pawl::job_record& each : failed) look_at(each);
///     if (failed.error()) …                  // the list was cut short
///
/// An input range, and a view: it is gone over once at a time, by one thread, and every `begin`
/// begins anew. Copies are one list. A page that cannot be read ends it, and `error` says why: a
/// list is most often read by what acts on its items, which then has acted on those it was given;
/// items that may be errors would have to be looked at one by one, and by every view on the way.
template <class Item>
class paged {
  struct progress {
    runtime::list_source begin{};
    runtime::list_source now{};
    std::vector<Item> page{};
    std::size_t at = 0;
    bool more = false;
    std::optional<storage::error> failed{};

    void restart() {
      now = begin;
      failed.reset();
      more = true;
      turn();
    }
    void advance() {
      if (++at >= page.size()) turn();
    }
    void turn() {
      page.clear();
      at = 0;
      while (page.empty() && more) {
        const auto read = now.read(page);
        more = read && *read;
        if (read) continue;
        page.clear();
        failed = read.error();
      }
    }
  };

 public:
  class iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using value_type = Item;
    using difference_type = std::ptrdiff_t;
    using reference = const Item&;
    using pointer = const Item*;

    iterator() = default;

    const Item& operator*() const { return of_->page[of_->at]; }
    const Item* operator->() const { return &**this; }
    iterator& operator++() {
      of_->advance();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& at, std::default_sentinel_t) { return at.is_end(); }

   private:
    friend paged;
    explicit iterator(progress* of) : of_(of) {}
    [[nodiscard]] bool is_end() const { return of_ == nullptr || of_->page.empty(); }

    progress* of_ = nullptr;
  };

  paged() = default;
  explicit paged(runtime::list_source from) : of_(std::make_shared<progress>()) {
    of_->begin = std::move(from);
  }

  /// Reads the first page.
  [[nodiscard]] iterator begin() const {
    if (of_ != nullptr) of_->restart();
    return iterator(of_.get());
  }
  [[nodiscard]] static std::default_sentinel_t end() { return {}; }

  /// Why the list ended before its end; null: it did not.
  [[nodiscard]] const storage::error* error() const {
    return of_ != nullptr && of_->failed ? &*of_->failed : nullptr;
  }

 private:
  std::shared_ptr<progress> of_;
};

using job_list = paged<job_record>;
using letter_list = paged<dead_letter>;
using job_history = paged<job_event>;

}  // namespace pawl

template <class Item>
inline constexpr bool std::ranges::enable_view<pawl::paged<Item>> = true;

// To range-v3, which need not be there.
namespace ranges::ext {
template <typename T>
struct enable_view;
template <class Item>
struct enable_view<pawl::paged<Item>> : std::true_type {};
}  // namespace ranges::ext

#if !PAWL_COMPILED
#include <pawl/runtime/listing.ipp>
#endif
