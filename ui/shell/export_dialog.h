// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <vector>

#include "ui/figures/export.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace plateau::ui {

class ExportForm;
class ExportPreview;

/// Which figure, on what paper, how it looks; the preview is the figure itself at true proportion. It stays open after
/// a file is written: the same figure often goes into several.
class ExportDialog final : public QDialog {
    Q_OBJECT
public:
    /// What a figure's file says about itself.
    using About = std::function<figures::FigurePage(const NamedFigure&)>;

    ExportDialog(std::vector<NamedFigure> figures, QString title, About about = {}, QWidget* parent = nullptr);

    ExportForm& form() { return *form_; }
    ExportPreview& preview() { return *preview_; }
    figures::ExportOptions options() const;
    /// As it goes into a file.
    figures::FigurePage page() const;
    void set_caption(const QString& words);
    /// In the format that the name says, else in the one chosen; replaces what stands there.
    void save_as(const QString& file);
    const QString& saved() const { return saved_; }

signals:
    void copy_wanted(const plateau::figures::FigurePage& page, const plateau::figures::ExportOptions& options);
    void copy_data_wanted(const plateau::figures::FigurePage& page);

protected:
    void done(int result) override;

private:
    QWidget* build_stage();
    QWidget* build_foot();
    void show_figure();
    void show_preview();
    void show_caption();
    void suggest_file();
    void browse();
    void save();
    void say(const QString& words, bool problem);

    std::vector<NamedFigure> figures_;
    QString title_;
    About about_;
    figures::FigurePage whole_; ///< of the figure that is shown
    QString saved_;
    bool own_caption_ = false, own_file_ = false; ///< written by the person
    QTimer preview_later_;

    ExportForm* form_;
    ExportPreview* preview_;
    QPlainTextEdit* caption_;
    QLineEdit* file_;
    QLabel* message_;
    QPushButton* export_;
};

} // namespace plateau::ui
