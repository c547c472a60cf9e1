// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/detail/number.hpp>
#include <pawl/codec/fingerprint.hpp>
#include <pawl/codec/serializable.hpp>
#include <pawl/detail/compose.hpp>
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

/// Writes the schema of `Root`; `Structures…` are the structs it reaches.
template <class Root, class... Structures>
struct schema_writer {
  template <class T>
  static constexpr std::size_t index_of = index_in<type_list<Structures...>, T>;

  /// The name of a struct in `$defs`. A name met before, or one that a URI would have to escape, is
  /// made unique by its number.
  template <class T>
  static constexpr void write_name(auto& out) {
    constexpr text names[] = {wire_name<Structures>()..., {}};
    constexpr text name = wire_name<T>();
    bool unique = !name.empty();
    for (std::size_t i = 0; i < index_of<T>; ++i) unique = unique && !(names[i] == name);
    for (const char c : name) {
      const bool plain =
          is_digit(c) || c == '_' || c == '.' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      unique = unique && plain;
      out << (plain ? c : '_');
    }
    if (unique) return;
    out << '-';
    write_number(out, index_of<T>);
  }

  template <class T>
  static constexpr void write_schema(auto& out) {
    if constexpr (shape_of<T> == shape::structure && std::same_as<T, Root>) {
      out << R"({"$ref":"#"})";
    } else if constexpr (shape_of<T> == shape::structure) {
      out << R"({"$ref":"#/$defs/)";
      write_name<T>(out);
      out << R"("})";
    } else {
      out << '{';
      write_body<T>(out);
      out << '}';
    }
  }

  template <class T>
  static constexpr void write_body(auto& out) {
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
      write_schema<typename T::value_type>(out);
      out << R"(,{"type":"null"}])";
    } else if constexpr (kind == shape::map) {
      out << R"("type":"object","additionalProperties":)";
      write_schema<typename T::mapped_type>(out);
    } else if constexpr (kind == shape::variant) {
      out << R"("oneOf":[)";
      write_alternatives(out, static_cast<const T*>(nullptr));
      out << ']';
    } else if constexpr (kind == shape::structure) {
      write_members(out, members_of<T>{});
    } else if constexpr (kind == shape::tuple) {
      write_tuple<T>(out, make_indices<std::tuple_size_v<T>>{});
    } else {
      out << R"("type":"array","items":)";
      write_schema<typename T::value_type>(out);
      if constexpr (kind == shape::set) out << R"(,"uniqueItems":true)";
      if constexpr (kind == shape::array) write_length(out, std::tuple_size_v<T>);
    }
  }

  static constexpr void write_length(auto& out, std::size_t length) {
    out << R"(,"minItems":)";
    write_number(out, length);
    out << R"(,"maxItems":)";
    write_number(out, length);
  }

  template <class T, std::size_t... Index>
  static constexpr void write_tuple(auto& out, indices<Index...>) {
    out << R"("type":"array","prefixItems":[)";
    ((out << text(Index == 0 ? "" : ","), write_schema<std::tuple_element_t<Index, T>>(out)), ...);
    out << R"(],"items":false)";
    write_length(out, sizeof...(Index));
  }

  /// A comma before all but the first.
  static constexpr void separate(auto& out, bool& first) {
    if (!first) out << ',';
    first = false;
  }

  template <class... T>
  static constexpr void write_alternatives(auto& out, const std::variant<T...>*) {
    bool first = true;
    (write_alternative<T>(out, first), ...);
  }

  template <class T>
  static constexpr void write_alternative(auto& out, bool& first) {
    separate(out, first);
    out << R"({"type":"object","properties":{)";
    write_quoted(out, wire_name<T>());
    out << ':';
    write_schema<T>(out);
    out << R"(},"required":[)";
    write_quoted(out, wire_name<T>());
    out << R"(],"additionalProperties":false})";
  }

  template <class... Member>
  static constexpr void write_members(auto& out, members<Member...>) {
    [[maybe_unused]] bool first = true;  // of no use to a struct without members
    out << R"("type":"object","properties":{)";
    (write_property<Member>(out, first), ...);
    first = true;
    out << R"(},"required":[)";
    (write_required<Member>(out, first), ...);
    out << R"(],"additionalProperties":false)";
  }

  template <class Member>
  static constexpr void write_property(auto& out, bool& first) {
    separate(out, first);
    write_quoted(out, Member::name);
    out << ':';
    write_schema<typename Member::type>(out);
  }

  template <class Member>
  static constexpr void write_required(auto& out, bool& first) {
    if (shape_of<typename Member::type> == shape::optional) return;
    separate(out, first);
    write_quoted(out, Member::name);
  }

  template <class T>
  static constexpr void write_definition(auto& out, bool& first) {
    if (std::same_as<T, Root>) return;
    out << text(first ? R"(,"$defs":{")" : R"(,")");
    write_name<T>(out);
    out << R"(":{)";
    write_body<T>(out);
    out << '}';
    first = false;
  }

  static constexpr void write(auto& out) {
    out << R"({"$schema":"https://json-schema.org/draft/2020-12/schema",)";
    write_body<Root>(out);
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
