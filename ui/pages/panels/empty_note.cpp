// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/empty_note.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/controls/appearance.h"

namespace plateau::ui {

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
