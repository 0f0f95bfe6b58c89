// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "core/calibration/evidence_filter.h"
#include "ui/pages/panels/panel.h"

class QGridLayout;
class QLabel;

namespace plateau::ui {

class CheckBox;
class OneTabStop;
class ValueField;

/// What of the runs is shown: the groups they fall into, GPU counts, likeness to the current scenario.
class EvidenceFilterPanel final : public Panel {
    Q_OBJECT
public:
    explicit EvidenceFilterPanel(QWidget* parent = nullptr);

    /// The groups there are, and how many GPUs the smallest and the largest run used.
    void set_choices(const evidence::Evidence& evidence);
    void set_filter(const figures::EvidenceFilter& filter);
    /// How many runs are like the current scenario.
    void set_alike(int runs);
    CheckBox* box(const std::string& grouping, const std::string& group) const;
    CheckBox* alike_box() const { return alike_; }

signals:
    void changed(const plateau::figures::EvidenceFilter& filter);
    void reset();

protected:
    void fill() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void heading(const QString& words, int row);
    void place_boxes();
    void add_box(const std::string& grouping, const std::string& group);
    void show_gpus();
    void take_gpus(ValueField& field, double& value, const QString& words);

    figures::EvidenceFilter filter_;
    double least_ = 1;
    double most_ = 1;
    int headings_width_ = 70; ///< the widest's
    QGridLayout* grid_;
    std::map<std::string, QGridLayout*> groups_; ///< by grouping
    std::map<std::string, OneTabStop*> stops_;
    std::map<std::pair<std::string, std::string>, CheckBox*> boxes_; ///< by grouping and group
    CheckBox* alike_;
    ValueField* from_;
    ValueField* to_;
    QLabel* error_;
};

} // namespace plateau::ui
