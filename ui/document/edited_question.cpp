// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/edited_question.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSettings>
#include <QTimer>
#include <regex>
#include <tuple>

#include "core/views/looks.h"
#include "ui/document/evidence_model.h"

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

/// Says why what was typed cannot be taken at its word: "1.000" where only whole numbers are.
std::optional<Error> doubtful(const ParameterDescription& row, const std::string& words)
{
    if (!grouped_by_points(row, words))
        return std::nullopt;
    return Error{{PLATEAU_TEXT("%1 must be a whole number, not %2"), {Word{row.label}, Verbatim{words}}}, {}, {}};
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

bool same_choices(const Question& left, const Question& right) { return choices(left).same_choices(choices(right)); }

} // namespace

answers::Loop window_loop()
{
    const auto context = std::make_shared<QObject>();
    return {[context](std::function<void()> call) {
                QMetaObject::invokeMethod(context.get(), std::move(call), Qt::QueuedConnection);
            },
            [context](int milliseconds, std::function<void()> call) {
                QTimer::singleShot(milliseconds, Qt::PreciseTimer, context.get(), std::move(call));
            },
            [context] { QCoreApplication::sendPostedEvents(context.get()); }};
}

SaidCommand::SaidCommand(Message words, std::function<void()> undone, std::function<void()> done)
    : QUndoCommand(ui::text(words)), words_(std::move(words)), undone_(std::move(undone)), done_(std::move(done))
{
}

void SaidCommand::undo()
{
    if (undone_)
        undone_();
}

void SaidCommand::redo()
{
    if (done_)
        done_();
}

void SaidCommand::set_words(Message words)
{
    words_ = std::move(words);
    setText(ui::text(words_));
}

/// The first of them does nothing but hold the name of all.
void begin_steps(QUndoStack& stack, const Message& words)
{
    stack.beginMacro(text(words));
    stack.push(new SaidCommand(words));
}

void say_steps_again(QUndoStack& stack)
{
    for (int i = 0; i < stack.count(); ++i) {
        auto* step = const_cast<QUndoCommand*>(stack.command(i));
        const QUndoCommand* named = step->childCount() > 0 ? step->child(0) : step;
        if (const auto* said = dynamic_cast<const SaidCommand*>(named))
            step->setText(text(said->words()));
    }
}

/// From one state to another. Steps of one gesture merge; a gesture that ends where it began leaves nothing behind.
class EditedQuestion::Edit final : public SaidCommand {
public:
    Edit(EditedQuestion& question, std::string key, Gesture gesture, State after, Message words)
        : SaidCommand(std::move(words)), question_(question), key_(std::move(key)), gesture_(gesture),
          before_(question.state_), after_(std::move(after))
    {
    }

    int id() const override { return gesture_ == 0 ? -1 : 1; }
    void undo() override { question_.take(before_); }
    void redo() override { question_.take(after_); }

    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const Edit*>(other);
        if (next->gesture_ != gesture_ || next->key_ != key_)
            return false;
        after_ = next->after_;
        const Question& before = *before_.configurations[before_.current].question;
        const Question& after = *after_.configurations[after_.current].question;
        if (const ParameterDescription* row = question_.row(key_))
            set_words(question_.words_for(*row, value_of(before, key_), value_of(after, key_)));
        setObsolete(same_choices(after, before));
        return true;
    }

private:
    EditedQuestion& question_;
    std::string key_;
    Gesture gesture_;
    State before_;
    State after_;
};

EditedQuestion::EditedQuestion(std::shared_ptr<const catalog::Catalog> catalog, Question first, QObject* parent)
    : QObject(parent), catalog_(std::move(catalog))
{
    const auto opened = std::make_shared<const Question>(std::move(first));
    state_.configurations.push_back({opened, opened, {}, false, 0, {}});
    undo_stack_.setUndoLimit(1000);
    connect(&undo_stack_, &QUndoStack::cleanChanged, this, &EditedQuestion::file_changed);
}

EditedQuestion::~EditedQuestion()
{
    undo_stack_.disconnect(this); // it becomes clean while it goes, and nobody can be told any more
    undo_stack_.blockSignals(true); // who follows its steps would ask what is gone
}

std::shared_ptr<answers::Answers> EditedQuestion::answers() const
{
    if (!answers_)
        answers_ = std::make_shared<answers::Answers>(std::make_shared<const answers::Data>(catalog_), window_loop());
    return answers_;
}

void EditedQuestion::set_catalog(std::shared_ptr<const catalog::Catalog> catalog)
{
    earlier_.push_back(std::move(catalog_));
    catalog_ = std::move(catalog);
    if (answers_)
        answers_->renew(std::make_shared<const answers::Data>(catalog_, *answers_->data()));
    emit catalog_changed();
}

