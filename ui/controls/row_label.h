// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace plateau::ui {

/// The name of a row: never cut, in smaller letters and several lines where one line is too short.
class RowLabel final : public QLabel {
    Q_OBJECT
public:
    explicit RowLabel(const QString& words, QWidget* parent = nullptr);
    void set_width(int pixels);

signals:
    void double_clicked();

protected:
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    const QString words_;
};

} // namespace plateau::ui
