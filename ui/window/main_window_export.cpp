// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QShortcut>
#include <QToolButton>

#include <algorithm>
#include <type_traits>

#include "core/catalog/catalog.h"
#include "core/evidence/claims.h"
#include "core/figures/described_page.h"
#include "core/figures/export_choices.h"
#include "core/figures/shown_figure.h"
#include "core/tours/tour_figures.h"
#include "ui/base/text.h"
#include "ui/evidence/evidence_page.h"
#include "ui/figures/export_files.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/picture_view.h"
#include "ui/hardware/hardware_page.h"
#include "ui/limits/limits_page.h"
#include "ui/plans/plans_page.h"
#include "ui/window/export_all_dialog.h"
#include "ui/window/export_dialog.h"
#include "ui/window/export_form.h"
#include "ui/window/main_window.h"
#include "ui/window/status_line.h"
#include "ui/workbench/workbench_page.h"

/// Figures out of the window: into files and onto the clipboard.
namespace plateau::ui {

namespace {

constexpr double screen_dpi = 96;
constexpr double metres_per_inch = 0.0254;

/// As large as on the screen, with twice as many dots.
figures::ExportOptions as_on_screen(const NamedFigure& shown)
{
    figures::ExportOptions options;
    const QSizeF metres = QSizeF(shown.on_screen) / screen_dpi * metres_per_inch;
    if (!shown.on_screen.isEmpty())
        options.size = {metres.width(), metres.height()};
    options.dpi = 2 * screen_dpi;
    options.base_points = 8.25;
    options.letters = false;
    return options;
}

} // namespace

std::vector<Scenario> MainWindow::compared() const
{
    std::vector<Scenario> all{document_.scenario()};
    for (const Pin& pin : pins_.all())
        if (!pin.hidden)
            all.push_back(*pin.scenario);
    return all;
}

std::vector<LimitsScenario> MainWindow::compared_limits() const
{
    const std::size_t current = limits_document_.current_index();
    std::vector<LimitsScenario> all{limits_document_.scenario()};
    for (std::size_t i = 0; i < limits_document_.configurations().size(); ++i)
        if (i != current)
            all.push_back(*limits_document_.configurations()[i].scenario);
    return all;
}

figures::FigurePage MainWindow::described(const NamedFigure& named) const
{
    if (&active_->document() == static_cast<const QuestionDocument*>(&limits_document_))
        return figures::described_page(named.figure, compared_limits(), named.shown);
    return figures::described_page(named.figure, compared(), named.shown);
}

std::vector<NamedFigure> MainWindow::figures_from(const QWidget* view) const
{
    std::vector<NamedFigure> figures = active_->figures();
    const QWidget* wanted = view ? view : QApplication::focusWidget();
    std::stable_partition(figures.begin(), figures.end(),
                          [wanted](const NamedFigure& each) { return each.view && each.view == wanted; });
    return figures;
}

/// Whatever shows a figure can copy and export it: the menu over it, and Ctrl+C.
void MainWindow::offer_figures_of(Page& page)
{
    const auto offer = [this](auto* view) {
        using View = std::remove_pointer_t<decltype(view)>;
        connect(view, &View::menu_made, this, [this, view](QMenu& menu) { add_ways_out(menu, *view); });
        auto* copy = new QShortcut(QKeySequence::Copy, view);
        copy->setContext(Qt::WidgetShortcut);
        connect(copy, &QShortcut::activated, this, [this, view] { copy_figure(view); });
    };
    for (FigureView* view : page.findChildren<FigureView*>())
        offer(view);
    for (PictureView* view : page.findChildren<PictureView*>())
        offer(view);
}

void MainWindow::add_ways_out(QMenu& menu, const QWidget& view)
{
    const auto figures = figures_from(&view);
    if (figures.empty() || figures.front().view != &view)
        return;
    menu.addSeparator();
    QAction* copy = menu.addAction(tr("&Copy figure"), this, [this, &view] { copy_figure(&view); });
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut); // shown here; the view itself takes the key
    const bool part = figures.front().whole.has_value();
    menu.addAction(part ? tr("Copy the data in &view") : tr("Copy figure's &data"), this,
                   [this, &view] { copy_data(&view); });
    if (part)
        menu.addAction(tr("Copy all &data"), this, [this, &view] { copy_data(&view, true); });
    menu.addAction(tr("&Export figure..."), this, [this, &view] { export_figure({}, &view); });
}

