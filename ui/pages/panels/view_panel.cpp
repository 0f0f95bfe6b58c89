// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/view_panel.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLabel>

#include "ui/controls/appearance.h"
#include "ui/controls/subject.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/mechanism_player.h"
#include "ui/pages/panels/page.h"

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
    if (auto* chart = picture.as<figures::Waterfall>()) // the dock's title says it
        chart->title = std::exchange(chart->note, {});
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
        in_front(bars_).show_figure(picture);
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

PicturePanel::PicturePanel(QWidget* parent) : PictureView(parent)
{
    setObjectName(QStringLiteral("dock"));
    setContentsMargins(panel_margin, 6, panel_margin, 6);
    setFocusPolicy(Qt::TabFocus);
    setMinimumSize(0, 0);
    QSizePolicy as_high_as_its_words(QSizePolicy::Preferred, QSizePolicy::Minimum);
    as_high_as_its_words.setHeightForWidth(true);
    setSizePolicy(as_high_as_its_words);
    connect(this, &PictureView::part_clicked, this, &PicturePanel::ask_about);
}

bool PicturePanel::event(QEvent* event)
{
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        heights_.clear();
    return PictureView::event(event);
}

void PicturePanel::ask_about(int part)
{
    if (part >= 0 && part < part_count(figure_))
        emit subjects_wanted(part_subjects(figure_, part));
}

/// The arrows go from part to part, Enter asks about one.
void PicturePanel::keyPressEvent(QKeyEvent* event)
{
    const bool on = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
    const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if ((on || back) && part_count(figure_) > 0)
        choose(std::clamp(at_ + (on ? 1 : -1), 0, part_count(figure_) - 1));
    else if (enter && at_ >= 0)
        ask_about(at_);
    else
        PictureView::keyPressEvent(event);
}

void PicturePanel::choose(int part)
{
    at_ = part;
    const bool one = part >= 0 && part < part_count(figure_);
    setAccessibleDescription(one ? part_words(figure_, part) : summary_words(figure_));
    const auto subjects = one ? part_subjects(figure_, part) : std::vector<std::string>();
    set_subject(this, subjects.empty() ? QString() : text(subjects.front()));
    update();
}

void PicturePanel::focusInEvent(QFocusEvent* event)
{
    PictureView::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        choose(std::clamp(at_, 0, std::max(0, part_count(figure_) - 1)));
}

void PicturePanel::focusOutEvent(QFocusEvent* event)
{
    PictureView::focusOutEvent(event);
    choose(-1);
}

void PicturePanel::show_figure(const figures::Figure& figure)
{
    RenderStyle style;
    style.theme = theme_of(this);
    style.theme.canvas = style.theme.window;
    heights_.clear();
    PictureView::show_figure(figure, style);
    updateGeometry();
}

int PicturePanel::heightForWidth(int width) const
{
    const auto [height, is_new] = heights_.try_emplace(width);
    if (is_new) {
        const QSizeF around = QSizeF(rect().size()) - area().size();
        height->second = static_cast<int>(
            std::ceil(picture_needs(figure_, style_, width - around.width()).height() + around.height()));
    }
    return height->second;
}

bool PicturePanel::is_whole() const
{
    const QSizeF room = area().size(), needed = picture_needs(figure_, style_, room.width());
    return needed.width() <= room.width() && needed.height() <= room.height();
}

void PicturePanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme_of(this).window);
    draw_picture(painter, area(), figure_, style_);
    if (!hasFocus() || at_ < 0 || at_ >= part_count(figure_))
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_of(this).accent, 2));
    painter.drawRect(rect_of(at_).adjusted(1, 1, -1, -1));
}

} // namespace plateau::ui
