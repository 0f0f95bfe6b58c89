// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>

#include "core/catalog/catalog.h"
#include "core/files/text_file.h"

namespace plateau::catalog {

namespace fs = std::filesystem;

namespace {

fs::path variable(const char* name)
{
    const char* value = std::getenv(name);
    return value ? fs::path(value) : fs::path();
}

fs::path shipped()
{
    const fs::path chosen = variable("PLATEAU_PRESETS");
    return chosen.empty() ? files::shipped("presets") : chosen;
}

} // namespace

std::vector<fs::path> preset_folders()
{
    std::vector<fs::path> folders{shipped()};
    fs::path data = variable("XDG_DATA_HOME");
    if (data.empty() && !variable("HOME").empty())
        data = variable("HOME") / ".local/share";
    if (!data.empty())
        folders.push_back(data / "plateau/presets");
    return folders;
}

bool is_shipped(const std::string& file)
{
    return fs::path(file).lexically_normal().string().starts_with((shipped() / "").lexically_normal().string());
}

} // namespace plateau::catalog
