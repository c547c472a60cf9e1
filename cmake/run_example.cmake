# SPDX-License-Identifier: BSL-1.0
# cmake -D PROGRAM=<executable> -D EXPECTED=<file> -P <this file>
# Runs an example; where the file exists, the example must print exactly what it holds.
execute_process(COMMAND ${PROGRAM} RESULT_VARIABLE exit_code OUTPUT_VARIABLE printed)
if(NOT exit_code EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${exit_code}, having printed:\n${printed}")
endif()
if(EXISTS ${EXPECTED})
  file(READ ${EXPECTED} expected)
  if(NOT printed STREQUAL expected)
    message(NOTICE "--- expected (${EXPECTED})\n${expected}--- printed\n${printed}---")
    message(FATAL_ERROR "${PROGRAM} printed something else than ${EXPECTED} holds")
  endif()
endif()
