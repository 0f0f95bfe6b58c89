// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/files/reader.h"
#include "core/files/yaml_writer.h"
#include "core/paper/export_choices.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::figures {

ExportStyles read_export_styles(const std::vector<std::filesystem::path>& preset_folders)
{
    ExportStyles read;
    for (const auto& file : catalog::preset_files(preset_folders, "styles")) {
        const auto document = files::read_yaml(file);
        if (!document) {
            read.problems.push_back(document.error());
            continue;
        }
        const std::size_t before = read.problems.size();
        ExportStyle style{file.stem().string(), {}, {}};
        files::Reader reader(document->root, document->file, read.problems);
        reader.text("title", style.title, files::Need::Required);
        for (const ExportChoice& choice : export_choices()) {
            std::string words;
            if (!reader.has(choice.key()) || !reader.text(choice.key(), words))
                continue;
            style.choices[choice.key()] = words;
            if (const auto options = export_options(style.choices); !options) {
                reader.refuse(choice.key(), options.error().what, options.error().accepted);
                style.choices.erase(choice.key());
            }
        }
        reader.finish();
        if (read.problems.size() == before)
            read.styles.push_back(std::move(style));
    }
    return read;
}

Expected<ExportStyle> find_style(const std::vector<ExportStyle>& styles, const std::string& name)
{
    std::vector<std::string> names;
    for (const ExportStyle& style : styles) {
        if (style.name == name)
            return style;
        names.push_back(style.name);
    }
    return failure(
        {PLATEAU_TEXT("“%1” is not a style; the nearest is %2"), {Verbatim{name}, Verbatim{nearest(name, names)}}}, {},
        one_of(names));
}

std::string write_style(const ExportStyle& style)
{
    files::YamlWriter yaml;
    yaml.entry("title", style.title);
    for (const ExportChoice& choice : export_choices())
        if (const auto chosen = style.choices.find(choice.key()); chosen != style.choices.end())
            yaml.entry(choice.key(), chosen->second);
    return yaml.text();
}

} // namespace plateau::figures
