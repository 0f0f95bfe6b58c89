// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/calibration/evidence_view.h"
#include "ui/pages/panels/panel.h"

class QGridLayout;
class QLabel;

class QCheckBox;

namespace plateau::ui {

class ElidedLabel;
class OneTabStop;
class ValueField;

/// The sources of the measured runs: their marks on the plots, runs and mean error, and a box that takes them out.
class SourceList final : public QScrollArea {
    Q_OBJECT
public:
    explicit SourceList(QWidget* parent = nullptr);

    struct Line {
        figures::EvidenceSource source;
        int runs = 0;
        double error = 0; ///< mean, fraction
        std::optional<double> left_out; ///< of constants fitted on all other sources
    };
    void show_lines(const std::vector<Line>& lines, const Line& all, const std::set<std::string>& off);
    QCheckBox* box(const std::string& source) const;
    QSize sizeHint() const override;

signals:
    void toggled(const QString& source, bool on);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row {
        QCheckBox* box;
        QLabel* mark;
        ElidedLabel* name;
        QLabel* runs;
        QLabel* error;
        QLabel* left_out;
    };
    void add_row();
    void fill();

    QGridLayout* grid_;
    OneTabStop* boxes_ = nullptr;
    std::vector<QLabel*> heads_;
    std::vector<Row> rows_;
    std::vector<Line> lines_; ///< and the sum of all as the last
    std::set<std::string> off_;
    bool narrow_ = false; ///< the runs of a source are in its tool tip
};

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
    QCheckBox* box(const std::string& grouping, const std::string& group) const;
    QCheckBox* alike_box() const { return alike_; }

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
    std::map<std::pair<std::string, std::string>, QCheckBox*> boxes_; ///< by grouping and group
    QCheckBox* alike_;
    ValueField* from_;
    ValueField* to_;
    QLabel* error_;
};

} // namespace plateau::ui
