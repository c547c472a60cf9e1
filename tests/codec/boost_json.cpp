// SPDX-License-Identifier: BSL-1.0
// pawl::json beside Boost.JSON, an implementation that shares nothing with it: the same syntax is
// accepted, the same values are meant, and the schema says what decoding does. The only translation
// unit with Boost.JSON's sources.
#include <pawl/codec/json.hpp>
#include <pawl/codec/syntax.hpp>

#include <boost/json/src.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <regex>
#include <string>

#include "codec/payloads.hpp"
#include "support/catch.hpp"

namespace {

namespace bj = boost::json;
using payloads::everything;

/// Whether Boost.JSON accepts a document; nothing where the two differ on purpose: we refuse U+0000
/// in strings, and Boost.JSON refuses exponents that no double has, which RFC 8259 does not.
std::optional<bool> boost_accepts(const std::string& document) {
  if (document.find("\\u0000") != std::string::npos) return std::nullopt;
  boost::system::error_code error;
  bj::parse_options options;
  options.max_depth = pawl::codec_max_depth;
  bj::parse(document, error, {}, options);
  if (error == bj::error::exponent_overflow) return std::nullopt;
  return !error;
}

/// The value as Boost.JSON would hold it, written member by member: the oracle of the encoding.
bj::value expected_value(const everything& e) {
  const auto point = [](const payloads::point& p) { return bj::object{{"x", p.x}, {"y", p.y}}; };
  const std::function<bj::value(const payloads::tree&)> tree =
      [&](const payloads::tree& t) -> bj::value {
    bj::array children;
    for (const auto& child : t.children) children.push_back(tree(child));
    return bj::object{{"value", t.value}, {"children", children}};
  };
  bj::object o{{"flag", e.flag}, {"i8", e.i8},   {"u8", e.u8},   {"i16", e.i16}, {"u16", e.u16},
               {"i32", e.i32},   {"u32", e.u32}, {"i64", e.i64}, {"u64", e.u64}, {"text", e.text}};
  o["real"] = e.real;
  o["paint"] = e.paint == payloads::color::red     ? "red"
               : e.paint == payloads::color::green ? "green"
                                                   : "blue";
  o["delay"] = std::to_string(e.delay.count()) + "ms";
  if (e.maybe) o["maybe"] = point(*e.maybe);
  bj::object choice;
  switch (e.choice.index()) {
    case 0:
      choice["nothing"] = nullptr;
      break;
    case 1:
      choice["point"] = point(std::get<1>(e.choice));
      break;
    case 2: {
      const auto& mail = std::get<2>(e.choice);
      bj::object inner{{"to", mail.to}};
      if (mail.cc) inner["cc"] = *mail.cc;
      choice["email"] = inner;
      break;
    }
    default:
      choice["string"] = std::get<3>(e.choice);
      break;
  }
  o["choice"] = choice;
  bj::array points, bits, holes, triple, words;
  for (const auto& p : e.points) points.push_back(point(p));
  for (const bool bit : e.bits) bits.push_back(bit);
  for (const auto& hole : e.holes) holes.push_back(hole ? bj::value(*hole) : bj::value(nullptr));
  for (const auto part : e.triple) triple.push_back(part);
  for (const auto& word : e.words) words.push_back(bj::string(word));
  o["points"] = points;
  o["bits"] = bits;
  o["holes"] = holes;
  o["triple"] = triple;
  o["words"] = words;
  bj::object measures, groups;
  for (const auto& [key, value] : e.measures) measures[key] = value;
  for (const auto& [key, values] : e.groups) groups[key] = bj::array(values.begin(), values.end());
  o["measures"] = measures;
  o["groups"] = groups;
  o["entry"] = bj::array{bj::string(e.entry.first), e.entry.second};
  o["mixed"] = bj::array{std::get<0>(e.mixed), point(std::get<1>(e.mixed))};
  o["root"] = tree(e.root);
  o["empty"] = bj::object{};
  return o;
}

/// Whole numbers are compared by value: we write 1.0 as `1`, which Boost.JSON reads as an integer.
/// Its parser may also be off by a unit in the last place, so real numbers are compared loosely
/// here; that ours are exact is shown in number.cpp.
bool alike(const bj::value& a, const bj::value& b) {
  if (a.is_number() && b.is_number()) {
    if (a.is_int64() && b.is_uint64())
      return a.get_int64() >= 0 && a.to_number<std::uint64_t>() == b.get_uint64();
    if (a.is_uint64() && b.is_int64()) return alike(b, a);
    if (!a.is_double() && !b.is_double()) return a == b;
    const double x = a.to_number<double>();
    const double y = b.to_number<double>();
    return x == y || std::abs(x - y) <= std::abs(y) * 1e-14 || std::abs(x - y) < 1e-322;
  }
  if (a.is_array() && b.is_array()) {
    if (a.get_array().size() != b.get_array().size()) return false;
    for (std::size_t i = 0; i < a.get_array().size(); ++i)
      if (!alike(a.get_array()[i], b.get_array()[i])) return false;
    return true;
  }
  if (a.is_object() && b.is_object()) {
    if (a.get_object().size() != b.get_object().size()) return false;
    for (const auto& [key, value] : a.get_object()) {
      const auto* other = b.get_object().if_contains(key);
      if (other == nullptr || !alike(value, *other)) return false;
    }
    return true;
  }
  return a == b;
}

/// As much of JSON Schema as our schemas use.
class schema_validator {
 public:
  explicit schema_validator(pawl::text schema) : root_(bj::parse({schema.data(), schema.size()})) {}

