// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnostics/reading_dialog.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "core/diagnostics/measured_figure.h"
#include "core/diagnostics/tuning.h"
#include "core/views/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/picture_view.h"

namespace plateau::ui {

namespace {

constexpr int parameter_role = Qt::UserRole + 1;
enum Column { InFile, Means, Why, column_count };

const programs::LoggedRun* run_of(const programs::Reading& reading)
{
    return std::get_if<programs::LoggedRun>(&reading.measured);
}

QString seconds(double value) { return quantity(value, units::Unit::Seconds); }

} // namespace

ReadingDialog::ReadingDialog(ScenarioDocument& document, QString file, QWidget* parent)
    : QDialog(parent), document_(document), file_(std::move(file)), head_(new QLabel(this)),
      sentence_(new QLabel(this)), pictures_(new QStackedWidget(this)), plot_(new FigureView), bars_(new PictureView),
      lines_(new QTreeWidget(this)), complaint_(new QLabel(this)),
      use_(new QPushButton(tr("Use as the question"), this)),
      tune_(new QPushButton(tr("Tune the open question"), this)), name_(new QLineEdit(this)),
      save_(new QPushButton(tr("Save as stack"), this)), reading_(document.answers(),
                                                                  [this](answers::News) {
                                                                      show_reading();
                                                                      emit read();
                                                                  }),
      predicted_(document.answers(), [this](answers::News) { show_measured(); }),
      gap_(document.answers(), [this](answers::News) { show_measured(); }),
      tuning_(document.answers(), [this](answers::News) { show_measured(); })
{
    set_subject(this, QStringLiteral("bring-your-own.md"));
    setWindowTitle(QFileInfo(file_).fileName());
    auto* column = new QVBoxLayout(this);
    QFont bold = head_->font();
    bold.setBold(true);
    head_->setFont(bold);
    head_->setText(tr("Reading %1 …").arg(QFileInfo(file_).fileName()));
    sentence_->setWordWrap(true);
    complaint_->setWordWrap(true);
    complaint_->hide();
    sentence_->hide();
    column->addWidget(head_);
    column->addWidget(sentence_);
    plot_->setMinimumSize(1, 1); // as large as its place
    pictures_->addWidget(plot_);
    pictures_->addWidget(bars_);
    pictures_->setMinimumHeight(240);
    pictures_->hide();
    column->addWidget(pictures_, 1);
    lines_->setColumnCount(column_count);
    lines_->setHeaderLabels({tr("In the file"), tr("Means"), tr("Why")});
    lines_->setAccessibleName(tr("What was understood, line by line"));
    lines_->setUniformRowHeights(true);
    lines_->setAllColumnsShowFocus(true);
    lines_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    lines_->header()->setStretchLastSection(true);
    column->addWidget(lines_, 2);
    column->addWidget(complaint_);
    auto* keep = new QHBoxLayout;
    name_->setPlaceholderText(tr("Our cluster"));
    name_->setAccessibleName(tr("Name of the stack"));
    name_->setToolTip(
        tr("A stack of your own keeps what was measured, with its ranges and files, to choose and to share"));
    keep->addWidget(name_, 1);
    keep->addWidget(save_);
    column->addLayout(keep);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setIcon({});
    buttons->addButton(use_, QDialogButtonBox::AcceptRole);
    buttons->addButton(tune_, QDialogButtonBox::ActionRole);
    use_->setDefault(true);
    use_->hide();
    tune_->hide();
    name_->hide();
    save_->hide();
    save_->setAutoDefault(false);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(use_, &QPushButton::clicked, this, [this] {
        emit question_wanted();
        accept();
    });
    connect(tune_, &QPushButton::clicked, this, &ReadingDialog::tune);
    connect(save_, &QPushButton::clicked, this, &ReadingDialog::save);
    connect(name_, &QLineEdit::textEdited, complaint_, &QLabel::hide);
    connect(lines_, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int) {
        if (!filling_)
            correct(item);
    });
    resize(760, 640);
    reading_.ask({file_.toStdString()});
    if (is_done())
        show_reading();
}

