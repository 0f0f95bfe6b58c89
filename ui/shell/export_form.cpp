// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_dialog.h"

#include <QCheckBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QInputDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

#include <algorithm>

#include <fmt/format.h>

#include "core/catalog/catalog.h"
#include "core/files/output.h"
#include "ui/controls/controls.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

constexpr int field_width = 88;
const QString settings_group = QStringLiteral("export");

/// Makes the name of a file out of a style's title.
std::string file_stem(const QString& title)
{
    QString stem = title.toLower();
    for (QChar& letter : stem)
        if (!letter.isLetterOrNumber())
            letter = QLatin1Char('-');
    return stem.toStdString();
}

/// A field's number with a decimal point, without its unit.
std::string typed(const ValueField& field, const char* unit)
{
    QString words = typed_in_english(field.text()).trimmed();
    if (words.endsWith(QLatin1String(unit)))
        words.chop(static_cast<qsizetype>(qstrlen(unit)));
    return words.trimmed().toStdString();
}

/// What a choice of any text is made among: the word and what it is called.
std::vector<std::pair<QString, QString>> known_here(const std::string& key)
{
    std::vector<std::pair<QString, QString>> known;
    if (key == "font") {
        const QString own = QStringLiteral("Plateau Sans");
        known.emplace_back(own, own);
        for (const QString& family : QFontDatabase::families(QFontDatabase::Latin))
            if (QFontDatabase::isSmoothlyScalable(family) && family != own)
                known.emplace_back(family, family);
    } else if (key == "language") {
        known.emplace_back(QString(), ExportForm::tr("As the window"));
        for (const Language& language : languages())
            known.emplace_back(QLatin1String(language.code), QString::fromUtf8(language.name));
    }
    return known;
}

} // namespace

ExportForm::ExportForm(const QStringList& figures, std::vector<std::filesystem::path> preset_folders, QWidget* parent)
    : QWidget(parent), folders_(std::move(preset_folders)), rows_(new QFormLayout(this))
{
    rows_->setContentsMargins(16, 14, 16, 16);
    rows_->setVerticalSpacing(8);
    rows_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    style_ = add_combo(tr("Style"));
    connect(style_, &QComboBox::activated, this, [this] { choose_style(style_->currentData().toString()); });
    fill_styles();
    auto* save = new QPushButton(tr("Save..."), this);
    save->setAccessibleName(tr("Save style"));
    connect(save, &QPushButton::clicked, this, &ExportForm::ask_style_name);
    rows_->addRow(QString(), save);
    figure_ = add_combo(tr("Figure"));
    figure_->addItems(figures);
    connect(figure_, &QComboBox::activated, this, &ExportForm::figure_chosen);
    format_ = add_combo(tr("Format"));
    for (const figures::FormatRow& row : figures::figure_formats())
        format_->addItem(QStringLiteral("%1: %2").arg(QLatin1String(row.title), text(Word{row.about})),
                         static_cast<int>(row.format));
    connect(format_, &QComboBox::activated, this,
            [this] { choose_format(static_cast<figures::FigureFormat>(format_->currentData().toInt())); });
    for (const figures::ExportChoice& choice : figures::export_choices()) {
        if (choice.key() == "size")
            add_size();
        else if (*choice.title)
            control(choice)->setToolTip(tip(text(Word{choice.help})));
    }
    title_ = new QLineEdit(this);
    title_->setPlaceholderText(tr("the figure's own"));
    title_->setAccessibleName(tr("Title"));
    connect(title_, &QLineEdit::textChanged, this, &ExportForm::changed);
    rows_->addRow(tr("Title"), title_);
    parts_ = new QWidget(this);
    rows_->addRow(parts_);
    read();
}

QuietCombo* ExportForm::add_combo(const QString& name)
{
    auto* combo = new QuietCombo(this);
    combo->setAccessibleName(name);
    rows_->addRow(name, combo);
    return combo;
}

ValueField* ExportForm::add_field(const std::string& key, const QString& name)
{
    ValueField* field = fields_[key] = new ValueField(this);
    field->setFixedWidth(field_width);
    field->setAccessibleName(name);
    return field;
}

