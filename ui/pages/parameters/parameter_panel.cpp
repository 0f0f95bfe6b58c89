// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/parameter_panel.h"

#include <QAction>
#include <QEvent>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"

namespace plateau::ui {

namespace {

/// How a group stands in the panel.
struct GroupLook {
    const char* name;
    bool open_when_compact;
    bool open = true;
    bool explained = false; ///< each row's help stands below it
};
constexpr GroupLook group_looks[] = {
    {"cluster", true}, {"model", false}, {"batch", false},       {"rules", true},
    {"plan", true},    {"view", true},   {"assumptions", false}, {"quirks", false, false, true},
};

} // namespace

ParameterPanel::ParameterPanel(QuestionDocument& document, QWidget* parent) : QScrollArea(parent), document_(document)
{
    auto* column = scrolling_column(*this, {0, 4, 0, 8}, 0);
    const auto all = rows_of(document_.question());
    for (const plateau::ParameterGroup& group : parameter_groups()) {
        const auto look = std::find_if(std::begin(group_looks), std::end(group_looks),
                                       [&](const GroupLook& each) { return each.name == std::string(group.name); });
        if (look == std::end(group_looks)
            || std::none_of(all.begin(), all.end(), [&](const auto* row) { return row->group == group.name; }))
            continue;
        add_group(QString::fromLatin1(group.name), text(Word{group.title}),
                  {nullptr, look->open, look->open_when_compact, look->explained, {}});
        column->addWidget(groups_.back().widget);
    }
    column->addStretch();
    add_keys();
    connect(&document_, &QuestionDocument::refusal_changed, this, [this](const QString& key) {
        if (ParameterRow* shown = row(key.toStdString()))
            shown->refresh(nullptr, hints());
    });
}

void ParameterPanel::add_keys()
{
    const auto key = [this](const QString& words, const QKeySequence& keys, int direction) {
        auto* action = new QAction(words, this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, [this, direction] { go_to_heading(direction); });
        addAction(action);
    };
    key(tr("Next heading of the parameters"), QKeySequence(Qt::CTRL | Qt::Key_Down), 1);
    key(tr("Previous heading of the parameters"), QKeySequence(Qt::CTRL | Qt::Key_Up), -1);
}

/// From among the rows of a heading back to it first.
void ParameterPanel::go_to_heading(int direction)
{
    std::vector<ParameterGroup*> shown;
    int here = direction > 0 ? -1 : 0;
    for (const Group& group : groups_) {
        if (!group.widget->isVisible())
            continue;
        if (group.widget->isAncestorOf(window()->focusWidget()))
            here = static_cast<int>(shown.size()) + (direction < 0 && group.widget->has_keyboard() ? 1 : 0);
        shown.push_back(group.widget);
    }
    if (shown.empty())
        return;
    const int wanted = std::clamp(here + direction, 0, static_cast<int>(shown.size()) - 1);
    GroupHeader& header = shown[static_cast<std::size_t>(wanted)]->header();
    header.setFocus(Qt::TabFocusReason);
    ensureWidgetVisible(&header);
}

void ParameterPanel::add_group(const QString& name, const QString& title, Group described)
{
    described.widget = new ParameterGroup(name, title);
    for (const ParameterDescription* parameter : rows_of(document_.question())) {
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
    for (const auto* slider : row->findChildren<StopSlider*>()) {
        connect(slider, &StopSlider::drag_started, this, [this, row] {
            hints_.holds_still = true;
            dragged_ = row;
        });
        connect(slider, &StopSlider::drag_finished, this, [this] {
            hints_.holds_still = false;
            dragged_ = nullptr;
            refresh_rows();
            count_folded();
            show_notice(std::string(notice_.first), RowNotice(notice_.second));
        });
    }
    return row;
}

void ParameterPanel::show_more(const Group& group)
{
    for (const ParameterDescription* parameter : group.advanced) {
        ParameterRow* made = make_row(*parameter, group);
        made->set_compact(compact_ == 1);
        made->refresh(given_ ? &*given_ : nullptr, hints());
        group.widget->add_more(made);
    }
}

/// "9 more", "9 more, 2 changed": of those that have an effect now.
void ParameterPanel::count_folded()
{
    for (const Group& group : groups_) {
        if (group.advanced.empty())
            continue;
        int count = 0, changed = 0;
        for (const ParameterDescription* row : group.advanced) {
            const bool is_changed = document_.is_changed(row->key);
            changed += is_changed;
            count += is_changed || applies(document_.question(), row->key);
        }
        group.widget->set_more_words(changed == 0 ? tr("%1 more").arg(count)
                                                  : tr("%1 more, %2 changed").arg(count).arg(changed));
        group.widget->offer(count > 0);
    }
}

void ParameterPanel::build_plan_header(ParameterGroup& group)
{
    plan_choice_ = new Segments;
    plan_choice_->add(QStringLiteral("given"), tr("Given"), tr("The plan as typed below"));
    plan_choice_->add(QStringLiteral("best"), tr("Best"), tr("The best plan there is; locked rows are kept"));
    plan_choice_->set_name(tr("Plan"));
    connect(plan_choice_, &Segments::chosen, this, [this](const QString& choice) {
        choose_plan(document_, choice == QLatin1String("best") ? search::PlanChoice::Best : search::PlanChoice::Given);
    });
    group.header().set_control(plan_choice_, row_widths(false).before(), row_widths(false).after());
    objective_ = new ObjectiveRow(document_, &group);
    group.add_widget(objective_);
}

SearchHints ParameterPanel::hints() const
{
    SearchHints hints = hints_;
    hints.parts = best_ ? &*best_ : nullptr;
    return hints;
}

void ParameterPanel::refresh_rows()
{
    for (const auto& [key, shown] : rows_)
        shown->refresh(given_ ? &*given_ : nullptr, hints());
}

/// The rows take their colours from palettes that reach them after this one.
void ParameterPanel::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        QMetaObject::invokeMethod(this, &ParameterPanel::refresh_rows, Qt::QueuedConnection);
}

void ParameterPanel::refresh(const Parts* parts, const SearchHints& search)
{
    const bool holds_still = hints_.holds_still;
    hints_ = search;
    hints_.holds_still = holds_still;
    best_ = search.parts ? std::optional(*search.parts) : std::nullopt;
    if (const Scenario* scenario = document_.training()) {
        plan_choice_->set_current(answers::plan_choice(*scenario) == search::PlanChoice::Best
                                      ? QStringLiteral("best")
                                      : QStringLiteral("given"));
        objective_->refresh();
        objective_->setVisible(search.best || !scenario->open.empty());
    }
    given_ = parts ? std::optional(*parts) : std::nullopt;
    refresh_rows();
    for (const Group& group : groups_)
        group.widget->refresh_summary();
    if (!dragged_)
        count_folded();
}

void ParameterPanel::show_notice(const std::string& key, const RowNotice& notice)
{
    notice_ = {key, notice};
    const auto top = [this](const ParameterRow* row) { return row->mapTo(widget(), QPoint()).y(); };
    for (const auto& [name, shown] : rows_)
        if (!dragged_ || top(shown) >= top(dragged_))
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
            group.widget->header().set_control(plan_choice_, row_widths(compact).before(), row_widths(compact).after());
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
    shown->take_focus();
    shown->mark();
    return true;
}

bool holds(const QString& all, const QString& words)
{
    const QStringList each = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(each.begin(), each.end(),
                       [&all](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

} // namespace plateau::ui
