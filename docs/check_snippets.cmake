# SPDX-License-Identifier: BSL-1.0
# The code of a page compiles: all its `cpp` blocks together, in their order, are one source.
#   cmake -D COMPILER=… -D ROOT=… -D WORK=… -D PAGE=docs/policies/retry.md -P check_snippets.cmake
file(READ ${ROOT}/${PAGE} page)
set(source "")
string(FIND "${page}" "```cpp\n" begin)
while(NOT begin EQUAL -1)
  math(EXPR begin "${begin} + 7")
  string(SUBSTRING "${page}" ${begin} -1 page)
  string(FIND "${page}" "```" end)
  string(SUBSTRING "${page}" 0 ${end} block)
  string(APPEND source "${block}\n")
  math(EXPR end "${end} + 3")
  string(SUBSTRING "${page}" ${end} -1 page)
  string(FIND "${page}" "```cpp\n" begin)
endwhile()
if(source STREQUAL "")
  message(FATAL_ERROR "${PAGE} has no code")
endif()
cmake_path(GET PAGE STEM name)
file(WRITE ${WORK}/${name}_snippets.cpp "${source}")
execute_process(
  COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I ${ROOT}/include ${WORK}/${name}_snippets.cpp
  RESULT_VARIABLE refused ERROR_VARIABLE said)
if(refused)
  message(FATAL_ERROR "the code of ${PAGE} does not compile:\n${said}")
endif()
