// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnostics/measured_panel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/pages/workbench/form_parts.h"

namespace plateau::ui {

namespace {

constexpr int causes_milliseconds = 150; ///< a question that still moves gets no causes
constexpr int field_lines = 2;

QLabel* paragraph(QVBoxLayout* column, int pixels = 13)
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setFont(interface_font(pixels));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(label);
    return label;
}

/// How to find out whether it is the cause; of two choices both.
QString check_text(const answers::GapCause& cause)
{
    QString words = text(cause.check);
    for (const answers::GapCause& also : cause.with)
        words += QLatin1Char('\n') + text(also.check);
    return words;
}

} // namespace

MeasuredPanel::MeasuredPanel(ScenarioDocument& document, QWidget* parent)
    : QScrollArea(parent), document_(document), field_(new QPlainTextEdit), enter_(new QPushButton(tr("Compare"))),
      forget_(new QPushButton(tr("Forget"))), watch_(document.answers(),
                                                     [this](answers::News) {
                                                         if (!sight_.is_behind())
                                                             fill();
                                                     },
                                                     {.still = causes_milliseconds})
{
    auto* column = scrolling_column(*this, {panel_margin, 8, panel_margin, 10}, 6);
    intro_ = paragraph(column);
    intro_->setText(tr("What did you measure of this question? A number with its unit, or a line of the log."));
    build_field(column);
    error_ = paragraph(column, 12);
    runs_ = paragraph(column);
    place_ = paragraph(column, 12);
    verdict_ = paragraph(column);
    rows_ = new QVBoxLayout;
    rows_->setSpacing(0);
    column->addLayout(rows_);
    ruled_out_ = paragraph(column, 12);
    column->addStretch();
    error_->hide();
    sight_.fill();
}

void MeasuredPanel::build_field(QVBoxLayout* column)
{
    field_->setAccessibleName(tr("What was measured"));
    field_->setPlaceholderText(tr("1.35 s, 38 % MFU, 9,800 tokens/s per GPU, 61 GB"));
    field_->setTabChangesFocus(true);
    field_->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    field_->setFixedHeight(field_lines * field_->fontMetrics().lineSpacing() + 14);
    field_->installEventFilter(this);
    column->addWidget(field_);
    auto* line = new QHBoxLayout;
    line->addWidget(enter_);
    line->addWidget(forget_);
    line->addStretch();
    column->addLayout(line);
    connect(enter_, &QPushButton::clicked, this, &MeasuredPanel::commit);
    connect(forget_, &QPushButton::clicked, this, &MeasuredPanel::forget);
    connect(field_, &QPlainTextEdit::textChanged, this, [this] { error_->hide(); });
}

void MeasuredPanel::follow(Pins& pins)
{
    pins_ = &pins;
    connect(&pins, &Pins::changed, this, &MeasuredPanel::refresh);
}

/// Enter compares; with Shift it begins a line.
bool MeasuredPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == field_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && !(key->modifiers() & Qt::ShiftModifier)) {
            commit();
            return true;
        }
    }
    return QScrollArea::eventFilter(watched, event);
}

void MeasuredPanel::enter(const QString& words)
{
    field_->setPlainText(words);
    commit();
}

void MeasuredPanel::commit()
{
    const std::string typed = typed_in_english(field_->toPlainText().trimmed()).toStdString();
    if (typed.empty())
        return forget();
    const auto measured = answers::typed_measured(document_.catalog(), typed);
    if (!measured) {
        error_->setText(placed_text(measured.error()));
        error_->show();
        return;
    }
    const Metric& row = plateau::metric(measured->metric);
    document_.remember(answers::measured_entry, answers::as_typed(*measured),
                       {PLATEAU_TEXT("Measured: %1 %2"), {Word{row.label}, metric_text(row, measured->value)}});
    field_->clear();
    refresh();
}

void MeasuredPanel::forget()
{
    document_.remember(answers::measured_entry, {}, {PLATEAU_TEXT("Forget what was measured"), {}});
    field_->clear();
    refresh();
}

void MeasuredPanel::ask()
{
    const Scenario& scenario = document_.scenario();
    const auto measured = answers::noted_measured(document_.catalog(), scenario);
    if (!measured)
        return watch_.cancel();
    answers::Gap::Key key{answers::TrainingQuestion(scenario), *measured};
    names_ = {tr("this question")};
    const bool of_time = measured->metric != answers::memory_metric;
    for (const Pin& pin : pins_&& of_time ? pins_->all() : std::vector<Pin>()) {
        const auto other = answers::noted_measured(document_.catalog(), *pin.scenario);
        const answers::TrainingQuestion question(*pin.scenario);
        if (!other || other->metric == answers::memory_metric || question == key.question)
            continue;
        key.others.push_back({question, *other});
        names_.push_back(pin.letter());
    }
    watch_.ask(std::move(key));
}

