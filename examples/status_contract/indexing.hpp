// SPDX-License-Identifier: BSL-1.0
// The work behind the contract: a subject's record is indexed by its words, and the index is asked
// where a word stands. Both leave a summary in the status; the index itself is a file.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "jobs/status.hpp"
#include "systems/reading.hpp"

namespace status_contract {

using namespace pawl::literals;
namespace error = pawl::error;
namespace fs = std::filesystem;

/// A worker that is gone is noticed after five seconds, and a status is small.
using kept_small =
    pawl::payload_limit<4_KiB, pawl::result_limit<1_KiB>, pawl::summary_limit<2_KiB>>;
using lease = pawl::lease<5_s>;

/// Where a word stands: `word 1 4 9`, the numbers of its lines.
using index_map = std::map<std::string, std::vector<std::int64_t>>;

inline index_map index_of(const std::string& record) {
  index_map out;
  std::istringstream lines(record);
  std::int64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      auto& at = out[word];
      if (at.empty() || at.back() != number) at.push_back(number);
    }
  }
  return out;
}

/// Written whole or not at all: a repetition replaces what was there by the same.
inline bool write_index(const fs::path& to, const index_map& index, const std::string& by) {
  const fs::path half = to.string() + '.' + by;
  {
    std::ofstream out(half);
    for (const auto& [word, lines] : index) {
      out << word;
      for (const std::int64_t each : lines) out << ' ' << each;
      out << '\n';
    }
    if (!out.flush()) return false;
  }
  std::error_code failed;
  fs::rename(half, to, failed);
  return !failed;
}

inline bool is_one_name(const std::string& subject) { return subject.find('/') == subject.npos; }

struct index_summary {
  std::int64_t words{};  ///< different ones
  std::int64_t bytes{};  ///< of the record
};

struct index : status_jobs::index_job_with<lease, kept_small> {
  fs::path records;
  fs::path indexes;
  std::uintmax_t most_bytes = 1'048'576;

  outcome<index_summary> operator()(context& ctx, const status_jobs::index_input& in) const {
    using systems::reading;
    if (!is_one_name(in.subject_id))
      return fail<error::validation_error>("a subject is one name, without a slash");
    std::string record;
    const reading how = systems::read_file(
        records, in.subject_id, most_bytes, [&] { return !ctx.stop_requested(); },
        [&](std::string_view more) { record += more; });
    const auto told = [&] { return (records / in.subject_id).string(); };  // to operators
    switch (how) {
      case reading::whole:
        break;
      case reading::given_up:
        return pawl::cancelled;
      case reading::too_large:
        return fail<error::resource_limit_exceeded>("the record is too large to be indexed");
      case reading::not_below:
      case reading::no_file:
        return fail<error::validation_error>("the subject has no record that can be read");
      default:
        return fail<error::resource_unavailable>("the record is not available", told());
    }
    if (record.find('\0') != record.npos)
      return fail<error::validation_error>("the record is no text", told());
    const index_map made = index_of(record);
    if (!write_index(indexes / in.subject_id, made, std::string(ctx.job_id())))
      return fail<error::resource_unavailable>("the index could not be written",
                                               (indexes / in.subject_id).string());
    ctx.artifact("index", "index/" + in.subject_id);
    return index_summary{static_cast<std::int64_t>(made.size()),
                         static_cast<std::int64_t>(record.size())};
  }
};

struct found_lines {
  std::int64_t count{};
  std::vector<std::int64_t> first{};  ///< the first twenty of them
};

struct search : status_jobs::search_job {
  fs::path indexes;

  outcome<found_lines> operator()(context&, const status_jobs::search_input& in) const {
    if (!is_one_name(in.subject_id))
      return fail<error::validation_error>("a subject is one name, without a slash");
    std::ifstream lines(indexes / in.subject_id);
    if (!lines) return fail<error::resource_unavailable>("the subject is not indexed yet");
    found_lines out;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string word;
      if (!(words >> word) || word != in.word) continue;
      for (std::int64_t number = 0; words >> number; ++out.count)
        if (out.first.size() < 20) out.first.push_back(number);
    }
    return out;
  }
};

}  // namespace status_contract
