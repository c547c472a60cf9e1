// SPDX-License-Identifier: BSL-1.0
#include <pawl/policies/stages.hpp>

#include <pawl/testing/stages_laws.hpp>

#include "support/catch.hpp"

namespace {

using namespace pawl;
using pawl::testing::broken_stages_law;

struct row {
  text name;
  int min;
  int max;
};

template <class S, std::size_t Rows>
constexpr bool lists_exactly(const row (&rows)[Rows]) {
  if (S::count != Rows) return false;
  for (std::size_t i = 0; i < Rows; ++i)
    if (S::name(i) != rows[i].name || S::min(i) != rows[i].min || S::max(i) != rows[i].max)
      return false;
  return true;
}

TEST_CASE("the deck's stages are those of its specification") {
  CHECK(lists_exactly<convert_stages>({{"validating_input", 0, 5},
                                       {"fetching_source", 5, 15},
                                       {"extracting", 15, 55},
                                       {"normalizing", 55, 80},
                                       {"generating_preview", 80, 90},
                                       {"finalizing", 90, 100}}));
  CHECK(lists_exactly<export_stages>({{"preparing", 0, 10},
                                      {"rendering_slides", 10, 70},
                                      {"packaging", 70, 90},
                                      {"uploading_artifact", 90, 98},
                                      {"finalizing", 98, 100}}));
  CHECK(lists_exactly<ai_stages>({{"preparing_context", 0, 10},
                                  {"sending_prompt", 10, 20},
                                  {"streaming_response", 20, 95},
                                  {"finalizing", 95, 100}}));
}

TEST_CASE("a stage is found by its name, by the compiler and at run time") {
  STATIC_REQUIRE(convert_stages::index_of<"validating_input"> == 0);
  STATIC_REQUIRE(convert_stages::index_of<"finalizing"> == 5);
  STATIC_REQUIRE(has_stage<ai_stages, "streaming_response">);
  STATIC_REQUIRE_FALSE(has_stage<ai_stages, "extracting">);
  STATIC_REQUIRE_FALSE(has_stage<no_stages, "extracting">);
  CHECK(find_stage<export_stages>("packaging") == 2);
  CHECK(find_stage<export_stages>("baking") == export_stages::count);
}

TEST_CASE("every shipped list of stages keeps the laws", "[DECK-16][DECK-17]") {
  CHECK(broken_stages_law<convert_stages>() == "");
  CHECK(broken_stages_law<export_stages>() == "");
  CHECK(broken_stages_law<ai_stages>() == "");
  CHECK(broken_stages_law<no_stages>() == "");
  CHECK(broken_stages_law<testing::stages_archetype>() == "");
}

struct with_a_gap : testing::stages_archetype {
  static constexpr std::size_t count = 2;
  static constexpr const char* name(std::size_t i) { return i == 0 ? "first" : "second"; }
  static constexpr int min(std::size_t i) { return i == 0 ? 0 : 60; }
  static constexpr int max(std::size_t i) { return i == 0 ? 50 : 100; }
};
struct with_one_name : with_a_gap {
  static constexpr const char* name(std::size_t) { return "first"; }
};
struct without_a_name : testing::stages_archetype {
  static constexpr const char* name(std::size_t) { return ""; }
};
struct ending_early : testing::stages_archetype {
  static constexpr int max(std::size_t) { return 99; }
};
struct covering_nothing : testing::stages_archetype {
  static constexpr int max(std::size_t) { return 0; }
};

TEST_CASE("a list of stages that breaks a law is named with the law") {
  CHECK(broken_stages_law<with_a_gap>() == "a stage begins where the last one ended");
  CHECK(broken_stages_law<with_one_name>() == "each stage has its own name");
  CHECK(broken_stages_law<without_a_name>() == "a stage is named by an identifier");
  CHECK(broken_stages_law<ending_early>() == "the last stage ends at 100");
  CHECK(broken_stages_law<covering_nothing>() == "a stage covers something");
}

}  // namespace
