// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

#include <pawl/codec/serializable.hpp>
#include <pawl/codec/version.hpp>
#include <pawl/job/handler.hpp>
#include <pawl/job/handler_words.hpp>

/// What the call of a handler must be, what it takes and answers, and that a store can keep both.

namespace pawl::detail {

template <class H>
struct rule_is_handler {
  static constexpr bool holds = is_handler<H>;
  static constexpr void write(auto& out) {
    if constexpr (__is_base_of(any_job, H))
      out << "pawl: handler " << type_name<H>()
          << " derives from pawl::job<...> privately, so that nothing can be asked of it; write "
             "struct, or : public pawl::job<...>";
    else
      out << "pawl: " << type_name<H>() << " is no handler; derive it from pawl::job<...>";
  }
};

template <class Call>
inline constexpr bool returns_no_jobs_outcome = false;
template <class H, class T, class... Parameters>
inline constexpr bool returns_no_jobs_outcome<outcome<T, no_job> (H::*)(Parameters...) const> =
    true;

/// Whether a class looks as if the compiler had refused its base, and said so: it has none, and its
/// operator() was dropped with it, or returns what clang took for the `outcome` of its base.
template <class H>
consteval bool lost_its_base() {
  if constexpr (!__is_class(H) || __is_base_of(any_job, H))
    return false;
  else if constexpr (has_call<H>)
    return returns_no_jobs_outcome<typename call_operator<H>::type>;
  else  // a lambda, which has none to lose, is no aggregate
    return __is_empty(H) && __is_aggregate(H);
}

/// Never defined. Refused by the half of the compiler that is asked only if the other has found no
/// error: what a class without a base deserves if nothing has been said about it yet.
/// Does not throw, for clang looks at plain calls only.
template <class T>
[[gnu::error("pawl: a class without a base is no handler; derive it from pawl::job<...>")]]
T refused_late() noexcept;

template <class H>
struct rule_can_be_called {
  static constexpr bool holds = has_call<H> || names_input<H>;
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>()
        << " cannot be called; give it one public outcome<output> operator()(context&, input) "
           "const that is no "
           "template, or declare `using input` and write one run(at<state>, context&, input) per "
           "active "
           "state";
  }
};

template <class T>
inline constexpr bool is_versions = false;
template <class First, class... Later>
inline constexpr bool is_versions<versions<First, Later...>> = true;

/// The input of a handler, from its call operator or, for a pipeline, from its declaration; after
/// a refusal perhaps none.
template <class H>
struct input_of {
  using type = any_input;
};
template <is_handler H>
  requires requires {
    requires call<H>::valid && !is_versions<typename call<H>::input>;
    requires H::job_type::is_ephemeral || !std::is_pointer_v<typename call<H>::input>;
  }
struct input_of<H> {
  using type = typename call<H>::input;
};
template <is_handler H>
  requires(is_pipeline<H> && names_input<H>)
struct input_of<H> {
  using type = typename H::input;
};

template <class H>
struct output_of {
  using type = void;
};
template <is_handler H>
  requires requires { typename call<H>::output; }
struct output_of<H> {
  using type = typename call<H>::output;
};

template <class H>
consteval bool input_is_one_type() {
  if constexpr (names_input<H>)
    if (is_versions<typename H::input>) return false;
  if constexpr (has_call<H> && requires { typename call<H>::input; })
    if (is_versions<typename call<H>::input>) return false;
  return true;
}

template <class H>
struct rule_input_is_one_type {
  static constexpr bool holds = input_is_one_type<H>();
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>()
        << " takes pawl::versions<...> as its input; write using payload_versions = "
           "pawl::versions<...>, and take the newest of them";
  }
};

template <class H>
consteval bool input_is_said_once() {
  if constexpr (has_call<H> && names_input<H> && call<H>::valid)
    return __is_same(typename H::input, typename call<H>::input);
  else
    return true;
}

template <class H>
struct rule_input_is_said_once {
  static constexpr bool holds = input_is_said_once<H>();
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>() << " declares input "
        << type_name<typename H::input>() << ", but its operator() takes "
        << type_name<typename call<H>::input>() << "; remove using input";
  }
};

