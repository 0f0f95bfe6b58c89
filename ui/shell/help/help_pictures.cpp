// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help/help_pictures.h"

#include <QDialog>
#include <QPainter>
#include <QVBoxLayout>

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/view.h"
#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/figures/export.h"
#include "ui/figures/mechanism_player.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

namespace {

/// How high a picture stands in a page, of its width.
double height_of(const views::View& view, const figures::Figure& figure)
{
    if (const auto* moving = figure.as<figures::Mechanism>())
        return moving->has_clock ? 0.82 : 1.02; // two rows of stills with what is to be seen, or three
    return figure.panels().empty() ? 0.29 : view.make_limits ? 0.85 : 0.8;
}

template<class S>
std::optional<HelpFigure> drawn(answers::Answers& answers, const views::View& view, const Expected<S>& scenario)
{
    if (!scenario)
        return std::nullopt;
    views::Drawing drawing = views::draw(view, {answers, std::vector<S>{*scenario}});
    if (!drawing.no_answer.empty())
        return std::nullopt;
    const double height = height_of(view, drawing.figure);
    return HelpFigure{std::move(drawing.figure), height};
}

} // namespace

std::optional<HelpFigure> help_figure(answers::Answers& answers, const QString& name)
{
    const views::View* view = views::find(name.section(u'.', 0, 0).toStdString());
    if (!view)
        return std::nullopt;
    const catalog::Catalog& catalog = answers.data()->catalog();
    const std::string scenario = name.section(u'.', 1, 1).toStdString();
    return view->make_limits ? drawn(answers, *view, find_limits_scenario(catalog, scenario))
                             : drawn(answers, *view, find_scenario(catalog, scenario));
}

void play_picture(const HelpFigure& shown, QWidget& parent)
{
    const auto* mechanism = shown.figure.as<figures::Mechanism>();
    if (!mechanism)
        return;
    auto* window = new QDialog(&parent);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->setWindowTitle(text(mechanism->title));
    auto* column = new QVBoxLayout(window);
    column->setContentsMargins(0, 0, 0, 0);
    auto* player = new MechanismPlayer(window);
    column->addWidget(player);
    RenderStyle style;
    style.theme = theme_of(&parent);
    player->show_mechanism(*mechanism, style);
    window->resize(960, 640);
    window->show();
    player->setFocus();
    player->restart();
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
