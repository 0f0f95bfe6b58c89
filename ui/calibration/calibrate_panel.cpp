// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibration/calibrate_panel.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"

namespace plateau::ui {

namespace {

/// A label with links that Tab goes through. QLabel never lets go of the keyboard backwards where a link stands first.
class LinkLabel final : public QLabel {
public:
    explicit LinkLabel(QWidget* parent = nullptr) : QLabel(parent)
    {
        setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    }

protected:
    bool focusNextPrevChild(bool next) override
    {
        if (next || selectionStart() != 0)
            return QLabel::focusNextPrevChild(next);
        return QWidget::focusNextPrevChild(next); // NOLINT(bugprone-parent-virtual-call): past what QLabel does
    }
};

QLabel* wrapped(QLabel* label, int pixels)
{
    label->setWordWrap(true);
    label->setFont(interface_font(pixels));
    return label;
}

QLabel* wrapped(QWidget* parent, int pixels)
{
    auto* label = new QLabel(parent);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return wrapped(label, pixels);
}

QString percent_change(double fraction)
{
    const double percent = std::round(fraction * 1000) / 10;
    return (percent > 0 ? QStringLiteral("+") : QString())
        + text(Quantity{percent, units::Unit::None, 2, Quantity::Style::Steady}) + QStringLiteral("\u00a0%");
}

} // namespace

CalibratePanel::CalibratePanel(ScenarioDocument& document, CalibrateModel& model, QWidget* parent)
    : Panel(parent), document_(document), model_(model), intro_(wrapped(this, 13)),
      enter_(new QPushButton(tr("Enter a run…"), this)), read_(new QPushButton(tr("Open CSV…"), this)),
      table_(wrapped(new LinkLabel(this), 12)), form_(new QWidget(this)), question_(wrapped(form_, 12)),
      gpus_(new QLineEdit(form_)), kind_(new Segments(form_)), measured_(new QLineEdit(form_)),
      memory_(new QLineEdit(form_)), add_(new QPushButton(tr("Add run"), form_)), error_(wrapped(this, 12)),
      result_(new QWidget(this)), base_(new QuietCombo(result_)), runs_(new QGridLayout),
      sentence_(wrapped(result_, 13)), limits_(wrapped(result_, 12)), name_(new QLineEdit(result_)),
      save_(new QPushButton(tr("Save as stack"), result_)), saved_(wrapped(new LinkLabel(result_), 12))
{
    setObjectName(QStringLiteral("dock"));
    auto* column = box_layout<QVBoxLayout>(this, {panel_margin, 6, panel_margin, 10}, 8);
    intro_->setText(tr("Enter one to five of your own runs. Plateau fits what they can determine and shows how far it "
                       "carries. Best are two: one inside a host and one across many."));
    column->addWidget(intro_);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(enter_);
    buttons->addWidget(read_);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addWidget(table_);
    column->addWidget(form_);
    column->addWidget(error_);
    column->addWidget(result_);
    column->addStretch();
    build_form();
    build_result();
    read_->setToolTip(tr("A table with the columns of presets/evidence: gpu, n_gpus, model, seq, step_time_s …"));
    error_->hide();
    form_->hide();
    connect(table_, &QLabel::linkActivated, this, &CalibratePanel::ask_table);
    connect(enter_, &QPushButton::clicked, this, [this] { open_form(!form_->isVisibleTo(this)); });
    connect(read_, &QPushButton::clicked, this, &CalibratePanel::ask_csv);
    connect(&model_, &CalibrateModel::updated, this, &CalibratePanel::refresh);
    connect(&model_, &CalibrateModel::updated, this, &CalibratePanel::changed);
    connect(&document_, &ScenarioDocument::changed, this, &CalibratePanel::refresh_question);
    connect(&document_, &QuestionDocument::catalog_changed, this, &CalibratePanel::fill_bases);
    fill_bases();
    refresh();
    refresh_question();
}

void CalibratePanel::build_form()
{
    auto* column = box_layout<QVBoxLayout>(form_, {}, 6);
    column->addWidget(question_);
    kind_->add(QStringLiteral("step"), tr("Step time"), tr("Seconds of one optimizer step"));
    kind_->add(QStringLiteral("rate"), tr("Tokens/s"), tr("Of all GPUs together"));
    kind_->set_name(tr("Measured"));
    kind_->set_current(QStringLiteral("step"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    grid->addWidget(new QLabel(tr("GPUs"), form_), 0, 0);
    grid->addWidget(gpus_, 0, 1);
    grid->addWidget(kind_, 1, 0);
    grid->addWidget(measured_, 1, 1);
    gpus_->setAccessibleName(tr("GPUs of the measured run"));
    gpus_->setToolTip(tr("The same run on another count: type that here; all else is the current scenario's"));
    auto* memory = new QLabel(tr("Memory, if known"), form_);
    grid->addWidget(memory, 2, 0);
    grid->addWidget(memory_, 2, 1);
    column->addLayout(grid);
    kind_->setMinimumWidth(150);
    memory_->setPlaceholderText(tr("62 GB"));
    memory_->setAccessibleName(tr("Measured memory per GPU"));
    memory_->setToolTip(tr("All the device holds, as nvidia-smi shows it"));
    auto* line = new QHBoxLayout;
    add_->setDefault(true);
    line->addWidget(add_);
    line->addStretch();
    column->addLayout(line);
    const auto name_field = [this] {
        const bool step = kind_->current() == QLatin1String("step");
        measured_->setPlaceholderText(step ? tr("1.35 s") : tr("788 k"));
        measured_->setAccessibleName(step ? tr("Measured step time") : tr("Measured tokens per second of all GPUs"));
    };
    name_field();
    connect(kind_, &Segments::chosen, this, name_field);
    connect(add_, &QPushButton::clicked, this, &CalibratePanel::add_run);
    for (QLineEdit* field : {gpus_, measured_, memory_}) {
        connect(field, &QLineEdit::returnPressed, this, &CalibratePanel::add_run);
        connect(field, &QLineEdit::textEdited, this, [this, field] {
            set_style_property(*field, "state", QString());
            error_->hide();
        });
    }
}

void CalibratePanel::build_result()
{
    auto* column = box_layout<QVBoxLayout>(result_, {}, 8);
    auto* base = new QHBoxLayout;
    base->addWidget(new QLabel(tr("Starting from"), result_));
    base->addWidget(base_, 1);
    column->addLayout(base);
    runs_->setHorizontalSpacing(8);
    runs_->setVerticalSpacing(2);
    runs_->setColumnStretch(0, 1);
    column->addLayout(runs_);
    column->addWidget(sentence_);
    column->addWidget(limits_);
    auto* line = new QHBoxLayout;
    name_->setPlaceholderText(tr("Our cluster"));
    name_->setAccessibleName(tr("Name of the stack"));
    line->addWidget(name_, 1);
    line->addWidget(save_);
    column->addLayout(line);
    column->addWidget(saved_);
    base_->setAccessibleName(tr("Stack the calibration starts from"));
    connect(base_, &QComboBox::activated, this,
            [this](int index) { model_.set_base(base_->itemData(index).toString().toStdString()); });
    connect(save_, &QPushButton::clicked, this, &CalibratePanel::save);
    connect(name_, &QLineEdit::returnPressed, this, &CalibratePanel::save);
    connect(name_, &QLineEdit::textEdited, this, [this] {
        set_style_property(*name_, "state", QString());
        error_->hide();
    });
    connect(saved_, &QLabel::linkActivated, this, &CalibratePanel::use_saved);
}

void CalibratePanel::open_form(bool open)
{
    form_->setVisible(open);
    table_->setVisible(!open && model_.run_count() == 0);
    if (open)
        measured_->setFocus();
    error_->hide();
    updateGeometry();
}

void CalibratePanel::fail(QLineEdit* field, const QString& words)
{
    if (field)
        set_style_property(*field, "state", QStringLiteral("refused"));
    error_->setText(words);
    error_->show();
}

void CalibratePanel::add_run()
{
    const auto gpus = units::parse(typed_in_english(gpus_->text().trimmed()).toStdString(), units::Unit::Gpus);
    if (!gpus)
        return fail(gpus_, text(gpus.error()));
    const bool step = kind_->current() == QLatin1String("step");
    const auto measured = units::parse(typed_in_english(measured_->text().trimmed()).toStdString(),
                                       step ? units::Unit::Seconds : units::Unit::Count);
    if (!measured)
        return fail(measured_, text(measured.error()));
    evidence::TypedRun run;
    (step ? run.step_seconds : run.tokens_per_s) = *measured;
    if (!memory_->text().trimmed().isEmpty()) {
        const auto memory = units::parse(typed_in_english(memory_->text().trimmed()).toStdString(), units::Unit::Bytes);
        if (!memory)
            return fail(memory_, text(memory.error()));
        run.memory_bytes = *memory;
    }
    if (const auto added = model_.add_typed(run, *gpus); !added)
        return fail(added.error().where == "gpus" ? gpus_ : measured_, text(added.error()));
    measured_->clear();
    memory_->clear();
    error_->hide();
}

void CalibratePanel::ask_csv()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Runs of one's own"), {}, tr("Tables (*.csv)"));
    if (!file.isEmpty())
        open_csv(file);
}

void CalibratePanel::ask_table()
{
    const QString file
        = ask_save_file(this, tr("Table to fill in"), tr("my-runs.csv"), tr("Tables (*.csv)"), {QStringLiteral("csv")});
    if (!file.isEmpty())
        save_table(file);
}

void CalibratePanel::save_table(const QString& file)
{
    error_->hide();
    if (const auto saved = files::write_file(file.toStdU16String(), model_.table(), files::Replacing::any_file());
        !saved)
        return fail(nullptr, placed_text(saved.error()));
    table_->setText(tr("Saved %1. Fill in step_time_s, then open it as CSV.").arg(QFileInfo(file).fileName()));
}

void CalibratePanel::open_csv(const QString& file)
{
    error_->hide();
    if (const auto added = model_.add_file(file.toStdString()); !added)
        fail(nullptr, placed_text(added.error()));
}

bool CalibratePanel::save()
{
    const auto place = evidence::own_stack_file(document_.catalog(), name_->text().toStdString());
    if (place && !may_replace(this, text(place->string())))
        return false;
    const auto id = model_.save(name_->text().toStdString());
    if (!id) {
        fail(name_, text(id.error()));
        return false;
    }
    error_->hide();
    saved_id_ = *id;
    saved_result_ = model_.result();
    emit changed();
    saved_->setText(tr("Saved. It stands among the stacks. <a href=\"use\" style=\"color:%1\">Use it for the current "
                       "scenario</a>")
                        .arg(theme_of(this).accent.name()));
    saved_->show();
    return true;
}

std::string CalibratePanel::copy() const
{
    const bool in_a_stack = model_.result() && model_.result() == saved_result_;
    return model_.run_count() == 0 || in_a_stack ? std::string() : model_.as_text();
}

void CalibratePanel::restore(const std::string& copy)
{
    if (const auto restored = model_.restore(copy); !restored)
        fail(nullptr, placed_text(restored.error()));
}

void CalibratePanel::use_saved()
{
    const Scenario& scenario = document_.scenario();
    if (scenario.assumptions.stack.id != saved_id_) {
        document_.edit_value("stack", Value(saved_id_));
    } else if (auto again = resolve(document_.catalog(), scenario)) {
        document_.replace(std::move(*again), {PLATEAU_TEXT("Calibrated stack"), {}});
    }
}

void CalibratePanel::refresh_question()
{
    const Scenario& scenario = document_.scenario();
    question_->setText(tr("The current scenario as you ran it: %1 on %2 %3, %4.")
                           .arg(text(scenario.workload.shape.title),
                                quantity(scenario.cluster.gpus, units::Unit::Count),
                                text(scenario.cluster.accelerator.title), text(title_of(scenario.assumptions.stack))));
    gpus_->setText(quantity(scenario.cluster.gpus, units::Unit::Count));
    if (model_.run_count() == 0)
        base_->setCurrentIndex(base_->findData(text(model_.base())));
}

void CalibratePanel::fill_bases()
{
    base_->clear();
    for (const catalog::Stack& stack : document_.catalog().stacks)
        base_->addItem(text(title_of(stack)), text(stack.id));
    base_->setCurrentIndex(base_->findData(text(model_.base())));
}

void CalibratePanel::fill_runs()
{
    while (QLayoutItem* item = runs_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto& result = model_.result();
    if (!result)
        return;
    const Theme& theme = theme_of(this);
    const auto put = [&](const QString& words, int row, int column, const QColor& colour, bool bold = false) {
        auto* label = column == 0 ? new ElidedLabel(result_) : new QLabel(result_);
        if (auto* elided = qobject_cast<ElidedLabel*>(label))
            elided->set_full_text(words);
        else
            label->setText(words);
        label->setAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        label->setFont(interface_font(row == 0 ? 12 : 13, bold ? 600 : 400));
        restyle(label, QStringLiteral("color: %1").arg(colour.name()));
        runs_->addWidget(label, row, column);
        return label;
    };
    const auto put_remove = [&](std::size_t run, int row) {
        auto* remove = new QToolButton(result_);
        remove->setObjectName(QStringLiteral("small"));
        remove->setIcon(icon(QStringLiteral("close"), this));
        remove->setToolTip(tr("Remove this run"));
        remove->setAccessibleName(tr("Remove %1").arg(text(model_.run_id(run))));
        connect(
            remove, &QToolButton::clicked, this, [this, run] { model_.remove(run); }, Qt::QueuedConnection);
        runs_->addWidget(remove, row, 4);
    };
    if (!*result) { // the runs stay, and each can be taken away
        for (std::size_t i = 0; i < model_.run_count(); ++i) {
            put(text(model_.run_id(i)), static_cast<int>(i) + 1, 0, theme.text);
            put_remove(i, static_cast<int>(i) + 1);
        }
        return;
    }
    const QString heads[] = {tr("Run"), tr("Measured"), tr("Before"), tr("After")};
    for (int column = 0; column < 4; ++column)
        put(heads[column], 0, column, theme.text2);
    int line = 1;
    const auto& runs = (*result)->runs;
    for (std::size_t i = 0; i < runs.size(); ++i, ++line) {
        const evidence::CalibratedRun& run = runs[i];
        put(tr("%1, %2").arg(text(run.id), quantity(run.gpus, units::Unit::Gpus)), line, 0, theme.text);
        const bool timed = run.skipped.empty() && run.measured_step_seconds > 0;
        put(timed ? quantity(run.measured_step_seconds, units::Unit::Seconds) : QStringLiteral("–"), line, 1,
            theme.text);
        if (timed) {
            put(percent_change(run.before_step_seconds / run.measured_step_seconds - 1), line, 2, theme.text);
            put(percent_change(run.after_step_seconds / run.measured_step_seconds - 1), line, 3, theme.text, true);
        } else {
            auto* why = put(run.skipped.empty()                          ? tr("not timed")
                                : run.skipped == evidence::excluded_cell ? text(run.skipped)
                                                                         : tr("no %1").arg(text(run.skipped)),
                            line, 3, theme.warning);
            why->setToolTip(tip(text(run.where)));
        }
        put_remove(i, line);
    }
}

void CalibratePanel::refresh()
{
    const auto& result = model_.result();
    const bool some = model_.run_count() > 0;
    result_->setVisible(some);
    intro_->setVisible(!some);
    table_->setVisible(!some && !form_->isVisibleTo(this));
    saved_->hide();
    if (base_->currentData().toString() != text(model_.base()))
        base_->setCurrentIndex(base_->findData(text(model_.base())));
    const bool good = result && result->has_value();
    for (QWidget* widget : {static_cast<QWidget*>(sentence_), static_cast<QWidget*>(limits_),
                            static_cast<QWidget*>(name_), static_cast<QWidget*>(save_)})
        widget->setVisible(good);
    if (good) {
        const evidence::Calibration& calibration = **result;
        sentence_->setText(text(calibration.sentence));
        limits_->setText(text(calibration.limits)
                         + tr(" Eight in ten lie in the intervals; one run scatters %1 % around the model.")
                               .arg(text(Quantity{100 * calibration.stack.calibrated->scatter, units::Unit::None, 2,
                                                  Quantity::Style::Steady})));
    } else if (result) {
        sentence_->setText(placed_text(result->error()));
        sentence_->show();
    }
    fill();
    updateGeometry();
}

void CalibratePanel::fill()
{
    fill_runs();
    const Theme& theme = theme_of(this);
    const auto& result = model_.result();
    const bool bad = result && !result->has_value();
    set_ink(error_, "error");
    set_ink(sentence_, bad ? "error" : "text");
    table_->setText(
        tr("<a href=\"table\" style=\"color:%1\">Save a table to fill in</a>, with the current scenario in its "
           "cells")
            .arg(theme.accent.name()));
    for (QLabel* label : {limits_, question_, saved_, table_})
        set_ink(label, "text2");
}

void CalibratePanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && form_->isVisible())
        open_form(false);
    else
        Panel::keyPressEvent(event);
}

} // namespace plateau::ui
