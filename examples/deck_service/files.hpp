// SPDX-License-Identifier: BSL-1.0
// The folder that the service works on: for each tenant sources, decks, and what was exported.
#pragma once

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <pawl/clock.hpp>
#include <pawl/codec/sha256.hpp>
#include <pawl/http/constant_time.hpp>

namespace deck_service {

namespace fs = std::filesystem;

/// Whether a word from outside is one name in a folder, and leads nowhere else.
inline bool is_name(std::string_view word) {
  if (word.empty() || word.size() > 100 || word.front() == '.') return false;
  for (const char c : word) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '.' || c == '_' || c == '-';
    if (!fits) return false;
  }
  return true;
}

/// Reads and writes below one folder. What fails throws `std::system_error`.
class files {
 public:
  explicit files(const std::string& root) : root_(root) {
    fs::create_directories(root_);
    key_ = read_or_make_key();
  }

  [[nodiscard]] fs::path source(const std::string& tenant, const std::string& name) const {
    return folder(tenant, "sources") / name;
  }
  [[nodiscard]] fs::path deck(const std::string& tenant, const std::string& document) const {
    return folder(tenant, "decks") / (document + ".json");
  }
  [[nodiscard]] fs::path preview(const std::string& tenant, const std::string& document) const {
    return folder(tenant, "decks") / (document + ".html");
  }
  [[nodiscard]] fs::path pictures(const std::string& tenant, const std::string& document) const {
    return folder(tenant, "pictures") / document;
  }
  [[nodiscard]] fs::path exported(const std::string& tenant, const std::string& name) const {
    return folder(tenant, "exports") / name;
  }
  /// What a job has done so far; goes when the job ends.
  [[nodiscard]] fs::path part(std::string_view job) const { return root_ / "parts" / job; }

  [[nodiscard]] static std::optional<std::string> read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return {};
    return std::string(std::istreambuf_iterator<char>(in), {});
  }
  /// There is either the whole file under its name, or none.
  static void write(const fs::path& path, std::string_view bytes) {
    const fs::path draft = path.string() + ".draft";
    fs::create_directories(path.parent_path());
    put(draft, bytes, O_TRUNC);
    fs::rename(draft, path);
  }
  /// On the disk when this returns.
  static void append(const fs::path& path, std::string_view bytes) {
    fs::create_directories(path.parent_path());
    put(path, bytes, O_APPEND);
  }

  // --- Addresses that open a file for a time
  // ------------------------------------------------------

  /// The address of what was exported, for every client that has it, until then.
  [[nodiscard]] std::string sign(const std::string& tenant, const std::string& name,
                                 pawl::instant until) const {
    const std::string path = "/files/" + tenant + '/' + name;
    const std::string expires = std::to_string(until.time_since_epoch().count());
    return path + "?expires=" + expires + "&signature=" + signature(path, expires);
  }
  [[nodiscard]] bool is_signed(const std::string& tenant, const std::string& name,
                               const std::string& expires, const std::string& signature_sent,
                               pawl::instant now) const {
    const std::string right = signature("/files/" + tenant + '/' + name, expires);
    const auto digest = [](const std::string& of) { return pawl::sha256_of(pawl::text(of)).bytes; };
    if (!pawl::http::equal_throughout(digest(right), digest(signature_sent))) return false;
    // What is signed was written by `sign`, so it is a number.
    return now.time_since_epoch().count() < std::stoll(expires);
  }

 private:
  [[nodiscard]] fs::path folder(const std::string& tenant, const char* kind) const {
    return root_ / tenant / kind;
  }
  [[nodiscard]] std::string signature(const std::string& path, const std::string& expires) const {
    return pawl::hmac_sha256(pawl::text(key_), pawl::text(path + '\n' + expires)).hex();
  }

  [[noreturn]] static void fail(const fs::path& path) {
    throw std::system_error(errno, std::generic_category(), path.string());
  }
  static void put(const fs::path& path, std::string_view bytes, int how) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | how, 0600);
    if (file < 0) fail(path);
    while (!bytes.empty()) {
      const auto done = ::write(file, bytes.data(), bytes.size());
      if (done < 0) {
        ::close(file);
        fail(path);
      }
      bytes.remove_prefix(static_cast<std::size_t>(done));
    }
    const bool kept = ::fdatasync(file) == 0;
    ::close(file);
    if (!kept) fail(path);
  }
  /// All processes on the folder sign with one key, also after a restart.
  [[nodiscard]] std::string read_or_make_key() const {
    const fs::path path = root_ / ".key";
    if (!fs::exists(path)) {
      unsigned char bytes[32]{};
      if (::getrandom(bytes, sizeof bytes, 0) != sizeof bytes) fail(path);
      const fs::path mine = path.string() + std::to_string(::getpid());
      put(mine, {reinterpret_cast<const char*>(bytes), sizeof bytes}, O_TRUNC);
      // Of several that start at once, one key stays.
      ::link(mine.c_str(), path.c_str());
      fs::remove(mine);
    }
    auto key = read(path);
    if (!key || key->size() != 32) fail(path);
    return *std::move(key);
  }

  fs::path root_;
  std::string key_;
};

}  // namespace deck_service
