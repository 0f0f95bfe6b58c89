// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/solve_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/views/looks.h"
#include "core/views/measured_runs.h"
#include "core/views/solve_sentence.h"
#include "core/views/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/pages/workbench/form_parts.h"

namespace plateau::ui {

namespace {

/// A search soon says how far it is.
constexpr answers::Patience solve_patience{.silent = 100};

constexpr const char* number_target = "number"; ///< beside those of answers::Target
constexpr const char* no_limit = "none";
constexpr const char* usual_number = "scale_out_bandwidth";

constexpr const char* among_key = "solve_among"; ///< of the view: "compared", else all hardware

/// What stands in the field of a deadline that nobody set.
QString assumed_words()
{
    return QStringLiteral("(%1)").arg(quantity(answers::Limits::usual_seconds, units::Unit::Seconds));
}

std::vector<std::string> compared_with_own(const Scenario& scenario)
{
    return answers::own_first(scenario, answers::compared_hardware(scenario));
}

} // namespace

SolvePanel::SolvePanel(QuestionDocument& document, QWidget* parent)
    : QScrollArea(parent), document_(document),
      watch_(
          document.answers(), [this](answers::News news) { take(news); }, solve_patience),
      number_watch_(
          document.answers(), [this](answers::News news) { take_number(news); }, solve_patience)
{
    scrolling_column(*this, {12, 8, 12, 10}, 2);
    follow_theme(*this, [this] {
        if (target_)
            show_state();
    });
    sight_.fill();
}

void SolvePanel::build()
{
    if (target_)
        return;
    target_ = new Segments;
    among_ = new Segments;
    number_form_ = new QWidget;
    number_ = new QuietCombo;
    rival_ = new QuietCombo;
    tokens_ = new KeyField(tr("Training tokens"), tr("Tokens of the whole run; the scenario's own."));
    solve_ = new QPushButton(tr("Solve"));
    progress_ = new QLabel;
    sentence_ = new QLabel;
    details_ = new QLabel;
    list_ = new SolutionList;
    apply_ = new QPushButton(tr("Apply to the scenario"));
    build_form();
    build_answer();
    static_cast<QVBoxLayout*>(widget()->layout())->addStretch();
    connect(&document_, &QuestionDocument::changed, this, [this] {
        outdated_ = has_answer() || is_busy();
        refresh();
    });
    refresh();
}

void SolvePanel::follow(const Pins& pins)
{
    pins_ = &pins;
    connect(&pins, &Pins::changed, this, &SolvePanel::show_rivals);
    show_rivals();
}

void SolvePanel::build_form()
{
    auto* column = static_cast<QVBoxLayout*>(widget()->layout());
    target_->add(QStringLiteral("tokens"), tr("Tokens"), tr("The most tokens that time and money last for"));
    target_->add(QStringLiteral("loss"), tr("Loss"), tr("The dense model, and its tokens, whose loss is lowest"));
    target_->add(QStringLiteral("model"), tr("Model"),
                 tr("The largest model for the training tokens: on the scenario's GPUs, or for a budget"));
    target_->start_row();
    target_->add(QStringLiteral("gpus"), tr("Fewest GPUs"), tr("The smallest cluster that keeps the limits"));
    target_->add(QStringLiteral("hardware"), tr("Hardware"), tr("The accelerator whose run is cheapest"));
    target_->add(QLatin1String(number_target), tr("A number"),
                 tr("What a link, a price or any other number must be to keep the limits or to match a pin"));
    target_->set_name(tr("Find"));
    target_->set_current(QStringLiteral("gpus"));
    connect(target_, &Segments::chosen, this, [this](const QString& value) {
        target_->set_current(value);
        outdated_ = has_answer() || is_busy();
        show_among();
        show_state();
    });
    column->addWidget(target_);
    column->addSpacing(2);
    among_->add(QStringLiteral("all"), tr("All there is"), tr("Every accelerator of the catalog"));
    among_->add(QStringLiteral("compared"), tr("Compared"), {});
    among_->set_name(tr("Find among"));
    connect(among_, &Segments::chosen, this, [this](const QString& value) {
        const bool compared = value == QLatin1String("compared");
        document_.remember(
            among_key, compared ? value.toStdString() : std::string(),
            {compared ? PLATEAU_TEXT("Solve for compared hardware") : PLATEAU_TEXT("Solve for all hardware"), {}});
        refresh();
    });
    column->addWidget(among_);
    auto* number_line = box_layout<QHBoxLayout>(number_form_, {});
    number_->setAccessibleName(tr("Number"));
    rival_->setAccessibleName(tr("For what"));
    for (QComboBox* combo : {number_, rival_}) {
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setMinimumContentsLength(6);
        number_line->addWidget(combo, 1);
        connect(combo, &QComboBox::activated, this, [this] {
            outdated_ = has_answer() || is_busy();
            show_state();
        });
    }
    fill_numbers();
    show_rivals();
    column->addWidget(number_form_);
    column->addSpacing(4);
    column->addWidget(tokens_);
    connect(tokens_, &KeyField::committed, this, [this](const QString& words) {
        take_enter();
        document_.edit_text("tokens", words.toStdString());
        refresh();
    });
    for (std::size_t i = 0; i < answers::limit_rows().size(); ++i) {
        const answers::LimitRow& row = answers::limit_rows()[i];
        fields_.push_back(new KeyField(text(Word{row.label}), text(Word{row.help})));
        connect(fields_[i], &KeyField::committed, this, [this, i](const QString& words) { commit(i, words); });
        column->addWidget(fields_[i]);
    }
}

void SolvePanel::build_answer()
{
    auto* column = static_cast<QVBoxLayout*>(widget()->layout());
    auto* line = box_layout<QHBoxLayout>(nullptr, {0, 6, 0, 6});
    solve_->setDefault(true);
    line->addWidget(solve_);
    line->addWidget(progress_, 1);
    line->addStretch();
    line->addWidget(apply_); // above the answer: a long one does not push it out of sight
    column->addLayout(line);
    for (QLabel* label : {sentence_, details_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(label);
    }
    column->addWidget(list_);
    connect(list_, &SolutionList::chosen, this, &SolvePanel::show_found);
    connect(solve_, &QPushButton::clicked, this, [this] { is_busy() ? cancel() : ask(); });
    connect(apply_, &QPushButton::clicked, this, &SolvePanel::apply);
}

/// Lists every number of the parameter table.
void SolvePanel::fill_numbers()
{
    for (const TrainingParameter& parameter : training_parameters().rows())
        if (parameter.kind == ParameterKind::Number || parameter.kind == ParameterKind::Whole)
            number_->addItem(text(Word{parameter.label}), text(parameter.key));
    number_->setCurrentIndex(number_->findData(QLatin1String(usual_number)));
}

void SolvePanel::show_rivals()
{
    if (!rival_)
        return;
    const QString before = rival_->currentText();
    rival_->clear();
    rival_->addItem(tr("to keep the limits"));
    if (pins_)
        for (const Pin& pin : pins_->all())
            rival_->addItem(tr("to be as fast as %1").arg(pin.letter()), pin.letter());
    rival_->setCurrentIndex(std::max(0, rival_->findText(before)));
}

bool SolvePanel::is_number() const { return target_->current() == QLatin1String(number_target); }

double SolvePanel::limit(std::size_t index) const
{
    const answers::LimitRow& row = answers::limit_rows()[index];
    const auto& view = document_.training()->view;
    const auto found = view.find(row.view_key);
    const auto value = found == view.end() ? tl::make_unexpected(Error{}) : units::parse(found->second, row.unit);
    return value && *value > 0 ? *value : answers::Limits{}.*row.value;
}

/// The key that is under way took a number and does not solve too.
void SolvePanel::take_enter()
{
    committed_ = true;
    QMetaObject::invokeMethod(
        this, [this] { committed_ = false; }, Qt::QueuedConnection);
}

/// Takes what was typed as a limit; an empty field takes the limit away.
void SolvePanel::commit(std::size_t index, const QString& words)
{
    take_enter();
    const answers::LimitRow& row = answers::limit_rows()[index];
    const bool open = words == tr("none") || words == QLatin1String(no_limit);
    if (words.isEmpty() || open || words == assumed_words()) {
        const bool assumed_else = row.value == &answers::Limits::seconds; // where none is set
        document_.remember(row.view_key, open && assumed_else ? no_limit : "",
                           {PLATEAU_TEXT("No limit: %1"), {row.label}});
        refresh();
        return;
    }
    const auto value = units::parse(words.toStdString(), row.unit);
    if (!value || !(*value > 0) || !std::isfinite(*value)) {
        fields_[index]->show_refused(words, value ? tr("Must be above zero.") : text(value.error()));
        return;
    }
    document_.remember(row.view_key, units::exact(*value, row.unit),
                       {"%1 %2", {row.label, Quantity{*value, row.unit}}});
    refresh();
}

void SolvePanel::refresh()
{
    if (!target_)
        return;
    tokens_->show_value(document_.training()->workload.tokens, units::Unit::Tokens);
    if (const auto* refusal = document_.refusal("tokens"))
        tokens_->show_refused(text(refusal->text), text(refusal->error));
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const answers::LimitRow& row = answers::limit_rows()[i];
        const bool set = document_.training()->view.count(row.view_key);
        if (set && limit(i) != answers::Limits{}.*row.value)
            fields_[i]->show_value(limit(i), row.unit);
        else if (!set && row.value == &answers::Limits::seconds)
            fields_[i]->show_words(assumed_words());
        else
            fields_[i]->show_words(tr("none"));
    }
    show_among();
    show_state();
}

void SolvePanel::show_among()
{
    const Scenario& scenario = *document_.training();
    QStringList titles;
    for (const std::string& id : compared_with_own(scenario))
        if (const catalog::Accelerator* accelerator = document_.catalog().accelerator(id))
            titles << text(accelerator->title);
    among_->setVisible(target_->current() == QLatin1String("hardware"));
    number_form_->setVisible(is_number());
    among_->button(QStringLiteral("compared"))
        ->setToolTip(tr("Chosen on the page Hardware: %1").arg(titles.join(QStringLiteral(", "))));
    among_->set_current(scenario.view.count(among_key) ? QStringLiteral("compared") : QStringLiteral("all"));
}

answers::Limits SolvePanel::limits() const
{
    answers::Limits limits;
    limits.assume_deadline();
    limits.clock = figures::clock_of(document_.training()->view);
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        const answers::LimitRow& row = answers::limit_rows()[i];
        const bool is_deadline = row.value == &answers::Limits::seconds;
        if (is_deadline && !document_.training()->view.count(row.view_key))
            continue;
        limits.*row.value = limit(i);
        if (is_deadline)
            limits.assumed_deadline = false;
    }
    limits.gpus = std::floor(limits.gpus);
    return limits;
}

