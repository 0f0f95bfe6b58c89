// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <variant>
#include <vector>

#include <QDialog>
#include <QObject>
#include <QTimer>
#include <QWidget>

#include "core/paper/figure_jobs.h"
#include "core/paper/figure_page.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"
#include "ui/figures/export.h"
#include "ui/figures/figure_view.h"

class QFormLayout;
class QGridLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace plateau::ui {

class ExportForm;
class ExportPreview;
class WritingBeside;

/// Many figures that can be exported in one go; the jobs are asked for when the work begins.
struct ExportBundle {
    QString name;
    std::function<std::vector<views::FigureJob>()> jobs;
};

/// Which figure, on what paper, how it looks; the preview is the figure itself at true proportion. It stays open after
/// a file is written: the same figure often goes into several. A bundle goes into a folder: its answers are computed
/// beside the window, drawn in it; Cancel ends after the figure at work, and what is written stays.
class ExportDialog final : public QDialog {
    Q_OBJECT
public:
    /// What a figure's file says about itself.
    using About = std::function<figures::FigurePage(const NamedFigure&)>;

    ExportDialog(std::vector<NamedFigure> figures, std::vector<ExportBundle> bundles, QString title, About about = {},
                 QWidget* parent = nullptr);

    ExportForm& form() { return *form_; }
    ExportPreview& preview() { return *preview_; }
    figures::ExportOptions options() const;
    /// As it goes into a file.
    figures::FigurePage page() const;
    void set_caption(const QString& words);
    /// In the format that the name says, else in the one chosen; replaces what stands there.
    void save_as(const QString& file);
    const QString& saved() const { return saved_; }

    /// All figures of the chosen bundle into a folder.
    void save_all(const QString& folder);
    void cancel();
    bool is_working() const { return working_; }
    int written() const { return written_; }
    QString report() const; ///< what was written, and what was not

signals:
    void copy_wanted(const plateau::figures::FigurePage& page, const plateau::figures::ExportOptions& options);
    void copy_data_wanted(const plateau::figures::FigurePage& page);

protected:
    void done(int result) override;

private:
    QWidget* build_stage();
    QWidget* build_foot();
    QWidget* build_list();
    const ExportBundle* bundle() const; ///< that is chosen; null: a figure is
    void show_figure();
    void show_preview();
    void show_caption();
    void suggest_file();
    void browse();
    void save();
    void say(const QString& words, bool problem);
    QString link(const QString& path, const QString& words) const;
    void next();
    void take(const views::FigureJob& job, const views::JobAnswer& answer);
    void finish();
    void set_working(bool working);

    std::vector<NamedFigure> figures_;
    std::vector<ExportBundle> bundles_;
    QString title_;
    About about_;
    figures::FigurePage whole_; ///< of the figure that is shown
    QString saved_;
    bool own_caption_ = false, own_file_ = false; ///< written by the person
    QTimer preview_later_;

    std::vector<views::FigureJob> jobs_;
    figures::ExportOptions options_now_;
    QString folder_now_;
    std::size_t at_ = 0;
    int written_ = 0, left_out_ = 0, failed_ = 0;
    bool working_ = false, stopping_ = false;
    WritingBeside* beside_;

    ExportForm* form_;
    QStackedWidget* stage_;
    QProgressBar* progress_;
    QPlainTextEdit* list_;
    QLabel* file_name_;
    std::vector<QPushButton*> of_one_; ///< figure alone
    QPushButton* close_;
    ExportPreview* preview_;
    QPlainTextEdit* caption_;
    QLineEdit* file_;
    QLabel* message_;
    QPushButton* export_;
};

class QuietCombo;
class ValueField;

/// Everything that can be chosen about a figure on paper: a control for each row of the core's table of choices, which
/// reads and refuses what is chosen. A style is a set of such words.
class ExportForm final : public QWidget {
    Q_OBJECT
public:
    ExportForm(const QStringList& figures, std::vector<std::filesystem::path> preset_folders, QWidget* parent);

    int figure() const;
    const figures::ExportOptions& options() const { return options_; }
    const QString& problem() const { return problem_; }
    void choose_figure(int index);
    void choose_format(figures::FigureFormat format);
    void choose_style(const QString& name);
    /// What the figure needs where it is as high as it has to be.
    void show_height(double metres);
    /// As if it was typed into its field; key of export_choices().
    void choose(const std::string& key, const std::string& words);
    /// Keeps the choices as the user's own style; the error says why not.
    Expected<void> save_style(const QString& title);
    /// Whether choices are kept until the next time.
    void remember() const;
    void recall();

    /// Offers the parts of the figure that is shown; null: there is none.
    void show_parts(const figures::Figure* whole);
    /// The figure with the parts that are chosen, and with the title that is written here.
    figures::FigurePage chosen(figures::FigurePage page) const;

signals:
    void figure_chosen();
    void changed();

private:
    QuietCombo* add_combo(const QString& name);
    ValueField* add_field(const std::string& key, const QString& name);
    QWidget* control(const figures::ExportChoice& choice);
    void add_size();
    void fill_styles();
    void ask_style_name();
    void read();
    void show_choices();
    void add_part(QGridLayout& grid, const Message& words, bool panel);

    std::vector<std::filesystem::path> folders_;
    std::vector<figures::ExportStyle> styles_;
    figures::Choices choices_;
    figures::ExportOptions options_;
    QString problem_;
    std::map<std::string, bool> out_panels_, out_series_; ///< by English name, left out; kept while the dialog is open

    QFormLayout* rows_;
    QuietCombo* style_ = nullptr;
    QuietCombo* figure_ = nullptr;
    QuietCombo* format_ = nullptr;
    QuietCombo* size_ = nullptr;
    std::map<std::string, ValueField*> fields_; ///< "width", "height" and keys of choices
    std::map<std::string, std::function<void(const QString& word)>> show_; ///< by key: what is chosen
    QLineEdit* title_ = nullptr;
    QWidget* parts_ = nullptr;
};

class Segments;

/// The figure as it will be on paper, drawn by the same renderer: fitted or at true size, also without colour and as
/// others see it. Of a script its text.
class ExportPreview final : public QWidget {
    Q_OBJECT
public:
    explicit ExportPreview(QWidget* parent = nullptr);

    void show_page(const figures::FigurePage& page, const figures::ExportOptions& options);
    void set_sight(Sight sight);
    QImage shown() const { return shown_; }
    /// The size of the file's picture in metres; empty: it is no picture.
    QSizeF size_on_paper() const { return metres_; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void draw();
    void draw_words();

    figures::FigurePage page_;
    figures::ExportOptions options_;
    Sight sight_ = Sight::Full;
    QImage shown_;
    QSizeF metres_;
    QLabel* title_;
    Segments* zoom_;
    Segments* sights_;
    QScrollArea* area_;
    QLabel* picture_;
};

class Page;
class Pages;
class StatusLine;
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
