// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLineEdit>
#include <QToolButton>
#include <QtTest>

#include "tests/ui/window_stage.h"

namespace tst_undo {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

/// One way back: Ctrl+Z in a field is the document's, but for what is typed and not committed.
class TestUndo : public plateau::test::WindowTest {
    Q_OBJECT

    static void undo(QWidget* widget)
    {
        QTest::keyClick(widget, Qt::Key_Z, Qt::ControlModifier);
        test::Stage::settle();
    }
    static void redo(QWidget* widget)
    {
        QTest::keyClick(widget, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        test::Stage::settle();
    }
    static void activate(test::Stage& stage)
    {
        stage.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
    }

private slots:
    void initTestCase() { set_up(); }

    void a_committed_value_goes_back_in_model_and_field()
    {
        test::Stage stage(catalog_, *appearance_);
        activate(stage);
        stage.type("gpus", QStringLiteral("512"));
        auto* field = stage.control<ValueField>("gpus");
        QVERIFY(field->hasFocus());
        undo(field);
        QCOMPARE(stage.gpus(), 128.);
        QCOMPARE(field->text(), QStringLiteral("128"));
        redo(field);
        QCOMPARE(stage.gpus(), 512.);
        QCOMPARE(field->text(), QStringLiteral("512"));
        undo(field);
        QTest::keyClick(field, Qt::Key_Tab); // leaving commits nothing
        test::Stage::settle();
        QCOMPARE(stage.gpus(), 128.);
        QVERIFY(stage.document.undo_stack().canRedo());
    }

    void typing_goes_back_first()
    {
        test::Stage stage(catalog_, *appearance_);
        activate(stage);
        stage.type("gpus", QStringLiteral("512"));
        auto* field = stage.control<ValueField>("gpus");
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("10"));
        undo(field);
        QCOMPARE(field->text(), QStringLiteral("512"));
        QCOMPARE(stage.gpus(), 512.);
        undo(field);
        QCOMPARE(field->text(), QStringLiteral("128"));
        QCOMPARE(stage.gpus(), 128.);
    }

    void a_refused_value_goes_back_first()
    {
        test::Stage stage(catalog_, *appearance_);
        activate(stage);
        stage.type("gpus", QStringLiteral("512"));
        stage.type("gpus", QStringLiteral("30M"));
        auto* field = stage.control<ValueField>("gpus");
        undo(field);
        QCOMPARE(field->text(), QStringLiteral("512"));
        QVERIFY(stage.message("gpus").isEmpty());
        undo(field);
        QCOMPARE(stage.gpus(), 128.);
    }

    void every_kind_of_editor_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("number") << QByteArray("sequence") << QByteArray("2048");
        QTest::newRow("whole number") << QByteArray("tp") << QByteArray("2");
        QTest::newRow("list") << QByteArray("model") << QByteArray("llama2_13b");
        QTest::newRow("segments") << QByteArray("batch_mode") << QByteArray("total");
    }

    void every_kind_of_editor()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        test::Stage stage(catalog_, *appearance_);
        activate(stage);
        const std::string name = key.toStdString();
        const Value before = stage.document.value(name);
        QVERIFY(stage.document.edit_text(name, value.toStdString()));
        test::Stage::settle();
        QVERIFY(stage.document.value(name) != before);
        QWidget* control = nullptr;
        for (QWidget* one : stage.window.parameters().row(name)->findChildren<QWidget*>())
            if (one->isVisible() && one->focusPolicy() != Qt::NoFocus)
                control = one;
        QVERIFY(control);
        control->setFocus();
        undo(control);
        QVERIFY(stage.document.value(name) == before);
    }
};

PLATEAU_TEST(TestUndo)

} // namespace tst_undo

#include "tst_undo.moc"
