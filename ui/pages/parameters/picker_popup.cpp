// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/picker_popup.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/pages/parameters/picker_delegate.h"

namespace plateau::ui {

namespace {

constexpr QSize usual_size{440, 480};
constexpr int page_rows = 8;

} // namespace

PickerPopup::PickerPopup(const QString& name, const QString& file_words, QWidget* parent)
    : QFrame(parent, Qt::Popup), finder_(new QLineEdit), list_(new QListView), items_(new QStandardItemModel(this)),
      nothing_(new QLabel)
{
    setObjectName(QStringLiteral("picker"));
    setAccessibleName(name);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(7, 7, 7, 7);
    column->setSpacing(6);
    finder_->setClearButtonEnabled(true);
    finder_->setAccessibleName(tr("Find: %1").arg(name));
    finder_->setPlaceholderText(tr("Type a part of the name, maker, size"));
    finder_->installEventFilter(this);
    column->addWidget(finder_);
    nothing_->setWordWrap(true);
    nothing_->setContentsMargins(4, 4, 4, 4);
    column->addWidget(nothing_);
    list_->setModel(items_);
    list_->setItemDelegate(new PickerDelegate(entries_, list_));
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setSelectionMode(QAbstractItemView::SingleSelection);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setStyleSheet(QStringLiteral("QListView { border: none; padding: 0 }"));
    list_->setFocusPolicy(Qt::NoFocus); // typing goes on while arrows move
    list_->setMouseTracking(true);
    list_->setAccessibleName(name);
    column->addWidget(list_, 1);
    if (!file_words.isEmpty()) {
        file_ = new QPushButton(file_words);
        column->addWidget(file_, 0, Qt::AlignLeft);
        connect(file_, &QPushButton::clicked, this, [this] {
            close();
            emit file_wanted();
        });
    }
    connect(finder_, &QLineEdit::textChanged, this, &PickerPopup::fill);
    connect(list_, &QListView::clicked, this, [this](const QModelIndex& index) {
        if (entry_at(index.row()))
            take();
    });
}

void PickerPopup::open_at(const QWidget& below, std::vector<PickerEntry> entries, const QString& current)
{
    entries_ = std::move(entries);
    open_with_ = current;
    finder_->clear();
    fill({});
    place(below);
    show();
    finder_->setFocus(Qt::PopupFocusReason);
    list_->scrollTo(list_->currentIndex(), QAbstractItemView::PositionAtCenter);
}

/// Below the control, or above it where there is more room.
void PickerPopup::place(const QWidget& below)
{
    const QRect screen = below.screen()->availableGeometry();
    const QPoint corner = below.mapToGlobal(QPoint(0, 0));
    const int under = screen.bottom() - corner.y() - below.height(), over = corner.y() - screen.top();
    const int height = std::min(usual_size.height(), std::max(under, over) - 4);
    resize(usual_size.width(), height);
    move(std::clamp(corner.x(), screen.left(), std::max(screen.left(), screen.right() - width())),
         under >= height ? corner.y() + below.height() + 2 : corner.y() - height - 2);
}

void PickerPopup::fill(const QString& words)
{
    const QString before = current();
    items_->clear();
    QString group;
    int wanted = -1, first = -1, named = -1, most = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const PickerEntry& entry = entries_[i];
        if (!entry.matches(words))
            continue;
        if (entry.group != group || first < 0) {
            group = entry.group;
            auto* head = new QStandardItem(group);
            head->setFlags(Qt::NoItemFlags);
            items_->appendRow(head);
        }
        auto* item = new QStandardItem(entry.title);
        item->setData(static_cast<int>(i), picker_entry_role);
        item->setData(entry.value == open_with_ ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
        item->setToolTip(tip(QStringList{entry.detail, entry.help}.join(QLatin1Char('\n')).trimmed()));
        item->setAccessibleText(entry.title + QStringLiteral(", ") + entry.detail);
        items_->appendRow(item);
        const int row = items_->rowCount() - 1;
        first = first < 0 ? row : first;
        if (const int likeness = entry.likeness(words); likeness > most) {
            most = likeness;
            named = row;
        }
        if (entry.value == (before.isEmpty() ? open_with_ : before))
            wanted = row;
    }
    nothing_->setVisible(first < 0);
    nothing_->setText(
        (file_
             ? tr("Nothing in the catalog is called “%1”. A model's config.json can be opened below or dropped on the "
                  "window.")
             : tr("Nothing in the catalog is called “%1”. A file of one's own in the preset folder can be."))
            .arg(words.simplified()));
    list_->setCurrentIndex(items_->index(named >= 0 ? named : wanted >= 0 ? wanted : first, 0));
    list_->scrollTo(list_->currentIndex());
}

std::optional<std::size_t> PickerPopup::entry_at(int row) const
{
    const QVariant which = items_->index(row, 0).data(picker_entry_role);
    return which.isValid() ? std::optional(static_cast<std::size_t>(which.toInt())) : std::nullopt;
}

QStringList PickerPopup::shown() const
{
    QStringList all;
    for (int row = 0; row < items_->rowCount(); ++row)
        if (const auto entry = entry_at(row))
            all << entries_[*entry].value;
    return all;
}

QString PickerPopup::current() const
{
    const auto entry = entry_at(list_->currentIndex().row());
    return entry ? entries_[*entry].value : QString();
}

void PickerPopup::move_by(int rows)
{
    const int step = rows < 0 ? -1 : 1;
    int at = list_->currentIndex().row();
    for (int left = std::abs(rows), row = at + step; left > 0 && row >= 0 && row < items_->rowCount(); row += step)
        if (entry_at(row)) {
            at = row;
            --left;
        }
    list_->setCurrentIndex(items_->index(at, 0));
    list_->scrollTo(items_->index(at > 0 && !entry_at(at - 1) ? at - 1 : at, 0)); // with the head of its group
    list_->scrollTo(items_->index(at, 0));
}

void PickerPopup::take()
{
    const QString value = current();
    close();
    if (!value.isEmpty())
        emit chosen(value);
}

void PickerPopup::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(theme_of(this).outline);
    painter.setBrush(theme_of(this).canvas);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

bool PickerPopup::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
        move_by(1);
        return true;
    case Qt::Key_Up:
        move_by(-1);
        return true;
    case Qt::Key_PageDown:
        move_by(page_rows);
        return true;
    case Qt::Key_PageUp:
        move_by(-page_rows);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        take();
        return true;
    case Qt::Key_Escape:
        close();
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

} // namespace plateau::ui
