// SPDX-License-Identifier: BSL-1.0
// Golden runs of hello and of the guide: what the programs leave in their store, as pawlctl shows
// it.
#include "golden.hpp"
#include "storage/directory.hpp"

using namespace systems_test;

namespace {

/// What a program prints, line by line.
std::vector<std::string> output_of(const std::vector<std::string>& words) {
  support::program runs(words);
  std::vector<std::string> out;
  for (std::string line = runs.line(); !line.empty(); line = runs.line()) out.push_back(line);
  CHECK(runs.wait() == 0);
  return out;
}

class left_behind {
 public:
  left_behind(const std::string& name, std::string store)
      : record_(name), store_(std::move(store)) {}

  void printed(const std::vector<std::string>& lines) {
    record_.title("printed");
    for (const std::string& each : lines) record_.sentence(each);
  }
  json::value shown(std::vector<std::string> words) {
    std::string title = "pawlctl";
    for (const std::string& each : words) title += ' ' + each;
    record_.title(title);
    words.insert(words.begin(), {PAWL_TEST_PAWLCTL, "--store", store_});
    words.push_back("--json");
    const std::vector<std::string> lines = output_of(words);
    REQUIRE(lines.size() == 1);
    json::value read = json::parse(lines.front());
    record_.json(without_reports(read));
    return read;
  }
  /// All jobs, from the first to the last, and what else an operator asks about.
  void compare() {
    const json::value page = shown({"list", "--all"});
    const json::array& jobs = page.at("items").as_array();
    for (auto each = jobs.rbegin(); each != jobs.rend(); ++each)
      shown({"show", at(*each, "/id"), "--payload", "--result"});
    shown({"types"});
    shown({"dlq", "list"});
    record_.compare();
  }

 private:
  static json::value without_reports(json::value of) {
    json::value* const events = of.as_object().if_contains("events");
    if (events == nullptr) return of;
    json::array kept;
    for (const json::value& each : events->as_array())
      if (!is_report(each)) kept.push_back(without_time(each));
    *events = kept;
    return of;
  }

  golden_record record_;
  std::string store_;
};

}  // namespace

TEST_CASE("the golden run of hello", "[golden]") {
  const support::fresh_directory place;
  left_behind by("hello", place / "hello.db");
  by.printed(output_of({"/bin/sh", "-c", "cd '" + place.path() + "' && exec " PAWL_TEST_HELLO}));
  by.compare();
}

TEST_CASE("the golden run of the guide", "[golden]") {
  const support::fresh_directory place;
  left_behind by("guide", place / "guide/jobs.db");
  by.printed(output_of({PAWL_TEST_GUIDE, place / "guide"}));
  by.compare();
}
