// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/detail/place.hpp>
#include <pawl/codec/flaw.hpp>
#include <pawl/codec/shape.hpp>
#include <pawl/codec/time.hpp>
#include <pawl/detail/slice.hpp>

// Types end here. What a payload type is on the wire becomes a table of constants, one per type and
// shared by all that have members of it; checking, schema, fingerprint, encoding and decoding of
// structs are ordinary functions over these tables. Only what touches a value of one type (a
// number, a string, the elements of a container) is a template, of that type alone.

namespace pawl::detail::codec {

class json_writer;
class json_reader;

/// A member of a struct, as the tables have it.
struct wire_member {
  text name{};
  const wire_type* type = nullptr;
  std::size_t slot = 0;  ///< its number in the source
  bool assignable = true;
};

/// A type as a value. While one is made, no other is read: a struct may contain itself.
struct wire_type {
  shape kind{};
  flaw own{};
  text printed{};  ///< its name as the compiler prints it, with what stands around it
  text said{};     ///< what `pawl_name` says
  unsigned bits = 0;
  bool is_signed = false;
  text unit{};                              ///< of a duration or moment
  slice<text> names{};                      ///< of an enum
  slice<const wire_type*> parts{};          ///< elements, alternatives; what a duration counts in
  std::size_t length = 0;                   ///< of an array
  slice<wire_member> members{};             ///< sorted by name
  void (*locate)(void*, void**) = nullptr;  ///< where the members of a struct stand
  bool (*absent)(const void*) = nullptr;    ///< whether an optional is empty
  void (*clear)(void*) = nullptr;           ///< empties an optional
  bool (*encode)(json_writer&, const void*) = nullptr;
  bool (*decode)(json_reader&, void*) = nullptr;

