// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibration/evidence_filter_panel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ui/controls/appearance.h"
#include "ui/controls/check_box.h"
#include "ui/controls/controls.h"
#include "ui/controls/tab_stops.h"
#include "ui/controls/text.h"

namespace plateau::ui {

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
    : Panel(parent), grid_(new QGridLayout), alike_(new CheckBox({}, this)), from_(new ValueField(this)),
      to_(new ValueField(this)), error_(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(panel_margin, 4, panel_margin, 8);
    column->setSpacing(4);
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
    connect(alike_, &CheckBox::clicked, this, [this](bool on) {
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
    auto* box = new CheckBox(text(Word{group}), this);
    groups_[grouping]->addWidget(box, groups_[grouping]->rowCount(), 0);
    boxes_[{grouping, group}] = box;
    stops_[grouping]->add(*box);
    connect(box, &CheckBox::clicked, this, [this, grouping, group](bool on) {
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

CheckBox* EvidenceFilterPanel::box(const std::string& grouping, const std::string& group) const
{
    const auto found = boxes_.find({grouping, group});
    return found == boxes_.end() ? nullptr : found->second;
}

void EvidenceFilterPanel::fill() { restyle(error_, QStringLiteral("color: %1").arg(theme_of(this).error.name())); }

} // namespace plateau::ui