void MainWindow::export_figure(const QString& style, const QWidget* view)
{
    const auto figures = figures_from(view);
    if (figures.empty()) {
        status_->show_message(tr("There is no figure to export yet"));
        return;
    }
    ExportDialog dialog(
        figures, active_->document().title(), [this](const NamedFigure& named) { return described(named); }, this);
    if (!style.isEmpty())
        dialog.form().choose_style(style);
    connect(&dialog, &ExportDialog::copy_wanted, this,
            [this](const figures::FigurePage& page, const figures::ExportOptions& options) {
                QApplication::clipboard()->setMimeData(figure_to_paste(page, options));
                status_->show_message(tr("Figure copied as PNG and SVG"));
            });
    connect(&dialog, &ExportDialog::copy_data_wanted, this, [this](const figures::FigurePage& page) {
        QApplication::clipboard()->setMimeData(data_to_paste(page));
        status_->show_message(tr("Data copied as a table"));
    });
    dialog.exec();
}

/// For a slide, a column, a poster: each a click beside the export.
void MainWindow::offer_styles(QToolButton& button)
{
    auto* menu = new QMenu(&button);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (const figures::ExportStyle& style : figures::read_export_styles(catalog::preset_folders()).styles)
            menu->addAction(text(style.title), this, [this, name = text(style.name)] { export_figure(name); });
    });
    button.setMenu(menu);
    button.setPopupMode(QToolButton::MenuButtonPopup);
}

void MainWindow::copy_figure(const QWidget* view)
{
    const auto figures = figures_from(view);
    if (figures.empty()) {
        status_->show_message(tr("There is no figure to copy yet"));
        return;
    }
    QApplication::clipboard()->setMimeData(figure_to_paste(described(figures.front()), as_on_screen(figures.front())));
    status_->show_message(tr("Figure copied as PNG and SVG"));
}

void MainWindow::copy_data(const QWidget* view, bool whole)
{
    auto figures = figures_from(view);
    if (figures.empty()) {
        status_->show_message(tr("There is no data to copy yet"));
        return;
    }
    NamedFigure& named = figures.front();
    if (whole && named.whole)
        named.figure = *named.whole;
    QApplication::clipboard()->setMimeData(data_to_paste(described(named)));
    status_->show_message(tr("Data copied as a table"));
}

std::vector<ExportBundle> MainWindow::bundles() const
{
    const std::shared_ptr<const catalog::Catalog> catalog = document_.shared_catalog();
    std::vector<ExportBundle> all;
    if (&active_->document() == static_cast<const QuestionDocument*>(&limits_document_)) {
        all.push_back(
            {tr("This configuration: %1").arg(translated_text(limits_document_.title().toStdString())), [this] {
                 return views::figure_jobs(limits_document_.answers(), std::vector{limits_document_.scenario()});
             }});
        if (compared_limits().size() > 1)
            all.push_back({tr("All %1 configurations together").arg(compared_limits().size()),
                           [this] { return views::figure_jobs(limits_document_.answers(), compared_limits()); }});
    } else {
        all.push_back({tr("This scenario: %1").arg(translated_text(document_.title().toStdString())),
                       [this] { return views::figure_jobs(document_.answers(), std::vector{document_.scenario()}); }});
        if (compared().size() > 1)
            all.push_back({tr("It and its %1 pins together").arg(compared().size() - 1),
                           [this] { return views::figure_jobs(document_.answers(), compared()); }});
    }
    std::vector<Error> problems;
    for (const tours::TourEntry& entry : tours::tour_entries(*catalog, problems))
        all.push_back(
            {tr("Tour: %1").arg(text(entry.title)), [answers = document_.answers(), catalog, file = entry.file] {
                 std::vector<Error> wrong;
                 const auto claims = tours::read_paper_claims(*catalog, answers->data()->claims());
                 return tours::figure_jobs(answers, tours::read_tour(*catalog, claims, file, wrong));
             }});
    return all;
}

void MainWindow::export_all()
{
    ExportAllDialog dialog(bundles(), this);
    dialog.exec();
}

/// An exported figure comes back as it was shown.
void MainWindow::show_as_exported()
{
    const bool of_limits = &active_->document() == static_cast<QuestionDocument*>(&limits_document_);
    const auto& view = of_limits ? limits_document_.scenario().view : document_.scenario().view;
    const auto shown = view.find(figures::shown_figure_key);
    if (shown == view.end())
        return;
    const std::string& name = shown->second;
    if (of_limits) {
        limits().show_as_exported(name);
        return;
    }
    if (const auto throughput = figures::shown_throughput(name))
        workbench_->choose_view(*throughput);
    else if (name == "plans-heatmap" || name == "what-would-help" || name == "frontier")
        show_page(plans());
    else if (name.starts_with("equal-"))
        show_page(hardware());
    else if (name.starts_with("evidence"))
        show_page(evidence_page());
}

} // namespace plateau::ui
