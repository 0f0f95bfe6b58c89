// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QToolBar>

#include <vector>

#include "ui/shell/registers.h"

class QAction;
class QKeySequence;
class QMainWindow;
class QMenu;
class QTabBar;
class QToolButton;

namespace plateau::ui {

class Appearance;
class Exporting;
class FindList;
class Pages;
class QuestionDocument;

/// The bar below the menus: a tab for each page at the left, commands at the right; it cannot be moved or hidden.
class ToolStrip final : public QToolBar {
    Q_OBJECT
public:
    /// The first and the last group are shown as icons alone.
    ToolStrip(Pages& pages, const std::vector<std::vector<QAction*>>& groups, QWidget* parent);

    QToolButton* button(QAction* action) const;
    void set_compact(bool compact);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QTabBar* build_tabs(Pages& pages);

    std::vector<QAction*> icons_alone_;
};

/// The menu bar and every command in it.
class Menus final : public QObject {
    Q_OBJECT
public:
    Menus(const WindowParts& parts, Appearance& appearance, Exporting& exporting, FindList& find);

    /// The commands of the tool bar, in groups; icons alone say what the first group does.
    std::vector<std::vector<QAction*>> tools() const { return {{undo_, redo_}, {pin_}, {copy_, export_}, folds()}; }
    QAction* export_figure() const { return export_; }
    /// Which of them can be used now.
    void refresh(const QuestionDocument& document);
    void refresh_icons(); ///< in the colours of the theme

signals:
    void language_chosen(); ///< another one than is spoken; it is remembered already

private:
    std::vector<QAction*> folds() const; ///< open and fold the panels of a side
    template<class Call>
    QAction* action(const QString& words, const QKeySequence& keys, Call call);
    void build_actions();
    void build_file_menu();
    void build_edit_menu();
    void build_compare_menu();
    void build_view_menu();
    void build_help_menu();
    /// What annexes have in a menu, between two lines.
    void add_entries(QMenu& menu, MenuRow::Menu place);
    void fill_view_menu();
    QMenu* theme_menu();
    QMenu* language_menu();
    void pin();
    void edit_notes();

    QMainWindow& window_;
    const WindowParts to_;
    Appearance& appearance_;
    Exporting& exporting_;
    FindList& find_;
    QMenu* view_ = nullptr;
    QMenu* panels_ = nullptr;
    QMenu* themes_ = nullptr;
    QMenu* languages_ = nullptr;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
    QAction* reset_all_ = nullptr;
    QAction* open_ = nullptr;
    QAction* save_ = nullptr;
    QAction* pin_ = nullptr;
    QAction* copy_ = nullptr;
    QAction* copy_data_ = nullptr;
    QAction* export_ = nullptr;
    QAction* export_all_ = nullptr;
};

} // namespace plateau::ui
