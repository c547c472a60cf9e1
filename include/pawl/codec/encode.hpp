// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/detail/escape.hpp>
#include <pawl/codec/detail/located.hpp>
#include <pawl/codec/detail/number.hpp>
#include <pawl/codec/detail/utf8.hpp>
#include <pawl/codec/error.hpp>
#include <pawl/codec/wire.hpp>
#include <pawl/expected.hpp>

#include <cstdlib>
#include <string>
#include <string_view>

namespace pawl::detail::codec {

/// What a document is written to, and the first thing that cannot be written. Steps return false
/// once they have failed, as those of the reader do.
///
/// A short document is written on the stack and becomes a string at its end, so that no step looks
/// for memory; a longer one is written into the string that it will be.
class json_writer {
 public:
  json_writer() {}
  json_writer(const json_writer&) = delete;
  json_writer& operator=(const json_writer&) = delete;

  /// The document, or why there is none. A template, so that nobody pays who does not encode.
  template <class Result = expected<std::string, codec_error>>
  Result finish(bool written) {
    if (!written) return unexpected(codec_error{code_, std::move(pointer_), 0});
    if (long_.empty()) return std::string(begin_, size());
    long_.resize(size());
    return std::move(long_);
  }

  /// The same into a text that is there already: a `std::string`, or what is made of one or of
  /// characters that are copied.
  template <class To, class Result = expected<void, codec_error>>
  Result finish_into(bool written, To& to) {
    if (!written) return unexpected(codec_error{code_, std::move(pointer_), 0});
    if (long_.empty()) {
      to = std::string_view(begin_, size());
    } else {
      long_.resize(size());
      to = std::move(long_);
    }
    return {};
  }

  constexpr bool fail(codec_errc why) {
    code_ = why;
    return false;
  }
  constexpr bool failed_in(text step) {
    prepend_to_pointer(pointer_, step);
    return false;
  }
  constexpr bool failed_in(std::size_t index) {
    number_text digits;
    print_number(index, digits);
    return failed_in(digits.view());
  }
  constexpr void put(char c) { *room_for(1) = c; }
  constexpr void put(text part) { copy(part, room_for(part.size())); }

  /// The name of a member, which needs no escapes.
  constexpr void key(text name) {
    char* to = room_for(name.size() + 4);
    *to++ = ',';
    *to++ = '"';
    to = copy(name, to);
    *to++ = '"';
    *to = ':';
  }

  /// A string in quotes, with the escapes that are needed and no other.
  constexpr bool string(text value) {
    const char* run = value.begin();
    if (skip_plain(run, value.end()) == value.end()) {
      char* to = room_for(value.size() + 2);
      *to++ = '"';
      to = copy(value, to);
      *to = '"';
      return true;
    }
    put('"');
    for (const char* at = run;;) {
      at = skip_plain(at, value.end());
      if (at == value.end()) break;
      const auto c = static_cast<unsigned char>(*at);
      if (c >= 0x80) {
        const std::size_t length = utf8_sequence(at, value.end());
        if (length == 0) return fail(codec_errc::invalid_utf8);
        at += length;
        continue;
      }
      if (c == 0) return fail(codec_errc::nul_character);
      put({run, static_cast<std::size_t>(at - run)});
      put(json_escape(c).view());
      run = ++at;
    }
    put({run, static_cast<std::size_t>(value.end() - run)});
    put('"');
    return true;
  }

  /// Elements are written with a comma before each; the first comma becomes the bracket. So nothing
  /// has to know whether an absent member came before it.
  constexpr bool open(std::size_t& start) {
    if (depth_ == codec_max_depth) return fail(codec_errc::too_deep);
    ++depth_;
    start = size();
    return true;
  }
  constexpr bool close(std::size_t start, char opening, char closing) {
    --depth_;
    if (size() == start)
      put(opening);
    else
      begin_[start] = opening;
    put(closing);
    return true;
  }

