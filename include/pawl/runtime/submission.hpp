// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/codec/sha256.hpp>
#include <pawl/job/type.hpp>
#include <pawl/limits/key_of.hpp>
#include <pawl/runtime/payload.hpp>

namespace pawl {

/// The id of a job of a known type, so that its result has a type.
template <class H>
struct job_ref {
  job_id id{};

  friend bool operator==(const job_ref&, const job_ref&) = default;
};

/// What one submission asks for beyond its input.
struct submit_options {
  std::string key{};       ///< idempotency key
  std::string priority{};  ///< a level of the job type; empty: its default
  std::chrono::milliseconds delay{};
  std::optional<instant> run_at{};
  std::vector<job_id> depends_on{};
  retry_override retry{};
  std::string subject{};
  std::string correlation{};
  std::string traceparent{};
  std::string metadata{};
};

namespace detail {

template <class H, class... Handlers>
inline constexpr bool is_registered = (__is_same(H, Handlers) || ...);

template <class H>
struct unregistered_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>()
        << " is not registered with this service; give it to the service, or submit to another";
  }
};

/// Adds the input to a submission: as bytes, or, if it never becomes any, as it is. Whoever uses a
/// key with an input that cannot become bytes gets the first job back, whatever the input is.
template <class H>
storage::result<void> add_input(storage::submit& op, const runtime::detail::input_type<H>& input) {
  using job = typename H::job_type;
  using input_type = runtime::detail::input_type<H>;
  constexpr bool becomes_bytes = !job::is_ephemeral || serializable<input_type>;
  if constexpr (job::is_ephemeral) op.object = std::make_shared<const input_type>(input);
  if constexpr (becomes_bytes) {
    if (job::is_ephemeral && op.key.empty()) return {};
    auto bytes = job::codec::encode(input);
    if (!bytes)
      return storage::refuse(storage::errc::invalid,
                             "the input cannot be encoded: " + describe(bytes.error()));
    op.payload_hash = sha256_of(*bytes);
    if (!job::is_ephemeral) op.payload = *std::move(bytes);
  }
  return {};
}

/// One submission as storage wants it.
template <class H>
storage::result<storage::submit> make_submission(const principal& who, job_id id,
                                                 const runtime::detail::input_type<H>& input,
                                                 const submit_options& options,
                                                 std::int64_t high_watermark) {
  using job = typename H::job_type;
  const auto invalid = [](std::string message) {
    return storage::refuse(storage::errc::invalid, std::move(message));
  };
  storage::submit op{.type = &type_of<H>,
                     .id = id,
                     .who = who,
                     .key = options.key,
                     .run_at = options.run_at,
                     .delay = options.delay,
                     .retry = options.retry,
                     .depends_on = options.depends_on,
                     .subject = options.subject,
                     .correlation = options.correlation,
                     .traceparent = options.traceparent,
                     .metadata = options.metadata,
                     .high_watermark = high_watermark};
  if (auto added = add_input<H>(op, input); !added)
    return unexpected<storage::error>(std::move(added).error());
  op.payload_version = type_of<H>.newest_version;
  for (const job_id& awaited : options.depends_on)
    if (awaited.is_ephemeral() != job::is_ephemeral)
      return storage::refuse(storage::errc::unknown_dependency,
                             "a job that is stored and one that lives in memory cannot wait for "
                             "each other; make both durable, or both ephemeral");
  if (!options.priority.empty()) {
    const std::size_t rank = find_level<typename job::priority>(options.priority);
    if (rank == job::priority::count)
      return invalid("the job type has no priority level " + options.priority);
    op.rank = static_cast<unsigned>(rank);
  }
  if (const auto verdict = apply<typename job::retry>(options.retry); !verdict) {
    std::string message = "the retry override is refused: ";
    detail::append out{message};
    verdict.write(out);
    return invalid(std::move(message));
  }
  job::limits::for_each(
      [&](auto limit) { op.limit_keys.push_back(key_of<decltype(limit)>(input, who)); });
  return op;
}

}  // namespace detail
}  // namespace pawl