void SolvePanel::ask()
{
    outdated_ = false;
    progress_->setText(tr("searching, Esc cancels"));
    if (is_number())
        return ask_number(limits());
    answers::Solutions::Key key;
    key.question = answers::TrainingQuestion(*document_.training());
    key.known = known_;
    key.target = from_name<answers::Target>(target_->current().toStdString()).value_or(answers::Target::Gpus);
    key.limits = limits();
    if (among_->current() == QLatin1String("compared"))
        key.limits.hardware = compared_with_own(*key.question.scenario);
    watch_.ask(std::move(key));
    if (watch_.is_current())
        take(answers::News::Answer);
    else
        show_state();
}

void SolvePanel::ask_number(const answers::Limits& limits)
{
    answers::NeededValue::Key key;
    key.question = answers::TrainingQuestion(*document_.training());
    key.parameter = number_->currentData().toString().toStdString();
    key.goal.limits = limits;
    rival_name_ = rival_->currentData().toString();
    if (pins_)
        for (const Pin& pin : pins_->all())
            if (pin.letter() == rival_name_) {
                key.goal.rival = pin.scenario;
                key.goal.rival_choice = answers::plan_choice(*pin.scenario);
            }
    number_watch_.ask(std::move(key));
    if (number_watch_.is_current())
        take_number(answers::News::Answer);
    else
        show_state();
}

