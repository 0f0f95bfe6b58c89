// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

#include "core/figures/limits_figure.h"

class QGridLayout;
class QLabel;

namespace plateau::ui {

/// What can be read off each configuration's curve, the closed forms beside it: one column a configuration.
class LandmarksPanel final : public QWidget {
    Q_OBJECT
public:
    explicit LandmarksPanel(QWidget* parent = nullptr);
    void show_picture(const figures::LimitsPicture& picture);
    /// Tab-separated.
    QString as_text() const;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Column {
        QString head;
        QString name;
        figures::SeriesRole role;
        bool current;
        bool stale;
        std::vector<QString> cells;
    };
    void fill();
    QLabel* cell(int row, int column);

    QGridLayout* grid_;
    bool narrow_ = false; ///< smaller type, so that three columns fit
    std::vector<Column> columns_;
};

} // namespace plateau::ui