ReadingDialog::~ReadingDialog() = default;

const Error* ReadingDialog::error() const
{
    return reading_.answer() && !reading_.answer()->has_value() ? &reading_.answer()->error() : nullptr;
}

const Scenario& ReadingDialog::compared() const
{
    return shown_->scenario.contains("batch_mode") ? shown_->resolved : document_.scenario();
}

void ReadingDialog::show_reading()
{
    if (!reading_.answer() || error())
        return;
    shown_ = **reading_.answer();
    const QString name = QFileInfo(file_).fileName();
    const QString program = text(shown_->program);
    switch (shown_->kind) {
    case programs::FileKind::Configuration:
        head_->setText(tr("%1 is a configuration of %2").arg(name, program));
        break;
    case programs::FileKind::Log:
        head_->setText(tr("%1 is a log of %2").arg(name, program));
        break;
    case programs::FileKind::Collectives:
        head_->setText(tr("%1 holds collectives, measured by %2").arg(name, program));
        break;
    case programs::FileKind::Trace:
        head_->setText(tr("%1 is a trace of the PyTorch profiler").arg(name));
        break;
    case programs::FileKind::Products:
        head_->setText(tr("%1 holds matrix products, measured by %2").arg(name, program));
        break;
    }
    use_->setVisible(shown_->scenario.contains("batch_mode"));
    ask_predicted();
    show_measured();
}

/// A step beside what was measured: of the file's own configuration, else of the open question.
void ReadingDialog::ask_predicted()
{
    if (shown_->kind != programs::FileKind::Configuration && shown_->kind != programs::FileKind::Log)
        tuning_.ask({answers::TrainingQuestion(document_.scenario()),
                     std::make_shared<const std::vector<programs::Reading>>(1, *shown_)});
    if (shown_->kind != programs::FileKind::Log && shown_->kind != programs::FileKind::Trace)
        return;
    const answers::TrainingQuestion question{std::make_shared<const Scenario>(compared())};
    predicted_.ask(question);
    const programs::LoggedRun* run = run_of(*shown_);
    if (run && run->step_seconds && shown_->scenario.contains("batch_mode"))
        gap_.ask({question, {"step_time_s", *run->step_seconds}});
}

void ReadingDialog::show_measured()
{
    if (!shown_)
        return;
    filling_ = true;
    lines_->clear();
    show_figure();
    add_causes();
    add_terms();
    add_tuned();
    add_lines(tr("Understood"), shown_->understood, true);
    add_lines(tr("Contradictions"), shown_->contradictions, true);
    add_lines(tr("Assumed"), shown_->assumed, true);
    add_lines(tr("Not said; Plateau's own defaults stand in"), shown_->missing, true);
    add_lines(tr("Cannot be expressed"), shown_->not_expressible, true);
    add_lines(tr("Not known; may matter"), shown_->unknown, true);
    add_lines(tr("Changes nothing that is modelled"), shown_->harmless, false);
    const bool tuned = tuning_.answer() && !tuning_.answer()->constants.empty();
    for (QWidget* widget : std::initializer_list<QWidget*>{tune_, name_, save_})
        widget->setVisible(tuned);
    for (int i = 0; i < Why; ++i) {
        lines_->resizeColumnToContents(i);
        lines_->setColumnWidth(i, std::min(lines_->columnWidth(i) + 12, 340));
    }
    filling_ = false;
}

void ReadingDialog::show_figure()
{
    const Scenario& cluster = document_.scenario();
    figures::MeasuredAgainst against{.scenario = &cluster};
    if (predicted_.answer() && predicted_.answer()->possible())
        against.parts = predicted_.answer();
    const auto figure = figures::measured_figure(*shown_, against);
    sentence_->setVisible(figure.has_value());
    pictures_->setVisible(figure.has_value());
    if (!figure)
        return;
    sentence_->setText(text(figure->sentence));
    RenderStyle style;
    style.theme = theme_of(this);
    style.theme.canvas = style.theme.window;
    style.compact = true;
    if (figure->panels().empty()) {
        bars_->show_figure(*figure, style);
        pictures_->setCurrentWidget(bars_);
    } else {
        plot_->show_figure(*figure, style);
        pictures_->setCurrentWidget(plot_);
    }
}

