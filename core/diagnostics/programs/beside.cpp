// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/beside.h"

#include "core/files/text_file.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

/// The file of that name beside another one: as named from there, or in the same folder.
std::filesystem::path beside(const std::string& file, const std::string& named)
{
    const std::filesystem::path folder = std::filesystem::path(file).parent_path(), name = trimmed(named);
    std::error_code ignored;
    for (const std::filesystem::path& each : {folder / name, folder / name.filename()})
        if (name.has_filename() && name.has_extension() && std::filesystem::is_regular_file(each, ignored))
            return each;
    return {};
}

} // namespace

void add_files_beside(const Program& program, const std::string& file, Settings& settings)
{
    for (const std::string& key : program.beside) {
        const Setting* naming = settings.find(key);
        const std::filesystem::path other = naming ? beside(file, naming->value) : std::filesystem::path();
        if (other.empty())
            continue;
        const auto text = files::read_text(other);
        const auto added
            = text ? yaml_settings(*text, other.string()) : Expected<Settings>(tl::unexpected(text.error()));
        if (!added)
            continue;
        const Setting named = *naming;
        for (Setting setting : added->all()) {
            setting.key = named.key + "." + setting.key;
            setting.line = named.line;
            setting.column = named.column;
            settings.add(std::move(setting));
        }
    }
}

} // namespace plateau::programs
