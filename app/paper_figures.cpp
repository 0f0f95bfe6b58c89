// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paper_figures.h"

#include "core/catalog/accelerator.h"
#include "core/catalog/catalog.h"
#include "core/files/reader.h"

namespace plateau::app {

PaperFigures read_paper_figures(const std::vector<std::filesystem::path>& preset_folders)
{
    using files::Need;
    PaperFigures read;
    std::vector<std::pair<const char*, const views::View*>> known;
    for (const views::View& entry : views::all())
        known.emplace_back(entry.name, &entry);
    for (const auto& file : catalog::preset_files(preset_folders, "figures")) {
        const auto document = files::read_yaml(file);
        if (!document) {
            read.problems.push_back(document.error());
            continue;
        }
        const std::size_t before = read.problems.size();
        PaperFigure figure;
        catalog::KnownBy known_by = catalog::KnownBy::Estimated;
        files::Reader reader(document->root, document->file, read.problems);
        reader.text("title", figure.title, Need::Required);
        reader.choice("figure", figure.entry, std::span<const std::pair<const char*, const views::View*>>(known),
                      Need::Required);
        reader.texts("scenarios", figure.scenarios, Need::Required);
        reader.texts("panels", figure.panels);
        reader.text("facet", figure.facet);
        reader.text("overlay", figure.overlay);
        reader.text("axes", figure.axes);
        reader.texts("claims", figure.claims);
        reader.texts("set", figure.settings);
        reader.text("source", figure.source, Need::Required);
        reader.choice("known_by", known_by, Need::Required);
        reader.text("note", figure.note);
        reader.finish();
        figure.name = "paper:" + file.stem().string();
        if (read.problems.size() == before && !figure.scenarios.empty())
            read.figures.push_back(std::move(figure));
    }
    return read;
}

} // namespace plateau::app
