// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/note_panel.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/controls/appearance.h"
#include "ui/controls/scrolling_column.h"

namespace plateau::ui {

NotePanel::NotePanel(QWidget* parent) : Panel(parent), label_(new QLabel(this))
{
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 4);
    label_->setWordWrap(true);
    label_->setTextFormat(Qt::RichText);
    label_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse);
    connect(label_, &QLabel::linkActivated, this, &NotePanel::offer_taken);
    label_->setContentsMargins(12, 6, 12, 4);
    label_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label_->setObjectName(QStringLiteral("dock"));
    QScrollArea* scroll = scrolled(label_, this);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(scroll);
}

void NotePanel::show_paragraphs(const QStringList& paragraphs, bool stale)
{
    if (paragraphs_ == paragraphs && stale_ == stale)
        return;
    paragraphs_ = paragraphs;
    stale_ = stale;
    fill();
}

void NotePanel::offer(const QString& words)
{
    if (offer_ == words)
        return;
    offer_ = words;
    fill();
}

QSize NotePanel::sizeHint() const
{
    const int wide = std::max(300, width());
    if (wide != measured_at_) {
        measured_at_ = wide;
        height_ = label_->heightForWidth(wide) + 8;
    }
    return {300, height_};
}

QString NotePanel::text() const { return paragraphs_.join(QLatin1Char('\n')); }

void NotePanel::fill()
{
    const Theme& theme = theme_of(this);
    QString html;
    for (qsizetype i = 0; i < paragraphs_.size(); ++i) {
        const QColor colour = stale_ ? theme.text3 : i == 0 ? theme.text : theme.text2;
        html += QStringLiteral("<p style=\"margin:%1px 0 0 0; line-height:18px; color:%2\">%3</p>")
                    .arg(i == 0 ? 0 : 6)
                    .arg(colour.name(), paragraphs_[i].toHtmlEscaped());
    }
    if (!offer_.isEmpty())
        html += QStringLiteral("<p style=\"margin:6px 0 0 0\"><a href=\"offer\" style=\"color:%1\">%2</a></p>")
                    .arg(theme.accent.name(), offer_.toHtmlEscaped());
    measured_at_ = 0;
    label_->setText(html);
    label_->setAccessibleName(text());
}

} // namespace plateau::ui
