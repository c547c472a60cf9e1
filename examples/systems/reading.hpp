// SPDX-License-Identifier: BSL-1.0
// Files below a folder that a service reads for its callers. A pipe is a file that is still being
// delivered: it is read as it comes, until its writer has closed it.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <string_view>
#include <utility>

namespace systems {

/// How the reading of a file has ended.
enum class reading {
  whole,
  absent,      ///< there is no such file
  no_folder,   ///< nor the folder that it should be in
  not_below,   ///< its name leads out of the folder
  no_file,     ///< it is a folder, a device or a link
  forbidden,   ///< this process may not read it
  too_large,   ///< it has more bytes than are wanted
  changing,    ///< it is not as long as it was when it was opened: another process writes to it
  unreadable,  ///< the disk did not give it
  given_up     ///< the reader did not want more
};

namespace detail {

class descriptor {
 public:
  explicit descriptor(int number) : number_(number) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

}  // namespace detail

/// Gives the bytes of a file to `take`, in parts. `wanted` is asked before each part, and at least
/// ten times a second while none comes.
inline reading read_file(const std::filesystem::path& folder, const std::string& name,
                         std::uintmax_t most_bytes, const std::function<bool()>& wanted,
                         const std::function<void(std::string_view)>& take) {
  namespace fs = std::filesystem;
  const fs::path below = fs::path(name).lexically_normal();
  if (name.empty() || name.find('\0') != name.npos || below.is_absolute() ||
      *below.begin() == ".." || *below.begin() == ".")
    return reading::not_below;
  const detail::descriptor file(
      ::open((folder / below).c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));
  if (file.number() < 0) {
    if (errno == ENOENT || errno == ENOTDIR)
      return fs::is_directory(folder) ? reading::absent : reading::no_folder;
    if (errno == ELOOP) return reading::no_file;
    return errno == EACCES ? reading::forbidden : reading::unreadable;
  }
  struct stat is{};
  if (::fstat(file.number(), &is) != 0) return reading::unreadable;
  const bool is_pipe = S_ISFIFO(is.st_mode);
  if (!is_pipe && !S_ISREG(is.st_mode)) return reading::no_file;
  const auto size = static_cast<std::uintmax_t>(is.st_size);
  if (size > most_bytes) return reading::too_large;

  std::uintmax_t read = 0;
  char part[65'536];
  while (true) {
    if (!wanted()) return reading::given_up;
    if (is_pipe) {
      pollfd comes{.fd = file.number(), .events = POLLIN, .revents = 0};
      if (::poll(&comes, 1, 100) <= 0) continue;
    }
    const ssize_t got = ::read(file.number(), part, sizeof part);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got < 0) return reading::unreadable;
    if (got == 0) break;
    read += static_cast<std::uintmax_t>(got);
    if (read > most_bytes) return reading::too_large;
    take({part, static_cast<std::size_t>(got)});
  }
  return is_pipe || read == size ? reading::whole : reading::changing;
}

}  // namespace systems
