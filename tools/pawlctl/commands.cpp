// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

/// The table of commands. A further one is a row here, and a function in `command.hpp`.

namespace pawl::ctl {

namespace {

constexpr option common[] = {
    {"store", "STORE", "a SQLite file, or postgresql://user@host/database", completes::files},
    {"schema", "NAME", "of the tables in PostgreSQL (pawl)", {}},
    {"tenant", "TENANT", "only jobs of this tenant; without it, of all", completes::tenants},
    {"json", "", "one JSON document instead of text; of tail, one for each event", {}},
    {"wait", "TIME", "how long to wait while others hold the store (5s)", {}},
    {"upgrade", "", "bring the tables of an older release up to date first", {}},
    {"help", "", "what a command does, and its options", {}}};

constexpr option filters[] = {
    {"type", "TYPE", "of this job type", completes::types},
    {"state", "STATE", "in this state; may be given again: in any of them", completes::states},
    {"subject", "SUBJECT", "about this", {}},
    {"since", "TIME", "submitted then or later: 2026-11-16T03:18:22Z, or 2h ago as 2h", {}},
    {"until", "TIME", "submitted before then", {}},
    {"limit", "N", "at most so many (50)", {}},
    {"cursor", "CURSOR", "goes on where another list has ended", {}},
    {"all", "", "all of them, page after page", {}}};

constexpr option of_show[] = {{"payload", "", "also what it was submitted with", {}},
                              {"result", "", "also what came of it", {}},
                              {"events", "N", "at most so many events, the newest (200)", {}}};

constexpr option of_tail[] = {
    {"from-start", "", "begin with the first event that is kept, not with the next", {}},
    {"cursor", "CURSOR", "go on behind an event, by the cursor that --json has told", {}},
    {"limit", "N", "end after so many", {}},
    {"every", "TIME", "how often to look (250ms)", {}},
    {"no-follow", "", "end with what there is", {}}};

constexpr option of_cancel[] = {
    {"reason", "TEXT", "why, for those who ask later", {}},
    {"force", "", "a running job ends at once, and its worker is not waited for", {}},
    {"as", "PART", "in what part: api, workflow, user (default) or system", {}}};

constexpr option of_reschedule[] = {
    {"in", "TIME", "so long from now: 20m; 0s: at once", {}},
    {"at", "TIME", "not before then: 2026-11-16T03:18:22Z", {}},
    {"as", "PART", "in what part: api, workflow, user (default) or system", {}}};

constexpr option of_letter[] = {{"payload", "", "also what it was submitted with", {}}};

constexpr option of_replay[] = {
    {"type", "TYPE", "all dead letters of this type that were not replayed", completes::types},
    {"expect", "N", "with --type: how many there are; another number changes nothing", {}}};

constexpr option of_lifecycle[] = {{"as", "FORM", "mermaid (default), graphviz or table", {}},
                                   {"job", "ID", "mark where this job stands", completes::jobs}};

constexpr option of_types[] = {
    {"all", "", "also older definitions, which jobs may still follow", {}}};

constexpr option of_verify[] = {
    {"full", "", "SQLite: compare the indexes with the tables as well, which takes longer", {}},
    {"limit", "N", "at most so many findings of one kind (20)", {}}};

constexpr option of_prune[] = {
    {"older-than", "TIME", "what ended so long ago, whatever its type keeps it for: 30d", {}},
    {"type", "TYPE", "only of this job type", completes::types},
    {"yes", "", "do it; without this, it only says what it would do", {}}};

constexpr option of_vacuum[] = {
    {"incremental",
     "",
     "SQLite: only what auto_vacuum has left to do, without copying the file",
     {}}};

template <std::size_t Count>
constexpr slice<option> all_of(const option (&options)[Count]) {
  return {options, Count};
}

constexpr command all[] = {
    {"list",
     "",
     0,
     0,
     {},
     "lists jobs, the newest first",
     "",
     all_of(filters),
     access::look,
     &list_jobs},
    {"show", "ID", 1, 1, completes::jobs, "shows a job, and all that has happened to it", "",
     all_of(of_show), access::look, &show_job},
    {"tail", "[ID]", 0, 1, completes::jobs, "shows events as they come, of one job or of all",
     "Ends with Ctrl-C; of one job, also when it has ended.", all_of(of_tail), access::look,
     &tail_events},
    {"cancel", "ID…", 1, 1000, completes::jobs,
     "ends jobs that have not begun, and asks running ones to end",
     "Ends with 1 if one of them could not be cancelled; the others are.", all_of(of_cancel),
     access::act, &cancel_jobs},
    {"reschedule", "ID", 1, 1, completes::jobs, "gives a job that has not begun another time", "",
     all_of(of_reschedule), access::act, &reschedule_job},
    {"pause",
     "TYPE",
     1,
     1,
     completes::types,
     "lets no process begin jobs of a type",
     "Holds in every process, and until resume; what has begun goes on.",
     {},
     access::act,
     &pause_type},
    {"drain",
     "TYPE",
     1,
     1,
     completes::types,
     "takes in no more jobs of a type; what waits is done",
     "Holds in every process, and until resume.",
     {},
     access::act,
     &drain_type},
    {"resume",
     "TYPE",
     1,
     1,
     completes::types,
     "takes back a pause and a drain",
     "",
     {},
     access::act,
     &resume_type},
    {"dlq list",
     "",
     0,
     0,
     {},
     "lists jobs that were given up",
     "",
     all_of(filters),
     access::look,
     &list_letters},
    {"dlq show", "ID", 1, 1, completes::letters, "shows a job that was given up, and why", "",
     all_of(of_letter), access::look, &show_letter},
    {"dlq replay", "[ID…]", 0, 1000, completes::letters,
     "submits jobs again that were given up, as new ones",
     "Either jobs by their ids, or all of a type, if there are as many as you have seen.",
     all_of(of_replay), access::act, &replay_letters},
    {"stats", "", 0, 0, {}, "counts jobs by type and state", "", {}, access::look, &count_jobs},
    {"workers",
     "",
     0,
     0,
     {},
     "lists the processes that run jobs, and what they hold",
     "",
     {},
     access::look,
     &list_workers},
    {"types", "[TYPE]", 0, 1, completes::types,
     "lists the job types that the store knows: limits, retries, retention", "", all_of(of_types),
     access::look, &list_types},
    {"schedules",
     "",
     0,
     0,
     {},
     "lists schedules, and when they make a job next",
     "",
     {},
     access::look,
     &list_schedules},
    {"lifecycle", "TYPE", 1, 1, completes::types, "draws the lifecycle of a job type", "",
     all_of(of_lifecycle), access::look, &draw_lifecycle},
    {"verify",
     "",
     0,
     0,
     {},
     "looks for damage",
     "One line for each finding: its code, what it is about, and what is wrong. Ends with 1 if\n"
     "there is one. Services may go on meanwhile.",
     all_of(of_verify),
     access::look,
     &verify_store},
    {"prune",
     "",
     0,
     0,
     {},
     "deletes jobs that have ended and are over their time",
     "What maintenance of a service would delete by itself; or what ended long ago.",
     all_of(of_prune),
     access::act,
     &prune_jobs},
    {"vacuum",
     "",
     0,
     0,
     {},
     "gives back space, and brings what the planner knows up to date",
     "",
     all_of(of_vacuum),
     access::act,
     &vacuum_store},
    {"completion",
     "SHELL",
     1,
     2,
     {},
     "prints what completes commands in a shell: bash",
     "source <(pawlctl completion bash)",
     {},
     access::none,
     &print_completion}};

}  // namespace

slice<command> commands() { return {all, std::size(all)}; }
slice<option> common_options() { return {common, std::size(common)}; }

}  // namespace pawl::ctl
