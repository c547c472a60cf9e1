// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <optional>

#include <pawl/job/handler_rules.hpp>
#include <pawl/storage/operation.hpp>

/// How inputs and outputs go into a store and come out of it: as bytes of the job's codec, or, for
/// an ephemeral job, as they are.

namespace pawl::runtime::detail {

template <class H>
using input_type = typename pawl::detail::input_of<H>::type;
template <class H>
using output_type = typename pawl::detail::output_of<H>::type;
template <class H>
inline constexpr bool stays_object = H::job_type::is_ephemeral;

inline codec_error missing_object() {
  return {.code = codec_errc::unexpected_end, .pointer = {}, .offset = 0};
}

/// The input of a stored job.
template <class H>
class stored_input {
 public:
  using input = input_type<H>;

  expected<void, codec_error> read(std::string_view payload, unsigned version,
                                   const storage::payload_object& object) {
    using codec = typename H::job_type::codec;
    if constexpr (stays_object<H>) {
      object_ = object;
      if (object_ == nullptr) return unexpected<codec_error>(missing_object());
      return {};
    } else if constexpr (requires { typename H::payload_versions; }) {
      auto decoded =
          H::payload_versions::template decode<codec>(version, payload, as_stored(payload));
      if (!decoded) return unexpected<codec_error>(std::move(decoded).error());
      own_.emplace(*std::move(decoded));
      return {};
    } else {
      return decode_into<codec>(payload, own_.emplace(), as_stored(payload));
    }
  }

  [[nodiscard]] const input& get() const {
    if constexpr (stays_object<H>)
      return *static_cast<const input*>(object_.get());
    else
      return *own_;
  }
  /// For the handler: its own copy, or what every attempt is given, or, if it cannot be copied and
  /// there is only one attempt, the input itself.
  decltype(auto) pass() {
    if constexpr (pawl::detail::takes_input_away<H>())
      return std::move(const_cast<input&>(get()));
    else if constexpr (stays_object<H>)
      return get();
    else
      return std::move(*own_);
  }

 private:
  pawl::detail::maybe<typename pawl::detail::choose<stays_object<H>, std::monostate, input>::type>
      own_{};
  storage::payload_object object_{};
};

/// What an output is read into; a job without one has nothing to read.
template <class H>
using read_type = typename pawl::detail::choose<std::is_void_v<output_type<H>>, std::monostate,
                                                output_type<H>>::type;

/// An output that cannot be copied, as the store of ephemeral jobs keeps it: the first that asks is
/// given it.
template <class T>
struct given_once {
  explicit given_once(T&& made) : value(std::move(made)) {}

  T value;
  mutable std::atomic<bool> given{false};
};
template <class T>
using kept_output =
    typename pawl::detail::choose<std::is_copy_constructible_v<T>, T, given_once<T>>::type;

/// The output of an ephemeral job, as a callback is shown it.
template <class T>
[[nodiscard]] const T& shown_output(const storage::payload_object& object) {
  const auto& kept = *static_cast<const kept_output<T>*>(object.get());
  if constexpr (std::is_copy_constructible_v<T>)
    return kept;
  else
    return kept.value;
}

/// Reads an output that was stored.
template <class H>
expected<void, codec_error> read_output(std::string_view value,
                                        const storage::payload_object& object,
                                        read_type<H>& output) {
  if constexpr (std::is_void_v<output_type<H>>) {
    return {};
  } else if constexpr (stays_object<H>) {
    if (object == nullptr) return unexpected<codec_error>(missing_object());
    using kept = kept_output<output_type<H>>;
    if constexpr (std::is_copy_constructible_v<output_type<H>>) {
      output = *static_cast<const kept*>(object.get());
    } else {
      const auto& once = *static_cast<const kept*>(object.get());
      if (once.given.exchange(true)) return unexpected<codec_error>(missing_object());
      output = std::move(const_cast<output_type<H>&>(once.value));
    }
    return {};
  } else {
    return decode_into<typename H::job_type::codec>(value, output, as_stored(value));
  }
}

}  // namespace pawl::runtime::detail
