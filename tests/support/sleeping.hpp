// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sys/types.h>

#include <fstream>
#include <string>

namespace support {

/// Whether a thread of this process waits for something; by its number, as gettid gives it.
inline bool is_asleep(pid_t thread) {
  std::ifstream in("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string all;
  std::getline(in, all);
  const std::size_t name = all.rfind(')');
  return name != std::string::npos && all.substr(name + 2, 1) == "S";
}

}  // namespace support
