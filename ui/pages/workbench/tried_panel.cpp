// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/tried_panel.h"

#include <algorithm>
#include <utility>

#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QVBoxLayout>

#include "core/answers/card.h"
#include "core/answers/question.h"
#include "core/model/metrics.h"
#include "core/views/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

constexpr int moment_milliseconds = 1000;

Tried::Tried(QObject* parent) : QObject(parent)
{
    pause_.setSingleShot(true);
    pause_.setInterval(moment_milliseconds);
    connect(&pause_, &QTimer::timeout, this, &Tried::keep);
}

void Tried::note(const Scenario& scenario, const Parts& parts)
{
    const bool same = noted_.scenario && answers::same_question(*noted_.scenario, scenario);
    if (!same)
        noted_.scenario = std::make_shared<const Scenario>(scenario);
    noted_.parts = parts;
    if (!same)
        pause_.start();
}

void Tried::settle()
{
    if (pause_.isActive())
        keep();
}

void Tried::keep()
{
    pause_.stop();
    noted_.when = QDateTime::currentDateTime();
    const auto known = std::find_if(entries_.begin(), entries_.end(), [this](const Entry& entry) {
        return answers::same_question(*entry.scenario, *noted_.scenario);
    });
    if (known == entries_.end()) {
        if (entries_.size() == most)
            entries_.erase(entries_.begin());
        entries_.push_back(noted_);
        current_ = static_cast<int>(entries_.size()) - 1;
    } else
        current_ = static_cast<int>(known - entries_.begin());
    emit changed();
}

namespace {

QString result_words(const Parts& parts)
{
    if (!parts.fits())
        return parts.possible() ? TriedPanel::tr("does not fit") : TriedPanel::tr("not possible");
    const Metric &rate = metric("tokens_per_s"), &mfu = metric("mfu");
    return TriedPanel::tr("%1 tokens/s, MFU %2")
        .arg(text(metric_text(rate, rate.value(parts))), text(metric_text(mfu, mfu.value(parts))));
}

constexpr QSize thumbnail_size{56, 28};

} // namespace

/// Draws the curve of an entry's own plan, and the entry on it.
QIcon TriedPanel::thumbnail(const Tried::Entry& entry)
{
    const auto curve = document_.answers()->get<answers::Card>(answers::TrainingQuestion(entry.scenario));
    const qreal ratio = devicePixelRatioF();
    QPixmap picture(thumbnail_size * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    const auto own
        = entry.parts.fits() ? std::optional(answers::CardPoint{entry.parts.gpus, entry.parts.mfu()}) : std::nullopt;
    draw_card_curve(painter, QRectF(2, 3, thumbnail_size.width() - 4, thumbnail_size.height() - 5), *curve,
                    theme_of(this), own ? &*own : nullptr);
    painter.end();
    QIcon icon(picture);
    icon.addPixmap(picture, QIcon::Selected);
    return icon;
}

TriedPanel::TriedPanel(ScenarioDocument& document, Tried& tried, QWidget* parent)
    : Panel(parent), document_(document), tried_(tried), nothing_(new QLabel(this)), list_(new QListWidget(this))
{
    auto* column = box_layout<QVBoxLayout>(this, {0, 4, 0, 4});
    nothing_->setText(tr("What you try stands here, to go back to."));
    nothing_->setWordWrap(true);
    nothing_->setContentsMargins(panel_margin, 6, panel_margin, 0);
    column->addWidget(nothing_);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setAccessibleName(tr("Tried configurations"));
    list_->setWordWrap(true);
    list_->setIconSize(thumbnail_size);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    column->addWidget(list_, 1);
    connect(list_, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { restore(list_->row(item)); });
    connect(list_, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) { restore(list_->row(item)); });
    connect(&tried_, &Tried::changed, this, [this] {
        behind_ = !is_in_sight(*this); // a small curve of each takes long
        if (!behind_)
            fill();
    });
    fill();
}

/// Returns what it changed, else its title.
Message TriedPanel::words_of(std::size_t index) const
{
    const auto& all = tried_.all();
    const Tried::Entry& entry = all[index];
    Message changed;
    if (index > 0)
        changed = narrate::difference_words({*entry.scenario, entry.parts},
                                            {*all[index - 1].scenario, all[index - 1].parts});
    return text(changed).isEmpty() ? Message{"%1", {title_of(*entry.scenario)}} : changed;
}

void TriedPanel::restore(int row)
{
    const auto& all = tried_.all();
    const int index = static_cast<int>(all.size()) - 1 - row;
    if (index >= 0 && index < static_cast<int>(all.size()))
        document_.edit(*all[static_cast<std::size_t>(index)].scenario,
                       {PLATEAU_TEXT("Back to %1"), {words_of(static_cast<std::size_t>(index))}});
}

void TriedPanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    if (std::exchange(behind_, false))
        fill();
}

void TriedPanel::fill()
{
    set_ink(nothing_, "text2");
    list_->setObjectName(QStringLiteral("tried"));
    const auto& all = tried_.all();
    nothing_->setVisible(all.empty());
    list_->setVisible(!all.empty());
    list_->clear();
    for (std::size_t i = all.size(); i-- > 0;) {
        const Tried::Entry& entry = all[i];
        auto* item = new QListWidgetItem(thumbnail(entry),
                                         text(words_of(i)) + QLatin1Char('\n') + result_words(entry.parts), list_);
        item->setToolTip(QLocale().toString(entry.when.time(), QLocale::ShortFormat));
        if (static_cast<int>(i) == tried_.current())
            list_->setCurrentItem(item);
    }
}

} // namespace plateau::ui
