// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/json.hpp>
#include <pawl/runtime/engine/submission.hpp>

namespace pawl::http {

/// Why a document is no input of a job type.
struct intake_error {
  std::optional<codec_error> document{};  ///< set: the document is wrong, and where
  storage::error refused{};               ///< else: what the job type says
};

/// How JSON becomes a submission of one job type: by its own typed codec, as if it had been made by
/// the program itself.
struct intake {
  const job_descriptor* type = nullptr;
  slice<error_info> errors{};  ///< what its jobs can fail with
  /// Reads a document of a version of the payload, and adds it to the submission.
  std::optional<intake_error> (*add_input)(storage::submit& op, text document,
                                           unsigned version) = nullptr;
};

namespace detail {

template <class H>
std::optional<intake_error> add_json(storage::submit& op, text document, unsigned version) {
  using input = runtime::detail::input_type<H>;
  const decode_options options{
      .max_bytes = static_cast<std::size_t>(H::job_type::payload_limit::input.count)};
  input value{};
  if constexpr (requires { typename H::payload_versions; }) {
    auto decoded = H::payload_versions::template decode<json>(version, document, options);
    if (!decoded) return intake_error{std::move(decoded).error(), {}};
    value = *std::move(decoded);
  } else {
    if (version != 1) return intake_error{codec_error{codec_errc::unknown_version, {}, 0}, {}};
    if (auto decoded = json::decode_into(document, value, options); !decoded)
      return intake_error{std::move(decoded).error(), {}};
  }
  if (auto added = pawl::detail::add_input<H>(op, value); !added)
    return intake_error{{}, std::move(added).error()};
  return {};
}

}  // namespace detail

/// A handler whose jobs only the program itself may submit says so:
/// `static constexpr bool from_inside_only = true;`.
template <class H>
concept from_inside_only = requires { requires H::from_inside_only; };

/// A job type whose payload has no JSON form, or that is submitted from inside only, is listed, but
/// nothing is submitted to it from here.
template <class H>
inline constexpr intake intake_of = [] {
  intake out{.type = &type_of<H>, .errors = H::errors::infos()};
  if constexpr (serializable<runtime::detail::input_type<H>> && !from_inside_only<H>)
    out.add_input = &detail::add_json<H>;
  return out;
}();

}  // namespace pawl::http
