// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include <pawl/handlers/destination.hpp>

namespace pawl::handlers {

namespace detail {

inline constexpr const char* parts_name = ".pawl-parts";

inline unexpected<file_error> file_failure(const char* doing, int number) {
  using reason = file_error::reason;
  std::string detail = std::string(doing) + ": " + std::system_category().message(number);
  switch (number) {
    case EACCES:
    case EPERM:
    case EROFS:
    case ELOOP:
    case ENOTDIR:
    case EISDIR:
    case ENOENT:
    case ENAMETOOLONG:
    case EXDEV:
      return unexpected<file_error>(
          file_error{reason::refused, "the destination cannot be written to", std::move(detail)});
    case EEXIST:
      return unexpected<file_error>(
          file_error{reason::refused, "the destination exists already", std::move(detail)});
    default:
      return unexpected<file_error>(file_error{
          reason::unavailable, "the destination cannot be written to now", std::move(detail)});
  }
}

inline char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Whether a part of a name is that of a device on some system, with or without an extension.
inline bool is_device(std::string_view part) {
  std::string stem;
  for (const char c : part.substr(0, part.find('.'))) stem += lowered(c);
  while (!stem.empty() && stem.back() == ' ') stem.pop_back();
  for (const std::string_view each : {"con", "prn", "aux", "nul"})
    if (stem == each) return true;
  return stem.size() == 4 && (stem.compare(0, 3, "com") == 0 || stem.compare(0, 3, "lpt") == 0) &&
         stem[3] >= '0' && stem[3] <= '9';
}

inline bool spells_by_percent(std::string_view name) {
  for (std::size_t at = name.find('%'); at != name.npos && at + 2 < name.size();
       at = name.find('%', at + 1)) {
    const char code[] = {lowered(name[at + 1]), lowered(name[at + 2])};
    for (const std::string_view each : {"2e", "2f", "5c", "00", "25"})
      if (std::string_view(code, 2) == each) return true;
  }
  return false;
}

inline std::string part_name(std::string_view job) { return std::string(job) + ".part"; }

inline file_descriptor open_directory(int in, const char* name) {
  return file_descriptor(::openat(in, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

}  // namespace detail

PAWL_INLINE file_descriptor::~file_descriptor() {
  if (number_ >= 0) ::close(number_);
}

PAWL_INLINE std::string_view flaw_of_name(std::string_view name) {
  constexpr std::size_t longest_part = 255;
  if (name.empty()) return "it is empty";
  if (name.size() > 4000) return "it is too long";
  if (name.front() == '/') return "it is absolute; name it below the root";
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return "it has a control character";
    if (c == '\\') return "it has a backslash";
  }
  if (detail::spells_by_percent(name)) return "it spells a separator or a dot by %";
  while (true) {
    const std::size_t slash = name.find('/');
    const std::string_view part = name.substr(0, slash);
    if (part.empty()) return "a part of it is empty";
    if (part == "." || part == "..") return "it leads to another directory";
    if (part.size() > longest_part) return "a part of it is too long";
    if (part.substr(0, 6) == ".pawl-") return "names that begin with .pawl- are taken";
    if (detail::is_device(part)) return "it is the name of a device on some systems";
    if (slash == name.npos) return {};
    name.remove_prefix(slash + 1);
  }
}

PAWL_INLINE void remove_unfinished(const std::string& root, std::string_view job) {
  const file_descriptor below(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!below) return;
  const file_descriptor parts = detail::open_directory(below.get(), detail::parts_name);
  if (parts) ::unlinkat(parts.get(), detail::part_name(job).c_str(), 0);
}

PAWL_INLINE file_result<destination> destination::open(const std::string& root,
                                                       std::string_view name,
                                                       std::string_view job) {
  if (const std::string_view flaw = flaw_of_name(name); !flaw.empty())
    return unexpected<file_error>(
        file_error{file_error::reason::refused,
                   "the destination's name is refused: " + std::string(flaw),
                   {}});
  destination out;
  out.part_ = detail::part_name(job);
  // The root is the application's own, and may be a link.
  file_descriptor at(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!at) return detail::file_failure("the root", errno);
  if (::mkdirat(at.get(), detail::parts_name, 0700) != 0 && errno != EEXIST)
    return detail::file_failure("the directory of parts", errno);
  out.parts_ = detail::open_directory(at.get(), detail::parts_name);
  if (!out.parts_) return detail::file_failure("the directory of parts", errno);
  for (std::size_t slash = name.find('/'); slash != name.npos; slash = name.find('/')) {
    at = detail::open_directory(at.get(), std::string(name.substr(0, slash)).c_str());
    if (!at) return detail::file_failure("a directory of the destination", errno);
    name.remove_prefix(slash + 1);
  }
  out.directory_ = std::move(at);
  out.leaf_ = name;
  return out;
}

PAWL_INLINE bool destination::is_taken() const {
  struct stat found{};
  return ::fstatat(directory_.get(), leaf_.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0;
}

PAWL_INLINE bool destination::is_in_place(std::int64_t file, std::int64_t bytes) const {
  struct stat found{};
  return ::fstatat(directory_.get(), leaf_.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISREG(found.st_mode) && static_cast<std::int64_t>(found.st_ino) == file &&
         found.st_size == bytes;
}

PAWL_INLINE file_result<void> destination::begin(std::int64_t file, std::int64_t bytes) {
  written_ = file_descriptor(
      ::openat(parts_.get(), part_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!written_) return detail::file_failure("the part", errno);
  if (::flock(written_.get(), LOCK_EX | LOCK_NB) != 0)
    return unexpected<file_error>(
        file_error{file_error::reason::busy, "an earlier attempt has not ended yet", {}});
  struct stat own{};
  struct stat named{};
  if (::fstat(written_.get(), &own) != 0) return detail::file_failure("the part", errno);
  // While this one waited for nothing, an earlier attempt may have moved the file to its name.
  if (::fstatat(parts_.get(), part_.c_str(), &named, AT_SYMLINK_NOFOLLOW) != 0 ||
      named.st_ino != own.st_ino)
    return unexpected<file_error>(
        file_error{file_error::reason::busy, "an earlier attempt has just ended", {}});
  if (!S_ISREG(own.st_mode) || own.st_nlink != 1 || own.st_uid != ::geteuid())
    return unexpected<file_error>(
        file_error{file_error::reason::refused, "the part is not the job's own file", {}});
  file_ = static_cast<std::int64_t>(own.st_ino);
  size_ = file_ == file && own.st_size >= bytes ? bytes : 0;
  if (::ftruncate(written_.get(), size_) != 0) return detail::file_failure("the part", errno);
  return {};
}

PAWL_INLINE file_result<void> destination::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::pwrite(written_.get(), bytes.data(), bytes.size(), size_);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return detail::file_failure("writing", done < 0 ? errno : EIO);
    size_ += done;
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return {};
}

PAWL_INLINE file_result<void> destination::clear() {
  if (::ftruncate(written_.get(), 0) != 0) return detail::file_failure("the part", errno);
  size_ = 0;
  return {};
}

PAWL_INLINE file_result<void> destination::sync() {
  if (::fdatasync(written_.get()) != 0) return detail::file_failure("fdatasync", errno);
  return {};
}

PAWL_INLINE file_result<std::string> destination::read(std::int64_t at) const {
  std::string out(256 * 1024, '\0');
  ssize_t got = 0;
  do got = ::pread(written_.get(), out.data(), out.size(), at);
  while (got < 0 && errno == EINTR);
  if (got <= 0) return detail::file_failure("reading", got < 0 ? errno : EIO);
  out.resize(static_cast<std::size_t>(got));
  return out;
}

PAWL_INLINE file_result<void> destination::publish(bool replace, mode_t mode) {
  if (::fchmod(written_.get(), mode) != 0 || ::fsync(written_.get()) != 0)
    return detail::file_failure("the part", errno);
  // By its number: older C libraries have no function for it.
  long moved = ::syscall(SYS_renameat2, parts_.get(), part_.c_str(), directory_.get(),
                         leaf_.c_str(), replace ? 0U : RENAME_NOREPLACE);
  if (moved != 0 && !replace && (errno == EINVAL || errno == ENOSYS)) {
    moved = ::linkat(parts_.get(), part_.c_str(), directory_.get(), leaf_.c_str(), 0);
    if (moved == 0) ::unlinkat(parts_.get(), part_.c_str(), 0);
  }
  if (moved != 0) return detail::file_failure("renaming", errno);
  if (::fsync(directory_.get()) != 0) return detail::file_failure("its directory", errno);
  return {};
}

PAWL_INLINE void destination::remove() { ::unlinkat(parts_.get(), part_.c_str(), 0); }

}  // namespace pawl::handlers
