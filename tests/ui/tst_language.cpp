// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QComboBox>
#include <QDirIterator>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QTextLayout>
#include <QtTest>

#include "core/text/messages/words.h"
#include "core/text/units/quantity.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/text.h"
#include "ui/figures/export.h"
#include "ui/figures/renderer.h"
#include "ui/pages/hardware/hardware_page.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/shell/main_window.h"

namespace tst_language {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

namespace {

QString plain(QString words)
{
    return words.contains(QLatin1Char('<')) ? QTextDocumentFragment::fromHtml(words).toPlainText() : words;
}

/// Every text of the widgets, menus and tips of a window.
QStringList words_of(const QWidget& window)
{
    QStringList words;
    for (const auto* widget : window.findChildren<QWidget*>()) {
        words << widget->toolTip() << widget->accessibleName() << widget->windowTitle();
        if (const auto* field = qobject_cast<const QLineEdit*>(widget))
            words << field->text() << field->placeholderText();
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            words << label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            words << button->text();
        if (const auto* combo = qobject_cast<const QComboBox*>(widget))
            for (int i = 0; i < combo->count(); ++i)
                words << combo->itemText(i);
        if (const auto* menu = qobject_cast<const QMenu*>(widget))
            for (const QAction* action : menu->actions())
                words << action->text();
    }
    for (QString& each : words)
        each = plain(each);
    words.removeDuplicates();
    words.removeAll(QString());
    return words;
}

/// What only English sentences hold.
bool reads_english(const QString& words)
{
    static const QRegularExpression small(
        QStringLiteral("(?<![-\\w])(the|of|and|with|what|from|where|which|this|are|is|does|not)(?![-\\w])"));
    return small.match(words).hasMatch();
}

} // namespace

class TestLanguage : public QObject {
    Q_OBJECT
    std::unique_ptr<Appearance> appearance_;

    void offer_languages()
    {
        QTest::addColumn<QString>("code");
        for (const Language& language : languages())
            if (QLatin1String(language.code) != QLatin1String("en"))
                QTest::newRow(language.code) << QString::fromLatin1(language.code);
    }

private slots:
    void initTestCase() { appearance_ = test::light_appearance(); }
    void cleanup() { speak_language(language_of(QStringLiteral("en"))); }

    void the_system_or_a_code_names_the_language()
    {
        QCOMPARE(language_of(QStringLiteral("de")).code, "de");
        QCOMPARE(language_of(QStringLiteral("ko_KR.UTF-8")).code, "ko");
        QCOMPARE(language_of(QStringLiteral("fr")).code, "en");
        QCOMPARE(language_of(QStringLiteral("system")).code, "en"); // the tests' LC_ALL is C.UTF-8
    }

    void the_choice_is_remembered()
    {
        QCOMPARE(chosen_language(), QStringLiteral("system"));
        choose_language(QStringLiteral("ko"));
        QCOMPARE(chosen_language(), QStringLiteral("ko"));
        choose_language(QStringLiteral("system"));
    }

    void a_catalogue_is_read_as_it_was_written_data() { offer_languages(); }
    void a_catalogue_is_read_as_it_was_written()
    {
        QFETCH(QString, code);
        speak_language(language_of(code));
        static const QRegularExpression entry(
            QStringLiteral(R"re(^msgid "((?:[^"\\]|\\.)+)"\nmsgstr "((?:[^"\\]|\\.)+)"$)re"),
            QRegularExpression::MultilineOption);
        const auto unescaped = [](const QString& literal) { // as JSON has it
            return QJsonDocument::fromJson(QStringLiteral("[\"%1\"]").arg(literal).toUtf8()).array().at(0).toString();
        };
        int seen = 0;
        QDirIterator files(QStringLiteral(PROJECT "/resources/translations/") + code, {QStringLiteral("*.po")});
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray one_line_each = file.readAll().replace("\"\n\"", "");
            for (auto found = entry.globalMatch(QString::fromUtf8(one_line_each)); found.hasNext(); ++seen) {
                const auto texts = found.next();
                QCOMPARE(QCoreApplication::translate("", unescaped(texts.captured(1)).toUtf8()),
                         unescaped(texts.captured(2)));
            }
        }
        QVERIFY2(seen > 1000, qPrintable(QString::number(seen)));
        QCOMPARE(QCoreApplication::translate("", "no such text"), QStringLiteral("no such text"));
    }

