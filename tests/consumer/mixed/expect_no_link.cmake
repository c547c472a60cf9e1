# SPDX-License-Identifier: BSL-1.0
# cmake -D BUILD=<directory> -D TARGET=<name> -P: the target must fail to link, and for that reason.
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} --target ${TARGET}
  RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(result EQUAL 0)
  message(FATAL_ERROR "${TARGET} links, although it mixes the two modes")
endif()
if(NOT said MATCHES "one_mode_per_program")
  message(FATAL_ERROR "${TARGET} does not link, but for another reason:\n${said}")
endif()