void EditedQuestion::take(const State& state)
{
    const Configuration before = current();
    const State last = std::exchange(state_, state);
    for (Configuration& each : state_.configurations) // where it was saved and how it is looked at is no edit
        for (const Configuration& saved : last.configurations)
            if (each.opened == saved.opened && each.slot == saved.slot) {
                each.file = saved.file;
                each.nowhere = saved.nowhere;
                each.beside = saved.beside;
                const auto& now = choices(*each.question).view;
                auto view = figures::looks::with_looks_of(now, choices(*saved.question).view);
                if (view == now)
                    continue;
                Question looked_at = *each.question;
                choices(looked_at).view = std::move(view);
                each.question = std::make_shared<const Question>(std::move(looked_at));
            }
    refusals_.clear();
    if (before.opened != current().opened)
        emit replaced();
    emit changed();
    if (before.opened != current().opened || before.file != current().file)
        emit file_changed();
}

bool EditedQuestion::push(const std::string& key, Question next, Gesture gesture)
{
    forget_refusal(key);
    if (same_choices(next, question()))
        return true;
    const ParameterDescription* changed_row = row(key);
    const Message words
        = changed_row ? words_for(*changed_row, value(key), value_of(next, key)) : Message{"%1", {Verbatim{key}}};
    push(key, std::move(next), gesture, words);
    return true;
}

void EditedQuestion::push(const std::string& key, Question next, Gesture gesture, const Message& words)
{
    State after = state_;
    after.configurations[after.current].question = std::make_shared<const Question>(std::move(next));
    push_state(std::move(after), words, key, gesture);
}

void EditedQuestion::push_state(State after, const Message& words, const std::string& key, Gesture gesture)
{
    undo_stack_.push(new Edit(*this, key, gesture, std::move(after), words));
}

bool EditedQuestion::edit_text(const std::string& key, const std::string& words, Gesture gesture)
{
    const ParameterDescription* known = row(key);
    if (const auto error = known ? doubtful(*known, words) : std::nullopt)
        return refuse(key, words, *error);
    const auto value = known ? parse_value(*known, words) : Value(words); // an edit names the nearest key
    if (!value)
        return refuse(key, words, value.error());
    const auto next = with_value(catalog(), question(), key, *value);
    return next ? edit_value(key, *value, gesture) : refuse(key, words, next.error());
}

bool EditedQuestion::edit_value(const std::string& key, const Value& value, Gesture gesture)
{
    if (value == reset_value(key))
        if (auto plain = restored(key))
            return push(key, std::move(*plain), gesture);
    auto next = with_value(catalog(), question(), key, value);
    if (next)
        return push(key, std::move(*next), gesture);
    const ParameterDescription* known = row(key);
    return refuse(key, known ? exact_value(*known, value) : std::string(), next.error());
}

void EditedQuestion::edit(Question next, const Message& words)
{
    if (!same_choices(next, question()) || choices(next).view != choices(question()).view)
        push({}, std::move(next), 0, words);
}

void EditedQuestion::set_locked(const std::string& key, bool locked, const std::optional<Value>& value)
{
    const ParameterDescription* known = row(key);
    if (!known || !known->may_be_auto || locked == is_locked(key))
        return;
    Question next = question();
    if (locked && is_open(key)) {
        auto closed = value ? with_value(catalog(), next, key, *value) : without(catalog(), next, key);
        if (!closed) {
            refuse(key, value ? exact_value(*known, *value) : std::string(), closed.error());
            return;
        }
        next = std::move(*closed);
    }
    if (locked)
        choices(next).locked.insert(key);
    else
        choices(next).locked.erase(key);
    push(key, std::move(next), 0, {locked ? PLATEAU_TEXT("Lock %1") : PLATEAU_TEXT("Unlock %1"), {Word{known->label}}});
}

/// Returns the question with another entry in its view; an empty value removes the entry.
Question EditedQuestion::with_entry(const std::string& key, const std::string& value) const
{
    Question next = question();
    if (value.empty())
        choices(next).view.erase(key);
    else
        choices(next).view[key] = value;
    return next;
}

void EditedQuestion::remember(const std::string& key, const std::string& value, const Message& words)
{
    Question next = with_entry(key, value);
    if (choices(next).view != choices(question()).view)
        push({}, std::move(next), 0, words);
}

void EditedQuestion::look(std::string_view key, const std::string& value)
{
    if (figures::looks::of(choices(question()).view, key) == value)
        return;
    configuration(state_.current).question = std::make_shared<const Question>(with_entry(std::string(key), value));
    emit looked();
}

Expected<Question> EditedQuestion::restored(const std::string& key) const
{
    const Choices& opened = choices(*current().opened);
    const auto found = opened.overrides.find(key);
    if (found != opened.overrides.end())
        return with_value(catalog(), question(), key, found->second);
    if (opened.open.contains(key))
        return with_value(catalog(), question(), key, Value("auto"));
    return without(catalog(), question(), key);
}

