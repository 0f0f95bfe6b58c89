// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_form.h"

#include <QFontDatabase>
#include <QGridLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "core/files/output.h"
#include "ui/controls/appearance.h"
#include "ui/controls/check_box.h"
#include "ui/controls/controls.h"
#include "ui/controls/language.h"
#include "ui/controls/segment_width.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

constexpr int names_width = 84, field_width = 88;
constexpr const char* own_size = "own";
const QString settings_group = QStringLiteral("export");

QGridLayout* group(QVBoxLayout& column, const QString& heading, QWidget* parent)
{
    if (!heading.isEmpty()) {
        column.addSpacing(10);
        auto* words = new QLabel(heading, parent);
        words->setFont(interface_font(12, 600));
        column.addWidget(words);
        auto* line = new QFrame(parent);
        line->setFrameShape(QFrame::HLine);
        line->setForegroundRole(QPalette::Mid);
        column.addWidget(line);
    }
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(8);
    grid->setColumnMinimumWidth(0, names_width);
    grid->setColumnStretch(3, 1);
    column.addLayout(grid);
    return grid;
}

void name_row(QGridLayout& grid, const QString& name, QWidget* first)
{
    auto* words = new QLabel(name, first->parentWidget());
    words->setBuddy(first);
    first->setAccessibleName(name);
    grid.addWidget(words, grid.rowCount(), 0);
}

QString size_title(const std::string& name)
{
    if (name == "column")
        return ExportForm::tr("Journal column, 88 mm");
    if (name == "two-column")
        return ExportForm::tr("Two columns, 180 mm");
    if (name == "slide")
        return ExportForm::tr("Slide, 16:9");
    return name == "slide-4x3" ? ExportForm::tr("Slide, 4:3") : ExportForm::tr("Own size");
}

std::string millimetres(double metres) { return fmt::format("{:.4g}", metres * 1e3); }

/// Makes the name of a file out of a style's title.
std::string file_stem(const QString& title)
{
    QString stem = title.toLower();
    for (QChar& letter : stem)
        if (!letter.isLetterOrNumber())
            letter = QLatin1Char('-');
    return stem.toStdString();
}

} // namespace

ExportForm::ExportForm(const QStringList& figures, std::vector<std::filesystem::path> preset_folders, QWidget* parent)
    : QWidget(parent), folders_(std::move(preset_folders))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 16);
    column->setSpacing(6);
    build_head(*column, figures);
    build_size(*column);
    build_look(*column);
    build_parts(*column);
    column->addStretch();
    read();
}

void ExportForm::build_head(QVBoxLayout& column, const QStringList& figures)
{
    QGridLayout* grid = group(column, {}, this);
    style_ = new QuietCombo(this);
    auto* save = new QPushButton(tr("Save..."), this);
    connect(save, &QPushButton::clicked, this, &ExportForm::ask_style_name);
    connect(style_, &QComboBox::activated, this, [this] { choose_style(style_->currentData().toString()); });
    name_row(*grid, tr("Style"), style_);
    grid->addWidget(style_, grid->rowCount() - 1, 1, 1, 3);
    grid->addWidget(save, grid->rowCount() - 1, 4);
    fill_styles();
    figure_ = new QuietCombo(this);
    figure_->addItems(figures);
    connect(figure_, &QComboBox::activated, this, &ExportForm::figure_chosen);
    name_row(*grid, tr("Figure"), figure_);
    grid->addWidget(figure_, grid->rowCount() - 1, 1, 1, 4);
}

