# SPDX-License-Identifier: BSL-1.0
# cmake -D VERDICT=<green|red> -D WORDS=<regex> -P expect.cmake -- <command>...
# Runs the command and demands its verdict and its words. (ctest's PASS_REGULAR_EXPRESSION ignores
# the exit code, and WILL_FAIL ignores the reason.)
set(command "")
set(past_dashes FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(past_dashes)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(past_dashes TRUE)
  endif()
endforeach()

execute_process(COMMAND ${command}
  RESULT_VARIABLE exit_code OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(exit_code EQUAL 0)
  set(verdict green)
else()
  set(verdict red)
endif()
string(REGEX REPLACE "[ \n]+" " " folded "${output}") # CMake wraps its error messages
if(NOT verdict STREQUAL VERDICT)
  message(FATAL_ERROR "${verdict}, but must be ${VERDICT}:\n${output}")
elseif(NOT folded MATCHES "${WORDS}")
  message(FATAL_ERROR "${verdict}, but without saying /${WORDS}/:\n${output}")
endif()