/// Whether `output` is a class or an enum that the handler defines, and no other name of something.
template <class H, class Output>
consteval bool is_nested() {
  constexpr text own = spelled_type<H>();
  constexpr text name = spelled_type<Output>();
  constexpr text behind = "::output";
  std::size_t same = type_name_begins;
  while (same < own.size() && own[same] == name[same]) ++same;
  return name.substr(same, behind.size()) == behind;
}

/// An `output` of the handler's own may also be all that its operator returns, or a part of it.
template <class H>
consteval bool output_is_said_once() {
  if constexpr (has_call<H> && requires { typename H::output; })
    if constexpr (requires { typename call<H>::output; }) {
      using declared = typename H::output;
      using made = outcome<typename call<H>::output, typename H::job_type>;
      return __is_same(declared, typename call<H>::output) || __is_same(declared, made) ||
             __is_same(declared, task<made>) || is_nested<H, declared>();
    }
  return true;
}

template <class H>
struct rule_output_is_said_once {
  static constexpr bool holds = output_is_said_once<H>();
  static constexpr void write(auto& out) {
    out << "pawl: handler " << type_name<H>() << " declares output "
        << type_name<typename H::output>() << ", but its operator() makes "
        << type_name<typename call<H>::output>()
        << "; remove using output, or give it another name";
  }
};

template <class H>
consteval bool versions_fit() {
  if constexpr (!requires { typename H::payload_versions; }) {
    // Private, or no type: found by its name, and read by nothing.
    if constexpr (__is_final(H))
      return true;
    else
      return requires { &with_names<H>::payload_versions; };
  } else if constexpr (!is_versions<typename H::payload_versions>)
    return false;
  else
    return __is_same(typename H::payload_versions::newest, typename input_of<H>::type);
}

template <class H>
struct rule_newest_version {
  static constexpr bool holds = versions_fit<H>();
  static constexpr void write(auto& out) {
    if constexpr (requires { typename H::payload_versions::newest; })
      out << "pawl: handler " << type_name<H>() << " takes "
          << type_name<typename input_of<H>::type>()
          << ", but the newest of its payload_versions is "
          << type_name<typename H::payload_versions::newest>() << "; take that";
    else
      out << "pawl: payload_versions of handler " << type_name<H>()
          << " is no public list of versions; write using payload_versions = "
             "pawl::versions<oldest, ..., "
             "newest>";
  }
};

/// A stored input is made anew for each attempt, and there is nothing to point to.
template <class H>
consteval bool points_to_input() {
  if constexpr (is_pipeline<H> || H::job_type::is_ephemeral)
    return false;
  else if constexpr (call<H>::valid)
    return std::is_pointer_v<typename call<H>::input>;
  else
    return false;
}

template <class H>
struct rule_call_shape {
  static constexpr bool holds = (is_pipeline<H> || call<H>::valid) && !points_to_input<H>();
  static constexpr void write(auto& out) {
    out << "pawl: operator() of handler " << type_name<H>()
        << " has another shape; write outcome<output> operator()(context&, input) const, or "
           "task<outcome<output>> for a coroutine";
  }
};

template <class H>
consteval bool call_is_const() {
  if constexpr (is_pipeline<H>)
    return true;
  else
    return call<H>::is_const;
}

template <class H>
struct rule_call_is_const {
  static constexpr bool holds = call_is_const<H>();
  static constexpr void write(auto& out) {
    out << "pawl: operator() of handler " << type_name<H>()
        << " is not const; one handler object serves all workers, so make it const";
  }
};

/// What a durable job stores must be storable. The sentence is the codec's, which names the member.
template <class H, class T>
inline constexpr bool can_store = H::job_type::is_ephemeral || serializable<T>;
template <class H>
inline constexpr bool can_store<H, void> = true;

template <class H>
struct rule_input_is_stored {
  static constexpr bool holds = can_store<H, typename input_of<H>::type>;
  static constexpr void write(auto& out) {
    codec::not_serializable<typename input_of<H>::type>::write(out);
  }
};

template <class H>
struct rule_checkpoint_is_stored {
  using saved = typename H::job_type::checkpoint::saved;
  static constexpr bool holds = can_store<H, saved>;
  static constexpr void write(auto& out) { codec::not_serializable<saved>::write(out); }
};

template <class H>
struct rule_output_is_stored {
  static constexpr bool holds = can_store<H, typename output_of<H>::type>;
  static constexpr void write(auto& out) {
    codec::not_serializable<typename output_of<H>::type>::write(out);
  }
};

}  // namespace pawl::detail