  [[nodiscard]] constexpr bool required() const { return kind != shape::optional; }
};

// Defined with the encoder and the decoder.
template <class T>
bool encode_erased(json_writer& to, const void* value);
template <class T>
bool decode_erased(json_reader& in, void* value);

/// The name of a type in sentences.
constexpr text spoken_name_of(const wire_type& type) { return unqualified(type.printed); }

/// Whether two structs are one type. Compares what their tables say: with -fsanitize=undefined, g++
/// 12 compares no addresses of tables in a constant expression. The members are compared too,
/// because the compiler prints two local structs of one function alike.
constexpr bool is_same_struct(const wire_type& a, const wire_type& b) {
  if (!(a.printed == b.printed) || a.members.count != b.members.count) return false;
  for (std::size_t i = 0; i < a.members.count; ++i)
    if (!(a.members[i].name == b.members[i].name) ||
        !(a.members[i].type->printed == b.members[i].type->printed))
      return false;
  return true;
}

/// `wire_name` of a type.
constexpr text wire_name_of(const wire_type& type) {
  if (!type.said.empty()) return type.said;
  if (type.kind != shape::structure && type.kind != shape::enumeration) return name_of(type.kind);
  return name_without_arguments(unqualified(type.printed));
}

template <class... T>
inline constexpr const wire_type* part_list[] = {&wire<T>::type..., nullptr};

/// The table of a struct, before it is sorted and after.
template <std::size_t Count>
struct member_table {
  wire_member list[Count == 0 ? 1 : Count]{};
  bool sound = true;
};

constexpr void sort_table(wire_member* list, std::size_t count) {
  for (std::size_t i = 1; i < count; ++i) {
    const wire_member moved = list[i];
    std::size_t at = i;
    for (; at > 0 && bytewise_less(moved.name, list[at - 1].name); --at) list[at] = list[at - 1];
    list[at] = moved;
  }
}

template <class Member>
constexpr wire_member describe_member() {
  using type = typename Member::type;
  return {Member::name, &wire<std::remove_const_t<type>>::type, 0,
          std::is_lvalue_reference_v<typename Member::access> && !std::is_const_v<type>};
}

// What is refused anyway, because it cannot be assigned, has no place.
template <class Part>
void put_place(void**&, const Part&) {}
template <class Part>
  requires(!std::is_const_v<Part>)
void put_place(void**& to, Part& part) {
  *to++ = __builtin_addressof(part);
}

/// Of a struct that a library or its author has reflected.
template <class T, class Members>
struct table_of_members;
template <class T, class... Member>
struct table_of_members<T, members<Member...>> {
  static constexpr std::size_t count = sizeof...(Member);
  static consteval member_table<count> make() {
    member_table<count> table{{describe_member<Member>()...}};
    for (std::size_t i = 0; i < count; ++i) table.list[i].slot = i;
    sort_table(table.list, count);
    return table;
  }
  static void locate([[maybe_unused]] void* object, [[maybe_unused]] void** to) {
    (put_place(to, Member::of(*static_cast<T*>(object))), ...);
  }
};

/// Of a plain aggregate.
template <class T>
struct table_of_plain {
  static constexpr std::size_t count = plain_look_at<T>.count;
  static consteval member_table<count> make() {
    const auto found = list_members<T>();
    member_table<count> table;
    table.sound = found.where.sound;
    for (std::size_t i = 0; i < count; ++i)
      table.list[i] = {found.names[i], found.where.list[i].type, i, found.where.list[i].assignable};
    sort_table(table.list, count);
    return table;
  }
  static void locate(void* object, void** to) {
    bindings<count>::bind(*static_cast<T*>(object), place_sink{nullptr, to});
  }
};

template <class T>
concept reflects_itself = requires { reflection<T>::by_itself; };

template <class T>
struct choose_table : table_of_members<T, typename reflection<T>::type> {};
template <reflects_itself T>
struct choose_table<T> : table_of_plain<T> {};

template <class T>
struct table_of : choose_table<T> {
  static constexpr auto table = choose_table<T>::make();
};

/// Whether a container can be given elements at all. If not, what would fill it is not
/// instantiated, since the compiler would complain in its own words.
template <class T>
consteval bool can_be_filled() {
  constexpr shape kind = shape_of<T>;
  if constexpr (kind == shape::map)
    return makeable<typename T::mapped_type>;
  else if constexpr (kind == shape::variant)
    return []<class... A>(const std::variant<A...>*) {
      return (makeable<A> && ...);
    }(static_cast<const T*>(nullptr));
  else if constexpr (kind == shape::optional || kind == shape::list || kind == shape::set)
    return makeable<typename T::value_type>;
  else
    return true;
}

template <class T>
bool absent_erased(const void* value) {
  return !static_cast<const T*>(value)->has_value();
}
template <class T>
void clear_erased(void* value) {
  static_cast<T*>(value)->reset();
}

template <class T, std::size_t... Index>
consteval slice<const wire_type*> tuple_parts(indices<Index...>) {
  return {part_list<std::tuple_element_t<Index, T>...>, sizeof...(Index)};
}
template <class... T>
consteval slice<const wire_type*> alternatives(const std::variant<T...>*) {
  return {part_list<T...>, sizeof...(T)};
}

template <class T>
consteval slice<const wire_type*> parts_of() {
  constexpr shape kind = shape_of<T>;
  if constexpr (kind == shape::duration || kind == shape::moment)
    return {part_list<typename T::rep>, 1};
  else if constexpr (kind == shape::map)
    return {part_list<typename T::mapped_type>, 1};
  else if constexpr (kind == shape::tuple)
    return tuple_parts<T>(make_indices<std::tuple_size_v<T>>{});
  else if constexpr (kind == shape::variant)
    return alternatives(static_cast<const T*>(nullptr));
  else if constexpr (kind == shape::optional || kind == shape::list || kind == shape::set ||
                     kind == shape::array)
    return {part_list<typename T::value_type>, 1};
  else
    return {};
}

template <class T>
consteval wire_type describe_type() {
  constexpr shape kind = shape_of<T>;
  // Constants of their own: inside an initialiser GCC 12 takes the addresses of these functions.
  constexpr flaw own = own_flaw<T>();
  constexpr text printed = spelled_type<T>();
  wire_type type{.kind = kind, .own = own, .printed = printed};
  if constexpr (says_its_name<T>) type.said = pawl_name(static_cast<const T*>(nullptr));
  if constexpr (kind == shape::structure) {
    constexpr std::size_t count = table_of<T>::count;
    type.members = {table_of<T>::table.list, count};
    if (!table_of<T>::table.sound) type.own = flaw::bit_field;
    type.locate = &table_of<T>::locate;
  } else if constexpr (own == flaw::none) {
    type.parts = parts_of<T>();
    if constexpr (kind == shape::integer || kind == shape::number) {
      type.bits = sizeof(T) * 8;
      type.is_signed = std::is_signed_v<T>;
    } else if constexpr (kind == shape::enumeration) {
      type.names = {names_of<T>.names, names_of<T>.count};
    } else if constexpr (kind == shape::duration || kind == shape::moment) {
      type.unit = duration_unit<typename T::period>();
    } else if constexpr (kind == shape::array) {
      type.length = std::tuple_size_v<T>;
    } else if constexpr (kind == shape::optional) {
      type.absent = &absent_erased<T>;
      type.clear = &clear_erased<T>;
    }
    if constexpr (can_be_filled<T>()) {
      type.encode = &encode_erased<T>;
      type.decode = &decode_erased<T>;
    }
  }
  return type;
}

/// The table of a type.
template <class T>
struct wire {
  static constexpr wire_type type = describe_type<T>();
};

}  // namespace pawl::detail::codec