  bool accepts(const bj::value& value) const { return accepts(root_.as_object(), value); }

 private:
  bool accepts(const bj::object& schema, const bj::value& value) const {
    for (const auto& [keyword, argument] : schema)
      if (!keeps(keyword, argument, schema, value)) return false;
    return true;
  }

  bool keeps(std::string_view keyword, const bj::value& argument, const bj::object& schema,
             const bj::value& value) const {
    if (keyword == "$schema" || keyword == "$defs") return true;
    if (keyword == "$ref") return accepts(referred(argument.as_string()), value);
    if (keyword == "type") return is(value, argument.as_string());
    if (keyword == "enum")
      return std::ranges::find(argument.as_array(), value) != argument.as_array().end();
    if (keyword == "anyOf" || keyword == "oneOf") {
      const auto matching = std::ranges::count_if(
          argument.as_array(), [&](const bj::value& s) { return accepts(s.as_object(), value); });
      return keyword == "anyOf" ? matching > 0 : matching == 1;
    }
    if (value.is_number()) {
      if (keyword == "minimum") return at_most(argument, value);
      if (keyword == "maximum") return at_most(value, argument);
    }
    if (value.is_string()) {
      const std::string string(value.get_string());
      if (keyword == "pattern") return std::regex_search(string, pattern(argument.as_string()));
      if (keyword == "format") {
        std::chrono::sys_time<std::chrono::microseconds> ignored;
        return !pawl::detail::codec::parse_time(string, ignored);
      }
    }
    if (value.is_array()) return keeps_array(keyword, argument, schema, value.get_array());
    if (value.is_object()) return keeps_object(keyword, argument, schema, value.get_object());
    return true;
  }

  bool keeps_array(std::string_view keyword, const bj::value& argument, const bj::object& schema,
                   const bj::array& array) const {
    const auto* prefix = schema.if_contains("prefixItems");
    if (keyword == "minItems") return array.size() >= argument.to_number<std::size_t>();
    if (keyword == "maxItems") return array.size() <= argument.to_number<std::size_t>();
    if (keyword == "uniqueItems") {
      for (auto at = array.begin(); at != array.end(); ++at)
        if (std::find(at + 1, array.end(), *at) != array.end()) return false;
    }
    if (keyword == "prefixItems") {
      for (std::size_t i = 0; i < std::min(array.size(), argument.as_array().size()); ++i)
        if (!accepts(argument.as_array()[i].as_object(), array[i])) return false;
    }
    if (keyword == "items") {
      if (argument.is_bool()) return array.size() <= prefix->as_array().size();
      return std::ranges::all_of(
          array, [&](const bj::value& element) { return accepts(argument.as_object(), element); });
    }
    return true;
  }

  bool keeps_object(std::string_view keyword, const bj::value& argument, const bj::object& schema,
                    const bj::object& object) const {
    if (keyword == "required")
      return std::ranges::all_of(argument.as_array(), [&](const bj::value& name) {
        return object.contains(name.as_string());
      });
    if (keyword == "properties") {
      return std::ranges::all_of(object, [&](const auto& member) {
        const auto* property = argument.as_object().if_contains(member.key());
        return property == nullptr || accepts(property->as_object(), member.value());
      });
    }
    if (keyword == "additionalProperties") {
      const auto* properties = schema.if_contains("properties");
      return std::ranges::all_of(object, [&](const auto& member) {
        if (properties != nullptr && properties->as_object().contains(member.key())) return true;
        return argument.is_object() && accepts(argument.as_object(), member.value());
      });
    }
    return true;
  }

  static bool is(const bj::value& value, std::string_view type) {
    if (type == "integer") return value.is_int64() || value.is_uint64();
    if (type == "number") return value.is_number();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_bool();
    if (type == "array") return value.is_array();
    if (type == "object") return value.is_object();
    return value.is_null();
  }

  static bool at_most(const bj::value& a, const bj::value& b) {
    if (a.is_uint64()) return b.is_uint64() && a.get_uint64() <= b.get_uint64();
    if (b.is_uint64()) return true;
    return a.get_int64() <= b.get_int64();
  }

  const bj::object& referred(std::string_view reference) const {
    if (reference == "#") return root_.as_object();
    return root_.at("$defs").at(reference.substr(std::string_view("#/$defs/").size())).as_object();
  }

  const std::regex& pattern(std::string_view source) const {
    const auto [entry, fresh] = patterns_.try_emplace(std::string(source));
    if (fresh) entry->second = entry->first;
    return entry->second;
  }

