// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibration/evidence_page.h"

#include <QCheckBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/text/units/quantity.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/tab_stops.h"
#include "ui/controls/text.h"
#include "ui/controls/theme.h"

namespace plateau::ui {

namespace {

constexpr int row_height = 24;
constexpr int usual_rows = 17; ///< the shipped sources, their heading and their sum
constexpr int least_rows = 5;
constexpr int width_for_runs = 320;
constexpr double wide_error = 0.10; ///< beyond it the figure is marked

QPixmap mark_of(const Theme& theme, figures::SeriesRole role, qreal ratio)
{
    const SeriesStyle style = theme.series(role);
    QPixmap picture(QSize(14, 14) * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    draw_marker(painter, style.marker == Marker::None ? Marker::Disc : style.marker, {7, 7}, style.line,
                style.marker_size * 0.75);
    return picture;
}

} // namespace

SourceList::SourceList(QWidget* parent) : QScrollArea(parent)
{
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    body->setObjectName(QStringLiteral("dock"));
    body->setAttribute(Qt::WA_StyledBackground);
    grid_ = new QGridLayout(body);
    boxes_ = new OneTabStop(*body);
    grid_->setContentsMargins(panel_margin, 2, panel_margin, 8);
    grid_->setHorizontalSpacing(6);
    grid_->setVerticalSpacing(0);
    grid_->setColumnStretch(2, 1);
    grid_->setRowMinimumHeight(0, row_height);
    const QString words[] = {tr("Source"), tr("Runs"), tr("Error, %"), tr("Left out")};
    for (int column = 0; column < 4; ++column) {
        auto* head = new QLabel(words[column], body);
        head->setFont(interface_font(12));
        head->setAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        grid_->addWidget(head, 0, column + 2);
        heads_.push_back(head);
    }
    heads_[2]->setToolTip(tip(tr("Mean error of the shown runs, with the constants Plateau ships.")));
    heads_[3]->setToolTip(
        tip(tr("Mean error in per cent over all runs of the source, with constants fitted on all other "
               "sources: what to expect of software nobody tuned on.")));
    setWidget(body);
    setMinimumHeight(least_rows * row_height);
}

QSize SourceList::sizeHint() const { return {300, usual_rows * row_height + 12}; }

void SourceList::add_row()
{
    Row row{new QCheckBox, new QLabel, new ElidedLabel, new QLabel, new QLabel, new QLabel};
    const int line = static_cast<int>(rows_.size()) + 1;
    const std::size_t index = rows_.size();
    row.mark->setFixedWidth(16);
    row.mark->setAlignment(Qt::AlignCenter);
    row.name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    for (QLabel* label : {row.runs, row.error, row.left_out})
        label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    grid_->addWidget(row.box, line, 0);
    boxes_->add(*row.box);
    grid_->addWidget(row.mark, line, 1);
    grid_->addWidget(row.name, line, 2);
    grid_->addWidget(row.runs, line, 3);
    grid_->addWidget(row.error, line, 4);
    grid_->addWidget(row.left_out, line, 5);
    grid_->setRowMinimumHeight(line, row_height);
    grid_->setRowStretch(line, 0);
    grid_->setRowStretch(line + 1, 1);
    connect(row.box, &QCheckBox::clicked, this, [this, index](bool on) {
        if (index < lines_.size())
            emit toggled(text(lines_[index].source.source), on);
    });
    rows_.push_back(row);
}

void SourceList::show_lines(const std::vector<Line>& lines, const Line& all, const std::set<std::string>& off)
{
    lines_ = lines;
    lines_.push_back(all);
    off_ = off;
    while (rows_.size() < lines_.size())
        add_row();
    fill();
}

void SourceList::fill()
{
    const Theme& theme = theme_of(widget()); // a scroll area's own palette is transparent
    for (QLabel* head : heads_)
        set_ink(head, "text2");
    heads_[1]->setVisible(!narrow_);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        Row& row = rows_[i];
        const bool shown = i < lines_.size();
        const bool sum = i + 1 == lines_.size();
        for (QLabel* label : std::initializer_list<QLabel*>{row.name, row.runs, row.error, row.left_out})
            label->setVisible(shown);
        row.runs->setVisible(shown && !narrow_);
        row.box->setVisible(shown && !sum);
        row.mark->setVisible(shown && !sum);
        if (!shown)
            continue;
        const Line& line = lines_[i];
        const bool on = sum || !off_.count(line.source.source);
        const bool strong = sum || line.source.role != figures::SeriesRole::GroupRest;
        const QString name = text(line.source.label);
        row.box->setChecked(on);
        row.box->setAccessibleName(name);
        row.mark->setPixmap(mark_of(theme, line.source.role, devicePixelRatioF()));
        row.name->set_full_text(name);
        const QString runs = text(Quantity{double(line.runs), units::Unit::Count, 3, Quantity::Style::Number});
        row.name->setToolTip(tip(tr("%1: %2 runs").arg(text(line.source.source), runs)));
        row.runs->setText(runs);
        const auto percent = [](double error) {
            return text(Quantity{100 * error, units::Unit::None, 2, Quantity::Style::Steady});
        };
        row.error->setText(line.runs > 0 ? percent(line.error) : QStringLiteral("–"));
        row.left_out->setText(line.left_out ? percent(*line.left_out) : QStringLiteral("–"));
        const auto style = [&](QLabel* label, const QColor& colour, bool bold) {
            restyle(label, QStringLiteral("color: %1; font-weight: %2").arg(colour.name()).arg(bold ? 600 : 400));
        };
        style(row.name, on ? theme.text : theme.text3, strong);
        style(row.runs, on ? theme.text : theme.text3, sum);
        const auto style_error = [&](QLabel* label, double error) {
            const bool wide = on && !sum && error > wide_error;
            style(label, wide ? theme.warning : on ? theme.text : theme.text3, sum || wide);
        };
        style_error(row.error, line.error);
        style_error(row.left_out, line.left_out.value_or(0));
    }
}

QCheckBox* SourceList::box(const std::string& source) const
{
    for (std::size_t i = 0; i < lines_.size(); ++i)
        if (lines_[i].source.source == source)
            return rows_[i].box;
    return nullptr;
}

void SourceList::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (const bool narrow = width() < width_for_runs; narrow != narrow_) {
        narrow_ = narrow;
        fill();
    }
}

