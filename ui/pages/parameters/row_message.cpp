// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/row_message.h"

#include <QHBoxLayout>
#include <QLabel>

#include "ui/controls/appearance.h"
#include "ui/controls/text.h"

namespace plateau::ui {

RowMessage::RowMessage(QWidget* parent) : QWidget(parent), sign_(new QLabel(this)), words_(new QLabel(this))
{
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(12, 0, 12, 4);
    line->setSpacing(6);
    line->addWidget(sign_, 0, Qt::AlignTop);
    line->addWidget(words_, 1);
    words_->setWordWrap(true);
    words_->setFont(interface_font(12));
    words_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setFocusProxy(words_);
    connect(words_, &QLabel::linkActivated, this, &RowMessage::offer_taken);
    hide();
}

void RowMessage::show_notice(const RowNotice& notice, bool refused)
{
    setVisible(!notice.text.isEmpty());
    if (notice.text.isEmpty())
        return;
    const Theme& theme = theme_of(this);
    const QColor colour = notice.warning ? theme.warning : theme.error;
    const QString sign = refused && !notice.warning ? QStringLiteral("error") : QStringLiteral("warning");
    sign_->setPixmap(icon_pixmap(sign, colour, 14, devicePixelRatioF()));
    QString words = notice.text.toHtmlEscaped();
    if (!words.endsWith(QLatin1Char('.')))
        words += QLatin1Char('.');
    if (!notice.offer.isEmpty())
        words += QStringLiteral(" <a href=\"%1\" style=\"color:%3\">%2</a>")
                     .arg(text(notice.offer_text).toHtmlEscaped(), notice.offer.toHtmlEscaped(), theme.accent.name());
    words_->setText(QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), words));
    words_->setAccessibleName(notice.text);
}

} // namespace plateau::ui
