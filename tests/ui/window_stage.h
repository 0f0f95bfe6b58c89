// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QLabel>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include "ui/controls/controls.h"
#include "ui/document/edited_question.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/pages/parameters/parameter_row.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/keeping.h"
#include "ui/shell/main_window.h"
#include "ui/shell/opening.h"

namespace plateau::test {

using namespace plateau;
using namespace plateau::ui;

/// What the program sets up before its first window.
inline std::unique_ptr<Appearance> light_appearance()
{
    install_slider_accessibility();
    auto appearance = std::make_unique<Appearance>(*qApp);
    appearance->choose(ThemeChoice::Light);
    return appearance;
}

/// What answers questions with a catalog, in a window.
inline std::shared_ptr<answers::Answers> answers_of(std::shared_ptr<const catalog::Catalog> catalog)
{
    return std::make_shared<answers::Answers>(std::make_shared<const answers::Data>(std::move(catalog)), window_loop());
}

/// What answers in every window of a test: what was asked in one the next remembers. A test of searches under way
/// forgets it.
inline std::shared_ptr<answers::Answers> latest_answers;

inline std::shared_ptr<answers::Answers> shared_answers(const std::shared_ptr<const catalog::Catalog>& catalog)
{
    if (!latest_answers || &latest_answers->data()->catalog() != catalog.get())
        latest_answers = answers_of(catalog);
    return latest_answers;
}

/// What tests of the window share; a test's initTestCase calls set_up().
class WindowTest : public QObject {
protected:
    void set_up(const std::vector<std::filesystem::path>& presets = {PRESETS})
    {
        appearance_ = light_appearance();
        catalog_ = std::make_shared<const catalog::Catalog>(catalog::read(presets));
    }
    /// Settings under a name of the test's own.
    static void keep_settings_as(const char* test)
    {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QCoreApplication::setOrganizationName(QStringLiteral("Plateau tests"));
        QCoreApplication::setApplicationName(QString::fromLatin1(test));
    }

    std::shared_ptr<const catalog::Catalog> catalog_;
    std::unique_ptr<Appearance> appearance_;
};

/// A small model as Hugging Face describes it; empty: not written.
inline QString written_config(const QTemporaryDir& folder)
{
    QFile file(folder.filePath(QStringLiteral("config.json")));
    const QByteArray words = R"({"model_type": "llama", "num_hidden_layers": 6, "hidden_size": 512,
            "num_attention_heads": 8, "intermediate_size": 1376, "vocab_size": 32000})";
    return file.open(QIODevice::WriteOnly) && file.write(words) == words.size() ? file.fileName() : QString();
}

/// Runs one function of a test again, with a variable set.
inline bool passes_with(const char* variable, const QString& value, const char* test, const char* function,
                        QByteArray& output)
{
    QProcess other;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(variable), value);
    other.setProcessEnvironment(environment);
    other.start(QCoreApplication::applicationFilePath(), {QString::fromLatin1(test), QString::fromLatin1(function)});
    const bool ended = other.waitForFinished(-1);
    output = other.readAllStandardOutput();
    return ended && other.exitCode() == 0;
}

/// On a screen with twice the dots.
inline bool passes_at_twice_the_scale(const char* test, const char* function, QByteArray& output)
{
    return passes_with("QT_SCALE_FACTOR", QStringLiteral("2"), test, function, output);
}

/// The window on a shipped question, shown offscreen.
struct Stage {
    ScenarioDocument document;
    MainWindow window;

    explicit Stage(const std::shared_ptr<const catalog::Catalog>& catalog, Appearance& appearance,
                   QSize size = {1600, 900}, const char* name = "fernandez-weak-scaling")
        : document(catalog),
          window((document.answer_with(shared_answers(catalog)), opened(document, name), document), appearance)
    {
        document.undo_stack().clear();
        window.resize(size);
        window.show();
        if (!QTest::qWaitForWindowExposed(&window))
            qFatal("no window");
        settle();
    }
    static void opened(ScenarioDocument& document, const char* name)
    {
        if (!document.open(name))
            qFatal("the shipped scenario does not open");
    }
    static void settle()
    {
        for (int turn = 0; turn < 5; ++turn)
            QCoreApplication::processEvents();
    }
    /// Until every search has answered, and nothing that was under way asks again.
    void wait_for_searches()
    {
        const auto is_still = [this] {
            settle();
            return !window.model().is_searching();
        };
        if (!QTest::qWaitFor(is_still, 60000))
            qFatal("the search does not end");
    }
    template<class Control>
    Control* control(const std::string& key)
    {
        return window.parameters().row(key)->findChild<Control*>();
    }
    FigureView& plot() { return window.page<WorkbenchPage>().plot(); }
    double gpus() const { return document.scenario().cluster.gpus; }
    void type(const std::string& key, const QString& words)
    {
        auto* field = control<ValueField>(key);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, words);
        QTest::keyClick(field, Qt::Key_Return);
        settle();
    }
    QString message(const std::string& key)
    {
        for (QLabel* label : window.parameters().row(key)->findChildren<QLabel*>())
            if (label->isVisible() && label->textInteractionFlags().testFlag(Qt::LinksAccessibleByKeyboard))
                return label->text();
        return {};
    }
};

} // namespace plateau::test
