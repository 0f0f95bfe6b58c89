// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace plateau::ui {

/// Controls beside each other; those that have no room in a line stand in the next. Where one line holds all of them,
/// the last stands at its end.
class Flow final : public QLayout {
public:
    explicit Flow(const QMargins& margins);
    ~Flow() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(items_.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override; ///< in one line
    QSize minimumSize() const override;
    void setGeometry(const QRect& place) override;

private:
    using Line = std::vector<QLayoutItem*>;
    std::vector<Line> lines(int width) const;
    static int width_of(const Line& line);
    static int height_of(const Line& line, int width);

    std::vector<QLayoutItem*> items_;
};

} // namespace plateau::ui
