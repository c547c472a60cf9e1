// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/codec/detail/number.hpp>
#include <pawl/codec/fingerprint.hpp>
#include <pawl/codec/serializable.hpp>
#include <pawl/detail/compose.hpp>

namespace pawl {
namespace detail::codec {

/// The structs that a type reaches, itself among them, each once, in the order they are met. Made
/// by the compiler, where not every library allows a std::vector.
class structures {
 public:
  constexpr explicit structures(const wire_type& root) { add(root); }
  structures(const structures&) = delete;
  structures& operator=(const structures&) = delete;
  constexpr ~structures() { delete[] list_; }

  [[nodiscard]] constexpr std::size_t count() const { return count_; }
  [[nodiscard]] constexpr const wire_type& operator[](std::size_t at) const { return *list_[at]; }
  [[nodiscard]] constexpr std::size_t find(const wire_type& type) const {
    std::size_t at = 0;
    while (at < count_ && !is_same_struct(*list_[at], type)) ++at;
    return at;
  }

 private:
  constexpr void add(const wire_type& type) {
    if (type.kind == shape::structure) {
      if (find(type) != count_) return;
      append(&type);
      for (const wire_member& each : type.members) add(*each.type);
    } else {
      for (const wire_type* each : type.parts) add(*each);
    }
  }
  constexpr void append(const wire_type* type) {
    if (count_ == room_) {
      room_ = room_ == 0 ? 8 : 2 * room_;
      const auto** const larger = new const wire_type* [room_] {};
      for (std::size_t i = 0; i < count_; ++i) larger[i] = list_[i];
      delete[] list_;
      list_ = larger;
    }
    list_[count_++] = type;
  }

  const wire_type** list_ = nullptr;
  std::size_t count_ = 0;
  std::size_t room_ = 0;
};

/// Writes the schema of one type.
class schema_writer {
 public:
  constexpr schema_writer(sink& out, const wire_type& root) : out_(out), root_(root), all_(root) {}

  constexpr void write() {
    out_ << R"({"$schema":"https://json-schema.org/draft/2020-12/schema",)";
    body(root_);
    bool first = true;
    for (std::size_t i = 0; i < all_.count(); ++i) {
      if (is_root(i)) continue;
      out_ << text(first ? R"(,"$defs":{")" : R"(,")");
      name(i);
      out_ << R"(":{)";
      body(all_[i]);
      out_ << '}';
      first = false;
    }
    out_ << text(first ? "}" : "}}");
  }

 private:
  /// A root that is a struct is the first of all.
  [[nodiscard]] constexpr bool is_root(std::size_t index) const {
    return index == 0 && root_.kind == shape::structure;
  }

  /// The name of a struct in `$defs`. A name met before, or one that a URI would have to escape, is
  /// made unique by its number.
  constexpr void name(std::size_t index) {
    const text name = wire_name_of(all_[index]);
    bool unique = !name.empty();
    for (std::size_t i = 0; i < index; ++i) unique = unique && !(wire_name_of(all_[i]) == name);
    for (const char c : name) {
      const bool plain =
          is_digit(c) || c == '_' || c == '.' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      unique = unique && plain;
      out_ << (plain ? c : '_');
    }
    if (unique) return;
    out_ << '-';
    write_number(out_, index);
  }

  constexpr void schema(const wire_type& type) {
    if (type.kind != shape::structure) {
      out_ << '{';
      body(type);
      out_ << '}';
      return;
    }
    const std::size_t index = all_.find(type);
    if (is_root(index)) {
      out_ << R"({"$ref":"#"})";
    } else {
      out_ << R"({"$ref":"#/$defs/)";
      name(index);
      out_ << R"("})";
    }
  }

  /// A comma before all but the first.
  constexpr void separate(bool& first) {
    if (!first) out_ << ',';
    first = false;
  }

