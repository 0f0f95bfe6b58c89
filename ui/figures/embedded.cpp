// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/embedded.h"

#include <QFile>
#include <QFileInfo>
#include <QXmlStreamReader>

#include "ui/base/text.h"
#include "ui/figures/export.h"
#include "ui/figures/png_text.h"

namespace plateau::ui {

namespace {

constexpr qint64 largest_file = 64 * 1024 * 1024;
const QByteArray scenario_key = QByteArrayLiteral("plateau-scenario");
const QByteArray pdf_key = QByteArrayLiteral("%plateau-scenario ");
const QByteArray csv_key = QByteArrayLiteral("# scenario: ");

QByteArray from_svg(const QByteArray& bytes)
{
    QXmlStreamReader reader(bytes);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("metadata")
            && reader.attributes().value(QLatin1String("id")) == QLatin1String(scenario_key))
            return reader.readElementText().toUtf8();
    return {};
}

QByteArray from_pdf(const QByteArray& bytes)
{
    const qsizetype start = bytes.lastIndexOf('\n' + pdf_key);
    if (start < 0)
        return {};
    const qsizetype from = start + 1 + pdf_key.size();
    return QByteArray::fromBase64(bytes.mid(from, bytes.indexOf('\n', from) - from));
}

QByteArray from_csv(const QByteArray& bytes)
{
    QByteArray yaml;
    for (const QByteArray& line : bytes.split('\n'))
        if (line.startsWith(csv_key))
            yaml += line.mid(csv_key.size()) + '\n';
    return yaml;
}

} // namespace

QByteArray embed_in_png(const QByteArray& png, const figures::Figure& figure)
{
    QByteArray result = with_png_text(png, scenario_key, QByteArray::fromStdString(figure.scenario));
    result = with_png_text(result, "Description", text(figure.sentence).toUtf8());
    return with_png_text(result, "Title", text(figure.title).toUtf8());
}

QByteArray embed_in_svg(QByteArray svg, const figures::Figure& figure)
{
    const QByteArray metadata
        = "<metadata id=\"" + scenario_key + "\">" + text(figure.scenario).toHtmlEscaped().toUtf8() + "</metadata>\n";
    const QByteArray after = "</desc>\n";
    const qsizetype at = svg.indexOf(after);
    if (at >= 0)
        return svg.insert(at + after.size(), metadata);
    const qsizetype root_end = svg.indexOf('>', svg.indexOf("<svg"));
    return svg.insert(root_end + 1, '\n' + metadata);
}

QByteArray embed_in_pdf(QByteArray pdf, const figures::Figure& figure)
{
    // A comment line before startxref moves no object: every offset in the file stays right.
    const qsizetype at = pdf.lastIndexOf("startxref");
    return at < 0 ? pdf : pdf.insert(at, pdf_key + QByteArray::fromStdString(figure.scenario).toBase64() + '\n');
}

Expected<std::string> read_embedded_scenario(const QString& name)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return failure({PLATEAU_TEXT("cannot be read"), {}}, name.toStdString(),
                       {"%1", {file.errorString().toStdString()}});
    if (file.size() > largest_file)
        return failure({PLATEAU_TEXT("is too large to be a figure of Plateau"), {}}, name.toStdString());
    const auto format = export_format(name);
    QByteArray yaml;
    if (!format)
        return tl::make_unexpected(format.error());
    switch (*format) {
    case FigureFormat::Png:
        yaml = png_text(file.readAll(), scenario_key);
        break;
    case FigureFormat::Svg:
        yaml = from_svg(file.readAll());
        break;
    case FigureFormat::Pdf:
        yaml = from_pdf(file.readAll());
        break;
    case FigureFormat::Csv:
        yaml = from_csv(file.readAll());
        break;
    }
    if (yaml.trimmed().isEmpty())
        return failure({PLATEAU_TEXT("carries no scenario"), {}}, name.toStdString(),
                       {PLATEAU_TEXT("a scenario file, or a figure exported by Plateau"), {}});
    return yaml.toStdString();
}

bool is_figure_file(const QString& file) { return export_format(file).has_value(); }

} // namespace plateau::ui
