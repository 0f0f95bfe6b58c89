// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/views/limits_view.h"
#include "ui/pages/panels/panel.h"

class QGridLayout;
class QLabel;

namespace plateau::ui {

/// What can be read off each configuration's curve, the closed forms beside it: one column a configuration.
class LandmarksPanel final : public Panel {
    Q_OBJECT
public:
    explicit LandmarksPanel(QWidget* parent = nullptr);
    void show_picture(const figures::LimitsPicture& picture);
    /// Tab-separated.
    QString as_text() const;

protected:
    void fill() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Column {
        QString head;
        QString name;
        figures::SeriesRole role;
        bool current;
        answers::Standing standing;
        std::vector<QString> cells;
    };
    QLabel* cell(int row, int column);
    bool make_room();

    QGridLayout* grid_;
    bool narrow_ = false; ///< smaller type, so that the columns fit
    std::vector<Column> columns_;
};

} // namespace plateau::ui
