// SPDX-License-Identifier: BSL-1.0
// Where videos are, and what is made of them: files below one folder. An address is a path in it
// and the SHA-256 of what stands there, so that a client that has the address can tell whether it
// is still that: `made/0190…/audio.1.txt#9f86d0…`.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include <pawl/codec/sha256.hpp>

namespace video {

class files {
 public:
  explicit files(std::filesystem::path root) : root_(std::move(root)) {
    std::filesystem::create_directories(root_);
  }

  /// What stands at a path; nothing if that is no file in the folder.
  [[nodiscard]] std::optional<std::string> read(std::string_view path) const {
    if (!is_inside(path)) return {};
    std::error_code failed;
    const auto at = root_ / path;
    // A link could lead out of the folder.
    if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(at, failed))) return {};
    std::ifstream in(at, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (!in) return {};
    return bytes;
  }

  /// What an address names, if it exists and verifies.
  [[nodiscard]] std::optional<std::string> verified(std::string_view address) const {
    const std::size_t mark = address.rfind('#');
    if (mark == address.npos) return {};
    auto bytes = read(address.substr(0, mark));
    if (!bytes || pawl::sha256_of(pawl::text(*bytes)).hex() != address.substr(mark + 1)) return {};
    return bytes;
  }

  /// Writes a new file for a job, beside all that is there, and answers its address. Nothing if it
  /// cannot be written. It is whole or not there: `link` gives it its name, and refuses one that is
  /// taken.
  [[nodiscard]] std::optional<std::string> write(std::string_view job, const std::string& name,
                                                 const std::string& ending,
                                                 const std::string& bytes) const {
    const std::string folder = "made/" + std::string(job);
    std::error_code failed;
    std::filesystem::create_directories(root_ / folder, failed);
    std::string draft = (root_ / folder / "new.XXXXXX").string();
    const int file = ::mkstemp(draft.data());
    if (file < 0) return {};
    const bool written =
        ::write(file, bytes.data(), bytes.size()) == static_cast<::ssize_t>(bytes.size()) &&
        ::fsync(file) == 0;
    ::close(file);
    std::optional<std::string> out;
    for (int version = 1; written && !out; ++version) {
      const std::string path = folder + '/' + name + '.' + std::to_string(version) + ending;
      if (::link(draft.c_str(), (root_ / path).c_str()) == 0)
        out = path + '#' + pawl::sha256_of(pawl::text(bytes)).hex();
      else if (errno != EEXIST)
        break;
    }
    ::unlink(draft.c_str());
    return out;
  }

 private:
  /// No way out of the folder.
  static bool is_inside(std::string_view path) {
    const std::filesystem::path given(path);
    if (path.empty() || given.is_absolute()) return false;
    for (const auto& part : given)
      if (part == "..") return false;
    return true;
  }

  std::filesystem::path root_;
};

}  // namespace video
