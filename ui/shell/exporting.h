// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <variant>
#include <vector>

#include "core/paper/figure_page.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"
#include "ui/figures/export.h"

class QMenu;
class QMimeData;
class QToolButton;
class QWidget;

namespace plateau::ui {

class Page;
class Pages;
class StatusLine;
class WritingBeside;
struct ExportBundle;
struct Questions;

/// Figures of the active page into files and onto the clipboard, each time that of `view` first, or of the one that has
/// the keyboard.
class Exporting final : public QObject {
public:
    Exporting(QWidget& window, const Questions& questions, Pages& pages, StatusLine& status);

    /// `style`: its name; empty: what was chosen the last time.
    void export_figure(const QString& style = {}, const QWidget* view = nullptr);
    void export_all();
    /// The active page's question and its answer on paper, those beside it compared.
    void save_report();
    void copy_figure(const QWidget* view = nullptr);
    /// `whole`: also what lies outside the part of the axes that is looked at.
    void copy_data(const QWidget* view = nullptr, bool whole = false);
    void copy_text(); ///< the question in the form of a file
    void copy_report() const; ///< what a report of a fault needs
    /// For a slide, a column, a poster: each a click beside the export.
    void offer_styles(QToolButton& button);

private:
    void show_dialog(const QString& style, const std::vector<NamedFigure>& figures, int row);
    void offer_figures_of(const Page& page);
    void add_ways_out(QMenu& menu, const QWidget& view);
    std::vector<NamedFigure> figures_from(const QWidget* view) const;
    figures::FigurePage described(const NamedFigure& named) const;
    /// The active page's question, then those beside it.
    std::variant<std::vector<Scenario>, std::vector<LimitsScenario>> compared() const;
    std::vector<ExportBundle> bundles() const;
    void put_figure(const figures::FigurePage& page, const figures::ExportOptions& options);
    void put_data(const figures::FigurePage& page);

    QWidget& window_;
    const Questions& questions_;
    Pages& pages_;
    StatusLine& status_;
    WritingBeside& writing_;
};

} // namespace plateau::ui
