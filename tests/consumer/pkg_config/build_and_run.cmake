# SPDX-License-Identifier: BSL-1.0
# A program built without CMake: with the flags that pkg-config gives for an installed pawl.
# Wants COMPILER, PREFIX, SOURCE and PROGRAM, and WITHOUT_ZONES if pawl::schedules cannot be used.
find_program(PKG_CONFIG pkg-config)
if(NOT PKG_CONFIG)
  message("pkg-config was not found")
  return()
endif()
file(GLOB_RECURSE file ${PREFIX}/pawl.pc)
cmake_path(GET file PARENT_PATH directory)
set(ENV{PKG_CONFIG_PATH} ${directory})

# The compiled mode where it was installed: the archive and the definition must both be given.
set(package pawl-sqlite)
if(EXISTS ${directory}/pawl-sqlite-compiled.pc)
  set(package pawl-sqlite-compiled)
endif()
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs pawl ${package}
  OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
execute_process(COMMAND ${COMPILER} -std=c++20 ${SOURCE} -o ${PROGRAM} ${flags}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)

# A library that pkg-config does not know has to be named.
if(NOT WITHOUT_ZONES)
  execute_process(COMMAND ${PKG_CONFIG} --cflags --libs pawl-schedules
    OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  execute_process(
    COMMAND ${COMPILER} -std=c++20 ${CMAKE_CURRENT_LIST_DIR}/zones.cpp -o ${PROGRAM}_zones ${flags}
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${PROGRAM}_zones COMMAND_ERROR_IS_FATAL ANY)
endif()
