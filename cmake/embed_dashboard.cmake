# SPDX-License-Identifier: BSL-1.0
# Makes include/pawl/http/dashboard/page.hpp from the page's sources beside it, or, with -D
# CHECK=ON, says whether it is as they are:
#
#     cmake -D ROOT=<project> [-D CHECK=ON] -P cmake/embed_dashboard.cmake
set(folder ${ROOT}/include/pawl/http/dashboard)
set(page "// SPDX-License-Identifier: BSL-1.0\n#pragma once\n\n#include <string_view>\n\n\
/// The dashboard's sources, which stand beside this file; `./dev docs` makes it from them.\n\n\
namespace pawl::http::detail {\n")
# A literal of more than 64 KiB is more than a compiler must take; each source is far below.
foreach(part IN ITEMS html:index.html css:style.css js:app.js)
  string(REGEX MATCH "^([a-z]+):(.*)$" _ ${part})
  set(name ${CMAKE_MATCH_1})
  file(READ ${folder}/${CMAKE_MATCH_2} text)
  string(APPEND page "\ninline constexpr std::string_view dashboard_${name} = R\"~~~(${text})~~~\";\n")
endforeach()
string(APPEND page "\n}  // namespace pawl::http::detail\n")
if(CHECK)
  file(READ ${folder}/page.hpp present)
  if(NOT present STREQUAL page)
    message(FATAL_ERROR "dashboard/page.hpp is not made from the sources beside it; run ./dev docs")
  endif()
else()
  file(WRITE ${folder}/page.hpp "${page}")
endif()
