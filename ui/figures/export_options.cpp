// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileInfo>
#include <QRegularExpression>

#include "ui/figures/export.h"

namespace plateau::ui {

namespace {

constexpr double metres_per_pixel = 0.0254 / 96;

const char* const legal_sizes
    = PLATEAU_TEXT("column, two-column, slide, or WIDTHxHEIGHT in mm, in or px, such as 88x100mm");

} // namespace

Expected<ExportOptions> export_size(const std::string& words, ExportOptions options)
{
    const auto set = [&options](double width, double height, double points) {
        options.size = QSizeF(width, height);
        options.base_points = points;
    };
    if (words == "column")
        return set(88e-3, 100e-3, 7), options;
    if (words == "two-column")
        return set(180e-3, 130e-3, 8), options;
    if (words == "slide")
        return set(1280 * metres_per_pixel, 720 * metres_per_pixel, 12), options.letters = false, options.dpi = 96,
                                                                         options;
    static const QRegularExpression pattern(
        QStringLiteral("^\\s*([0-9.]+)\\s*(mm|in|px)?\\s*[x×]\\s*([0-9.]+)\\s*(mm|in|px)\\s*$"));
    const auto match = pattern.match(QString::fromStdString(words));
    if (!match.hasMatch())
        return failure({PLATEAU_TEXT("%1 is not a size"), {words}}, {}, {legal_sizes, {}});
    const auto metres = [&match](int number, int unit) {
        const QString name = match.captured(unit).isEmpty() ? match.captured(4) : match.captured(unit);
        const double factor = name == QLatin1String("mm") ? 1e-3
            : name == QLatin1String("in")                 ? 0.0254
                                                          : metres_per_pixel;
        return match.captured(number).toDouble() * factor;
    };
    const double width = metres(1, 2), height = metres(3, 4);
    if (!(width >= 20e-3 && width <= 3 && height >= 20e-3 && height <= 3))
        return failure({PLATEAU_TEXT("%1 is not a usable size"), {words}}, {},
                       {PLATEAU_TEXT("20 mm to 3 m in each direction"), {}});
    const bool screen = match.captured(4) == QLatin1String("px");
    if (screen) {
        options.letters = false;
        options.dpi = 96; // as many dots as the size says
    }
    set(width, height, screen ? 8.25 : width < 120e-3 ? 7 : 8);
    return options;
}

Expected<FigureFormat> export_format(const QString& file)
{
    const QString suffix = QFileInfo(file).suffix().toLower();
    if (suffix == QLatin1String("png"))
        return FigureFormat::Png;
    if (suffix == QLatin1String("svg"))
        return FigureFormat::Svg;
    if (suffix == QLatin1String("pdf"))
        return FigureFormat::Pdf;
    if (suffix == QLatin1String("csv"))
        return FigureFormat::Csv;
    return failure({PLATEAU_TEXT("%1 has no known figure suffix"), {file.toStdString()}}, {},
                   {PLATEAU_TEXT(".png, .svg, .pdf or .csv"), {}});
}

Expected<FigureTheme> export_theme(const std::string& words)
{
    if (words == "print")
        return FigureTheme::Print;
    if (words == "light")
        return FigureTheme::Light;
    if (words == "dark")
        return FigureTheme::Dark;
    return failure({PLATEAU_TEXT("%1 is not a theme"), {words}}, {}, {PLATEAU_TEXT("print, light or dark"), {}});
}

} // namespace plateau::ui
