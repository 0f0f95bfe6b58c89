// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/export_dialog.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QUrl>

#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"
#include "ui/shell/keeping.h"

namespace plateau::ui {

namespace {

constexpr int form_width = 404, caption_height = 72;
const QString folder_setting = QStringLiteral("export/folder");

QString export_folder()
{
    const QString last = QSettings().value(folder_setting).toString();
    if (QFileInfo(last).isDir())
        return last;
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

} // namespace

ExportDialog::ExportDialog(std::vector<NamedFigure> figures, std::vector<ExportBundle> bundles, QString title,
                           About about, QWidget* parent)
    : QDialog(parent), figures_(std::move(figures)), bundles_(std::move(bundles)), title_(std::move(title)),
      about_(std::move(about)), beside_(new WritingBeside(*this))
{
    set_subject(this, QStringLiteral("window.md#export"));
    if (!about_)
        about_ = [](const NamedFigure& named) { return figures::page_of(named.figure); };
    QStringList names;
    for (const NamedFigure& named : figures_)
        names << named.name;
    for (const ExportBundle& each : bundles_)
        names << tr("All figures: %1").arg(each.name);
    form_ = new ExportForm(names, catalog::preset_folders(), this);
    form_->recall();
    QScrollArea* side = scrolled(form_, this);
    const int bar = side->verticalScrollBar()->sizeHint().width();
    side->setFixedWidth(std::max(form_width, form_->minimumSizeHint().width() + bar));
    side->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* column = box_layout<QVBoxLayout>(this, {}, 0);
    auto* line = new QHBoxLayout;
    line->setSpacing(0);
    line->addWidget(side);
    stage_ = new QStackedWidget(this);
    stage_->addWidget(build_stage());
    stage_->addWidget(build_list());
    line->addWidget(stage_, 1);
    column->addLayout(line, 1);
    column->addWidget(build_foot());
    preview_later_.setSingleShot(true);
    preview_later_.setInterval(0);
    connect(&preview_later_, &QTimer::timeout, this, &ExportDialog::show_preview);
    connect(form_, &ExportForm::figure_chosen, this, &ExportDialog::show_figure);
    connect(form_, &ExportForm::changed, this, [this] {
        say(form_->problem(), true);
        show_caption();
        suggest_file();
        preview_later_.start();
    });
    const QSize room = parent ? parent->window()->size() : QSize(1280, 860);
    const QSize free = screen()->availableGeometry().size() - QSize(8, 40); // without the frame
    resize(room.boundedTo(free).boundedTo(QSize(1280, 860)).expandedTo(QSize(960, 560)));
    show_figure();
}

QWidget* ExportDialog::build_stage()
{
    auto* stage = new QWidget(this);
    stage->setAutoFillBackground(true);
    QPalette ground = stage->palette();
    ground.setColor(QPalette::Window, theme_of(this).dark ? QColor(0x17, 0x19, 0x1B) : QColor(0xE4, 0xE7, 0xEA));
    stage->setPalette(ground);
    auto* column = box_layout<QVBoxLayout>(stage, {0, 0, 0, 14}, 4);
    preview_ = new ExportPreview(stage);
    column->addWidget(preview_, 1);
    auto* words = new QLabel(
        QStringLiteral("<b style=\"font-weight:600\">%1</b>&nbsp; <span style=\"color:%2\">%3</span>")
            .arg(tr("Caption"), theme_of(this).text2.name(), tr("generated, edit freely; it travels in the file")),
        stage);
    words->setContentsMargins(24, 0, 24, 0);
    column->addWidget(words);
    caption_ = new QPlainTextEdit(stage);
    caption_->setObjectName(QStringLiteral("caption"));
    caption_->setFixedHeight(caption_height);
    caption_->setTabChangesFocus(true);
    caption_->setAccessibleName(tr("Caption"));
    connect(caption_, &QPlainTextEdit::textChanged, this, [this] {
        own_caption_ = true;
        preview_later_.start();
    });
    auto* inset = box_layout<QHBoxLayout>(nullptr, {24, 0, 24, 0});
    inset->addWidget(caption_);
    column->addLayout(inset);
    return stage;
}

QWidget* ExportDialog::build_foot()
{
    auto* foot = new QWidget(this);
    auto* column = box_layout<QVBoxLayout>(foot, {16, 10, 16, 12}, 6);
    auto* line = new QHBoxLayout;
    file_name_ = new QLabel(foot);
    file_ = new QLineEdit(foot);
    file_->setObjectName(QStringLiteral("file"));
    file_name_->setBuddy(file_);
    connect(file_, &QLineEdit::textEdited, this, [this] { own_file_ = true; });
    const auto button = [&](const QString& words, auto work) {
        auto* made = new QPushButton(words, foot);
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, work);
        return made;
    };
    line->addWidget(file_name_);
    line->addWidget(file_, 1);
    line->addWidget(button(tr("&Browse..."), [this] { browse(); }));
    line->addSpacing(16);
    of_one_ = {button(tr("&Copy figure"), [this] { emit copy_wanted(page(), options()); }),
               button(tr("Copy &data"), [this] { emit copy_data_wanted(page()); })};
    for (QPushButton* each : of_one_)
        line->addWidget(each);
    line->addSpacing(16);
    close_ = button({}, [this] { reject(); });
    line->addWidget(close_);
    export_ = button({}, [this] { save(); });
    export_->setDefault(true);
    line->addWidget(export_);
    column->addLayout(line);
    message_ = new QLabel(foot);
    message_->setTextFormat(Qt::RichText);
    message_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(message_, &QLabel::linkActivated, this,
            [](const QString& address) { QDesktopServices::openUrl(QUrl(address)); });
    column->addWidget(message_);
    say({}, false);
    return foot;
}

QWidget* ExportDialog::build_list()
{
    auto* all = new QWidget(this);
    auto* column = box_layout<QVBoxLayout>(all, {24, 14, 24, 14});
    progress_ = new QProgressBar(all);
    progress_->setTextVisible(false);
    progress_->setFixedHeight(6);
    column->addWidget(progress_);
    list_ = new QPlainTextEdit(all);
    list_->setReadOnly(true);
    list_->setAccessibleName(tr("What was written"));
    column->addWidget(list_, 1);
    return all;
}

const ExportBundle* ExportDialog::bundle() const
{
    const auto row = static_cast<std::size_t>(form_->figure());
    return row < figures_.size() ? nullptr : &bundles_.at(row - figures_.size());
}

figures::ExportOptions ExportDialog::options() const { return form_->options(); }

figures::FigurePage ExportDialog::page() const
{
    figures::FigurePage whole = whole_;
    if (options().one_panel)
        figures::as_slide(whole);
    figures::FigurePage chosen = form_->chosen(std::move(whole));
    if (own_caption_)
        chosen.provenance.write_caption(caption_->toPlainText().simplified().toStdString());
    else { // of what is left of the figure
        NamedFigure named = figures_[static_cast<std::size_t>(form_->figure())];
        named.figure = chosen.tiles.front().figure;
        const figures::Provenance about = about_(named).provenance;
        chosen.provenance.caption = about.caption;
        chosen.provenance.generated = about.generated;
    }
    return chosen;
}

void ExportDialog::set_caption(const QString& words) { caption_->setPlainText(words); }

void ExportDialog::show_figure()
{
    const bool many = bundle();
    own_file_ = own_file_ && many == (stage_->currentIndex() == 1);
    stage_->setCurrentIndex(many ? 1 : 0);
    setWindowTitle(many ? tr("Export all figures") : tr("Export figure"));
    file_name_->setText(many ? tr("&Folder") : tr("&File"));
    file_->setAccessibleName(many ? tr("Folder") : tr("File"));
    set_working(false);
    if (many) {
        form_->show_parts(nullptr);
        return suggest_file();
    }
    whole_ = about_(figures_[static_cast<std::size_t>(form_->figure())]);
    form_->show_parts(&whole_.tiles.front().figure);
    own_caption_ = false;
    show_caption();
    suggest_file();
    preview_later_.start();
}

void ExportDialog::show_caption()
{
    if (own_caption_ || bundle())
        return;
    const QSignalBlocker quiet(caption_);
    const OtherLanguage language(options().language);
    const figures::Provenance about = page().provenance;
    caption_->setPlainText(figures::format_row(options().format).drawn ? caption_words(about) : text(about.caption));
}

void ExportDialog::show_preview()
{
    if (bundle())
        return;
    preview_->show_page(page(), options());
    if (const QSizeF metres = preview_->size_on_paper(); !metres.isEmpty())
        form_->show_height(metres.height());
}

void ExportDialog::suggest_file()
{
    const figures::FormatRow& row = figures::format_row(options().format);
    export_->setText(tr("&Export %1").arg(QLatin1String(row.title)));
    export_->setEnabled(form_->problem().isEmpty());
    const QFileInfo now(file_->text());
    if (bundle())
        file_->setText(own_file_ ? file_->text() : export_folder());
    else if (own_file_)
        file_->setText(now.dir().filePath(now.completeBaseName() + QLatin1Char('.') + QLatin1String(row.suffix)));
    else {
        const NamedFigure& named = figures_[static_cast<std::size_t>(form_->figure())];
        const QString name = file_name_of(title_ + QLatin1Char(' ') + text(named.shown));
        file_->setText(QDir(export_folder()).filePath(name + QLatin1Char('.') + QLatin1String(row.suffix)));
    }
}

void ExportDialog::browse()
{
    if (bundle()) {
        const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder for the figures"), file_->text());
        own_file_ = own_file_ || !folder.isEmpty();
        return file_->setText(folder.isEmpty() ? file_->text() : folder);
    }
    QStringList filters, suffixes;
    const QString chosen = QLatin1String(figures::format_row(options().format).suffix);
    for (const figures::FormatRow& row : figures::figure_formats()) {
        const QString suffix = QLatin1String(row.suffix);
        const bool first = suffix == chosen;
        suffixes.insert(first ? 0 : suffixes.size(), suffix);
        filters.insert(first ? 0 : filters.size(), tr("%1 files (*.%2)").arg(QLatin1String(row.title), suffix));
    }
    const QString file
        = QFileDialog::getSaveFileName(this, tr("Export figure"), file_->text(), filters.join(QStringLiteral(";;")),
                                       nullptr, QFileDialog::DontConfirmOverwrite);
    if (file.isEmpty())
        return;
    file_->setText(with_suffix(file, suffixes));
    own_file_ = true;
}

void ExportDialog::save()
{
    if (bundle())
        return save_all(file_->text());
    QStringList suffixes{QLatin1String(figures::format_row(options().format).suffix)};
    for (const figures::FormatRow& row : figures::figure_formats())
        suffixes << QLatin1String(row.suffix); // a name that says another format means it
    const QString file = with_suffix(file_->text().trimmed(), suffixes);
    if (QFileInfo(file).completeBaseName().isEmpty())
        return say(tr("The file has no name yet."), true);
    const QString whole = QFileInfo(file).absoluteFilePath();
    if (may_replace(this, whole))
        save_as(whole);
}

void ExportDialog::save_as(const QString& file)
{
    figures::ExportOptions chosen = options();
    if (const auto format = figures::export_format(file.toStdString()))
        chosen.format = *format; // the name says it, whatever was chosen before
    if (const auto written = write_figure(file, page(), chosen); !written)
        return say(text(written.error()), true);
    saved_ = file;
    setResult(QDialog::Accepted);
    const QFileInfo info(file);
    QSettings().setValue(folder_setting, info.absolutePath());
    say(tr("Saved to %1").arg(file.toHtmlEscaped()) + QStringLiteral(" &nbsp; ") + link(file, tr("Open"))
            + QStringLiteral(" &nbsp; ") + link(info.absolutePath(), tr("Show in folder")),
        false);
}

QString ExportDialog::link(const QString& path, const QString& words) const
{
    return QStringLiteral("<a style=\"color:%1\" href=\"%2\">%3</a>")
        .arg(theme_of(this).accent.name(), QString::fromUtf8(QUrl::fromLocalFile(path).toEncoded()), words);
}

void ExportDialog::save_all(const QString& folder)
{
    folder_now_ = QDir(folder).absolutePath();
    if (working_ || !bundle())
        return;
    if (folder.trimmed().isEmpty() || !QDir().mkpath(folder_now_))
        return say(tr("This folder cannot be made."), true);
    QSettings().setValue(folder_setting, folder_now_);
    options_now_ = options();
    jobs_ = bundle()->jobs();
    at_ = 0;
    written_ = left_out_ = failed_ = 0;
    stopping_ = false;
    list_->clear();
    progress_->setRange(0, static_cast<int>(jobs_.size()));
    set_working(true);
    next();
}

void ExportDialog::cancel()
{
    stopping_ = true;
    say(tr("Stopping after this figure ..."), false);
    close_->setEnabled(false);
}

void ExportDialog::next()
{
    progress_->setValue(static_cast<int>(at_));
    if (stopping_ || at_ >= jobs_.size())
        return finish();
    const views::FigureJob& job = jobs_[at_];
    say(tr("%1 of %2: %3").arg(at_ + 1).arg(jobs_.size()).arg(text(job.title).toHtmlEscaped()), false);
    beside_->work([this, job]() -> WritingBeside::Then {
        return [this, job, answer = std::make_shared<const views::JobAnswer>(job.make())] {
            take(job, *answer);
            ++at_;
            next();
        };
    });
}

void ExportDialog::take(const views::FigureJob& job, const views::JobAnswer& answer)
{
    const figures::FormatRow& format = figures::format_row(options_now_.format);
    const QString name = text(job.name) + QLatin1Char('.') + QLatin1String(format.suffix);
    if (!answer.no_answer.empty()) {
        ++left_out_;
        return list_->appendPlainText(tr("%1: left out, %2").arg(name, text(answer.no_answer)));
    }
    figures::FigurePage page = answer.page;
    if (format.drawn)
        for (figures::PageTile& tile : page.tiles)
            keep_main_panel(tile.figure);
    const auto done = write_figure(QDir(folder_now_).filePath(name), page, options_now_);
    ++(done ? written_ : failed_);
    list_->appendPlainText(done ? name : tr("%1: %2").arg(name, text(done.error())));
}

void ExportDialog::finish()
{
    set_working(false);
    QStringList words{stopping_ ? tr("Cancelled.") : QString(),
                      written_ == 1 ? tr("1 figure saved.") : tr("%1 figures saved.").arg(written_),
                      left_out_ > 0 ? tr("%1 without an answer.").arg(left_out_) : QString(),
                      failed_ > 0 ? tr("%1 could not be written.").arg(failed_) : QString()};
    words.removeAll(QString());
    say(words.join(QLatin1Char(' ')) + QStringLiteral(" &nbsp; ") + link(folder_now_, tr("Show in folder")), false);
}

QString ExportDialog::report() const { return message_->text() + QLatin1Char('\n') + list_->toPlainText(); }

void ExportDialog::set_working(bool working)
{
    working_ = working;
    form_->setEnabled(!working);
    file_->setEnabled(!working);
    export_->setEnabled(!working && form_->problem().isEmpty());
    for (QPushButton* each : of_one_)
        each->setVisible(!bundle());
    close_->setEnabled(true);
    close_->setText(working ? tr("&Cancel") : tr("Close"));
}

void ExportDialog::say(const QString& words, bool problem)
{
    if (problem && !words.isEmpty())
        message_->setText(QStringLiteral("<span style=\"color:%1\">%2</span>")
                              .arg(theme_of(this).error.name(), words.toHtmlEscaped()));
    else if (words.isEmpty())
        message_->setText(QStringLiteral("<span style=\"color:%1\">%2</span>")
                              .arg(theme_of(this).text2.name(),
                                   tr("Carries its scenario: drop the file on Plateau to get this view back.")));
    else
        message_->setText(words);
}

/// Escape cancels while it works.
void ExportDialog::done(int result)
{
    if (working_)
        return cancel();
    form_->remember();
    QDialog::done(saved_.isEmpty() ? result : int(QDialog::Accepted));
}

} // namespace plateau::ui