void ExportForm::build_size(QVBoxLayout& column)
{
    QGridLayout* grid = group(column, tr("Size and format"), this);
    format_ = new QuietCombo(this);
    const QString about[]
        = {tr("picture of dots"),   tr("drawing for text and web"),      tr("drawing for print"),
           tr("the data"),          tr("matplotlib script and its CSV"), tr("pgfplots script and its CSV"),
           tr("references to cite")};
    for (const figures::FormatRow& row : figures::figure_formats())
        format_->addItem(QStringLiteral("%1: %2").arg(QLatin1String(row.title), about[static_cast<int>(row.format)]),
                         static_cast<int>(row.format));
    connect(format_, &QComboBox::activated, this,
            [this] { choose_format(static_cast<figures::FigureFormat>(format_->currentData().toInt())); });
    name_row(*grid, tr("Format"), format_);
    grid->addWidget(format_, grid->rowCount() - 1, 1, 1, 4);
    size_ = new QuietCombo(this);
    for (const char* name : {"column", "two-column", "slide", "slide-4x3", own_size})
        size_->addItem(size_title(name), QLatin1String(name));
    connect(size_, &QComboBox::activated, this, [this] {
        if (const QString name = size_->currentData().toString(); name != QLatin1String(own_size)) {
            for (const char* brought : {"dpi", "font-size", "line-width"}) // a named size brings its own
                choices_.erase(brought);
            choose("size", name.toStdString());
        } else
            fields_["width"]->setFocus();
    });
    name_row(*grid, tr("Size"), size_);
    grid->addWidget(size_, grid->rowCount() - 1, 1, 1, 4);
    const int row = grid->rowCount();
    for (const auto& [key, name] : {std::pair("width", tr("Width")), std::pair("height", tr("Height"))}) {
        fields_[key] = new ValueField(this);
        fields_[key]->setFixedWidth(field_width);
        fields_[key]->setAccessibleName(name);
        connect(fields_[key], &ValueField::committed, this,
                [this] { choose("size", typed("width", "mm") + "mmx" + typed("height", "mm") + "mm"); });
    }
    grid->addWidget(fields_["width"], row, 1);
    grid->addWidget(new QLabel(QStringLiteral("×"), this), row, 2);
    grid->addWidget(fields_["height"], row, 3);
    fields_["dpi"] = new ValueField(this);
    fields_["dpi"]->setFixedWidth(field_width);
    name_row(*grid, tr("Resolution"), fields_["dpi"]);
    grid->addWidget(fields_["dpi"], grid->rowCount() - 1, 1);
    resolution_note_ = new QLabel(tr("not needed: drawn or written"), this);
    resolution_note_->setForegroundRole(QPalette::PlaceholderText);
    grid->addWidget(resolution_note_, grid->rowCount() - 1, 1, 1, 4);
}

