// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QtTest>

#include "tests/ui/window_stage.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/shell/find_list.h"
#include "ui/shell/help/help_window.h"
#include "ui/shell/side_panels.h"

namespace tst_find {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

/// The one field: it finds parameters by everyday words, commands, scenarios and help, and sets what it names.
class TestFind : public plateau::test::WindowTest {
    Q_OBJECT

    static QLineEdit& field(Stage& stage)
    {
        return *stage.window.parameters().findChild<QLineEdit*>(QStringLiteral("find_parameter"));
    }
    static FindList& list(Stage& stage) { return *stage.window.findChild<FindList*>(); }
    static QStringList found(Stage& stage)
    {
        QStringList words;
        for (int row = 0; row < list(stage).count(); ++row)
            words << list(stage).item(row)->text().replace(QChar(0xa0), QLatin1Char(' '));
        return words;
    }
    static void type(QWidget& into, const char* words)
    {
        QTest::keyClicks(&into, QString::fromUtf8(words));
        Stage::settle();
    }

private slots:
    void initTestCase() { set_up(); }

    void what_enter_sets_is_shown_before()
    {
        Stage stage(catalog_, *appearance_);
        QTest::keyClick(&stage.window, Qt::Key_K, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), &field(stage));
        const int steps = stage.document.undo_stack().count();
        type(field(stage), "gpus 2k, h200");
        QVERIFY(list(stage).isVisible());
        QCOMPARE(found(stage).mid(0, 2),
                 QStringList(
                     {QStringLiteral("Enter sets"), QStringLiteral("GPU count 2,048 GPUs; Hardware H200 SXM 141GB")}));
        QVERIFY(!stage.window.parameters().isAncestorOf(&list(stage))); // beside the rows, not over them
        QTest::keyClick(&field(stage), Qt::Key_Return);
        Stage::settle();
        QCOMPARE(stage.gpus(), 2048.);
        QCOMPARE(stage.document.scenario().cluster.accelerator.id, std::string("h200"));
        QCOMPARE(stage.document.undo_stack().count(), steps + 1);
        QVERIFY(field(stage).text().isEmpty() && !list(stage).isVisible());
        stage.document.undo_stack().undo();
        QCOMPARE(stage.gpus(), 128.);
    }

    void everyday_words_find_rows_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("key");
        for (const auto& [words, key] : {std::pair("context", "sequence"),
                                         {"network", "scale_out_bandwidth"},
                                         {"budget", "usd_per_gpu_hour"},
                                         {"batch size", "sequences_per_gpu"}})
            QTest::newRow(words) << QString::fromLatin1(words) << QString::fromLatin1(key);
    }
    void everyday_words_find_rows()
    {
        QFETCH(QString, words);
        QFETCH(QString, key);
        Stage stage(catalog_, *appearance_);
        QTest::keyClicks(&field(stage), words);
        ParameterRow* row = stage.window.parameters().row(key.toStdString());
        QVERIFY(row && row->isVisible());
    }
    void experts_are_found_by_their_short_name()
    {
        Stage stage(catalog_, *appearance_);
        QVERIFY(stage.document.edit_text("model", "mixtral_8x7b"));
        Stage::settle();
        QTest::keyClicks(&field(stage), QStringLiteral("moe"));
        QVERIFY(stage.window.parameters().row("ep")->isVisible());
    }

    void commands_scenarios_and_help_are_found()
    {
        Stage stage(catalog_, *appearance_);
        type(field(stage), "pin");
        QVERIFY(found(stage).contains(QStringLiteral("Commands")));
        field(stage).clear();
        type(field(stage), "export figure");
        const QStringList commands = found(stage);
        QVERIFY2(commands.join(u'\n').contains(QStringLiteral("Export figure  Ctrl+E")),
                 qPrintable(commands.join(u'\n')));
        field(stage).clear();
        type(field(stage), "strong scaling");
        QVERIFY(found(stage).contains(QStringLiteral("Scenarios")));
        field(stage).clear();
        type(field(stage), "glossary");
        QCOMPARE(found(stage).mid(0, 2), QStringList({QStringLiteral("Help"), QStringLiteral("Glossary")}));
        QTest::keyClick(&field(stage), Qt::Key_Return);
        QVERIFY(QTest::qWaitFor([] {
            const auto all = QApplication::topLevelWidgets();
            return std::any_of(all.begin(), all.end(), [](const QWidget* each) {
                return qobject_cast<const HelpWindow*>(each) && each->isVisible();
            });
        }));
    }

    void on_limits_it_sets_what_it_names_there()
    {
        Stage stage(catalog_, *appearance_, {1280, 720});
        auto& limits = stage.window.page<LimitsPage>();
        stage.window.show_page(limits);
        stage.window.panels().bring(QStringLiteral("limits_configurations"));
        Stage::settle();
        QTest::keyClick(&stage.window, Qt::Key_K, Qt::ControlModifier);
        auto* over = stage.window.findChild<QLineEdit*>(QStringLiteral("find_over_page")); // the list is in front
        QCOMPARE(QApplication::focusWidget(), over);
        type(*over, "1e29");
        QCOMPARE(found(stage).mid(0, 2),
                 QStringList({QStringLiteral("Enter sets"), QStringLiteral("Training compute 1e29 FLOP")}));
        QTest::keyClick(over, Qt::Key_Return);
        Stage::settle();
        QCOMPARE(limits.document().scenario().marker_flop, 1e29);
        QVERIFY(limits.document().undo_stack().undoText().startsWith(QLatin1String("Set Training compute")));

        QTest::keyClick(&stage.window, Qt::Key_K, Qt::ControlModifier);
        type(*over, "compute");
        QCOMPARE(found(stage).mid(0, 2),
                 QStringList({QStringLiteral("Parameters"), QStringLiteral("Training compute")}));
        QTest::keyClick(over, Qt::Key_Return);
        Stage::settle();
        ParameterRow* row = limits.parameters().row("training_flop"); // here, not on the workbench
        QVERIFY(row && row->isVisible() && row->isAncestorOf(QApplication::focusWidget()));
        int before = 0;
        for (const ParameterRow* each : limits.parameters().findChildren<ParameterRow*>())
            before += each->isVisible()
                && each->mapTo(&stage.window, QPoint()).y() < row->mapTo(&stage.window, QPoint()).y();
        QCOMPARE(before, 0); // it comes first
    }
};

PLATEAU_TEST(TestFind)

} // namespace tst_find

#include "tst_find.moc"
