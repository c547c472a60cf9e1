// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/detail/number.hpp>
#include <pawl/codec/fingerprint.hpp>
#include <pawl/codec/serializable.hpp>
#include <pawl/detail/compose.hpp>
#include <pawl/detail/slice.hpp>
#include <pawl/detail/type_list.hpp>

namespace pawl {
namespace detail::codec {

template <class... Seen>
consteval auto collect_structures(type_list<Seen...> seen, type_list<>) {
  return seen;
}
/// All structs reachable from `T, Rest…`, each once, in the order they are met.
template <class... Seen, class T, class... Rest>
consteval auto collect_structures(type_list<Seen...> seen, type_list<T, Rest...>) {
  constexpr shape kind = shape_of<T>;
  constexpr bool known = (std::same_as<T, Seen> || ...);
  if constexpr (kind == shape::structure && !known) {
    return []<class... Member>(members<Member...>) {
      return collect_structures(type_list<Seen..., T>{},
                                type_list<typename Member::type..., Rest...>{});
    }(members_of<T>{});
  } else if constexpr (kind == shape::map) {
    return collect_structures(seen, type_list<typename T::mapped_type, Rest...>{});
  } else if constexpr (kind == shape::variant) {
    return []<class... A>(const std::variant<A...>*) {
      return collect_structures(type_list<Seen...>{}, type_list<A..., Rest...>{});
    }(static_cast<const T*>(nullptr));
  } else if constexpr (kind == shape::tuple) {
    return []<std::size_t... I>(indices<I...>) {
      return collect_structures(type_list<Seen...>{},
                                type_list<std::tuple_element_t<I, T>..., Rest...>{});
    }(make_indices<std::tuple_size_v<T>>{});
  } else if constexpr (kind == shape::optional || kind == shape::list || kind == shape::set ||
                       kind == shape::array) {
    return collect_structures(seen, type_list<typename T::value_type, Rest...>{});
  } else {
    return collect_structures(seen, type_list<Rest...>{});
  }
}

/// A struct that a schema refers to: the address stands for the type, so that what writes about
/// them is no template of all of them.
struct definition {
  const char* type;
  text name;
};

/// The structs of one schema, the root among them; `root` is null for a root that is none.
struct definitions {
  slice<definition> all;
  const char* root;
};

/// The name of a struct in `$defs`. A name met before, or one that a URI would have to escape, is
/// made unique by its number.
constexpr void write_name(sink& out, slice<definition> all, std::size_t index) {
  const text name = all[index].name;
  bool unique = !name.empty();
  for (std::size_t i = 0; i < index; ++i) unique = unique && !(all[i].name == name);
  for (const char c : name) {
    const bool plain =
        is_digit(c) || c == '_' || c == '.' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    unique = unique && plain;
    out << (plain ? c : '_');
  }
  if (unique) return;
  out << '-';
  write_number(out, index);
}

constexpr void write_reference(sink& out, const definitions& known, const char* type) {
  if (type == known.root) {
    out << R"({"$ref":"#"})";
    return;
  }
  std::size_t index = 0;
  while (known.all[index].type != type) ++index;
  out << R"({"$ref":"#/$defs/)";
  write_name(out, known.all, index);
  out << R"("})";
}

template <class T>
constexpr void write_body(sink& out, const definitions& known);

template <class T>
constexpr void write_schema(sink& out, const definitions& known) {
  if constexpr (shape_of<T> == shape::structure) {
    write_reference(out, known, &address_of_type<T>);
  } else {
    out << '{';
    write_body<T>(out, known);
    out << '}';
  }
}

constexpr void write_length(sink& out, std::size_t length) {
  out << R"(,"minItems":)";
  write_number(out, length);
  out << R"(,"maxItems":)";
  write_number(out, length);
}

template <class T, std::size_t... Index>
constexpr void write_tuple(sink& out, const definitions& known, indices<Index...>) {
  out << R"("type":"array","prefixItems":[)";
  ((out << text(Index == 0 ? "" : ","), write_schema<std::tuple_element_t<Index, T>>(out, known)),
   ...);
  out << R"(],"items":false)";
  write_length(out, sizeof...(Index));
}

/// A comma before all but the first.
constexpr void separate(sink& out, bool& first) {
  if (!first) out << ',';
  first = false;
}

template <class T>
constexpr void write_alternative(sink& out, const definitions& known, bool& first) {
  separate(out, first);
  out << R"({"type":"object","properties":{)";
  write_quoted(out, wire_name<T>());
  out << ':';
  write_schema<T>(out, known);
  out << R"(},"required":[)";
  write_quoted(out, wire_name<T>());
  out << R"(],"additionalProperties":false})";
}

template <class... T>
constexpr void write_alternatives(sink& out, const definitions& known, const std::variant<T...>*) {
  bool first = true;
  (write_alternative<T>(out, known, first), ...);
}

/// What the schema of a struct has to know of a member.
struct property {
  text name;
  bool required;
  void (*write)(sink&, const definitions&);
};

