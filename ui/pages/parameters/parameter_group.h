// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

#include <vector>

#include "ui/pages/parameters/parameter_row.h"

namespace plateau::ui {

class TabGate;

/// A group's header: chevron, name, and one line of what is inside while it is closed.
class GroupHeader final : public QAbstractButton {
    Q_OBJECT
public:
    explicit GroupHeader(const QString& title, QWidget* parent = nullptr);
    void set_summary(const QString& summary);
    /// Not a heading but a fold at the end of one: lighter.
    void set_quiet();
    /// A control in it, `left` pixels from its left edge.
    void set_control(QWidget* control, int left, int right);
    QSize sizeHint() const override { return {200, 28}; }

signals:
    void entered(); ///< with Down or Right: its rows are wanted

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString summary_;
    QWidget* control_ = nullptr;
    bool quiet_ = false;
};

/// Rows under a header that opens and closes them. Tab goes from header to header; Down goes in, and Tab then from row
/// to row.
class ParameterGroup final : public QWidget {
    Q_OBJECT
public:
    ParameterGroup(const QString& name, const QString& title, QWidget* parent = nullptr);

    const QString& name() const { return name_; }
    void add(ParameterRow* row);
    void set_open(bool open);
    bool is_open() const { return header_->isChecked(); }
    void refresh_summary();
    GroupHeader& header() { return *header_; }
    bool has_keyboard() const; ///< one of its rows, not the header
    /// Something that is no row of the table.
    void add_widget(QWidget* widget);

    /// A fold at the end for the rows that few people need; they are added when it is first opened.
    void offer_more();
    void add_more(ParameterRow* row);
    void set_more_words(const QString& words);
    void set_more_open(bool open);
    void offer(bool offered); ///< whether the fold holds anything now
    GroupHeader* more() const { return more_; }
    /// While rows are looked for, all of them can show: the group is open and has no fold.
    void set_searched(bool searched);

signals:
    void toggled(bool open);
    void more_wanted();

private:
    void hold(ParameterRow& row) const;

    QString name_;
    GroupHeader* header_;
    QWidget* body_;
    TabGate* gate_; ///< around the rows
    GroupHeader* more_ = nullptr;
    QWidget* more_body_ = nullptr;
    bool offered_ = true;
    bool searched_ = false;
    std::vector<ParameterRow*> rows_;
};

} // namespace plateau::ui
