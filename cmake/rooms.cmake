# What every library's compilation has in common.

# The standard library's headers that half of the files include, for the precompiled header of each library.
set(VEDETTE_STANDARD_HEADERS <algorithm> <array> <cmath> <functional> <map> <memory> <optional> <ranges> <set> <span> <string> <string_view>
    <variant> <vector> <tl/expected.hpp>)

# In a unity build the files of one room (folder) are one compilation: what a file keeps for itself must have a name of its own in its
# room, and no file that comes or goes elsewhere changes that.
function(vedette_compile_by_room target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH room)
    string(REPLACE "/" "_" room "${target}_${room}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${room})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()
