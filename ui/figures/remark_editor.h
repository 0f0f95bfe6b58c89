// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include "core/charts/figure.h"

namespace plateau::ui {

/// A field over the plot for the words of one remark. Enter or a click elsewhere takes them, Escape gives them up.
class RemarkEditor final : public QLineEdit {
    Q_OBJECT
public:
    explicit RemarkEditor(QWidget* parent);

    void edit(const QString& panel, const figures::Remark& remark, QPointF at);
    /// Takes what was typed; nothing where the field is closed.
    void finish();

signals:
    void written(const QString& panel, const plateau::figures::Remark& remark);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QString panel_;
    figures::Remark remark_;
    bool open_ = false;
};

} // namespace plateau::ui
