// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/detail/escape.hpp>
#include <pawl/codec/detail/number.hpp>
#include <pawl/codec/detail/utf8.hpp>
#include <pawl/codec/serializable.hpp>
#include <pawl/codec/sha256.hpp>
#include <pawl/detail/compose.hpp>

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

/// A struct that is being written, and the one around it.
struct enclosing {
  const wire_type* type;
  const enclosing* outer;
};

constexpr void write_shape(sink& out, const wire_type& type, const enclosing* around);

/// The shape of a type as a text of its own.
class shape_text {
 public:
  constexpr shape_text() = default;
  constexpr shape_text(const wire_type& type, const enclosing* around) {
    sink measured;
    write_shape(measured, type, around);
    size_ = measured.size;
    chars_ = new char[size_ + 1]{};
    sink stored{chars_};
    write_shape(stored, type, around);
  }
  constexpr shape_text(shape_text&& other) : chars_(other.chars_), size_(other.size_) {
    other.chars_ = nullptr;
  }
  constexpr shape_text& operator=(shape_text&& other) {
    char* const mine = chars_;
    chars_ = other.chars_;
    size_ = other.size_;
    other.chars_ = mine;
    return *this;
  }
  constexpr ~shape_text() { delete[] chars_; }
  [[nodiscard]] constexpr text view() const { return {chars_, size_}; }

 private:
  char* chars_ = nullptr;
  std::size_t size_ = 0;
};

constexpr void write_run(sink& out, std::size_t length, text element) {
  write_number(out, length);
  out << '*' << element << ',';
}

// Equal neighbours are counted, so that a pair and an array of two are the same.
constexpr void write_tuple(sink& out, const wire_type& type, const enclosing* around) {
  shape_text run;
  std::size_t length = 0;
  for (const wire_type* each : type.parts) {
    shape_text next(*each, around);
    if (length != 0 && !(next.view() == run.view())) {
      write_run(out, length, run.view());
      length = 0;
    }
    run = std::move(next);
    ++length;
  }
  if (length != 0) write_run(out, length, run.view());
}

/// The number of the name that comes behind the one before in bytewise order; names differ.
constexpr std::size_t next_name(std::size_t count, const text* before, auto name_at) {
  std::size_t next = count;
  for (std::size_t i = 0; i < count; ++i) {
    const bool behind = before == nullptr || bytewise_less(*before, name_at(i));
    if (behind && (next == count || bytewise_less(name_at(i), name_at(next)))) next = i;
  }
  return next;
}

/// Goes through names in bytewise order.
constexpr void in_order(std::size_t count, auto name_at, auto visit) {
  text last;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = next_name(count, i == 0 ? nullptr : &last, name_at);
    last = name_at(at);
    visit(at);
  }
}

/// Says what is on the wire and nothing else: no C++ name except those of members, enumerators and
/// alternatives, and these sorted, since their order in the source changes no document. A struct
/// inside itself is written as its distance, `^1`.
constexpr void write_shape(sink& out, const wire_type& type, const enclosing* around) {
  switch (type.kind) {
    case shape::nothing:
      out << 'n';
      return;
    case shape::boolean:
      out << 'b';
      return;
    case shape::integer:
      out << (type.is_signed ? 'i' : 'u');
      write_number(out, type.bits);
      return;
    case shape::number:
      out << 'f';
      write_number(out, type.bits);
      return;
    case shape::string:
      out << 's';
      return;
    case shape::output:
      out << 'o';
      return;
    case shape::enumeration:
      out << "e(";
      in_order(
          type.names.count, [&](std::size_t i) { return type.names[i]; },
          [&](std::size_t i) { write_quoted(out, type.names[i]); });
      out << ')';
      return;
    case shape::duration:
    case shape::moment:
      out << (type.kind == shape::duration ? 'd' : 't') << type.unit << ':';
      return write_shape(out, *type.parts[0], nullptr);
    case shape::optional:
      out << '?';
      return write_shape(out, *type.parts[0], around);
    case shape::list:
    case shape::set:
      out << (type.kind == shape::list ? '[' : '<');
      write_shape(out, *type.parts[0], around);
      out << (type.kind == shape::list ? ']' : '>');
      return;
    case shape::map:
      out << "m[";
      write_shape(out, *type.parts[0], around);
      out << ']';
      return;
    case shape::array:
      out << '(';
      if (type.length != 0) write_run(out, type.length, shape_text(*type.parts[0], around).view());
      out << ')';
      return;
    case shape::tuple:
      out << '(';
      write_tuple(out, type, around);
      out << ')';
      return;
    case shape::variant:
      out << "v(";
      in_order(
          type.parts.count, [&](std::size_t i) { return wire_name_of(*type.parts[i]); },
          [&](std::size_t i) {
            write_quoted(out, wire_name_of(*type.parts[i]));
            write_shape(out, *type.parts[i], around);
          });
      out << ')';
      return;
    case shape::structure: {
      std::size_t distance = 1;
      for (const enclosing* outer = around; outer != nullptr; outer = outer->outer, ++distance) {
        if (!is_same_struct(*outer->type, type)) continue;
        out << '^';
        return write_number(out, distance);
      }
      const enclosing here{&type, around};
      out << '{';
      for (const wire_member& each : type.members) {
        write_quoted(out, each.name);
        write_shape(out, *each.type, &here);
      }
      out << '}';
      return;
    }
    case shape::unknown:
      return;
  }
}

template <class T>
struct wire_shape {
  static constexpr void write(sink& out) {
    write_shape(out, wire<std::remove_const_t<T>>::type, nullptr);
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
