// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include <pawl/http/api_core.hpp>
#include <pawl/http/body.hpp>
#include <pawl/http/listing.hpp>

/// What several routes do alike: answers, filters, numbers of a query.

namespace pawl::http::detail {

inline reader reader_of(const exchange& of) {
  return {.operates = of.who.may.has(permission::operate), .user = of.who.who.user};
}

inline response answer_json(unsigned status, std::string body) {
  response out{.status = status, .headers = {}, .body = std::move(body)};
  out.headers.reserve(6);
  out.set("Content-Type", "application/json");
  return out;
}

inline std::string status_url(const job_id& id) { return "/v1/jobs/" + to_string(id); }

/// When it is worth asking again: when a waiting job is due, else in a second.
inline std::chrono::milliseconds ask_again_in(const exchange& of, const job_record& job) {
  if (!job.due_at) return std::chrono::seconds{1};
  return std::min<std::chrono::milliseconds>(*job.due_at - of.api.store().now(),
                                             std::chrono::seconds{60});
}

/// A tag of what was answered: another body has another tag, but for one chance in 2^96. No safety
/// depends on it, so it is no SHA-256, which would cost half as much as finding the job.
inline std::string entity_tag(std::string_view body) {
  constexpr std::uint64_t odd[] = {0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f};  // spread bits
  std::uint64_t a = body.size() ^ odd[0];
  std::uint64_t b = body.size() ^ odd[1];
  const auto take = [&](std::uint64_t word) {
    a = std::rotl((a ^ word) * odd[0], 29);
    b = std::rotl((b + word) * odd[1], 31) ^ a;
  };
  while (!body.empty()) {
    std::uint64_t word = 0;
    const std::size_t part = std::min(body.size(), sizeof word);
    std::memcpy(&word, body.data(), part);
    take(word);
    body.remove_prefix(part);
  }
  for (int i = 0; i < 3; ++i) take(a ^ (b >> 32U));
  std::string out(26, '"');
  for (std::size_t i = 0; i < 24; ++i)
    out[i + 1] =
        pawl::detail::hex_digit(static_cast<unsigned>(i < 16 ? a >> (4 * i) : b >> (4 * (i - 16))));
  return out;
}

/// The fields that a job is shown with: those of the API; or, to the page, which is written for
/// them, those of `views::job`. Where there is no page, nobody sees more than the API's own.
inline job_view view_of(const exchange& of) {
  const std::string* const asked = of.in.find("Pawl-View");
  const bool is_page = of.api.offered().has(capability::dashboard);
  return is_page && asked != nullptr && *asked == "job" ? views::job : of.api.options().view;
}

inline std::string show(const exchange& of, const job_record& job) {
  std::string out;
  out.reserve(512);
  json_out to(out);
  write_view(to, view_of(of), job, reader_of(of));
  return out;
}
/// What the caller sees is what the tag stands for: a field that only operators see changes it for
/// them alone.
inline response answer_shown(const exchange& of, unsigned status, const job_record& job,
                             std::string shown, std::string tag) {
  response out = answer_json(status, std::move(shown));
  out.set("ETag", std::move(tag));
  out.set("Cache-Control", "private, no-cache");
  if (!is_terminal(job.kind)) out.set("Retry-After", retry_seconds(ask_again_in(of, job)));
  return out;
}
inline response answer_job(const exchange& of, unsigned status, const job_record& job) {
  std::string shown = show(of, job);
  std::string tag = entity_tag(shown);
  return answer_shown(of, status, job, std::move(shown), std::move(tag));
}

/// Whether a list of entity tags holds one, or is `*`.
inline bool holds_tag(std::string_view list, std::string_view tag) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    std::string_view each = list.substr(0, comma);
    while (each.starts_with(' ')) each.remove_prefix(1);
    while (each.ends_with(' ')) each.remove_suffix(1);
    if (each.starts_with("W/")) each.remove_prefix(2);
    if (each == tag || each == "*") return true;
    if (comma == list.npos) break;
    list.remove_prefix(comma + 1);
  }
  return false;
}