constexpr void write_properties(sink& out, const definitions& known, slice<property> all) {
  bool first = true;
  out << R"("type":"object","properties":{)";
  for (const property& each : all) {
    separate(out, first);
    out << '"' << each.name << R"(":)";
    each.write(out, known);
  }
  first = true;
  out << R"(},"required":[)";
  for (const property& each : all) {
    if (!each.required) continue;
    separate(out, first);
    out << '"' << each.name << '"';
  }
  out << R"(],"additionalProperties":false)";
}

template <class... Member>
constexpr void write_members(sink& out, const definitions& known, members<Member...>) {
  constexpr property all[] = {{Member::name, shape_of<typename Member::type> != shape::optional,
                               &write_schema<typename Member::type>}...,
                              {}};
  write_properties(out, known, {all, sizeof...(Member)});
}

template <class T>
constexpr void write_body(sink& out, const definitions& known) {
  constexpr shape kind = shape_of<T>;
  if constexpr (kind == shape::nothing) {
    out << R"("type":"null")";
  } else if constexpr (kind == shape::boolean) {
    out << R"("type":"boolean")";
  } else if constexpr (kind == shape::integer) {
    out << R"("type":"integer","minimum":)";
    write_number(out, std::numeric_limits<T>::min());
    out << R"(,"maximum":)";
    write_number(out, std::numeric_limits<T>::max());
  } else if constexpr (kind == shape::number) {
    out << R"("type":"number")";
  } else if constexpr (kind == shape::string) {
    out << R"("type":"string")";
  } else if constexpr (kind == shape::enumeration) {
    out << R"("type":"string","enum":[)";
    for (std::size_t i = 0; i < names_of<T>.count; ++i) {
      if (i != 0) out << ',';
      write_quoted(out, names_of<T>.names[i]);
    }
    out << ']';
  } else if constexpr (kind == shape::duration) {
    out << R"("type":"string","pattern":"^-?(0|[1-9][0-9]*))";
    if constexpr (shape_of<typename T::rep> == shape::number)
      out << "([.][0-9]+)?([eE][-+]?[0-9]+)?";
    out << duration_unit<typename T::period>() << R"($")";
  } else if constexpr (kind == shape::moment) {
    out << R"("type":"string","format":"date-time")";
  } else if constexpr (kind == shape::optional) {
    out << R"("anyOf":[)";
    write_schema<typename T::value_type>(out, known);
    out << R"(,{"type":"null"}])";
  } else if constexpr (kind == shape::map) {
    out << R"("type":"object","additionalProperties":)";
    write_schema<typename T::mapped_type>(out, known);
  } else if constexpr (kind == shape::variant) {
    out << R"("oneOf":[)";
    write_alternatives(out, known, static_cast<const T*>(nullptr));
    out << ']';
  } else if constexpr (kind == shape::structure) {
    write_members(out, known, members_of<T>{});
  } else if constexpr (kind == shape::tuple) {
    write_tuple<T>(out, known, make_indices<std::tuple_size_v<T>>{});
  } else {
    out << R"("type":"array","items":)";
    write_schema<typename T::value_type>(out, known);
    if constexpr (kind == shape::set) out << R"(,"uniqueItems":true)";
    if constexpr (kind == shape::array) write_length(out, std::tuple_size_v<T>);
  }
}

/// Writes the schema of `Root`; `Structures…` are the structs it reaches.
template <class Root, class... Structures>
struct schema_writer {
  static constexpr definition list[] = {{&address_of_type<Structures>, wire_name<Structures>()}...,
                                        {}};
  static constexpr definitions known{{list, sizeof...(Structures)}, &address_of_type<Root>};

  template <class T>
  static constexpr void write_definition(sink& out, bool& first) {
    if (std::same_as<T, Root>) return;
    out << text(first ? R"(,"$defs":{")" : R"(,")");
    write_name(out, known.all, index_in<type_list<Structures...>, T>);
    out << R"(":{)";
    write_body<T>(out, known);
    out << '}';
    first = false;
  }

  static constexpr void write(sink& out) {
    out << R"({"$schema":"https://json-schema.org/draft/2020-12/schema",)";
    write_body<Root>(out, known);
    bool first = true;
    (write_definition<Structures>(out, first), ...);
    out << text(first ? "}" : "}}");
  }
};

template <class Root, class... Structures>
consteval text compose_schema(type_list<Structures...>) {
  return composed<schema_writer<Root, Structures...>>;
}

}  // namespace detail::codec

/// JSON Schema (2020-12) of the documents that decode as `T`, written by the compiler: structs
/// inside become `$defs`, unknown members are forbidden, integers have their bounds, enums their
/// names.
template <class T>
[[nodiscard]] consteval text json_schema() {
  static_cast<void>(detail::codec::demand_serializable<T>{});
  if constexpr (serializable<T>)
    return detail::codec::compose_schema<T>(
        detail::codec::collect_structures(detail::type_list<>{}, detail::type_list<T>{}));
  else
    return {};
}

}  // namespace pawl
