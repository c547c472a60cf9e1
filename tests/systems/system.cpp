// SPDX-License-Identifier: BSL-1.0
#include "system.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <thread>

#include <boost/json/src.hpp>

namespace systems_test {

namespace {

namespace fs = std::filesystem;

/// libcurl, with what it needs for one request.
class transfer {
 public:
  transfer(const std::string& url, const request& what) : handle_(curl_easy_init()) {
    for (const std::string& each : what.headers) add(each);
    if (!what.token.empty()) add("Authorization: Bearer " + what.token);
    const bool has_type = std::any_of(what.headers.begin(), what.headers.end(),
                                      [](auto& each) { return each.starts_with("Content-Type:"); });
    if (!what.body.empty() && !has_type) add("Content-Type: application/json");
    add("Expect:");
    curl_easy_setopt(handle_, CURLOPT_URL, (url + what.path).c_str());
    curl_easy_setopt(handle_, CURLOPT_CUSTOMREQUEST, what.method.c_str());
    curl_easy_setopt(handle_, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(handle_, CURLOPT_NOSIGNAL, 1L);
    if (what.method != "GET") {
      curl_easy_setopt(handle_, CURLOPT_COPYPOSTFIELDS, what.body.c_str());
      curl_easy_setopt(handle_, CURLOPT_CUSTOMREQUEST, what.method.c_str());
    }
    curl_easy_setopt(handle_, CURLOPT_HTTPHEADER, headers_);
    curl_easy_setopt(handle_, CURLOPT_HEADERFUNCTION, &take_header);
    curl_easy_setopt(handle_, CURLOPT_HEADERDATA, &out_);
  }
  transfer(const transfer&) = delete;
  transfer& operator=(const transfer&) = delete;
  ~transfer() {
    curl_slist_free_all(headers_);
    curl_easy_cleanup(handle_);
  }
  /// `take` says whether more is wanted.
  answer run(long milliseconds_at_most, const std::function<bool(std::string_view)>& take) {
    taker_ = &take;
    curl_easy_setopt(handle_, CURLOPT_TIMEOUT_MS, milliseconds_at_most);
    curl_easy_setopt(handle_, CURLOPT_WRITEFUNCTION, &take_body);
    curl_easy_setopt(handle_, CURLOPT_WRITEDATA, this);
    curl_easy_perform(handle_);
    curl_easy_getinfo(handle_, CURLINFO_RESPONSE_CODE, &out_.status);
    return std::move(out_);
  }

 private:
  void add(const std::string& header) { headers_ = curl_slist_append(headers_, header.c_str()); }
  static std::size_t take_header(char* bytes, std::size_t, std::size_t size, void* into) {
    const std::string_view line(bytes, size);
    const std::size_t colon = line.find(':');
    if (colon == line.npos) return size;
    std::string name(line.substr(0, colon));
    for (char& each : name) each = static_cast<char>(std::tolower(each));
    std::string_view value = line.substr(colon + 1);
    while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
    while (!value.empty() && (value.back() == '\r' || value.back() == '\n')) value.remove_suffix(1);
    static_cast<answer*>(into)->headers[name] = value;
    return size;
  }
  static std::size_t take_body(char* bytes, std::size_t, std::size_t size, void* self) {
    auto* const of = static_cast<transfer*>(self);
    return (*of->taker_)({bytes, size}) ? size : 0;
  }

  CURL* handle_;
  curl_slist* headers_ = nullptr;
  const std::function<bool(std::string_view)>* taker_ = nullptr;
  answer out_{};
};

fs::path make_folder() {
  std::string pattern = (fs::temp_directory_path() / "pawl-system.XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  return pattern;
}

/// The lines of one event of a stream, up to the empty line behind it.
sent_event read_event(std::string_view lines) {
  sent_event out{.id = {}, .name = "message", .data = {}};
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    if (line.starts_with("id: ")) out.id = line.substr(4);
    if (line.starts_with("event: ")) out.name = line.substr(7);
    if (line.starts_with("data: "))
      out.data = json::parse(json::string_view(line.data() + 6, line.size() - 6));
  }
  return out;
}

}  // namespace

std::string at(const json::value& of, std::string_view path) {
  boost::system::error_code failed;
  const json::value* const found =
      of.find_pointer(json::string_view(path.data(), path.size()), failed);
  if (found == nullptr) return "(absent)";
  if (found->is_string()) return std::string(found->as_string());
  return json::serialize(*found);
}
json::value answer::read() const {
  INFO(status << ' ' << body);
  boost::system::error_code failed;
  json::value out = json::parse(body, failed);
  REQUIRE_FALSE(failed);
  return out;
}
std::string answer::at(std::string_view path) const { return systems_test::at(read(), path); }
std::string answer::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "(absent)" : found->second;
}

answer ask(const std::string& url, const request& what) {
  std::string body;
  answer out = transfer(url, what).run(10'000, [&](std::string_view more) {
    body += more;
    return true;
  });
  out.body = std::move(body);
  return out;
}