void SolvePanel::cancel()
{
    watch_.cancel();
    number_watch_.cancel();
    show_state();
}

void SolvePanel::show_progress(const answers::Progress& progress)
{
    progress_->setText(tr("%1 %, Esc cancels").arg(100 * progress.done / std::max(1, progress.of)));
}

void SolvePanel::take(answers::News news)
{
    if (news == answers::News::Long)
        return show_progress(watch_.progress());
    list_->show_found(answer()->offered(), watch_.answered()->target == answers::Target::Loss);
    show_found(0);
}

void SolvePanel::take_number(answers::News news)
{
    if (news == answers::News::Long)
        return show_progress(number_watch_.progress());
    const Message own{"%1", {Verbatim{tr("the current question").toStdString()}}};
    const Message rival{"%1", {Verbatim{rival_name_.toStdString()}}};
    const answers::Needed& needed = *number_watch_.answer();
    sentence_->setText(text(narrate::needed_sentence(*number_watch_.answered(), needed, own, rival)));
    details_->setText(text(narrate::needed_range(needed, own, rival)));
    show_state();
}

/// Shows one of what was found: what it is, and what its run takes.
void SolvePanel::show_found(int index)
{
    shown_ = static_cast<std::size_t>(index);
    if (answer()->tried.empty()) {
        sentence_->setText(tr("No accelerator with a known price can be asked."));
        details_->clear();
        show_state();
        return;
    }
    const answers::Solutions::Key& asked = *watch_.answered();
    const answers::Solutions::Found& found = answer()->tried[shown_];
    const answers::Solution& solution = found.solution;
    sentence_->setText(text(narrate::solution_sentence(asked, found)));
    QString details;
    if (solution.found) {
        const bool best = asked.question.choice == search::PlanChoice::Best;
        details = tr("%1 %2, %3. It takes %4, costs %5 and draws %6.")
                      .arg(best ? tr("Best plan:") : tr("Given plan:"), text(narrate::plan_words(solution.parts.plan)),
                           text(narrate::plan_details(solution.parts.plan)),
                           quantity(solution.run.seconds, units::Unit::Seconds),
                           solution.run.usd > 0 ? quantity(solution.run.usd, units::Unit::Usd) : tr("an unknown sum"),
                           quantity(solution.run.watts, units::Unit::Watts));
        if (const Message range = narrate::solution_range(asked, found); !range.empty())
            details += QLatin1Char(' ') + text(range);
    }
    const auto title = [](const answers::Solutions::Found& each) { return each.scenario->cluster.accelerator.title; };
    if (solution.found && answer()->known)
        if (const Message doubt = narrate::doubt_words(found.nearest, title(found)); !doubt.empty())
            details += QLatin1Char(' ') + tr("This is %1.").arg(text(doubt));
    const std::size_t best = asked.target == answers::Target::Hardware ? answer()->best_known() : answer()->found;
    if (shown_ == 0 && best < answer()->found) {
        const answers::Solutions::Found& other = answer()->tried[best];
        details += QLatin1Char(' ') + text(narrate::best_known_words(other.solution, other.nearest, title(other)))
            + QLatin1Char('.');
    }
    details_->setText(details);
    show_state();
}

