# SPDX-License-Identifier: BSL-1.0
# Settings of pawl's own build. Only read when pawl is the top-level project: a library has no
# business choosing them for its users.

set(PAWL_CXX_STANDARD 20 CACHE STRING "The C++ standard everything here is built with (20 or 23)")
set_property(CACHE PAWL_CXX_STANDARD PROPERTY STRINGS 20 23)
set(CMAKE_CXX_STANDARD ${PAWL_CXX_STANDARD})
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# No header here is a module; without this newer CMakes scan every source for imports.
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)

# Each shipped header is also compiled alone (target all_verify_interface_header_sets).
if(NOT DEFINED CMAKE_VERIFY_INTERFACE_HEADER_SETS)
  set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)
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
