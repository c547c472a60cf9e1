// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/refusal.hpp>  // first, for g++ names the files on the way to a sentence

#include <tuple>
#include <type_traits>

#include <pawl/detail/rules.hpp>
#include <pawl/workflow.hpp>

namespace pawl {

/// A member of a step's input is the output of another step, or, if it is a `std::vector`, the
/// outputs of several: `needs<&merge_input::parts, "left", "right">`.
template <auto Member, fixed_string... Steps>
struct needs {};
/// A step begins after others, whose outputs it does not hold.
template <fixed_string... Steps>
struct after {};

/// A step of a workflow: its name, its handler, and what it needs.
template <fixed_string Name, class H, class... Needs>
struct step {
  static constexpr text name = Name.view();
  using handler = H;
};

namespace detail {

/// Which steps a need names, and whether the output of a handler fits its member.
template <class Need>
struct need_look {
  static constexpr bool is_one = false;
  static constexpr std::size_t count = 0;
  static constexpr text names[1] = {};
};
template <auto Member, fixed_string... Steps>
struct need_look<needs<Member, Steps...>> {
  static constexpr bool is_one = sizeof...(Steps) != 0 && member_pointer<Member>::valid;
  static constexpr std::size_t count = sizeof...(Steps);
  static constexpr text names[sizeof...(Steps) + 1] = {Steps.view()..., {}};
};
template <fixed_string... Steps>
struct need_look<after<Steps...>> {
  static constexpr bool is_one = sizeof...(Steps) != 0;
  static constexpr std::size_t count = sizeof...(Steps);
  static constexpr text names[sizeof...(Steps) + 1] = {Steps.view()..., {}};
};

template <class T>
inline constexpr bool is_step = false;
template <fixed_string Name, class H, class... Needs>
inline constexpr bool is_step<step<Name, H, Needs...>> = true;

/// What the compiler knows of the steps of a workflow, as tables.
template <class... Steps>
struct step_table {
  static constexpr std::size_t count = sizeof...(Steps);
  static constexpr text names[count + 1] = {Steps::name..., {}};

  static constexpr std::size_t find(text name) {
    std::size_t at = 0;
    while (at < count && !(names[at] == name)) ++at;
    return at;
  }
  /// Calls `see(step, name)` for each step that one needs.
  template <class See>
  static constexpr void each_need(See see) {
    std::size_t at = 0;
    (each_need_of(static_cast<Steps*>(nullptr), at++, see), ...);
  }
  template <fixed_string Name, class H, class... Needs, class See>
  static constexpr void each_need_of(step<Name, H, Needs...>*, std::size_t at, See& see) {
    [[maybe_unused]] const auto look = [&]<class Need>(Need*) {
      for (std::size_t i = 0; i < need_look<Need>::count; ++i) see(at, need_look<Need>::names[i]);
    };
    (look(static_cast<Needs*>(nullptr)), ...);
  }

