// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

#include <functional>
#include <memory>

#include "ui/controls/appearance.h"
#include "ui/document/evidence_model.h"
#include "ui/pages/workbench/workbench_model.h"
#include "ui/shell/pages.h"
#include "ui/shell/questions.h"
#include "ui/shell/side_panels.h"

class QLabel;

namespace plateau::ui {

class Exporting;
class HelpDesk;
class Keeping;
class Menus;
class NoticeBar;
class Opening;
class ParameterPanel;
class Saving;
class StatusLine;
class ToolStrip;
struct Language;
struct WindowParts;

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
    Opening& opening() { return *opening_; }
    Keeping& keeping() { return *keeping_; }
    HelpDesk& help() { return *help_; }
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

    ScenarioDocument& document_;
    Appearance& appearance_;
    EvidenceModel evidence_;
    std::shared_ptr<Questions> questions_;
    WorkbenchModel model_;
    Pages* pages_;
    SidePanels* panels_;
    StatusLine* status_;
    NoticeBar* notices_;
    ParameterPanel* parameters_;
    Saving* saving_ = nullptr;
    Opening* opening_ = nullptr;
    Keeping* keeping_ = nullptr;
    Exporting* exporting_ = nullptr;
    HelpDesk* help_ = nullptr;
    std::unique_ptr<const WindowParts> parts_;
    Menus* menus_ = nullptr;
    ToolStrip* strip_ = nullptr;
    QLabel* corner_ = nullptr;
    bool painted_ = false;
    bool laid_out_ = false;
};

} // namespace plateau::ui
