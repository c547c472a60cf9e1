// SPDX-License-Identifier: BSL-1.0
#pragma once

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

  expected<void, codec_error> read(const std::string& payload, unsigned version,
                                   const storage::payload_object& object) {
    using codec = typename H::job_type::codec;
    if constexpr (stays_object<H>) {
      object_ = object;
      if (object_ == nullptr) return unexpected<codec_error>(missing_object());
      return {};
    } else if constexpr (requires { typename H::payload_versions; }) {
      auto decoded = H::payload_versions::template decode<codec>(version, payload);
      if (!decoded) return unexpected<codec_error>(std::move(decoded).error());
      own_.emplace(*std::move(decoded));
      return {};
    } else {
      return decode_into<codec>(payload, own_.emplace());
    }
  }

  [[nodiscard]] const input& get() const {
    if constexpr (stays_object<H>)
      return *static_cast<const input*>(object_.get());
    else
      return *own_;
  }
  /// For the handler: its own copy, or what every attempt is given.
  decltype(auto) pass() {
    if constexpr (stays_object<H>)
      return get();
    else
      return std::move(*own_);
  }

 private:
  std::optional<typename pawl::detail::choose<stays_object<H>, std::monostate, input>::type> own_{};
  storage::payload_object object_{};
};

/// What an output is read into; a job without one has nothing to read.
template <class H>
using read_type = typename pawl::detail::choose<std::is_void_v<output_type<H>>, std::monostate,
                                                output_type<H>>::type;

/// Reads an output that was stored.
template <class H>
expected<void, codec_error> read_output(std::string_view value,
                                        const storage::payload_object& object,
                                        read_type<H>& output) {
  if constexpr (std::is_void_v<output_type<H>>) {
    return {};
  } else if constexpr (stays_object<H>) {
    if (object == nullptr) return unexpected<codec_error>(missing_object());
    output = *static_cast<const output_type<H>*>(object.get());
    return {};
  } else {
    return decode_into<typename H::job_type::codec>(value, output);
  }
}

}  // namespace pawl::runtime::detail
