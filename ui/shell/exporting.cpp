// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <iterator>
#include <type_traits>

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QFontDatabase>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/catalog/catalog.h"
#include "core/help/pages.h"
#include "core/text/messages/speech.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/text.h"
#include "ui/figures/picture_view.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/keeping.h"
#include "ui/shell/main_window.h"
#include "ui/shell/pages.h"
#include "ui/shell/registers.h"

namespace plateau::ui {

namespace {

constexpr double screen_dpi = 96;
constexpr double metres_per_inch = 0.0254;

/// Options that keep a figure as large as on the screen, with twice as many dots.
figures::ExportOptions as_on_screen(const NamedFigure& shown)
{
    figures::ExportOptions options;
    const QSizeF metres = QSizeF(shown.on_screen) / screen_dpi * metres_per_inch;
    if (!shown.on_screen.isEmpty())
        options.size = {metres.width(), metres.height()};
    options.dpi = 2 * screen_dpi;
    options.base_points = 8.25;
    options.letters = false;
    return options;
}

} // namespace

Exporting::Exporting(QWidget& window, const Questions& questions, Pages& pages, StatusLine& status)
    : QObject(&window), window_(window), questions_(questions), pages_(pages), status_(status),
      writing_(*new WritingBeside(*this, &status))
{
    connect(&pages, &Pages::page_built, this, &Exporting::offer_figures_of);
}

std::variant<std::vector<Scenario>, std::vector<LimitsScenario>> Exporting::compared() const
{
    if (questions_.are_limits(pages_.active().document())) {
        const LimitsDocument& limits = questions_.limits;
        std::vector<LimitsScenario> all{limits.scenario()};
        for (std::size_t i = 0; i < limits.configurations().size(); ++i)
            if (i != limits.current_index())
                all.push_back(*limits.shared_scenario(i));
        return all;
    }
    std::vector<Scenario> all{questions_.training.scenario()};
    for (const Pin& pin : questions_.pins.all())
        if (!pin.hidden)
            all.push_back(*pin.scenario);
    return all;
}

/// The page of a figure with all that its file says about itself.
figures::FigurePage Exporting::described(const NamedFigure& named) const
{
    return std::visit([&](const auto& all) { return figures::described_page(named.figure, all, named.shown); },
                      compared());
}

std::vector<NamedFigure> Exporting::figures_from(const QWidget* view) const
{
    std::vector<NamedFigure> figures = pages_.active().figures();
    const QWidget* wanted = view ? view : QApplication::focusWidget();
    std::stable_partition(figures.begin(), figures.end(),
                          [wanted](const NamedFigure& each) { return each.view && each.view == wanted; });
    return figures;
}

/// Whatever shows a figure can copy and export it: the menu over it, and Ctrl+C.
void Exporting::offer_figures_of(const Page& page)
{
    const auto offer = [this](auto* view) {
        using View = std::remove_pointer_t<decltype(view)>;
        connect(view, &View::menu_made, this, [this, view](QMenu& menu) { add_ways_out(menu, *view); });
        auto* copy = new QShortcut(QKeySequence::Copy, view);
        copy->setContext(Qt::WidgetShortcut);
        connect(copy, &QShortcut::activated, this, [this, view] { copy_figure(view); });
    };
    for (FigureView* view : page.findChildren<FigureView*>())
        offer(view);
    for (PictureView* view : page.findChildren<PictureView*>())
        offer(view);
}

void Exporting::add_ways_out(QMenu& menu, const QWidget& view)
{
    const auto figures = figures_from(&view);
    if (figures.empty() || figures.front().view != &view)
        return;
    menu.addSeparator();
    QAction* copy = menu.addAction(tr("&Copy figure"), this, [this, &view] { copy_figure(&view); });
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut); // shown here; the view itself takes the key
    const bool part = figures.front().whole.has_value();
    menu.addAction(part ? tr("Copy the data in &view") : tr("Copy figure's &data"), this,
                   [this, &view] { copy_data(&view); });
    if (part)
        menu.addAction(tr("Copy all &data"), this, [this, &view] { copy_data(&view, true); });
    menu.addAction(tr("&Export figure..."), this, [this, &view] { export_figure({}, &view); });
}

void Exporting::put_figure(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    if (const auto possible = drawable(page, options); !possible)
        return status_.show_message(text(said(possible.error())));
    QApplication::clipboard()->setMimeData(figure_to_paste(page, options));
    status_.show_message(tr("Figure copied as PNG and SVG"));
}

void Exporting::put_data(const figures::FigurePage& page)
{
    QApplication::clipboard()->setMimeData(data_to_paste(page));
    status_.show_message(tr("Data copied as a table"));
}

void Exporting::export_figure(const QString& style, const QWidget* view)
{
    if (figures_from(view).empty())
        status_.show_message(tr("There is no figure to export yet"));
    else
        show_dialog(style, figures_from(view), 0);
}

void Exporting::export_all()
{
    const auto figures = figures_from(nullptr);
    show_dialog({}, figures, static_cast<int>(figures.size()));
}

