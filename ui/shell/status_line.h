// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/pages/panels/page.h"

class QLabel;

namespace plateau::ui {

class Sentence;

/// What the active page says of its numbers, in as many lines as that needs. How long it took stands there where there
/// is room for it, else in the tool tip.
class StatusLine final : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);

    void show_status(const narrate::Status& status);
    void show_message(const QString& words);

signals:
    void run_clicked(const std::string& id); ///< the measured run that the words are about

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();
    void colour(); ///< all of it, in those of the theme

    QLabel* icon_;
    Sentence* verdict_;
    Sentence* known_;
    narrate::Status::Tone tone_ = narrate::Status::Tone::Good;
    std::string run_; ///< that known_ is about; empty: none
    QLabel* work_;
};

} // namespace plateau::ui
