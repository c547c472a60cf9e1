// SPDX-License-Identifier: BSL-1.0
#include <pawl/lifecycle/sml/from_sml.hpp>

#include <string>

#include <pawl/lifecycle/machine.hpp>
#include <pawl/lifecycle/render.hpp>
#include <pawl/lifecycle/restore.hpp>
#include <pawl/lifecycles/deck.hpp>

#include "support/catch.hpp"

namespace {

using pawl::are;
using pawl::kind;
using pawl::lifecycles::deck;

// A machine as its owner wrote it, with a state by type and one by text, and an action.
struct idle;
struct playing;
struct over;
struct start {};
struct succeed {};
struct fail {};
struct lose {};

struct lives_left {
  constexpr bool operator()(const pawl::facts& f) const { return f.attempt < f.max_attempts; }
};

struct game_machine {
  auto operator()() const {
    using namespace boost::sml;
    const auto cheer = [] {};
    return make_transition_table(*state<idle> + event<start> = state<playing>,
                                 state<playing> + event<succeed> / cheer = "won"_s,
                                 state<playing> + event<fail>[lives_left{}] = state<playing>,
                                 state<playing> + event<fail> = state<over>,
                                 state<playing> + event<lose> = state<over>);
  }
};

using namespace boost::sml::literals;
struct game : pawl::from_sml<game_machine, are<kind::ready, idle>, are<kind::active, playing>,
                             are<kind::success, decltype("won"_s)>, are<kind::failure, over>> {
  [[maybe_unused]] static constexpr pawl::text name = "game";
};

static_assert(pawl::proven<game>);

TEST_CASE("an SML machine becomes a checked lifecycle with its own names") {
  STATIC_REQUIRE(pawl::initial<game> == game::state_of<idle>);
  STATIC_REQUIRE(pawl::name_of(game::state_of<playing>) == "playing");
  STATIC_REQUIRE(pawl::name_of(game::state_of<decltype("won"_s)>) == "won");
  STATIC_REQUIRE(pawl::name_of(game::event_of<fail>) == "fail");
  STATIC_REQUIRE(pawl::restore<game>("over").state() == game::state_of<over>);
  STATIC_REQUIRE(pawl::next<game>(game::state_of<idle>, game::event_of<start>).state() ==
                 game::state_of<playing>);
  STATIC_REQUIRE(pawl::next<game>(game::state_of<idle>, game::event_of<fail>).forbidden());
}

TEST_CASE("the guards of an SML machine read the facts") {
  constexpr auto after = [](unsigned attempt) {
    return pawl::decide<game>(game::state_of<playing>, game::event_of<fail>,
                              {.attempt = attempt, .max_attempts = 3})
        .state();
  };
  STATIC_REQUIRE(after(1) == game::state_of<playing>);
  STATIC_REQUIRE(after(3) == game::state_of<over>);
  STATIC_REQUIRE(game::table.rows[2].guard.name == "lives_left");
}

TEST_CASE("an SML machine has a typestate") {
  auto lost = pawl::machine<game>{}.on<game::event_of<start>>().on<game::event_of<lose>>();
  STATIC_REQUIRE(lost.state == game::state_of<over>);
}

struct deck_again : pawl::from_sml<pawl::as_sml<deck>, are<kind::ready, pawl::at<deck::pending>>,
                                   are<kind::active, pawl::at<deck::running>>,
                                   are<kind::success, pawl::at<deck::succeeded>>,
                                   are<kind::failure, pawl::at<deck::failed>>,
                                   are<kind::cancelled, pawl::at<deck::canceled>>> {
  [[maybe_unused]] static constexpr pawl::text name = "deck";
};

TEST_CASE("a lifecycle that goes to SML and back allows what it allowed") {
  for (auto from : pawl::states<deck>())
    for (auto on : pawl::events<deck>())
      for (auto to : pawl::states<deck>()) {
        const auto find = [](auto names, pawl::text name) {
          for (auto each : names)
            if (pawl::name_of(each) == name) return each;
          return *names.begin();
        };
        const auto from_again = find(pawl::states<deck_again>(), pawl::name_of(from));
        const auto on_again = find(pawl::events<deck_again>(), pawl::name_of(on));
        const auto to_again = find(pawl::states<deck_again>(), pawl::name_of(to));
        CHECK(pawl::detail::may_lead_to<deck>(from, on, to) ==
              pawl::detail::may_lead_to<deck_again>(from_again, on_again, to_again));
      }
  CHECK(pawl::states<deck_again>().size() == pawl::states<deck>().size());
  CHECK(deck_again::table.rows[3].guard.name == "may_retry");
}

}  // namespace
