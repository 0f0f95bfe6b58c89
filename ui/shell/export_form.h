// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>
#include <map>
#include <vector>

#include "core/paper/export_options.h"
#include "core/paper/figure_page.h"

class QFormLayout;
class QGridLayout;
class QLineEdit;

namespace plateau::ui {

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

} // namespace plateau::ui