 private:
  [[nodiscard]] constexpr std::size_t size() const {
    return static_cast<std::size_t>(at_ - begin_);
  }
  /// Returns where the copy ends.
  static constexpr char* copy(text from, char* to) {
    return std::char_traits<char>::copy(to, from.data(), from.size()) + from.size();
  }
  /// Where so many characters are to be written.
  constexpr char* room_for(std::size_t count) {
    if (static_cast<std::size_t>(end_ - at_) < count) grow(count);
    char* const to = at_;
    at_ += count;
    return to;
  }
  [[gnu::noinline]] void grow(std::size_t count) {
    const std::size_t written = size();
    const bool was_short = long_.empty();
    long_.resize(2 * (written + count));
    if (was_short) copy({begin_, written}, long_.data());
    begin_ = long_.data();
    at_ = begin_ + written;
    end_ = begin_ + long_.size();
  }

  char short_[512];  // left as it is
  char* begin_ = short_;
  char* at_ = short_;
  char* end_ = short_ + sizeof short_;
  std::string long_;  ///< as long as it has room; empty while the document is short
  std::string pointer_;
  codec_errc code_{};
  unsigned depth_ = 0;
};

/// Appends the canonical form: keys sorted by bytes, no space, one text for one value. False, with
/// the reason in the writer, for a value that has none.
template <class T>
constexpr bool encode_value(json_writer& to, const T& value);

/// A struct. Members that are empty optionals are left out.
inline bool encode_structure(json_writer& to, const wire_type& type, const void* object);

inline bool encode_part(json_writer& to, const wire_type& type, const void* value) {
  return type.kind == shape::structure ? encode_structure(to, type, value) : type.encode(to, value);
}

inline bool encode_structure(json_writer& to, const wire_type& type, const void* object) {
  std::size_t start = 0;
  if (!to.open(start)) return false;
  const located places(type, const_cast<void*>(object));  // only read
  for (const wire_member& each : type.members) {
    const void* const part = places.of(each);
    if (each.type->absent != nullptr && each.type->absent(part)) continue;
    to.key(each.name);
    if (!encode_part(to, *each.type, part)) return to.failed_in(each.name);
  }
  return to.close(start, '{', '}');
}

constexpr bool encode_entry(json_writer& to, const std::string& key, const auto& value) {
  to.put(',');
  if (!to.string(key)) return false;
  to.put(':');
  return encode_value(to, value) || to.failed_in(text(key));
}

/// An entry of a map whose order is not that of the keys' bytes.
struct map_entry {
  const std::string* key;
  const void* value;
};

/// Such entries, to be sorted. Not a template: std::sort is one of the larger ones.
class entry_list {
 public:
  explicit entry_list(std::size_t room) : first_(new map_entry[room]) {}
  entry_list(const entry_list&) = delete;
  entry_list& operator=(const entry_list&) = delete;
  ~entry_list() { delete[] first_; }

  void add(map_entry entry) { first_[count_++] = entry; }
  void sort() {
    std::qsort(first_, count_, sizeof(map_entry), [](const void* a, const void* b) {
      return static_cast<const map_entry*>(a)->key->compare(*static_cast<const map_entry*>(b)->key);
    });
  }
  [[nodiscard]] const map_entry* begin() const { return first_; }
  [[nodiscard]] const map_entry* end() const { return first_ + count_; }