  static constexpr std::size_t twice() {
    for (std::size_t i = 0; i < count; ++i)
      if (find(names[i]) != i) return i;
    return count;
  }
  struct unknown_need {
    std::size_t step = count;
    text name{};
  };
  static constexpr unknown_need unknown() {
    unknown_need out;
    each_need([&](std::size_t at, text name) {
      if (out.step == count && find(name) == count) out = {at, name};
    });
    return out;
  }
  /// A way from a step back to itself.
  struct cycle {
    std::size_t way[count + 1]{};
    std::size_t length = 0;
  };
  static constexpr cycle find_cycle() {
    bool waits[count + 1][count + 1]{};
    each_need([&](std::size_t at, text name) { waits[at][find(name)] = true; });
    bool is_free[count + 1]{};
    for (std::size_t round = 0; round < count; ++round)
      for (std::size_t i = 0; i < count; ++i) {
        bool free = true;
        for (std::size_t k = 0; k < count; ++k) free = free && (!waits[i][k] || is_free[k]);
        is_free[i] = free;
      }
    cycle out;
    std::size_t at = 0;
    while (at < count && is_free[at]) ++at;
    if (at == count) return out;
    // What is left waits for something that is left: who goes on comes back.
    bool seen[count + 1]{};
    std::size_t way[count + 1]{};
    std::size_t length = 0;
    while (!seen[at]) {
      seen[at] = true;
      way[length++] = at;
      std::size_t next = 0;
      while (!waits[at][next] || is_free[next]) ++next;
      at = next;
    }
    std::size_t first = 0;
    while (way[first] != at) ++first;
    for (std::size_t i = first; i < length; ++i) out.way[out.length++] = way[i];
    return out;
  }
};

template <class... Steps>
struct rule_are_steps {
  static constexpr bool holds = (is_step<Steps> && ...) && sizeof...(Steps) != 0;
  static constexpr void write(auto& out) {
    out << "pawl: a declared workflow is given something that is no step; write "
           "pawl::step<name, handler, ...> for each";
  }
};
template <class Step>
inline constexpr bool needs_are_needs = true;
template <fixed_string Name, class H, class... Needs>
inline constexpr bool needs_are_needs<step<Name, H, Needs...>> = (need_look<Needs>::is_one && ...);
template <class... Steps>
struct rule_needs_are_needs {
  static constexpr bool holds = (needs_are_needs<Steps> && ...);
  static constexpr void write(auto& out) {
    out << "pawl: a step says what it needs by pawl::needs<&input::member, step> or "
           "pawl::after<step>; write one of them";
  }
};
template <class... Steps>
struct rule_steps_differ {
  using table = step_table<Steps...>;
  static constexpr bool holds = table::twice() == table::count;
  static constexpr void write(auto& out) {
    out << "pawl: two steps of the workflow are called " << table::names[table::twice()]
        << "; give each a name of its own";
  }
};
template <class... Steps>
struct rule_steps_are_known {
  using table = step_table<Steps...>;
  static constexpr bool holds = table::unknown().step == table::count;
  static constexpr void write(auto& out) {
    const auto unknown = table::unknown();
    out << "pawl: step " << table::names[unknown.step] << " needs " << unknown.name
        << ", which is no step of the workflow; the steps are ";
    for (std::size_t i = 0; i < table::count; ++i)
      out << text(i == 0 ? "" : ", ") << table::names[i];
  }
};
template <class... Steps>
struct rule_no_cycle {
  using table = step_table<Steps...>;
  static constexpr bool holds = table::find_cycle().length == 0;
  static constexpr void write(auto& out) {
    const auto found = table::find_cycle();
    out << "pawl: steps of the workflow wait for each other, ";
    for (std::size_t i = 0; i < found.length; ++i) out << table::names[found.way[i]] << " -> ";
    out << table::names[found.way[0]] << "; remove one of these needs";
  }
};

/// The handler of a step, by its name.
template <class List, fixed_string Name>
struct handler_of_step;
template <class... Steps, fixed_string Name>
struct handler_of_step<std::tuple<Steps...>, Name> {
  static constexpr std::size_t place = step_table<Steps...>::find(Name.view());
  using type = typename std::tuple_element_t<place, std::tuple<Steps...>>::handler;
};

/// The first need whose member does not hold the outputs of the steps that it names.
template <class List, class Need, class Input>
struct need_fits {
  static constexpr bool holds = true;
  static constexpr void write(auto&) {}
};
template <class T, class H>
inline constexpr bool takes_output =
    __is_same(T, pawl::output_of<H>) || __is_same(T, std::optional<pawl::output_of<H>>) ||
    __is_same(T, std::vector<pawl::output_of<H>>);
template <class List, auto Member, fixed_string First, fixed_string... Steps, class Input>
struct need_fits<List, needs<Member, First, Steps...>, Input> {
  using pointer = member_pointer<Member>;
  using member = typename pointer::type;
  static constexpr bool is_own = requires(const Input& in) { in.*Member; };
  static constexpr bool fits =
      takes_output<member, typename handler_of_step<List, First>::type> &&
      (takes_output<member, typename handler_of_step<List, Steps>::type> && ...) &&
      (sizeof...(Steps) == 0 ||
       __is_same(member,
                 std::vector<pawl::output_of<typename handler_of_step<List, First>::type>>));
  static constexpr bool holds = is_own && fits;
  static constexpr void write(auto& out) {
    out << "pawl: member " << member_name<Member>();
    if constexpr (!is_own)
      out << " is none of the input " << type_name<Input>() << "; name a member of it";
    else
      out << " does not hold what step " << First.view() << " comes to; make it a pawl::output_of<"
          << type_name<typename handler_of_step<List, First>::type>()
          << ">, or a std::vector of them for several steps";
  }
};
template <class List, class Step>
struct rule_needs_fit;
template <class List, fixed_string Name, class H, class... Needs>
struct rule_needs_fit<List, step<Name, H, Needs...>>
    : rule_for_each<need_fits<List, Needs, runtime::detail::input_type<H>>...> {};

template <class... Steps>
struct flow_of_rules
    : all_of<rule_are_steps<Steps...>, rule_needs_are_needs<Steps...>, rule_steps_differ<Steps...>,
             rule_steps_are_known<Steps...>, rule_no_cycle<Steps...>,
             rule_needs_fit<std::tuple<Steps...>, Steps>...> {};

}  // namespace detail

/// A workflow as a type: its steps, each with its handler and what it needs. A step that is not
/// known, one twice, steps that wait for each other, or an output that does not fit its member do
/// not compile.
///
///     using reading = pawl::flow_of<
///         pawl::step<"page", fetch>,
///         pawl::step<"text", parse, pawl::needs<&page_to_parse::page, "page">>,
///         pawl::step<"all", merge, pawl::needs<&parts_to_merge::parts, "text">>>;
///
///     auto made = reading::add_to(flow, address{url}, page_to_parse{}, parts_to_merge{});
///     acme.result(made.get<"all">(), 1min);
template <class... Steps>
struct flow_of : private detail::flow_of_rules<Steps...> {
  static constexpr std::size_t count = sizeof...(Steps);