void ExportForm::build_look(QVBoxLayout& column)
{
    QGridLayout* grid = group(column, tr("Look"), this);
    const auto segments = [&](const QString& name, std::initializer_list<std::pair<const char*, QString>> all,
                              const char* key) {
        auto* made = new Segments(this);
        for (const auto& [value, words] : all)
            made->add(QLatin1String(value), words, {});
        made->set_name(name);
        made->setMinimumWidth(made->sizeHint().width());
        connect(made, &Segments::chosen, this, [this, key](const QString& value) { choose(key, value.toStdString()); });
        name_row(*grid, name, made);
        grid->addWidget(made, grid->rowCount() - 1, 1, 1, 4);
        return made;
    };
    theme_ = segments(tr("Theme"), {{"print", tr("Print")}, {"light", tr("Light")}, {"dark", tr("Dark")}}, "theme");
    background_ = segments(tr("Background"), {{"theme", tr("The theme's")}, {"transparent", tr("None")}}, "background");
    font_ = new QuietCombo(this);
    font_->addItem(QStringLiteral("Plateau Sans"));
    for (const QString& family : QFontDatabase::families(QFontDatabase::Latin))
        if (QFontDatabase::isSmoothlyScalable(family) && family != font_->itemText(0))
            font_->addItem(family);
    connect(font_, &QComboBox::activated, this, [this] { choose("font", font_->currentText().toStdString()); });
    name_row(*grid, tr("Font"), font_);
    grid->addWidget(font_, grid->rowCount() - 1, 1, 1, 3);
    fields_["font-size"] = new ValueField(this);
    fields_["font-size"]->setAccessibleName(tr("Font size"));
    grid->addWidget(fields_["font-size"], grid->rowCount() - 1, 4);
    fields_["line-width"] = new ValueField(this);
    name_row(*grid, tr("Lines"), fields_["line-width"]);
    grid->addWidget(fields_["line-width"], grid->rowCount() - 1, 1);
    for (const char* key : {"dpi", "font-size", "line-width"}) {
        fields_[key]->setFixedWidth(field_width);
        connect(fields_[key], &ValueField::committed, this,
                [this, key] { choose(key, typed(key, std::string(key) == "dpi" ? "dpi" : "pt")); });
    }
    language_ = new QuietCombo(this);
    language_->addItem(tr("As the window"), QString());
    for (const Language& language : languages())
        language_->addItem(QString::fromUtf8(language.name), QLatin1String(language.code));
    connect(language_, &QComboBox::activated, this,
            [this] { choose("language", language_->currentData().toString().toStdString()); });
    name_row(*grid, tr("Language"), language_);
    grid->addWidget(language_, grid->rowCount() - 1, 1, 1, 3);
    labels_ = segments(tr("Labels"), {{"curves", tr("On curves")}, {"legend", tr("Legend")}, {"none", tr("None")}},
                       "labels");
    with_title_ = new CheckBox(tr("Title"), this);
    with_caption_ = new CheckBox(tr("Caption"), this);
    name_row(*grid, tr("Show"), with_title_);
    with_title_->setAccessibleName(tr("Show the title"));
    with_caption_->setAccessibleName(tr("Show the caption"));
    grid->addWidget(with_title_, grid->rowCount() - 1, 1);
    grid->addWidget(with_caption_, grid->rowCount() - 1, 3);
    for (CheckBox* box : {with_title_, with_caption_})
        connect(box, &QCheckBox::toggled, this, [this] {
            const bool title = with_title_->isChecked(), caption = with_caption_->isChecked();
            choose("show", title && caption ? "title, caption" : title ? "title" : caption ? "caption" : "none");
        });
    title_ = new QLineEdit(this);
    title_->setPlaceholderText(tr("the figure's own"));
    connect(title_, &QLineEdit::textChanged, this, &ExportForm::changed);
    name_row(*grid, tr("Title"), title_);
    grid->addWidget(title_, grid->rowCount() - 1, 1, 1, 4);
}

void ExportForm::build_parts(QVBoxLayout& column)
{
    group(column, tr("What"), this);
    parts_ = new QWidget(this);
    column.addWidget(parts_);
}

void ExportForm::show_parts(const figures::Figure& whole)
{
    QWidget* before = parts_;
    parts_ = new QWidget(this);
    auto* grid = new QGridLayout(parts_);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setColumnMinimumWidth(0, names_width);
    grid->setColumnStretch(1, 1);
    if (whole.panels().size() > 1) {
        grid->addWidget(new QLabel(tr("Plots"), parts_), grid->rowCount(), 0);
        for (const figures::Panel& panel : whole.panels())
            add_part(*grid, panel.title, true);
    }
    const std::vector<Message> names = figures::series_names(whole);
    if (names.size() > 1) {
        grid->addWidget(new QLabel(tr("Series"), parts_), grid->rowCount(), 0);
        for (const Message& name : names)
            add_part(*grid, name, false);
    }
    if (whole.panels().size() < 2 && names.size() < 2)
        grid->addWidget(new QLabel(tr("The figure as a whole"), parts_), 0, 0, 1, 2);
    delete layout()->replaceWidget(before, parts_);
    before->deleteLater();
}

