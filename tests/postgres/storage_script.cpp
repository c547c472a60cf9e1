// SPDX-License-Identifier: BSL-1.0
// Prints an SQL script that fails unless PostgreSQL takes the tables and every statement of a
// store, and guards them.
#include <iostream>

#include <pawl/lifecycles/service.hpp>
#include <pawl/storage/sql/schema.hpp>
#include <pawl/storage/sql/statements.hpp>

int main() {
  using namespace pawl::sql;
  std::cout << create_schema<dialect::postgres>(true)
            << transition_rows<pawl::lifecycles::service>();
  auto prepare = [name = 0](const std::string& statement) mutable {
    std::cout << "PREPARE s" << name++ << " AS " << statement << ";\n";
  };
  for (std::size_t i = 0; i < query_count; ++i)
    prepare(in_dialect(dialect::postgres, static_cast<query>(i)));
  // Lists with every filter, and with none.
  prepare(in_dialect(dialect::postgres, list_statement({})));
  prepare(in_dialect(dialect::postgres, list_statement({.tenant = true, .states = 2})));
  prepare(in_dialect(dialect::postgres, list_statement({.dead_letters = true,
                                                        .tenant = true,
                                                        .handler = true,
                                                        .subject = true,
                                                        .from = true,
                                                        .until = true,
                                                        .states = 2})));
  prepare(in_dialect(dialect::postgres, list_statement({.states = 2, .no_success = true})));
  prepare(in_dialect(dialect::postgres, list_statement({.dead_letters = true})));
  prepare(in_dialect(dialect::postgres, list_statement({.tenant = true,
                                                        .handler = true,
                                                        .subject = true,
                                                        .from = true,
                                                        .until = true,
                                                        .states = 2,
                                                        .no_success = true})));
  std::cout << R"(
INSERT INTO pawl_types VALUES (1, 'service');
INSERT INTO pawl_queue VALUES (1, 1, 1, 0, 3, 1, 'pending', 2, 0, NULL, 0, 0, 0, 0, 0, 0, 0, '', 0, 0, 0, 0);

CREATE PROCEDURE expect_refusal(change text) LANGUAGE plpgsql AS $$
BEGIN
  BEGIN
    EXECUTE change;
  EXCEPTION WHEN check_violation THEN
    RETURN;
  END;
  RAISE EXCEPTION 'not refused: %', change;
END $$;
CALL expect_refusal('UPDATE pawl_queue SET state = ''succeeded''');
CALL expect_refusal('UPDATE pawl_queue SET phase = 4');
CALL expect_refusal('INSERT INTO pawl_outcomes VALUES (1, 1, 1, ''dead_lettered'', 8, 0, 0, 0, 0, 0, '''', 0, 0, 0, 0, 1, NULL, NULL, NULL, NULL, NULL, 0, '''')');
UPDATE pawl_queue SET state = 'running', phase = 4, owner = 1;
INSERT INTO pawl_outcomes VALUES (1, 1, 1, 'succeeded', 5, 0, 0, 0, 0, 0, '', 0, 0, 0, 0, 1, NULL, NULL, NULL, NULL, NULL, 0, '');
)";
}
