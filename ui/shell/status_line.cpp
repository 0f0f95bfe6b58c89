// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/status_line.h"

#include <QHBoxLayout>
#include <QLabel>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/text.h"

namespace plateau::ui {

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent), icon_(new QLabel(this)), verdict_(new QLabel(this)), known_(new ElidedLabel(this)),
      work_(new QLabel(this))
{
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(12, 0, 12, 0);
    line->setSpacing(6);
    line->addWidget(icon_);
    line->addWidget(verdict_);
    line->addSpacing(12);
    line->addWidget(known_, 1);
    line->addWidget(work_);
    for (QLabel* label : {verdict_, static_cast<QLabel*>(known_), work_}) {
        label->setFont(interface_font(12));
        label->setTextFormat(Qt::PlainText);
    }
    connect(known_, &ElidedLabel::clicked, this, [this] {
        if (!run_.empty())
            emit run_clicked(std::string(run_)); // a copy: the page that this leads to says something else
    });
}

void StatusLine::verdict(const QString& name, const QColor& colour, const QString& words)
{
    const QString drawn = name + colour.name();
    if (icon_->property("drawn") != drawn) {
        icon_->setPixmap(icon_pixmap(name, colour, 14, devicePixelRatioF()));
        icon_->setProperty("drawn", drawn);
    }
    verdict_->setText(words);
}

void StatusLine::show_status(const narrate::Status& status)
{
    const Theme& theme = theme_of(this);
    work_->setText(text(status.work));
    for (QLabel* label : {verdict_, static_cast<QLabel*>(known_), work_})
        restyle(label, QStringLiteral("color: %1").arg(theme.text2.name()));
    using enum narrate::Status::Tone;
    const bool good = status.tone == Good;
    verdict(good ? QStringLiteral("check") : QStringLiteral("warning"),
            good                         ? theme.good
                : status.tone == Warning ? theme.warning
                                         : theme.error,
            text(status.verdict));
    icon_->setVisible(!status.verdict.empty());
    known_->set_full_text(text(status.known));
    run_ = status.run;
    known_->setCursor(run_.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    known_->setAccessibleDescription(run_.empty() ? QString() : tr("A click opens that run"));
}

void StatusLine::show_message(const QString& words) { known_->set_full_text(words); }

} // namespace plateau::ui
