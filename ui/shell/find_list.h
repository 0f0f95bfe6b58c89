// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <QPointer>

#include <functional>
#include <vector>

class QLineEdit;
class QMainWindow;

namespace plateau::ui {

class HelpDesk;
class Opening;
class SidePanels;
class Pages;
class ScenarioCards;

/// What the words of the one field find beside the rows of parameters: what Enter sets, commands of the menus,
/// scenarios and pages of help. The field is the one above the rows; on a page without rows it lies over the page while
/// it has the keyboard, and parameters are listed too.
class FindList final : public QListWidget {
    Q_OBJECT
public:
    FindList(QMainWindow& window, Pages& pages, SidePanels& panels, Opening& opening, HelpDesk& help);

    /// Puts the keyboard into the field.
    void open();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Entry {
        QString words;
        QString tip;
        std::function<void()> take;
    };

    void attach_fields();
    void attach(QLineEdit& field);
    void fill();
    void add(const QString& head, const std::vector<Entry>& entries);
    void add_settings(const QString& words);
    void add_parameters(const QString& words);
    void add_commands(const QString& words);
    void add_scenarios(const QString& words);
    void add_help(const QString& words);
    void step(int direction);
    void take();
    void close();
    void place();
    void dress();

    QMainWindow& window_;
    Pages& pages_;
    SidePanels& panels_;
    Opening& opening_;
    HelpDesk& help_;
    ScenarioCards* cards_;
    QLineEdit* over_page_; ///< where no page has a field in sight
    QPointer<QLineEdit> field_; ///< whose words are shown
    std::vector<std::function<void()>> entries_; ///< of each row; empty: a heading
};

} // namespace plateau::ui
