// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/sentence.h"
#include "ui/controls/text.h"
#include "ui/shell/main_window.h"

namespace plateau::ui {

namespace {

constexpr int around = 12;
constexpr int gaps = 14 + 6 + 6 + 12 + 6 + 6; ///< the icon, and what stands between
constexpr int line_height = 15, line_margin = 8;

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent), icon_(new QLabel(this)), verdict_(new Sentence(this)), known_(new Sentence(this)),
      work_(new QLabel(this))
{
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(around, 0, around, 0);
    line->setSpacing(6);
    line->addWidget(icon_, 0, Qt::AlignTop);
    line->addWidget(verdict_, 0, Qt::AlignTop);
    line->addSpacing(12);
    line->addWidget(known_, 1, Qt::AlignTop);
    line->addWidget(work_, 0, Qt::AlignTop);
    known_->setObjectName(QStringLiteral("known"));
    for (QLabel* label : {static_cast<QLabel*>(verdict_), static_cast<QLabel*>(known_), work_}) {
        label->setFont(interface_font(12));
        label->setTextFormat(Qt::PlainText);
    }
    connect(known_, &Sentence::clicked, this, [this] {
        if (!run_.empty())
            emit run_clicked(std::string(run_)); // a copy: the page that this leads to says something else
    });
}

void StatusLine::colour()
{
    const Theme& theme = theme_of(this);
    for (QLabel* label : {static_cast<QLabel*>(verdict_), static_cast<QLabel*>(known_), work_})
        restyle(label, QStringLiteral("color: %1").arg(theme.text2.name()));
    using enum narrate::Status::Tone;
    const QString name = tone_ == Good ? QStringLiteral("check") : QStringLiteral("warning");
    const QColor& colour = tone_ == Good ? theme.good : tone_ == Warning ? theme.warning : theme.error;
    const QString drawn = name + colour.name();
    if (icon_->property("drawn") != drawn) {
        icon_->setPixmap(icon_pixmap(name, colour, 14, devicePixelRatioF()));
        icon_->setProperty("drawn", drawn);
    }
}

/// Labels that are restyled while the window is would be styled twice at once.
void StatusLine::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        QMetaObject::invokeMethod(this, &StatusLine::colour, Qt::QueuedConnection);
}

void StatusLine::show_status(const narrate::Status& status)
{
    work_->setText(text(status.work));
    verdict_->say(text(status.verdict));
    icon_->setVisible(!status.verdict.empty());
    tone_ = status.tone;
    colour();
    known_->say(text(status.known));
    fit();
    run_ = status.run;
    known_->setCursor(run_.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    known_->setAccessibleDescription(run_.empty() ? QString() : tr("A click opens that run"));
}

void StatusLine::show_message(const QString& words)
{
    known_->say(words);
    fit();
}

/// The verdict takes half of the line at most.
void StatusLine::fit()
{
    const auto width_of = [](const QLabel& label) { return label.fontMetrics().horizontalAdvance(label.text()) + 2; };
    const int room = width() - 2 * around - gaps;
    const int verdict = std::min(width_of(*verdict_), room / 2);
    verdict_->setFixedWidth(verdict);
    const bool whole = verdict + width_of(*known_) + width_of(*work_) <= room;
    work_->setVisible(whole);
    setToolTip(whole ? QString() : work_->text());
    const int known = room - verdict - (whole ? width_of(*work_) : 0);
    const int words = std::max({line_height, verdict_->heightForWidth(verdict), known_->heightForWidth(known)});
    setFixedHeight(words + line_margin);
}

void StatusLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fit();
}

NoticeBar::NoticeBar(QWidget* parent)
    : QToolBar(parent), label_(new ElidedLabel(this)), row_(new QWidget(this)), buttons_(new QHBoxLayout)
{
    setObjectName(QStringLiteral("notices"));
    setWindowTitle(tr("Notices"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    toggleViewAction()->setVisible(false);
    auto* line = new QHBoxLayout(row_);
    line->setContentsMargins(12, 4, 12, 4);
    line->setSpacing(8);
    label_->setFont(interface_font(13));
    label_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    line->addWidget(label_, 1);
    line->addLayout(buttons_);
    row_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(row_);
    hide();
}

void NoticeBar::add(const QString& key, const QString& words, Answers answers)
{
    const auto same = [&key](const Notice& notice) { return notice.key == key; };
    const auto found = std::find_if(notices_.begin(), notices_.end(), same);
    Notice notice{key, words, std::move(answers)};
    if (found == notices_.end())
        notices_.push_front(std::move(notice));
    else
        *found = std::move(notice);
    show_first();
}

void NoticeBar::complain(const Error& error) { add(complaint, placed_text(error)); }

void NoticeBar::remove(const QString& key)
{
    std::erase_if(notices_, [&key](const Notice& notice) { return notice.key == key; });
    show_first();
}

bool NoticeBar::answer(const QString& name)
{
    if (notices_.empty())
        return false;
    for (const auto& [words, act] : notices_.front().answers)
        if (words == name) {
            const auto chosen = act; // acting may bring other notices
            notices_.pop_front();
            show_first();
            chosen();
            return true;
        }
    return false;
}

void NoticeBar::show_first()
{
    while (QLayoutItem* item = buttons_->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    setVisible(!notices_.empty());
    if (notices_.empty())
        return;
    const Notice& notice = notices_.front();
    label_->set_full_text(notice.words);
    label_->setToolTip(tip(notice.words));
    label_->setAccessibleName(notice.words);
    for (const auto& [words, act] : notice.answers) {
        auto* button = new QPushButton(words, row_);
        connect(button, &QPushButton::clicked, this, [this, name = words] { answer(name); });
        buttons_->addWidget(button);
    }
    auto* close = new QPushButton(tr("Close"), row_);
    close->setAccessibleName(tr("Close this notice"));
    connect(close, &QPushButton::clicked, this, [this, key = notice.key] { remove(key); });
    buttons_->addWidget(close);
}

} // namespace plateau::ui
