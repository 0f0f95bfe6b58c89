// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/notice_bar.h"

#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/language.h"
#include "ui/controls/text.h"

namespace plateau::ui {

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
