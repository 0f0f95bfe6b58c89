// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/limits/landmarks_panel.h"

#include <QGridLayout>
#include <QLabel>

#include "core/views/limits_view.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

constexpr int row_height = 22;
constexpr int narrow_below = 280;
constexpr int wide_from = 380; ///< for many configurations
constexpr std::size_t many_columns = 4;

std::span<const figures::LandmarkRow> rows() { return figures::landmark_rows(); }

} // namespace

LandmarksPanel::LandmarksPanel(QWidget* parent) : Panel(parent), grid_(new QGridLayout(this))
{
    setAttribute(Qt::WA_StyledBackground);
    grid_->setContentsMargins(12, 4, 12, 8);
    grid_->setHorizontalSpacing(10);
    grid_->setVerticalSpacing(0);
    grid_->setColumnStretch(0, 1);
    grid_->setRowStretch(static_cast<int>(rows().size()) + 1, 1);
}

QLabel* LandmarksPanel::cell(int row, int column)
{
    if (auto* item = grid_->itemAtPosition(row, column))
        return static_cast<QLabel*>(item->widget());
    QLabel* label = column == 0 ? new QLabel(this) : new ValueLabel(this);
    grid_->addWidget(label, row, column);
    grid_->setRowMinimumHeight(row, row_height);
    return label;
}

void LandmarksPanel::show_picture(const figures::LimitsPicture& picture)
{
    columns_.clear();
    for (std::size_t i = 0; i < picture.curves.size(); ++i) {
        const figures::LimitsCurve& curve = picture.curves[i];
        Column column{text(figures::letter_of(curve.number)),
                      text(curve.name),
                      curve.role,
                      i == picture.current,
                      curve.standing,
                      {}};
        for (const Message& words : landmark_cells(curve))
            column.cells.push_back(text(words));
        columns_.push_back(std::move(column));
    }
    make_room();
    fill();
}

void LandmarksPanel::fill()
{
    const Theme& theme = theme_of(this);
    for (int column = static_cast<int>(columns_.size()) + 1; column < grid_->columnCount(); ++column)
        for (int row = 0; row <= static_cast<int>(rows().size()); ++row)
            if (grid_->itemAtPosition(row, column))
                cell(row, column)->hide();
    cell(0, 0)->setText(tr("FLOP"));
    restyle(cell(0, 0), QStringLiteral("color: %1; font-size: 12px").arg(theme.text2.name()));
    for (std::size_t row = 0; row < rows().size(); ++row) {
        QLabel* name = cell(static_cast<int>(row) + 1, 0);
        name->setText(text(Word{rows()[row].name}));
        name->setToolTip(text(Word{rows()[row].help}));
        const bool form = rows()[row].closed_form;
        name->setIndent(form ? 10 : 0);
        restyle(name,
                QStringLiteral("color: %1; font-size: %2px")
                    .arg((form ? theme.text2 : theme.text).name())
                    .arg(narrow_ ? 11 : 13));
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const Column& column = columns_[i];
        const int at = static_cast<int>(i) + 1;
        QLabel* head = cell(0, at);
        head->show();
        head->setText(columns_.size() == 1 ? tr("Found by search") : column.head);
        head->setToolTip(tip(column.name));
        restyle(
            head,
            QStringLiteral("color: %1; font-weight: 600; font-size: 12px").arg(theme.series(column.role).label.name()));
        for (std::size_t row = 0; row < column.cells.size(); ++row) {
            QLabel* value = cell(static_cast<int>(row) + 1, at);
            value->show();
            value->setText(column.cells[row]);
            value->setAccessibleName(column.name + QLatin1Char(' ') + text(Word{rows()[row].name}) + QLatin1Char(' ')
                                     + column.cells[row]);
            restyle(value,
                    QStringLiteral("color: %1; font-weight: %2; font-size: %3px")
                        .arg((column.standing != answers::Standing::Current ? theme.text3
                                  : rows()[row].closed_form                 ? theme.text2
                                                                            : theme.text)
                                 .name())
                        .arg(column.current ? 600 : 400)
                        .arg(narrow_ ? 11 : 13));
        }
    }
}

QString LandmarksPanel::as_text() const
{
    QString words = tr("FLOP");
    for (const Column& column : columns_)
        words += QLatin1Char('\t') + column.name;
    for (std::size_t row = 0; row < rows().size(); ++row) {
        words += QLatin1Char('\n') + text(Word{rows()[row].name});
        for (const Column& column : columns_)
            words += QLatin1Char('\t') + column.cells[row];
    }
    return words;
}

void LandmarksPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (make_room() && !columns_.empty())
        fill();
}

/// Takes smaller letters where names and numbers would not stand beside each other; true: the size changed.
bool LandmarksPanel::make_room()
{
    const bool narrow = width() < narrow_below || (columns_.size() >= many_columns && width() < wide_from);
    if (narrow == narrow_)
        return false;
    narrow_ = narrow;
    grid_->setHorizontalSpacing(narrow ? 5 : 10);
    return true;
}

} // namespace plateau::ui