bool SolvePanel::is_found() const
{
    if (is_number())
        return number_watch_.answer() && number_watch_.answer()->found;
    return answer() && !answer()->tried.empty() && answer()->tried[shown_].solution.found;
}

void SolvePanel::show_state()
{
    const bool busy = is_busy();
    solve_->setText(busy ? tr("Cancel") : tr("Solve"));
    progress_->setVisible(busy);
    set_ink(progress_, "text2");
    const bool grey = outdated_ || busy;
    set_ink(sentence_, grey ? "text3" : "text");
    set_ink(details_, grey ? "text3" : "text2");
    const bool number = is_number();
    sentence_->setVisible(has_answer());
    details_->setVisible(!details_->text().isEmpty() && (number ? has_answer() : is_found()));
    list_->setVisible(!number && answer() && answer()->found > 1);
    set_ink(list_, grey ? "text3" : "text");
    apply_->setVisible(is_found());
    apply_->setEnabled(!grey);
    apply_->setToolTip(outdated_ ? tr("The scenario changed since; solve again") : QString());
}

/// Makes the answer the scenario's cluster or model, in one undo step.
void SolvePanel::apply()
{
    if (!is_found() || outdated_)
        return;
    QUndoStack& undo = document_.undo_stack();
    begin_steps(undo, {PLATEAU_TEXT("Apply the solution"), {}});
    if (is_number()) {
        document_.edit_value(number_watch_.answered()->parameter, Value(number_watch_.answer()->value));
    } else {
        using answers::Target;
        const answers::Solution solution = answer()->tried[shown_].solution;
        const answers::Limits asked = watch_.answered()->limits;
        const Target target = watch_.answered()->target;
        if (target == Target::Hardware)
            document_.edit_value("hardware", Value(solution.id));
        if (target == Target::Model || target == Target::Loss)
            document_.edit_value("model", Value(solution.id));
        if (target == Target::Tokens || target == Target::Loss)
            document_.edit_value("tokens", Value(solution.tokens));
        if (target != Target::Model || std::isfinite(asked.usd))
            document_.edit_value("gpus", Value(solution.parts.gpus));
    }
    undo.endMacro();
    outdated_ = false;
    show_state();
}

void SolvePanel::keyPressEvent(QKeyEvent* event)
{
    build();
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape && is_busy())
        cancel();
    else if (enter && !committed_ && !is_busy()) // the first Enter takes what was typed, the next one solves
        ask();
    else
        QScrollArea::keyPressEvent(event);
}

} // namespace plateau::ui
