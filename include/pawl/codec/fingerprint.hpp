// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/detail/escape.hpp>
#include <pawl/codec/detail/number.hpp>
#include <pawl/codec/detail/utf8.hpp>
#include <pawl/codec/serializable.hpp>
#include <pawl/codec/sha256.hpp>
#include <pawl/detail/compose.hpp>
#include <pawl/detail/type_list.hpp>

namespace pawl {
namespace detail::codec {

constexpr void write_number(auto& out, auto value) {
  number_text digits;
  print_number(value, digits);
  out << digits.view();
}

/// A JSON string.
constexpr void write_quoted(auto& out, text value) {
  out << '"';
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && !is_plain(c))
      out << json_escape(byte).view();
    else
      out << c;
  }
  out << '"';
}

/// Says what is on the wire and nothing else: no C++ name except those of members, enumerators and
/// alternatives, and these sorted, since their order in the source changes no document. A struct
/// inside itself is written as its distance, `^1`.
template <class T, class... Enclosing>
struct wire_shape {
  static constexpr void write(auto& out) {
    constexpr shape kind = shape_of<T>;
    if constexpr (kind == shape::nothing) {
      out << 'n';
    } else if constexpr (kind == shape::boolean) {
      out << 'b';
    } else if constexpr (kind == shape::integer) {
      out << (std::signed_integral<T> ? 'i' : 'u');
      write_number(out, sizeof(T) * 8);
    } else if constexpr (kind == shape::number) {
      out << 'f';
      write_number(out, sizeof(T) * 8);
    } else if constexpr (kind == shape::string) {
      out << 's';
    } else if constexpr (kind == shape::enumeration) {
      write_names(out);
    } else if constexpr (kind == shape::duration || kind == shape::moment) {
      out << (kind == shape::duration ? 'd' : 't') << duration_unit<typename T::period>() << ':';
      wire_shape<typename T::rep>::write(out);
    } else if constexpr (kind == shape::optional) {
      out << '?';
      wire_shape<typename T::value_type, Enclosing...>::write(out);
    } else if constexpr (kind == shape::list || kind == shape::set) {
      out << (kind == shape::list ? '[' : '<');
      wire_shape<typename T::value_type, Enclosing...>::write(out);
      out << (kind == shape::list ? ']' : '>');
    } else if constexpr (kind == shape::map) {
      out << "m[";
      wire_shape<typename T::mapped_type, Enclosing...>::write(out);
      out << ']';
    } else if constexpr (kind == shape::array) {
      out << '(';
      if constexpr (std::tuple_size_v<T> != 0)
        write_run(out, std::tuple_size_v<T>,
                  composed<wire_shape<typename T::value_type, Enclosing...>>);
      out << ')';
    } else if constexpr (kind == shape::tuple) {
      write_tuple(out, make_indices<std::tuple_size_v<T>>{});
    } else if constexpr (kind == shape::variant) {
      write_alternatives(out, static_cast<const T*>(nullptr),
                         make_indices<std::variant_size_v<T>>{});
    } else if constexpr ((std::same_as<T, Enclosing> || ...)) {
      out << '^';
      write_number(out, index_in<type_list<Enclosing...>, T> + 1);
    } else {
      write_members(out, members_of<T>{});
    }
  }

 private:
  static constexpr void write_names(auto& out) {
    constexpr auto order = rank_names<names_of<T>.count>(names_of<T>.names);
    out << "e(";
    for (std::size_t i = 0; i < names_of<T>.count; ++i)
      write_quoted(out, names_of<T>.names[order.at[i]]);
    out << ')';
  }

  static constexpr void write_run(auto& out, std::size_t length, text element) {
    write_number(out, length);
    out << '*' << element << ',';
  }

  // Equal neighbours are counted, so that a pair and an array of two are the same.
  template <std::size_t... Index>
  static constexpr void write_tuple(auto& out, indices<Index...>) {
    constexpr text parts[] = {
        composed<wire_shape<std::tuple_element_t<Index, T>, Enclosing...>>.view()..., {}};
    out << '(';
    for (std::size_t i = 0; i < sizeof...(Index);) {
      std::size_t run = 1;
      while (i + run < sizeof...(Index) && parts[i + run] == parts[i]) ++run;
      write_run(out, run, parts[i]);
      i += run;
    }
    out << ')';
  }

  template <class... A, std::size_t... Index>
  static constexpr void write_alternatives(auto& out, const std::variant<A...>*,
                                           indices<Index...>) {
    constexpr text tags[] = {wire_name<A>()...};
    constexpr auto order = rank_names<sizeof...(A)>(tags);
    out << "v(";
    ((write_quoted(out, tags[order.at[Index]]),
      wire_shape<nth<order.at[Index], A...>, Enclosing...>::write(out)),
     ...);
    out << ')';
  }

  template <class... Member>
  static constexpr void write_members(auto& out, members<Member...>) {
    out << '{';
    ((write_quoted(out, Member::name),
      wire_shape<typename Member::type, T, Enclosing...>::write(out)),
     ...);
    out << '}';
  }
};

template <class T>
inline constexpr sha256_digest fingerprint_of = sha256_of(composed<wire_shape<T>>);

}  // namespace detail::codec

/// SHA-256 of what the documents of `T` look like, computed by the compiler. Renaming a type,
/// reordering its members or enumerators, or another container of the same form leaves it as it is;
/// a change that any document could show does not.
template <class T>
[[nodiscard]] consteval sha256_digest schema_fingerprint() {
  static_cast<void>(detail::codec::demand_serializable<T>{});
  if constexpr (serializable<T>)
    return detail::codec::fingerprint_of<T>;
  else
    return {};
}

}  // namespace pawl
