// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <vector>

#include "core/paper/figure_jobs.h"
#include "ui/figures/export.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QStackedWidget;

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

} // namespace plateau::ui