 private:
  map_entry* first_;
  std::size_t count_ = 0;
};

template <class Map>
constexpr bool is_sorted(const Map& map) {
  const std::string* before = nullptr;
  for (const auto& entry : map) {
    if (before != nullptr && entry.first.compare(*before) < 0) return false;
    before = &entry.first;
  }
  return true;
}

/// In the order of the keys' bytes. Most maps have it already, and asking costs less than knowing
/// all comparisons that have it.
template <class Map>
bool encode_map(json_writer& to, const Map& map) {
  std::size_t start = 0;
  if (!to.open(start)) return false;
  if (is_sorted(map)) {
    for (const auto& entry : map)
      if (!encode_entry(to, entry.first, entry.second)) return false;
    return to.close(start, '{', '}');
  }
  entry_list entries(map.size());
  for (const auto& entry : map) entries.add({&entry.first, &entry.second});
  entries.sort();
  for (const map_entry& each : entries)
    if (!encode_entry(to, *each.key, *static_cast<const typename Map::mapped_type*>(each.value)))
      return false;
  return to.close(start, '{', '}');
}

constexpr bool encode_element(json_writer& to, const auto& value, std::size_t index) {
  to.put(',');
  return encode_value(to, value) || to.failed_in(index);
}

template <class Range>
constexpr bool encode_range(json_writer& to, const Range& range) {
  using element = typename Range::value_type;
  std::size_t start = 0;
  if (!to.open(start)) return false;
  std::size_t index = 0;
  for (const element& value : range)
    if (!encode_element(to, value, index++)) return false;
  return to.close(start, '[', ']');
}

template <class Tuple, std::size_t... Index>
constexpr bool encode_tuple(json_writer& to, const Tuple& tuple, indices<Index...>) {
  std::size_t start = 0;
  if (!to.open(start)) return false;
  using std::get;
  return (encode_element(to, get<Index>(tuple), Index) && ...) && to.close(start, '[', ']');
}

template <class... T>
constexpr bool encode_variant(json_writer& to, const std::variant<T...>& variant) {
  std::size_t start = 0;
  if (variant.valueless_by_exception()) return to.fail(codec_errc::unknown_name);
  if (!to.open(start)) return false;
  return std::visit(
      [&]<class Alternative>(const Alternative& value) {
        constexpr text tag = wire_name<Alternative>();
        to.put(',');
        if (!to.string(tag)) return false;
        to.put(':');
        return (encode_value(to, value) || to.failed_in(tag)) && to.close(start, '{', '}');
      },
      variant);
}

template <class T>
constexpr bool encode_number(json_writer& to, T value) {
  number_text digits;
  if (!print_number(value, digits)) return to.fail(codec_errc::not_finite);
  to.put(digits.view());
  return true;
}

template <class T>
constexpr bool encode_value(json_writer& to, const T& value) {
  constexpr shape kind = shape_of<T>;
  if constexpr (kind == shape::structure) {
    return encode_structure(to, wire<T>::type, &value);
  } else if constexpr (kind == shape::boolean) {
    to.put(value ? "true" : "false");
    return true;
  } else if constexpr (kind == shape::integer || kind == shape::number) {
    return encode_number(to, value);
  } else if constexpr (kind == shape::string) {
    return to.string(value);
  } else if constexpr (kind == shape::output) {
    std::string spelled;
    return value.spell(spelled) ? to.string(spelled) : to.fail(codec_errc::missing_member);
  } else if constexpr (kind == shape::enumeration) {
    const text name = name_of(value);
    return name.empty() ? to.fail(codec_errc::unknown_name) : to.string(name);
  } else if constexpr (kind == shape::duration) {
    to.put('"');
    if (!encode_number(to, value.count())) return false;
    to.put(duration_unit<typename T::period>());
    to.put('"');
    return true;
  } else if constexpr (kind == shape::moment) {
    time_text printed;
    if (!print_time(value, printed)) return to.fail(codec_errc::out_of_range);
    return to.string(printed.view());
  } else if constexpr (kind == shape::nothing) {
    to.put("null");
    return true;
  } else if constexpr (kind == shape::optional) {
    if (value) return encode_value(to, *value);
    to.put("null");
    return true;
  } else if constexpr (kind == shape::variant) {
    return encode_variant(to, value);
  } else if constexpr (kind == shape::map) {
    return encode_map(to, value);
  } else if constexpr (kind == shape::tuple) {
    return encode_tuple(to, value, make_indices<std::tuple_size_v<T>>{});
  } else if constexpr (kind == shape::list || kind == shape::set || kind == shape::array) {
    return encode_range(to, value);
  } else {
    return to.fail(codec_errc::wrong_type);  // refused by a sentence
  }
}

template <class T>
bool encode_erased(json_writer& to, const void* value) {
  return encode_value(to, *static_cast<const T*>(value));
}

}  // namespace pawl::detail::codec