void SourceList::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        fill();
}

namespace {

constexpr int most_columns = 3;
constexpr int box_spacing = 2;
constexpr int heading_spacing = 10;

/// Returns how many columns fit beside each other.
int columns_of(const std::vector<QWidget*>& boxes, int width)
{
    for (int columns = most_columns; columns > 1; --columns) {
        std::vector<int> widths(static_cast<std::size_t>(columns));
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            int& widest = widths[i % widths.size()];
            widest = std::max(widest, boxes[i]->sizeHint().width());
        }
        if (std::accumulate(widths.begin(), widths.end(), (columns - 1) * box_spacing) <= width)
            return columns;
    }
    return 1;
}

} // namespace

EvidenceFilterPanel::EvidenceFilterPanel(QWidget* parent)
    : Panel(parent), grid_(new QGridLayout), alike_(new QCheckBox({}, this)), from_(new ValueField(this)),
      to_(new ValueField(this)), error_(new QLabel(this))
{
    auto* column = box_layout<QVBoxLayout>(this, {panel_margin, 4, panel_margin, 8}, 4);
    grid_->setHorizontalSpacing(heading_spacing);
    grid_->setVerticalSpacing(4);
    grid_->setColumnMinimumWidth(0, headings_width_);
    grid_->setColumnStretch(1, 1);
    int line = 0;
    for (const figures::EvidenceGrouping& grouping : figures::evidence_groupings()) {
        heading(text(grouping.title), line);
        auto* boxes = new QGridLayout;
        boxes->setSpacing(box_spacing);
        boxes->setColumnStretch(most_columns, 1);
        grid_->addLayout(boxes, line++, 1);
        groups_[grouping.id] = boxes;
        stops_[grouping.id] = new OneTabStop(*this);
    }
    heading(tr("GPUs"), line);
    auto* gpus = new QHBoxLayout;
    gpus->setSpacing(8);
    for (ValueField* field : {from_, to_})
        field->setFixedWidth(76);
    gpus->addWidget(from_);
    gpus->addWidget(new QLabel(tr("to"), this));
    gpus->addWidget(to_);
    gpus->addStretch();
    grid_->addLayout(gpus, line, 1);
    column->addLayout(grid_);
    error_->setWordWrap(true);
    error_->setFont(interface_font(12));
    error_->hide();
    column->addWidget(error_);
    column->addWidget(alike_);
    auto* everything = new QPushButton(tr("Show all runs"), this);
    connect(everything, &QPushButton::clicked, this, &EvidenceFilterPanel::reset);
    auto* foot = new QHBoxLayout;
    foot->addWidget(everything);
    foot->addStretch();
    column->addLayout(foot);
    column->addStretch();
    from_->setAccessibleName(tr("GPUs from"));
    to_->setAccessibleName(tr("GPUs to"));
    connect(alike_, &QCheckBox::clicked, this, [this](bool on) {
        filter_.only_alike = on;
        emit changed(filter_);
    });
    connect(from_, &ValueField::committed, this,
            [this](const QString& words) { take_gpus(*from_, filter_.least_gpus, words); });
    connect(to_, &ValueField::committed, this,
            [this](const QString& words) { take_gpus(*to_, filter_.most_gpus, words); });
    for (ValueField* field : {from_, to_})
        connect(field, &ValueField::given_up, this, [this] {
            error_->hide();
            show_gpus();
        });
    set_alike(0);
    fill();
}

