// SPDX-License-Identifier: BSL-1.0
// A service whose bodies are compiled in another source of the program.
#include <cstdlib>
#include <filesystem>
#include <string>

#include <pawl/service.hpp>
#include <pawl/storage/sqlite.hpp>

struct twice : pawl::job<"test.twice", pawl::lifecycles::service> {
  outcome<int> operator()(context&, int in) const { return 2 * in; }
};

int main() {
  std::string directory = (std::filesystem::temp_directory_path() / "pawl-own-XXXXXX").string();
  if (::mkdtemp(directory.data()) == nullptr) return 1;
  int answer = 0;
  {
    pawl::service jobs{pawl::storage::sqlite<>::open(directory + "/jobs.db").value(), twice{}};
    if (!jobs.start()) return 1;
    const auto me = jobs.as({.tenant = "acme", .user = "ann", .organisation = {}});
    answer = me.result(me.submit<twice>(21).value(), std::chrono::seconds{60}).value();
  }
  std::filesystem::remove_all(directory);
  return answer == 42 ? 0 : 1;
}
