// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/policies/detail/spoken.hpp>
#include <pawl/policies/limits/key.hpp>
#include <pawl/policies/limits/policy.hpp>

namespace pawl {

enum class limit_part : unsigned char { at_submit_or_at_claim, configurable_up_to, named, burst };

/// Checked when a job is submitted: one too many is refused.
struct at_submit {
  static constexpr auto part = limit_part::at_submit_or_at_claim;
  static constexpr limit_point point = limit_point::at_submit;
};

/// Checked when a worker looks for work: one too many waits.
struct at_claim {
  static constexpr auto part = limit_part::at_submit_or_at_claim;
  static constexpr limit_point point = limit_point::at_claim;
};

/// The count may be set at run time, from 1 up to this.
template <int Most>
struct configurable_up_to {
  static constexpr auto part = limit_part::configurable_up_to;
  static constexpr int most = Most;
};

/// The limit's own name, where the derived one would change or is taken.
template <fixed_string Name>
struct named {
  static constexpr auto part = limit_part::named;
  static constexpr text name = Name;
};

/// How many of a rate may come at once; without it, the whole count.
template <int Count>
struct burst {
  static constexpr auto part = limit_part::burst;
  static constexpr int count = Count;
};

namespace detail {

inline constexpr int most_counted = 1'000'000;

enum class limit_form : unsigned char { active_per, rate_per, concurrent };

enum class limit_defect : unsigned char {
  none,
  no_key,
  no_identifier,
  no_point,
  no_burst_here,
  wrong_point,
  count,
  configured,
  burst
};

struct no_point {};
struct no_burst {
  static constexpr int count = 0;
};

/// What the arguments of a limit say, and the first thing that is wrong with them.
template <limit_form Form, class Key, int Count, duration_ms Window, class... Parts>
struct limit_reading {
  static constexpr bool rate = Form == limit_form::rate_per;

  struct derived_name {
    static constexpr void write(auto& out) {
      out << name_of(Form);
      if constexpr (Form != limit_form::concurrent && limit_key<Key>) out << "_" << Key::name;
      if constexpr (Form == limit_form::active_per)
        if (has_part<limit_part::at_submit_or_at_claim, Parts...>) out << "_" << name_of(point());
    }
  };
  struct derived {
    static constexpr text name = composed<derived_name>;
  };

  static constexpr limit_point point() {
    using given = chosen_part<limit_part::at_submit_or_at_claim, no_point, Parts...>;
    if constexpr (!__is_same(given, no_point))
      return given::point;
    else
      return Form == limit_form::concurrent ? limit_point::at_claim : limit_point::at_submit;
  }
  static constexpr text key() {
    if constexpr (limit_key<Key>)
      return Key::name;
    else
      return {};
  }

  static constexpr limit_description description{
      .name = chosen_part<limit_part::named, derived, Parts...>::name,
      .kind = rate ? limit_kind::rate : limit_kind::active_jobs,
      .point = point(),
      .key = key(),
      .count = Count,
      .most =
          chosen_part<limit_part::configurable_up_to, configurable_up_to<Count>, Parts...>::most,
      .window = Window,
      .burst = rate ? chosen_part<limit_part::burst, burst<Count>, Parts...>::count : 0};

