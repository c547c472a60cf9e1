// SPDX-License-Identifier: BSL-1.0
#include <algorithm>

#include <fmt/format.h>

#include "look.hpp"

/// What a shell completes: commands and options from the table, names and ids from the store.

namespace pawl::ctl {

namespace {

std::string_view word_for(completes with) {
  constexpr std::string_view words[] = {"",     "types",   "states", "tenants",
                                        "jobs", "letters", "files"};
  return words[static_cast<std::size_t>(with)];
}

/// `name=what …`: what completes the value of each option that has one.
std::string values_of(slice<option> options) {
  std::string out;
  for (const option& each : options)
    if (!each.value.empty())
      out += fmt::format("{}--{}={}", out.empty() ? "" : " ", std::string_view(each.name),
                         word_for(each.with));
  return out;
}
std::string names_of(slice<option> options) {
  std::string out;
  for (const option& each : options)
    out += fmt::format("{}--{}", out.empty() ? "" : " ", std::string_view(each.name));
  return out;
}

std::string bash_script() {
  std::string firsts;
  std::string groups;
  std::string seconds;
  std::string cases;
  for (const command& each : commands()) {
    const std::string name(std::string_view(each.name));
    const std::string first = name.substr(0, name.find(' '));
    if ((' ' + firsts + ' ').find(' ' + first + ' ') == std::string::npos)
      firsts += (firsts.empty() ? "" : " ") + first;
    if (first != name) {
      if ((' ' + groups + ' ').find(' ' + first + ' ') == std::string::npos)
        groups += (groups.empty() ? "" : " ") + first;
      seconds += fmt::format("    {}) second+='{} ' ;;&\n", first, name.substr(first.size() + 1));
    }
    cases += fmt::format("    '{}') options='{}' values='{}' words='{}' ;;\n", name,
                         names_of(each.options), values_of(each.options),
                         name == "completion" ? std::string_view() : word_for(each.with));
  }
  return fmt::format(R"bash(# Completes pawlctl: source <(pawlctl completion bash)
_pawlctl() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local common='{common}' common_values='{common_values}'
  local command= second= options= values= words= given=() i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${{COMP_WORDS[i]}} in
      --store|--schema|--tenant) given+=("${{COMP_WORDS[i]}}" "${{COMP_WORDS[i+1]}}"); ((++i)) ;;
      --wait) ((++i)) ;;
      -*) ;;
      *) if [[ -z $command ]]; then command=${{COMP_WORDS[i]}}
         elif [[ ' {groups} ' == *" $command "* ]]; then command+=" ${{COMP_WORDS[i]}}"; fi ;;
    esac
  done
  case $command in
{cases}  esac
  case $command in
{seconds}    *) ;;
  esac
  if [[ $before == --* ]]; then
    for i in $values $common_values; do
      if [[ ${{i%%=*}} == "$before" ]]; then
        [[ -n ${{i#*=}} ]] && _pawlctl_values "${{i#*=}}"
        return
      fi
    done
  fi
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$options $common" -- "$word"))
  elif [[ -z $command ]]; then COMPREPLY=($(compgen -W '{firsts}' -- "$word"))
  elif [[ -n $second ]]; then COMPREPLY=($(compgen -W "$second" -- "$word"))
  elif [[ $command == completion ]]; then COMPREPLY=($(compgen -W bash -- "$word"))
  elif [[ -n $words ]]; then _pawlctl_values "$words"
  fi
}}
_pawlctl_values() {{
  if [[ $1 == files ]]; then COMPREPLY=($(compgen -f -- "$word")); return; fi
  local IFS=$'\n'
  COMPREPLY=($(compgen -W "$(pawlctl "${{given[@]}}" completion values "$1" 2>/dev/null)" -- "$word"))
}}
complete -F _pawlctl pawlctl
)bash",
                     fmt::arg("common", names_of(common_options())),
                     fmt::arg("common_values", values_of(common_options())),
                     fmt::arg("groups", groups), fmt::arg("cases", cases),
                     fmt::arg("seconds", seconds), fmt::arg("firsts", firsts));
}

void print_values(session& of, std::string_view what) {
  std::vector<std::string> found;
  const auto add = [&](std::string_view value) {
    std::string safe = shown(value);
    if (safe.find(' ') == safe.npos && std::find(found.begin(), found.end(), safe) == found.end())
      found.push_back(std::move(safe));
  };
  const storage::list_filter newest{.limit = 50};
  if (what == "types") {
    for (const held_type& each : of.on().types()) add(each.handler);
  } else if (what == "states") {
    for (const held_type& each : of.on().types())
      if (const job_descriptor* type = each.type())
        for (const state_info& state : type->states) add(std::string_view(state.name));
  } else if (what == "tenants") {
    if (const auto all = of.store().tenants({}, 200))
      for (const std::string& each : *all) add(each);
  } else if (what == "jobs") {
    if (const auto page = of.store().list(of.who(), newest))
      for (const job_record& each : page->jobs) add(to_string(each.id));
  } else if (what == "letters") {
    if (const auto page = of.store().dead_letters(of.who(), newest))
      for (const dead_letter& each : page->letters) add(to_string(each.job.id));
  }
  for (const std::string& each : found) of.print(each + '\n');
}

}  // namespace

exit_code print_completion(session& of) {
  const std::string& shell = of.given.words[0];
  if (shell == "values" && of.given.words.size() == 2) {
    print_values(of, of.given.words[1]);
    return exit_code::done;
  }
  if (shell != "bash" || of.given.words.size() != 1)
    throw ends{exit_code::usage, "only bash can be completed"};
  if (of.json()) {
    std::string out;
    http::json_out to(out);
    to.open('{');
    to.member("shell", shell);
    to.member("script", bash_script());
    to.close('}');
    of.print_json(out);
  } else {
    of.print(bash_script());
  }
  return exit_code::done;
}

}  // namespace pawl::ctl
