// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/question_document.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <regex>

#include "core/files/output.h"
#include "core/files/text_file.h"
#include "core/paper/embedded.h"
#include "core/question/scenario/scenario_file.h"
#include "ui/controls/text.h"
#include "ui/document/window_loop.h"

namespace plateau::ui {

namespace {

/// "GPUs" of "1,024 GPUs"; empty for what is no number, or has no unit.
std::string unit_of(const Argument& words)
{
    const auto* number = std::get_if<Quantity>(&words.value);
    return number ? units::in_parts(number->value, number->unit, number->digits).unit() : std::string();
}

/// "4.096" in a field of whole numbers as "4,096": nobody writes a whole number with three places.
std::optional<std::string> grouped_by_points(const ParameterDescription& row, const std::string& words)
{
    static const std::regex grouped(R"(\s*[1-9]\d{0,2}(\.\d{3})+(\s*[A-Za-z]{3,})?\s*)");
    if (row.kind != ParameterKind::Whole || !std::regex_match(words, grouped))
        return std::nullopt;
    std::string whole = words;
    std::replace(whole.begin(), whole.end(), '.', ',');
    return whole;
}

/// The nearest value that would have been accepted, as text a person would type.
std::string nearest_legal(const ParameterDescription& row, const std::string& words)
{
    const auto grouped = grouped_by_points(row, words);
    const auto typed = units::parse(grouped.value_or(words), row.unit);
    if (!typed || (row.kind != ParameterKind::Number && row.kind != ParameterKind::Whole))
        return {};
    double nearest = std::clamp(*typed, row.minimum, row.maximum);
    if (row.kind == ParameterKind::Whole)
        nearest = std::round(nearest);
    return (grouped || nearest != *typed) && check_value(row, Value(nearest)) ? units::format(nearest, row.unit)
                                                                              : std::string();
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

QuestionDocument::QuestionDocument(std::shared_ptr<const catalog::Catalog> catalog, QObject* parent)
    : QObject(parent), catalog_(std::move(catalog))
{
    undo_stack_.setUndoLimit(1000);
    connect(&undo_stack_, &QUndoStack::cleanChanged, this, &QuestionDocument::file_changed);
}

QuestionDocument::~QuestionDocument()
{
    undo_stack_.disconnect(this); // it becomes clean while it goes, and nobody can be told any more
}

void QuestionDocument::set_catalog(std::shared_ptr<const catalog::Catalog> catalog)
{
    earlier_.push_back(std::move(catalog_));
    catalog_ = std::move(catalog);
    if (answers_)
        answers_->renew(std::make_shared<const answers::Data>(catalog_, *answers_->data()));
    emit catalog_changed();
}

std::shared_ptr<answers::Answers> QuestionDocument::answers() const
{
    if (!answers_)
        answers_ = std::make_shared<answers::Answers>(std::make_shared<const answers::Data>(catalog_), window_loop());
    return answers_;
}

int QuestionDocument::change_count() const
{
    const auto all = rows();
    return static_cast<int>(
        std::count_if(all.begin(), all.end(), [this](const auto* row) { return is_changed(row->key); }));
}

std::optional<Error> QuestionDocument::doubtful(const std::string& key, const std::string& words) const
{
    const ParameterDescription* described = row(key);
    if (!described || !grouped_by_points(*described, words))
        return std::nullopt;
    return Error{
        {PLATEAU_TEXT("%1 must be a whole number, not %2"), {Word{described->label}, Verbatim{words}}}, {}, {}};
}

bool QuestionDocument::refuse(const std::string& key, const std::string& words, Error error)
{
    const ParameterDescription* described = row(key);
    refusals_[key] = {words, std::move(error), described ? nearest_legal(*described, words) : std::string()};
    emit refusal_changed(text(key));
    return false;
}

const QuestionDocument::Refusal* QuestionDocument::refusal(const std::string& key) const
{
    const auto found = refusals_.find(key);
    return found == refusals_.end() ? nullptr : &found->second;
}

void QuestionDocument::forget_refusal(const std::string& key)
{
    if (refusals_.erase(key) > 0)
        emit refusal_changed(text(key));
}

Expected<QuestionDocument::Source> QuestionDocument::find(const std::string& name) const
{
    Source source;
    if (figures::is_figure_file(name)) {
        const auto yaml = figures::read_embedded_scenario(name);
        if (!yaml)
            return tl::make_unexpected(yaml.error());
        source.yaml = *yaml;
        return source;
    }
    const auto path = find_scenario_file(*catalog_, name);
    if (!path)
        return tl::make_unexpected(path.error());
    source.path = *path;
    if (!inside(*path, catalog_->folders))
        source.file = QFileInfo(QString::fromStdString(path->string())).absoluteFilePath();
    return source;
}

bool QuestionDocument::changed_outside(const QString& file) const
{
    const FileCopy* last = copy_of(file);
    const auto now = text_in(file);
    return last && now && *now != last->text;
}

const QuestionDocument::FileCopy* QuestionDocument::copy_of(const QString& file) const
{
    const auto found = copies_.find(file);
    return found == copies_.end() ? nullptr : &found->second;
}

Expected<std::string> QuestionDocument::text_in(const QString& file) { return files::read_text(file.toStdU16String()); }

Expected<void> QuestionDocument::write(const QString& file, const std::string& yaml)
{
    return files::write_file(file.toStdU16String(), yaml, files::Replacing::any_file());
}

Argument QuestionDocument::value_words(const ParameterDescription& row, const Value& value) const
{
    if (const std::string* id = std::get_if<std::string>(&value); id && row.kind == ParameterKind::Name) {
        if (const auto* accelerator = catalog_->accelerator(*id))
            return Verbatim{accelerator->title};
        if (const auto* model = catalog_->model(*id))
            return Verbatim{model->title};
        if (const auto* stack = catalog_->stack(*id))
            return title_of(*stack);
    }
    return plateau::value_words(row, value);
}

Message QuestionDocument::words_for(const ParameterDescription& row, const Value& from, const Value& to) const
{
    Argument start = value_words(row, from);
    const Argument end = value_words(row, to);
    // "1,024 → 4,096 GPUs": a unit both have is said once.
    if (auto* number = std::get_if<Quantity>(&start.value); number && unit_of(*number) == unit_of(end))
        number->style = Quantity::Style::Number;
    return {"%1 %2 → %3", {Word{row.label}, start, end}};
}

void QuestionDocument::keep_beside(std::function<Beside()> written)
{
    written_beside_ = std::move(written);
    settle_beside();
}

QuestionDocument::Beside QuestionDocument::taken_from(std::map<std::string, std::string>& view)
{
    Beside taken;
    for (auto entry = view.begin(); entry != view.end();)
        if (entry->first.starts_with(beside_prefix))
            taken.insert(view.extract(entry++));
        else
            ++entry;
    return taken;
}

} // namespace plateau::ui
