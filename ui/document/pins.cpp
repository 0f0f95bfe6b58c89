// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edited_question.h"

#include <algorithm>
#include <cstring>

#include "core/question/scenario/scenario_file.h"
#include "core/views/scaling_view.h"
#include "core/views/words.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

constexpr int letters = 26;

/// The slot that Pin::letter() names, in upper or lower case; 0: none.
int slot_of(const QString& name)
{
    const int letter = name.isEmpty() ? -1 : name.front().toLower().unicode() - u'a';
    bool is_number = true;
    const int round = name.size() > 1 ? name.mid(1).toInt(&is_number) : 1;
    return letter < 0 || letter >= letters || !is_number || round < 1 ? 0 : (round - 1) * letters + letter + 1;
}

} // namespace

QString Pin::letter() const
{
    const int index = slot - 1;
    const QChar letter(u'A' + index % letters);
    return index < letters ? QString(letter) : letter + QString::number(index / letters + 1);
}

Pins::Pins(ScenarioDocument& document, QObject* parent) : QObject(parent), document_(document)
{
    document_.keep_beside([this] { return as_entries(); });
    connect(&document_, &QuestionDocument::brought_beside, this, &Pins::take_entries);
}

void Pins::take(const std::vector<Pin>& pins)
{
    const bool more = pins.size() > pins_.size();
    pins_ = pins;
    chosen_ = more ? pins_.size() - 1 : std::min(chosen_, pins_.empty() ? 0 : pins_.size() - 1);
    emit changed();
    emit document_.file_changed();
}

void Pins::push(std::vector<Pin> next, const Message& words)
{
    document_.undo_stack().push(new SaidCommand(
        words, [this, before = pins_] { take(before); }, [this, after = std::move(next)] { take(after); }));
}

int Pins::free_slot() const
{
    int slot = 1;
    while (std::any_of(pins_.begin(), pins_.end(), [slot](const Pin& pin) { return pin.slot == slot; }))
        ++slot;
    return slot;
}

std::vector<Message> Pins::names() const
{
    const Scenario& own = document_.scenario();
    std::vector<const Scenario*> all{&own};
    for (const Pin& pin : pins_)
        all.push_back(pin.scenario.get());
    std::vector<Message> names = views::telling_names(all);
    for (std::size_t i = 1; i < names.size(); ++i)
        if (!all[i]->title.empty() && !all[i]->shipped && all[i]->title != own.title)
            names[i] = {"%1", {title_of(*all[i])}};
    return names;
}

const Pin* Pins::chosen() const { return chosen_ < pins_.size() ? &pins_[chosen_] : nullptr; }

void Pins::choose(std::size_t index)
{
    if (index >= pins_.size() || index == chosen_)
        return;
    chosen_ = index;
    emit changed();
}

void Pins::pin(const QString& name)
{
    Scenario kept = document_.scenario();
    if (!name.isEmpty()) {
        kept.title = name.toStdString();
        kept.shipped = false;
    }
    const Message said{
        PLATEAU_TEXT("Pin %1"),
        {name.isEmpty() ? Argument(narrate::subject_words(kept)) : Argument(Verbatim{name.toStdString()})}};
    std::vector<Pin> next = pins_;
    next.push_back({std::make_shared<const Scenario>(std::move(kept)), free_slot()});
    push(std::move(next), said);
}

void Pins::remove(std::size_t index)
{
    if (index >= pins_.size())
        return;
    std::vector<Pin> next = pins_;
    next.erase(next.begin() + static_cast<std::ptrdiff_t>(index));
    push(std::move(next), {PLATEAU_TEXT("Remove pin %1"), {title_of(*pins_[index].scenario)}});
}

void Pins::rename(std::size_t index, const QString& name)
{
    const QString tidy = name.simplified();
    if (index >= pins_.size() || tidy.isEmpty() || tidy == pins_[index].name())
        return;
    std::vector<Pin> next = pins_;
    Scenario renamed = *next[index].scenario;
    renamed.title = tidy.toStdString();
    renamed.shipped = false;
    next[index].scenario = std::make_shared<const Scenario>(std::move(renamed));
    push(std::move(next), {PLATEAU_TEXT("Rename pin to %1"), {Verbatim{tidy.toStdString()}}});
}