  /// The jobs that were added to a workflow, by the names of their steps.
  template <class Session>
  class nodes {
   public:
    template <fixed_string Name>
    [[nodiscard]] const auto& get() const {
      constexpr std::size_t place = detail::step_table<Steps...>::find(Name.view());
      static_assert(place < count, "pawl: the workflow has no such step; name one of its steps");
      return *std::get < place<count ? place : 0>(all_);
    }

   private:
    friend flow_of;
    std::tuple<std::optional<typename workflow<Session>::template node<typename Steps::handler>>...>
        all_{};
  };

  /// Adds a job for each step, with these inputs in the order of the steps; what a step needs is
  /// filled in.
  template <class Session>
  static nodes<Session> add_to(workflow<Session>& flow,
                               runtime::detail::input_type<typename Steps::handler>... inputs) {
    nodes<Session> out;
    std::tuple<runtime::detail::input_type<typename Steps::handler>...> given(std::move(inputs)...);
    // Each as soon as those are there that it needs: at most as many rounds as there are steps.
    for (std::size_t round = 0; round < count; ++round)
      add_those_ready(flow, out, given, std::make_index_sequence<count>{});
    return out;
  }

 private:
  template <class Session, class Given, std::size_t... Place>
  static void add_those_ready(workflow<Session>& flow, nodes<Session>& out, Given& given,
                              std::index_sequence<Place...>) {
    (add_if_ready<Place>(flow, out, std::get<Place>(given), static_cast<Steps*>(nullptr)), ...);
  }
  template <std::size_t Place, class Session, class Input, fixed_string Name, class H,
            class... Needs>
  static void add_if_ready(workflow<Session>& flow, nodes<Session>& out, Input& input,
                           step<Name, H, Needs...>*) {
    auto& own = std::get<Place>(out.all_);
    if (own || !(are_there(out, static_cast<Needs*>(nullptr)) && ...)) return;
    (fill(out, input, static_cast<Needs*>(nullptr)), ...);
    own.emplace(flow.template add<H>(input));
    (wait(*own, out, static_cast<Needs*>(nullptr)), ...);
  }
  template <fixed_string Name, class Session>
  static const auto& node_of(const nodes<Session>& in) {
    return std::get<detail::step_table<Steps...>::find(Name.view())>(in.all_);
  }
  template <class Session, auto Member, fixed_string... Needed>
  static bool are_there(const nodes<Session>& in, needs<Member, Needed...>*) {
    return (node_of<Needed>(in).has_value() && ...);
  }
  template <class Session, fixed_string... Needed>
  static bool are_there(const nodes<Session>& in, after<Needed...>*) {
    return (node_of<Needed>(in).has_value() && ...);
  }
  template <class Session, class Input, auto Member, fixed_string... Needed>
  static void fill(const nodes<Session>& from, Input& input, needs<Member, Needed...>*) {
    const auto put = [&](const auto& node) {
      if constexpr (requires { (input.*Member).emplace_back(node); })
        (input.*Member).emplace_back(node);
      else
        input.*Member = node;
    };
    (put(*node_of<Needed>(from)), ...);
  }
  template <class Session, class Input, fixed_string... Needed>
  static void fill(const nodes<Session>&, Input&, after<Needed...>*) {}
  template <class Node, class Session, auto Member, fixed_string... Needed>
  static void wait(const Node&, const nodes<Session>&, needs<Member, Needed...>*) {}
  template <class Node, class Session, fixed_string... Needed>
  static void wait(const Node& own, const nodes<Session>& in, after<Needed...>*) {
    (own.after(*node_of<Needed>(in)), ...);
  }
};

}  // namespace pawl