  constexpr void members(const wire_type& type) {
    bool first = true;
    out_ << R"("type":"object","properties":{)";
    for (const wire_member& each : type.members) {
      separate(first);
      out_ << '"' << each.name << R"(":)";
      schema(*each.type);
    }
    first = true;
    out_ << R"(},"required":[)";
    for (const wire_member& each : type.members) {
      if (!each.type->required()) continue;
      separate(first);
      out_ << '"' << each.name << '"';
    }
    out_ << R"(],"additionalProperties":false)";
  }

  constexpr void alternatives(const wire_type& type) {
    bool first = true;
    out_ << R"("oneOf":[)";
    for (const wire_type* each : type.parts) {
      separate(first);
      out_ << R"({"type":"object","properties":{)";
      write_quoted(out_, wire_name_of(*each));
      out_ << ':';
      schema(*each);
      out_ << R"(},"required":[)";
      write_quoted(out_, wire_name_of(*each));
      out_ << R"(],"additionalProperties":false})";
    }
    out_ << ']';
  }

  constexpr void bounds(const wire_type& type) {
    const std::uint64_t most = ~std::uint64_t{} >> (64 - type.bits + (type.is_signed ? 1 : 0));
    out_ << R"("type":"integer","minimum":)";
    if (type.is_signed) out_ << '-';
    write_number(out_, type.is_signed ? most + 1 : 0);
    out_ << R"(,"maximum":)";
    write_number(out_, most);
  }

  constexpr void length(std::size_t length) {
    out_ << R"(,"minItems":)";
    write_number(out_, length);
    out_ << R"(,"maxItems":)";
    write_number(out_, length);
  }

  constexpr void list(const wire_type& type) {
    out_ << R"("type":"array","items":)";
    schema(*type.parts[0]);
    if (type.kind == shape::set) out_ << R"(,"uniqueItems":true)";
    if (type.kind == shape::array) length(type.length);
  }

  constexpr void tuple(const wire_type& type) {
    bool first = true;
    out_ << R"("type":"array","prefixItems":[)";
    for (const wire_type* each : type.parts) {
      separate(first);
      schema(*each);
    }
    out_ << R"(],"items":false)";
    length(type.parts.count);
  }

  constexpr void body(const wire_type& type) {
    switch (type.kind) {
      case shape::structure:
        return members(type);
      case shape::nothing:
        out_ << R"("type":"null")";
        return;
      case shape::boolean:
        out_ << R"("type":"boolean")";
        return;
      case shape::integer:
        return bounds(type);
      case shape::number:
        out_ << R"("type":"number")";
        return;
      case shape::string:
        out_ << R"("type":"string")";
        return;
      case shape::output:
        out_ << R"("type":"string","format":"uuid")";
        return;
      case shape::enumeration: {
        bool first = true;
        out_ << R"("type":"string","enum":[)";
        for (const text name : type.names) {
          separate(first);
          write_quoted(out_, name);
        }
        out_ << ']';
        return;
      }
      case shape::duration:
        out_ << R"("type":"string","pattern":"^-?(0|[1-9][0-9]*))";
        if (type.parts[0]->kind == shape::number) out_ << "([.][0-9]+)?([eE][-+]?[0-9]+)?";
        out_ << type.unit << R"($")";
        return;
      case shape::moment:
        out_ << R"("type":"string","format":"date-time")";
        return;
      case shape::optional:
        out_ << R"("anyOf":[)";
        schema(*type.parts[0]);
        out_ << R"(,{"type":"null"}])";
        return;
      case shape::map:
        out_ << R"("type":"object","additionalProperties":)";
        schema(*type.parts[0]);
        return;
      case shape::variant:
        return alternatives(type);
      case shape::tuple:
        return tuple(type);
      case shape::list:
      case shape::set:
      case shape::array:
        return list(type);
      case shape::unknown:
        return;
    }
  }

  sink& out_;
  const wire_type& root_;
  structures all_;
};

template <class T>
struct schema_of {
  static constexpr void write(sink& out) {
    schema_writer(out, wire<std::remove_const_t<T>>::type).write();
  }
};

}  // namespace detail::codec

/// JSON Schema (2020-12) of the documents that decode as `T`, written by the compiler: structs
/// inside become `$defs`, unknown members are forbidden, integers have their bounds, enums their
/// names.
template <class T>
[[nodiscard]] consteval text json_schema() {
  static_cast<void>(detail::codec::demand_serializable<T>{});
  if constexpr (serializable<T>)
    return detail::composed<detail::codec::schema_of<T>>;
  else
    return {};
}

}  // namespace pawl
