// SPDX-License-Identifier: BSL-1.0
// One lifecycle per instance of a template, each with its own enums and its own guard. The language
// has no `using enum` of a dependent type, so the enums are unscoped ones.
#include <utility>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycle/render.hpp>
#include <pawl/testing/lifecycle.hpp>

template <class Payload, unsigned Patience>
struct shipment {
  struct life : pawl::lifecycle {
    enum state : unsigned char { packed, moving, delivered, lost };
    enum event : unsigned char { start, succeed, fail, lose };

    static constexpr pawl::guard patient{
        "patient", [](const pawl::facts& known) { return known.attempt < Patience; }};

    // clang-format off
    static constexpr auto table = transitions(
      kinds(ready(packed), active(moving), success(delivered), failure(lost)),
      packed + on(start)         = moving,
      moving + on(succeed)       = delivered,
      moving + on(fail)[patient] = packed,
      moving + on(fail)          = lost,
      moving + on(lose)          = lost);
    // clang-format on
  };
};

// The enums and the machine are used where the arguments are still unknown, too.
template <class Payload, unsigned Patience>
constexpr auto fails_once() {
  using life = typename shipment<Payload, Patience>::life;
  return pawl::decide<life>(life::state::moving, life::event::fail, {.attempt = 1}).state() ==
         life::state::packed;
}

using letter = shipment<char, 1>::life;
using crate = shipment<long, 3>::life;

static_assert(pawl::proven<letter> && pawl::proven<crate>);
static_assert(!fails_once<char, 1>() && fails_once<long, 3>());
static_assert(pawl::name_of(letter::moving) == pawl::text("moving"));
static_assert(pawl::testing::leads_to<crate, crate::moving, crate::fail, crate::packed>);
static_assert(!pawl::render::mermaid<crate>().empty());
static_assert(decltype(pawl::machine<letter>{}.on<letter::start>().on<letter::succeed>())::state ==
              letter::delivered);
