// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <pawl/detail/durations.hpp>
#include <pawl/handlers/address_guard.hpp>
#include <pawl/handlers/errors.hpp>
#include <pawl/job.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/runtime/follow_ups.hpp>

/// Files from elsewhere, as jobs that go on where they were interrupted. Needs libcurl.

namespace pawl::handlers {

using namespace pawl::literals;

struct download_input {
  std::string url;
  std::string dest;                          ///< below the handler's root
  std::optional<std::int64_t> chunk_size{};  ///< bytes asked for at a time, and between checkpoints
  std::optional<std::string> sha256{};       ///< 64 hexadecimal digits
};
struct download_output {
  std::string dest;
  std::int64_t bytes{};
};

/// What is on the disk, and what it is a part of.
struct download_checkpoint {
  std::int64_t file{};   ///< its number in the file system
  std::int64_t bytes{};  ///< written, and synced
  std::int64_t total{-1};
  std::string validator{};  ///< of the source: an ETag or a date; empty: it has none
  std::int64_t spent_ms{};  ///< on all attempts together
  bool complete{};          ///< it is about to get its name
};

struct download_options {
  /// The directory that destinations are below, on one file system. It must exist.
  std::string root{};
  address_guard guard{};
  std::int64_t most_bytes = std::int64_t{16} << 30;
  std::int64_t chunk_size = std::int64_t{4} << 20;            ///< unless a job says
  std::int64_t most_chunk_size = std::int64_t{1} << 30;       ///< that a job may say
  std::chrono::milliseconds longest{std::chrono::hours{12}};  ///< of all attempts together
  std::chrono::milliseconds connect{10'000};
  /// Slower than this, on average of `patience`, is taken for broken.
  std::int64_t least_bytes_per_second = 100;
  std::chrono::seconds patience{30};
  std::int64_t most_bytes_per_second = 0;  ///< 0: as fast as it can
  unsigned redirects = 0;                  ///< that are followed; at most 3
  bool replace = false;                    ///< a file that has the destination's name already
  unsigned mode = 0600;                    ///< of the finished file
  std::string certificates{};              ///< authorities, a file in PEM; empty: the system's
};

/// A lease that is lost by mistake costs one chunk, so it is short: what a crash interrupts goes on
/// soon.
using download_job = pawl::job<
    "pawl.download.v1", pawl::lifecycles::service,
    pawl::errors<error::source_unavailable, error::source_refused, error::address_refused,
                 error::limit_exceeded, error::checksum_mismatch, error::destination_refused,
                 error::destination_unavailable, error::invalid_input>,
    pawl::retry<pawl::attempts<8>, pawl::exponential<1_s, 5_min>, pawl::full_jitter>,
    pawl::timeout<24_h>, pawl::lease<15_s>, pawl::checkpoint<download_checkpoint>>;

/// Fetches a file by HTTP or HTTPS, a chunk at a time: each is asked for by Range, is on the disk
/// before the checkpoint says so, and is not fetched again, whichever process dies. A source that
/// has changed meanwhile (If-Range, by its ETag or date) is fetched from its beginning, and so is
/// one that knows no ranges. The file has its name when it is whole, and not before; what a job
/// that does not succeed leaves behind is removed.
class download : public download_job {
 public:
  explicit download(download_options options);

  outcome<download_output> operator()(context& ctx, download_input in) const;
  /// Removes what the job has left behind, however it ended.
  void on_end(const job_record& ended, follow_ups& next) const;

 private:
  download_options options_;
};

}  // namespace pawl::handlers

#if !PAWL_COMPILED
#include <pawl/handlers/download.ipp>
#endif
