// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: a queue that was refused is where it was; look at the answer
// sentence: pawl: a queue that was refused is where it was; look at the answer
// meaning: Nothing else tells that nothing was carried.
// repair: Look at the answer before the old queue is put away.
#include <pawl/storage/carry_over.hpp>

/// A place without tables.
struct nowhere {
  void begin() {}
  void commit() {}
  template <class Take>
  void read(const pawl::sql::table&, Take) {}
  void write(const pawl::sql::table&, const std::vector<pawl::storage::carried_row>&) {}
};

int main() {
  nowhere from;
  nowhere to;
#ifdef COMPILE_FAIL
  pawl::storage::carry_over(from, to, std::chrono::milliseconds{0});
#else
  if (!pawl::storage::carry_over(from, to, std::chrono::milliseconds{0})) return 1;
#endif
}
