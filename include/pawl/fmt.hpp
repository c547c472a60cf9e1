// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <stdexcept>
#include <string>

#include <fmt/core.h>
// Since {fmt} 12.2 that has no fmt::format; before, it is the cheaper header to have it from.
#if FMT_VERSION >= 120200
#include <fmt/format.h>
#endif

#include <pawl/detail/append.hpp>
#include <pawl/detail/type_name.hpp>
#include <pawl/fwd.hpp>
#include <pawl/job/id.hpp>
#include <pawl/lifecycle/state.hpp>
#include <pawl/policies/detail/spoken.hpp>

/// {fmt} prints what pawl names: `fmt::format("job {} is {}: {}", id, kind, error)`.
///
/// Ids, errors, lengths of time, pawl's enums, and the states and events of the shipped lifecycles;
/// all are text to {fmt}, so `{:>36}` and `{:.8}` work. Only this header, the text of logs and that
/// of metrics need {fmt}.

namespace pawl {

struct codec_error;
struct failure_info;
namespace storage {
struct error;
}

namespace detail {

template <class T>
consteval bool is_pawls_own() {
  constexpr text printed = spelled_type<T>();
  constexpr text label = "PawlType = pawl::";
  for (std::size_t at = 0; at + label.size() <= printed.size(); ++at)
    if (printed.substr(at, label.size()) == label) return true;
  return false;
}

/// A specification such as `>36` is kept as it is written and given to {fmt} together with the
/// text: the formatter of text itself is in `fmt/format.h`, which costs twice as much to include.
class text_formatter {
 public:
  constexpr const char* parse(fmt::format_parse_context& in) {
    const char* const begin = in.begin();
    const char* const end = fmt::formatter<fmt::string_view>().parse(in);
    for (const char* at = begin; at != end; ++at)
      if (*at == '{') throw std::runtime_error("a width cannot be an argument; write it out");
    specification_ = {begin, static_cast<std::size_t>(end - begin)};
    return end;
  }

 protected:
  auto print(text shown, auto& to) const {
    const fmt::string_view plain(shown.data(), shown.size());
    if (specification_.empty()) return fmt::format_to(to.out(), "{}", plain);
    std::string how = "{:";
    how.append(specification_.data(), specification_.size()).push_back('}');
    return fmt::vformat_to(to.out(), how, fmt::make_format_args(plain));
  }

 private:
  text specification_{};
};

/// Their types are only named here: what prints one has its header.
template <class T>
concept described_error = std::same_as<T, storage::error> || std::same_as<T, codec_error>;
template <class T>
concept coded_error = std::same_as<T, job_error> || std::same_as<T, failure_info>;

}  // namespace detail

/// Whether {fmt} prints the values of an enum by their names. For one's own lifecycle:
///
///     template <>
///     inline constexpr bool pawl::prints_by_name<parcel::state> = true;
template <class Enum>
inline constexpr bool prints_by_name = detail::is_pawls_own<Enum>();

}  // namespace pawl

template <>
struct fmt::formatter<pawl::text> : pawl::detail::text_formatter {
  auto format(pawl::text shown, auto& to) const { return print(shown, to); }
};

template <>
struct fmt::formatter<pawl::job_id> : pawl::detail::text_formatter {
  auto format(const pawl::job_id& id, auto& to) const { return print(to_string(id), to); }
};

template <class Handler>
struct fmt::formatter<pawl::job_ref<Handler>> : fmt::formatter<pawl::job_id> {};

/// `90 s`, `5 min`, `1 d`.
template <>
struct fmt::formatter<pawl::duration_ms> : pawl::detail::text_formatter {
  auto format(pawl::duration_ms length, auto& to) const {
    std::string words;
    pawl::detail::append out{words};
    pawl::detail::say_duration(out, length);
    return print(words, to);
  }
};

/// A value that has no name is printed as its number.
template <class Enum>
  requires(__is_enum(Enum) && pawl::prints_by_name<Enum>)
struct fmt::formatter<Enum> : pawl::detail::text_formatter {
  auto format(Enum value, auto& to) const {
    if (const pawl::text name = pawl::name_of(value); !name.empty()) return print(name, to);
    return print(std::to_string(static_cast<long long>(value)), to);
  }
};

/// A state that the compiler knows, by its name: of any lifecycle.
template <auto State>
struct fmt::formatter<pawl::at<State>> : pawl::detail::text_formatter {
  auto format(pawl::at<State>, auto& to) const { return print(pawl::name_of(State), to); }
};

/// What `describe` says.
template <pawl::detail::described_error Error>
struct fmt::formatter<Error> : pawl::detail::text_formatter {
  auto format(const Error& error, auto& to) const { return print(describe(error), to); }
};

/// `network_timeout: no answer`. The detail is for operators, and is not printed.
template <pawl::detail::coded_error Error>
struct fmt::formatter<Error> : pawl::detail::text_formatter {
  auto format(const Error& error, auto& to) const {
    std::string words;
    pawl::detail::append(words) << pawl::text(error.code) << ": " << pawl::text(error.message);
    return print(words, to);
  }
};
