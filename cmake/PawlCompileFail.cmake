# SPDX-License-Identifier: BSL-1.0
# Compile-fail tests: one source, two verdicts. As it stands it must compile; with COMPILE_FAIL
# defined it must be refused, in the words that its `// expect-error:` lines ask for.
#
# The good twin is compiled with everything else, so a rotten file breaks the build at once; but not
# where PAWL_BUILD_GOOD_TWINS is off. Many of them share a source, for most of what one costs is
# reading its headers. The bad twin is not a target: ninja locks a build tree, so a hundred
# `cmake --build` would run one after another, each reading the whole graph again. Instead the runner
# calls the compiler itself, with the good twins' flags from a response file.

set(PAWL_COMPILE_FAIL_RUNNER ${CMAKE_CURRENT_LIST_DIR}/run_compile_fail.cmake)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(PAWL_COMPILER_FAMILY gcc)
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(PAWL_COMPILER_FAMILY clang)
else()
  message(FATAL_ERROR "The compile-fail tests know the diagnostics of g++ and clang only.")
endif()

# pawl_write_flags(<file> FROM <target> [<precompiled>]): the compile flags of <target>, as a
# response file; with what <precompiled> has read (see PawlDev.cmake).
#
# CMake treats the headers of imported targets as system headers, but has no expression that says
# which: here everything outside the project is. -idirafter because, unlike -isystem, it does no
# harm to a directory that the compiler searches anyway (libstdc++ relies on that order).
function(pawl_write_flags file from_keyword target)
  string(REGEX REPLACE "([][+.*^$()|?\\])" "\\\\\\1" project "${PROJECT_SOURCE_DIR}")
  set(directories $<REMOVE_DUPLICATES:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>>)
  set(own $<FILTER:${directories},INCLUDE,^${project}/>)
  set(foreign $<FILTER:${directories},EXCLUDE,^${project}/>)
  set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  set(options $<TARGET_PROPERTY:${target},COMPILE_OPTIONS>)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  set(standard 20) # what pawl::core asks for, should nobody have chosen
  if(CMAKE_CXX_STANDARD)
    set(standard ${CMAKE_CXX_STANDARD})
  endif()
  set(read "")
  if(ARGC GREATER 3)
    set(header ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${ARGV3}.dir/cmake_pch.hxx)
    set(read -include ${header})
    if(PAWL_COMPILER_FAMILY STREQUAL "clang")
      set(read -Xclang -include-pch -Xclang ${header}.pch)
    endif()
    list(JOIN read "\n" read)
  endif()
  file(GENERATE OUTPUT ${file} CONTENT "\
${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}} ${CMAKE_CXX${standard}_STANDARD_COMPILE_OPTION}
$<JOIN:${options},\n>
${read}
$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},\n-D>>
$<$<BOOL:${own}>:-I\"$<JOIN:${own},\"\n-I\">\">
$<$<BOOL:${foreign}>:-idirafter \"$<JOIN:${foreign},\"\n-idirafter \">\">
")
endfunction()

# pawl_compile_fail_command(<out> <name> <source> <flags>): the command that judges one bad twin.
function(pawl_compile_fail_command out name source flags)
  set(${out}
    ${CMAKE_COMMAND} -D NAME=${name} -D SOURCE=${source} -D FLAGS=${flags}
    -D COMPILER=${CMAKE_CXX_COMPILER} -D FAMILY=${PAWL_COMPILER_FAMILY}
    -P ${PAWL_COMPILE_FAIL_RUNNER}
    PARENT_SCOPE)
endfunction()

