// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <set>

#include <pawl/codec/syntax.hpp>
#include <pawl/codec/time.hpp>
#include <pawl/http/problem.hpp>
#include <pawl/storage/operation.hpp>

namespace pawl::http {

/// Reads a JSON object whose members are known: each at most once, no others. A member is read into
/// where it belongs; what is wrong is told with its place.
///
///     body_reader body(in.body);
///     body.read([&](text name, body_member& value) {
///       if (name == "reason") return value.to(reason);
///       return value.unknown();
///     });
///     if (auto wrong = body.wrong()) return *std::move(wrong);
class body_member {
 public:
  explicit body_member(pawl::detail::codec::json_reader& in) : in_(in) {}

  bool to(std::string& string) {
    text read;
    if (!in_.string(read)) return false;
    string.assign(read.data(), read.size());
    return true;
  }
  template <class Number>
    requires std::integral<Number> || std::floating_point<Number>
  bool to(Number& number) {
    return in_.number(number);
  }
  template <class T>
  bool to(std::optional<T>& maybe) {
    return to(maybe.emplace());
  }
  bool to(instant& time) {
    in_.skip_space();
    const char* const start = in_.position();
    text read;
    if (!in_.string(read)) return false;
    const auto flaw = pawl::detail::codec::parse_time(read, time);
    return !flaw || in_.fail(*flaw, start);
  }
  bool to(job_id& id) {
    in_.skip_space();
    const char* const start = in_.position();
    text read;
    if (!in_.string(read)) return false;
    const auto parsed = parse_job_id(std::string_view(read));
    if (!parsed) return in_.fail(codec_errc::invalid_format, start);
    id = *parsed;
    return true;
  }
  template <class T>
  bool to(std::vector<T>& list) {
    if (!in_.open('[')) return false;
    for (bool more = !in_.closed(']'); more;) {
      if (!to(list.emplace_back())) return in_.failed_in(list.size() - 1);
      if (!in_.next(']', more)) return false;
    }
    return true;
  }
  /// An object of strings; what is none is kept as the JSON that it was.
  bool to(decltype(storage::findings::artifacts)& entries) {
    return read_object([&](const std::string& name) {
      std::string& value = entries.emplace_back(name).value;
      if (in_.peek() == '"') return to(value);
      text json;
      if (!without_doubles(json)) return false;
      value.assign(json.data(), json.size());
      return true;
    });
  }
  /// A value of any form, as it stands in the body.
  bool as_it_is(text& json) {
    in_.skip_space();
    const char* const start = in_.position();
    if (!pawl::detail::codec::skip_value(in_)) return false;
    json = {start, static_cast<std::size_t>(in_.position() - start)};
    return true;
  }
  /// The same, and no object in it has a name twice: what others make of such a one differs.
  bool without_doubles(text& json) {
    in_.skip_space();
    const char* const start = in_.position();
    if (!skip_without_doubles()) return false;
    json = {start, static_cast<std::size_t>(in_.position() - start)};
    return true;
  }
  bool unknown() { return in_.fail(codec_errc::unknown_member); }

 private:
  /// Calls `on(name)` for each member, which reads its value.
  template <class OnMember>
  bool read_object(OnMember on) {
    std::set<std::string> names;
    if (!in_.open('{')) return false;
    for (bool more = !in_.closed('}'); more;) {
      text name;
      if (!in_.key(name)) return false;
      const auto [at, fresh] = names.emplace(name.data(), name.size());
      if (!fresh) in_.fail(codec_errc::duplicate_key);
      if (!fresh || !on(*at)) return in_.failed_in(text(*at));
      if (!in_.next('}', more)) return false;
    }
    return true;
  }
  // Recursion ends at `codec_max_depth`, which the reader keeps.
  bool skip_without_doubles() {
    const char first = in_.peek();
    if (first == '{')
      return read_object([this](const std::string&) { return skip_without_doubles(); });
    if (first != '[') return pawl::detail::codec::skip_value(in_);
    if (!in_.open('[')) return false;
    std::size_t index = 0;
    for (bool more = !in_.closed(']'); more; ++index) {
      if (!skip_without_doubles()) return in_.failed_in(index);
      if (!in_.next(']', more)) return false;
    }
    return true;
  }

  pawl::detail::codec::json_reader& in_;
};

class body_reader {
 public:
  explicit body_reader(const std::string& body)
      : document_(text(body), body.size()), empty_(body.empty()) {}

  /// Calls `on(name, value)` for each member, which reads the value and returns whether that went
  /// well.
  template <class OnMember>
  void read(OnMember on) {
    if (empty_) return;
    wrong_ = {};
    if (auto read = document_.finish(read_members(on)); !read) wrong_ = std::move(read).error();
  }
  /// A member that must be there was not.
  void missing(std::string_view name) {
    if (!wrong_) wrong_ = codec_error{codec_errc::missing_member, "/" + std::string(name), 0};
  }

  /// The answer to a body that cannot be read; nothing if it was.
  [[nodiscard]] std::optional<response> wrong() const {
    if (!wrong_) return {};
    return answer_document(*wrong_, {});
  }
  /// The answer to a document that is wrong, somewhere below `place`.
  [[nodiscard]] static response answer_document(const codec_error& why, const std::string& place) {
    return answer_problem(
        why.code == codec_errc::too_large ? problem::payload_too_large : problem::malformed,
        {.detail = "the body is wrong: " + std::string(std::string_view(name_of(why.code))),
         .pointer = place + why.pointer,
         .in_body = true});
  }

 private:
  template <class OnMember>
  bool read_members(OnMember& on) {
    auto& in = document_.in();
    std::vector<std::string> names;
    if (!in.open('{')) return false;
    for (bool more = !in.closed('}'); more;) {
      text name;
      if (!in.key(name)) return false;
      const std::string key(name.data(), name.size());
      for (const std::string& each : names)
        if (each == key) {
          in.fail(codec_errc::duplicate_key);
          return in.failed_in(text(key));
        }
      body_member value(in);
      if (!on(text(key), value)) return in.failed_in(text(key));
      names.push_back(key);
      if (!in.next('}', more)) return false;
    }
    return true;
  }

  pawl::detail::codec::document_reader document_;
  bool empty_;
  std::optional<codec_error> wrong_{};
};

}  // namespace pawl::http
