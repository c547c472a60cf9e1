# SPDX-License-Identifier: BSL-1.0
# Components: INTERFACE targets that each own a set of headers and are exported on their own, so
# that a dependency missing on the user's machine takes away one component and not the package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
include(${CMAKE_CURRENT_LIST_DIR}/pawl-dependencies.cmake)

set(PAWL_PACKAGE_DIR ${CMAKE_INSTALL_DATADIR}/cmake/pawl)
# Headers serve any machine, archives do not.
set(PAWL_PKG_CONFIG_DIR ${CMAKE_INSTALL_DATADIR}/pkgconfig)
if(PAWL_INSTALL_COMPILED)
  set(PAWL_PKG_CONFIG_DIR ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# pawl_take(<out> FROM <list> MATCHING <regex>): moves the matching items from one list to another.
macro(pawl_take out from_keyword from matching_keyword regex)
  set(${out} ${${from}})
  list(FILTER ${out} INCLUDE REGEX "${regex}")
  list(FILTER ${from} EXCLUDE REGEX "${regex}")
endmacro()

# pawl_install_pkg_config(<name> [LIBRARY <library>] LINK <item>...): installs pawl-<name>.pc, for
# programs that are not built with CMake. pkg-config does not know Boost, range-v3, Boost.SML
# and date: the compiler has to find them.
function(pawl_install_pkg_config name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LIBRARY" "LINK")
  set(requires "")
  set(libraries "")
  if(arg_LIBRARY)
    set(libraries "-L\${libdir} -l${arg_LIBRARY}")
  endif()
  foreach(item IN LISTS arg_LINK)
    if(item MATCHES "^pawl::(.*)$")
      list(APPEND requires pawl-${CMAKE_MATCH_1})
    elseif(item MATCHES "fmt::fmt")
      list(APPEND requires fmt)
    elseif(item STREQUAL "SQLite::SQLite3")
      list(APPEND requires sqlite3)
    elseif(item STREQUAL "OpenSSL::Crypto")
      list(APPEND requires libcrypto)
    elseif(item STREQUAL "PostgreSQL::PostgreSQL")
      list(APPEND requires libpq)
    elseif(item STREQUAL "CURL::libcurl")
      list(APPEND requires libcurl)
    elseif(item STREQUAL "date::date-tz")
      string(APPEND libraries " -ldate-tz")
    elseif(item STREQUAL "Threads::Threads")
      string(APPEND libraries " -pthread")
    endif()
  endforeach()
  list(JOIN requires " " requires)
  string(REPLACE "_" "-" requires "${requires}")
  string(REPLACE "_" "-" package pawl-${name})
  if(name STREQUAL "pawl")
    set(package pawl)
  endif()
  file(RELATIVE_PATH up /prefix/${PAWL_PKG_CONFIG_DIR} /prefix)
  string(REGEX REPLACE "/$" "" up "${up}")
  string(STRIP "${libraries}" libraries)
  set(definitions $<TARGET_PROPERTY:pawl_${name},INTERFACE_COMPILE_DEFINITIONS>)
  set(file ${PROJECT_BINARY_DIR}/pkgconfig/${package}.pc)
  file(GENERATE OUTPUT ${file} CONTENT "\
prefix=\${pcfiledir}/${up}
includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}
libdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}

Name: ${package}
Description: ${PROJECT_DESCRIPTION}
Version: ${PROJECT_VERSION}
Requires: ${requires}
Cflags: -I\${includedir}$<$<BOOL:${definitions}>: -D$<JOIN:${definitions}, -D>>
Libs: ${libraries}
")
  install(FILES ${file} DESTINATION ${PAWL_PKG_CONFIG_DIR})
endfunction()

# pawl_add_component(<name> HEADERS <file>... [LINK <item>...]): makes pawl::<name>.
#
# A component is declared and shipped whether or not its dependencies are on this machine. Where
# they are not, or PAWL_WITHOUT names it, PAWL_MISSING_<name> says why, and nothing here may link it.
function(pawl_add_component name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LINK")
  set(target pawl_${name})

  add_library(${target} INTERFACE)
  add_library(pawl::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} INTERFACE cxx_std_20)
  target_link_libraries(${target} INTERFACE ${arg_LINK})
  # Bodies are no headers to include by oneself: they are shipped, and not compiled alone.
  set(bodies ${arg_HEADERS})
  list(FILTER bodies INCLUDE REGEX "(\\.ipp|src\\.hpp)$")
  if(bodies)
    list(REMOVE_ITEM arg_HEADERS ${bodies})
  endif()
  set(inner)
  if(PAWL_VERIFIED_HEADERS)
    set(inner ${arg_HEADERS})
    list(REMOVE_ITEM inner ${PAWL_VERIFIED_HEADERS})
    list(REMOVE_ITEM arg_HEADERS "" ${inner})
  endif()
  target_sources(${target} INTERFACE
    FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${arg_HEADERS}
    FILE_SET inner TYPE HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${inner}
    FILE_SET bodies TYPE HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${bodies})
  set_target_properties(${target} PROPERTIES INTERFACE_HEADER_SETS_TO_VERIFY HEADERS)

  set(missing "")
  foreach(item IN LISTS arg_LINK)
    if(NOT missing AND item MATCHES "^pawl::(.*)$")
      set(missing "${PAWL_MISSING_${CMAKE_MATCH_1}}")
    endif()
  endforeach()
  if(name IN_LIST PAWL_WITHOUT)
    set(missing "PAWL_WITHOUT names ${name}.")
  elseif(NOT missing)
    pawl_find_dependencies(${name} missing)
  endif()
  set(PAWL_MISSING_${name} "${missing}" PARENT_SCOPE)
  if(missing)
    message(STATUS "pawl::${name} cannot be used here: ${missing}")
    set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS OFF)
  endif()

  if(PAWL_INSTALL)
    install(TARGETS ${target} EXPORT pawl-${name} FILE_SET HEADERS FILE_SET inner FILE_SET bodies)
    install(EXPORT pawl-${name}
      NAMESPACE pawl::
      FILE pawl-${name}-targets.cmake
      DESTINATION ${PAWL_PACKAGE_DIR})
    pawl_install_pkg_config(${name} LINK ${arg_LINK})
  endif()