# pawl_gather_good_twins(<out> <axis> <source>...): as few sources as can be that have all of these,
# each in a namespace of its own. What only global scope can have (a macro, an adapted struct) and
# what does not include the same in both forms stays a source by itself.
set(PAWL_TWINS_IN_A_SOURCE 25)
function(pawl_gather_good_twins out axis)
  set(alone "")
  set(together "")
  foreach(source IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH source)
    file(READ ${source} all)
    if(all MATCHES "\n *(#define|BOOST_|template *<>)" OR all MATCHES "\n#ifdef.*\n#include")
      list(APPEND alone ${source})
    else()
      list(APPEND together ${source})
    endif()
  endforeach()

  set(gathered ${alone})
  list(LENGTH together left)
  set(number 0)
  while(left GREATER 0)
    list(SUBLIST together 0 ${PAWL_TWINS_IN_A_SOURCE} batch)
    list(REMOVE_ITEM together ${batch})
    list(LENGTH together left)
    set(includes "")
    set(twins "")
    foreach(source IN LISTS batch)
      file(STRINGS ${source} own REGEX "^#include <")
      list(APPEND includes ${own})
      cmake_path(GET source STEM stem)
      string(APPEND twins "namespace twin_${stem} {\n#include \"${source}\"\n}\n")
    endforeach()
    list(REMOVE_DUPLICATES includes)
    list(JOIN includes "\n" includes)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${batch})
    set(file ${CMAKE_CURRENT_BINARY_DIR}/twins/${axis}_${number}.cpp)
    file(CONFIGURE OUTPUT ${file} CONTENT "${includes}\n${twins}")
    # A main in a namespace is none, and would have to return something.
    set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS -Wno-return-type)
    list(APPEND gathered ${file})
    math(EXPR number "${number} + 1")
  endwhile()
  set(${out} ${gathered} PARENT_SCOPE)
endfunction()

# pawl_choose_precompiled(<out> <source> <target>...): the first that has read a header of pawl which
# the source includes in both its forms; otherwise the last, which has read none. A source must not
# see what it does not ask for.
function(pawl_choose_precompiled out source)
  file(READ ${source} all)
  foreach(target IN LISTS ARGN)
    set(chosen ${target}) # foreach takes its own variable away when it ends
    get_target_property(header ${target} PAWL_HAS_READ)
    string(FIND "${all}" "\n#include <${header}>\n" at)
    string(SUBSTRING "${all}" 0 ${at} before)
    if(NOT at EQUAL -1 AND NOT before MATCHES "\n#(if|define)")
      break()
    endif()
  endforeach()
  set(${out} ${chosen} PARENT_SCOPE)
endfunction()

# pawl_add_compile_fail_tests(<axis> SOURCES <file>... LINK <target>... [PRECOMPILED <target>...])
function(pawl_add_compile_fail_tests axis)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;PRECOMPILED")
  set(good_twins compile_fail_twins_${axis})
  pawl_gather_good_twins(gathered ${axis} ${arg_SOURCES})
  add_library(${good_twins} OBJECT ${gathered})
  if(NOT PAWL_BUILD_GOOD_TWINS)
    set_target_properties(${good_twins} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  target_link_libraries(${good_twins} PRIVATE ${arg_LINK})
  set(flags ${CMAKE_CURRENT_BINARY_DIR}/${axis})
  if(arg_PRECOMPILED)
    list(GET arg_PRECOMPILED -1 standard_library)
    pawl_use_precompiled(${good_twins} FROM ${standard_library})
    foreach(precompiled IN LISTS arg_PRECOMPILED)
      pawl_write_flags(${flags}_${precompiled}.flags FROM ${good_twins} ${precompiled})
    endforeach()
  else()
    pawl_write_flags(${flags}.flags FROM ${good_twins})
  endif()
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(GET source STEM stem)
    cmake_path(ABSOLUTE_PATH source)
    set(file ${flags}.flags)
    if(arg_PRECOMPILED)
      pawl_choose_precompiled(precompiled ${source} ${arg_PRECOMPILED})
      set(file ${flags}_${precompiled}.flags)
    endif()
    set(name compile_fail.${axis}.${stem})
    pawl_compile_fail_command(command ${name} ${source} ${file})
    add_test(NAME ${name} COMMAND ${command})
    set_tests_properties(${name} PROPERTIES LABELS compile_fail)
  endforeach()
endfunction()
