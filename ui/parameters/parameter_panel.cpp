// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parameters/parameter_panel.h"

#include <QCoreApplication>
#include <QPainter>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/appearance.h"
#include <algorithm>

#include "ui/document/plan_view.h"
#include "ui/parameters/controls.h"
#include "ui/parameters/objective_row.h"
#include "ui/parameters/parameter_group.h"
#include "ui/text.h"

namespace plateau::ui {

namespace {

struct GroupTitle {
    const char* name;
    const char* title;
    bool open_when_compact;
    bool open = true;
    bool explained = false; ///< each row's help stands below it
};
constexpr GroupTitle group_titles[] = {
    {"cluster", QT_TRANSLATE_NOOP("parameters", "Cluster"), true},
    {"model", QT_TRANSLATE_NOOP("parameters", "Model"), false},
    {"batch", QT_TRANSLATE_NOOP("parameters", "Batch"), false},
    {"rules", QT_TRANSLATE_NOOP("parameters", "Model and batch"), true},
    {"plan", QT_TRANSLATE_NOOP("parameters", "Plan"), true},
    {"view", QT_TRANSLATE_NOOP("parameters", "Read-out and years"), true},
    {"assumptions", QT_TRANSLATE_NOOP("parameters", "Assumptions"), false},
    {"quirks", QT_TRANSLATE_NOOP("parameters", "Quirks of the published code"), false, false, true},
};

/// A frame round a row, for a moment.
class RevealMark final : public QWidget {
public:
    explicit RevealMark(QWidget* parent) : QWidget(parent)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        timer_.setSingleShot(true);
        timer_.setInterval(1600);
        connect(&timer_, &QTimer::timeout, this, &QWidget::hide);
    }
    void show_around(const QWidget* row)
    {
        setGeometry(QRect(row->mapTo(parentWidget(), QPoint()), row->size()).adjusted(2, 0, -2, 0));
        raise();
        show();
        timer_.start();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme_of(this).accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
    }

private:
    QTimer timer_;
};

} // namespace

ParameterPanel::ParameterPanel(QuestionDocument& document, QWidget* parent) : QScrollArea(parent), document_(document)
{
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::NoFrame);
    auto* body = new QWidget;
    body->setProperty("dock", true);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 4, 0, 8);
    column->setSpacing(0);
    const auto all = document_.rows();
    for (const GroupTitle& title : group_titles) {
        if (std::none_of(all.begin(), all.end(), [&](const auto* row) { return row->group == title.name; }))
            continue;
        add_group(QString::fromLatin1(title.name), QCoreApplication::translate("parameters", title.title),
                  {nullptr, title.open, title.open_when_compact, title.explained, {}});
        column->addWidget(groups_.back().widget);
    }
    column->addStretch();
    setWidget(body);
    connect(&document_, &QuestionDocument::refusal_changed, this, [this](const QString& key) {
        if (ParameterRow* shown = row(key.toStdString()))
            shown->refresh(nullptr, hints());
    });
}

void ParameterPanel::add_group(const QString& name, const QString& title, Group described)
{
    described.widget = new ParameterGroup(name, title);
    for (const ParameterDescription* parameter : document_.rows()) {
        if (text(parameter->group) != name)
            continue;
        if (parameter->advanced)
            described.advanced.push_back(parameter);
        else
            described.widget->add(make_row(*parameter, described));
    }
    if (name == QLatin1String("plan") && document_.training())
        build_plan_header(*described.widget);
    const std::size_t index = groups_.size();
    if (!described.advanced.empty()) {
        described.widget->offer_more();
        connect(described.widget, &ParameterGroup::more_wanted, this, [this, index] { show_more(groups_[index]); });
    }
    groups_.push_back(std::move(described));
}

ParameterRow* ParameterPanel::make_row(const ParameterDescription& parameter, const Group& group)
{
    auto* row = new ParameterRow(parameter, document_, group.widget);
    if (group.explained)
        row->show_help();
    rows_[parameter.key] = row;
    return row;
}

void ParameterPanel::show_more(const Group& group)
{
    for (const ParameterDescription* parameter : group.advanced) {
        ParameterRow* made = make_row(*parameter, group);
        made->set_compact(compact_ == 1);
        made->refresh(nullptr, hints());
        group.widget->add_more(made);
    }
}