running_system::running_system(std::vector<std::string> further)
    : folder_(make_folder()), further_(std::move(further)) {
  static std::atomic<int> made{0};
  if (std::getenv("PGHOST") != nullptr)
    schema_ = "system_" + std::to_string(::getpid()) + '_' + std::to_string(++made);
  token("nobody", "nobody", "read");  // there is a file of tokens before the service asks for one
  start();
}
running_system::running_system(beside other)
    : folder_(other.first.folder_),
      owns_folder_(false),
      log_("another_log"),
      schema_(other.first.schema_),
      further_(other.first.further_) {
  start();
}
running_system::~running_system() {
  runs_.reset();
  std::error_code ignored;
  if (owns_folder_) fs::remove_all(folder_, ignored);
}

void running_system::start() {
  std::vector<std::string> words{program_under_test(), "--port", "0", "--tokens",
                                 folder_ / "tokens"};
  if (is_on_postgres())
    words.insert(words.end(), {"--postgres", "", "--schema", schema_});
  else
    words.insert(words.end(), {"--database", file()});
  words.insert(words.end(), further_.begin(), further_.end());
  runs_ = std::make_unique<support::program>(words, folder_ / log_);
  constexpr std::string_view before = "listening: ";
  std::string line = runs_->line();
  while (!line.empty() && !line.starts_with(before)) line = runs_->line();
  INFO("it says: " << log());
  REQUIRE(line.starts_with(before));
  url_ = line.substr(before.size());
}
void running_system::kill() {
  runs_->kill();
  runs_->wait();
}
std::string running_system::log() const {
  std::ifstream in(folder_ / log_);
  return {std::istreambuf_iterator<char>(in), {}};
}
int running_system::end() {
  runs_->signal(SIGTERM);
  return runs_->wait();
}

std::string running_system::token(const std::string& tenant, const std::string& user,
                                  const std::string& allow, const std::string& organisation) {
  return tokens({{tenant, user, allow, organisation}}).front();
}
std::vector<std::string> running_system::tokens(const std::vector<caller>& all) {
  std::vector<std::string> out;
  for (const caller& each : all) {
    std::vector<std::string> words{PAWL_TEST_TOKEN_TOOL,
                                   "issue",
                                   folder_ / "tokens",
                                   "--tenant",
                                   each.tenant,
                                   "--user",
                                   each.user,
                                   "--allow",
                                   each.allow};
    if (!each.organisation.empty())
      words.insert(words.end(), {"--organisation", each.organisation});
    if (!each.trigger.empty()) words.insert(words.end(), {"--trigger", each.trigger});
    support::program issues(words);
    out.push_back(issues.line());
    REQUIRE(issues.wait() == 0);
  }
  // The service looks at the file again after a second at most: a new token is new for no longer.
  // Not asked too often until then: ten wrong tokens, and a caller is refused for a minute.
  if (!url_.empty())
    until(
        "/v1/me", out.back(), [](const answer& is) { return is.status == 200; }, milliseconds{350});
  return out;
}