bool EditedQuestion::reset(const std::string& key)
{
    auto next = restored(key);
    if (!next)
        return refuse(key, {}, next.error());
    auto& locked = choices(*next).locked;
    locked.erase(key);
    if (choices(*current().opened).locked.contains(key))
        locked.insert(key);
    return push(key, std::move(*next), 0);
}

void EditedQuestion::reset_all()
{
    for (const ParameterDescription* each : rows_of(question()))
        forget_refusal(each->key);
    if (same_choices(*current().opened, question()))
        return;
    State after = state_;
    after.configurations[after.current].question = current().opened;
    push_state(std::move(after), {PLATEAU_TEXT("Reset all"), {}});
}

bool EditedQuestion::is_changed(const std::string& key) const
{
    const auto chosen = [&key](const Choices& choices) {
        const auto found = choices.overrides.find(key);
        return std::tuple(choices.open.contains(key), choices.locked.contains(key),
                          found == choices.overrides.end() ? std::optional<Value>() : found->second);
    };
    return chosen(choices(question())) != chosen(choices(*current().opened));
}

int EditedQuestion::change_count() const
{
    const auto all = rows_of(question());
    return static_cast<int>(std::ranges::count_if(all, [this](const auto* row) { return is_changed(row->key); }));
}

Value EditedQuestion::reset_value(const std::string& key) const
{
    const Choices& opened = choices(*current().opened);
    const auto found = opened.overrides.find(key);
    if (found != opened.overrides.end())
        return found->second;
    if (row(key) && !choices(question()).overrides.contains(key) && !is_open(key))
        return value(key);
    return default_value(catalog(), question(), key);
}

bool EditedQuestion::refuse(const std::string& key, const std::string& words, Error error)
{
    const ParameterDescription* described = row(key);
    refusals_[key] = {words, std::move(error), described ? nearest_legal(*described, words) : std::string()};
    emit refusal_changed(text(key));
    return false;
}

const EditedQuestion::Refusal* EditedQuestion::refusal(const std::string& key) const
{
    const auto found = refusals_.find(key);
    return found == refusals_.end() ? nullptr : &found->second;
}

void EditedQuestion::forget_refusal(const std::string& key)
{
    if (refusals_.erase(key) > 0)
        emit refusal_changed(text(key));
}

Argument EditedQuestion::words_of(const ParameterDescription& row, const Value& value) const
{
    if (const std::string* id = std::get_if<std::string>(&value); id && row.kind == ParameterKind::Name) {
        if (const auto* accelerator = catalog_->accelerator(*id))
            return Verbatim{accelerator->title};
        if (const auto* model = catalog_->model(*id))
            return Verbatim{model->title};
        if (const auto* stack = catalog_->stack(*id))
            return title_of(*stack);
    }
    return value_words(row, value);
}

/// "GPU count 128 → 4,096 GPUs"
Message EditedQuestion::words_for(const ParameterDescription& row, const Value& from, const Value& to) const
{
    Argument start = words_of(row, from);
    const Argument end = words_of(row, to);
    // "1,024 → 4,096 GPUs": a unit both have is said once.
    if (auto* number = std::get_if<Quantity>(&start.value); number && unit_of(*number) == unit_of(end))
        number->style = Quantity::Style::Number;
    return {"%1 %2 → %3", {Word{row.label}, start, end}};
}

EvidenceModel::EvidenceModel(ScenarioDocument& document, QObject* parent)
    : QObject(parent), document_(document), runs_(document.answers(), [this](answers::News) { take(); })
{
}

const evidence::Claims& EvidenceModel::claims() const { return document_.answers()->data()->claims(); }

void EvidenceModel::load()
{
    const auto* before = runs_.answer();
    runs_.ask({});
    if (runs_.answer() != before) // remembered: nobody will tell
        take();
}

void EvidenceModel::take()
{
    by_id_.clear();
    for (std::size_t i = 0; i < evidence().sample.rows.size(); ++i)
        by_id_.emplace(evidence().sample.rows[i].id, i);
    emit loaded();
}

std::optional<std::size_t> EvidenceModel::find(const std::string& id) const
{
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? std::nullopt : std::optional(found->second);
}

const QString key = QStringLiteral("recent_files");
constexpr qsizetype most = 10;

QStringList recent_files()
{
    QStringList files = QSettings().value(key).toStringList();
    files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
    return files;
}

void add_recent_file(const QString& file)
{
    QStringList files = recent_files();
    files.removeAll(file);
    files.prepend(file);
    QSettings().setValue(key, files.mid(0, most));
}

void forget_recent_files() { QSettings().remove(key); }

} // namespace plateau::ui
