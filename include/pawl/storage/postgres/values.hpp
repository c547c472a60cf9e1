// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <pawl/codec/sha256.hpp>
#include <pawl/detail/light_vector.hpp>
#include <pawl/detail/maybe.hpp>
#include <pawl/job/id.hpp>
#include <pawl/storage/sql/column.hpp>

/// Values as PostgreSQL's protocol carries them: binary, numbers with the greatest byte first.

namespace pawl::storage::detail {

using pawl::detail::light_vector;
using pawl::detail::maybe;

/// The numbers that PostgreSQL itself gives its types: they never change.
enum class pg_type : unsigned { unknown = 0, bytes = 17, integer = 20, words = 25 };

[[nodiscard]] inline pg_type pg_type_of(sql::column_type type) {
  switch (type) {
    case sql::column_type::integer:
      return pg_type::integer;
    case sql::column_type::words:
      return pg_type::words;
    case sql::column_type::bytes:
      break;
  }
  return pg_type::bytes;
}
[[nodiscard]] inline unsigned array_of(pg_type type) {
  switch (type) {
    case pg_type::integer:
      return 1016;
    case pg_type::words:
      return 1009;
    case pg_type::bytes:
    case pg_type::unknown:
      break;
  }
  return 1001;
}

template <class Number>
void append_big_endian(std::string& to, Number value) {
  for (int shift = static_cast<int>(sizeof value) * 8 - 8; shift >= 0; shift -= 8)
    to += static_cast<char>(static_cast<std::uint64_t>(value) >> shift & 0xff);
}

/// Appends words as PostgreSQL takes them: UTF-8 without NUL. What is none, in the message of a
/// handler's exception for instance, becomes the character that stands for something else; byte by
/// byte, because the keys of limits are read by their lengths.
inline void append_words(std::string& to, std::string_view words) {
  constexpr char substitute = 0x1a;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(words[at]); };
  for (std::size_t at = 0; at < words.size();) {
    const unsigned first = byte(at);
    std::size_t length = 1;
    if (first >= 0xf0 && first < 0xf5)
      length = 4;
    else if (first >= 0xe0 && first < 0xf0)
      length = 3;
    else if (first >= 0xc2 && first < 0xe0)
      length = 2;
    bool sound = first != 0 && (first < 0x80 || length > 1) && at + length <= words.size();
    for (std::size_t i = 1; sound && i < length; ++i) sound = (byte(at + i) & 0xc0) == 0x80;
    if (sound && length > 2) {
      const unsigned second = byte(at + 1);
      sound = !(first == 0xe0 && second < 0xa0) && !(first == 0xed && second >= 0xa0) &&
              !(first == 0xf0 && second < 0x90) && !(first == 0xf4 && second >= 0x90);
    }
    if (sound) {
      to.append(words, at, length);
      at += length;
    } else {
      to += substitute;
      ++at;
    }
  }
}

/// Takes values by `<<`, as `row_binder` gives them, and hands each on in its binary form.
template <class Derived>
class pg_binder {
 public:
  Derived& operator<<(std::int64_t value) {
    std::string& to = self().begin_value(pg_type::integer);
    append_big_endian(to, value);
    return self();
  }
  Derived& operator<<(int value) { return *this << std::int64_t{value}; }
  Derived& operator<<(unsigned value) { return *this << std::int64_t{value}; }
  /// What is greater than every stored number is bound as the greatest of them.
  Derived& operator<<(std::uint64_t value) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    return *this << (std::in_range<std::int64_t>(value) ? static_cast<std::int64_t>(value) : most);
  }
  Derived& operator<<(bool value) { return *this << std::int64_t{value}; }
  Derived& operator<<(std::string_view value) {
    append_words(self().begin_value(pg_type::words), value);
    return self();
  }
  Derived& operator<<(const std::string& value) { return *this << std::string_view(value); }
  Derived& operator<<(const char* value) { return *this << std::string_view(value); }
  Derived& operator<<(text value) { return *this << std::string_view(value); }
  Derived& operator<<(const job_id& id) { return bytes(id.bytes.data(), id.bytes.size()); }
  Derived& operator<<(const sha256_digest& hash) {
    return bytes(hash.bytes.data(), hash.bytes.size());
  }
  Derived& operator<<(std::nullptr_t) {
    self().add_null();
    return self();
  }
  template <class T>
  Derived& operator<<(const std::optional<T>& value) {
    return value ? *this << *value : *this << nullptr;
  }
  template <class T>
  Derived& operator<<(const maybe<T>& value) {
    return value ? *this << *value : *this << nullptr;
  }
  Derived& bytes(const void* data, std::size_t size) {
    self().begin_value(pg_type::bytes).append(static_cast<const char*>(data), size);
    return self();
  }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }
};

