// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include <optional>
#include <set>
#include <vector>

#include "core/calibration/evidence_figure.h"

class QGridLayout;
class QLabel;

namespace plateau::ui {

class CheckBox;
class ElidedLabel;
class OneTabStop;

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
    CheckBox* box(const std::string& source) const;
    QSize sizeHint() const override;

signals:
    void toggled(const QString& source, bool on);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row {
        CheckBox* box;
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

} // namespace plateau::ui
