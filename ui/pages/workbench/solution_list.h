// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

#include <span>

#include "core/answers/solutions.h"

namespace plateau::ui {

/// Every accelerator that keeps the limits, the cheapest run first, or model, the lowest loss first, to choose from.
class SolutionList final : public QTableWidget {
    Q_OBJECT
public:
    explicit SolutionList(QWidget* parent = nullptr);

    /// Lists what was found, where there are several; hidden where there is no choice.
    void show_found(std::span<const answers::Solutions::Found> found, bool models);
    void set_grey(bool grey);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

signals:
    void chosen(int index);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void dress();

    bool grey_ = false;
};

} // namespace plateau::ui