  static constexpr limit_defect defect = [] {
    if (!limit_key<Key>) return limit_defect::no_key;
    if (!is_identifier(description.name)) return limit_defect::no_identifier;
    if (Form == limit_form::active_per && !has_part<limit_part::at_submit_or_at_claim, Parts...>)
      return limit_defect::no_point;
    if (rate && point() == limit_point::at_claim) return limit_defect::wrong_point;
    if (Form == limit_form::concurrent && point() == limit_point::at_submit)
      return limit_defect::wrong_point;
    if (!rate && has_part<limit_part::burst, Parts...>) return limit_defect::no_burst_here;
    if (Count < 1 || Count > most_counted) return limit_defect::count;
    if (description.most < Count || description.most > most_counted)
      return limit_defect::configured;
    if (rate && (description.burst < 1 || description.burst > Count)) return limit_defect::burst;
    return limit_defect::none;
  }();
};

template <class Reading, limit_form Form>
struct limit_sentence {
  static constexpr void write(auto& out) {
    constexpr limit_description described = Reading::description;
    out << "pawl: ";
    if (Reading::defect == limit_defect::no_key) {
      out << name_of(Form)
          << " is not told what to count by; give by::tenant, by::user, by::organisation, "
             "by::global or by::member<...> first";
      return;
    }
    out << "limit " << described.name << " ";
    switch (Reading::defect) {
      case limit_defect::none:
      case limit_defect::no_key:
        break;
      case limit_defect::no_identifier:
        out << "has no proper name; use letters, digits and underscores";
        break;
      case limit_defect::no_point:
        out << "does not say when it is checked; add at_submit to refuse or at_claim to hold back";
        break;
      case limit_defect::wrong_point:
        if (Form == limit_form::rate_per)
          out << "cannot be checked at a claim; a rate refuses submissions, so remove at_claim";
        else
          out << "cannot be checked at submission; write active_per<by::global, N, at_submit>";
        break;
      case limit_defect::no_burst_here:
        out << "counts jobs that are active; only rate_per has a burst, so remove it";
        break;
      case limit_defect::count:
        out << "allows ";
        say_number(out, described.count);
        out << "; give a number from 1 to ";
        say_number(out, most_counted);
        break;
      case limit_defect::configured:
        out << "allows ";
        say_number(out, described.count);
        out << " but is configurable up to ";
        say_number(out, described.most);
        out << "; give a number from ";
        say_number(out, described.count);
        out << " to ";
        say_number(out, most_counted);
        break;
      case limit_defect::burst:
        out << "allows a burst of ";
        say_number(out, described.burst);
        out << "; give a number from 1 to ";
        say_number(out, described.count);
        break;
    }
  }
};

/// Empty base of a limit.
template <limit_form Form, class Key, int Count, duration_ms Window, class... Parts>
struct sound_limit
    : known_parts<fixed_string("a limit"), limit_part, Parts...>,
      demand<limit_reading<Form, Key, Count, Window, Parts...>::defect == limit_defect::none,
             limit_sentence<limit_reading<Form, Key, Count, Window, Parts...>, Form>> {
  using key = Key;
  static constexpr limit_description description =
      limit_reading<Form, Key, Count, Window, Parts...>::description;
};

template <limit_form Form>
struct limit_count_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: " << name_of(Form) << " is given no number of jobs; write it ";
    if (Form == limit_form::active_per)
      out << "behind what it counts by, as in active_per<by::user, 5, at_submit>";
    else if (Form == limit_form::rate_per)
      out << "behind what it counts by, as in rate_per<by::user, 10, 1_min>";
    else
      out << "first, as in concurrent<4>";
  }
};

/// Empty base of a limit that is given its count; what is none is refused, and replaced.
template <limit_form Form, given_number Count>
struct sound_limit_count : demand<Count.is_number, limit_count_sentence<Form>> {};
template <given_number Count>
inline constexpr int count_of = Count.is_number ? Count.value : 1;
/// Without a count, what stands in the place of the window is not looked at.
template <given_number Count, given_time Window>
inline constexpr given_time window_of = Count.is_number ? Window : given_time(duration_ms{1000});

}  // namespace detail

/// At most `Count` active jobs for each key. `at_submit` counts jobs from submission to their end
/// and refuses one more; `at_claim` counts those that run and lets one more wait.
// clang-format off: clang shows the line of the parameters
template <class Key, detail::given_number Count = detail::given_number{}, class... Parts> requires detail::takes<"pawl: active_per takes what it counts by, a number, then parts, as in active_per<by::user, 5, at_submit>">
// clang-format on
struct active_per : private detail::sound_limit_count<detail::limit_form::active_per, Count>,
                    detail::sound_limit<detail::limit_form::active_per, Key,
                                        detail::count_of<Count>, duration_ms{}, Parts...> {};

/// At most `Count` jobs of this type run at once, those of all tenants together. More wait.
// clang-format off: clang shows the line of the parameters
template <detail::given_number Count = detail::given_number{}, class... Parts> requires detail::takes<"pawl: concurrent takes a number, then parts, as in concurrent<4>">
// clang-format on
struct concurrent : private detail::sound_limit_count<detail::limit_form::concurrent, Count>,
                    detail::sound_limit<detail::limit_form::concurrent, by::global,
                                        detail::count_of<Count>, duration_ms{}, Parts...> {};

/// `Count` submissions in each `Window`, for each key: a key that was idle may use all of them at
/// once, or as many as `burst<…>` says, and then one every `Window / Count`. One too many is
/// refused, with the time to wait.
// clang-format off: clang shows the line of the parameters
template <class Key, detail::given_number Count = detail::given_number{}, detail::given_time Window = detail::no_cap{}, class... Parts> requires detail::takes<"pawl: rate_per takes what it counts by, a number, a length of time, then parts, as in rate_per<by::user, 10, 1_min>">
// clang-format on
struct rate_per
    : private detail::sound_limit_count<detail::limit_form::rate_per, Count>,
      private detail::sound_duration<"the window of rate_per", detail::window_of<Count, Window>>,
      detail::sound_limit<
          detail::limit_form::rate_per, Key, detail::count_of<Count>,
          detail::or_one_second(detail::duration_of<detail::window_of<Count, Window>>), Parts...> {
};

}  // namespace pawl
