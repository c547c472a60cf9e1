# SPDX-License-Identifier: BSL-1.0
# Settings of pawl's own build. Only read when pawl is the top-level project: a library has no
# business choosing them for its users.

# What a toolchain asks for counts: archives must agree with their users, and pawl::expected is
# std::expected where the standard in use has it.
set(standard 20)
if(CMAKE_CXX_STANDARD MATCHES "^2[0-9]$")
  set(standard ${CMAKE_CXX_STANDARD})
endif()
set(PAWL_CXX_STANDARD ${standard} CACHE STRING "The C++ standard everything here is built with (20 or 23)")
set_property(CACHE PAWL_CXX_STANDARD PROPERTY STRINGS 20 23)
set(CMAKE_CXX_STANDARD ${PAWL_CXX_STANDARD})
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# No header here is a module; without this newer CMakes scan every source for imports.
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)

# Shipped headers are also compiled alone (target all_verify_interface_header_sets): with clang each of
# them, with g++ those that a document or an example names. All of them took a quarter of a build.
if(NOT DEFINED CMAKE_VERIFY_INTERFACE_HEADER_SETS)
  set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)
endif()
if(CMAKE_VERIFY_INTERFACE_HEADER_SETS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  file(GLOB_RECURSE naming ${PROJECT_SOURCE_DIR}/docs/*.md ${PROJECT_SOURCE_DIR}/examples/*.[ch]pp)
  foreach(file IN LISTS naming)
    file(STRINGS ${file} lines REGEX "^ *#include <pawl/[a-z_/]+\\.hpp>")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^ *#include <([^>]+)>.*" "include/\\1" header ${line})
      list(APPEND PAWL_VERIFIED_HEADERS ${header})
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES PAWL_VERIFIED_HEADERS)
endif()

if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(PAWL_CCACHE ccache DOC "Compiler cache; empty for none")
  mark_as_advanced(PAWL_CCACHE)
  if(PAWL_CCACHE)
    # What uses a precompiled header is cached only if these two are not looked at.
    set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${PAWL_CCACHE})
  endif()
endif()
