// SPDX-License-Identifier: BSL-1.0
// 122 states, 121 events and 241 rows: past the runs of 32 names, the 64 bits of a word, and what
// an ordinary lifecycle costs the constant evaluator.
#include <utility>

#include <pawl/lifecycle/engine.hpp>
#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycle/render.hpp>
#include <pawl/lifecycle/restore.hpp>
#include <pawl/lifecycle/visit.hpp>
#include <pawl/testing/lifecycle.hpp>

// clang-format off
#define TEN(n) n##0, n##1, n##2, n##3, n##4, n##5, n##6, n##7, n##8, n##9
#define HUNDRED_AND_TWENTY(n)                                                                      \
  TEN(n##00), TEN(n##01), TEN(n##02), TEN(n##03), TEN(n##04), TEN(n##05), TEN(n##06), TEN(n##07),  \
  TEN(n##08), TEN(n##09), TEN(n##10), TEN(n##11)

#define STATION(n, next)                  \
  s##n + on(e##n)[may_retry] = s##n,      \
  s##n + on(e##n)            = next
#define TEN_STATIONS(n, next)                                                                      \
  STATION(n##0, s##n##1), STATION(n##1, s##n##2), STATION(n##2, s##n##3), STATION(n##3, s##n##4),  \
  STATION(n##4, s##n##5), STATION(n##5, s##n##6), STATION(n##6, s##n##7), STATION(n##7, s##n##8),  \
  STATION(n##8, s##n##9), STATION(n##9, next)

struct journey : pawl::lifecycle {
  enum class state { HUNDRED_AND_TWENTY(s), arrived, abandoned };
  enum class event { HUNDRED_AND_TWENTY(e), cancel };
  using enum state;
  using enum event;

  static constexpr auto table = transitions(
    kinds(dormant(HUNDRED_AND_TWENTY(s)), success(arrived), cancelled(abandoned)),
    TEN_STATIONS(00, s010), TEN_STATIONS(01, s020), TEN_STATIONS(02, s030), TEN_STATIONS(03, s040),
    TEN_STATIONS(04, s050), TEN_STATIONS(05, s060), TEN_STATIONS(06, s070), TEN_STATIONS(07, s080),
    TEN_STATIONS(08, s090), TEN_STATIONS(09, s100), TEN_STATIONS(10, s110), TEN_STATIONS(11, arrived),
    live + on(cancel) = abandoned);
};
// clang-format on

static_assert(pawl::proven<journey>);
static_assert(pawl::states<journey>().size() == 122 && pawl::events<journey>().size() == 121);
static_assert(pawl::name_of(journey::s000) == pawl::text("s000"));
static_assert(pawl::name_of(journey::s063) == pawl::text("s063"));
static_assert(pawl::name_of(journey::s064) == pawl::text("s064"));
static_assert(pawl::name_of(journey::abandoned) == pawl::text("abandoned"));
static_assert(pawl::name_of(journey::cancel) == pawl::text("cancel"));

static_assert(pawl::decide<journey>(journey::s099, journey::e099, {}).state() == journey::s100);
static_assert(pawl::next<journey>(journey::s099, journey::e098).forbidden());
static_assert(pawl::next<journey>(journey::s119, journey::cancel).state() == journey::abandoned);
static_assert(pawl::next<journey>(journey::arrived, journey::cancel).forbidden());
static_assert(pawl::restore<journey>("s111").state() == journey::s111);
static_assert(pawl::testing::path<journey, journey::s118, journey::e118, journey::s119,
                                  journey::e119, journey::arrived>);
static_assert(pawl::testing::terminal<journey, journey::arrived>);
static_assert(!pawl::render::markdown<journey>().empty());

static_assert(decltype(pawl::machine<journey>{}.on<journey::e000, pawl::facts{}>())::state ==
              journey::s001);
static_assert(pawl::visit_state<journey>(journey::s117, [](auto at) { return at.state; }) ==
              journey::s117);
static_assert([] {
  pawl::engine::table<journey> engine(journey::s119);
  return engine.on(journey::e119, {}).state() == journey::arrived &&
         engine.state() == journey::arrived;
}());
