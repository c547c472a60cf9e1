// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pawl/detail/append.hpp>
#include <pawl/detail/slice.hpp>
#include <pawl/http/json_out.hpp>
#include <pawl/job/descriptor.hpp>
#include <pawl/job/record.hpp>

/// The JSON of a job, written once: REST, streams, callbacks, command line and page all show a job
/// through a list of fields. Each specification names the fields differently; each has its list.

namespace pawl::http {

/// For whom a record is shown.
struct reader {
  bool operates = false;    ///< may see what only operators may
  std::string_view user{};  ///< of the reader itself
};

/// One field of a record's JSON.
template <class Record>
struct field {
  text name{};
  void (*write)(json_out&, const Record&, const reader&) = nullptr;
  text schema{};                            ///< JSON Schema of what is written
  bool (*absent)(const Record&) = nullptr;  ///< null: always there
};

namespace detail {

template <class T>
inline constexpr text schema_for = {};
template <std::convertible_to<std::string_view> T>
inline constexpr text schema_for<T> = R"({"type":"string"})";
template <std::integral T>
inline constexpr text schema_for<T> = R"({"type":"integer"})";
template <>
inline constexpr text schema_for<bool> = R"({"type":"boolean"})";
template <>
inline constexpr text schema_for<job_id> = R"({"type":"string","format":"uuid"})";
template <>
inline constexpr text schema_for<instant> = R"({"type":"string","format":"date-time"})";
template <>
inline constexpr text schema_for<std::optional<instant>> =
    R"({"type":["string","null"],"format":"date-time"})";
template <>
inline constexpr text schema_for<std::optional<job_id>> =
    R"({"type":["string","null"],"format":"uuid"})";
template <>
inline constexpr text schema_for<std::map<std::string, std::string>> =
    R"({"type":"object","additionalProperties":{"type":"string"}})";

template <class T, class Record>
T type_of_member(T Record::*);
template <auto Member>
inline constexpr text member_schema = [] {
  using type = decltype(type_of_member(Member));
  static_assert(!schema_for<type>.empty(), "a member of this type has no JSON Schema yet");
  return schema_for<type>;
}();

}  // namespace detail

/// A member under a name of its own; `null` while it is empty.
template <auto Member, class Record = job_record>
constexpr field<Record> shows(text name) {
  return {name, [](json_out& to, const Record& of, const reader&) { to.value(of.*Member); },
          detail::member_schema<Member>};
}
/// The same, left out while it is empty.
template <auto Member, class Record = job_record>
constexpr field<Record> shows_if_set(text name) {
  return {name, [](json_out& to, const Record& of, const reader&) { to.value(of.*Member); },
          detail::member_schema<Member>,
          [](const Record& of) {
            if constexpr (requires { (of.*Member).empty(); })
              return (of.*Member).empty();
            else
              return !(of.*Member).has_value();
          }};
}

/// Which fields a job is shown with.
using job_view = slice<field<job_record>>;

template <class Record>
void write_view(json_out& to, slice<field<Record>> view, const Record& of, const reader& by) {
  to.open('{');
  for (const field<Record>& each : view) {
    if (each.absent != nullptr && each.absent(of)) continue;
    to.key(each.name);
    each.write(to, of, by);
  }
  to.close('}');
}

namespace views {

namespace detail {

/// JSON of the submitter's, as it came; `{}` if there was none.
inline void metadata(json_out& to, const job_record& of, const reader&) {
  to.raw(of.metadata.empty() ? "{}" : of.metadata);
}
inline void result_ref(json_out& to, const job_record& of, const reader&) {
  to.value(of.link ? of.link->url : "/v1/jobs/" + to_string(of.id) + "/result");
}
inline bool no_result(const job_record& of) { return !of.has_result && !of.link; }
inline void result_expires(json_out& to, const job_record& of, const reader&) {
  to.value(of.link->until);
}
inline bool no_link(const job_record& of) { return !of.link; }
/// Said only of a job that has succeeded, and has nothing to show for it.
inline void result_kept(json_out& to, const job_record&, const reader&) { to.value(false); }
inline bool not_without_result(const job_record& of) {
  return of.kind != kind::success || of.has_result;
}
inline bool no_error(const job_record& of) { return !of.error.has_value(); }

inline void error_code(json_out& to, const job_record& of, const reader&) {
  to.value(of.public_code());
}
inline void error_message(json_out& to, const job_record& of, const reader&) {
  to.value(of.error->message);
}
inline void error(json_out& to, const job_record& of, const reader& by) {
  to.open('{');
  to.member("code", of.public_code());
  to.member("class", of.error->code);
  to.member("message", of.error->message);
  to.member("retryable", of.error->retryable);
  if (!of.error->state.empty()) to.member("stage", of.error->state);
  if (by.operates && !of.error->detail.empty()) to.member("detail", of.error->detail);
  to.close('}');
}
inline void last_error(json_out& to, const job_record& of, const reader&) {
  if (of.error)
    to.value(of.error->message);
  else
    to.value(nullptr);
}
inline void error_type(json_out& to, const job_record& of, const reader&) {
  if (of.error)
    to.value(error_type_name(of.error->retryable ? retryability::retryable : retryability::fatal));
  else
    to.value(nullptr);
}
inline void max_retries(json_out& to, const job_record& of, const reader&) {
  to.value(of.max_retries());
}
/// What logs and requests elsewhere can be found by; a job that was given nothing has its own id.
inline void correlation_id(json_out& to, const job_record& of, const reader&) {
  to.value(of.correlation.empty() ? to_string(of.id) : of.correlation);
}
inline void failed_stage(json_out& to, const job_record& of, const reader&) {
  to.value(of.error->state);
}
inline void own_timeout(json_out& to, const job_record& of, const reader&) {
  to.value(of.timeout->count());
}
inline bool no_own_timeout(const job_record& of) { return !of.timeout.has_value(); }
inline void artifacts(json_out& to, const job_record& of, const reader&) {
  to.open('[');
  for (const artifact& each : of.artifacts) {
    to.open('{');
    to.member("name", each.name);
    to.member("version", each.version);
    to.member("value", each.value);
    to.close('}');
  }
  to.close(']');
}

inline constexpr text string_schema = pawl::http::detail::schema_for<std::string>;
inline constexpr text boolean_schema = pawl::http::detail::schema_for<bool>;
inline constexpr text integer_schema = pawl::http::detail::schema_for<int>;
inline constexpr text maybe_string_schema = R"({"type":["string","null"]})";
inline constexpr text error_schema =
    R"({"type":"object","properties":{"code":{"type":"string"},"class":{"type":"string"},)"
    R"("message":{"type":"string"},"retryable":{"type":"boolean"},"stage":{"type":"string"},)"
    R"("detail":{"type":"string"}},"required":["code","class","message","retryable"]})";
inline constexpr text artifacts_schema =
    R"({"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},)"
    R"("version":{"type":"integer"},"value":{"type":"string"}},)"
    R"("required":["name","version","value"]}})";

// clang-format off
inline constexpr field<job_record> job_fields[] = {
    shows<&job_record::id>("id"),
    shows<&job_record::handler>("type"),
    shows<&job_record::state>("status"),
    shows<&job_record::progress>("progress"),
    shows<&job_record::stage>("stage"),
    shows<&job_record::attempt>("attempts"),
    shows<&job_record::max_attempts>("maxAttempts"),
    shows<&job_record::created_at>("createdAt"),
    shows<&job_record::updated_at>("updatedAt"),
    shows_if_set<&job_record::started_at>("startedAt"),
    shows_if_set<&job_record::completed_at>("completedAt"),
    shows_if_set<&job_record::due_at>("dueAt"),
    {"error", error, error_schema, no_error},
    {"resultRef", result_ref, string_schema, no_result},
    {"resultExpiresAt", result_expires, pawl::http::detail::schema_for<instant>, no_link},
    {"resultKept", result_kept, boolean_schema, not_without_result},
    {"metadata", metadata, "true"},
    shows<&job_record::requested_by>("requestedBy"),
    shows_if_set<&job_record::subject>("subjectId"),
    shows_if_set<&job_record::correlation>("correlationId"),
    shows_if_set<&job_record::parent>("parentJobId"),
    shows_if_set<&job_record::submitted_by>("submittedBy"),
    {"timeoutMs", own_timeout, integer_schema, no_own_timeout},
    shows_if_set<&job_record::audit>("audit"),
    {"artifacts", artifacts, artifacts_schema, [](const job_record& of) { return of.artifacts.empty(); }},
    shows<&job_record::cancel_requested>("cancelRequested"),
    shows<&job_record::has_checkpoint>("hasCheckpoint"),
};
inline constexpr field<job_record> status_fields[] = {
    shows<&job_record::id>("jobId"),
    shows<&job_record::handler>("jobType"),
    shows<&job_record::subject>("subjectId"),
    shows<&job_record::correlation>("correlationId"),
    shows<&job_record::state>("status"),
    shows<&job_record::attempt>("attempt"),
    shows<&job_record::max_attempts>("maxAttempts"),
    shows<&job_record::created_at>("createdAt"),
    shows<&job_record::started_at>("startedAt"),
    shows<&job_record::completed_at>("completedAt"),
    {"errorCode", error_code, string_schema, no_error},
    {"errorMessage", error_message, string_schema, no_error},
};
inline constexpr field<job_record> document_fields[] = {
    shows<&job_record::id>("jobId"),
    shows<&job_record::state>("state"),
    shows<&job_record::created_at>("createdAt"),
    shows<&job_record::started_at>("startedAt"),
    shows<&job_record::completed_at>("completedAt"),
    shows<&job_record::retries>("retryCount"),
    {"maxRetries", max_retries, integer_schema},
    {"lastError", last_error, maybe_string_schema},
    {"errorType", error_type, maybe_string_schema},
};
inline constexpr field<job_record> video_fields[] = {
    shows<&job_record::id>("job_id"),
    shows<&job_record::state>("status"),
    shows<&job_record::progress>("progress"),
    shows<&job_record::created_at>("created_at"),
    shows<&job_record::updated_at>("updated_at"),
    {"correlation_id", correlation_id, string_schema},
    {"artifacts", artifacts, artifacts_schema},
    {"failure_code", error_code, string_schema, no_error},
    {"failure_message", error_message, string_schema, no_error},
    {"failed_stage", failed_stage, string_schema, no_error},
};
// clang-format on

template <std::size_t Count>
constexpr job_view listed(const field<job_record> (&fields)[Count]) {
  return {fields, Count};
}

}  // namespace detail