void EvidenceFilterPanel::heading(const QString& words, int row)
{
    auto* label = new QLabel(words, this);
    grid_->addWidget(label, row, 0, Qt::AlignTop);
    label->setFixedHeight(22);
    headings_width_ = std::max(headings_width_, label->sizeHint().width());
}

void EvidenceFilterPanel::place_boxes()
{
    const int beside = width() - 2 * panel_margin - headings_width_ - heading_spacing;
    for (const auto& [grouping, grid] : groups_) {
        std::vector<QWidget*> boxes;
        while (QLayoutItem* item = grid->takeAt(0)) {
            boxes.push_back(item->widget());
            delete item;
        }
        const int columns = columns_of(boxes, beside);
        for (std::size_t i = 0; i < boxes.size(); ++i)
            grid->addWidget(boxes[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
    }
}

void EvidenceFilterPanel::resizeEvent(QResizeEvent* event)
{
    Panel::resizeEvent(event);
    place_boxes();
}

void EvidenceFilterPanel::add_box(const std::string& grouping, const std::string& group)
{
    auto* box = new QCheckBox(text(Word{group}), this);
    groups_[grouping]->addWidget(box, groups_[grouping]->rowCount(), 0);
    boxes_[{grouping, group}] = box;
    stops_[grouping]->add(*box);
    connect(box, &QCheckBox::clicked, this, [this, grouping, group](bool on) {
        if (on)
            filter_.groups_off[grouping].erase(group);
        else
            filter_.groups_off[grouping].insert(group);
        emit changed(filter_);
    });
}

void EvidenceFilterPanel::take_gpus(ValueField& field, double& value, const QString& words)
{
    const auto typed = units::parse(words.trimmed().toStdString(), units::Unit::Gpus);
    if (!typed || !(*typed >= 1 && *typed <= 1e7)) {
        field.show_refused(words);
        error_->setText(typed ? tr("GPU counts run from 1 to 10,000,000") : text(typed.error()));
        error_->show();
        return;
    }
    error_->hide();
    value = *typed;
    field.set_state({});
    show_gpus();
    emit changed(filter_);
}

void EvidenceFilterPanel::show_gpus()
{
    const auto words = [](double gpus) { return text(units::show(gpus, units::Unit::Count).number); };
    from_->set_state({});
    to_->set_state({});
    from_->show_value(words(std::max(filter_.least_gpus, least_)), {});
    to_->show_value(words(std::min(filter_.most_gpus, most_)), {});
}

void EvidenceFilterPanel::set_choices(const evidence::Evidence& evidence)
{
    for (const figures::EvidenceGrouping& grouping : figures::evidence_groupings())
        for (const std::string& group : groups_of(evidence, grouping))
            if (!box(grouping.id, group))
                add_box(grouping.id, group);
    place_boxes();
    least_ = std::numeric_limits<double>::infinity();
    most_ = 1;
    for (std::size_t i = 0; i < evidence.sample.rows.size(); ++i)
        if (evidence.predictions[i].predicted()) {
            least_ = std::min(least_, evidence.sample.cases[i].posed.scenario.cluster.gpus);
            most_ = std::max(most_, evidence.sample.cases[i].posed.scenario.cluster.gpus);
        }
    set_filter(filter_);
}

void EvidenceFilterPanel::set_filter(const figures::EvidenceFilter& filter)
{
    filter_ = filter;
    for (const auto& [place, box] : boxes_) {
        const auto off = filter.groups_off.find(place.first);
        box->setChecked(off == filter.groups_off.end() || !off->second.count(place.second));
    }
    alike_->setChecked(filter.only_alike);
    show_gpus();
}

void EvidenceFilterPanel::set_alike(int runs)
{
    alike_->setText(tr("Only runs like the current scenario (%1)").arg(runs));
    alike_->setToolTip(tr("Same accelerator, model sizes, sequence, degrees, sharding, recomputation, batch and "
                          "micro-batch; any GPU count and software."));
    alike_->updateGeometry();
}

QCheckBox* EvidenceFilterPanel::box(const std::string& grouping, const std::string& group) const
{
    const auto found = boxes_.find({grouping, group});
    return found == boxes_.end() ? nullptr : found->second;
}

void EvidenceFilterPanel::fill() { set_ink(error_, "error"); }

} // namespace plateau::ui