answer running_system::ask(const request& what) const { return systems_test::ask(url_, what); }
answer running_system::get(const std::string& path, const std::string& token) const {
  return ask({.method = "GET", .path = path, .token = token});
}
answer running_system::post(const std::string& path, const std::string& token,
                            const std::string& body, std::vector<std::string> headers) const {
  return ask({.method = "POST",
              .path = path,
              .token = token,
              .body = body,
              .headers = std::move(headers)});
}
std::string running_system::submit(const std::string& type, const std::string& token,
                                   const std::string& input,
                                   std::vector<std::string> headers) const {
  const answer is =
      post("/v1/jobs/" + type, token, "{\"input\":" + input + "}", std::move(headers));
  INFO(is.status << ' ' << is.body);
  REQUIRE(is.status == 202);
  return is.at("/jobId");
}

answer running_system::until(const std::string& path, const std::string& token,
                             const std::function<bool(const answer&)>& is_as_wanted,
                             milliseconds pause) const {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes{1};
  while (true) {
    answer is = get(path, token);
    if (is_as_wanted(is)) return is;
    if (std::chrono::steady_clock::now() > end) {
      INFO(path << " answers " << is.status << ' ' << is.body);
      FAIL("what was waited for has not come");
    }
    std::this_thread::sleep_for(pause);
  }
}
answer running_system::until_status(const std::string& id, const std::string& token,
                                    const std::vector<std::string>& states) const {
  return until("/v1/jobs/" + id, token, [&](const answer& is) {
    return is.status == 200 &&
           std::find(states.begin(), states.end(), is.at("/status")) != states.end();
  });
}
std::vector<std::string> running_system::walk(const std::string& id,
                                              const std::string& token) const {
  std::vector<std::string> out;
  std::string after = "0";
  while (true) {
    const json::value page = get("/v1/jobs/" + id + "/history?after=" + after, token).read();
    const json::array& items = page.at("items").as_array();
    if (items.empty()) return out;
    for (const json::value& each : items) {
      after = systems_test::at(each, "/sequence");
      if (systems_test::at(each, "/kind") == "transition")
        out.push_back(systems_test::at(each, "/to"));
    }
  }
}

std::set<std::string> running_system::transitions(const std::string& type,
                                                  const std::string& token) const {
  std::set<std::string> out;
  const json::value listed = get("/v1/handlers", token).read();
  for (const json::value& each : listed.at("items").as_array())
    if (systems_test::at(each, "/handlerId") == type)
      for (const json::value& step : each.at("transitions").as_array())
        out.insert(systems_test::at(step, "/from") + ' ' + systems_test::at(step, "/to"));
  return out;
}

std::vector<sent_event> running_system::events(
    const std::string& path, const std::string& token,
    const std::function<bool(const std::vector<sent_event>&)>& is_enough,
    std::vector<std::string> headers) const {
  std::vector<sent_event> out;
  std::string read;
  const request what{.method = "GET", .path = path, .token = token, .headers = std::move(headers)};
  const answer is = transfer(url_, what).run(60'000, [&](std::string_view more) {
    read += more;
    for (std::size_t end = 0; (end = read.find("\n\n")) != read.npos; read.erase(0, end + 2)) {
      const std::string_view lines = std::string_view(read).substr(0, end);
      if (lines.find("data: ") != lines.npos) out.push_back(read_event(lines));
    }
    return !is_enough(out);
  });
  INFO(is.status << ' ' << read);
  REQUIRE(is.status == 200);
  return out;
}

std::optional<double> running_system::metric(const std::string& sample,
                                             const std::string& token) const {
  const answer is = get("/metrics", token);
  REQUIRE(is.status == 200);
  const std::string wanted = sample + ' ';
  std::string_view rest = is.body;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.starts_with(wanted)) return std::stod(std::string(line.substr(wanted.size())));
  }
  return std::nullopt;
}

}  // namespace systems_test
