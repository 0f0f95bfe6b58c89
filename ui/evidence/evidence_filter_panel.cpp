// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/evidence/evidence_filter_panel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

#include "ui/base/appearance.h"
#include "ui/base/check_box.h"
#include "ui/base/controls.h"
#include "ui/base/text.h"

namespace plateau::ui {

namespace {

constexpr int columns_of_boxes = 3;

} // namespace

EvidenceFilterPanel::EvidenceFilterPanel(QWidget* parent)
    : Panel(parent), grid_(new QGridLayout), families_(new QGridLayout), flash_(new CheckBox(tr("Flash"), this)),
      unfused_(new CheckBox(tr("Unfused"), this)), alike_(new CheckBox({}, this)), from_(new ValueField(this)),
      to_(new ValueField(this)), error_(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(panel_margin, 4, panel_margin, 8);
    column->setSpacing(4);
    grid_->setHorizontalSpacing(10);
    grid_->setVerticalSpacing(4);
    grid_->setColumnMinimumWidth(0, 70);
    grid_->setColumnStretch(1, 1);
    families_->setSpacing(2);
    families_->setColumnStretch(columns_of_boxes, 1);
    heading(tr("Hardware"), 0);
    grid_->addLayout(families_, 0, 1);
    heading(tr("Attention"), 1);
    auto* attention = new QHBoxLayout;
    attention->addWidget(flash_);
    attention->addSpacing(8);
    attention->addWidget(unfused_);
    attention->addStretch();
    grid_->addLayout(attention, 1, 1);
    heading(tr("GPUs"), 2);
    auto* gpus = new QHBoxLayout;
    gpus->setSpacing(8);
    for (ValueField* field : {from_, to_})
        field->setFixedWidth(76);
    gpus->addWidget(from_);
    gpus->addWidget(new QLabel(tr("to"), this));
    gpus->addWidget(to_);
    gpus->addStretch();
    grid_->addLayout(gpus, 2, 1);
    column->addLayout(grid_);
    error_->setWordWrap(true);
    error_->setFont(interface_font(12));
    error_->hide();
    column->addWidget(error_);
    column->addWidget(alike_);
    auto* everything = new QPushButton(tr("Show all runs"), this);
    connect(everything, &QPushButton::clicked, this, &EvidenceFilterPanel::reset);
    auto* line = new QHBoxLayout;
    line->addWidget(everything);
    line->addStretch();
    column->addLayout(line);
    column->addStretch();
    from_->setAccessibleName(tr("GPUs from"));
    to_->setAccessibleName(tr("GPUs to"));
    connect(flash_, &CheckBox::clicked, this, [this](bool on) {
        filter_.flash = on;
        emit changed(filter_);
    });
    connect(unfused_, &CheckBox::clicked, this, [this](bool on) {
        filter_.unfused = on;
        emit changed(filter_);
    });
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

QLabel* EvidenceFilterPanel::heading(const QString& words, int row)
{
    auto* label = new QLabel(words, this);
    grid_->addWidget(label, row, 0, Qt::AlignTop);
    label->setFixedHeight(22);
    headings_.push_back(label);
    return label;
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

void EvidenceFilterPanel::set_choices(const std::vector<std::string>& families, double least_gpus, double most_gpus)
{
    least_ = least_gpus;
    most_ = most_gpus;
    for (const std::string& family : families) {
        if (boxes_.count(family))
            continue;
        auto* box = new CheckBox(text(family), this);
        const int place = static_cast<int>(boxes_.size());
        families_->addWidget(box, place / columns_of_boxes, place % columns_of_boxes);
        boxes_[family] = box;
        connect(box, &CheckBox::clicked, this, [this, family](bool on) {
            if (on)
                filter_.hardware_off.erase(family);
            else
                filter_.hardware_off.insert(family);
            emit changed(filter_);
        });
    }
    set_filter(filter_);
}

void EvidenceFilterPanel::set_filter(const figures::EvidenceFilter& filter)
{
    filter_ = filter;
    for (const auto& [family, box] : boxes_)
        box->setChecked(!filter.hardware_off.count(family));
    flash_->setChecked(filter.flash);
    unfused_->setChecked(filter.unfused);
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

CheckBox* EvidenceFilterPanel::family_box(const std::string& family) const
{
    const auto found = boxes_.find(family);
    return found == boxes_.end() ? nullptr : found->second;
}

void EvidenceFilterPanel::fill() { restyle(error_, QStringLiteral("color: %1").arg(theme_of(this).error.name())); }

} // namespace plateau::ui
