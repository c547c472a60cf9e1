// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The stages of a job and the progress through them.

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/stages/policy.hpp>
#include <pawl/policies/stages/progress.hpp>

namespace pawl {

/// One stage and the percentages it covers: `stage<"extracting", 15, 55>`.
// clang-format off: clang shows the line of the parameters
template <fixed_string Name, detail::given_number Min = detail::given_number{}, detail::given_number Max = detail::given_number{}, auto... More> requires detail::takes<"pawl: stage takes a name in quotes, then two numbers from 0 to 100">
// clang-format on
struct stage {
  static constexpr text name = Name;
  static constexpr int min = Min.value;
  static constexpr int max = Max.value;
};

namespace detail {

template <class T>
inline constexpr bool is_stage = false;
template <fixed_string Name, given_number Min, given_number Max, auto... More>
inline constexpr bool is_stage<stage<Name, Min, Max, More...>> = true;
template <class T>
inline constexpr bool is_whole_stage = false;
template <fixed_string Name, given_number Min, given_number Max>
inline constexpr bool is_whole_stage<stage<Name, Min, Max>> = Min.is_number && Max.is_number;

enum class stage_defect : unsigned char {
  none,
  no_stage,
  no_identifier,
  duplicate,
  empty_range,
  late_start,
  wrong_order,
  overlap,
  gap,
  early_end
};

struct stage_flaw {
  stage_defect what = stage_defect::none;
  std::size_t at = 0;
};

constexpr stage_flaw first_stage_flaw(const stage_range* list, std::size_t count) {
  if (count == 0) return {stage_defect::no_stage};
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_identifier(list[i].name)) return {stage_defect::no_identifier, i};
    for (std::size_t before = 0; before < i; ++before)
      if (list[before].name == list[i].name) return {stage_defect::duplicate, i};
    if (list[i].max <= list[i].min) return {stage_defect::empty_range, i};
  }
  for (std::size_t i = 1; i < count; ++i)
    if (list[i].max <= list[i - 1].min) return {stage_defect::wrong_order, i};
  if (list[0].min != 0) return {stage_defect::late_start};
  for (std::size_t i = 1; i < count; ++i) {
    const stage_range& before = list[i - 1];
    if (list[i].min < before.max) return {stage_defect::overlap, i};
    if (list[i].min > before.max) return {stage_defect::gap, i};
  }
  if (list[count - 1].max != 100) return {stage_defect::early_end, count - 1};
  return {};
}

template <class... Stages>
struct stage_list {
  static constexpr stage_range ranges[sizeof...(Stages) + 1] = {
      {Stages::name, Stages::min, Stages::max}..., {}};
  static constexpr stage_flaw flaw = first_stage_flaw(ranges, sizeof...(Stages));
};

template <class... Stages>
struct stages_sentence {
  static constexpr void write(auto& out) {
    constexpr stage_flaw flaw = stage_list<Stages...>::flaw;
    constexpr stage_range here = stage_list<Stages...>::ranges[flaw.at];
    constexpr stage_range before = stage_list<Stages...>::ranges[flaw.at == 0 ? 0 : flaw.at - 1];
    const auto range = [&out](const stage_range& of) {
      out << of.name << " (";
      say_number(out, of.min);
      out << " to ";
      say_number(out, of.max);
      out << ")";
    };
    out << "pawl: ";
    if (flaw.what == stage_defect::no_stage) {
      out << "stages<> has no stage; list at least one, or leave the policy out";
      return;
    }
    out << "stage ";
    switch (flaw.what) {
      case stage_defect::none:
      case stage_defect::no_stage:
        break;
      case stage_defect::no_identifier:
        out << here.name << " has no proper name; use letters, digits and underscores";
        break;
      case stage_defect::duplicate:
        out << here.name << " is listed twice; give each stage its own name";
        break;
      case stage_defect::empty_range:
        range(here);
        out << " covers nothing; let it end above where it begins";
        break;
      case stage_defect::late_start:
        range(here);
        out << " is the first; let it begin at 0";
        break;
      case stage_defect::wrong_order:
        range(here);
        out << " is listed after ";
        range(before);
        out << "; list stages in the order of their percentages";
        break;
      case stage_defect::overlap:
        range(here);
        out << " overlaps ";
        range(before);
        out << "; let it begin at ";
        say_number(out, before.max);
        break;
      case stage_defect::gap:
        range(here);
        out << " leaves a gap after ";
        range(before);
        out << "; let it begin at ";
        say_number(out, before.max);
        break;
      case stage_defect::early_end:
        range(here);
        out << " is the last; let it end at 100";
        break;
    }
  }
};

