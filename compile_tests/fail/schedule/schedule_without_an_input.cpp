// SPDX-License-Identifier: BSL-1.0
// expect-error: pawl: the schedule of handler report has no input: .*input cannot be made without arguments; give the handler public static .*input input_at\(pawl::instant slot\)
// sentence: pawl: the schedule of handler … has no input: … cannot be made without arguments; give the handler public static … input_at(pawl::instant slot)
// meaning: A schedule in a job type has nobody who gives its jobs an input.
// repair: Let the handler make it from the slot, or give its members values.
#include <pawl/service.hpp>
#include <pawl/storage/memory.hpp>

using namespace pawl::literals;

struct input {
  int number;
  input() = delete;
  explicit input(int n) : number(n) {}
};
struct report
    : pawl::job<"acme.report", pawl::lifecycles::service, pawl::every<1_h>, pawl::ephemeral<>> {
#ifndef COMPILE_FAIL
  static input input_at(pawl::instant slot) {
    return input(static_cast<int>(slot.time_since_epoch().count() % 1000));
  }
#endif
  outcome<void> operator()(context&, const input&) const { return {}; }
};

void use() { pawl::service jobs{std::make_unique<pawl::storage::memory<>>(), report{}}; }
