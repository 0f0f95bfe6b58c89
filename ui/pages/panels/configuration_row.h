// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

#include "core/charts/figure.h"

class QLineEdit;
class QToolButton;

namespace plateau::ui {

/// One configuration in the list: its line and marker, its name, what is particular about it, an eye.
class ConfigurationRow final : public QWidget {
    Q_OBJECT
public:
    explicit ConfigurationRow(QWidget* parent = nullptr);

    struct Content {
        QString name;
        QString sign; ///< before the name: "A"; may be empty
        QString words;
        figures::SeriesRole role = figures::SeriesRole::Current;
        bool current = false;
        bool hidden = false;
        bool may_hide = true; ///< the current one stays in sight
    };
    void show_content(const Content& content);
    const Content& content() const { return content_; }
    void begin_rename();

    QSize sizeHint() const override { return {200, 44}; }

signals:
    void chosen();
    void hide_wanted(bool hidden);
    void renamed(const QString& name);
    void menu_wanted(const QPoint& global);
    void removal_wanted();
    void step_wanted(int rows);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void end_rename(bool keep);
    void dress();

    Content content_;
    QToolButton* eye_;
    QLineEdit* editor_;
};

/// Configurations below each other. Up and Down go from one to the next.
class ConfigurationList final : public QWidget {
    Q_OBJECT
public:
    explicit ConfigurationList(QWidget* parent = nullptr);

    void show_rows(const std::vector<ConfigurationRow::Content>& contents);
    ConfigurationRow* row(int index) const { return rows_[static_cast<std::size_t>(index)]; }

signals:
    void chosen(int row);
    void renamed(int row, const QString& name);
    void removal_wanted(int row);
    void hide_wanted(int row, bool hidden);
    void menu_wanted(int row, const QPoint& global);

private:
    void add_row();

    std::vector<ConfigurationRow*> rows_;
    int shown_ = 0; ///< the first ones
};

} // namespace plateau::ui
