// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/panel.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"

namespace plateau::ui {

namespace {

class ThemeFollower final : public QObject {
public:
    ThemeFollower(QWidget& widget, std::function<void()> dress) : QObject(&widget), dress_(std::move(dress))
    {
        widget.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::PaletteChange)
            dress_();
        return false;
    }

private:
    const std::function<void()> dress_;
};

} // namespace

void follow_theme(QWidget& widget, std::function<void()> dress) { new ThemeFollower(widget, std::move(dress)); }

Panel::Panel(QWidget* parent) : QWidget(parent) { setObjectName(QStringLiteral("dock")); }

void Panel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        fill();
}

void Panel::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), theme_of(this).window); }

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
    column->addWidget(label_);
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
    label_->setText(html);
    label_->setAccessibleName(text());
}

namespace {

constexpr int widest = 380;

} // namespace

EmptyNote::EmptyNote(QWidget* over) : QFrame(over), words_(new QLabel(this)), offer_(new QPushButton(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(panel_margin, panel_margin, panel_margin, panel_margin);
    column->setSpacing(10);
    words_->setWordWrap(true);
    words_->setAlignment(Qt::AlignCenter);
    column->addWidget(words_);
    column->addWidget(offer_, 0, Qt::AlignHCenter);
    connect(offer_, &QPushButton::clicked, this, &EmptyNote::taken);
    over->installEventFilter(this);
    hide();
}

void EmptyNote::show_note(const QString& words, const QString& offer)
{
    if (words.isEmpty()) {
        hide();
        return;
    }
    words_->setText(words);
    restyle(words_, QStringLiteral("color: %1").arg(theme_of(this).text2.name()));
    offer_->setText(offer);
    offer_->setVisible(!offer.isEmpty());
    place();
    show();
    raise();
}

void EmptyNote::place()
{
    const QRect room = parentWidget()->rect();
    const int width = std::min(widest, room.width());
    const int height = layout()->heightForWidth(width);
    setGeometry(room.center().x() - width / 2, std::max(0, room.center().y() - height / 2), width, height);
}

bool EmptyNote::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && isVisibleTo(parentWidget()))
        place();
    return QFrame::eventFilter(watched, event);
}

} // namespace plateau::ui
