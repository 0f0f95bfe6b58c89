// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/panels/panel.h"

class QLabel;

namespace plateau::ui {

/// A paragraph or two beside the plots.
class NotePanel final : public Panel {
    Q_OBJECT
public:
    explicit NotePanel(QWidget* parent = nullptr);
    /// Paragraphs; the first in the text colour, the others quieter. Stale: all of it quieter still.
    void show_paragraphs(const QStringList& paragraphs, bool stale = false);
    /// A link below them; offer_taken() when it is clicked.
    void offer(const QString& words);
    QString text() const;
    QSize sizeHint() const override;

signals:
    void offer_taken();

protected:
    void fill() override;

private:
    QLabel* label_;
    QStringList paragraphs_;
    QString offer_;
    bool stale_ = false;
    mutable int measured_at_ = 0; ///< the width that height_ belongs to; 0: none. Laying out a document takes long
    mutable int height_ = 0;
};

} // namespace plateau::ui
