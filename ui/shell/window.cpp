// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window.h"

#include <QApplication>
#include <QFileInfo>
#include <QIcon>
#include <QMessageBox>
#include <QScreen>
#include <QSettings>
#include <QTextStream>

#include <algorithm>
#include <future>

#include "core/catalog/catalog.h"
#include "core/text/messages/speech.h"
#include "ui/controls/appearance.h"
#include "ui/controls/language.h"
#include "ui/controls/text.h"
#include "ui/document/recent_files.h"
#include "ui/pages/parameters/stop_slider.h"
#include "ui/shell/keeping.h"
#include "ui/shell/main_window.h"
#include "ui/shell/opening.h"
#include "ui/shell/registers.h"
#include "ui/shell/side_panels.h"

namespace plateau::ui {

namespace {

constexpr const char* first_scenario = "fernandez-weak-scaling";
constexpr int another_language = -1; ///< no process ends so

/// Runs until the window is closed. A window that is to speak another language makes room for the next one.
int run(std::unique_ptr<MainWindow> window)
{
    const Termination termination([&window] {
        if (Recovery* recovery = window ? window->keeping().recovery() : nullptr)
            recovery->keep();
    });
    for (;;) {
        QObject::connect(
            window.get(), &MainWindow::language_chosen, qApp, [] { QCoreApplication::exit(another_language); },
            Qt::QueuedConnection); // the menu it was chosen from closes first
        const int status = QApplication::exec();
        if (status != another_language)
            return status;
        QApplication::setQuitOnLastWindowClosed(false);
        window = MainWindow::in_another_language(std::move(window), language_of(chosen_language()));
        QApplication::setQuitOnLastWindowClosed(true);
    }
}

/// Says why no question can be asked without the cost model's constants, on the terminal and on a screen if there is
/// one.
int refuse(const catalog::Catalog& catalog, const Error& error)
{
    constexpr std::size_t most_problems = 4;
    constexpr int longest = 300;
    QStringList lines;
    for (std::size_t i = 0; i < std::min(most_problems, catalog.problems.size()); ++i)
        lines << text(said(catalog.problems[i]));
    lines << text(said(error));
    for (QString& line : lines) {
        if (line.size() > longest)
            line = line.left(longest) + QChar(0x2026);
        QTextStream(stderr) << "plateau: " << line << '\n';
    }
    if (QGuiApplication::platformName() != QStringLiteral("offscreen")) {
        QMessageBox box(QMessageBox::Critical, QStringLiteral("Plateau"), lines.join(QStringLiteral("\n\n")));
        box.setTextFormat(Qt::PlainText);
        box.exec();
    }
    return 2;
}

} // namespace

int run_window(int argc, char** argv, const WindowRequest& request)
{
    const std::string& file = request.file;
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("Plateau"));
    QApplication::setApplicationName(QStringLiteral("plateau"));
    QApplication::setApplicationDisplayName(QString());
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/plateau/icons/plateau.svg")));
    QGuiApplication::setDesktopFileName(QStringLiteral("plateau"));
    // Another thread reads the presets while fonts and theme come up; by now Qt has set the locale of all threads.
    std::future<catalog::Catalog> presets
        = std::async(std::launch::async, [] { return catalog::read(catalog::preset_folders()); });
    install_slider_accessibility();
    speak_language(
        language_of(request.language.empty() ? chosen_language() : QString::fromStdString(request.language)));
    Appearance appearance(application);
    QSettings settings;
    const int theme = settings.value(QStringLiteral("theme"), 0).toInt();
    appearance.choose(static_cast<ThemeChoice>(std::clamp(theme, 0, theme_choices - 1)));

    const auto catalog = std::make_shared<const catalog::Catalog>(presets.get());
    if (const auto question = default_scenario(*catalog); !question)
        return refuse(*catalog, question.error());
    ScenarioDocument document(catalog);
    if (file.empty()) {
        const auto opened = document.open(first_scenario); // without it the window starts on the defaults
        document.undo_stack().clear();
        static_cast<void>(opened);
    }
    auto held = std::make_unique<MainWindow>(document, appearance);
    MainWindow& window = *held;
    if (!file.empty()) {
        window.opening().open(QString::fromStdString(file));
        window.document().undo_stack().clear();
        if (!window.document().file().isEmpty())
            add_recent_file(window.document().file());
    }
    window.restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    window.panels().restore(settings.value(QStringLiteral("panels")).toMap());
    const QRect screen = window.screen()->availableGeometry();
    if (!screen.contains(window.geometry()))
        window.setGeometry(QRect(screen.topLeft(), window.size().boundedTo(screen.size())));
    window.keeping().recover_in(Recovery::usual_folder());
    window.show();
    for (const CompanionRow& companion : registers().companions)
        companion.greet(window.parts());
    return run(std::move(held));
}

} // namespace plateau::ui