inline const std::string* parameter(const exchange& of, std::string_view name) {
  for (const auto& [each, value] : of.query)
    if (each == name) return &value;
  return nullptr;
}

template <std::integral Number>
std::optional<Number> parse_number(std::string_view spelled) {
  Number value{};
  const char* const end = spelled.data() + spelled.size();
  const auto read = std::from_chars(spelled.data(), end, value);
  if (read.ec != std::errc{} || read.ptr != end) return {};
  return value;
}

/// The filter of a list, from the query; or what is wrong with it.
inline expected<storage::list_filter, response> filter_of(const exchange& of) {
  storage::list_filter out;
  const auto time = [&](std::string_view name, std::optional<instant>& to) {
    const std::string* given = parameter(of, name);
    return given == nullptr || !pawl::detail::codec::parse_time(text(*given), to.emplace());
  };
  if (const std::string* given = parameter(of, "handler")) out.handler = *given;
  if (const std::string* given = parameter(of, "status")) out.states.push_back(*given);
  if (const std::string* given = parameter(of, "subject")) out.subject = *given;
  if (const std::string* given = parameter(of, "cursor")) out.cursor = *given;
  if (!time("created_after", out.created_from) || !time("created_before", out.created_until))
    return unexpected<response>(malformed("a time is written 2026-11-16T03:18:22Z"));
  // The store includes the instant itself.
  if (out.created_from) *out.created_from += std::chrono::milliseconds{1};
  if (const std::string* given = parameter(of, "limit")) {
    const auto limit = parse_number<std::size_t>(*given);
    if (!limit || *limit == 0)
      return unexpected<response>(malformed("limit is a number from 1 up"));
    out.limit = *limit;
  }
  return out;
}

/// A page of what the caller may see, as if nothing else were there: it is filled from as many
/// pages of the store as that takes, goes on behind the last that it shows, and says that there is
/// a next page only if something visible is on it. `read` reads a page of the store, `list` is
/// where its items are, and `job_of` the job that one of them is about.
///
/// A request looks at a bounded number of items. If nearly all are hidden, its page may be short,
/// or empty, and goes on behind the last that was looked at.
template <class Read, class Page, class Item, class JobOf>
auto read_visible(const exchange& of, storage::list_filter filter, Read read,
                  std::vector<Item> Page::* list, JobOf job_of) -> decltype(read(filter)) {
  constexpr std::size_t most_looked_at = 10'000;
  if (!of.api.options().may_see) return read(filter);
  const std::size_t wanted = filter.clamped_limit();
  filter.limit = storage::list_filter::most;
  Page out;
  for (std::size_t looked_at = 0;;) {
    auto page = read(filter);
    if (!page) return page;
    std::vector<Item>& items = *page.*list;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!of.api.may_see(of.who, job_of(items[i]))) continue;
      if ((out.*list).size() == wanted) {
        out.cursor = out.behind.back();
        return out;
      }
      (out.*list).push_back(std::move(items[i]));
      out.behind.push_back(std::move(page->behind[i]));
    }
    looked_at += items.size();
    filter.cursor = std::move(page->cursor);
    if (filter.cursor.empty()) return out;
    if (looked_at < most_looked_at) continue;
    out.cursor = std::move(filter.cursor);
    return out;
  }
}

/// `{"items": […], "nextCursor": "…"}`
template <class List, class Write>
response answer_page(const List& items, const std::string& cursor, Write write) {
  response out = answer_json(200, {});
  json_out to(out.body);
  to.open('{');
  to.key("items");
  to.open('[');
  for (const auto& each : items) write(to, each);
  to.close(']');
  if (!cursor.empty()) to.member("nextCursor", cursor);
  to.close('}');
  return out;
}

}  // namespace pawl::http::detail