/// The deck specification's record, and the default.
inline constexpr job_view job = detail::listed(detail::job_fields);
/// The uniform status contract's shape.
inline constexpr job_view status = detail::listed(detail::status_fields);
inline constexpr job_view document = detail::listed(detail::document_fields);
inline constexpr job_view video = detail::listed(detail::video_fields);

}  // namespace views

namespace detail {

// clang-format off
/// In what part an event was triggered; by whom, for operators and for that user.
inline void write_actor(json_out& to, const job_event& of, const reader& by) {
  const actor who = of.triggered_by();
  to.open('{');
  to.member("trigger", name_of(who.as));
  if (!who.user.empty() && (by.operates || by.user == who.user)) to.member("user", who.user);
  to.close('}');
}

inline constexpr field<job_event> event_fields[] = {
    {"id", [](json_out& to, const job_event& of, const reader&) { to.value(of.id()); },
     schema_for<job_id>},
    shows<&job_event::job, job_event>("jobId"),
    shows<&job_event::number, job_event>("sequence"),
    {"kind", [](json_out& to, const job_event& of, const reader&) { to.value(name_of(of.kind)); },
     R"({"enum":["transition","progress","message","submitted"]})"},
    shows<&job_event::at, job_event>("timestamp"),
    shows_if_set<&job_event::event, job_event>("event"),
    shows_if_set<&job_event::from, job_event>("from"),
    shows_if_set<&job_event::to, job_event>("to"),
    shows<&job_event::stage, job_event>("stage"),
    shows<&job_event::progress, job_event>("progress"),
    shows<&job_event::attempt, job_event>("attempt"),
    shows_if_set<&job_event::message, job_event>("message"),
    shows_if_set<&job_event::error, job_event>("error"),
    {"actor", write_actor,
     R"({"type":"object","properties":{"trigger":{"enum":["api","workflow","user","system"]},)"
     R"("user":{"type":"string"}},"required":["trigger"]})",
     [](const job_event& of) { return of.kind == event_kind::submitted; }},
    {"metadata", [](json_out& to, const job_event& of, const reader&) { to.raw(of.metadata); },
     "true", [](const job_event& of) { return of.metadata.empty(); }},
};
// clang-format on

}  // namespace detail

/// The transitions of a job type, each once, with those who may bring them about.
inline void write_transitions(json_out& to, const job_descriptor& type) {
  const auto same = [](const row_info& a, const row_info& b) {
    return a.from == b.from && a.on == b.on && a.to == b.to;
  };
  to.open('[');
  for (std::size_t i = 0; i < type.rows.size(); ++i) {
    const row_info& row = type.rows[i];
    std::size_t first = 0;
    while (!same(type.rows[first], row)) ++first;
    if (first != i) continue;
    to.open('{');
    to.member("from", type.name_of(row.from));
    to.member("event", type.events[row.on].name);
    to.member("to", type.name_of(row.to));
    to.member("byCaller", type.events[row.on].role == role::outside);
    to.key("by");
    to.open('[');
    for (const trigger each : {trigger::api, trigger::workflow, trigger::user, trigger::system})
      if (row.by.has(each)) to.value(name_of(each));
    to.close(']');
    to.close('}');
  }
  to.close(']');
}

/// A job's event, as streams and lists show it.
inline constexpr slice<field<job_event>> event_view{detail::event_fields,
                                                    std::size(detail::event_fields)};

}  // namespace pawl::http