void Exporting::show_dialog(const QString& style, const std::vector<NamedFigure>& figures, int row)
{
    ExportDialog dialog(
        figures, bundles(), pages_.active().document().subject(),
        [this](const NamedFigure& named) { return described(named); }, &window_);
    dialog.form().choose_figure(row);
    if (!style.isEmpty())
        dialog.form().choose_style(style);
    connect(&dialog, &ExportDialog::copy_wanted, this, &Exporting::put_figure);
    connect(&dialog, &ExportDialog::copy_data_wanted, this, &Exporting::put_data);
    dialog.exec();
}

void Exporting::offer_styles(QToolButton& button)
{
    auto* menu = new QMenu(&button);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (const figures::ExportStyle& style : figures::read_export_styles(catalog::preset_folders()).styles)
            menu->addAction(text(style.title), this, [this, name = text(style.name)] { export_figure(name); });
    });
    button.setMenu(menu);
    button.setPopupMode(QToolButton::MenuButtonPopup);
}

void Exporting::copy_figure(const QWidget* view)
{
    const auto figures = figures_from(view);
    if (figures.empty())
        status_.show_message(tr("There is no figure to copy yet"));
    else
        put_figure(described(figures.front()), as_on_screen(figures.front()));
}

void Exporting::copy_data(const QWidget* view, bool whole)
{
    auto figures = figures_from(view);
    if (figures.empty()) {
        status_.show_message(tr("There is no data to copy yet"));
        return;
    }
    NamedFigure& named = figures.front();
    if (whole && named.whole)
        named.figure = *named.whole;
    put_data(described(named));
}

void Exporting::copy_text()
{
    QApplication::clipboard()->setText(text(pages_.active().document().plain_text()));
    status_.show_message(tr("Scenario copied as text"));
}

void Exporting::copy_report() const
{
    const QuestionDocument& document = pages_.active().document();
    QApplication::clipboard()->setText(
        QStringLiteral("Qt %1, %2\n").arg(QLatin1String(qVersion()), QGuiApplication::platformName())
        + text(help::bug_report(document.catalog(), document.plain_text())));
    status_.show_message(tr("Copied: version, system and scenario, without your folders"));
}

std::vector<ExportBundle> Exporting::bundles() const
{
    std::vector<ExportBundle> bundles;
    const QuestionDocument& document = pages_.active().document();
    const bool limits = questions_.are_limits(document);
    const auto add = [&, answers = questions_.training.answers()](const QString& words, const auto& asked) {
        bundles.push_back({words, [answers, asked] { return views::figure_jobs(answers, asked); }});
    };
    const auto add_all = [&](const auto& all) {
        const QString title = text(document.title_words());
        add(limits ? tr("This configuration: %1").arg(title) : tr("This scenario: %1").arg(title),
            std::vector{all.front()});
        if (all.size() > 1)
            add(limits ? tr("All %1 configurations together").arg(all.size())
                       : tr("It and its %1 pins together").arg(all.size() - 1),
                all);
    };
    std::visit(add_all, compared());
    for (const auto bundles_of : registers().bundles)
        std::ranges::move(bundles_of(questions_), std::back_inserter(bundles));
    return bundles;
}

void Exporting::save_report()
{
    const QString file = ask_save_file(
        &window_, tr("Report"), file_name_of(pages_.active().document().subject()) + QStringLiteral(".pdf"),
        tr("PDF (*.pdf);;Web page (*.html)"), {QStringLiteral("pdf"), QStringLiteral("html")});
    if (file.isEmpty())
        return;
    const bool html = QFileInfo(file).suffix().compare(QLatin1String("html"), Qt::CaseInsensitive) == 0;
    const auto make = [html, answers = questions_.training.answers(), asked = compared()]() -> WritingBeside::Bytes {
        const views::Report report = std::visit(
            [&]<class S>(const std::vector<S>& all) {
                if constexpr (std::is_same_v<S, Scenario>)
                    return views::training_report(*answers, all, {}, views::report_date());
                else
                    return views::limits_report(*answers, all, {}, views::report_date());
            },
            asked);
        return [report, html] {
            return report_bytes(report, html ? ReportFormat::Html : ReportFormat::Pdf, {}).toStdString();
        };
    };
    writing_.write(file, tr("Writing the report ..."), tr("Report saved: %1"), make);
}

constexpr double inches_per_metre = 1 / 0.0254;
constexpr double true_dpi = 96;
constexpr double most_pixels = 16e6; ///< of a preview
constexpr qsizetype most_words = 20000; ///< of a script

