// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_pictures.h"

#include <QPainter>

#include <memory>
#include <utility>

#include "core/evidence/claims.h"
#include "core/evidence/known.h"
#include "core/evidence/shipped.h"
#include "core/figures/limits_figure.h"
#include "core/figures/scaling_figure.h"
#include "core/limits_scenario/limits_file.h"
#include "core/scenario/scenario_file.h"
#include "ui/figures/export.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

namespace {

using Made = std::optional<figures::Figure>;

Made scaling(const catalog::Catalog& catalog, const std::string& name)
{
    const auto scenario = find_scenario(catalog, name);
    if (!scenario)
        return {};
    const evidence::Claims claims = evidence::read_claims(catalog.folders);
    const evidence::KnownSteps steps(std::make_shared<const evidence::Evidence>(evidence::read_evidence(catalog)),
                                     claims.reach);
    return figures::scaling_figure(
        figures::scaling_curve(*scenario, claims, *make_workspace(), figures::usual_range(*scenario), &steps));
}

Made step(const catalog::Catalog& catalog, const std::string& name)
{
    const auto scenario = find_scenario(catalog, name);
    return scenario ? Made(figures::step_figure(estimate(*scenario), *scenario)) : Made();
}

Made limits_curve(const catalog::Catalog& catalog, const std::string& name)
{
    const auto scenario = find_limits_scenario(catalog, name);
    if (!scenario)
        return {};
    figures::LimitsPicture picture;
    picture.curves.push_back(figures::limits_curve(*scenario));
    return figures::limits_figure(picture);
}

struct Maker {
    const char* name;
    Made (*make)(const catalog::Catalog&, const std::string&);
    double height; ///< of the width
};
constexpr Maker makers[] = {{"scaling", scaling, 0.8}, {"step", step, 0.29}, {"limits", limits_curve, 0.85}};

} // namespace

std::optional<HelpFigure> help_figure(const catalog::Catalog& catalog, const QString& name)
{
    for (const Maker& maker : makers)
        if (name.section(u'.', 0, 0) == QLatin1String(maker.name))
            if (auto figure = maker.make(catalog, name.section(u'.', 1, 1).toStdString()))
                return HelpFigure{std::move(*figure), maker.height};
    return std::nullopt;
}

QImage help_picture(const HelpFigure& shown, const Theme& theme, int width, double pixel_ratio)
{
    figures::ExportOptions options;
    constexpr double dots_per_metre = 96 / 0.0254;
    options.size = {width / dots_per_metre, width * shown.height / dots_per_metre};
    options.dpi = 96 * pixel_ratio;
    options.base_points = 9;
    options.letters = false;
    options.marker = true;
    QImage image = figure_image(shown.figure, options, &theme);
    image.setDevicePixelRatio(pixel_ratio);
    return image;
}

} // namespace plateau::ui
