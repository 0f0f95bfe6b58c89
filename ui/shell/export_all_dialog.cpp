// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_all_dialog.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QUrl>

#include "core/catalog/catalog.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/figures/export.h"

namespace plateau::ui {

namespace {

const QString last_folder = QStringLiteral("export/folder");
constexpr int dialog_width = 620;

} // namespace

ExportAllDialog::ExportAllDialog(std::vector<ExportBundle> bundles, QWidget* parent)
    : QDialog(parent), bundles_(std::move(bundles)),
      styles_(figures::read_export_styles(catalog::preset_folders()).styles)
{
    setWindowTitle(tr("Export all figures"));
    set_subject(this, QStringLiteral("window.md#export"));
    setMinimumWidth(dialog_width);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(10);
    auto* rows = new QFormLayout;
    rows->setHorizontalSpacing(16);
    rows->setVerticalSpacing(10);
    rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    const auto combo = [&](const QString& name) {
        auto* made = new QuietCombo(this);
        made->setAccessibleName(name);
        rows->addRow(name, made);
        return made;
    };
    what_ = combo(tr("What"));
    for (const ExportBundle& bundle : bundles_)
        what_->addItem(bundle.name);
    style_ = combo(tr("Style"));
    for (const figures::ExportStyle& style : styles_)
        style_->addItem(text(Word{style.title}), text(style.name));
    format_ = combo(tr("Format"));
    for (const figures::FormatRow& row : figures::figure_formats())
        format_->addItem(QLatin1String(row.title), static_cast<int>(row.format));
    folder_ = new QLineEdit(this);
    folder_->setAccessibleName(tr("Folder"));
    const QString last = QSettings().value(last_folder).toString();
    folder_->setText(last.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) : last);
    browse_ = new QPushButton(tr("&Browse..."), this);
    auto* place = new QHBoxLayout;
    place->addWidget(folder_, 1);
    place->addWidget(browse_);
    rows->addRow(tr("Folder"), place);
    column->addLayout(rows);
    progress_ = new QProgressBar(this);
    progress_->setTextVisible(false);
    progress_->setFixedHeight(6);
    column->addWidget(progress_);
    message_ = new QLabel(this);
    message_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(message_, &QLabel::linkActivated, this,
            [](const QString& address) { QDesktopServices::openUrl(QUrl(address)); });
    column->addWidget(message_);
    list_ = new QPlainTextEdit(this);
    list_->setReadOnly(true);
    list_->setAccessibleName(tr("What was written"));
    list_->setMinimumHeight(160);
    column->addWidget(list_, 1);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    close_ = new QPushButton(tr("Close"), this);
    start_ = new QPushButton(tr("&Export"), this);
    start_->setDefault(true);
    buttons->addWidget(close_);
    buttons->addWidget(start_);
    column->addLayout(buttons);
    connect(browse_, &QPushButton::clicked, this, &ExportAllDialog::browse);
    connect(start_, &QPushButton::clicked, this, &ExportAllDialog::start);
    connect(close_, &QPushButton::clicked, this, [this] { working_ ? cancel() : reject(); });
    set_working(false);
}

ExportAllDialog::~ExportAllDialog()
{
    if (worker_.joinable())
        worker_.join();
}

void ExportAllDialog::browse()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder for the figures"), folder_->text());
    if (!folder.isEmpty())
        folder_->setText(folder);
}

void ExportAllDialog::choose(int bundle, figures::FigureFormat format, const QString& folder)
{
    what_->setCurrentIndex(bundle);
    format_->setCurrentIndex(format_->findData(static_cast<int>(format)));
    folder_->setText(folder);
}

