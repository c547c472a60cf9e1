# SPDX-License-Identifier: BSL-1.0
# Statements stand where stores are, and nowhere is one put together from anything but constants of
# the library: cmake -D ROOT=<project> -P check_sql.cmake
file(GLOB_RECURSE sources RELATIVE ${ROOT} ${ROOT}/include/*.hpp ${ROOT}/include/*.ipp)
set(words "(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|PRAGMA|BEGIN|WHERE) ")
# The statements; and the lifecycle's guard, which is made of names that the compiler has checked.
set(homes "^include/pawl/(storage/(sql|sqlite|postgres)(/|\\.)|lifecycle/sql\\.hpp|testing/)")
# What joins literals to something else: the statements' own composition, and names and numbers of
# the settings that a connection is opened with; and, for PostgreSQL, the same statements over arrays.
set(joiners "^include/pawl/(storage/sql/(compose|schema|statements)\\.hpp|storage/(sqlite/(open|connection|table_source)|postgres/(open|connection|commit_mark|execution|session|rows|job_rows|side_rows|upkeep_rows|limits|reads|row_security|table_target))\\.[hi]pp|lifecycle/sql\\.hpp)$")
foreach(source IN LISTS sources)
  file(READ ${ROOT}/${source} content)
  if(NOT content MATCHES "\"[^\"\n]*${words}")
    continue()
  endif()
  if(NOT source MATCHES "${homes}")
    message(SEND_ERROR "${source} has a statement; those stand in include/pawl/storage/sql")
  elseif(NOT source MATCHES "${joiners}" AND
      content MATCHES "(\"[^\"\n]*${words}[^\"\n]*\"[ \n]*\\+|\\+[ \n]*\"[^\"\n]*${words})")
    message(SEND_ERROR "${source} builds a statement from parts; bind parameters instead")
  endif()
endforeach()
