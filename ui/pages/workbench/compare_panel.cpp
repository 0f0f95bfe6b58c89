// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/compare_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/views/looks.h"
#include "core/views/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/workbench/workbench_model.h"

namespace plateau::ui {

namespace {

constexpr std::size_t percent_column = 3;

QLabel* heading(const QString& words)
{
    auto* label = new QLabel(words);
    label->setFont(interface_font(12, 600));
    label->setContentsMargins(12, 8, 12, 2);
    return label;
}

QHBoxLayout* inset(QWidget* widget)
{
    auto* line = box_layout<QHBoxLayout>(nullptr, {12, 0, 12, 0});
    line->addWidget(widget);
    return line;
}

/// One side of a comparison; without an answer `parts` is null.
struct Side {
    QString name;
    const Scenario* scenario = nullptr;
    const Parts* parts = nullptr;
};

Side side_of(const WorkbenchModel& model, int index)
{
    if (index < 0)
        return {ComparePanel::tr("Current"), &model.curve().scenario, &model.estimate().parts};
    const Pin& pin = model.pins()->all()[static_cast<std::size_t>(index)];
    const auto curve = model.pinned(pin);
    return {pin.letter(), pin.scenario.get(), curve ? &curve->here() : nullptr};
}

} // namespace

ComparePanel::ComparePanel(QWidget* parent)
    : QScrollArea(parent), list_(new ConfigurationList), nothing_(new QLabel),
      against_label_(new QLabel(tr("Against"))), against_(new QuietCombo), sentence_(new QLabel),
      parameters_head_(heading(tr("In what they differ"))), parameters_(new FactsTable),
      values_head_(heading(tr("What comes of it"))), values_(new FactsTable)
{
    auto* column = scrolling_column(*this, {0, 2, 0, 8}, 0);
    column->addWidget(list_);
    nothing_->setWordWrap(true);
    nothing_->setContentsMargins(12, 8, 12, 4);
    column->addWidget(nothing_);
    auto* buttons = box_layout<QHBoxLayout>(nullptr, {6, 2, 6, 0}, 2);
    swap_ = tool_button(tr("Swap"), tr("Swap the chosen pin with the current question"), this);
    restore_ = tool_button(tr("Restore"), tr("Make the chosen pin the current question"), this);
    remove_ = tool_button(tr("Remove"), tr("Remove the chosen pin"), this);
    auto* set = tool_button(tr("Set"), tr("Save the pins as a set, or open one"), this);
    set->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(set);
    menu->addAction(tr("&Save set..."), this, &ComparePanel::save_wanted);
    menu->addAction(tr("&Open set..."), this, &ComparePanel::open_wanted);
    set->setMenu(menu);
    for (QToolButton* each : {swap_, restore_, remove_, set})
        buttons->addWidget(each);
    buttons->addStretch();
    column->addLayout(buttons);
    auto* against = box_layout<QHBoxLayout>(nullptr, {12, 6, 12, 2}, 8);
    against_->setAccessibleName(tr("What the chosen pin is compared with"));
    against_label_->setBuddy(against_);
    against->addWidget(against_label_);
    against->addWidget(against_, 1);
    column->addLayout(against);
    sentence_->setWordWrap(true);
    sentence_->setContentsMargins(12, 4, 12, 0);
    sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(sentence_);
    column->addWidget(parameters_head_);
    column->addLayout(inset(parameters_));
    column->addWidget(values_head_);
    column->addLayout(inset(values_));
    column->addStretch();
    connect(against_, &QComboBox::activated, this, [this] {
        if (model_)
            show_pair(*model_);
    });
    set_ink(nothing_, "text2");
    set_ink(against_label_, "text2");
}

void ComparePanel::follow(Pins& pins)
{
    pins_ = &pins;
    connect(list_, &ConfigurationList::chosen, &pins, &Pins::choose);
    connect(list_, &ConfigurationList::renamed, &pins, &Pins::rename);
    connect(list_, &ConfigurationList::removal_wanted, &pins, &Pins::remove);
    connect(list_, &ConfigurationList::hide_wanted, &pins, &Pins::set_hidden);
    connect(list_, &ConfigurationList::menu_wanted, this, &ComparePanel::show_row_menu);
    const auto chosen = [this] { return static_cast<std::size_t>(chosen_); };
    connect(swap_, &QToolButton::clicked, &pins, [&pins, chosen] { pins.swap(chosen()); });
    connect(restore_, &QToolButton::clicked, &pins, [&pins, chosen] { pins.restore(chosen()); });
    connect(remove_, &QToolButton::clicked, &pins, [&pins, chosen] { pins.remove(chosen()); });
}

QString ComparePanel::sentence() const { return sentence_->isHidden() ? QString() : sentence_->text(); }

void ComparePanel::show_row_menu(int pin, const QPoint& global)
{
    const auto index = static_cast<std::size_t>(pin);
    QMenu menu(this);
    menu.addAction(tr("&Swap with the current question"), this, [this, index] { pins_->swap(index); });
    menu.addAction(tr("Res&tore"), this, [this, index] { pins_->restore(index); });
    menu.addSeparator();
    menu.addAction(tr("Re&name"), this, [this, pin] { list_->row(pin)->begin_rename(); });
    menu.addAction(tr("&Remove"), this, [this, index] { pins_->remove(index); });
    menu.exec(global);
}

void ComparePanel::show_model(const WorkbenchModel& model)
{
    model_ = &model;
    behind_ = model.pins() != nullptr;
    if (is_in_sight(*this))
        catch_up();
}

void ComparePanel::catch_up()
{
    if (!behind_)
        return;
    behind_ = false;
    show_rows(*model_);
    show_pair(*model_);
}

void ComparePanel::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    catch_up();
}

