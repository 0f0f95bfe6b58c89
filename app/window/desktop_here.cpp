// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>

#include <memory>

#include <fmt/format.h>

#include "app/command.h"
#include "app/desktop.h"
#include "app/terminal.h"
#include "ui/controls/text.h"
#include "ui/figures/export.h"
#include "ui/figures/picture_view.h"
#include "ui/shell/main_window.h"

namespace plateau::app {

namespace {

/// Qt remarks on what a machine without a desktop lacks; the figure does not need it.
void drop_remark(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        remark(text.toStdString());
}

std::string language_codes()
{
    std::string codes;
    for (const ui::Language& known : ui::languages())
        codes += (codes.empty() ? "" : ", ") + std::string(known.code);
    return codes;
}

Quantity millimetres(double metres) { return {metres * 1e3, units::Unit::None, 0, Quantity::Style::Fixed}; }

} // namespace

Expected<void> need_desktop(const std::string& language)
{
    if (language.empty() || ui::speaks(language))
        return {};
    return failure({PLATEAU_TEXT("the program does not speak “%1”"), {Verbatim{language}}}, "--language",
                   {PLATEAU_TEXT("one of %1"), {Verbatim{language_codes()}}});
}

int open_window(int argc, char** argv, const std::string& file, const std::string& language)
{
    if (language.empty() || ui::speaks(language))
        return ui::run_window(argc, argv, {file, language});
    complain({{PLATEAU_TEXT("the window does not speak “%1”"), {Verbatim{language}}},
              "--language",
              {PLATEAU_TEXT("one of %1; without it the language of the system"), {Verbatim{language_codes()}}}});
    return exit_usage;
}

namespace {

/// The one application that draws all pictures; null until it is needed.
std::unique_ptr<QApplication>& drawing()
{
    static std::unique_ptr<QApplication> application;
    return application;
}

Expected<void> ready_to_draw()
{
    if (!drawing() && !QCoreApplication::instance()) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        QHashSeed::setDeterministicGlobalSeed(); // a PDF lists its fonts in the order of a hash
        qInstallMessageHandler(drop_remark);
        static char program[] = "plateau";
        static char* words[] = {program, nullptr};
        static int count = 1;
        drawing() = std::make_unique<QApplication>(count, words);
    }
    if (!ui::has_fonts())
        return failure(
            {PLATEAU_TEXT("there is no font to write with"), {}}, "fonts",
            {PLATEAU_TEXT("a build with its own font (resources/fonts), or fonts that fontconfig finds"), {}});
    return {};
}

} // namespace

void speak_in(const std::string& language)
{
    if (ready_to_draw())
        ui::speak_language(ui::language_of(QString::fromStdString(language)));
}

Expected<std::string> picture(const figures::FigurePage& page, const figures::ExportOptions& options)
{
    if (const auto ready = ready_to_draw(); !ready)
        return tl::unexpected(ready.error());
    if (!ui::has_family(QString::fromStdString(options.font)))
        return failure({PLATEAU_TEXT("“%1” is not a font of this machine"), {Verbatim{options.font}}}, "--font",
                       {PLATEAU_TEXT("a family that fc-list knows, or Plateau Sans"), {}});
    if (const auto larger = ui::outgrown(page, options))
        remark(english(Message{PLATEAU_TEXT("the words of this figure need %1 x %2 mm even in letters of 5 points"),
                               {millimetres(larger->width()), millimetres(larger->height())}}));
    return ui::page_bytes(page, options).map([](const QByteArray& bytes) { return bytes.toStdString(); });
}

Expected<std::string> picture(const figures::Schematic& schematic)
{
    if (const auto ready = ready_to_draw(); !ready)
        return tl::unexpected(ready.error());
    return ui::schematic_png(schematic).toStdString();
}

Expected<std::string> web_picture(const figures::WebPicture& picture, int width, int height)
{
    if (const auto ready = ready_to_draw(); !ready)
        return tl::unexpected(ready.error());
    return ui::web_picture(picture, {width, height});
}

std::string web_fonts(const std::string& words) { return ui::web_fonts(words); }

Expected<std::string> report_file(const views::Report& report, bool html, const std::string& language)
{
    if (const auto ready = ready_to_draw(); !ready)
        return tl::unexpected(ready.error());
    return ui::report_bytes(report, html ? ui::ReportFormat::Html : ui::ReportFormat::Pdf, language).toStdString();
}

Expected<std::string> printed_sheets(const std::vector<std::string>& sheets,
                                     const std::vector<figures::SheetPicture>& pictures, const std::string& title)
{
    if (const auto ready = ready_to_draw(); !ready)
        return tl::unexpected(ready.error());
    return ui::printed_sheets(sheets, pictures, title).toStdString();
}

void leave_desktop() { drawing().reset(); }

} // namespace plateau::app
