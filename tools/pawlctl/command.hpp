// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pawl/detail/slice.hpp>
#include <pawl/detail/text.hpp>
#include <pawl/storage/store.hpp>

#include "open.hpp"
#include "words.hpp"

/// The parts of pawlctl: words in, text out. `run` is all that a program, or a test, calls; a
/// command is a row of a table, so that a further one is a row and a function.

namespace pawl::ctl {

/// What a program ends with.
enum class exit_code : int {
  done = 0,
  found = 1,       ///< verify has found something; or what was asked for was refused
  usage = 2,       ///< the words make no sense
  unreachable = 3  ///< the store is not there, or cannot be used
};

/// Ends a command: what is said on the error channel, and with what.
struct ends {
  exit_code code = exit_code::found;
  std::string why{};
};
/// A store has refused or failed.
[[noreturn]] void end_with(const storage::error& why);

/// Where a command runs: what it writes to, and who has called it.
struct surroundings {
  std::function<void(std::string_view)> out{};
  std::function<void(std::string_view)> err{};
  std::size_t width = 0;  ///< columns of the terminal; 0: any number
  bool colours = false;
  std::string user{};   ///< the login name: actions carry it
  std::string store{};  ///< what PAWL_STORE says
  /// Waits so long; false if the caller wants to end.
  std::function<bool(std::chrono::milliseconds)> wait{};
};

/// What a shell completes a word with.
enum class completes : unsigned char { nothing, types, states, tenants, jobs, letters, files };

struct option {
  text name{};   ///< without its dashes
  text value{};  ///< what stands for it in the help; empty: it has none
  text meaning{};
  completes with{};
};

class session;

struct command {
  text name{};   ///< one word or two
  text words{};  ///< what follows it, as the help says it
  std::size_t least = 0;
  std::size_t most = 0;
  completes with{};  ///< of what follows it
  text purpose{};    ///< one line
  text details{};    ///< the rest of its help
  slice<option> options{};
  access needs{};
  exit_code (*run)(session&) = nullptr;
};

/// All commands, in the order of the help.
[[nodiscard]] slice<command> commands();
/// Options that every command takes.
[[nodiscard]] slice<option> common_options();

/// What was asked for.
struct arguments {
  const command* what = nullptr;
  std::vector<std::string> words{};
  std::map<std::string, std::vector<std::string>, std::less<>> options{};
  bool help = false;
  std::string about{};  ///< of which group of commands, if it is no command

  [[nodiscard]] bool has(std::string_view name) const { return options.contains(name); }
  /// The last one that was given; empty: none.
  [[nodiscard]] std::string last(std::string_view name) const {
    const auto found = options.find(name);
    return found == options.end() ? std::string() : found->second.back();
  }
  [[nodiscard]] const std::vector<std::string>& all(std::string_view name) const {
    static const std::vector<std::string> none;
    const auto found = options.find(name);
    return found == options.end() ? none : found->second;
  }
};
/// Throws `ends` with what is wrong with them.
[[nodiscard]] arguments parse(const std::vector<std::string>& words);

/// One call of a command: what was asked for, and what it works on.
class session {
 public:
  session(const arguments& given, const surroundings& around);

  const arguments& given;
  const surroundings& to;

  /// The store, opened when it is first needed, as the command needs it.
  [[nodiscard]] opened_store& on();
  [[nodiscard]] storage::store& store() { return on().store(); }
  /// Whose jobs the command is about: those of all, unless one tenant is named.
  [[nodiscard]] const storage::scope& who() const { return who_; }
  [[nodiscard]] bool json() const { return given.has("json"); }

  /// Writes what the command has to say.
  void print(std::string_view text) const { to.out(text); }
  void print(const table& rows) const { to.out(rows.print(to.width, to.colours)); }
  void print_json(std::string_view json) const { to.out(safe_json(json) + "\n"); }
  [[nodiscard]] std::string in(tint how, std::string_view word) const {
    return tinted(word, how, to.colours);
  }

  [[nodiscard]] job_id id_at(std::size_t word) const { return id_of(given.words[word]); }
  [[nodiscard]] static job_id id_of(const std::string& word);
  /// A number of an option; else the one that holds without it.
  [[nodiscard]] std::size_t number(std::string_view option, std::size_t otherwise) const;
  /// A time of an option: `2026-11-16T03:18:22Z`, or `90s`, `15m`, `2h`, `3d` before now.
  [[nodiscard]] std::optional<instant> time(std::string_view option);
  [[nodiscard]] std::optional<std::chrono::milliseconds> length(std::string_view option) const;

 private:
  storage::scope who_;
  std::unique_ptr<opened_store> on_{};
};

/// Does what the words say. The first of them is no name of a program.
[[nodiscard]] exit_code run(const std::vector<std::string>& words, const surroundings& around);

/// What `--help` shows, of a command or of all.
[[nodiscard]] std::string help_of(const command& of);
[[nodiscard]] std::string help_of_all();

/// All that `verify` may find, by the codes of its lines.
[[nodiscard]] std::vector<std::string> verify_codes();

// Each does one command; where several are related, they share a source.
exit_code list_jobs(session&);
exit_code show_job(session&);
exit_code tail_events(session&);
exit_code cancel_jobs(session&);
exit_code list_letters(session&);
exit_code show_letter(session&);
exit_code replay_letters(session&);
exit_code count_jobs(session&);
exit_code list_workers(session&);
exit_code list_types(session&);
exit_code draw_lifecycle(session&);
exit_code verify_store(session&);
exit_code prune_jobs(session&);
exit_code vacuum_store(session&);
exit_code pause_type(session&);
exit_code resume_type(session&);
exit_code drain_type(session&);
exit_code reschedule_job(session&);
exit_code list_schedules(session&);
exit_code print_completion(session&);

}  // namespace pawl::ctl
