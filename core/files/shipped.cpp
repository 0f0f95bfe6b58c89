// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/shipped.h"

#include <system_error>

namespace plateau::files {

namespace fs = std::filesystem;

fs::path shipped(const std::string& name)
{
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    for (const fs::path& folder : {program.parent_path().parent_path() / "share/plateau", fs::path(PLATEAU_SOURCE_TREE),
                                   fs::path(PLATEAU_BUILD_TREE)})
        if (folder.is_absolute() && fs::exists(folder / name, error))
            return folder / name;
    return fs::path(PLATEAU_INSTALLED) / name;
}

} // namespace plateau::files