/// A number is typed; among a few words one is pressed, among many picked.
QWidget* ExportForm::control(const figures::ExportChoice& choice)
{
    const std::string key = choice.key();
    const QString name = text(Word{choice.title});
    if (*choice.unit) {
        ValueField* field = add_field(key, name);
        rows_->addRow(name, field);
        connect(field, &ValueField::committed, this,
                [this, key, field, unit = choice.unit] { choose(key, typed(*field, unit)); });
        show_[key] = [this, field, unit = choice.unit](const QString& word) {
            if (problem_.isEmpty())
                field->show_value(word.isEmpty() ? tr("auto") : written_here(word),
                                  word.isEmpty() ? QString() : text(Word{unit}));
        };
        return field;
    }
    if (choice.words.empty()) {
        QuietCombo* combo = add_combo(name);
        for (const auto& [word, title] : known_here(key))
            combo->addItem(title, word);
        connect(combo, &QComboBox::activated, this,
                [this, key, combo] { choose(key, combo->currentData().toString().toStdString()); });
        show_[key] = [combo](const QString& word) { combo->setCurrentIndex(std::max(0, combo->findData(word))); };
        return combo;
    }
    auto* segments = new Segments(this);
    for (const figures::ChoiceWord& each : choice.words)
        segments->add(QLatin1String(each.word), text(Word{each.title}), {});
    segments->set_name(name);
    segments->setMinimumWidth(segments->sizeHint().width());
    rows_->addRow(name, segments);
    connect(segments, &Segments::chosen, this, [this, key](const QString& word) { choose(key, word.toStdString()); });
    show_[key] = [segments](const QString& word) { segments->set_current(word); };
    return segments;
}

/// The one choice that is either a word or two numbers.
void ExportForm::add_size()
{
    const figures::ExportChoice& choice = figures::export_choices().front();
    size_ = add_combo(text(Word{choice.title}));
    for (const figures::ChoiceWord& each : choice.words)
        size_->addItem(text(Word{each.title}), QLatin1String(each.word));
    size_->addItem(tr("Own size"));
    auto* line = new QHBoxLayout;
    ValueField* width = add_field("width", tr("Width"));
    ValueField* height = add_field("height", tr("Height"));
    line->addWidget(width);
    line->addWidget(new QLabel(QStringLiteral("×"), this));
    line->addWidget(height);
    line->addStretch();
    rows_->addRow(QString(), line);
    connect(size_, &QComboBox::activated, this, [this, width] {
        const std::string word = size_->currentData().toString().toStdString();
        if (word.empty())
            return width->setFocus();
        for (const char* brought : {"dpi", "font-size", "line-width"}) // a named size brings its own
            choices_.erase(brought);
        choose("size", word);
    });
    for (ValueField* field : {width, height})
        connect(field, &ValueField::committed, this, [this, width, height] {
            choose("size", fmt::format("{}mmx{}mm", typed(*width, "mm"), typed(*height, "mm")));
        });
    show_["size"] = [this](const QString& word) {
        const int known = size_->findData(word);
        size_->setCurrentIndex(known < 0 ? size_->count() - 1 : known);
        if (problem_.isEmpty())
            for (const auto& [key, metres] :
                 {std::pair("width", options_.size.width), std::pair("height", options_.size.height)})
                fields_[key]->show_value(written_here(text(fmt::format("{:.4g}", metres * 1e3))), tr("mm"));
    };
}

void ExportForm::show_parts(const figures::Figure* whole)
{
    QWidget* before = parts_;
    parts_ = new QWidget(this);
    auto* grid = new QGridLayout(parts_);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(8);
    grid->setColumnStretch(1, 1);
    if (whole && whole->panels().size() > 1) {
        grid->addWidget(new QLabel(tr("Plots"), parts_), grid->rowCount(), 0);
        for (const figures::Panel& panel : whole->panels())
            add_part(*grid, panel.title, true);
    }
    if (const auto names = whole ? figures::series_names(*whole) : std::vector<Message>(); names.size() > 1) {
        grid->addWidget(new QLabel(tr("Series"), parts_), grid->rowCount(), 0);
        for (const Message& name : names)
            add_part(*grid, name, false);
    }
    delete rows_->replaceWidget(before, parts_);
    before->deleteLater();
}

void ExportForm::add_part(QGridLayout& grid, const Message& words, bool panel)
{
    const std::string name = english(words);
    auto* box = new QCheckBox(text(words), grid.parentWidget());
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
    figures::Choices now = figures::choices_of(options_);
    const auto style = std::ranges::find_if(styles_, [&](const figures::ExportStyle& each) {
        auto options = figures::export_options(each.choices);
        if (options && options->language.empty())
            options->language = options_.language;
        return options && figures::choices_of(*options) == now;
    });
    style_->setCurrentIndex(static_cast<int>(style - styles_.begin())); // behind the last: own choices
    format_->setCurrentIndex(format_->findData(static_cast<int>(options_.format)));
    for (const auto& [key, show] : show_)
        show(text(now[key]));
    fields_["dpi"]->setEnabled(options_.format == figures::FigureFormat::Png); // else drawn or written
    title_->setEnabled(options_.title);
}

void ExportForm::fill_styles()
{
    styles_ = figures::read_export_styles(folders_).styles;
    style_->clear();
    for (const figures::ExportStyle& style : styles_)
        style_->addItem(text(catalog::words_of_file(style.title, style.shipped)), text(style.name));
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
