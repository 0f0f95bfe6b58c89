// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>

#include <vector>

#include "ui/figures/export.h"
#include "ui/figures/named_figure.h"

class QLabel;
class QPushButton;

namespace plateau::ui {

class QuietCombo;
class Segments;
class ValueField;

/// Which figure, on what paper, how it looks; the preview is the figure itself at true proportion.
class ExportDialog final : public QDialog {
    Q_OBJECT
public:
    ExportDialog(std::vector<NamedFigure> figures, QString title, QWidget* parent = nullptr);

    figures::ExportOptions options() const { return options_; }
    /// In the format that the name says, else in the one chosen; replaces what stands there.
    void save_as(const QString& file);

private:
    QWidget* build_form();
    void choose_size(const std::string& words);
    void type_size();
    void show_size();
    void refresh();
    void show_preview();
    void save();
    const figures::Figure& figure() const;

    std::vector<NamedFigure> figures_;
    QString title_;
    figures::ExportOptions options_;
    QTimer preview_later_;

    QuietCombo* which_;
    Segments* format_;
    QuietCombo* size_;
    ValueField* width_;
    ValueField* height_;
    ValueField* dpi_;
    ValueField* font_;
    Segments* theme_;
    QLabel* problem_;
    QLabel* preview_;
    QLabel* preview_title_;
    QPushButton* export_;
};

} // namespace plateau::ui
