// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/detail/parts.hpp>
#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/units.hpp>

namespace pawl {

namespace detail {

template <class P>
concept has_input_size = says<decltype(P::input), byte_size>;
template <class P>
concept has_result_size = says<decltype(P::result), byte_size>;
template <class P>
concept has_summary_size = says<decltype(P::summary), byte_size>;

}  // namespace detail

/// How large what a job carries may be, encoded.
///
/// **Requirements.** `input` bounds the payload, `result` the output, each from 1 byte to 64 MiB;
/// `summary` bounds everything else that a status record holds together (message, metadata, audit
/// fields, error text), from 1 byte to 64 KiB.
/// **Called when.** `input` at submission, `result` and `summary` when they are written.
/// **Failure.** A size out of range does not compile. An input that is too large is refused as
/// invalid; a result that is too large fails the attempt; a summary is never stored beyond its
/// bound.
/// **Thread safety.** Constants.
/// **Example.** `payload_limit<1_MiB>`, `payload_limit<1_MiB, result_limit<8_MiB>>`.
template <class P>
concept payload_limit_policy =
    detail::on_axis<P, axis::payload_limit> && detail::has_input_size<P> &&
    detail::has_result_size<P> && detail::has_summary_size<P>;

enum class payload_limit_part : unsigned char { result_limit, summary_limit };

/// The largest payload or result of any job: larger things belong into an object store, with their
/// address in the payload.
inline constexpr byte_size largest_payload{std::int64_t{64} * 1024 * 1024};
/// The largest bound of a summary: status records hold no large blobs.
inline constexpr byte_size largest_summary{std::int64_t{64} * 1024};

namespace detail {

/// A size in a sentence, in the largest unit that divides it.
constexpr void say_bytes(auto& out, byte_size size) {
  constexpr std::int64_t kib = 1024;
  if (size.count != 0 && size.count % (kib * kib) == 0) {
    say_number(out, size.count / (kib * kib));
    out << " MiB";
  } else if (size.count != 0 && size.count % kib == 0) {
    say_number(out, size.count / kib);
    out << " KiB";
  } else {
    say_number(out, size.count);
    out << " bytes";
  }
}

template <fixed_string Subject, byte_size Size, byte_size Most>
struct size_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << Subject << " ";
    say_bytes(out, Size);
    out << " is out of range; give a size from 1 byte to ";
    say_bytes(out, Most);
  }
};

/// What a policy is given for a size: one of ours, or something else, which is refused.
struct given_size {
  std::int64_t count = 0;
  bool has_unit = false;

  consteval given_size(byte_size size) : count(size.count), has_unit(true) {}
  template <class Given>
  consteval given_size(const Given& given) {
    if constexpr (requires { static_cast<std::int64_t>(given); })
      count = static_cast<std::int64_t>(given);
  }
};

/// A size that was refused for its unit is replaced by one that goes well with all others.
template <given_size Given>
inline constexpr byte_size size_of{Given.has_unit ? Given.count : 1};

template <fixed_string Subject, given_size Given>
struct byte_unit_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << Subject << " is given ";
    say_number(out, Given.count);
    out << ", which has no unit; write a size such as 64_KiB or 1_MiB";
  }
};

template <fixed_string Subject, given_size Size, byte_size Most>
struct sound_size : demand<Size.has_unit, byte_unit_sentence<Subject, Size>>,
                    demand<(size_of<Size>.count > 0 && size_of<Size> <= Most),
                           size_sentence<Subject, size_of<Size>, Most>> {};

}  // namespace detail

/// How large a result may be, encoded.
template <detail::given_size Size>
struct result_limit : private detail::sound_size<"result_limit", Size, largest_payload> {
  static constexpr auto part = payload_limit_part::result_limit;
  static constexpr byte_size size = detail::size_of<Size>;
};

/// How large everything else in a status record may be, together.
template <detail::given_size Size>
struct summary_limit : private detail::sound_size<"summary_limit", Size, largest_summary> {
  static constexpr auto part = payload_limit_part::summary_limit;
  static constexpr byte_size size = detail::size_of<Size>;
};

/// An input may be this large, encoded; a result 1 MiB and a summary 16 KiB, unless
/// `result_limit<…>` or `summary_limit<…>` says otherwise.
// clang-format off: clang shows the line of the parameters
template <detail::given_size Input, class... Parts> requires detail::takes<"pawl: payload_limit takes a size such as 1_MiB">
// clang-format on
struct payload_limit : private detail::sound_size<"payload_limit", Input, largest_payload>,
                       private detail::known_parts<"payload_limit", payload_limit_part, Parts...> {
  static constexpr pawl::axis axis = pawl::axis::payload_limit;
  static constexpr byte_size input = detail::size_of<Input>;
  static constexpr byte_size result =
      detail::chosen_part<payload_limit_part::result_limit, result_limit<byte_size{1'048'576}>,
                          Parts...>::size;
  static constexpr byte_size summary =
      detail::chosen_part<payload_limit_part::summary_limit, summary_limit<byte_size{16'384}>,
                          Parts...>::size;
};

using default_payload_limit = payload_limit<byte_size{1'048'576}>;

}  // namespace pawl