void ExportForm::add_part(QGridLayout& grid, const Message& words, bool panel)
{
    const std::string name = english(words);
    auto* box = new CheckBox(text(words), grid.parentWidget());
    box->setToolTip(tip(text(words)));
    auto& out = panel ? out_panels_ : out_series_;
    box->setChecked(!out[name]);
    const bool first = grid.itemAtPosition(grid.rowCount() - 1, 0) && !grid.itemAtPosition(grid.rowCount() - 1, 1);
    grid.addWidget(box, grid.rowCount() - (first ? 1 : 0), 1);
    connect(box, &QCheckBox::toggled, this, [this, name, panel](bool shown) {
        (panel ? out_panels_ : out_series_)[name] = !shown;
        emit changed();
    });
}

figures::FigurePage ExportForm::chosen(figures::FigurePage page) const
{
    for (figures::PageTile& tile : page.tiles) {
        const figures::Figure whole = tile.figure;
        if (auto* plot = tile.figure.as<figures::Plot>())
            std::erase_if(plot->panels, [&](const figures::Panel& panel) {
                const auto found = out_panels_.find(english(panel.title));
                return found != out_panels_.end() && found->second;
            });
        if (tile.figure.panels().size() == 1)
            tile.figure.panels().front().height = 1;
        std::vector<std::string> out;
        for (const Message& name : figures::series_names(tile.figure))
            if (const auto found = out_series_.find(english(name)); found != out_series_.end() && found->second)
                out.push_back(english(name));
        if (!whole.panels().empty() && tile.figure.panels().empty())
            tile.figure = whole; // nothing would be left
        else if (!out.empty())
            if (figures::Figure less = tile.figure; figures::leave_out(less, out))
                tile.figure = std::move(less);
    }
    if (!title_->text().trimmed().isEmpty())
        page.title = {"%1", {Verbatim{title_->text().trimmed().toStdString()}}};
    return page;
}

int ExportForm::figure() const { return std::max(0, figure_->currentIndex()); }

void ExportForm::choose_figure(int index)
{
    figure_->setCurrentIndex(index);
    emit figure_chosen();
}

void ExportForm::choose_format(figures::FigureFormat format)
{
    options_.format = format;
    show_choices();
    emit changed();
}

void ExportForm::choose_style(const QString& name)
{
    for (const figures::ExportStyle& style : styles_)
        if (text(style.name) == name) {
            const std::string language = options_.language; // a style without one leaves it
            choices_ = style.choices;
            choices_.emplace("language", language);
            if (name.startsWith(QLatin1String("journal"))) // print takes lines, not dots
                options_.format = figures::FigureFormat::Pdf;
            read();
            emit changed();
        }
}

/// Returns a field's number with a decimal point, without its unit.
std::string ExportForm::typed(const std::string& key, const char* unit) const
{
    QString words = typed_in_english(fields_.at(key)->text()).trimmed();
    if (words.endsWith(QLatin1String(unit)))
        words.chop(static_cast<qsizetype>(qstrlen(unit)));
    return words.trimmed().toStdString();
}

void ExportForm::choose(const std::string& key, const std::string& words)
{
    choices_[key] = words;
    read();
    emit changed();
}

void ExportForm::read()
{
    const auto options = figures::export_options(choices_);
    problem_ = options ? QString() : text(options.error());
    if (options) {
        const auto format = options_.format;
        options_ = *options;
        options_.format = format;
    }
    show_choices();
}

void ExportForm::show_height(double metres)
{
    if (options_.grows && problem_.isEmpty())
        fields_["height"]->show_value(written_here(text(fmt::format("{:.0f}", metres * 1e3))), tr("mm"));
}