    void numbers_on_the_screen_follow_the_language_and_typed_ones_may_be_either()
    {
        speak_language(language_of(QStringLiteral("de")));
        QCOMPARE(tick_text(2048, units::Unit::Gpus), QStringLiteral("2.048"));
        QCOMPARE(tick_text(0.25, units::Unit::None), QStringLiteral("0,25"));
        QCOMPARE(quantity(1.5e12, units::Unit::Bytes), QStringLiteral("1,5\u00a0TB"));
        QCOMPARE(quantity(2.05e28, units::Unit::Flop), QStringLiteral("2,05\u00a0×\u00a010²⁸\u00a0FLOP"));
        QCOMPARE(text(unit_words(units::in_parts(2e6, units::Unit::Tokens))), QStringLiteral("M Token"));
        ValueField field;
        QSignalSpy committed(&field, &ValueField::committed);
        field.show_value(QStringLiteral("1,024.5"), QStringLiteral("GB"));
        QCOMPARE(field.text(), QStringLiteral("1.024,5"));
        for (const auto& [typed, read] :
             {std::pair("0,5", "0.5"), std::pair("0.25", "0.25"), std::pair("2.048", "2,048")}) {
            field.clear();
            QTest::keyClicks(&field, QLatin1String(typed));
            QTest::keyClick(&field, Qt::Key_Return);
            QCOMPARE(committed.takeLast().front().toString(), QLatin1String(read));
        }
        speak_language(language_of(QStringLiteral("en")));
        QCOMPARE(tick_text(2048, units::Unit::Gpus), QStringLiteral("2,048"));
    }

    void a_file_has_no_word_or_comma_of_the_language()
    {
        const auto catalog = std::make_shared<const catalog::Catalog>(catalog::read({PRESETS}));
        const auto written = [&] {
            test::Stage stage(catalog, *appearance_, {1280, 720});
            stage.wait_for_searches();
            const auto page = figures::page_of(stage.window.page<WorkbenchPage>().figures().front().figure);
            return std::pair(stage.document.plain_text(), figures::page_csv(page));
        };
        const auto english = written();
        speak_language(language_of(QStringLiteral("de")));
        const auto german = written();
        QCOMPARE(german.first, english.first);
        QCOMPARE(german.second, english.second);
    }

    void nothing_in_the_window_is_left_in_english_data() { offer_languages(); }
    /// Whatever stands in front: panels are filled when they are seen.
    void nothing_in_the_window_is_left_in_english()
    {
        QFETCH(QString, code);
        speak_language(language_of(code));
        test::Stage stage(std::make_shared<const catalog::Catalog>(catalog::read({PRESETS})), *appearance_,
                          {1280, 720});
        stage.wait_for_searches();
        QStringList all;
        const auto look = [&](Page& page) {
            stage.window.show_page(page);
            test::Stage::settle();
            for (SidePanel* dock : stage.window.findChildren<SidePanel*>()) {
                if (!dock->toggle().isChecked())
                    continue;
                dock->come_to_front();
                test::Stage::settle();
            }
            all << words_of(stage.window);
        };
        look(stage.window.page<PlansPage>());
        look(stage.window.page<HardwarePage>());
        look(stage.window.page<LimitsPage>());
        look(stage.window.page<WorkbenchPage>());
        all.removeDuplicates();
        QStringList left;
        for (const QString& words : all) {
            const bool translatable = QCoreApplication::translate("", words.toUtf8()) != words;
            const bool cites = words.contains(QLatin1String("arXiv")); // titles of papers stay as they are
            const bool is_command = words.startsWith(QLatin1String("--")); // what a training program is started with
            if (translatable || (reads_english(words) && !cites && !is_command))
                left << words;
        }
        for (const QString& words : left)
            qWarning().noquote() << words; // a message of a test holds only the first of them
        QVERIFY2(left.isEmpty(), qPrintable(QLatin1Char('\n') + left.join(QLatin1Char('\n'))));
    }

