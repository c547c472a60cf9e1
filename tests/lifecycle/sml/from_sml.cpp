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
                             are<kind::success, decltype("won"_s)>, are<kind::failure, over>,
                             pawl::without_actions> {
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

// Guards composed as SML composes them, of all forms that are read.
struct ready_to_go;
struct going;
struct gone;
struct stopped;
struct set_out {};
struct slip {};
struct plain {};  // an event that carries nothing

template <unsigned Most>
struct fewer_than {
  bool operator()(const pawl::facts& f) const { return f.attempt < Most; }
};
struct retryable {
  static constexpr pawl::text name = "may be retried";
  bool operator()(const pawl::facts& f) const { return f.retryable; }
};

struct composed_machine {
  auto operator()() const {
    using namespace boost::sml;
    const auto never = [] { return false; };
    const auto sound = [](const plain&) { return true; };
    // clang-format off
    return make_transition_table(
     *state<ready_to_go> + event<set_out>                                                = state<going>,
      state<going>       + event<slip>[!lives_left{} && retryable{}]                   = state<gone>,
      state<going>       + event<slip>[never || !(fewer_than<3>{} && retryable{})]     = state<ready_to_go>,
      state<going>       + event<slip>                                                 = state<stopped>,
      state<going>       + event<plain>[!sound]                                        = state<gone>,
      state<going>       + event<plain>[sound]                                         = state<stopped>,
      state<going>       + event<plain>                                                = state<going>);
    // clang-format on
  }
};

struct composed : pawl::from_sml<composed_machine, are<kind::dormant, ready_to_go, going>,
                                 are<kind::success, stopped>, are<kind::failure, gone>> {
  [[maybe_unused]] static constexpr pawl::text name = "composed";
};
static_assert(pawl::proven<composed>);

TEST_CASE("composed guards of an SML machine decide as they do in SML") {
  const auto after = [](unsigned attempt, bool may) {
    return pawl::decide<composed>(composed::state_of<going>, composed::event_of<slip>,
                                  {.attempt = attempt, .max_attempts = 5, .retryable = may})
        .state();
  };
  CHECK(after(5, true) == composed::state_of<gone>);
  CHECK(after(5, false) == composed::state_of<ready_to_go>);
  CHECK(after(3, true) == composed::state_of<ready_to_go>);
  CHECK(after(2, true) == composed::state_of<stopped>);
  CHECK(pawl::decide<composed>(composed::state_of<going>, composed::event_of<plain>, {}).state() ==
        composed::state_of<stopped>);
}

TEST_CASE("a composed guard is shown as it is written, whatever the compiler") {
  STATIC_REQUIRE(composed::table.rows[1].guard.name == "!lives_left && may be retried");
  STATIC_REQUIRE(composed::table.rows[2].guard.name == "guard || !(fewer_than && may be retried)");
}

// What SML has beside plain types: X, events by text, actions on entry and exit, types that
// say their name, and a machine that wants constructor arguments.
template <class T>
struct numbered {
  static constexpr pawl::text name = "numbered";
};

class asleep;

class talkative_machine {
 public:
  explicit talkative_machine(int& said) : said_(said) {}
  auto operator()() {
    using namespace boost::sml;
    const auto speak = [this] { ++said_; };
    // clang-format off
    return make_transition_table(
     *state<asleep>       + "wake"_e                            = "awake"_s,
      "awake"_s           + on_entry<_>                 / speak,
      "awake"_s           + boost::sml::on_exit<_>                  / speak,
      "awake"_s           + event<numbered<unsigned long>> / (speak, speak),
      "awake"_s           + event<slip>                         = X);
    // clang-format on
  }

 private:
  int& said_;
};

using terminated = decltype(boost::sml::X);
using awake = decltype("awake"_s);
struct talkative
    : pawl::from_sml<talkative_machine, pawl::without_actions, are<kind::dormant, asleep, awake>,
                     are<kind::success, terminated>> {
  [[maybe_unused]] static constexpr pawl::text name = "talkative";
};
static_assert(pawl::proven<talkative>);

TEST_CASE("the names of an SML machine are the same with every compiler and version of SML") {
  std::string names;
  for (auto each : pawl::states<talkative>()) names += std::string(pawl::name_of(each)) + ' ';
  for (auto each : pawl::events<talkative>()) names += std::string(pawl::name_of(each)) + ' ';
  CHECK(names == "asleep awake terminate wake numbered slip ");
}

TEST_CASE("what an SML machine does on entry and exit is no row of its lifecycle") {
  STATIC_REQUIRE(sizeof(talkative::table.rows) / sizeof(talkative::table.rows[0]) == 3);
  STATIC_REQUIRE(pawl::next<talkative>(talkative::state_of<awake>,
                                       talkative::event_of<numbered<unsigned long>>)
                     .state() == talkative::state_of<awake>);
}

}  // namespace