void ExportForm::show_choices()
{
    const figures::Choices now = figures::choices_of(options_);
    const auto known = size_->findData(text(now.at("size")));
    const auto show = [this](const char* key, const std::string& number, const QString& unit) {
        if (problem_.isEmpty())
            fields_[key]->show_value(written_here(text(number)), unit);
    };
    const auto style = std::find_if(styles_.begin(), styles_.end(), [&](const figures::ExportStyle& each) {
        auto options = figures::export_options(each.choices);
        if (options && options->language.empty())
            options->language = options_.language;
        return options && figures::choices_of(*options) == now;
    });
    style_->setCurrentIndex(static_cast<int>(style - styles_.begin())); // behind the last: own choices
    size_->setCurrentIndex(known < 0 ? size_->count() - 1 : known);
    show("width", millimetres(options_.size.width), tr("mm"));
    show("height", millimetres(options_.size.height), tr("mm"));
    show("dpi", fmt::format("{:.4g}", options_.dpi), tr("dpi"));
    show("font-size", fmt::format("{:.3g}", options_.base_points), tr("pt"));
    show("line-width", options_.line_points > 0 ? fmt::format("{:.3g}", options_.line_points) : std::string("auto"),
         options_.line_points > 0 ? tr("pt") : QString());
    theme_->set_current(text(now.at("theme")));
    background_->set_current(text(now.at("background")));
    labels_->set_current(text(now.at("labels")));
    font_->setCurrentIndex(std::max(0, font_->findText(text(now.at("font")))));
    language_->setCurrentIndex(std::max(0, language_->findData(text(options_.language))));
    format_->setCurrentIndex(format_->findData(static_cast<int>(options_.format)));
    const bool dots = options_.format == figures::FigureFormat::Png;
    fields_["dpi"]->setVisible(dots);
    resolution_note_->setVisible(!dots);
    for (const auto& [box, shown] :
         {std::pair(with_title_, options_.title), std::pair(with_caption_, options_.caption)}) {
        const QSignalBlocker quiet(box);
        box->setChecked(shown);
    }
    title_->setEnabled(options_.title);
}

void ExportForm::fill_styles()
{
    styles_ = figures::read_export_styles(folders_).styles;
    style_->clear();
    for (const figures::ExportStyle& style : styles_)
        style_->addItem(text(Word{style.title}), text(style.name));
    style_->addItem(tr("Own choices"));
}

void ExportForm::ask_style_name()
{
    bool agreed = false;
    const QString title = QInputDialog::getText(this, tr("Save style"), tr("Name of the style"), QLineEdit::Normal,
                                                style_->currentText(), &agreed);
    if (!agreed || title.trimmed().isEmpty())
        return;
    if (const auto saved = save_style(title.trimmed()); !saved)
        QMessageBox::warning(this, tr("Save style"), text(saved.error()));
}

Expected<void> ExportForm::save_style(const QString& title)
{
    const figures::ExportStyle style{file_stem(title), title.toStdString(), figures::choices_of(options_)};
    if (folders_.empty())
        return failure({PLATEAU_TEXT("there is no folder of your own for styles"), {}}, {});
    const std::filesystem::path folder = folders_.back() / "styles";
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (auto written
        = files::write_file(folder / (style.name + ".yaml"), figures::write_style(style), files::Replacing::any_file());
        !written)
        return written;
    fill_styles();
    choose_style(text(style.name));
    return {};
}

void ExportForm::remember() const
{
    QSettings settings;
    settings.beginGroup(settings_group);
    settings.remove(QString());
    for (const auto& [key, words] : figures::choices_of(options_))
        settings.setValue(text(key), text(words));
    settings.setValue(QStringLiteral("format"), static_cast<int>(options_.format));
}

void ExportForm::recall()
{
    QSettings settings;
    settings.beginGroup(settings_group);
    for (const figures::ExportChoice& choice : figures::export_choices())
        if (const QVariant words = settings.value(text(choice.key())); words.isValid())
            choices_[choice.key()] = words.toString().toStdString();
    if (!figures::export_options(choices_))
        choices_.clear();
    const QVariant format = settings.value(QStringLiteral("format"), static_cast<int>(figures::FigureFormat::Pdf));
    for (const figures::FormatRow& row : figures::figure_formats())
        if (format.toInt() == static_cast<int>(row.format))
            options_.format = row.format;
    read();
}

} // namespace plateau::ui
