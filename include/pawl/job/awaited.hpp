// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <pawl/detail/light_vector.hpp>
#include <pawl/job/id.hpp>
#include <pawl/job/record.hpp>

namespace pawl {

/// Why the output of another job is not there.
enum class missing_output : unsigned char {
  none,           ///< it is there
  unread,         ///< it is read when a handler is entered, and this is not inside one
  failed,         ///< the job has failed; `failure` says why
  was_cancelled,  ///< so that there is none
  not_kept,       ///< the job has succeeded, and its output, or all of it, was pruned since
  undecodable     ///< it is there, and is not what this program reads
};

namespace detail {

/// The output of another job as an input holds it. Shared by all copies of one `output_of`, so that
/// it is read once however often the input is copied.
struct awaited_output {
  job_id id{};
  missing_output missing = missing_output::unread;
  failure_info failure{};               ///< if the job has failed, or its output cannot be read
  std::shared_ptr<const void> value{};  ///< of the type that the job's handler returns
  /// Reads a stored output into `value`; false, with the reason in `failure`, if it cannot be read.
  bool (*read)(awaited_output& to, std::string_view bytes) = nullptr;
};

/// The outputs that an input names, noted while this thread encodes or decodes it: whichever codec
/// does, at whatever depth they stand.
class awaited_outputs {
 public:
  awaited_outputs() : around_(std::exchange(innermost(), this)) {}
  awaited_outputs(const awaited_outputs&) = delete;
  awaited_outputs& operator=(const awaited_outputs&) = delete;
  ~awaited_outputs() { innermost() = around_; }

  light_vector<std::shared_ptr<awaited_output>> all{};

  static void note(const std::shared_ptr<awaited_output>& each) {
    if (innermost() != nullptr) innermost()->all.push_back(each);
  }

 private:
  static awaited_outputs*& innermost() {
    thread_local awaited_outputs* now = nullptr;
    return now;
  }

  awaited_outputs* around_;
};

}  // namespace detail
}  // namespace pawl