void Pins::ask_for_names(bool asked, const std::vector<std::string>& names)
{
    bool alike = asked == names_asked_;
    names_asked_ = asked;
    for (std::size_t i = 0; i < std::min(pins_.size(), names.size()); ++i) {
        if (pins_[i].scenario->title == names[i])
            continue;
        Scenario called = *pins_[i].scenario;
        called.title = names[i];
        called.shipped = false;
        pins_[i].scenario = std::make_shared<const Scenario>(std::move(called));
        alike = false;
    }
    if (!alike)
        emit changed();
}

void Pins::set_hidden(std::size_t index, bool hidden)
{
    if (index >= pins_.size() || pins_[index].hidden == hidden)
        return;
    pins_[index].hidden = hidden;
    emit changed();
}

void Pins::swap(std::size_t index)
{
    if (index >= pins_.size())
        return;
    const Message words{PLATEAU_TEXT("Swap with %1"), {title_of(*pins_[index].scenario)}};
    const std::shared_ptr<const Scenario> wanted = pins_[index].scenario;
    std::vector<Pin> next = pins_;
    next[index].scenario = std::make_shared<const Scenario>(document_.scenario());
    begin_steps(document_.undo_stack(), words);
    push(std::move(next), words);
    document_.edit(*wanted, words);
    document_.undo_stack().endMacro();
}

void Pins::restore(std::size_t index)
{
    if (index < pins_.size())
        document_.edit(*pins_[index].scenario, {PLATEAU_TEXT("Restore %1"), {title_of(*pins_[index].scenario)}});
}

void Pins::replace(const std::vector<Scenario>& scenarios, const Message& words)
{
    std::vector<Pin> next;
    next.reserve(scenarios.size());
    for (const Scenario& scenario : scenarios)
        next.push_back({std::make_shared<const Scenario>(scenario), static_cast<int>(next.size()) + 1});
    push(std::move(next), words);
}

std::string Pins::as_text() const
{
    std::vector<Scenario> all{document_.scenario()};
    for (const Pin& pin : pins_)
        all.push_back(*pin.scenario);
    return write_scenarios(all);
}

Expected<void> Pins::read(const std::string& set, const QString& where)
{
    auto scenarios = read_scenarios_text(document_.catalog(), set, where.toStdString());
    if (!scenarios)
        return tl::make_unexpected(scenarios.error());
    const Message words{PLATEAU_TEXT("Open set %1"), {title_of(scenarios->front())}};
    begin_steps(document_.undo_stack(), words);
    document_.replace(scenarios->front(), words);
    replace({scenarios->begin() + 1, scenarios->end()}, words);
    document_.undo_stack().endMacro();
    document_.settle_beside();
    return {};
}

QuestionDocument::Beside Pins::as_entries() const
{
    QuestionDocument::Beside entries;
    for (const Pin& pin : pins_) {
        Scenario kept = *pin.scenario;
        kept.presets.clear();
        std::string words = write_scenario(kept);
        words.erase(words.find_last_not_of('\n') + 1);
        entries[QuestionDocument::beside_prefix + pin.letter().toLower().toStdString()] = std::move(words);
    }
    return entries;
}

void Pins::take_entries(const QuestionDocument::Beside& entries)
{
    std::vector<Pin> next;
    QStringList refused;
    for (const auto& [key, words] : entries) {
        auto scenario = read_scenario_text(document_.catalog(), words, key, UnknownKeys::Keep);
        const int slot = slot_of(text(key).mid(static_cast<qsizetype>(std::strlen(QuestionDocument::beside_prefix))));
        if (!scenario || slot == 0)
            refused << (scenario ? text(key) : placed_text(scenario.error()));
        else
            next.push_back({std::make_shared<const Scenario>(std::move(*scenario)), slot});
    }
    std::sort(next.begin(), next.end(), [](const Pin& a, const Pin& b) { return a.slot < b.slot; });
    push(std::move(next), {PLATEAU_TEXT("Open pins"), {}});
    if (!refused.isEmpty())
        emit document_.noticed(tr("A pin of the file could not be read: %1").arg(refused.join(QStringLiteral("; "))));
}

} // namespace plateau::ui