QTreeWidgetItem* ReadingDialog::add_group(const QString& title)
{
    auto* group = new QTreeWidgetItem(lines_, {title});
    group->setFirstColumnSpanned(true);
    group->setFlags(Qt::ItemIsEnabled);
    QFont bold = lines_->font();
    bold.setBold(true);
    group->setFont(InFile, bold);
    group->setExpanded(true);
    return group;
}

void ReadingDialog::add_lines(const QString& title, const std::vector<programs::Line>& lines, bool open)
{
    if (lines.empty())
        return;
    QTreeWidgetItem* group = add_group(tr("%1 (%2)").arg(title).arg(lines.size()));
    for (const programs::Line& line : lines) {
        const QString place = line.line > 0 ? tr("%1: ").arg(line.line) : QString();
        const QString value = line.value.empty() ? QString() : QLatin1Char(' ') + text(line.value).left(80);
        const TrainingParameter* row = training_parameters().find(line.parameter);
        const QString meaning = text(line.meaning).left(80);
        auto* item = new QTreeWidgetItem(group);
        item->setText(InFile, line.key.empty() ? QString() : place + text(line.key) + value);
        item->setText(Means,
                      line.parameter.empty()  ? meaning
                          : meaning.isEmpty() ? text(line.parameter)
                                              : text(line.parameter) + QStringLiteral(" = ") + meaning);
        item->setText(Why, text(line.why));
        for (int column = 0; column < column_count; ++column)
            item->setToolTip(column, tip(item->text(column)));
        if (row && !shown_->resolved.title.empty()) {
            item->setData(Means, parameter_role, text(line.parameter));
            item->setFlags(item->flags() | Qt::ItemIsEditable);
        }
    }
    group->setExpanded(open);
}

/// Takes "tp = 4", or "4" alone, in place of what was read.
void ReadingDialog::correct(QTreeWidgetItem* item)
{
    const std::string key = item->data(Means, parameter_role).toString().toStdString();
    const TrainingParameter* row = training_parameters().find(key);
    if (!row)
        return;
    const QString typed = item->text(Means).section(QLatin1Char('='), -1).trimmed();
    const auto value = parse_value(*row, typed.toStdString());
    auto changed
        = value ? with_all(document_.catalog(), shown_->resolved, {{key, *value}}) : tl::unexpected(value.error());
    complaint_->setVisible(!changed);
    if (!changed) {
        complaint_->setText(text(row->label) + QStringLiteral(": ") + text(changed.error()));
        return;
    }
    shown_->resolved = std::move(*changed);
    shown_->scenario[key] = typed.toStdString();
    filling_ = true;
    item->setText(Means, text(key) + QStringLiteral(" = ") + typed);
    item->setText(Why, tr("corrected here"));
    filling_ = false;
    ask_predicted();
}

void ReadingDialog::add_causes()
{
    const answers::Gap::Value* gap = gap_.answer();
    if (!gap || !gap->possible())
        return;
    QTreeWidgetItem* group = add_group(text(narrate::gap_words(gap->first(), plateau::metric("step_time_s"))));
    if (gap->causes.empty() || !gap->first().can_be())
        new QTreeWidgetItem(group, {text(narrate::gap_verdict(*gap_.answered(), *gap)), {}, {}});
    for (const answers::GapCause& cause : gap->causes) {
        add_cause(group, cause, text(cause.label));
        for (const answers::GapCause& also : cause.with)
            add_cause(group, also, tr("and with it: %1").arg(text(also.label)));
    }
}

void ReadingDialog::add_cause(QTreeWidgetItem* group, const answers::GapCause& cause, const QString& label)
{
    auto* item = new QTreeWidgetItem(
        group, {label, tr("%1 instead of %2").arg(text(cause.needed_text), text(cause.now_text)), text(cause.check)});
    for (int column = 0; column < column_count; ++column)
        item->setToolTip(column, tip(item->text(column)));
}

