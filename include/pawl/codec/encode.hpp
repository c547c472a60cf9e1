// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/detail/escape.hpp>
#include <pawl/codec/detail/located.hpp>
#include <pawl/codec/detail/number.hpp>
#include <pawl/codec/detail/utf8.hpp>
#include <pawl/codec/error.hpp>
#include <pawl/codec/wire.hpp>
#include <pawl/expected.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace pawl::detail::codec {

/// What a document is written to, and the first thing that cannot be written. Steps return false
/// once they have failed, as those of the reader do.
struct json_writer {
  std::string out;
  std::string pointer;
  codec_errc code{};
  unsigned depth = 0;

  /// The document, or why there is none. A template, so that nobody pays who does not encode.
  template <class Result = expected<std::string, codec_error>>
  Result finish(bool written) {
    if (written) return std::move(out);
    return unexpected(codec_error{code, std::move(pointer), 0});
  }

  constexpr bool fail(codec_errc why) {
    code = why;
    return false;
  }
  constexpr bool failed_in(text step) {
    prepend_to_pointer(pointer, step);
    return false;
  }
  constexpr bool failed_in(std::size_t index) {
    number_text digits;
    print_number(index, digits);
    return failed_in(digits.view());
  }
  constexpr void put(text part) { out.append(part.data(), part.size()); }
  /// A text between others, with one look at the room there is.
  constexpr void put(text before, text middle, text after) {
    const std::size_t start = out.size();
    out.resize(start + before.size() + middle.size() + after.size());
    char* to = out.data() + start;
    to = std::copy_n(before.data(), before.size(), to);
    to = std::copy_n(middle.data(), middle.size(), to);
    std::copy_n(after.data(), after.size(), to);
  }

  /// The name of a member, which needs no escapes.
  constexpr void key(text name) { put(",\"", name, "\":"); }

  /// A string in quotes, with the escapes that are needed and no other.
  constexpr bool string(text value) {
    const char* run = value.begin();
    if (skip_plain(run, value.end()) == value.end()) {
      put("\"", value, "\"");
      return true;
    }
    out.push_back('"');
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
      out.append(run, at);
      put(json_escape(c).view());
      run = ++at;
    }
    out.append(run, value.end());
    out.push_back('"');
    return true;
  }

  /// Elements are written with a comma before each; the first comma becomes the bracket. So nothing
  /// has to know whether an absent member came before it.
  constexpr bool open(std::size_t& start) {
    if (depth == codec_max_depth) return fail(codec_errc::too_deep);
    ++depth;
    start = out.size();
    return true;
  }
  constexpr bool close(std::size_t start, char opening, char closing) {
    --depth;
    if (out.size() == start)
      out.push_back(opening);
    else
      out[start] = opening;
    out.push_back(closing);
    return true;
  }
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

/// What a struct of short values takes up.
inline std::size_t likely_size(const wire_type& type) {
  std::size_t sum = 1;
  for (const wire_member& each : type.members) sum += each.name.size() + 8;
  return sum;
}

inline bool encode_structure(json_writer& to, const wire_type& type, const void* object) {
  std::size_t start = 0;
  if (!to.open(start)) return false;
  if (start == 0) {
    const std::size_t likely = likely_size(type);
    if (likely > to.out.capacity()) to.out.reserve(2 * likely);
  }
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
  to.out.push_back(',');
  if (!to.string(key)) return false;
  to.out.push_back(':');
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
  to.out.push_back(',');
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
        to.out.push_back(',');
        if (!to.string(tag)) return false;
        to.out.push_back(':');
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
  } else if constexpr (kind == shape::enumeration) {
    const text name = name_of(value);
    return name.empty() ? to.fail(codec_errc::unknown_name) : to.string(name);
  } else if constexpr (kind == shape::duration) {
    to.out.push_back('"');
    if (!encode_number(to, value.count())) return false;
    to.put(duration_unit<typename T::period>());
    to.out.push_back('"');
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
