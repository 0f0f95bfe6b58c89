// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
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

/// Opens help: at a page, or with F1 at what has the keyboard or lies under the pointer. A dialog that waits gets a
/// window of its own, for it holds up all others.
class HelpDesk final : public QObject {
    Q_OBJECT
public:
    HelpDesk(std::shared_ptr<const HelpLibrary> library, QWidget& window);

    /// See subject_of().
    HelpWindow& open(const QString& subject);
    const HelpLibrary& library() const { return *library_; }
    void explain_here();
    /// The subject of what has the keyboard, unless what lies under the pointer says more than the panel it is in.
    static QString subject_here();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::shared_ptr<const HelpLibrary> library_;
    QWidget& window_;
    QPointer<HelpWindow> shown_;
};

/// Version, licence, and what Plateau stands on.
void show_about_dialog(QWidget* parent, HelpDesk& help);

} // namespace plateau::ui
