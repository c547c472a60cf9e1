# SPDX-License-Identifier: BSL-1.0
# pawl_dev: what tests, examples, benchmarks and compile tests are built with on top of pawl.
# Neither exported nor linked by a component, so no user inherits a warning flag.
add_library(pawl_dev INTERFACE)
target_compile_options(pawl_dev INTERFACE
  $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wall;-Wextra;-Wpedantic;-Wconversion;-Wshadow;-Werror>
  # Asio's fences are not understood by g++'s thread sanitizer; it says so at every use.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)

# pawl_drop_unusable(<list>): takes the sources out of the list, given relative to the directory,
# that need a component which cannot be used on this machine.
macro(pawl_drop_unusable list)
  if(PAWL_MISSING_sml)
    list(FILTER ${list} EXCLUDE REGEX "(^|/)sml(/|\\.cpp$)")
  endif()
endmacro()

# pawl_precompile(<target> HEADER <file> [AND <header of pawl>] LINK <library>...): headers that many
# sources share, read once. pawl_use_precompiled(<target> FROM <target>): a target with the same flags
# uses it.
function(pawl_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;AND" "LINK")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Only the header is wanted.\n")
  add_library(${target} OBJECT ${source})
  target_link_libraries(${target} PRIVATE ${arg_LINK})
  target_precompile_headers(${target} PRIVATE ${arg_HEADER})
  if(arg_AND)
    target_precompile_headers(${target} PRIVATE <${arg_AND}>)
    set_target_properties(${target} PROPERTIES PAWL_HAS_READ ${arg_AND})
  endif()
  target_compile_options(${target} PRIVATE
    "$<$<CXX_COMPILER_ID:Clang>:-Xclang;-fno-pch-timestamp>")
endfunction()
function(pawl_use_precompiled target from_keyword header)
  target_precompile_headers(${target} REUSE_FROM ${header})
  target_compile_options(${target} PRIVATE
    "$<$<CXX_COMPILER_ID:Clang>:-Xclang;-fno-pch-timestamp>")
endfunction()
