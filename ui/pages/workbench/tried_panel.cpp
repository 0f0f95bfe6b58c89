// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "core/answers/card.h"
#include "core/answers/question.h"
#include "core/model/metrics.h"
#include "core/text/messages/words.h"
#include "core/views/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text.h"
#include "ui/document/edited_question.h"
#include "ui/figures/picture.h"
#include "ui/pages/panels/page.h"
#include "ui/pages/workbench/solve_panel.h"

namespace plateau::ui {

namespace {

constexpr int moment_milliseconds = 1000;

} // namespace

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
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 4);
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

namespace {

constexpr int field_width = 104;

} // namespace

KeyField::KeyField(const QString& label, const QString& help, QWidget* parent)
    : QWidget(parent), label_(new ElidedLabel(this)), field_(new ValueField(this)), message_(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(0, 2, 0, 2);
    line->setSpacing(8);
    label_->set_full_text(label);
    label_->setToolTip(help);
    label_->setBuddy(field_);
    field_->setFixedWidth(field_width);
    field_->setAccessibleName(label);
    field_->setAccessibleDescription(help);
    line->addWidget(label_, 1);
    line->addWidget(field_);
    column->addLayout(line);
    message_->setFont(interface_font(12));
    message_->setWordWrap(true);
    message_->hide();
    set_ink(message_, "error");
    column->addWidget(message_);
    connect(field_, &ValueField::committed, this, [this](const QString& words) { emit committed(words.trimmed()); });
}

void KeyField::show_value(double value, units::Unit unit)
{
    const units::NumberInParts shown = units::in_parts(value, unit, 4);
    field_->show_value(text(shown.number), text(unit_words(shown)));
    show_message({});
}

void KeyField::show_words(const QString& words)
{
    field_->show_value(words, {});
    show_message({});
}

void KeyField::show_refused(const QString& typed, const QString& why)
{
    field_->show_refused(typed);
    show_message(why);
}

void KeyField::show_message(const QString& why)
{
    field_->set_state(why.isEmpty() ? QString() : QStringLiteral("refused"));
    message_->setVisible(!why.isEmpty());
    message_->setText(why);
}

namespace {

constexpr int row_height = 24;
constexpr int few_rows = 3, most_rows = 8; ///< in sight, narrow lists and others; the list scrolls
constexpr int frame = 2; ///< that shows the keyboard, on each side
constexpr int width_with_time = 300; ///< narrower lists leave the time to the sentence above them

enum Column { hardware, time, cost, columns };

/// The keyboard is shown around the list, not around a cell.
class RowDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->state &= ~QStyle::State_HasFocus;
    }
};

} // namespace

SolutionList::SolutionList(QWidget* parent) : QTableWidget(0, columns, parent)
{
    setAccessibleName(tr("Hardware that keeps the limits"));
    setFont(interface_font(12));
    setObjectName(QStringLiteral("solutions"));
    setItemDelegate(new RowDelegate(this));
    make_list_of_rows(*this);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    verticalHeader()->setDefaultSectionSize(row_height);
    horizontalHeader()->hide();
    horizontalHeader()->setMinimumSectionSize(24);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(hardware, QHeaderView::Stretch);
    connect(this, &QTableWidget::currentCellChanged, this, [this](int row, int, int before, int) {
        if (row >= 0 && row != before)
            emit chosen(row);
    });
}

void SolutionList::show_found(std::span<const answers::Solutions::Found> found, bool models)
{
    setAccessibleName(models ? tr("Models by their loss") : tr("Hardware that keeps the limits"));
    const QSignalBlocker quiet(this);
    setRowCount(static_cast<int>(found.size()));
    for (int row = 0; row < rowCount(); ++row) {
        const answers::Solutions::Found& one = found[static_cast<std::size_t>(row)];
        const answers::RunCost& run = one.solution.run;
        const QString cells[columns] = {
            models ? text(one.scenario->workload.shape.title)
                   : QStringLiteral("%1 × %2").arg(quantity(one.solution.parts.gpus, units::Unit::Count, 7),
                                                   text(one.scenario->cluster.accelerator.title)),
            models ? quantity(one.solution.tokens, units::Unit::Tokens) : quantity(run.seconds, units::Unit::Seconds),
            models            ? quantity(one.solution.loss, units::Unit::None)
                : run.usd > 0 ? quantity(run.usd, units::Unit::Usd)
                              : tr("unknown")};
        for (int column = 0; column < columns; ++column) {
            auto* cell = new QTableWidgetItem(cells[column]);
            cell->setTextAlignment((column == hardware ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            cell->setToolTip(tip(QStringList(std::begin(cells), std::end(cells)).join(QStringLiteral(", "))));
            setItem(row, column, cell);
        }
    }
    if (rowCount() > 0)
        setCurrentCell(0, 0);
    updateGeometry();
}

QSize SolutionList::sizeHint() const
{
    const int most = width() < width_with_time ? few_rows : most_rows;
    return {200, row_height * std::clamp(rowCount(), 1, most) + 2 * frame};
}

void SolutionList::resizeEvent(QResizeEvent* event)
{
    QTableWidget::resizeEvent(event);
    const bool narrow = width() < width_with_time;
    if (narrow == isColumnHidden(time))
        return;
    setColumnHidden(time, narrow);
    updateGeometry();
}

} // namespace plateau::ui
