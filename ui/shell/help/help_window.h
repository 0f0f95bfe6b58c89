// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>
#include <vector>

#include "ui/shell/help/help_library.h"

class QLabel;
class QLineEdit;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace plateau::ui {

class HelpBrowser;

/// The pages of help in a window of their own: contents, search, back and forward, print.
class HelpWindow final : public QWidget {
    Q_OBJECT
public:
    explicit HelpWindow(std::shared_ptr<const HelpLibrary> library, QWidget* parent = nullptr);

    /// "parameters.md#gpus", or the subject of a control: key of a parameter, metric, term. The first page for what is
    /// neither.
    void show_subject(const QString& subject);
    void find(const QString& words);
    void focus_search();
    HelpBrowser& browser() { return *browser_; }
    QTreeWidget& contents() { return *contents_; }
    bool can_go_back() const { return at_ > 0; }
    bool can_go_forward() const { return at_ + 1 < static_cast<int>(been_.size()); }
    void go(int steps); ///< -1: back

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Place {
        QString page;
        QString anchor;
        int scrolled = 0;
    };
    void build_tools();
    void open(const QString& target);
    void follow(const QString& target);
    void show_place(const Place& place);
    void fill_contents();
    void choose(QTreeWidgetItem* item);
    void refresh();

    std::shared_ptr<const HelpLibrary> library_;
    QWidget* tools_;
    QToolButton* back_ = nullptr;
    QToolButton* forward_ = nullptr;
    QToolButton* print_ = nullptr;
    QLineEdit* search_;
    QLabel* found_;
    QTreeWidget* contents_;
    HelpBrowser* browser_;
    std::vector<Place> been_;
    int at_ = -1;
};

} // namespace plateau::ui
