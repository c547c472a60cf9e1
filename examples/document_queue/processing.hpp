// SPDX-License-Identifier: BSL-1.0
// What is done with a document: its bytes are counted and hashed. What they mean, and whether they
// are encrypted, is nobody's business here.
#pragma once

#include <algorithm>

#include <pawl/codec/sha256.hpp>

#include "jobs/document.hpp"
#include "systems/reading.hpp"

namespace document_queue {

using namespace pawl::literals;
namespace error = pawl::error;

/// What is known of a document afterwards.
struct facts {
  std::string sha256;
  std::int64_t bytes{};
  std::int64_t lines{};
  std::int64_t words{};
};

class counter {
 public:
  void take(std::string_view more) {
    hash_.update(pawl::text(more));
    bytes_ += static_cast<std::int64_t>(more.size());
    lines_ += std::count(more.begin(), more.end(), '\n');
    for (const char each : more) {
      const bool between = each == ' ' || (each >= '\t' && each <= '\r');
      words_ += !between && !in_word_ ? 1 : 0;
      in_word_ = !between;
    }
  }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  [[nodiscard]] facts result() const { return {hash_.digest().hex(), bytes_, lines_, words_}; }

 private:
  pawl::sha256 hash_{};
  std::int64_t bytes_ = 0;
  std::int64_t lines_ = 0;
  std::int64_t words_ = 0;
  bool in_word_ = false;
};

/// A worker that is gone is noticed after five seconds.
struct process : document_jobs::process_job_with<pawl::lease<5_s>> {
  std::filesystem::path folder;
  std::uintmax_t most_bytes = 1'048'576;

  outcome<facts> operator()(context& ctx, const document_jobs::document_input& in) const {
    using systems::reading;
    counter counted;
    const reading how = systems::read_file(
        folder, in.reference, most_bytes, [&] { return !ctx.stop_requested(); },
        [&](std::string_view more) { counted.take(more); });
    switch (how) {
      case reading::whole:
        if (counted.bytes() == 0) return fail<error::invalid_document>("the document is empty");
        return counted.result();
      case reading::absent:
        return fail<error::resource_unavailable>("the document is not there yet");
      case reading::changing:
        return fail<error::resource_unavailable>("the document is still being written");
      case reading::unreadable:
        return fail<error::dependency_unavailable>("the document could not be read",
                                                   (folder / in.reference).string());
      case reading::too_large:
        return fail<error::resource_limit_exceeded>("the document is larger than " +
                                                    std::to_string(most_bytes) + " bytes");
      case reading::no_file:
        return fail<error::invalid_document>("this is no document");
      case reading::not_below:
        return fail<error::validation_failure>("a reference names a document below the folder");
      case reading::forbidden:
      case reading::no_folder:
        return fail<error::configuration_error>("the documents cannot be read by this service",
                                                folder.string());
      case reading::given_up:
        break;
    }
    return pawl::cancelled;
  }
};

}  // namespace document_queue
