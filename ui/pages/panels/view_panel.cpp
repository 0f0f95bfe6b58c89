// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/view_panel.h"

#include <QEvent>
#include <QLabel>

#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/mechanism_player.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/panels/panel.h"

namespace plateau::ui {

ViewPanel::ViewPanel(ScenarioDocument& document, const views::View& view, QWidget* parent)
    : QStackedWidget(parent), document_(document), view_(view), words_(new QLabel),
      picture_(document.answers(), [this](answers::News) {
          fill();
          emit updated();
      })
{
    setObjectName(QStringLiteral("dock"));
    words_->setAlignment(Qt::AlignCenter);
    words_->setWordWrap(true);
    words_->setMargin(panel_margin);
    addWidget(words_);
    follow_theme(*this, [this] { fill(); });
    connect(&document_, &ScenarioDocument::changed, this, &ViewPanel::ask);
    connect(&document_, &ScenarioDocument::looked, this, &ViewPanel::ask);
    fill();
}

const figures::Figure* ViewPanel::figure() const
{
    return picture_.answer() && picture_.answer()->no_answer.empty() ? &picture_.answer()->figure : nullptr;
}

void ViewPanel::ask()
{
    if (!is_in_sight(*this)) {
        picture_.cancel();
        return;
    }
    picture_.ask({view_.name, document_.shared_scenario()});
    fill();
}

template<class View>
View& ViewPanel::in_front(View*& view)
{
    if (!view) {
        view = new View;
        addWidget(view);
    }
    setCurrentWidget(view);
    return *view;
}

void ViewPanel::fill()
{
    const figures::Figure* shown = figure();
    if (!shown) {
        words_->setText(picture_.answer() ? text(picture_.answer()->no_answer) : tr("Searching …"));
        setCurrentWidget(words_);
        return;
    }
    figures::Figure picture = *shown;
    if (!picture_.is_current())
        picture.earlier = figures::Roles::all();
    RenderStyle style;
    style.theme = theme_of(this);
    style.theme.canvas = style.theme.window;
    style.compact = true;
    style.fast = true;
    if (const auto* moving = shown->as<figures::Mechanism>())
        in_front(player_).show_mechanism(*moving, style);
    else if (shown->panels().empty())
        in_front(bars_).show_figure(picture, style);
    else {
        in_front(plot_).setMinimumSize(1, 1); // as wide as its dock
        plot_->show_figure(picture, style);
    }
}

void ViewPanel::showEvent(QShowEvent* event)
{
    QStackedWidget::showEvent(event);
    ask();
}

void ViewPanel::hideEvent(QHideEvent* event)
{
    QStackedWidget::hideEvent(event);
    picture_.cancel();
}

} // namespace plateau::ui
