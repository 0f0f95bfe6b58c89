// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/scenario_document.h"

#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/scenario/scenario_file.h"
#include "ui/document/scenario_edit.h"
#include "ui/figures/export.h"
#include "ui/text.h"

namespace plateau::ui {

namespace {

std::shared_ptr<const Scenario> first_scenario(const catalog::Catalog& catalog)
{
    auto scenario = default_scenario(catalog);
    return std::make_shared<const Scenario>(scenario ? std::move(*scenario) : Scenario{});
}

/// The nearest value that would have been accepted, as text a person would type.
std::string nearest_legal(const TrainingParameter& row, const std::string& words)
{
    const auto typed = units::parse(words, row.unit);
    if (!typed || (row.kind != ParameterKind::Number && row.kind != ParameterKind::Whole))
        return {};
    double nearest = std::clamp(*typed, row.minimum, row.maximum);
    if (row.kind == ParameterKind::Whole)
        nearest = std::round(nearest);
    return nearest != *typed && check_value(row, Value(nearest)) ? units::format(nearest, row.unit) : std::string();
}

bool inside(const std::filesystem::path& file, const std::vector<std::filesystem::path>& folders)
{
    std::error_code problem;
    const auto whole = std::filesystem::weakly_canonical(file, problem);
    return std::any_of(folders.begin(), folders.end(), [&](const auto& folder) {
        const auto base = std::filesystem::weakly_canonical(folder, problem);
        return std::mismatch(base.begin(), base.end(), whole.begin(), whole.end()).first == base.end();
    });
}

} // namespace

ScenarioDocument::ScenarioDocument(std::shared_ptr<const catalog::Catalog> catalog, QObject* parent)
    : QObject(parent), catalog_(std::move(catalog))
{
    state_.scenario = state_.opened = first_scenario(*catalog_);
    undo_stack_.setUndoLimit(1000);
    connect(&undo_stack_, &QUndoStack::cleanChanged, this, &ScenarioDocument::file_changed);
}

void ScenarioDocument::take(const State& state)
{
    const bool other_scenario = state.opened != state_.opened;
    const bool other_file = state.file != state_.file || other_scenario;
    state_ = state;
    refusals_.clear();
    if (other_scenario)
        emit replaced();
    emit changed();
    if (other_file)
        emit file_changed();
}

bool ScenarioDocument::push(const std::string& key, Scenario next, Gesture gesture)
{
    forget_refusal(key);
    if (next.same_choices(scenario()))
        return true;
    const QString words = words_for(key, scenario(), next);
    const State after{std::make_shared<const Scenario>(std::move(next)), state_.opened, state_.file};
    undo_stack_.push(new Edit(*this, key, gesture, after, words));
    return true;
}

bool ScenarioDocument::refuse(const std::string& key, const std::string& words, Error error)
{
    const TrainingParameter* row = training_parameters().find(key);
    refusals_[key] = {words, std::move(error), row ? nearest_legal(*row, words) : std::string()};
    emit refusal_changed(text(key));
    return false;
}

bool ScenarioDocument::edit_text(const std::string& key, const std::string& words, Gesture gesture)
{
    const auto row = training_parameters().require(key);
    if (!row)
        return refuse(key, words, row.error());
    const auto value = parse_value(**row, words);
    if (!value)
        return refuse(key, words, value.error());
    const auto next = with_value(*catalog_, scenario(), key, *value);
    return next ? edit_value(key, *value, gesture) : refuse(key, words, next.error());
}

bool ScenarioDocument::edit_value(const std::string& key, const Value& value, Gesture gesture)
{
    if (value == reset_value(key))
        if (auto plain = restored(key))
            return push(key, std::move(*plain), gesture);
    auto next = with_value(*catalog_, scenario(), key, value);
    if (next)
        return push(key, std::move(*next), gesture);
    const TrainingParameter* row = training_parameters().find(key);
    return refuse(key, row ? exact_value(*row, value) : std::string(), next.error());
}

Expected<Scenario> ScenarioDocument::restored(const std::string& key) const
{
    const auto found = state_.opened->overrides.find(key);
    if (found != state_.opened->overrides.end())
        return with_value(*catalog_, scenario(), key, found->second);
    if (state_.opened->open.count(key))
        return with(*catalog_, scenario(), key, "auto");
    return without(*catalog_, scenario(), key);
}

bool ScenarioDocument::reset(const std::string& key)
{
    auto next = restored(key);
    return next ? push(key, std::move(*next), 0) : refuse(key, {}, next.error());
}

void ScenarioDocument::reset_all()
{
    for (const auto& row : training_parameters().rows())
        forget_refusal(row.key);
    if (!state_.opened->same_choices(scenario()))
        undo_stack_.push(new Edit(*this, {}, 0, {state_.opened, state_.opened, state_.file}, tr("Reset all")));
}

bool ScenarioDocument::is_changed(const std::string& key) const
{
    const auto chosen = [&key](const Scenario& scenario) {
        const auto found = scenario.overrides.find(key);
        return std::pair(scenario.open.count(key) > 0,
                         found == scenario.overrides.end() ? std::optional<Value>() : found->second);
    };
    return chosen(scenario()) != chosen(*state_.opened);
}

int ScenarioDocument::change_count() const
{
    const auto& rows = training_parameters().rows();
    return static_cast<int>(
        std::count_if(rows.begin(), rows.end(), [this](const auto& row) { return is_changed(row.key); }));
}

Value ScenarioDocument::reset_value(const std::string& key) const
{
    const auto found = state_.opened->overrides.find(key);
    if (found != state_.opened->overrides.end())
        return found->second;
    const TrainingParameter* row = training_parameters().find(key);
    if (row && !scenario().overrides.count(key) && !scenario().open.count(key))
        return row->get(scenario());
    return default_value(*catalog_, scenario(), key);
}

const ScenarioDocument::Refusal* ScenarioDocument::refusal(const std::string& key) const
{
    const auto found = refusals_.find(key);
    return found == refusals_.end() ? nullptr : &found->second;
}

void ScenarioDocument::forget_refusal(const std::string& key)
{
    if (refusals_.erase(key) > 0)
        emit refusal_changed(text(key));
}

Expected<Scenario> ScenarioDocument::read(const std::string& name, QString& file) const
{
    if (is_figure_file(text(name))) {
        const auto yaml = read_embedded_scenario(text(name));
        if (!yaml)
            return tl::make_unexpected(yaml.error());
        return read_scenario_text(*catalog_, *yaml, name);
    }
    const auto path = find_scenario_file(*catalog_, name);
    if (!path)
        return tl::make_unexpected(path.error());
    if (!inside(*path, catalog_->folders))
        file = QFileInfo(QString::fromStdString(path->string())).absoluteFilePath();
    return read_scenario(*catalog_, *path);
}

Expected<void> ScenarioDocument::open(const std::string& file_or_name)
{
    QString file;
    auto found = read(file_or_name, file);
    if (!found)
        return tl::make_unexpected(found.error());
    const auto opened = std::make_shared<const Scenario>(std::move(*found));
    undo_stack_.push(new Edit(*this, {}, 0, {opened, opened, file}, tr("Open %1").arg(text(opened->title))));
    undo_stack_.setClean();
    emit file_changed();
    return {};
}

Expected<void> ScenarioDocument::save(const QString& file)
{
    const QByteArray bytes = QByteArray::fromStdString(write_scenario(scenario()));
    QSaveFile target(file);
    if (!target.open(QIODevice::WriteOnly) || target.write(bytes) != bytes.size() || !target.commit())
        return failure({PLATEAU_TEXT("could not be written"), {}}, file.toStdString(),
                       {"%1", {target.errorString().toStdString()}});
    state_.file = file;
    undo_stack_.setClean();
    emit file_changed();
    return {};
}

QString ScenarioDocument::title() const
{
    const QString title = text(scenario().title);
    if (!title.isEmpty())
        return title;
    return state_.file.isEmpty() ? tr("Untitled") : QFileInfo(state_.file).completeBaseName();
}

QString ScenarioDocument::shown(const TrainingParameter& row, const Value& value) const
{
    if (const std::string* id = std::get_if<std::string>(&value); id && row.kind == ParameterKind::Name) {
        if (const auto* accelerator = catalog_->accelerator(*id))
            return text(accelerator->title);
        if (const auto* model = catalog_->model(*id))
            return text(model->title);
        if (const auto* stack = catalog_->stack(*id))
            return text(stack->title);
    }
    return text(format_value(row, value));
}

QString ScenarioDocument::words_for(const std::string& key, const Scenario& before, const Scenario& after) const
{
    const TrainingParameter* row = training_parameters().find(key);
    if (!row)
        return text(key);
    const Value from = row->get(before), to = row->get(after);
    QString start = shown(*row, from);
    const QString end = shown(*row, to);
    // "1,024 → 4,096 GPUs": a unit both have is said once.
    const qsizetype gap = start.lastIndexOf(QChar(0x00A0));
    if (gap > 0 && end.endsWith(start.mid(gap)))
        start.truncate(gap);
    return text(Message{row->label, {}}) + QLatin1Char(' ') + start + QStringLiteral(" → ") + end;
}

} // namespace plateau::ui
