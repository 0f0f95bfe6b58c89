// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/export_dialog.h"

#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

#include <cmath>

#include "core/files/output.h"
#include "ui/base/appearance.h"
#include "ui/base/ask_file.h"
#include "ui/base/controls.h"
#include "ui/base/subject.h"
#include "ui/base/text.h"

namespace plateau::ui {

namespace {

constexpr QSize preview_room{620, 560};

const char* suffix(figures::FigureFormat format)
{
    switch (format) {
    case figures::FigureFormat::Png:
        return "png";
    case figures::FigureFormat::Svg:
        return "svg";
    case figures::FigureFormat::Pdf:
        return "pdf";
    case figures::FigureFormat::Csv:
        return "csv";
    }
    return "";
}

QString file_name(QString title)
{
    for (QChar& letter : title)
        letter = letter.isLetterOrNumber() ? letter.toLower() : QLatin1Char('-');
    return title;
}

} // namespace

ExportDialog::ExportDialog(std::vector<NamedFigure> figures, QString title, QWidget* parent)
    : QDialog(parent), figures_(std::move(figures)), title_(std::move(title))
{
    set_subject(this, QStringLiteral("window.md#export"));
    setWindowTitle(tr("Export figure"));
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    line->addWidget(build_form());
    auto* stage = new QWidget(this);
    stage->setAutoFillBackground(true);
    QPalette ground = stage->palette();
    ground.setColor(QPalette::Window, theme_of(this).dark ? QColor(0x17, 0x19, 0x1B) : QColor(0xE4, 0xE7, 0xEA));
    stage->setPalette(ground);
    auto* column = new QVBoxLayout(stage);
    column->setContentsMargins(24, 16, 24, 24);
    preview_title_ = new QLabel(stage);
    preview_ = new QLabel(stage);
    preview_->setAlignment(Qt::AlignCenter);
    preview_->setMinimumSize(preview_room);
    preview_->setAccessibleName(tr("Preview"));
    column->addWidget(preview_title_);
    column->addWidget(preview_, 1);
    line->addWidget(stage, 1);
    preview_later_.setSingleShot(true);
    preview_later_.setInterval(0);
    connect(&preview_later_, &QTimer::timeout, this, &ExportDialog::show_preview);
    choose_size("column");
}

QWidget* ExportDialog::build_form()
{
    auto* form = new QWidget(this);
    form->setFixedWidth(360);
    auto* column = new QVBoxLayout(form);
    column->setContentsMargins(16, 16, 16, 16);
    auto* rows = new QFormLayout;
    rows->setHorizontalSpacing(16);
    rows->setVerticalSpacing(10);
    rows->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    which_ = new QuietCombo(form);
    for (const NamedFigure& named : figures_)
        which_->addItem(named.name);
    format_ = new Segments(form);
    for (const char* name : {"PNG", "SVG", "PDF", "CSV"})
        format_->add(QString::fromLatin1(name).toLower(), QString::fromLatin1(name), {});
    format_->set_current(QStringLiteral("png"));
    size_ = new QuietCombo(form);
    size_->addItem(tr("Journal column, 88 mm"), QStringLiteral("column"));
    size_->addItem(tr("Two columns, 180 mm"), QStringLiteral("two-column"));
    size_->addItem(tr("Slide, 16:9"), QStringLiteral("slide"));
    size_->addItem(tr("Own size"), QString());
    width_ = new ValueField(form);
    height_ = new ValueField(form);
    dpi_ = new ValueField(form);
    font_ = new ValueField(form);
    theme_ = new Segments(form);
    theme_->add(QStringLiteral("print"), tr("Print"), {});
    theme_->add(QStringLiteral("light"), tr("Light"), {});
    theme_->add(QStringLiteral("dark"), tr("Dark"), {});
    theme_->set_current(QStringLiteral("print"));

    auto* paper = new QHBoxLayout;
    for (ValueField* field : {width_, height_, dpi_, font_})
        field->setFixedWidth(92);
    paper->addWidget(width_);
    paper->addWidget(new QLabel(QStringLiteral("×"), form));
    paper->addWidget(height_);
    paper->addStretch();
    const auto row = [rows](const QString& name, QWidget* widget) {
        rows->addRow(name, widget);
        widget->setAccessibleName(name);
    };
    row(tr("Figure"), which_);
    row(tr("Format"), format_);
    format_->set_name(tr("Format"));
    row(tr("Size"), size_);
    rows->addRow(QString(), paper);
    width_->setAccessibleName(tr("Width"));
    height_->setAccessibleName(tr("Height"));
    row(tr("Resolution"), dpi_);
    row(tr("Theme"), theme_);
    theme_->set_name(tr("Theme"));
    row(tr("Text size"), font_);
    column->addLayout(rows);
    problem_ = new QLabel(form);
    problem_->setWordWrap(true);
    column->addWidget(problem_);
    column->addStretch();
    auto* note = new QLabel(tr("The file carries its scenario: open it with Plateau to get this view back."), form);
    note->setWordWrap(true);
    note->setFont(interface_font(12));
    column->addWidget(note);
    auto* buttons = new QHBoxLayout;
    auto* cancel = new QPushButton(tr("Cancel"), form);
    export_ = new QPushButton(form);
    export_->setDefault(true);
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(export_);
    column->addLayout(buttons);

    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(export_, &QPushButton::clicked, this, &ExportDialog::save);
    connect(which_, &QComboBox::activated, this, [this] { refresh(); });
    connect(format_, &Segments::chosen, this, [this](const QString& name) {
        options_.format = *figures::export_format("x." + name.toStdString());
        refresh();
    });
    connect(theme_, &Segments::chosen, this, [this](const QString& name) {
        options_.theme = *figures::export_theme(name.toStdString());
        refresh();
    });
    connect(size_, &QComboBox::activated, this, [this](int index) {
        const QString name = size_->itemData(index).toString();
        if (!name.isEmpty())
            choose_size(name.toStdString());
    });
    for (ValueField* field : {width_, height_, dpi_, font_})
        connect(field, &ValueField::committed, this, [this] { type_size(); });
    return form;
}

const figures::Figure& ExportDialog::figure() const
{
    return figures_[static_cast<std::size_t>(std::max(0, which_->currentIndex()))].figure;
}

void ExportDialog::choose_size(const std::string& words)
{
    if (const auto chosen = figures::export_size(words, options_))
        options_ = *chosen;
    show_size();
    refresh();
}

void ExportDialog::type_size()
{
    const auto number = [](const ValueField* field) { return field->text().toStdString(); };
    const auto width = units::parse(number(width_) + " mm", units::Unit::Metres),
               height = units::parse(number(height_) + " mm", units::Unit::Metres);
    const auto dpi = units::parse(number(dpi_), units::Unit::None),
               points = units::parse(number(font_), units::Unit::None);
    const auto size = figures::export_size(number(width_) + "x" + number(height_) + "mm", options_);
    QString problem;
    if (!width || !height || !size)
        problem = size ? tr("Sizes are numbers of millimetres") : text(size.error());
    else if (!dpi || *dpi < 36 || *dpi > 1200)
        problem = tr("Resolution: 36 to 1,200 dots per inch");
    else if (!points || *points < 3 || *points > 48)
        problem = tr("Text size: 3 to 48 points");
    problem_->setText(
        QStringLiteral("<span style=\"color:%1\">%2</span>").arg(theme_of(this).error.name(), problem.toHtmlEscaped()));
    export_->setEnabled(problem.isEmpty());
    if (!problem.isEmpty())
        return;
    options_.size = size->size;
    options_.dpi = *dpi;
    options_.base_points = *points;
    size_->setCurrentIndex(size_->count() - 1);
    show_size();
    refresh();
}

void ExportDialog::show_size()
{
    const auto millimetres = [](double metres) { return QString::number(std::round(metres * 1e4) / 10); };
    width_->show_value(millimetres(options_.size.width), tr("mm"));
    height_->show_value(millimetres(options_.size.height), tr("mm"));
    dpi_->show_value(QString::number(options_.dpi), tr("dpi"));
    font_->show_value(QString::number(options_.base_points), tr("pt"));
}

void ExportDialog::refresh()
{
    dpi_->setEnabled(options_.format == figures::FigureFormat::Png);
    export_->setText(tr("Export %1...").arg(QString::fromLatin1(suffix(options_.format)).toUpper()));
    preview_later_.start();
}

void ExportDialog::show_preview()
{
    const QSizeF inches = QSizeF(options_.size.width, options_.size.height) / 0.0254;
    const double ratio = devicePixelRatioF();
    const QSize room = preview_->size().expandedTo(preview_room);
    const double dpi = std::min(room.width() / inches.width(), room.height() / inches.height());
    figures::ExportOptions shown = options_;
    shown.dpi = dpi * ratio;
    QPixmap pixmap = QPixmap::fromImage(figure_image(figure(), shown));
    pixmap.setDevicePixelRatio(ratio);
    preview_->setPixmap(pixmap);
    preview_title_->setText(
        QStringLiteral("<b style=\"font-weight:600\">%1</b>&nbsp; <span style=\"color:%2\">%3</span>")
            .arg(
                tr("Preview"), theme_of(this).text2.name(),
                tr("%1 × %2 mm, shown at %3 %").arg(width_->text(), height_->text()).arg(std::lround(dpi / 96 * 100))));
}

void ExportDialog::save()
{
    const QString chosen = QLatin1String(suffix(options_.format));
    QStringList suffixes{chosen};
    QStringList filters{tr("%1 files (*.%2)").arg(chosen.toUpper(), chosen)};
    for (const QString& other :
         {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("csv")})
        if (other != chosen) {
            suffixes << other;
            filters << tr("%1 files (*.%2)").arg(suffixes.last().toUpper(), suffixes.last());
        }
    const QString file = ask_save_file(this, tr("Export figure"), file_name(title_) + QLatin1Char('.') + chosen,
                                       filters.join(QStringLiteral(";;")), suffixes);
    if (!file.isEmpty())
        save_as(file);
}

void ExportDialog::save_as(const QString& file)
{
    const auto format = figures::export_format(file.toStdString());
    figures::ExportOptions options = options_;
    if (format)
        options.format = *format; // the name says it, whatever was chosen before
    const QByteArray bytes = figure_bytes(figure(), options);
    const auto written
        = files::write_file(file.toStdU16String(), {bytes.constData(), static_cast<std::size_t>(bytes.size())},
                            files::Replacing::any_file());
    if (written)
        return accept();
    problem_->setText(QStringLiteral("<span style=\"color:%1\">%2</span>")
                          .arg(theme_of(this).error.name(), text(written.error()).toHtmlEscaped()));
}

} // namespace plateau::ui