void ComparePanel::show_rows(const WorkbenchModel& model)
{
    static const std::vector<Pin> none;
    const bool asked = model.pins()->names_are_asked(); // what they differ in would tell
    nothing_->setText(asked ? tr("The comparison comes with the answer.")
                            : tr("Press P to keep the current question: its curves, its step and its numbers then stay "
                                 "beside whatever you try next."));
    const auto& pins = asked ? none : model.pins()->all();
    chosen_ = static_cast<int>(model.pins()->chosen_index());
    const narrate::ComparedScenario current{model.curve().scenario, model.estimate().parts};
    const std::vector<Message> names = model.pins()->names();
    std::vector<ConfigurationRow::Content> rows;
    for (std::size_t i = 0; i < pins.size(); ++i) {
        const auto curve = model.pinned(pins[i]);
        ConfigurationRow::Content& content = rows.emplace_back();
        content.name = text(names[i + 1]);
        content.sign = pins[i].letter();
        if (!curve)
            content.words = tr("searching …");
        else if (const Message words = narrate::difference_words({*pins[i].scenario, curve->here()}, current);
                 words.text.empty() || text(words).isEmpty())
            content.words = tr("as the current question");
        else
            content.words = text(words);
        content.role = figures::role_of_slot(pins[i].slot);
        content.current = static_cast<int>(i) == chosen_;
        content.hidden = pins[i].hidden;
    }
    list_->show_rows(rows);
    const bool any = !pins.empty();
    nothing_->setVisible(!any);
    for (QToolButton* each : {swap_, restore_, remove_})
        each->setEnabled(any);
    for (QWidget* each : std::initializer_list<QWidget*>{against_label_, against_, sentence_, parameters_head_,
                                                         parameters_, values_head_, values_})
        each->setVisible(any);
    const QVariant before = against_->currentData();
    against_->clear();
    against_->addItem(tr("Current question"), -1);
    for (std::size_t i = 0; i < pins.size(); ++i)
        if (static_cast<int>(i) != chosen_)
            against_->addItem(pins[i].letter() + QStringLiteral("  ") + text(names[i + 1]), static_cast<int>(i));
    against_->setCurrentIndex(std::max(0, against_->findData(before)));
}

void ComparePanel::show_pair(const WorkbenchModel& model)
{
    if (model.pins()->all().empty() || model.pins()->names_are_asked())
        return;
    const Side pinned = side_of(model, chosen_), other = side_of(model, against_->currentData().toInt());
    const bool answered = pinned.parts && other.parts;
    if (!answered) {
        sentence_->setText(tr("searching …"));
        return;
    }
    const narrate::ComparedScenario a{*pinned.scenario, *pinned.parts}, b{*other.scenario, *other.parts};
    const std::vector<Message> names = model.pins()->names();
    const auto name_of = [&names](int index) { return *std::next(names.begin(), index + 1); };
    sentence_->setText(text(narrate::comparison_sentence(name_of(chosen_), a, name_of(against_->currentData().toInt()),
                                                         b, model.model_error())));
    parameters_->set_narrow(true);
    parameters_->set_column_width(compact_ ? 104 : 116); // longer values wrap
    parameters_->set_columns({}, {pinned.name, other.name}, 1);
    parameters_->show_facts(narrate::differing_parameters(a, b));
    parameters_head_->setText(parameters_->facts().empty() ? tr("They do not differ") : tr("In what they differ"));
    std::vector<narrate::Fact> facts = narrate::value_comparison(a, b);
    std::vector<QString> columns{pinned.name, other.name, tr("Diff."), tr("%")};
    if (compact_) {
        columns.erase(columns.begin() + percent_column - 1);
        for (narrate::Fact& fact : facts)
            fact.values.erase(fact.values.begin() + percent_column - 1);
    }
    values_->set_narrow(true);
    values_->set_columns({}, columns, 1);
    values_->show_facts(facts);
}

void ComparePanel::set_compact(bool compact)
{
    compact_ = compact;
    behind_ = model_ && model_->pins();
    if (is_in_sight(*this))
        catch_up();
}

} // namespace plateau::ui
