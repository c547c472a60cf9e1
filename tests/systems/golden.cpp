// SPDX-License-Identifier: BSL-1.0
#include "golden.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

namespace systems_test {

namespace {

constexpr std::size_t widest = 100;

/// Members whose value differs from run to run.
constexpr std::array volatile_members{"cursor", "nextCursor", "p50Ms", "p95Ms", "p99Ms", "etag"};

/// Response headers whose value programs depend on. Of the others the name is written.
constexpr std::array shown_headers{"allow",    "content-type", "idempotency-replayed",
                                   "location", "retry-after",  "www-authenticate"};

bool contains(const auto& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The first line in which two texts differ, for a reader of the test's report.
std::string first_difference(const std::string& expected, const std::string& actual) {
  std::istringstream left(expected);
  std::istringstream right(actual);
  std::string before;
  for (int number = 1;; ++number) {
    std::string wanted;
    std::string found;
    const bool has_wanted = static_cast<bool>(std::getline(left, wanted));
    const bool has_found = static_cast<bool>(std::getline(right, found));
    if (!has_wanted && !has_found) return "no line";
    if (has_wanted != has_found || wanted != found)
      return "line " + std::to_string(number) + "\n  after    " + before + "\n  expected " +
             (has_wanted ? wanted : "(end)") + "\n  found    " + (has_found ? found : "(end)");
    before = wanted;
  }
}

/// Whether counts of jobs are final: callbacks submit jobs of the service's own.
bool has_nothing_to_do(const answer& stats) {
  if (stats.status != 200) return true;
  const json::value read = stats.read();
  for (const json::value& each : read.at("items").as_array())
    for (const char* busy : {"ready", "held", "running"})
      if (at(each, "/phase") == busy) return false;
  return true;
}

}  // namespace

json::value without_time(json::value event) {
  for (const char* member : {"sequence", "progress"})
    if (event.as_object().contains(member)) event.at(member) = 0;
  return event;
}
bool is_report(const json::value& event) {
  const std::string kind = at(event, "/kind");
  return kind == "progress" || kind == "message";
}

void golden_record::title(const std::string& line) {
  for (std::string* const each : {&names_, &texts_})
    *each += (each->empty() ? "== " : "\n== ") + masked(line) + '\n';
}
void golden_record::line(std::string_view text) { names_ += masked(text) + '\n'; }
void golden_record::sentence(std::string_view text) { texts_ += masked(text) + '\n'; }

std::string golden_record::masked(std::string_view text) {
  static const std::regex volatile_parts(
      R"(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))"  // 1: an id
      R"(|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"     // a time
      R"(|https?://127\.0\.0\.1:\d+)"                     // a server of the test
      R"(|/[\w/.-]*pawl-[a-z]+[.-][A-Za-z0-9]{6})"        // a folder of the test
      R"(|expires=\d+&signature=[0-9a-f]+)");             // a signed link
  const std::string all(text);
  std::string out;
  std::size_t end = 0;
  for (std::sregex_iterator each(all.begin(), all.end(), volatile_parts), last; each != last;
       ++each) {
    const std::smatch& found = *each;
    out += all.substr(end, static_cast<std::size_t>(found.position()) - end);
    end = static_cast<std::size_t>(found.position() + found.length());
    if (found[1].matched) {
      const auto place = ids_.emplace(found.str(), "<id" + std::to_string(ids_.size() + 1) + '>');
      out += place.first->second;
    } else if (found.str().starts_with("expires")) {
      out += "<signature>";
    } else {
      out += std::isdigit(static_cast<unsigned char>(found.str()[0])) != 0 ? "<time>" : "<place>";
    }
  }
  return out + all.substr(end);
}

std::string golden_record::one_line(const json::value& value, std::string_view member) {
  if (contains(volatile_members, member)) return "<any>";
  if (value.is_string()) {
    const std::string text = masked(std::string_view(value.as_string()));
    return text.find(' ') != text.npos ? "<text>" : '"' + text + '"';
  }
  std::string out;
  if (value.is_object()) {
    for (const auto& [name, part] : value.as_object())
      out += (out.empty() ? "" : ", ") + std::string(name) + ": " + one_line(part, name);
    return '{' + out + '}';
  }
  if (value.is_array()) {
    for (const json::value& part : value.as_array())
      out += (out.empty() ? "" : ", ") + one_line(part, {});
    return '[' + out + ']';
  }
  return json::serialize(value);
}

void golden_record::print(const json::value& value, const std::string& before,
                          std::string_view member, std::size_t depth) {
  const std::string indent(2 * depth, ' ');
  const std::string whole = one_line(value, member);
  const bool fits = indent.size() + before.size() + whole.size() <= widest;
  if (fits || !(value.is_object() || value.is_array()) || whole == "<any>") {
    names_ += indent + before + whole + '\n';
    return;
  }
  // Parts that fit share lines.
  names_ += indent + before + (value.is_object() ? "{\n" : "[\n");
  std::string row;
  const auto end_row = [&] {
    if (!row.empty()) names_ += indent + "  " + row + '\n';
    row.clear();
  };
  const auto add = [&](const std::string& label, const json::value& part, std::string_view name) {
    const std::string text = label + one_line(part, name);
    if (indent.size() + 2 + row.size() + 2 + text.size() > widest) end_row();
    if (indent.size() + 2 + text.size() > widest) return print(part, label, name, depth + 1);
    row += (row.empty() ? "" : ", ") + text;
  };
  if (value.is_object())
    for (const auto& [name, part] : value.as_object()) add(std::string(name) + ": ", part, name);
  else
    for (const json::value& part : value.as_array()) add({}, part, {});
  end_row();
  names_ += indent + (value.is_object() ? "}\n" : "]\n");
}

void golden_record::json(const json::value& value) {
  print(value, {}, {}, 1);
  const auto write_sentences = [this](const auto& self, const json::value& in) -> void {
    if (in.is_string() && in.as_string().find(' ') != json::string::npos)
      sentence(std::string_view(in.as_string()));
    if (in.is_object())
      for (const auto& each : in.as_object()) self(self, each.value());
    if (in.is_array())
      for (const json::value& each : in.as_array()) self(self, each);
  };
  write_sentences(write_sentences, value);
}
void golden_record::json(const std::string& text) {
  boost::system::error_code failed;
  const json::value read = json::parse(text, failed);
  if (failed) return line("  (" + std::to_string(text.size()) + " bytes that are no JSON)");
  json(read);
}

void golden_record::metrics(const std::string& text) {
  std::istringstream in(text);
  std::string family;  // whose buckets are being read: a bucket's bounds are written on one line
  std::string bounds;
  const auto end_buckets = [&] {
    if (!family.empty()) line("  " + family + " le" + bounds);
    family.clear();
    bounds.clear();
  };
  for (std::string each; std::getline(in, each);) {
    if (each.starts_with("# HELP ")) {
      end_buckets();
      sentence(each.substr(7));
      continue;
    }
    const std::size_t space = each.rfind(' ');
    const std::string sample = each.substr(0, space);
    if (const std::size_t le = sample.find("le=\""); le != sample.npos) {
      const std::string of = sample.substr(0, le);
      if (of != family) end_buckets();
      family = of;
      bounds += ' ' + sample.substr(le + 4, sample.find('"', le + 4) - le - 4);
      continue;
    }
    end_buckets();
    const bool is_exact = each.starts_with("# TYPE") ||
                          (sample.starts_with("job_") && sample.find("_total{") != sample.npos);
    line("  " + (is_exact ? each : sample));
  }
  end_buckets();
}

void golden_record::compare() const {
  const std::filesystem::path folder = PAWL_TEST_GOLDEN;
  for (const auto& [ending, is] : {std::pair(".names", names_), std::pair(".texts", texts_)}) {
    const std::filesystem::path path = folder / (name_ + ending);
    if (std::getenv("PAWL_WRITE_GOLDEN") != nullptr) {
      std::filesystem::create_directories(folder);
      std::ofstream(path) << is;
      continue;
    }
    const std::string expected = read_file(path);
    INFO(path.filename().string() << ": " << first_difference(expected, is)
                                  << "\nIf this is wanted, `./dev golden` writes the files anew.");
    CHECK(expected == is);
  }
}

answer golden_walk::ask(const request& what) {
  record_.title(what.method + ' ' + what.path + (what.token.empty() ? " without a token" : ""));
  if (!what.body.empty()) record_.line("asked " + what.body);
  answer is = service_->ask(what);
  std::string headers;
  for (const auto& [name, value] : is.headers)
    headers += ' ' + name + (contains(shown_headers, name) ? "=" + value : "");
  record_.line(std::to_string(is.status) + headers);
  if (!is.body.empty()) record_.json(is.body);
  return is;
}

answer golden_walk::job(const std::string& id, const std::string& token, const std::string& state) {
  static_cast<void>(service_->until("/v1/jobs/" + id, token, [&](const answer& is) {
    return is.status == 200 && (is.at("/status") == state || is.at("/state") == state);
  }));
  answer is = get("/v1/jobs/" + id, token);
  history(id, token);
  return is;
}

void golden_walk::history(const std::string& id, const std::string& token) {
  const std::string path = "/v1/jobs/" + id + "/history";
  record_.title("GET " + path);
  const json::value page = service_->get(path, token).read();
  std::map<std::string, json::value> kept;
  std::string last;
  for (const json::value& each : page.at("items").as_array()) {
    last = at(each, "/sequence");
    kept[last] = each;
    if (!is_report(each)) record_.json(without_time(each));
  }
  if (last.empty()) return;
  record_.title("the stream of it");
  const auto sent = service_->events(
      "/v1/jobs/" + id + "/events", token, [&](const std::vector<sent_event>& seen) {
        return !seen.empty() && at(seen.back().data, "/sequence") == last;
      });
  for (const sent_event& each : sent) {
    if (is_report(each.data)) continue;
    const bool is_the_same = kept[at(each.data, "/sequence")] == each.data;
    record_.line("  event " + each.name + (each.id.empty() ? "" : " with an id") +
                 (is_the_same ? ", as in the history" : ""));
    if (!is_the_same) record_.json(without_time(each.data));
  }
}

void golden_walk::common(const std::string& type, const std::string& token) {
  get("/v1/me", token);
  get("/v1/handlers", token);
  record_.title("GET /openapi.json");
  const json::value described = service_->get("/openapi.json", token).read();
  for (const auto& [path, methods] : described.at("paths").as_object())
    for (const auto& [method, what] : methods.as_object())
      record_.line("  " + std::string(method) + ' ' + std::string(path) + ' ' +
                   at(what, "/operationId"));
  for (const auto& each : described.as_object())
    if (each.key().starts_with("x-")) record_.json(json::value{{each.key(), each.value()}});
  get("/v1/jobs", "");
  get("/v1/jobs", "a-token-that-nobody-has");
  get("/v1/jobs/018f3c6e-7a10-7c3e-9b1d-2f6a5e0c4d20", token);
  get("/v1/jobs/no-id", token);
  get("/v1/nowhere", token);
  get("/v1/jobs?limit=nothing", token);
  ask({.method = "PUT", .path = "/v1/jobs", .token = token});
  post("/v1/jobs/no.such.type", token, R"({"input":{}})");
  post("/v1/jobs/" + type, token, "{");
  post("/v1/jobs/" + type, token, R"({"input":{},"no_member":1})");
  static_cast<void>(service_->until("/v1/stats", token, has_nothing_to_do));
  get("/v1/stats", token);
  record_.title("GET /metrics");
  // Metrics are about the jobs of all tenants.
  const answer metrics = service_->get("/metrics", service_->token("root", "otto", "read,operate"));
  REQUIRE(metrics.status == 200);
  record_.metrics(metrics.body);
}

}  // namespace systems_test