  bj::value root_;
  mutable std::map<std::string, std::regex> patterns_;
};

}  // namespace

TEST_CASE("what we encode means the same to Boost.JSON, and what it serialises the same to us") {
  const auto first = std::random_device{}();
  for (unsigned seed = first; seed != first + 200; ++seed) {
    INFO("seed " << seed);
    const everything value = payloads::generator(seed).all();
    const std::string document = pawl::json::encode(value).value();
    bj::value theirs = bj::parse(document);
    bj::object compared = theirs.as_object();
    for (const auto* not_compared : {"single", "elapsed", "when"}) compared.erase(not_compared);
    REQUIRE(alike(compared, expected_value(value)));

    // Real numbers go back as we wrote them, because Boost.JSON need not read them exactly.
    everything whole = value;
    whole.single = 0.5f;
    whole.real = -2.25;
    for (auto& [key, measure] : whole.measures) measure = 1e10;
    theirs = bj::parse(pawl::json::encode(whole).value());
    const auto back = pawl::json::decode<everything>(bj::serialize(theirs));
    if (!back) FAIL(describe(back.error()));
    REQUIRE(*back == whole);
  }
}

TEST_CASE("we accept exactly the syntax that Boost.JSON accepts") {
  const auto first = std::random_device{}();
  std::size_t accepted = 0;
  std::size_t refused = 0;
  constexpr pawl::text alphabet = "{}[]\",:\\u0dD8e1E+-.truefalsn \n\t\r\v/bx\xc3\xa9\xed\xa0\x80";
  for (unsigned seed = first; seed != first + 3000; ++seed) {
    std::mt19937 random(seed);
    std::string document;
    if (seed % 4 == 0) {
      document.resize(1 + random() % 12);
      for (char& c : document) c = alphabet[random() % alphabet.size()];
    } else {
      payloads::generator values(seed);
      const auto small = [&] {
        return std::tuple{values.string(), values.floating<double>(), values.a_tree(2)};
      };
      document = seed % 4 == 1 ? pawl::json::encode(values.all()).value()
                               : pawl::json::encode(small()).value();
      for (auto changes = random() % 3; changes != 0; --changes) {
        const std::size_t at = random() % document.size();
        switch (random() % 3) {
          case 0:
            document[at] = alphabet[random() % alphabet.size()];
            break;
          case 1:
            document.insert(at, 1, alphabet[random() % alphabet.size()]);
            break;
          default:
            document.erase(at, 1);
            break;
        }
        if (document.empty()) break;
      }
    }
    INFO("seed " << seed << ": " << document);
    const bool ours = pawl::check_json(document).has_value();
    const auto theirs = boost_accepts(document);
    if (!theirs) continue;
    REQUIRE(ours == *theirs);
    ++(ours ? accepted : refused);
  }
  CHECK(accepted > 300);
  CHECK(refused > 300);
}

TEST_CASE("the schema accepts what decoding accepts and refuses what it refuses", "[SVC-26]") {
  const schema_validator schema(pawl::json_schema<everything>());
  const auto first = std::random_device{}();
  std::size_t accepted = 0;
  std::size_t refused = 0;
  for (unsigned seed = first; seed != first + 500; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    bj::value document = bj::parse(pawl::json::encode(payloads::generator(seed).all()).value());
    // One member somewhere is removed, added, or replaced by a value from anywhere.
    bj::value* place = &document;
    for (auto steps = random() % 4; steps != 0; --steps) {
      if (place->is_object() && !place->get_object().empty())
        place = &(place->get_object().begin() +
                  static_cast<std::ptrdiff_t>(random() % place->get_object().size()))
                     ->value();
      else if (place->is_array() && !place->get_array().empty())
        place = &place->get_array()[random() % place->get_array().size()];
    }
    const bj::value replacements[] = {nullptr,
                                      true,
                                      1,
                                      -1,
                                      300,
                                      70000,
                                      0.5,
                                      "red",
                                      "5ms",
                                      "1.5s",
                                      "",
                                      bj::array{},
                                      bj::object{},
                                      bj::object{{"x", 1}, {"y", 2}},
                                      "2026-01-01T00:00:00Z",
                                      bj::array{1, 2, 3}};
    if (seed % 3 == 0)
      *place = replacements[random() % std::size(replacements)];
    else if (place->is_object() && seed % 3 == 1)
      place->get_object()["x"] = 1;
    else if (place->is_object() && !place->get_object().empty())
      place->get_object().erase(place->get_object().begin());
    else if (place->is_array())
      place->get_array().push_back(1);

    const std::string text = bj::serialize(document);
    INFO(text);
    const auto ours = pawl::json::decode<everything>(text);
    INFO((ours ? "decoded" : describe(ours.error())));
    REQUIRE(schema.accepts(document) == ours.has_value());
    ++(ours ? accepted : refused);
  }
  CHECK(accepted > 30);
  CHECK(refused > 30);
}
