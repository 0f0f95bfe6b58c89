// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/layouts.h"

#include <algorithm>

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QMessageBox>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>

namespace plateau::ui {

constexpr int between = 8, between_lines = 4;

Flow::Flow(const QMargins& margins) { setContentsMargins(margins); }

Flow::~Flow()
{
    for (QLayoutItem* item : items_)
        delete item;
}

void Flow::addItem(QLayoutItem* item) { items_.push_back(item); }

QLayoutItem* Flow::itemAt(int index) const
{
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* Flow::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item)
        items_.erase(items_.begin() + index);
    return item;
}

int Flow::width_of(const Line& line)
{
    int width = 0;
    for (const QLayoutItem* item : line)
        width += item->sizeHint().width() + (item == line.front() ? 0 : between);
    return width;
}

/// An item that is wider than the line takes the height it needs there.
int Flow::height_of(const Line& line, int width)
{
    int height = 0;
    for (QLayoutItem* item : line)
        height = std::max(height,
                          item->hasHeightForWidth() ? item->heightForWidth(std::min(item->sizeHint().width(), width))
                                                    : item->sizeHint().height());
    return height;
}

std::vector<Flow::Line> Flow::lines(int width) const
{
    std::vector<Line> lines;
    for (QLayoutItem* item : items_) {
        if (item->isEmpty())
            continue;
        if (lines.empty() || width_of(lines.back()) + between + item->sizeHint().width() > width)
            lines.emplace_back();
        lines.back().push_back(item);
    }
    return lines;
}

int Flow::heightForWidth(int width) const
{
    const QMargins around = contentsMargins();
    const int room = width - around.left() - around.right();
    int height = around.top() + around.bottom();
    const std::vector<Line> all = lines(room);
    for (const Line& line : all)
        height += height_of(line, room) + (&line == &all.front() ? 0 : between_lines);
    return height;
}

QSize Flow::sizeHint() const
{
    const QMargins around = contentsMargins();
    Line all = items_;
    std::erase_if(all, [](const QLayoutItem* item) { return item->isEmpty(); });
    const int width = width_of(all);
    return {width + around.left() + around.right(), height_of(all, width) + around.top() + around.bottom()};
}

QSize Flow::minimumSize() const
{
    const QMargins around = contentsMargins();
    QSize least;
    for (const QLayoutItem* item : items_)
        if (!item->isEmpty())
            least = least.expandedTo(item->minimumSize());
    return least + QSize(around.left() + around.right(), around.top() + around.bottom());
}

void Flow::setGeometry(const QRect& place)
{
    QLayout::setGeometry(place);
    const QRect room = place.marginsRemoved(contentsMargins());
    const std::vector<Line> all = lines(room.width());
    int y = room.top();
    for (const Line& line : all) {
        const int height = height_of(line, room.width());
        int x = room.left();
        for (QLayoutItem* item : line) {
            const int width = std::min(item->sizeHint().width(), room.width());
            if (all.size() == 1 && line.size() > 1 && item == line.back())
                x = room.right() + 1 - width;
            item->setGeometry(QRect(x, y, width, height));
            x += width + between;
        }
        y += height + between_lines;
    }
}

namespace {

void make_quiet(QScrollArea& area)
{
    area.setWidgetResizable(true);
    area.setFocusPolicy(Qt::NoFocus);
    area.setFrameShape(QFrame::NoFrame);
}

} // namespace

QScrollArea* scrolled(QWidget* content, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    make_quiet(*area);
    area->setWidget(content);
    return area;
}

QVBoxLayout* scrolling_column(QScrollArea& area, const QMargins& margins, int spacing)
{
    make_quiet(area);
    area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    body->setObjectName(QStringLiteral("dock"));
    auto* column = box_layout<QVBoxLayout>(body, margins, spacing);
    area.setWidget(body);
    return column;
}

void make_list_of_rows(QTableView& table)
{
    table.setShowGrid(false);
    table.setFrameShape(QFrame::NoFrame);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setTabKeyNavigation(false);
    table.setWordWrap(false);
    table.verticalHeader()->hide();
}

QString with_suffix(const QString& name, const QStringList& suffixes)
{
    const bool known = suffixes.contains(QFileInfo(name).suffix(), Qt::CaseInsensitive);
    return known || name.isEmpty() ? name : name + QLatin1Char('.') + suffixes.first();
}

bool may_replace(QWidget* parent, const QString& file)
{
    if (!QFileInfo::exists(file))
        return true;
    QMessageBox box(QMessageBox::Question, QCoreApplication::translate("ask_file", "Plateau"),
                    QCoreApplication::translate("ask_file", "%1 exists. Replace it?").arg(QFileInfo(file).fileName()),
                    QMessageBox::Cancel, parent);
    box.setTextFormat(Qt::PlainText);
    box.addButton(QCoreApplication::translate("ask_file", "Replace"), QMessageBox::AcceptRole);
    box.setDefaultButton(QMessageBox::Cancel);
    return box.exec() != QMessageBox::Cancel;
}

QString ask_save_file(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter,
                      const QStringList& suffixes)
{
    // The dialog does not know the name with its suffix, so it leaves the question about replacing to this function.
    const QString chosen
        = QFileDialog::getSaveFileName(parent, title, suggestion, filter, nullptr, QFileDialog::DontConfirmOverwrite);
    const QString file = with_suffix(chosen, suffixes);
    return file.isEmpty() || may_replace(parent, file) ? file : QString();
}

} // namespace plateau::ui
