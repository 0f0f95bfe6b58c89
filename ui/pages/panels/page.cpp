// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/page.h"

#include <QActionGroup>
#include <QEvent>
#include <QLabel>

#include <algorithm>
#include <utility>

#include "core/charts/plot_view.h"
#include "ui/controls/appearance.h"
#include "ui/controls/sentence.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/panels/turned_numbers.h"
#include "ui/pages/panels/view_panel.h"

namespace plateau::ui {

Page::Page(const char* name, QWidget* parent)
    : QWidget(parent), question_(new QLabel(this)), sentence_(new Sentence(this)), name_(name)
{
    question_->setObjectName(QStringLiteral("question"));
    question_->setWordWrap(true);
    question_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    sentence_->setObjectName(QStringLiteral("sentence"));
    setObjectName(QStringLiteral("canvas"));
    setAttribute(Qt::WA_StyledBackground);
    new TurnedNumbers(*sentence_, [this]() -> QuestionDocument& { return document(); });
}

std::vector<PageDock> Page::docks()
{
    std::map<std::string, QWidget*> contents = panels();
    contents.insert(added_panels_.begin(), added_panels_.end());
    for (ViewPanel* panel : view_panels_)
        contents[views::dock_name(panel->view())] = panel;
    std::vector<PageDock> docks;
    for (const views::Dock& row : views::docks_beside(name_))
        if (QWidget* content = contents[row.name])
            docks.push_back({row, content});
    return docks;
}

std::vector<NamedFigure> Page::figures() const
{
    std::vector<DrawnView> all = drawn();
    for (const ViewPanel* panel : view_panels_)
        if (panel->figure())
            all.push_back({panel->view().look, *panel->figure(), panel->currentWidget()});
    std::vector<NamedFigure> list, in_docks;
    for (const views::View& view : views::all()) {
        const auto one = std::ranges::find_if(
            all, [&](const DrawnView& each) { return view.page == std::string(name_) && each.look == view.look; });
        if (one == all.end())
            continue;
        NamedFigure named{text(Word{*view.short_title ? view.short_title : view.title}), one->figure,
                          one->widget ? one->widget->size() : QSize(), view.name, one->widget};
        if (const auto* plot = qobject_cast<const FigureView*>(one->widget)) {
            figures::PlotView seen = plot->view();
            named.figure = figures::seen(one->figure, seen);
            if (seen.is_part()) {
                seen.show_all();
                named.whole = figures::seen(one->figure, seen);
            }
        }
        (*view.dock ? in_docks : list).push_back(std::move(named));
        if (one->is_in_front)
            std::swap(list.front(), list.back());
    }
    list.insert(list.end(), in_docks.begin(), in_docks.end());
    return list;
}

std::vector<QList<QAction*>> Page::view_actions() const
{
    std::vector<QList<QAction*>> groups;
    for (const QActionGroup* group : choices_)
        groups.push_back(group->actions());
    return groups;
}

QAction* Page::add_choice(std::size_t group, const QString& words, std::function<bool()> is_chosen,
                          std::function<void()> choose)
{
    if (choices_.size() <= group)
        choices_.push_back(new QActionGroup(this));
    QAction* action = choices_[group]->addAction(words);
    action->setCheckable(true);
    action->setChecked(is_chosen());
    connect(action, &QAction::triggered, this, std::move(choose));
    connect(this, &Page::updated, action,
            [action, is_chosen = std::move(is_chosen)] { action->setChecked(is_chosen()); });
    return action;
}

void Page::add_view_panels(ScenarioDocument& document)
{
    for (const views::View& view : views::all())
        if (std::string(name_) == view.page && *view.dock && view.make) {
            view_panels_.push_back(new ViewPanel(document, view));
            connect(view_panels_.back(), &ViewPanel::updated, this, &Page::updated);
        }
}

void Page::set_compact(bool compact)
{
    if (dressed_ && compact_ == compact)
        return;
    compact_ = compact;
    dress();
    fit();
    redraw();
}

void Page::say(const Message& sentence)
{
    sentence_->say(sentence);
    colour_sentence(true);
}

void Page::say(const QString& sentence, bool is_current)
{
    sentence_->say(sentence);
    colour_sentence(is_current);
}

void Page::colour_sentence(bool is_current)
{
    const Theme& theme = theme_of(this);
    restyle(sentence_, QStringLiteral("color: %1").arg((is_current ? theme.text2 : theme.text3).name()));
}

RenderStyle Page::style() const
{
    RenderStyle style;
    style.theme = theme_of(this);
    style.text_scale = style.line_scale = style.theme.letters;
    style.compact = compact_;
    style.fast = true;
    return style;
}

void Page::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !dressed_ || dressed_ == &theme_of(this))
        return;
    dress();
    redraw();
}

void Page::dress()
{
    dressed_ = &theme_of(this);
    const double letters = dressed_->letters;
    question_->setFont(interface_font(letters * (compact_ ? 15 : 18), 600));
    sentence_->setFont(interface_font(letters * 13));
}

} // namespace plateau::ui