template <class... Stages>
struct not_stages_sentence {
  static constexpr void write(auto& out) {
    constexpr bool good[] = {is_whole_stage<Stages>..., true};
    constexpr bool known[] = {is_stage<Stages>..., true};
    constexpr text names[] = {template_name<Stages>()..., {}};
    std::size_t at = 0;
    while (good[at]) ++at;
    if (known[at])
      out << "pawl: a stage is a name in quotes and two whole numbers; write stage<name, from, "
             "to>, with "
             "numbers from 0 to 100";
    else
      out << "pawl: stages does not take " << names[at] << "; it takes only stage<name, from, to>";
  }
};

template <class... Stages>
struct sound_stages
    : demand<stage_list<Stages...>::flaw.what == stage_defect::none, stages_sentence<Stages...>> {
  static constexpr stage_range ranges[sizeof...(Stages) + 1] = {
      {Stages::name, Stages::min, Stages::max}..., {}};
};
template <class... Stages>
  requires(!(is_whole_stage<Stages> && ...))
struct sound_stages<Stages...> : demand<false, not_stages_sentence<Stages...>> {
  static constexpr stage_range ranges[sizeof...(Stages) + 1] = {};
};

}  // namespace detail

/// The stages of a job, in order, covering 0 to 100 without gap or overlap.
// clang-format off: clang shows the line of the parameters
template <class... Stages> requires detail::takes<"pawl: stages takes stages such as stage<...>">
// clang-format on
struct stages : private detail::sound_stages<Stages...> {
  static constexpr pawl::axis axis = pawl::axis::stages;
  static constexpr std::size_t count = sizeof...(Stages);

  [[nodiscard]] static constexpr text name(std::size_t i) { return stages::ranges[i].name; }
  [[nodiscard]] static constexpr int min(std::size_t i) { return stages::ranges[i].min; }
  [[nodiscard]] static constexpr int max(std::size_t i) { return stages::ranges[i].max; }

  /// The index of a declared stage; any other name does not compile.
  template <fixed_string Name>
  static constexpr std::size_t index_of = detail::declared_stage<stages, Name>;
};

/// Progress from 0 to 100 without stages; the default.
struct no_stages {
  static constexpr pawl::axis axis = pawl::axis::stages;
  static constexpr std::size_t count = 0;

  [[nodiscard]] static constexpr text name(std::size_t) { return {}; }
  [[nodiscard]] static constexpr int min(std::size_t) { return 0; }
  [[nodiscard]] static constexpr int max(std::size_t) { return 100; }
};

using default_stages = no_stages;

/// The stages of the slide-deck service: from a source to a deck.
using convert_stages = stages<stage<"validating_input", 0, 5>,      //
                              stage<"fetching_source", 5, 15>,      //
                              stage<"extracting", 15, 55>,          //
                              stage<"normalizing", 55, 80>,         //
                              stage<"generating_preview", 80, 90>,  //
                              stage<"finalizing", 90, 100>>;

/// From a deck to an artifact.
using export_stages = stages<stage<"preparing", 0, 10>,            //
                             stage<"rendering_slides", 10, 70>,    //
                             stage<"packaging", 70, 90>,           //
                             stage<"uploading_artifact", 90, 98>,  //
                             stage<"finalizing", 98, 100>>;

/// A chat or completion of a language model.
using ai_stages = stages<stage<"preparing_context", 0, 10>,    //
                         stage<"sending_prompt", 10, 20>,      //
                         stage<"streaming_response", 20, 95>,  //
                         stage<"finalizing", 95, 100>>;

}  // namespace pawl
