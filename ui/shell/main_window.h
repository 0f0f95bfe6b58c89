// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <QMainWindow>
#include <QObject>
#include <QToolBar>
#include <QWidget>

#include "core/text/messages/error.h"
#include "ui/controls/appearance.h"
#include "ui/document/evidence_model.h"
#include "ui/pages/panels/page.h"
#include "ui/pages/workbench/workbench_model.h"
#include "ui/shell/keeping.h"
#include "ui/shell/pages.h"
#include "ui/shell/registers.h"
#include "ui/shell/side_panels.h"

class QAction;
class QHBoxLayout;
class QKeySequence;
class QLabel;
class QTabBar;
class QToolButton;

namespace plateau::ui {

class Exporting;
class Menus;
class ToolStrip;
struct Language;

/// The window: menus, tool bar with the pages' tabs, the active page in the centre between its panels, a status line
/// below. It builds its parts and connects them; what it shows lives in the questions, the models and the pages. Only
/// the workbench is built at once; the published runs are read once the window stands.
class MainWindow final : public QMainWindow {
    Q_OBJECT
public:
    /// Without `questions` the limits are the shipped ones and nothing is pinned.
    MainWindow(ScenarioDocument& document, Appearance& appearance, std::shared_ptr<Questions> questions = nullptr);
    ~MainWindow() override;
    /// Makes the window anew with every word of it in `language`: questions, what can be undone, page and panels stay.
    static std::unique_ptr<MainWindow> in_another_language(std::unique_ptr<MainWindow> window,
                                                           const Language& language);

    template<class P>
    P& page()
    {
        return pages_->page<P>();
    }
    void show_page(Page& page) { pages_->go_to(page); }
    QuestionDocument& document() { return pages_->active().document(); }
    Pins& pins() { return questions_->pins; }
    WorkbenchModel& model() { return model_; }
    EvidenceModel& evidence() { return evidence_; }
    ParameterPanel& parameters() { return *parameters_; }
    NoticeBar& notices() { return *notices_; }
    Opening& opening() { return parts_->opening; }
    Keeping& keeping() { return parts_->keeping; }
    HelpDesk& help() { return parts_->help; }
    SidePanels& panels() { return *panels_; }
    const WindowParts& parts() const { return *parts_; }

signals:
    void language_chosen(); ///< another one than is spoken; it is remembered already
    void closing(); ///< somebody wants to close it, and may yet go back
    void closed(); ///< nothing is unsaved, or not wanted

protected:
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    std::function<void(MainWindow&)> leave();
    void build_frame();
    void build_desks();
    void build_pages();
    void refresh();
    void show_title();
    void fit_size();

    Appearance& appearance_;
    EvidenceModel evidence_;
    std::shared_ptr<Questions> questions_;
    WorkbenchModel model_;
    Pages* pages_;
    SidePanels* panels_;
    StatusLine* status_;
    NoticeBar* notices_;
    ParameterPanel* parameters_;
    Exporting* exporting_ = nullptr;
    std::unique_ptr<const WindowParts> parts_;
    Menus* menus_ = nullptr;
    ToolStrip* strip_ = nullptr;
    QLabel* corner_ = nullptr;
    bool painted_ = false;
    bool laid_out_ = false;
};

class FindList;

/// The bar below the menus: a tab for each page at the left, commands at the right; it cannot be moved or hidden.
class ToolStrip final : public QToolBar {
    Q_OBJECT
public:
    /// The field is the one that finds; the first and the last group are shown as icons alone.
    ToolStrip(Pages& pages, const std::vector<std::vector<QAction*>>& groups, QWidget* field, QWidget* parent);

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

/// What the words before the file ask for.
struct WindowRequest {
    std::string file; ///< empty: the shipped scenario
    std::string language; ///< a code of ui/controls/text.h; empty: as chosen in the window
};

/// Opens the window, on a scenario or exported figure, or on the shipped one when there is none. The file may also be
/// a preset's name. Returns when the window is closed, with the process's exit status.
int run_window(int argc, char** argv, const WindowRequest& request);

// What the keyboard does in the window as a whole.

/// What F6 goes through: the tools, the panels that are seen and the page in the centre, from the left and the top.
std::vector<QWidget*> regions(const QMainWindow& window);

/// The keyboard to the next region, direction -1 to the one before: where it was last in it, else to its first control.
void go_to_region(const QMainWindow& window, int direction);

/// The keys of every command of the window, as a Markdown table: those of the menus in their order, then those of plots
/// and panels.
QString shortcuts_table(const QMainWindow& window);

class Sentence;

/// What the active page says of its numbers, in as many lines as that needs. How long it took stands there where there
/// is room for it, else in the tool tip.
class StatusLine final : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);

    void show_status(const narrate::Status& status);
    void show_message(const QString& words);

signals:
    void run_clicked(const std::string& id); ///< the measured run that the words are about

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();
    void colour(); ///< all of it, in those of the theme

    QLabel* icon_;
    Sentence* verdict_;
    Sentence* known_;
    narrate::Status::Tone tone_ = narrate::Status::Tone::Good;
    std::string run_; ///< that known_ is about; empty: none
};

class ElidedLabel;

/// A line below the tool bar that says what a person may want to act on, with buttons, one thing at a time, the newest
/// first. It never stands in the way.
class NoticeBar final : public QToolBar {
    Q_OBJECT
public:
    using Answers = std::vector<std::pair<QString, std::function<void()>>>;

    explicit NoticeBar(QWidget* parent = nullptr);

    /// A notice takes the place of an earlier one of the same key. Every notice can also be closed.
    void add(const QString& key, const QString& words, Answers answers = {});
    void remove(const QString& key);
    /// Something did not work: one such notice at a time.
    void complain(const Error& error);
    void take_back_complaint() { remove(complaint); }
    static inline const QString complaint = QStringLiteral("error"); ///< its key
    QString words() const { return notices_.empty() ? QString() : notices_.front().words; }
    /// As a click on the button of that name; false: there is none.
    bool answer(const QString& name);

private:
    struct Notice {
        QString key;
        QString words;
        Answers answers;
    };
    void show_first();

    std::deque<Notice> notices_;
    ElidedLabel* label_;
    QWidget* row_;
    QHBoxLayout* buttons_;
};

} // namespace plateau::ui
