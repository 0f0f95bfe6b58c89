// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/opening.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>

#include "core/files/text_file.h"
#include "core/paper/embedded.h"
#include "core/question/limits_scenario/bridge.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/looks.h"
#include "core/views/view.h"
#include "ui/controls/text.h"
#include "ui/document/evidence_model.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/parameters/picker.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/keeping.h"
#include "ui/shell/main_window.h"
#include "ui/shell/new_dialog.h"
#include "ui/shell/pages.h"
#include "ui/shell/registers.h"
#include "ui/shell/side_panels.h"

namespace plateau::ui {

namespace {

bool has_room(const LimitsDocument& limits)
{
    return limits.configurations().size() < LimitsDocument::most_configurations;
}

} // namespace

Opening::Opening(QWidget& window, Questions& questions, Pages& pages, SidePanels& panels, NoticeBar& notices,
                 Saving& saving)
    : QObject(&window), window_(window), questions_(questions), pages_(pages), panels_(panels), notices_(notices),
      saving_(saving)
{
}

Page& Opening::page_for(const std::string& kind)
{
    if (kind == pages_.active().document().kind())
        return pages_.active();
    if (kind == questions_.limits.kind())
        return pages_.page<LimitsPage>();
    return pages_.page<WorkbenchPage>();
}

void Opening::open(const QString& file_or_name)
{
    if (open_as_set(file_or_name))
        return;
    const std::string name = file_or_name.toStdString();
    const auto kind = figures::question_kind(questions_.training.catalog(), name);
    Page& asked = kind ? page_for(*kind) : pages_.active();
    notices_.remove(QStringLiteral("opened"));
    if (const auto read = asked.document().open(name); !read) {
        if (catalog::read_model(name)) {
            notices_.complain(read.error());
            offer_as_model(file_or_name);
        } else {
            open_foreign(file_or_name, read.error());
        }
        return;
    }
    pages_.go_to(asked);
    opened();
}

/// Asks each kind of file from `kind` on. `refused`: why the file is no scenario, which is said when no kind takes it.
void Opening::open_foreign(const QString& file, const Error& refused, std::size_t kind)
{
    const QFileInfo info(file);
    const auto& kinds = registers().files;
    if (!info.isFile() || kind == kinds.size())
        return notices_.complain(refused);
    kinds[kind].open(*parts_, info.absoluteFilePath(), [=, this] { open_foreign(file, refused, kind + 1); });
}

/// An exported figure comes back as it was shown.
void Opening::opened()
{
    notices_.take_back_complaint();
    const bool limits = questions_.are_limits(pages_.active().document());
    const auto& view = limits ? questions_.limits.scenario().view : questions_.training.scenario().view;
    const auto shown = view.find(figures::shown_figure_key);
    if (shown == view.end())
        return;
    if (const views::View* figure = views::find(shown->second); figure && figure->takes<LimitsScenario>() == limits) {
        pages_.go_to(figure->page);
        pages_.active().show_view(*figure);
    }
}

void Opening::ask_and_open(const QString& file_or_name)
{
    emit replacing();
    const auto opens = [&] {
        open(file_or_name);
        return true;
    };
    const auto kind = figures::question_kind(questions_.training.catalog(), file_or_name.toStdString());
    if (!(kind ? replace_in(page_for(*kind).document(), opens) : opens()))
        return;
    const QString file = QFileInfo(file_or_name).absoluteFilePath();
    if (pages_.active().document().file() == file)
        add_recent_file(file);
}

void Opening::paste(const QString& words)
{
    const std::string yaml = words.toStdString();
    const auto kind = scenario_kind_of_text(yaml, tr("the text").toStdString());
    if (!kind)
        notices_.complain(kind.error());
    else if (open_text(*kind, yaml, {}, {PLATEAU_TEXT("Paste a scenario"), {}}))
        notices_.take_back_complaint();
}

/// Limits stand side by side; a training scenario takes the place of another.
bool Opening::open_text(const std::string& kind, const std::string& yaml, const QString& file, const Message& words,
                        bool shipped)
{
    Page& asked = page_for(kind);
    QuestionDocument& document = asked.document();
    emit replacing();
    const bool beside = questions_.are_limits(document) && has_room(questions_.limits);
    const auto opens = [&] {
        const auto read = document.open_text(yaml, file, words, shipped);
        if (read)
            pages_.go_to(asked);
        else
            notices_.complain(read.error());
        return read.has_value();
    };
    return beside ? opens() : replace_in(document, opens);
}

bool Opening::replace_in(QuestionDocument& document, const std::function<bool()>& open)
{
    if (!saving_.settle_files(document))
        return false;
    const auto unsaved = document.unsaved();
    const auto lost = std::find_if(unsaved.begin(), unsaved.end(),
                                   [](const QuestionDocument::Unsaved& one) { return one.file.isEmpty(); });
    const int step = document.undo_stack().index();
    Page& page = pages_.active();
    if (!open())
        return false;
    if (lost != unsaved.end() && document.undo_stack().index() > step)
        offer_back(document, step, page, text(lost->title));
    return true;
}

/// Offers to bring a replaced question back, until it is undone another way.
void Opening::offer_back(QuestionDocument& document, int step, Page& page, const QString& title)
{
    const QString notice = QStringLiteral("replaced");
    notices_.add(notice, tr("%1 had changes that are not saved.").arg(title),
                 {{tr("Bring back"), [this, &document, step, &page] {
                       document.undo_stack().setIndex(step);
                       pages_.go_to(page);
                   }}});
    disconnect(undone_);
    undone_ = connect(&document.undo_stack(), &QUndoStack::indexChanged, this, [this, step, notice](int index) {
        if (index > step)
            return;
        disconnect(undone_);
        notices_.remove(notice);
    });
}

/// Returns false when the file is neither a set of scenarios nor a figure of one.
bool Opening::open_as_set(const QString& file)
{
    const std::string name = file.toStdString();
    const auto content = figures::is_figure_file(name) ? figures::read_embedded_scenario(name) : files::read_text(name);
    if (!content || !is_scenario_set(*content))
        return false;
    const auto kind = scenario_kind_of_text(scenario_documents(*content).front(), name);
    const auto claims = [&](const FileRow& file_kind) { return file_kind.claims(*content, name); };
    if (!kind && std::ranges::any_of(registers().files, claims))
        return false;
    if (kind && *kind == "limits")
        return open_limits_set(*content, file);
    pages_.go_to<WorkbenchPage>();
    if (const auto read = questions_.pins.read(*content, file); !read) {
        notices_.complain(read.error());
        return true;
    }
    panels_.bring(QStringLiteral("compare"));
    opened();
    return true;
}

/// Opens all scenarios of the set or none, in place of those that stood there.
bool Opening::open_limits_set(const std::string& content, const QString& file)
{
    std::vector<Question> all;
    for (const std::string& yaml : scenario_documents(content)) {
        auto scenario = read_limits_scenario_text(questions_.limits.catalog(), yaml, file.toStdString());
        if (!scenario) {
            notices_.complain(scenario.error());
            return true;
        }
        all.push_back(std::move(*scenario));
    }
    pages_.go_to<LimitsPage>();
    questions_.limits.replace_all(all, {PLATEAU_TEXT("Open %1"), {Verbatim{QFileInfo(file).fileName().toStdString()}}});
    opened();
    return true;
}

void Opening::ask_new()
{
    if (!cards_)
        cards_ = new ScenarioCards(questions_.training.answers(), this);
    NewDialog dialog(*cards_, !questions_.are_limits(pages_.active().document()), &window_);
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (dialog.own())
        open_own(*dialog.own());
    else if (!dialog.file().isEmpty())
        ask_and_open(dialog.file());
}

void Opening::open_own(const Scenario& scenario)
{
    emit replacing();
    replace_in(questions_.training, [&] {
        questions_.training.replace(scenario, {PLATEAU_TEXT("Open %1"), {title_of(scenario)}});
        pages_.go_to<WorkbenchPage>();
        return true;
    });
}

void Opening::ask_open()
{
    const QString file = QFileDialog::getOpenFileName(
        &window_, tr("Open scenario"), QFileInfo(pages_.active().document().file()).path(),
        tr("Scenarios, models and figures (*.yaml *.yml *.json *.png *.svg *.pdf *.csv);;All files (*)"));
    if (!file.isEmpty())
        ask_and_open(file);
}

void Opening::ask_open_set()
{
    const QString file = QFileDialog::getOpenFileName(&window_, tr("Open set"), {},
                                                      tr("Sets of scenarios (*.yaml *.yml);;All files (*)"));
    if (!file.isEmpty())
        open(file);
}

void Opening::ask_model()
{
    if (const QString file = PickerCombo::ask_model_file(&window_); !file.isEmpty())
        use_model(file);
}

void Opening::use_model(const QString& file)
{
    pages_.go_to<WorkbenchPage>();
    questions_.training.edit_text("model", file.toStdString()); // a refusal stands beside the row
}

void Opening::offer_as_model(const QString& file)
{
    const QFileInfo model(file);
    notices_.add(NoticeBar::complaint, tr("%1 is the shape of a model, not a scenario.").arg(model.fileName()),
                 {{tr("Use it in this scenario"), [this, path = model.absoluteFilePath()] { use_model(path); }}});
}

void Opening::fill_recent(QMenu& menu)
{
    menu.clear();
    for (const QString& file : recent_files())
        menu.addAction(QFileInfo(file).fileName(), this, [this, file] { ask_and_open(file); })->setToolTip(tip(file));
    menu.setToolTipsVisible(true);
    if (menu.isEmpty()) {
        menu.addAction(tr("Nothing yet"))->setEnabled(false);
        return;
    }
    menu.addSeparator();
    menu.addAction(tr("Clear"), this, [] { forget_recent_files(); });
}

void Opening::show_limits()
{
    auto question = as_limits(questions_.training.catalog(), questions_.training.scenario());
    if (!question)
        return notices_.complain(question.error());
    pages_.go_to<LimitsPage>();
    const Message words{PLATEAU_TEXT("Add %1"), {title_of(*question)}};
    if (has_room(questions_.limits))
        questions_.limits.add(std::move(*question), words);
    else
        questions_.limits.replace(std::move(*question), words);
}

} // namespace plateau::ui
