// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/detail/located.hpp>
#include <pawl/codec/detail/reader.hpp>
#include <pawl/codec/wire.hpp>

namespace pawl::detail::codec {

/// Reads a `T`. False, with the reason in the reader, if the document holds anything else; `out` is
/// then of no use. Recursion ends at `codec_max_depth`, because each array and object is opened by
/// the reader.
template <class T>
constexpr bool decode_value(json_reader& in, T& out);

/// A struct.
inline bool decode_structure(json_reader& in, const wire_type& type, void* object);

inline bool decode_part(json_reader& in, const wire_type& type, void* value) {
  return type.kind == shape::structure ? decode_structure(in, type, value) : type.decode(in, value);
}

/// The place of a name in the table, or its length.
inline std::size_t find_member(slice<wire_member> members, text name) {
  std::size_t index = 0;
  while (index < members.count && !(members[index].name == name)) ++index;
  return index;
}

inline bool decode_structure(json_reader& in, const wire_type& type, void* object) {
  const slice<wire_member> members = type.members;
  if (!in.open('{')) return false;
  located places(type, object);
  std::size_t index = static_cast<std::size_t>(-1);
  for (bool more = !in.closed('}'); more;) {
    const char* const place = in.position();
    text name;
    // The keys of our own documents are sorted: the one behind the last is the likeliest.
    if (++index < members.count && in.step_over(members[index].name)) {
      name = members[index].name;
    } else {
      if (!in.key(name)) return false;
      index = find_member(members, name);
    }
    if (index == members.count || !places.visit(index)) {
      in.fail(index == members.count ? codec_errc::unknown_member : codec_errc::duplicate_key,
              place);
      return in.failed_in(name);
    }
    const wire_member& member = members[index];
    if (!decode_part(in, *member.type, places.of(member))) return in.failed_in(member.name);
    if (!in.next('}', more)) return false;
  }
  for (index = 0; index < members.count; ++index) {
    if (places.visited(index)) continue;
    if (members[index].type->required()) {
      in.fail(codec_errc::missing_member, in.position() - 1);
      return in.failed_in(members[index].name);
    }
    members[index].type->clear(places.of(members[index]));
  }
  return true;
}

template <class Map>
constexpr bool decode_map(json_reader& in, Map& out) {
  if (!in.open('{')) return false;
  out.clear();  // of what an initialiser in its struct put there
  for (bool more = !in.closed('}'); more;) {
    const char* const place = in.position();
    text name;
    if (!in.key(name)) return false;
    const auto [entry, fresh] = out.try_emplace(std::string(name.data(), name.size()));
    if (!fresh) {
      in.fail(codec_errc::duplicate_key, place);
      return in.failed_in(name);
    }
    if (!decode_value(in, entry->second)) return in.failed_in(text(entry->first));
    if (!in.next('}', more)) return false;
  }
  return true;
}

template <class List>
constexpr bool decode_list(json_reader& in, List& out) {
  using element = typename List::value_type;
  if (!in.open('[')) return false;
  out.clear();
  std::size_t index = 0;
  for (bool more = !in.closed(']'); more; ++index) {
    if constexpr (std::same_as<element, bool>) {  // std::vector<bool> has no bool to decode into
      bool value = false;
      if (!decode_value(in, value)) return in.failed_in(index);
      out.push_back(value);
    } else {
      if (!decode_value(in, out.emplace_back())) return in.failed_in(index);
    }
    if (!in.next(']', more)) return false;
  }
  return true;
}

template <class Set>
constexpr bool decode_set(json_reader& in, Set& out) {
  if (!in.open('[')) return false;
  out.clear();
  std::size_t index = 0;
  for (bool more = !in.closed(']'); more; ++index) {
    in.skip_space();
    const char* const place = in.position();
    typename Set::value_type value{};
    if (!decode_value(in, value)) return in.failed_in(index);
    if (!out.insert(std::move(value)).second) {
      in.fail(codec_errc::duplicate_element, place);
      return in.failed_in(index);
    }
    if (!in.next(']', more)) return false;
  }
  return true;
}

/// One element of an array or tuple of known length; `more` says whether the document has it.
constexpr bool decode_slot(json_reader& in, auto& slot, std::size_t index, bool& more) {
  if (!more) return in.fail(codec_errc::wrong_length, in.position() - 1);
  if (!decode_value(in, slot)) return in.failed_in(index);
  return in.next(']', more);
}

template <class Array>
constexpr bool decode_array(json_reader& in, Array& out) {
  if (!in.open('[')) return false;
  bool more = !in.closed(']');
  std::size_t index = 0;
  for (auto& slot : out)
    if (!decode_slot(in, slot, index++, more)) return false;
  return !more || in.fail(codec_errc::wrong_length);
}

template <class Tuple, std::size_t... Index>
constexpr bool decode_tuple(json_reader& in, Tuple& out, indices<Index...>) {
  if (!in.open('[')) return false;
  bool more = !in.closed(']');
  using std::get;
  return (decode_slot(in, get<Index>(out), Index, more) && ...) &&
         (!more || in.fail(codec_errc::wrong_length));
}

template <class... T, std::size_t... Index>
constexpr bool decode_variant(json_reader& in, std::variant<T...>& out, indices<Index...>) {
  if (!in.open('{')) return false;
  if (in.closed('}')) return in.fail(codec_errc::missing_member, in.position() - 1);
  const char* const place = in.position();
  text name;
  if (!in.key(name)) return false;
  bool known = false;
  bool decoded = false;
  const auto alternative = [&]<std::size_t I>(text tag) {
    if (known || !(tag == name)) return;
    known = true;
    decoded = decode_value(in, out.template emplace<I>()) || in.failed_in(tag);
  };
  (alternative.template operator()<Index>(wire_name<T>()), ...);
  if (!known) {
    in.fail(codec_errc::unknown_name, place);
    return in.failed_in(name);
  }
  bool more = false;
  if (!decoded || !in.next('}', more)) return false;
  return !more || in.fail(codec_errc::unknown_member);
}

template <class Enum>
constexpr bool decode_enumeration(json_reader& in, Enum& out) {
  in.skip_space();
  const char* const place = in.position();
  text name;
  if (!in.string(name)) return false;
  for (std::size_t index = 0; index < names_of<Enum>.count; ++index) {
    if (!(names_of<Enum>.names[index] == name)) continue;
    out = static_cast<Enum>(index);
    return true;
  }
  return in.fail(codec_errc::unknown_name, place);
}

template <class Rep, class Period>
constexpr bool decode_duration(json_reader& in, std::chrono::duration<Rep, Period>& out) {
  constexpr text unit = duration_unit<Period>();
  in.skip_space();
  const char* const place = in.position();
  text value;
  if (!in.string(value)) return false;
  const number_extent extent = measure_number(value.begin(), value.end());
  const text rest{extent.end, static_cast<std::size_t>(value.end() - extent.end)};
  if (!extent.sound || !(rest == unit)) return in.fail(codec_errc::invalid_format, place);
  Rep count{};
  if (const auto wrong = parse_number(value.begin(), extent, count))
    return in.fail(*wrong == codec_errc::wrong_type ? codec_errc::invalid_format : *wrong, place);
  out = std::chrono::duration<Rep, Period>{count};
  return true;
}

constexpr bool decode_output(json_reader& in, auto& out) {
  in.skip_space();
  const char* const place = in.position();
  text value;
  if (!in.string(value)) return false;
  return out.parse(value) || in.fail(codec_errc::invalid_format, place);
}

constexpr bool decode_time(json_reader& in, auto& out) {
  in.skip_space();
  const char* const place = in.position();
  text value;
  if (!in.string(value)) return false;
  const auto wrong = parse_time(value, out);
  return !wrong || in.fail(*wrong, place);
}

template <class T>
constexpr bool decode_value(json_reader& in, T& out) {
  constexpr shape kind = shape_of<T>;
  if constexpr (kind == shape::structure) {
    return decode_structure(in, wire<T>::type, &out);
  } else if constexpr (kind == shape::boolean) {
    const char first = in.peek();
    if (first != 't' && first != 'f') return in.fail_type();
    out = first == 't';
    return in.literal(out ? "true" : "false");
  } else if constexpr (kind == shape::integer || kind == shape::number) {
    return in.number(out);
  } else if constexpr (kind == shape::string) {
    text value;
    if (!in.string(value)) return false;
    out.assign(value.data(), value.size());
    return true;
  } else if constexpr (kind == shape::output) {
    return decode_output(in, out);
  } else if constexpr (kind == shape::enumeration) {
    return decode_enumeration(in, out);
  } else if constexpr (kind == shape::duration) {
    return decode_duration(in, out);
  } else if constexpr (kind == shape::moment) {
    return decode_time(in, out);
  } else if constexpr (kind == shape::nothing) {
    return in.peek() == 'n' ? in.literal("null") : in.fail_type();
  } else if constexpr (kind == shape::optional) {
    if (in.peek() != 'n') return decode_value(in, out.emplace());
    out.reset();
    return in.literal("null");
  } else if constexpr (kind == shape::variant) {
    return decode_variant(in, out, make_indices<std::variant_size_v<T>>{});
  } else if constexpr (kind == shape::map) {
    return decode_map(in, out);
  } else if constexpr (kind == shape::list) {
    return decode_list(in, out);
  } else if constexpr (kind == shape::set) {
    return decode_set(in, out);
  } else if constexpr (kind == shape::array) {
    return decode_array(in, out);
  } else if constexpr (kind == shape::tuple) {
    return decode_tuple(in, out, make_indices<std::tuple_size_v<T>>{});
  } else {
    return in.fail(codec_errc::wrong_type);  // refused by a sentence
  }
}

template <class T>
bool decode_erased(json_reader& in, void* value) {
  return decode_value(in, *static_cast<T*>(value));
}

}  // namespace pawl::detail::codec
