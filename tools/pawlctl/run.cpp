// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <pawl/codec/time.hpp>
#include <pawl/storage/sql/failure.hpp>

#include "command.hpp"

namespace pawl::ctl {

void end_with(const storage::error& why) {
  throw ends{storage::is_store_failure(why.code) ? exit_code::unreachable : exit_code::found,
             shown(storage::describe(why))};
}

namespace {

[[noreturn]] void misused(std::string why) { throw ends{exit_code::usage, std::move(why)}; }

std::string_view view(text of) { return of; }

const option* option_called(slice<option> among, std::string_view name) {
  for (const option& each : among)
    if (view(each.name) == name) return &each;
  return nullptr;
}
const command* command_called(std::string_view name) {
  for (const command& each : commands())
    if (view(each.name) == name) return &each;
  return nullptr;
}
bool is_group(std::string_view word) {
  for (const command& each : commands())
    if (view(each.name).starts_with(std::string(word) + ' ')) return true;
  return false;
}

template <class Number>
std::optional<Number> number_in(std::string_view word) {
  Number out{};
  const auto read = std::from_chars(word.data(), word.data() + word.size(), out);
  if (read.ec != std::errc{} || read.ptr != word.data() + word.size()) return {};
  return out;
}

/// `90s`, `15m`, `2h`, `3d`, `500ms`
std::optional<std::chrono::milliseconds> length_in(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const auto count = number_in<std::int64_t>(word.substr(0, digits));
  if (!count || *count > 1'000'000'000) return {};
  const std::string_view unit = word.substr(digits);
  constexpr std::pair<std::string_view, std::int64_t> units[] = {
      {"ms", 1}, {"s", 1000}, {"m", 60'000}, {"min", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}};
  for (const auto& [name, ms] : units)
    if (name == unit) return std::chrono::milliseconds{*count * ms};
  return {};
}

/// Collects words into a command, its options and what follows it.
class reader_of_words {
 public:
  explicit reader_of_words(const std::vector<std::string>& words) : words_(words) {}

  arguments read() {
    for (; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      if (!only_words_ && word == "--")
        only_words_ = true;
      else if (!only_words_ && (word == "-h" || word == "--help"))
        out_.help = true;
      else if (!only_words_ && word.size() > 1 && word.front() == '-')
        take_option(word);
      else
        take_word(word);
    }
    if (out_.help) return std::move(out_);
    if (!group_.empty())
      misused(fmt::format("'{}' needs a further word; see pawlctl --help", group_));
    if (out_.what == nullptr) misused("what is to be done? see pawlctl --help");
    check_words();
    return std::move(out_);
  }

 private:
  void take_word(const std::string& word) {
    if (out_.what != nullptr) {
      out_.words.push_back(word);
    } else if (!group_.empty()) {
      out_.what = command_called(group_ + ' ' + word);
      if (out_.what == nullptr)
        misused(
            fmt::format("there is no command '{} {}'; see pawlctl --help", group_, shown(word)));
      group_.clear();
      out_.about.clear();
    } else if (const command* found = command_called(word)) {
      out_.what = found;
    } else if (is_group(word)) {
      group_ = word;
      out_.about = word;
    } else if (word == "help") {
      out_.help = true;
    } else {
      misused(fmt::format("there is no command '{}'; see pawlctl --help", shown(word)));
    }
  }
  void take_option(const std::string& word) {
    const std::size_t begin = word.starts_with("--") ? 2 : 1;
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(begin, equals == word.npos ? word.npos : equals - begin);
    const option* known = begin == 2 ? option_called(common_options(), name) : nullptr;
    if (known == nullptr && begin == 2 && out_.what != nullptr)
      known = option_called(out_.what->options, name);
    if (known == nullptr)
      misused(out_.what == nullptr
                  ? fmt::format("there is no option '{}' before a command; see pawlctl --help",
                                shown(word.substr(0, equals)))
                  : fmt::format("'{}' has no option '{}'; see pawlctl {} --help",
                                view(out_.what->name), shown(word.substr(0, equals)),
                                view(out_.what->name)));
    auto& values = out_.options[name];
    if (known->value.empty()) {
      if (equals != word.npos) misused(fmt::format("--{} takes no value", name));
      values.emplace_back();
    } else if (equals != word.npos) {
      values.push_back(word.substr(equals + 1));
    } else if (++at_ < words_.size()) {
      values.push_back(words_[at_]);
    } else {
      misused(fmt::format("--{} needs a value: {}", name, view(known->value)));
    }
  }
  void check_words() const {
    const command& of = *out_.what;
    if (out_.words.size() >= of.least && out_.words.size() <= of.most) return;
    misused(out_.words.size() < of.least
                ? fmt::format("'{}' needs {}; see pawlctl {} --help", view(of.name), view(of.words),
                              view(of.name))
                : fmt::format("'{}' is too much for '{}'; see pawlctl {} --help",
                              shown(out_.words[of.most]), view(of.name), view(of.name)));
  }

  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  bool only_words_ = false;
  std::string group_{};
  arguments out_{};
};

std::string options_in_lines(slice<option> all) {
  std::size_t widest = 0;
  const auto spelled = [](const option& of) {
    return fmt::format("--{}{}{}", view(of.name), of.value.empty() ? "" : " ", view(of.value));
  };
  for (const option& each : all) widest = std::max(widest, width_of(spelled(each)));
  std::string out;
  for (const option& each : all) {
    std::string line = "  " + spelled(each);
    line.append(widest + 4 - width_of(line), ' ');
    out += line + std::string(view(each.meaning)) + '\n';
  }
  return out;
}

}  // namespace

arguments parse(const std::vector<std::string>& words) { return reader_of_words(words).read(); }

std::string help_of(const command& of) {
  std::string out = fmt::format("usage: pawlctl [--store STORE] {}{}{}{}\n\n{}\n", view(of.name),
                                of.words.empty() ? "" : " ", view(of.words),
                                of.options.empty() ? "" : " [options]", view(of.purpose));
  if (!of.details.empty()) out += '\n' + std::string(view(of.details)) + '\n';
  if (!of.options.empty()) out += "\noptions:\n" + options_in_lines(of.options);
  return out + "\noptions of every command:\n" + options_in_lines(common_options());
}

std::string help_of_all() {
  std::string out =
      "usage: pawlctl [--store STORE] COMMAND …\n\n"
      "Looks at a queue and acts on it, also while services use it. STORE is the path of a SQLite\n"
      "file, or the address of a PostgreSQL database, postgresql://user@host/database; without "
      "it,\n"
      "what PAWL_STORE says.\n\ncommands:\n";
  std::size_t widest = 0;
  for (const command& each : commands()) widest = std::max(widest, view(each.name).size());
  for (const command& each : commands())
    out += fmt::format("  {:<{}}  {}\n", view(each.name), widest, view(each.purpose));
  out += "\noptions of every command:\n" + options_in_lines(common_options());
  return out +
         "\nends with 0 when done, 1 when something was found or refused, 2 when the words make no "
         "sense,\n3 when the store cannot be had. pawlctl COMMAND --help tells more.\n";
}

session::session(const arguments& asked, const surroundings& around)
    : given(asked),
      to(around),
      who_(asked.has("tenant") ? storage::scope::tenant(asked.last("tenant"))
                               : storage::scope::every_tenant()) {}

opened_store& session::on() {
  if (on_) return *on_;
  address at{.where = given.has("store") ? given.last("store") : to.store};
  if (at.where.empty())
    misused("which store? say --store FILE or --store postgresql://…, or set PAWL_STORE");
  if (given.has("schema")) at.schema = given.last("schema");
  if (const auto wait = length("wait")) at.wait = *wait;
  at.upgrade = given.has("upgrade");
  on_ = open_store(at, given.what->needs);
  return *on_;
}

job_id session::id_of(const std::string& word) {
  if (const auto id = parse_job_id(word)) return *id;
  misused(fmt::format("'{}' is no id of a job; one looks like 01890a5d-ac96-774b-bcce-b302099a8057",
                      shown(word)));
}

std::size_t session::number(std::string_view option, std::size_t otherwise) const {
  if (!given.has(option)) return otherwise;
  const auto read = number_in<std::size_t>(given.last(option));
  if (!read || *read == 0) misused(fmt::format("--{} is a number from 1 up", option));
  return *read;
}

std::optional<std::chrono::milliseconds> session::length(std::string_view option) const {
  if (!given.has(option)) return {};
  const auto read = length_in(given.last(option));
  if (!read) misused(fmt::format("--{} is a length of time: 500ms, 90s, 15m, 2h, 3d", option));
  return read;
}

std::optional<instant> session::time(std::string_view option) {
  if (!given.has(option)) return {};
  const std::string word = given.last(option);
  if (const auto ago = length_in(word)) return store().now() - *ago;
  instant out;
  if (pawl::detail::codec::parse_time(text(word), out))
    misused(fmt::format("--{} is a time, 2026-11-16T03:18:22Z, or so long ago: 90s, 15m, 2h, 3d",
                        option));
  return out;
}

exit_code run(const std::vector<std::string>& words, const surroundings& around) {
  const auto fail = [&](const ends& with) {
    if (!with.why.empty()) around.err("pawlctl: " + with.why + '\n');
    return with.code;
  };
  try {
    if (words.empty()) {
      around.err(help_of_all());
      return exit_code::usage;
    }
    const arguments given = parse(words);
    if (given.help) {
      if (given.what != nullptr)
        around.out(help_of(*given.what));
      else if (given.about.empty())
        around.out(help_of_all());
      else
        for (const command& each : commands())
          if (view(each.name).starts_with(given.about + ' ')) around.out(help_of(each) + '\n');
      return exit_code::done;
    }
    session asked(given, around);
    return given.what->run(asked);
  } catch (const ends& with) {
    return fail(with);
  } catch (const storage::detail::store_failure& failed) {
    return fail({exit_code::unreachable, shown(storage::describe(failed.why))});
  } catch (const std::exception& thrown) {
    return fail({exit_code::unreachable, shown(thrown.what())});
  }
}

}  // namespace pawl::ctl