    void korean_letters_and_emoji_have_glyphs_on_the_screen_and_in_pictures_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QByteArray>("family");
        QTest::newRow("korean") << QStringLiteral("처리량과 지연 시간") << QByteArray("Plateau Hangul");
        QTest::newRow("emoji") << QStringLiteral("Rocket 🚀, fire 🔥, sun ☀️") << QByteArray("Plateau Symbols");
    }
    void korean_letters_and_emoji_have_glyphs_on_the_screen_and_in_pictures()
    {
        QFETCH(QString, words);
        QFETCH(QByteArray, family);
        QTextLayout layout(words, interface_font(13));
        layout.beginLayout();
        layout.createLine();
        layout.endLayout();
        for (const QGlyphRun& run : layout.glyphRuns()) {
            QVERIFY2(run.rawFont().familyName().startsWith(QLatin1String("Plateau")),
                     qPrintable(run.rawFont().familyName()));
            QVERIFY(!run.glyphIndexes().contains(0));
        }
        figures::Figure figure;
        figure.title = {words.toStdString(), {}};
        figure.plot().panels.push_back({});
        figure.plot().panels.front().title = {words.toStdString(), {}};
        figures::ExportOptions options;
        options.format = figures::FigureFormat::Svg;
        const QByteArray svg = *page_bytes(figures::page_of(figure), options);
        QVERIFY(svg.contains("@font-face{font-family:'" + family + "'"));
    }

    void unsaved_work_is_named_in_the_language_data() { offer_languages(); }
    void unsaved_work_is_named_in_the_language()
    {
        QFETCH(QString, code);
        const auto catalog = std::make_shared<const catalog::Catalog>(catalog::read({PRESETS}));
        const QString english = QStringLiteral("Weak scaling");
        const QTemporaryDir copies;
        {
            ScenarioDocument document(catalog);
            QVERIFY(document.open("fernandez-weak-scaling"));
            QCOMPARE(document.title(), english);
            Recovery recovery(copies.path());
            recovery.follow(document);
            document.edit_value("gpus", Value(64.));
            recovery.keep();
        } // dies without finish()
        speak_language(language_of(code));
        const QString said = text(Word{english.toStdString()});
        QVERIFY(said != english);
        test::Stage stage(catalog, *appearance_, {1280, 720});
        stage.window.keeping().recover_in(copies.path());
        const QString offered = stage.window.notices().words();
        QVERIFY2(offered.contains(said) && !offered.contains(english), qPrintable(offered));
        QVERIFY(stage.document.edit_text("gpus", "512"));
        QString listed;
        QTimer::singleShot(0, qApp, [&listed] {
            if (QWidget* dialog = QApplication::activeModalWidget()) {
                listed = dialog->findChild<QListWidget*>()->item(0)->text();
                dialog->close();
            }
        });
        stage.window.close();
        QCOMPARE(listed, said);
    }

    void a_window_goes_on_in_another_language()
    {
        const auto catalog = std::make_shared<const catalog::Catalog>(catalog::read({PRESETS}));
        ScenarioDocument document(catalog);
        QVERIFY(document.open("fernandez-weak-scaling"));
        auto window = std::make_unique<MainWindow>(document, *appearance_);
        window->resize(1300, 800);
        window->show();
        window->pins().pin(QStringLiteral("before"));
        QVERIFY(document.edit_text("gpus", "512"));
        QCOMPARE(document.undo_stack().undoText(), QStringLiteral("GPU count 128 → 512\u00a0GPUs"));
        const std::string question = document.plain_text();
        const int steps = document.undo_stack().index();
        window->show_page(window->page<PlansPage>());
        window = MainWindow::in_another_language(std::move(window), language_of(QStringLiteral("ko")));
        test::Stage::settle();
        QVERIFY(!reads_english(window->menuBar()->actions().front()->text()));
        QVERIFY(window->menuBar()->actions().front()->text() != QStringLiteral("&File"));
        QCOMPARE(window->size(), QSize(1300, 800));
        QVERIFY(window->page<PlansPage>().isVisible());
        QCOMPARE(document.plain_text(), question);
        QCOMPARE(document.undo_stack().index(), steps);
        // What can be undone says so in the language too, steps of several parts among it.
        const auto called = [&](const char* sentence, const std::string& of) {
            return text(Message{sentence, {Verbatim{of}}}) != QString::fromLatin1(sentence).arg(text(of))
                && document.undo_stack().undoText() == text(Message{sentence, {Verbatim{of}}});
        };
        QVERIFY(!document.undo_stack().undoText().contains(QLatin1String("GPU count")));
        document.undo_stack().undo();
        QVERIFY2(called("Pin %1", "before"), qPrintable(document.undo_stack().undoText()));
        QCOMPARE(window->pins().all().size(), 1U);
        document.undo_stack().undo();
        QVERIFY(window->pins().all().empty());

        window = MainWindow::in_another_language(std::move(window), language_of(QStringLiteral("en")));
        QCOMPARE(window->menuBar()->actions().front()->text(), QStringLiteral("&File"));
        QVERIFY(window->page<PlansPage>().isVisible());
    }
};

PLATEAU_TEST(TestLanguage)

} // namespace tst_language

#include "tst_language.moc"
#include "ui/shell/side_panels.h"
