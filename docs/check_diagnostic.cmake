# SPDX-License-Identifier: BSL-1.0
# The README shows what the compiler says to the commented line of examples/hello.cpp. This compiles that
# line and demands the very words: cmake -D COMPILER=… -D ROOT=… -D WORK=… -P check_diagnostic.cmake
file(READ ${ROOT}/examples/hello.cpp program)
string(REPLACE "    // return fail<" "    return fail<" bad "${program}")
if(bad STREQUAL program)
  message(FATAL_ERROR "examples/hello.cpp has no commented line `    // return fail<…` to try")
endif()
file(WRITE ${WORK}/hello_refused.cpp "${bad}")
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${COMPILER} -std=c++20 -fsyntax-only -fno-diagnostics-show-caret -fdiagnostics-color=never
    -I ${ROOT}/include ${WORK}/hello_refused.cpp
  ERROR_VARIABLE said OUTPUT_QUIET)
string(REGEX MATCH "error: [^\n]*" error "${said}")

file(READ ${ROOT}/README.md readme)
string(REGEX MATCH "```text\n([^`]*)```" block "${readme}")
# The README breaks the line where it reads best.
string(REGEX REPLACE "[ \n]+" "" shown "${CMAKE_MATCH_1}")
string(REGEX REPLACE "[ \n]+" "" expected "${error}")
if(NOT shown STREQUAL expected)
  message(FATAL_ERROR "README.md does not show what the compiler says:\n${error}")
endif()
