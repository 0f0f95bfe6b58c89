// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/text_file.h"
#include "core/files/budget.h"

#include <fstream>
#include <system_error>

namespace plateau::files {

namespace fs = std::filesystem;

Expected<void> check_file(const fs::path& file)
{
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status))
        return failure({PLATEAU_TEXT("there is no such file"), {}}, file.string());
    if (fs::is_directory(status))
        return failure({PLATEAU_TEXT("this is a folder"), {}}, file.string(), {PLATEAU_TEXT("a file"), {}});
    if (!fs::is_regular_file(status) || (file.string().starts_with("/proc/") && fs::file_size(file, error) == 0))
        return failure({PLATEAU_TEXT("this is a pipe or a device"), {}}, file.string(),
                       {PLATEAU_TEXT("a file; what comes through a pipe can be saved into one"), {}});
    return {};
}

Expected<std::string> read_text(const fs::path& file)
{
    if (const auto checked = check_file(file); !checked)
        return tl::unexpected(checked.error());
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return failure({PLATEAU_TEXT("the file cannot be read"), {}}, file.string());
    std::string text;
    char block[65536];
    while (stream.read(block, sizeof block) || stream.gcount() > 0) {
        text.append(block, static_cast<size_t>(stream.gcount()));
        if (text.size() > budget::document)
            return failure({PLATEAU_TEXT("the file is too large"), {}}, file.string(),
                           {PLATEAU_TEXT("at most 16 MiB"), {}});
    }
    if (text.compare(0, 3, "\xef\xbb\xbf") == 0)
        text.erase(0, 3);
    return text;
}

std::string where(const std::string& file, int line, int column)
{
    std::string result = file;
    if (line > 0)
        result += ":" + std::to_string(line);
    if (line > 0 && column > 0)
        result += ":" + std::to_string(column);
    return result;
}

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
