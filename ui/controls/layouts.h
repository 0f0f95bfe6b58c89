// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QBoxLayout>
#include <QString>
#include <QStringList>

class QScrollArea;
class QTableView;
class QWidget;

namespace plateau::ui {

/// Controls beside each other; those that have no room in a line stand in the next. Where one line holds all of them,
/// the last stands at its end.
class Flow final : public QLayout {
public:
    explicit Flow(const QMargins& margins);
    ~Flow() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(items_.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override; ///< in one line
    QSize minimumSize() const override;
    void setGeometry(const QRect& place) override;

private:
    using Line = std::vector<QLayoutItem*>;
    std::vector<Line> lines(int width) const;
    static int width_of(const Line& line);
    static int height_of(const Line& line, int width);

    std::vector<QLayoutItem*> items_;
};

/// A row or a column of the parent, or of none, with these margins; without `spacing` as the style has it.
template<class Box>
Box* box_layout(QWidget* parent, const QMargins& margins, int spacing = -1)
{
    auto* made = new Box(parent);
    made->setContentsMargins(margins);
    made->setSpacing(spacing);
    return made;
}

/// Makes the area what a dock holds: it scrolls downwards only, never takes the focus itself, and shows this column.
QVBoxLayout* scrolling_column(QScrollArea& area, const QMargins& margins, int spacing);

/// The content behind scroll bars where it is larger than its place; without a frame, never taking the focus itself.
QScrollArea* scrolled(QWidget* content, QWidget* parent);

/// Makes it a table of which whole rows are chosen, one at a time, and nothing is typed into.
void make_list_of_rows(QTableView& table);

/// Asks where to save. The name gets the first suffix when it has none of `suffixes`; what stands at that very name is
/// replaced only if the person agrees. Empty: given up.
QString ask_save_file(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter,
                      const QStringList& suffixes);

/// `name` with the first suffix, unless it has one of them.
QString with_suffix(const QString& name, const QStringList& suffixes);

/// True when nothing stands there.
bool may_replace(QWidget* parent, const QString& file);

} // namespace plateau::ui