ExportPreview::ExportPreview(QWidget* parent) : QWidget(parent)
{
    auto* column = box_layout<QVBoxLayout>(this, {24, 14, 24, 12});
    auto* head = new QHBoxLayout;
    title_ = new QLabel(this);
    sights_ = new Segments(this);
    sights_->add(QStringLiteral("0"), tr("Colour"), tr("As it will be"));
    sights_->add(QStringLiteral("1"), tr("Grey"), tr("As a printer without colour gives it"));
    sights_->add(QStringLiteral("2"), tr("Deutan"), tr("As people without green receptors see it"));
    sights_->add(QStringLiteral("3"), tr("Protan"), tr("As people without red receptors see it"));
    sights_->set_current(QStringLiteral("0"));
    sights_->set_name(tr("Seen as"));
    zoom_ = new Segments(this);
    zoom_->add(QStringLiteral("0"), tr("Fit"), tr("As large as there is room"));
    zoom_->add(QStringLiteral("1"), tr("100 %"), tr("At its true size"));
    zoom_->add(QStringLiteral("2"), tr("200 %"), tr("Twice its true size"));
    zoom_->set_current(QStringLiteral("0"));
    zoom_->set_name(tr("Zoom"));
    zoom_->setObjectName(QStringLiteral("zoom"));
    sights_->setFixedWidth(std::max(240, sights_->sizeHint().width()));
    zoom_->setFixedWidth(std::max(150, zoom_->sizeHint().width()));
    head->addWidget(title_, 1);
    head->addWidget(sights_);
    head->addSpacing(8);
    head->addWidget(zoom_);
    column->addLayout(head);
    area_ = new QScrollArea(this);
    area_->setFrameShape(QFrame::NoFrame);
    area_->setAlignment(Qt::AlignCenter);
    picture_ = new QLabel;
    picture_->setAccessibleName(tr("Preview"));
    area_->setWidget(picture_);
    area_->setBackgroundRole(QPalette::Window);
    column->addWidget(area_, 1);
    connect(zoom_, &Segments::chosen, this, &ExportPreview::draw);
    connect(sights_, &Segments::chosen, this, [this](const QString& sight) {
        sight_ = static_cast<Sight>(sight.toInt());
        draw();
    });
}

void ExportPreview::show_page(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    page_ = page;
    options_ = options;
    draw();
}

void ExportPreview::set_sight(Sight sight)
{
    sights_->set_current(QString::number(static_cast<int>(sight)));
    sight_ = sight;
    draw();
}

void ExportPreview::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    draw();
}

void ExportPreview::draw()
{
    if (page_.tiles.empty())
        return;
    const bool drawn = options_.format == figures::FigureFormat::Png || options_.format == figures::FigureFormat::Svg
        || options_.format == figures::FigureFormat::Pdf;
    zoom_->setEnabled(drawn);
    sights_->setEnabled(drawn);
    if (!drawn) {
        draw_words();
        return;
    }
    const Laid laid = lay_out(page_, options_);
    const QSizeF metres = metres_ = laid.metres;
    const QSizeF inches = metres * inches_per_metre;
    const QSizeF room = area_->maximumViewportSize() - QSizeF(4, 4);
    const double fitted = std::min(room.width() / inches.width(), room.height() / inches.height());
    const int zoom = zoom_->current().toInt();
    const double finest = std::sqrt(most_pixels / (inches.width() * inches.height())) / devicePixelRatioF();
    const double dpi = std::min(zoom == 0 ? std::max(10.0, fitted) : zoom * true_dpi, finest);
    figures::ExportOptions options = options_;
    options.in_pixels = false;
    options.dpi = dpi * devicePixelRatioF();
    shown_ = seen_as(page_image(page_, options), sight_);
    QPixmap pixmap = QPixmap::fromImage(shown_);
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    picture_->setPixmap(pixmap);
    picture_->setFont(interface_font(13));
    picture_->resize(picture_->sizeHint());
    QString size = tr("%1 × %2 mm").arg(std::lround(metres.width() * 1e3)).arg(std::lround(metres.height() * 1e3));
    if (options_.format == figures::FigureFormat::Png) {
        const QSize dots = dots_of(metres, options_.dpi);
        size = tr("%1, %2 × %3 px")
                   .arg(size, quantity(dots.width(), units::Unit::Count, 0),
                        quantity(dots.height(), units::Unit::Count, 0));
    }
    title_->setText(
        QStringLiteral("<b style=\"font-weight:600\">%1</b>&nbsp; <span style=\"color:%2\">%3</span>")
            .arg(tr("Preview"), theme_of(this).text2.name(),
                 (laid.outgrown ? tr("%1: its words have no room in less; shown at %2 %") : tr("%1, shown at %2 %"))
                     .arg(size)
                     .arg(std::lround(dpi / true_dpi * 100))));
}

/// Shows the first words of a file that is written, not drawn.
void ExportPreview::draw_words()
{
    picture_->setPixmap({});
    metres_ = {};
    picture_->setTextFormat(Qt::PlainText);
    picture_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    picture_->setText(QString::fromUtf8(page_bytes(page_, options_).value_or(QByteArray()).left(most_words)));
    picture_->resize(picture_->sizeHint());
    title_->setText(QStringLiteral("<b style=\"font-weight:600\">%1</b>").arg(tr("Preview")));
}

} // namespace plateau::ui