endfunction()

# pawl_add_compiled(<name> OF <component> BODIES <header> [LINK <item>...]): makes pawl::<name>, the
# compiled twin of a component: an archive of the bodies that are no templates, and the definition
# that keeps them out of every other source. It is built where something links it, and shipped with
# PAWL_INSTALL_COMPILED.
function(pawl_add_compiled name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OF;BODIES" "LINK")
  set(target pawl_${name})
  if(PAWL_MISSING_${arg_OF})
    return()
  endif()
  set(source ${PROJECT_BINARY_DIR}/compiled/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "#include <${arg_BODIES}>\n")
  add_library(${target} STATIC ${source})
  add_library(pawl::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_compile_definitions(${target} PUBLIC PAWL_COMPILED=1)
  target_link_libraries(${target} PUBLIC pawl::${arg_OF} ${arg_LINK})
  if(PAWL_INSTALL AND PAWL_INSTALL_COMPILED)
    install(TARGETS ${target} EXPORT pawl-${name})
    install(EXPORT pawl-${name}
      NAMESPACE pawl::
      FILE pawl-${name}-targets.cmake
      DESTINATION ${PAWL_PACKAGE_DIR})
    pawl_install_pkg_config(${name} LIBRARY ${target} LINK pawl::${arg_OF} ${arg_LINK})
  else()
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

# The files that `find_package(pawl)` reads, beside the components' own, and the licence.
function(pawl_install_package)
  set(module_dir ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  set(version_file ${PROJECT_BINARY_DIR}/pawl-config-version.cmake)
  set(any_machine ARCH_INDEPENDENT)
  if(PAWL_INSTALL_COMPILED)
    set(any_machine "")
  endif()
  write_basic_package_version_file(${version_file} COMPATIBILITY SameMinorVersion ${any_machine})
  install(
    FILES ${module_dir}/pawl-config.cmake ${module_dir}/pawl-dependencies.cmake ${version_file}
    DESTINATION ${PAWL_PACKAGE_DIR})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endfunction()
