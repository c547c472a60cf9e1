// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <pawl/clock.hpp>
#include <pawl/detail/light_vector.hpp>
#include <pawl/detail/refusal.hpp>
#include <pawl/job/id.hpp>
#include <pawl/policies/errors/error_class.hpp>

namespace pawl::observe {

/// How urgent an entry is to an operator.
enum class log_level : unsigned char {
  debug,    ///< for a developer who looks for a fault
  info,     ///< what one expects to happen
  warning,  ///< something is wrong, and the library goes on by itself
  error     ///< an operator must look at it
};

namespace detail {

template <fixed_string Name>
struct event_sentence {
  static constexpr void write(auto& out) {
    out << "pawl: log event " << text(Name)
        << " has no proper name; use [a-z][a-z0-9_]*, at most 63 characters";
  }
};

}  // namespace detail

/// The stable name of what happened, which alerts are written against. Only `event<"…">` makes one,
/// so it is always a constant of the program and never something that came from outside.
class log_event {
 public:
  [[nodiscard]] constexpr std::string_view name() const { return name_; }
  friend constexpr bool operator==(log_event a, log_event b) { return a.name() == b.name(); }

  template <fixed_string Name>
  static consteval log_event named() {
    constexpr bool sound = pawl::detail::is_error_code(Name);
    static_cast<void>(pawl::detail::demand<sound, detail::event_sentence<Name>>{});
    return log_event(characters<Name>.view());
  }

 private:
  template <fixed_string Name>
  static constexpr auto characters = Name;

  constexpr explicit log_event(text name) : name_(name) {}
  text name_;
};

/// `event<"lease_lost">`
template <fixed_string Name>
inline constexpr log_event event = log_event::named<Name>();

/// A value that can be logged: text, a number or a truth. There is no way from a `secret` or a
/// payload to one of these.
class log_value {
 public:
  using storage = std::variant<std::string, std::int64_t, std::uint64_t, double, bool>;

  log_value(std::string text) : text_(std::move(text)) {}
  log_value(std::string_view text) : text_(text) {}
  log_value(const char* text) : text_(text) {}
  log_value(std::same_as<bool> auto truth) : is_(type::truth), truth_(truth) {}
  log_value(std::signed_integral auto number) : is_(type::integer), integer_(number) {}
  log_value(std::unsigned_integral auto number)
    requires(!std::same_as<decltype(number), bool>)
      : is_(type::natural), natural_(number) {}
  log_value(double number) : is_(type::real), real_(number) {}

  /// A template, so that a source that only logs does not pay for the variant.
  template <class Variant = storage>
  [[nodiscard]] Variant get() const {
    switch (is_) {
      case type::integer:
        return integer_;
      case type::natural:
        return natural_;
      case type::real:
        return real_;
      case type::truth:
        return truth_;
      case type::text:
        break;
    }
    return text_;
  }

 private:
  enum class type : unsigned char { text, integer, natural, real, truth };

  type is_ = type::text;
  std::string text_{};
  union {
    std::int64_t integer_ = 0;
    std::uint64_t natural_;
    double real_;
    bool truth_;
  };
};

struct log_field {
  std::string key{};
  log_value value{""};
};

/// One event, with what is known about it. Payloads and results have no place here.
struct log_entry {
  log_level level = log_level::info;
  log_event event;
  std::string message{};  ///< one sentence for people; programs read `event`
  instant time{};
  job_id job{};           ///< nil: it is about no job
  std::string handler{};  ///< the job's type
  std::string tenant{};
  unsigned attempt = 0;  ///< 0: it is about no attempt
  pawl::detail::light_vector<log_field> fields{};
};

/// Where log entries go.
///
/// **Requirements.** Can be called with a `const log_entry&`.
/// **Called when.** Something worth knowing has happened, after it has; never inside a transaction.
/// **Failure.** It does not throw; what cannot be logged is lost.
/// **Thread safety.** Calls may overlap. It does not call back into the library.
/// **Example.** `json_lines`, `terminal_lines`, `no_log`.
template <class S>
concept log_sink = std::copy_constructible<S> && std::invocable<S&, const log_entry&>;

/// Says nothing.
struct no_log {
  void operator()(const log_entry&) const noexcept {}
};

/// Passes on what is at least so serious.
template <log_sink Sink>
class at_least {
 public:
  at_least(log_level level, Sink sink) : level_(level), sink_(std::move(sink)) {}
  void operator()(const log_entry& entry) {
    if (entry.level >= level_) sink_(entry);
  }

 private:
  log_level level_;
  Sink sink_;
};

}  // namespace pawl::observe