/// "9 more", "9 more, 2 changed".
static QString more_words(const QuestionDocument& document, const std::vector<const ParameterDescription*>& rows)
{
    const auto changed = static_cast<int>(std::count_if(
        rows.begin(), rows.end(), [&](const ParameterDescription* row) { return document.is_changed(row->key); }));
    const auto count = static_cast<int>(rows.size());
    return changed == 0 ? ParameterPanel::tr("%1 more").arg(count)
                        : ParameterPanel::tr("%1 more, %2 changed").arg(count).arg(changed);
}

void ParameterPanel::build_plan_header(ParameterGroup& group)
{
    plan_choice_ = new Segments;
    plan_choice_->add(QStringLiteral("given"), tr("Given"), tr("The plan as typed below"));
    plan_choice_->add(QStringLiteral("best"), tr("Best"), tr("The best plan there is; locked rows are kept"));
    plan_choice_->set_name(tr("Plan"));
    plan_choice_->setFixedWidth(row_widths(false).control());
    connect(plan_choice_, &Segments::chosen, this, [this](const QString& choice) {
        choose_plan(document_,
                    choice == QLatin1String("best") ? explore::PlanChoice::Best : explore::PlanChoice::Given);
    });
    group.header().set_control(plan_choice_, row_widths(false).before());
    objective_ = new ObjectiveRow(document_, &group);
    group.add_widget(objective_);
}

SearchHints ParameterPanel::hints() const
{
    SearchHints hints = hints_;
    hints.parts = best_ ? &*best_ : nullptr;
    return hints;
}

void ParameterPanel::refresh(const Parts* parts, const SearchHints& search)
{
    hints_ = search;
    best_ = search.parts ? std::optional(*search.parts) : std::nullopt;
    if (const Scenario* scenario = document_.training()) {
        plan_choice_->set_current(plan_choice(*scenario) == explore::PlanChoice::Best ? QStringLiteral("best")
                                                                                      : QStringLiteral("given"));
        objective_->refresh();
        objective_->setVisible(search.best || !scenario->open.empty());
    }
    for (const auto& [key, shown] : rows_)
        shown->refresh(parts, hints());
    for (const Group& group : groups_) {
        group.widget->refresh_summary();
        if (!group.advanced.empty())
            group.widget->set_more_words(more_words(document_, group.advanced));
    }
}

void ParameterPanel::show_notice(const std::string& key, const RowNotice& notice)
{
    for (const auto& [name, shown] : rows_)
        shown->set_notice(name == key ? notice : RowNotice{});
}

void ParameterPanel::set_compact(bool compact)
{
    if (compact_ == static_cast<int>(compact))
        return;
    const bool first = compact_ < 0;
    compact_ = compact;
    for (const auto& [key, shown] : rows_)
        shown->set_compact(compact);
    for (const Group& group : groups_)
        if (plan_choice_ && group.widget->name() == QLatin1String("plan")) {
            objective_->set_compact(compact);
            group.widget->header().set_control(plan_choice_, row_widths(compact).before());
            plan_choice_->setFixedWidth(row_widths(compact).control());
        }
    if (first || compact)
        for (const Group& group : groups_)
            group.widget->set_open(compact ? group.open_when_compact : group.open);
}

ParameterRow* ParameterPanel::row(const std::string& key) const
{
    const auto found = rows_.find(key);
    return found == rows_.end() ? nullptr : found->second;
}

bool ParameterPanel::reveal(const std::string& key)
{
    for (const Group& group : groups_)
        if (std::any_of(group.advanced.begin(), group.advanced.end(), [&](const auto* row) { return row->key == key; }))
            group.widget->set_more_open(true);
    ParameterRow* shown = row(key);
    if (!shown)
        return false;
    for (const Group& group : groups_)
        if (group.widget->isAncestorOf(shown))
            group.widget->set_open(true);
    widget()->layout()->activate();
    ensureWidgetVisible(shown, 0, 48);
    for (QWidget* control : shown->findChildren<QWidget*>())
        if (control->isVisible() && (control->focusPolicy() & Qt::TabFocus)) {
            control->setFocus(Qt::ShortcutFocusReason);
            break;
        }
    if (!mark_)
        mark_ = new RevealMark(widget());
    static_cast<RevealMark*>(mark_)->show_around(shown);
    return true;
}

} // namespace plateau::ui
