# SPDX-License-Identifier: BSL-1.0
# Read by find_package(pawl) where Conan made the package: Conan's own files accept any component
# and ask for no standard.
target_compile_features(pawl::core INTERFACE cxx_std_20)
set(pawl_refused "")
foreach(component IN LISTS pawl_FIND_COMPONENTS)
  set(pawl_${component}_FOUND TRUE)
  if(NOT TARGET pawl::${component})
    set(pawl_${component}_FOUND FALSE)
    if(pawl_FIND_REQUIRED_${component})
      string(APPEND pawl_refused " This package has no component '${component}'; see its options.")
    endif()
  endif()
endforeach()
if(pawl_refused)
  string(STRIP "${pawl_refused}" pawl_NOT_FOUND_MESSAGE)
  set(pawl_FOUND FALSE)
endif()
unset(pawl_refused)