QString MeasuredPanel::name_of(std::size_t run) const { return run < names_.size() ? names_[run] : QString(); }

void MeasuredPanel::fill()
{
    for (QLabel* label : {intro_, place_, ruled_out_})
        set_ink(label, "text2");
    set_ink(error_, "error");
    const bool asked = answers::noted_measured(document_.catalog(), document_.scenario()).has_value();
    const answers::Gap::Value* gap = asked ? watch_.answer() : nullptr;
    const bool current = watch_.is_current();
    intro_->setVisible(!asked);
    forget_->setVisible(asked);
    for (QLabel* label : {runs_, verdict_})
        set_ink(label, current ? "text" : "text3");
    QStringList runs, ruled_out;
    if (gap && !gap->possible())
        runs << tr("The plan is impossible as it is asked.");
    for (std::size_t i = 0; gap && gap->possible() && i < gap->runs_beside.size(); ++i) {
        const answers::Gap::Key& key = *watch_.answered();
        const Metric& row = plateau::metric(i == 0 ? key.measured.metric : key.others[i - 1].measured.metric);
        const QString words = text(narrate::gap_words(gap->runs_beside[i], row));
        runs << (gap->runs_beside.size() > 1 ? tr("%1 – %2").arg(name_of(i), words) : words);
        const answers::TrainingQuestion& question = i == 0 ? key.question : key.others[i - 1].question;
        const QString share = text(narrate::denominator_words(gap->runs_beside[i], row, *question.scenario));
        if (!share.isEmpty())
            runs << share;
    }
    if (const Message room = gap && gap->possible() ? narrate::gap_room(*gap) : Message(); !room.empty())
        runs << text(room);
    for (std::size_t i = 0; gap && gap->possible() && i < gap->ruled_out.size(); ++i)
        ruled_out << text(narrate::ruled_out_words(gap->ruled_out[i], name_of(gap->ruled_out[i].by).toStdString(),
                                                   *watch_.answered(), *gap));
    runs_->setText(asked && !gap ? tr("Looking for causes …") : runs.join(QLatin1Char('\n')));
    place_->setText(gap ? text(narrate::gap_place(*gap)) : QString());
    verdict_->setText(gap && gap->possible() ? text(narrate::gap_verdict(*watch_.answered(), *gap)) : QString());
    ruled_out_->setText(ruled_out.isEmpty()
                            ? QString()
                            : tr("Ruled out by another run:") + QLatin1Char('\n') + ruled_out.join(QLatin1Char('\n')));
    for (QLabel* label : {runs_, place_, verdict_, ruled_out_})
        label->setVisible(!label->text().isEmpty());
    fill_causes();
}

void MeasuredPanel::fill_causes()
{
    const bool asked = answers::noted_measured(document_.catalog(), document_.scenario()).has_value();
    const std::vector<answers::GapCause> none;
    const auto& causes = asked && watch_.answer() ? watch_.answer()->causes : none;
    while (shown_.size() < causes.size()) {
        auto* row = new SuggestionRow;
        const std::size_t index = shown_.size();
        connect(row, &SuggestionRow::wanted, this, [this, index] { apply(index); });
        rows_->addWidget(row);
        shown_.push_back(row);
    }
    for (std::size_t i = 0; i < shown_.size(); ++i) {
        shown_[i]->setVisible(i < causes.size());
        if (i >= causes.size())
            continue;
        shown_[i]->show_suggestion(text(narrate::cause_words(causes[i])), check_text(causes[i]), {},
                                   watch_.is_current());
        shown_[i]->set_applicable(causes[i].is_parameter());
    }
}

void MeasuredPanel::apply(std::size_t cause)
{
    if (!watch_.answer() || cause >= watch_.answer()->causes.size())
        return;
    const answers::GapCause wanted = watch_.answer()->causes[cause]; // an edit brings others
    document_.edit_value(wanted.key, wanted.needed);
    for (const answers::GapCause& also : wanted.with)
        document_.edit_value(also.key, also.needed);
}

QString MeasuredPanel::as_text() const
{
    QStringList lines;
    for (const QLabel* label : {error_, runs_, place_, verdict_, ruled_out_})
        if (label->isVisibleTo(widget()))
            lines << label->text();
    if (watch_.answer())
        for (const answers::GapCause& cause : watch_.answer()->causes)
            lines << text(narrate::cause_words(cause));
    return lines.join(QLatin1Char('\n'));
}

void MeasuredPanel::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        sight_.fill();
}

} // namespace plateau::ui
