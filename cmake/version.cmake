# Writes OUTPUT, a C++ file with the text of `vedette --version`. It runs at each build, so that the
# commit is that of the source and not that of the day cmake was run; OUTPUT is touched only when
# its text changes. Takes VERSION, SOURCE_DIR and OUTPUT.
execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --dirty=+ --abbrev=10 --exclude=*
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "commit unknown")
endif()
set(text "const char* vedette_version() { return \"${VERSION} (${commit})\"; }\n")
set(before "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT text STREQUAL before)
  file(WRITE ${OUTPUT} "${text}")
endif()
