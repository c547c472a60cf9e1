// SPDX-License-Identifier: BSL-1.0
// Prints an SQL script that fails unless PostgreSQL refuses exactly the transitions the compiler
// refuses.
#include <iostream>

#include <pawl/lifecycle/sql.hpp>
#include <pawl/lifecycles/deck.hpp>
#include <pawl/lifecycles/service.hpp>
#include <pawl/lifecycles/video.hpp>

namespace {

namespace sql = pawl::sql;

template <class L>
void print_expectations() {
  for (auto from : pawl::states<L>())
    for (auto to : pawl::states<L>()) {
      bool allowed = from == to;
      for (auto on : pawl::events<L>())
        allowed = allowed || pawl::detail::may_lead_to<L>(from, on, to);
      std::cout << "CALL expect('" << L::name << "', '" << pawl::name_of(from) << "', '"
                << pawl::name_of(to) << "', " << (allowed ? "true" : "false") << ");\n";
    }
}

}  // namespace

int main() {
  using namespace pawl::lifecycles;
  // Twice, because a service runs the same statements at every start.
  for (int start = 0; start < 2; ++start) {
    std::cout << sql::transitions_table<sql::dialect::postgres>() << sql::transition_rows<deck>()
              << sql::transition_rows<service>() << sql::transition_rows<video>();
    if (start == 0)
      std::cout << "CREATE TABLE jobs (id bigint PRIMARY KEY, lifecycle text NOT NULL, state text "
                   "NOT NULL);\n";
    std::cout << sql::guard_trigger<sql::dialect::postgres, "jobs">();
  }
  std::cout << R"(
CREATE TABLE one (status text )"
            << sql::check<deck, "status">() << R"();
INSERT INTO one VALUES ('pending');

CREATE PROCEDURE expect(lifecycle text, a text, b text, allowed boolean) LANGUAGE plpgsql AS $$
DECLARE
  message text := '';
BEGIN
  DELETE FROM jobs;
  INSERT INTO jobs VALUES (1, lifecycle, a);
  BEGIN
    UPDATE jobs SET state = b;
  EXCEPTION WHEN check_violation THEN
    message := SQLERRM;
  END;
  IF allowed AND message <> '' THEN
    RAISE EXCEPTION 'refused though allowed: %', message;
  END IF;
  IF NOT allowed AND message <> format('pawl: lifecycle %s forbids the transition from %s to %s', lifecycle, a, b) THEN
    RAISE EXCEPTION '% to % of % was not refused, or not in these words: "%"', a, b, lifecycle, message;
  END IF;
END $$;
)";
  print_expectations<deck>();
  print_expectations<service>();
  print_expectations<video>();
}