void ExportAllDialog::start()
{
    if (working_ || bundles_.empty())
        return;
    folder_now_ = QDir(folder_->text()).absolutePath();
    if (folder_->text().trimmed().isEmpty() || !QDir().mkpath(folder_now_)) {
        message_->setText(tr("This folder cannot be made."));
        return;
    }
    QSettings().setValue(last_folder, folder_now_);
    const auto style = static_cast<std::size_t>(std::max(0, style_->currentIndex()));
    options_ = *figures::export_options(style < styles_.size() ? styles_[style].choices : figures::Choices{});
    options_.format = static_cast<figures::FigureFormat>(format_->currentData().toInt());
    jobs_ = bundles_[static_cast<std::size_t>(what_->currentIndex())].jobs();
    at_ = 0;
    written_ = left_out_ = failed_ = 0;
    stopping_ = false;
    list_->clear();
    progress_->setRange(0, static_cast<int>(jobs_.size()));
    set_working(true);
    next();
}

void ExportAllDialog::cancel()
{
    stopping_ = true;
    message_->setText(tr("Stopping after this figure ..."));
    close_->setEnabled(false);
}

void ExportAllDialog::next()
{
    progress_->setValue(static_cast<int>(at_));
    if (stopping_ || at_ >= jobs_.size()) {
        finish();
        return;
    }
    const views::FigureJob& job = jobs_[at_];
    message_->setText(tr("%1 of %2: %3").arg(at_ + 1).arg(jobs_.size()).arg(text(job.title).toHtmlEscaped()));
    if (worker_.joinable())
        worker_.join();
    worker_ = std::thread([this, job] {
        auto answer = std::make_shared<views::JobAnswer>(job.make());
        QMetaObject::invokeMethod(
            this,
            [this, job, answer] {
                take(job, *answer);
                ++at_;
                next();
            },
            Qt::QueuedConnection);
    });
}

void ExportAllDialog::take(const views::FigureJob& job, const views::JobAnswer& answer)
{
    const QString name = text(job.name) + QLatin1Char('.') + QLatin1String(figures::format_row(options_.format).suffix);
    if (!answer.no_answer.empty()) {
        ++left_out_;
        tell(tr("%1: left out, %2").arg(name, text(answer.no_answer)));
        return;
    }
    figures::FigurePage page = answer.page;
    if (figures::format_row(options_.format).drawn)
        for (figures::PageTile& tile : page.tiles)
            keep_main_panel(tile.figure);
    if (const auto done = write_figure(QDir(folder_now_).filePath(name), page, options_); !done) {
        ++failed_;
        tell(tr("%1: %2").arg(name, text(done.error())));
        return;
    }
    ++written_;
    tell(name);
}

void ExportAllDialog::finish()
{
    set_working(false);
    QStringList words{stopping_ ? tr("Cancelled.") : QString(),
                      written_ == 1 ? tr("1 figure saved.") : tr("%1 figures saved.").arg(written_),
                      left_out_ > 0 ? tr("%1 without an answer.").arg(left_out_) : QString(),
                      failed_ > 0 ? tr("%1 could not be written.").arg(failed_) : QString()};
    words.removeAll(QString());
    message_->setText(words.join(QLatin1Char(' '))
                      + QStringLiteral(" &nbsp; <a style=\"color:%1\" href=\"%2\">%3</a>")
                            .arg(theme_of(this).accent.name(),
                                 QString::fromUtf8(QUrl::fromLocalFile(folder_now_).toEncoded()),
                                 tr("Show in folder")));
}

void ExportAllDialog::tell(const QString& words) { list_->appendPlainText(words); }

QString ExportAllDialog::report() const { return message_->text() + QLatin1Char('\n') + list_->toPlainText(); }

void ExportAllDialog::set_working(bool working)
{
    working_ = working;
    for (QWidget* widget : std::initializer_list<QWidget*>{what_, style_, format_, folder_, browse_, start_})
        widget->setEnabled(!working);
    close_->setEnabled(true);
    close_->setText(working ? tr("&Cancel") : tr("Close"));
}

/// Escape cancels while it works.
void ExportAllDialog::done(int result)
{
    if (working_)
        cancel();
    else
        QDialog::done(result);
}

} // namespace plateau::ui