void ReadingDialog::add_terms()
{
    const auto* trace = std::get_if<programs::Trace>(&shown_->measured);
    if (!trace || !trace->has_kernels)
        return;
    const Parts* parts = predicted_.answer() && predicted_.answer()->possible() ? predicted_.answer() : nullptr;
    QTreeWidgetItem* group = add_group(parts ? tr("Term by term, beside the open question") : tr("Term by term"));
    for (const answers::TracedTerm& term : answers::traced_terms(trace->step, {&compared(), parts})) {
        const QString predicted = term.predicted ? tr("predicted %1").arg(seconds(*term.predicted)) : QString();
        const QString measured = seconds(term.measured);
        const bool ratio = term.predicted && *term.predicted > 0;
        new QTreeWidgetItem(
            group,
            {text(term.name), predicted.isEmpty() ? measured : measured + QStringLiteral(", ") + predicted,
             ratio ? tr("%1 times as long as predicted").arg(QString::number(term.measured / *term.predicted, 'g', 3))
                   : QString()});
    }
}

/// Adds what the file says of the open question's cluster.
void ReadingDialog::add_tuned()
{
    const answers::Tuning::Value* tuning = tuning_.answer();
    if (!tuning)
        return;
    QTreeWidgetItem* group = add_group(tr("What it says of the open question's cluster"));
    for (const answers::TunedConstant& each : tuning->constants) {
        const TrainingParameter& row = *training_parameters().find(each.key);
        const auto show = [&](double value) { return text(value_words(row, value)); };
        new QTreeWidgetItem(group,
                            {text(each.label), tr("%1 instead of %2").arg(show(each.value.value), show(each.shipped)),
                             each.has_range()
                                 ? tr("nine in ten: %1 to %2").arg(show(each.value.low), show(each.value.high))
                                 : tr("of one step; no range")});
    }
    if (tuning->constants.empty())
        new QTreeWidgetItem(group, {tr("It determines no constant"), {}, {}});
    for (const Message& why : tuning->left_out)
        new QTreeWidgetItem(group, {tr("Not determined"), {}, text(why)});
    add_predictions(*tuning);
}

/// Adds predictions for the open question, shipped and tuned side by side.
void ReadingDialog::add_predictions(const answers::Tuning::Value& tuning)
{
    if (tuning.constants.empty() || !tuning.before.possible() || !tuning.after.possible())
        return;
    QTreeWidgetItem* group = add_group(tr("The open question, shipped and tuned"));
    for (const char* key : answers::tuned_metrics) {
        const Metric& row = plateau::metric(key);
        const double before = row.value(tuning.before), after = row.value(tuning.after);
        new QTreeWidgetItem(
            group,
            {text(Word{row.label}),
             tr("%1 shipped, %2 tuned").arg(text(metric_text(row, before)), text(metric_text(row, after))),
             before > 0 ? text(narrate::metric_change(row, tuning.after, tuning.before)) : QString()});
    }
}

void ReadingDialog::tune()
{
    const std::vector<answers::TunedConstant> constants = tuning_.answer()->constants; // an edit brings others
    for (const answers::TunedConstant& each : constants)
        emit tuning_wanted(text(each.key), text(units::exact(each.value.value, units::Unit::None)));
    accept();
}

void ReadingDialog::save()
{
    const std::string title = name_->text().toStdString();
    const auto complain = [this](const Error& error) {
        complaint_->setText(text(error));
        complaint_->show();
    };
    const auto place = evidence::own_stack_file(document_.catalog(), title);
    if (!place)
        return complain(place.error());
    if (!may_replace(this, text(place->string())))
        return;
    const auto file = answers::save_tuned_stack(document_.catalog(), document_.scenario(), *tuning_.answer(), title,
                                                files::Replacing::What::AnyFile);
    if (!file)
        return complain(file.error());
    document_.set_catalog(std::make_shared<const catalog::Catalog>(read_presets(document_.catalog().folders)));
    emit stack_saved(text(evidence::stack_id(title)));
    accept();
}

void ReadingDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && shown_)
        show_figure();
}

} // namespace plateau::ui
