// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/reading_dialog.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "core/answers/explore/tuned_network.h"
#include "core/question/scenario/parameter_table.h"
#include "core/views/figures/measured_figure.h"
#include "core/views/narrate/traced_terms.h"
#include "ui/controls/appearance.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
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
      tune_(new QPushButton(tr("Tune the open question"), this)), reading_(document.answers(),
                                                                           [this](answers::News) {
                                                                               show_reading();
                                                                               emit read();
                                                                           }),
      predicted_(document.answers(), [this](answers::News) { show_measured(); }),
      gap_(document.answers(), [this](answers::News) { show_measured(); })
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
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setIcon({});
    buttons->addButton(use_, QDialogButtonBox::AcceptRole);
    buttons->addButton(tune_, QDialogButtonBox::ActionRole);
    use_->setDefault(true);
    use_->hide();
    tune_->hide();
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(use_, &QPushButton::clicked, this, [this] {
        emit question_wanted();
        accept();
    });
    connect(tune_, &QPushButton::clicked, this, [this] {
        for (const auto& [key, value] : tuned_)
            emit tuning_wanted(key, value);
        accept();
    });
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
    tuned_.clear();
    show_figure();
    add_causes();
    add_terms();
    add_tuned();
    add_lines(tr("Understood"), shown_->understood, true);
    add_lines(tr("Contradictions"), shown_->contradictions, true);
    add_lines(tr("Assumed"), shown_->assumed, true);
    add_lines(tr("Not said; Plateau's own defaults stand in"), shown_->missing, true);
    add_lines(tr("Cannot be expressed"), shown_->not_expressible, true);
    add_lines(tr("Changes nothing that is modelled"), shown_->ignored, false);
    tune_->setVisible(!tuned_.empty());
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

/// "tp = 4", or "4" alone, in place of what was read.
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
    if (!gap || !gap->parts.possible())
        return;
    const auto number = [](double value) { return seconds(value); };
    QTreeWidgetItem* group
        = add_group(tr("Measured %1 a step, predicted %2, eight in ten %3 to %4")
                        .arg(number(gap->measured), number(gap->predicted), number(gap->low), number(gap->high)));
    if (gap->causes.empty())
        new QTreeWidgetItem(group, {tr("Nothing single explains it"), {}, {}});
    for (const answers::Cause& cause : gap->causes) {
        auto* item = new QTreeWidgetItem(group,
                                         {text(cause.label),
                                          tr("%1 instead of %2").arg(text(cause.needed_text), text(cause.now_text)),
                                          text(Message{cause.check, {}})});
        for (int column = 0; column < column_count; ++column)
            item->setToolTip(column, tip(item->text(column)));
    }
}

void ReadingDialog::add_terms()
{
    const auto* trace = std::get_if<programs::Trace>(&shown_->measured);
    if (!trace || !trace->has_kernels)
        return;
    const Parts* parts = predicted_.answer() && predicted_.answer()->possible() ? predicted_.answer() : nullptr;
    QTreeWidgetItem* group = add_group(parts ? tr("Term by term, beside the open question") : tr("Term by term"));
    for (const narrate::TracedTerm& term : narrate::traced_terms(trace->step, parts)) {
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

/// What a table says of the network of the open question, where that has as many accelerators or more.
void ReadingDialog::add_tuned()
{
    const auto* tables = std::get_if<std::vector<programs::CollectiveTable>>(&shown_->measured);
    if (!tables)
        return;
    for (const programs::CollectiveTable& table : *tables) {
        const auto all = explore::tuned_network(document_.scenario(), table);
        if (all.empty())
            continue;
        QTreeWidgetItem* group
            = add_group(tr("What %1 says of the open question's network").arg(text(table.operation)));
        for (const explore::TunedParameter& each : all) {
            const auto show = [](double value) { return QString::number(value, 'g', 3); };
            new QTreeWidgetItem(group,
                                {text(each.key), show(each.value.value),
                                 tr("nine in ten: %1 to %2").arg(show(each.value.low), show(each.value.high))});
            if (&table == &tables->front())
                tuned_.emplace_back(text(each.key), show(each.value.value));
        }
    }
}

void ReadingDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && shown_)
        show_figure();
}

} // namespace plateau::ui
