// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/export_files.h"

#include <QMimeData>

#include "core/files/csv.h"
#include "core/files/output.h"
#include "ui/controls/text.h"
#include "ui/figures/export.h"

namespace plateau::ui {

Expected<void> write_figure(const QString& file, const figures::FigurePage& page, const figures::ExportOptions& options)
{
    const std::vector<figures::FigureFile> all = figures::files_of(file.toStdU16String(), options.format);
    std::vector<files::Output> outputs;
    std::vector<files::Output*> together;
    outputs.reserve(all.size());
    for (const figures::FigureFile& one : all) {
        figures::ExportOptions own = options;
        own.format = one.format;
        own.table = all.front().file.filename().string();
        auto output = files::Output::open(one.file, files::Replacing::any_file());
        if (!output)
            return tl::unexpected(output.error());
        const auto bytes = page_bytes(page, own);
        if (!bytes)
            return tl::unexpected(bytes.error());
        output->write(bytes->toStdString());
        together.push_back(&outputs.emplace_back(std::move(*output)));
    }
    return files::Output::commit(together);
}

QString file_name_of(const QString& words)
{
    QString name;
    for (const QChar letter : words.trimmed().toLower())
        if (letter.isLetterOrNumber())
            name += letter;
        else if (!name.isEmpty() && !name.endsWith(QLatin1Char('-')))
            name += QLatin1Char('-');
    while (name.endsWith(QLatin1Char('-')))
        name.chop(1);
    return name.isEmpty() ? QStringLiteral("figure") : name;
}

QMimeData* figure_to_paste(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    figures::ExportOptions own = options;
    own.format = figures::FigureFormat::Svg;
    auto* formats = new QMimeData;
    formats->setImageData(page_image(page, options));
    formats->setData(QStringLiteral("image/svg+xml"), page_bytes(page, own).value_or(QByteArray()));
    return formats;
}

QMimeData* data_to_paste(const figures::FigurePage& page)
{
    QString lines;
    const auto table = files::parse_csv(figures::page_csv(page), "figure");
    const auto add = [&](const std::vector<std::string>& cells) {
        QStringList words;
        for (const std::string& cell : cells)
            words << text(cell).replace(QLatin1Char('\t'), QLatin1Char(' '));
        lines += words.join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    if (table) {
        add(table->header);
        for (const files::CsvRow& row : table->rows)
            add(row.cells);
    }
    auto* formats = new QMimeData;
    formats->setText(lines);
    formats->setData(QStringLiteral("text/tab-separated-values"), lines.toUtf8());
    return formats;
}

} // namespace plateau::ui
