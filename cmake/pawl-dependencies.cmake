# SPDX-License-Identifier: BSL-1.0
# What each component needs beside the standard library. Read by pawl's own build and, installed,
# by `find_package(pawl)`: both must look for the same things in the same way.

# Looks for the dependencies of one component and sets <out> to a sentence about what is missing,
# or to nothing.
function(pawl_find_dependencies component out)
  set(missing "")
  if(component MATCHES "^(codec|storage|sqlite|pawl)$")
    find_package(Boost 1.74 CONFIG QUIET)
    find_package(tl-expected CONFIG QUIET)
    if(NOT TARGET Boost::headers)
      set(missing "Boost 1.74 or newer was not found (Boost.Hana is used; headers are enough).")
    elseif(NOT TARGET tl::expected)
      set(missing "tl-expected was not found.")
    endif()
    if(component STREQUAL "sqlite")
      find_package(SQLite3 3.35 QUIET)
      if(NOT TARGET SQLite::SQLite3)
        set(missing "SQLite 3.35 or newer was not found.")
      endif()
    endif()
  elseif(component STREQUAL "sml")
    pawl_find_sml(missing)
  endif()
  set(${out} "${missing}" PARENT_SCOPE)
endfunction()

# SML is one header, and its packages differ: upstream's install and Conan bring a CMake package,
# vcpkg brings the header alone, and many people keep a copy. All end as the target sml::sml.
function(pawl_find_sml out)
  if(NOT PAWL_SML_INCLUDE_DIR)
    find_package(sml CONFIG QUIET)
  endif()
  if(NOT TARGET sml::sml)
    find_path(PAWL_SML_INCLUDE_DIR boost/sml.hpp DOC "The directory that holds boost/sml.hpp")
    mark_as_advanced(PAWL_SML_INCLUDE_DIR)
    if(EXISTS "${PAWL_SML_INCLUDE_DIR}/boost/sml.hpp")
      add_library(sml::sml INTERFACE IMPORTED)
      target_include_directories(sml::sml INTERFACE ${PAWL_SML_INCLUDE_DIR})
    elseif(PAWL_SML_INCLUDE_DIR)
      set(${out} "PAWL_SML_INCLUDE_DIR=${PAWL_SML_INCLUDE_DIR} holds no boost/sml.hpp." PARENT_SCOPE)
    else()
      set(${out} "Boost.SML was not found (PAWL_SML_INCLUDE_DIR may name its directory)."
        PARENT_SCOPE)
    endif()
  endif()
endfunction()
