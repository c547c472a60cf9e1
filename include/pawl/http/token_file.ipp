// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stdexcept>

#include <pawl/codec/json.hpp>
#include <pawl/http/token_file.hpp>

namespace pawl::http {

namespace detail {

inline constexpr std::size_t largest_token_file = 16 * 1024 * 1024;

/// Closes what it holds.
class file_handle {
 public:
  explicit file_handle(int number) : number_(number) {}
  file_handle(const file_handle&) = delete;
  file_handle& operator=(const file_handle&) = delete;
  ~file_handle() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

inline bool write_all(int to, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(to, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

inline std::optional<sha256_digest> digest_from_hex(std::string_view hex) {
  sha256_digest out;
  if (hex.size() != 2 * out.bytes.size()) return {};
  for (std::size_t i = 0; i < out.bytes.size(); ++i) {
    const int high = pawl::detail::hex_value(hex[2 * i]);
    const int low = pawl::detail::hex_value(hex[2 * i + 1]);
    if (high < 0 || low < 0) return {};
    out.bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return out;
}

inline bool makes_sense(const token_record& of) {
  for (const std::string& each : of.permissions)
    if (!permission_called(each)) return false;
  if (of.trigger && !trigger_called(*of.trigger)) return false;
  return digest_from_hex(of.digest) && valid_tenant(of.tenant) && !of.user.empty();
}

inline std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace detail

PAWL_INLINE std::optional<permission> permission_called(std::string_view name) {
  for (const permission each : every_permission)
    if (std::string_view(name_of(each)) == name) return each;
  return {};
}

PAWL_INLINE std::optional<trigger> trigger_called(std::string_view name) {
  for (const trigger each : {trigger::api, trigger::workflow, trigger::user, trigger::system})
    if (std::string_view(name_of(each)) == name) return each;
  return {};
}

PAWL_INLINE expected<token_list, std::string> read_token_file(const std::string& path) {
  const auto refuse = [&](const char* why) { return unexpected<std::string>(path + " " + why); };
  const detail::file_handle file(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file.is_open()) return refuse("cannot be opened; it must be a file, and no link to one");
  struct stat found{};
  if (::fstat(file.number(), &found) != 0 || !S_ISREG(found.st_mode))
    return refuse("is no file of tokens");
  if ((found.st_mode & 077) != 0)
    return refuse("can be read or written by others; chmod 600 makes it its owner's");
  std::string bytes;
  char part[65'536];
  for (;;) {
    const ssize_t got = ::read(file.number(), part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return refuse("cannot be read");
    if (got == 0) break;
    bytes.append(part, static_cast<std::size_t>(got));
    if (bytes.size() > detail::largest_token_file)
      return refuse("is too large for a file of tokens");
  }
  auto list = json::decode<token_list>(text(bytes), {.max_bytes = detail::largest_token_file});
  if (!list || list->version != 1) return refuse("is no list of tokens of this version");
  for (const token_record& each : list->tokens)
    if (!detail::makes_sense(each)) return refuse("has a record that makes no sense");
  return *std::move(list);
}

PAWL_INLINE expected<void, std::string> change_token_file(
    const std::string& path, const std::function<std::string(token_list&)>& change) {
  const auto refuse = [&](const char* why) { return unexpected<std::string>(path + " " + why); };
  const std::string folder = detail::folder_of(path);
  // The folder stays where it is while files come and go in it: who holds it is alone.
  const detail::file_handle alone(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!alone.is_open() || ::flock(alone.number(), LOCK_EX) != 0)
    return refuse("stands in a folder that cannot be opened");
  token_list list;
  struct stat found{};
  if (::lstat(path.c_str(), &found) == 0) {
    auto present = read_token_file(path);
    if (!present) return unexpected<std::string>(std::move(present).error());
    list = *std::move(present);
  }
  if (std::string wrong = change(list); !wrong.empty())
    return unexpected<std::string>(std::move(wrong));
  const auto bytes = json::encode(list);
  if (!bytes) return refuse("cannot be written: a name in it is no text");

  std::string beside = path + ".XXXXXX";
  const detail::file_handle file(::mkostemp(beside.data(), O_CLOEXEC));  // 0600, and new
  if (!file.is_open()) return refuse("cannot be written; may its folder be?");
  if (!detail::write_all(file.number(), *bytes + "\n") || ::fsync(file.number()) != 0 ||
      ::rename(beside.c_str(), path.c_str()) != 0) {
    ::unlink(beside.c_str());
    return refuse("cannot be written; is the disk full?");
  }
  if (::fsync(alone.number()) != 0) return refuse("was written, but may not outlive a power cut");
  return {};
}

PAWL_INLINE issued_token make_token(token_record of) {
  std::array<unsigned char, 32> random{};
  if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size()))
    throw std::runtime_error("the system has no randomness to give");
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  // A prefix that programs find which look for secrets where there should be none.
  std::string token = "pawl_";
  unsigned bits = 0;
  unsigned held = 0;
  for (const unsigned char byte : random) {
    bits = bits << 8U | byte;
    for (held += 8; held >= 6; held -= 6) token += digits[bits >> (held - 6) & 63U];
  }
  token += digits[bits << (6 - held) & 63U];
  of.digest = bearer_tokens::digest_of(token).hex();
  return {std::move(token), std::move(of)};
}

PAWL_INLINE token_file::token_file(std::string path, token_file_options how)
    : path_(std::move(path)), how_(std::move(how)) {}

PAWL_INLINE token_file::identity token_file::look(const std::string& path) {
  struct stat found{};
  if (::lstat(path.c_str(), &found) != 0) return {};
  return {found.st_dev, found.st_ino,
          std::int64_t{found.st_ctim.tv_sec} * 1'000'000'000 + found.st_ctim.tv_nsec,
          found.st_size};
}

/// Under `changes_`.
PAWL_INLINE void token_file::follow() {
  const auto now = std::chrono::steady_clock::now();
  if (looked_ && now - *looked_ < how_.check_every) return;
  const identity present = look(path_);
  const auto time = std::chrono::system_clock::now();
  const bool first = !looked_;
  looked_ = now;
  if (!first && present == seen_ && (!next_expiry_ || time < *next_expiry_)) return;
  seen_ = present;
  next_expiry_.reset();
  std::vector<std::pair<sha256_digest, caller>> good;
  const auto list = read_token_file(path_);
  if (list)
    for (const token_record& each : list->tokens) {
      if (each.expires && *each.expires <= time) continue;
      if (each.expires && (!next_expiry_ || *each.expires < *next_expiry_))
        next_expiry_ = *each.expires;
      caller who{{each.tenant, each.user, each.organisation}, {}};
      if (each.trigger) who.who.trigger = *trigger_called(*each.trigger);
      for (const std::string& name : each.permissions) who.may.add(*permission_called(name));
      good.emplace_back(*detail::digest_from_hex(each.digest), std::move(who));
    }
  known_.replace(std::move(good));
  const std::string trouble = list ? std::string() : list.error();
  if (trouble != trouble_ && !trouble.empty() && how_.on_trouble) how_.on_trouble(trouble);
  trouble_ = trouble;
}

PAWL_INLINE std::optional<caller> token_file::identify(const request& of) {
  {
    const std::lock_guard lock(changes_);
    follow();
  }
  return known_.identify(of);
}

PAWL_INLINE std::string token_file::trouble() {
  const std::lock_guard lock(changes_);
  follow();
  return trouble_;
}

}  // namespace pawl::http
