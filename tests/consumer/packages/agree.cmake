# SPDX-License-Identifier: BSL-1.0
# What is said twice is said alike: the version, the components and the oldest versions of what pawl
# needs, in CMake's files, the Conan recipe and the vcpkg port. Wants ROOT and VERSION.
cmake_minimum_required(VERSION 3.25)
file(READ ${ROOT}/cmake/pawl-dependencies.cmake cmake)
file(READ ${ROOT}/cmake/pawl-config.cmake config)
file(READ ${ROOT}/conanfile.py conan)
file(READ ${ROOT}/ports/pawl/vcpkg.json port)
file(READ ${ROOT}/README.md readme)

function(expect what text regex)
  if(NOT text MATCHES "${regex}")
    message(SEND_ERROR "${what}: found nothing like ${regex}")
  endif()
endfunction()

string(JSON port_version GET "${port}" version-semver)
expect("the port's version" "${port_version}" "^${VERSION}$")
string(JSON supports GET "${port}" supports)
expect("the port's systems" "${supports}" "^linux$")

# <CMake's name> <Conan's name> <oldest version> <vcpkg's feature> <vcpkg's name>
foreach(row IN ITEMS
    "Boost boost 1.81 service boost-container"
    "Boost boost 1.81 service boost-describe"
    "Boost boost 1.81 service boost-hana"
    "Boost boost 1.81 service boost-intrusive"
    "Boost boost 1.81 asio boost-asio"
    "Boost boost 1.81 http boost-beast"
    "range-v3 range-v3 0.12 service range-v3"
    "fmt fmt 9 observe fmt"
    "SQLite3 sqlite3 3.35 sqlite sqlite3"
    "PostgreSQL libpq 14 postgres libpq"
    "OpenSSL openssl 3 jwt openssl"
    "CURL libcurl 7.85 handlers curl"
    "date date 3.0 schedules date"
    "sml sml 1.1.1 sml bext-sml")
  separate_arguments(row)
  list(POP_FRONT row in_cmake in_conan oldest feature in_vcpkg)
  string(REPLACE "." "\\." oldest "${oldest}")
  expect("CMake's ${in_cmake}" "${cmake}" "${in_cmake} ${oldest}[ )]")
  expect("Conan's ${in_conan}" "${conan}" "\"${in_conan}/\\[>=${oldest} <")
  string(JSON needs GET "${port}" features ${feature} dependencies)
  expect("vcpkg's ${feature}" "${needs}" "\"${in_vcpkg}\"")
endforeach()

# Programs: an option of CMake, one of Conan, a feature of vcpkg.
file(READ ${ROOT}/CMakeLists.txt project)
file(READ ${ROOT}/ports/pawl/portfile.cmake portfile)
expect("CMake's option" "${project}" "option\\(PAWL_BUILD_TOOLS \"Build pawlctl, pawl-token and pawl-carry-over\"")
expect("Conan's option" "${conan}" "\"tools\": \\[True, False\\]")
expect("Conan's option" "${conan}" "cache_variables\\[\"PAWL_BUILD_TOOLS\"\\] = bool\\(self.options.tools\\)")
expect("vcpkg's option" "${portfile}" "tools PAWL_BUILD_TOOLS\\)")
expect("vcpkg's programs" "${portfile}" "TOOL_NAMES pawlctl pawl-token ")
string(JSON needs GET "${port}" features tools dependencies)
expect("vcpkg's tools" "${needs}" "\"http\", \"sqlite\"")

# Every feature is named where users look for it.
string(JSON count LENGTH "${port}" features)
math(EXPR last "${count} - 1")
foreach(at RANGE ${last})
  string(JSON feature MEMBER "${port}" features ${at})
  expect("the README's features of vcpkg" "${readme}" "features: ([a-z]+, )*${feature}[,\n]")
endforeach()

# What an option or a feature leaves out is not taken from the machine instead.
expect("Conan's way to leave out" "${conan}" "cache_variables\\[\"PAWL_WITHOUT\"\\]")
expect("vcpkg's way to leave out" "${portfile}" "-DPAWL_WITHOUT=")

string(REGEX MATCH "set\\(pawl_known ([a-z_ ]+)\\)" _ "${config}")
separate_arguments(components UNIX_COMMAND "${CMAKE_MATCH_1}")
string(REGEX MATCH "foreach\\(component IN ITEMS ([a-z_ \n]+)\\)" _ "${config}")
separate_arguments(twins UNIX_COMMAND "${CMAKE_MATCH_1}")
foreach(component IN LISTS components)
  expect("Conan's component" "${conan}" "self\\._component\\(\"${component}\"")
endforeach()
foreach(twin IN LISTS twins)
  expect("Conan's component" "${conan}" "self\\._compiled\\(\"${twin}\"")
endforeach()

# The README's lines are those that the test of FetchContent runs, but for the address.
file(STRINGS ${ROOT}/tests/consumer/fetch_content/CMakeLists.txt lines
  REGEX "FetchContent|OVERRIDE|find_package|target_link")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "GIT_REPOSITORY [^ ]+ " "" line "${line}")
  string(REGEX REPLACE "[(]consumer " "(app " line "${line}")
  string(REGEX REPLACE "GIT_REPOSITORY [^ ]+ " "" said "${readme}")
  string(FIND "${said}" "${line}" at)
  if(at EQUAL -1)
    message(SEND_ERROR "the README does not have the tested line: ${line}")
  endif()
endforeach()
