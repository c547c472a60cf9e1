// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <mutex>
#include <ostream>

#include <pawl/observe/log_entry.hpp>
#include <pawl/observe/log_text.hpp>
#include <pawl/observe/throttle.hpp>

/// Structured logs: entries, where they go, and how often.

namespace pawl::observe {

namespace detail {

/// Writes entries to a stream, one line each, and flushes: what was logged before a crash is there
/// after it. Lines of different threads do not mix. Copies share the stream, which the caller keeps
/// alive and, for as long, leaves to them.
template <std::string (*Print)(const log_entry&)>
class line_sink {
 public:
  explicit line_sink(std::ostream& out) : to_(std::make_shared<target>(out)) {}

  /// What cannot be written is lost: a log that fails must not take the job with it.
  void operator()(const log_entry& entry) const noexcept {
    try {
      const std::string line = Print(entry) + '\n';
      const std::scoped_lock lock(to_->mutex);
      // A disk that was full may have room again.
      to_->out.clear();
      to_->out.write(line.data(), static_cast<std::streamsize>(line.size()));
      to_->out.flush();
    } catch (...) {  // NOLINT(bugprone-empty-catch)
    }
  }

 private:
  struct target {
    explicit target(std::ostream& stream) : out(stream) {}
    std::ostream& out;
    std::mutex mutex;
  };
  std::shared_ptr<target> to_;
};

}  // namespace detail

/// One line of JSON for each entry: `to_json`.
using json_lines = detail::line_sink<to_json>;

/// One line for people for each entry: `to_line`.
using terminal_lines = detail::line_sink<to_line>;

static_assert(log_sink<json_lines> && log_sink<terminal_lines> && log_sink<no_log>);

}  // namespace pawl::observe
