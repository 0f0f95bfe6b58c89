// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/report_files.h"

#include "core/paper/base64.h"
#include "ui/controls/language.h"
#include "ui/controls/text.h"
#include "ui/figures/export.h"
#include "ui/figures/printed_page.h"

namespace plateau::ui {

namespace {

/// Makes a figure as wide as the text of a page, with room for what it has below its plots.
figures::ExportOptions options_of(const figures::FigurePage& page)
{
    constexpr double width = 174e-3, low = 78e-3, high = 100e-3;
    figures::ExportOptions options = *figures::export_size("two-column");
    options.format = figures::FigureFormat::Svg;
    options.size = {width, page.tiles.front().figure.panels().size() > 1 ? high : low};
    return options;
}

} // namespace

QByteArray report_bytes(const views::Report& report, ReportFormat format, const std::string& language)
{
    const OtherLanguage spoken(language);
    std::vector<figures::SheetPicture> pictures;
    std::vector<std::string> images;
    for (const views::ReportSection& section : report.sections)
        for (const figures::FigurePage& page : section.pictures) {
            const figures::ExportOptions options = options_of(page);
            if (format == ReportFormat::Html) {
                images.push_back("data:image/svg+xml;base64,"
                                 + figures::to_base64(page_bytes(page, options)->toStdString()));
                continue;
            }
            images.push_back("picture-" + std::to_string(images.size()));
            pictures.push_back({.name = images.back(), .page = page, .options = options});
        }
    const views::Medium medium = format == ReportFormat::Html ? views::Medium::Screen : views::Medium::Paper;
    const std::string html = report_html(report, images, medium, spoken_language().code);
    return format == ReportFormat::Html ? QByteArray::fromStdString(html)
                                        : printed_page(QString::fromStdString(html), pictures, text(report.title));
}

} // namespace plateau::ui