/// The values of one statement.
class pg_values : public pg_binder<pg_values> {
 public:
  // As its own: ids print themselves to every kind of stream, unless it knows better.
  using pg_binder<pg_values>::operator<<;

  std::string& begin_value(pg_type type) {
    places_.push_back({static_cast<unsigned>(type), false, all_.size()});
    return all_;
  }
  void add_null() { places_.push_back({0, true, all_.size()}); }
  /// A value that is ready as it is: an array.
  void add(unsigned type, std::string_view ready) {
    places_.push_back({type, false, all_.size()});
    all_ += ready;
  }

  [[nodiscard]] int count() const { return static_cast<int>(places_.size()); }
  [[nodiscard]] unsigned type(std::size_t at) const { return places_[at].type; }
  /// Null for NULL.
  [[nodiscard]] const char* data(std::size_t at) const {
    return places_[at].is_null ? nullptr : all_.data() + places_[at].from;
  }
  [[nodiscard]] int length(std::size_t at) const {
    const std::size_t end = at + 1 < places_.size() ? places_[at + 1].from : all_.size();
    return static_cast<int>(end - places_[at].from);
  }

 private:
  struct place {
    unsigned type = 0;
    bool is_null = false;
    std::size_t from = 0;
  };
  std::string all_{};
  light_vector<place> places_{};
};

/// Rows for one statement: an array for each column, filled row by row.
class pg_arrays : public pg_binder<pg_arrays> {
 public:
  // As its own: ids print themselves to every kind of stream, unless it knows better.
  using pg_binder<pg_arrays>::operator<<;

  /// The columns that will come, in their order.
  void expect(pg_type type) { columns_.push_back({type, {}}); }

  std::string& begin_value(pg_type) {
    column& to = next();
    // The length goes before the value, which is not known yet; `end_value` puts it there.
    open_ = to.values.size();
    append_big_endian(to.values, std::uint32_t{0});
    filling_ = &to;
    return to.values;
  }
  void add_null() { append_big_endian(next().values, std::uint32_t{0xffffffff}); }
  /// The row is complete.
  void end_row() {
    end_value();
    ++rows_;
    at_ = 0;
  }

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] bool empty() const { return rows_ == 0; }
  void clear() {
    for (column& each : columns_) each.values.clear();
    rows_ = 0;
    at_ = 0;
    filling_ = nullptr;
  }
  /// The only row, as values of a statement.
  void bind_row(pg_values& to) {
    end_value();
    for (const column& each : columns_) {
      const std::string_view value(each.values);
      if (value.substr(0, 4) == std::string_view("\xff\xff\xff\xff"))
        to.add_null();
      else
        to.add(static_cast<unsigned>(each.type), value.substr(4));
    }
  }
  /// As values of a statement: one array for each column.
  void bind(pg_values& to) {
    end_value();
    for (const column& each : columns_) {
      std::string ready;
      ready.reserve(each.values.size() + 20);
      append_big_endian(ready, std::uint32_t{1});  // dimensions
      append_big_endian(ready, std::uint32_t{1});  // there may be NULLs
      append_big_endian(ready, static_cast<std::uint32_t>(each.type));
      append_big_endian(ready, static_cast<std::uint32_t>(rows_));
      append_big_endian(ready, std::uint32_t{1});  // the first index
      ready += each.values;
      to.add(array_of(each.type), ready);
    }
  }

 private:
  struct column {
    pg_type type{};
    std::string values{};
  };
  column& next() {
    end_value();
    return columns_[at_++];
  }
  void end_value() {
    if (filling_ == nullptr) return;
    const auto length = static_cast<std::uint32_t>(filling_->values.size() - open_ - 4);
    std::string written;
    append_big_endian(written, length);
    filling_->values.replace(open_, 4, written);
    filling_ = nullptr;
  }

  light_vector<column> columns_{};
  std::size_t rows_ = 0;
  std::size_t at_ = 0;
  std::size_t open_ = 0;
  column* filling_ = nullptr;
};

}  // namespace pawl::storage::detail
