# SPDX-License-Identifier: BSL-1.0
# The tree that this port stands in; a registry's copy would fetch a release instead.
cmake_path(SET SOURCE_PATH NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../..")

vcpkg_check_features(OUT_FEATURE_OPTIONS feature_options
  FEATURES
    compiled PAWL_INSTALL_COMPILED
    tools PAWL_BUILD_TOOLS)

# The tree may hold what a feature that was not asked for would need.
set(without "")
foreach(feature IN ITEMS service observe http jwt sqlite postgres handlers schedules sml)
  if(NOT feature IN_LIST FEATURES)
    list(APPEND without ${feature})
  endif()
endforeach()
list(TRANSFORM without REPLACE "^service$" codec)
list(TRANSFORM without REPLACE "^jwt$" http_jwt)

# Headers are the same for every configuration.
if(NOT "compiled" IN_LIST FEATURES)
  set(VCPKG_BUILD_TYPE release)
endif()

vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS ${feature_options} "-DPAWL_WITHOUT=${without}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/pawl)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES pawlctl pawl-token AUTO_CLEAN)
  if("postgres" IN_LIST FEATURES)
    vcpkg_copy_tools(TOOL_NAMES pawl-carry-over AUTO_CLEAN)
  endif()
endif()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
