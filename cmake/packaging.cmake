# What `cmake --install` puts where, and the Debian package that `cpack -G DEB` makes of it.
include(GNUInstallDirs)
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# Debian wants the manual page and the changelogs compressed. They are compressed when cmake runs, without a time (-n): the same
# source makes the same package.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/packaging)
foreach(page packaging/vedette.1 packaging/changelog CHANGELOG.md)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${page})
  execute_process(COMMAND gzip -9nc INPUT_FILE ${PROJECT_SOURCE_DIR}/${page}
                  OUTPUT_FILE ${PROJECT_BINARY_DIR}/${page}.gz COMMAND_ERROR_IS_FATAL ANY)
endforeach()

install(TARGETS vedette RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/locale DESTINATION ${CMAKE_INSTALL_DATADIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/vedette)
install(FILES README.md packaging/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_BINARY_DIR}/CHANGELOG.md.gz DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME changelog.gz)
install(FILES ${PROJECT_BINARY_DIR}/packaging/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME changelog.Debian.gz)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.jpg" PATTERN "*.png")
install(FILES ${PROJECT_BINARY_DIR}/packaging/vedette.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES packaging/vedette.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES packaging/vedette.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME vedette)
set(CPACK_PACKAGE_CONTACT "The Vedette developers <vedette@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "tabletop miniatures companion with table vision")
set(CPACK_PACKAGE_DESCRIPTION
    "Vedette watches a wargame table through an overhead camera, finds every
figure in inches with a stated margin, measures distances, arcs and lines of
sight, and umpires Charge!, Le Choc and Les Alliés. What it cannot tell it
calls too close to call.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION video)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # the libraries it needs, found by looking at the program
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-inter | fonts-dejavu-core, libgl1-mesa-dri")
include(CPack)
