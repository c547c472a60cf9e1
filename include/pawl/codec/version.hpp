// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/codec/json.hpp>

#include <array>
#include <utility>

namespace pawl {
namespace detail::codec {

template <class From, class To>
concept has_upcast = requires(From&& from) {
  { upcast(std::move(from)) } -> std::same_as<To>;
};

template <class From, class To>
struct no_upcast {
  static constexpr void write(auto& out) {
    out << "pawl: payload " << type_name<From>() << " has no upcast to the next version; write "
        << type_name<To>() << " upcast(" << type_name<From>() << ") in its namespace";
  }
};

template <class... Version, std::size_t... Link>
consteval std::size_t find_missing_link(indices<Link...>) {
  constexpr bool present[] = {has_upcast<nth<Link, Version...>, nth<Link + 1, Version...>>...,
                              false};
  std::size_t link = 0;
  while (present[link]) ++link;
  return link;
}

/// The first version without an upcast; the last has none, and needs none.
template <class... Version>
inline constexpr std::size_t first_missing_link =
    find_missing_link<Version...>(make_indices<sizeof...(Version) - 1>{});

template <class One, class... Version>
inline constexpr std::size_t times_listed = (std::size_t{0} + ... + __is_same(One, Version));
template <class... Version>
inline constexpr bool each_is_another = ((times_listed<Version, Version...> == 1) && ...);

template <class... Version>
struct version_listed_twice {
  static constexpr void write(auto& out) {
    constexpr bool once[] = {(times_listed<Version, Version...> == 1)...};
    constexpr text names[] = {type_name<Version>()...};
    std::size_t at = 0;
    while (once[at]) ++at;
    out << "pawl: versions has " << names[at]
        << " twice; each version is a struct of its own, so keep the old one under another name";
  }
};

template <std::size_t Link, class... Version>
struct demand_links {};
template <std::size_t Link, class... Version>
  requires(Link + 1 < sizeof...(Version) && each_is_another<Version...>)
struct demand_links<Link, Version...>
    : demand<false, no_upcast<nth<Link, Version...>, nth<Link + 1, Version...>>> {};
template <std::size_t Link, class... Version>
  requires(!each_is_another<Version...>)
struct demand_links<Link, Version...> : demand<false, version_listed_twice<Version...>> {};

}  // namespace detail::codec

/// All versions of one payload, oldest first; the first is number 1.
///
/// Each but the last has an `upcast` to the next, a function in its namespace that takes it and
/// returns exactly the next; a chain with a hole does not compile. So every stored version can be
/// read as the newest, and code after decoding knows only that.
template <class First, class... Later>
class versions : detail::codec::demand_links<detail::codec::first_missing_link<First, Later...>,
                                             First, Later...> {
 public:
  using newest = detail::codec::nth<sizeof...(Later), First, Later...>;
  static constexpr unsigned count = 1 + sizeof...(Later);

  /// Whether `decode` knows the version: 1 to `count`.
  [[nodiscard]] static constexpr bool knows(unsigned version) {
    return version >= 1 && version <= count;
  }

  /// Reads `bytes` as the given version and raises it to the newest. `unknown_version` for a number
  /// that is not of this chain; what an upcast throws is passed on.
  template <codec_policy Codec = json>
  [[nodiscard]] static expected<newest, codec_error> decode(unsigned version, text bytes,
                                                            decode_options options = {}) {
    if constexpr (detail::codec::first_missing_link<First, Later...> == sizeof...(Later)) {
      if (knows(version))
        return decoders<Codec>(detail::make_indices<count>{})[version - 1](bytes, options);
    }
    return unexpected(codec_error{codec_errc::unknown_version, {}, 0});
  }

 private:
  using decoder = expected<newest, codec_error> (*)(text, decode_options);

  template <class Codec, std::size_t... Index>
  static constexpr auto decoders(detail::indices<Index...>) {
    return std::array<decoder, count>{&decode_and_raise<Codec, Index>...};
  }

  template <class Codec, std::size_t Index>
  static expected<newest, codec_error> decode_and_raise(text bytes, decode_options options) {
    using version = detail::codec::nth<Index, First, Later...>;
    auto decoded = Codec::template decode<version>(bytes, options);
    if (!decoded) return unexpected(std::move(decoded).error());
    return raise<Index>(*std::move(decoded));
  }

  template <std::size_t Index, class Version>
  static newest raise(Version value) {
    if constexpr (Index + 1 == count)
      return value;
    else
      return raise<Index + 1>(upcast(std::move(value)));
  }
};

}  // namespace pawl
