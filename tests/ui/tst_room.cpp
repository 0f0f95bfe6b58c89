// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QtTest>

#include "tests/ui/shown_plans.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/text.h"
#include "ui/pages/hardware/hardware_page.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/panels/view_panel.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/pages/workbench/why_panel.h"

namespace tst_room {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

namespace {

QString words_of(const QWidget& widget, const QString& what)
{
    return QStringLiteral("%1 %2: %3").arg(QLatin1String(widget.metaObject()->className()), widget.objectName(), what);
}

bool is_cut(const QLabel& label)
{
    if (label.text().isEmpty())
        return false;
    if (const auto* elided = qobject_cast<const ElidedLabel*>(&label))
        return elided->full_text() != elided->text();
    if (label.wordWrap())
        return label.height() < label.heightForWidth(label.width());
    return label.width() < label.minimumSizeHint().width() || label.height() < label.minimumSizeHint().height();
}

/// What a panel must show and does not.
QStringList clipped(const SidePanel& dock)
{
    QStringList cut;
    const QRect room(dock.mapToGlobal(QPoint()), dock.size());
    for (const auto* area : dock.findChildren<QScrollArea*>())
        if (area->isVisible() && dock.row().side == views::Dock::Side::Right && !dock.row().is_list
            && area->verticalScrollBar()->maximum() > 0)
            cut << words_of(dock, QStringLiteral("%1 px below the edge").arg(area->verticalScrollBar()->maximum()));
    for (const auto* widget : dock.findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const auto* bars = qobject_cast<const PicturePanel*>(widget);
        const QRect place(widget->mapToGlobal(QPoint()), widget->size());
        if ((label || button) && (place.left() < room.left() || place.right() > room.right()))
            cut << words_of(*widget, (label ? label->text() : button->text()) + QStringLiteral(" beyond the side"));
        else if (label && is_cut(*label))
            cut << words_of(*widget, label->text());
        else if (button && !button->text().isEmpty()
                 && button->width() < button->fontMetrics().horizontalAdvance(button->text()))
            cut << words_of(*widget, button->text());
        else if (bars && !bars->is_whole())
            cut << words_of(*widget, QString::fromStdString("the words of " + bars->figure().id));
    }
    return cut;
}

/// Where the panels stand, and every row of parameters with what is in it.
QStringList places(MainWindow& window)
{
    QStringList all;
    for (const auto* widget : window.findChildren<QWidget*>()) {
        const QRect at(widget->mapTo(&window, QPoint()), widget->size());
        if (widget->isVisible() && (qobject_cast<const SidePanel*>(widget) || window.parameters().isAncestorOf(widget)))
            all << words_of(*widget,
                            QStringLiteral("%1 %2 %3 x %4").arg(at.x()).arg(at.y()).arg(at.width()).arg(at.height()));
    }
    return all;
}

} // namespace

/// Nothing that a panel must show is clipped, whatever the size, the page and the theme.
class TestRoom : public plateau::test::WindowTest {
    Q_OBJECT

    /// Is this the run that nor_at_twice_the_scale() starts?
    static bool is_scaled() { return qEnvironmentVariableIsSet("QT_SCALE_FACTOR"); }
    /// Of all panels of the active page, each brought to the front. The rows of parameters have a test of their own.
    static QStringList clipped_panels(test::Stage& stage, const QString& when)
    {
        QStringList cut;
        for (auto* dock : stage.window.findChildren<SidePanel*>()) {
            if (dock->isHidden() || dock->objectName().endsWith(QLatin1String("parameters")))
                continue;
            dock->come_to_front();
            test::Stage::settle();
            if (dock->objectName() == QLatin1String("why")
                && !QTest::qWaitFor([&] { return !stage.window.page<WorkbenchPage>().why().is_searching(); }, 60000))
                cut << when + QStringLiteral(", no suggestions");
            test::Stage::settle();
            for (const QString& one : clipped(*dock))
                cut << when + QStringLiteral(", ") + one;
        }
        return cut;
    }

    /// Of every page at one size.
    static QStringList clipped_pages(test::Stage& stage, QSize size)
    {
        MainWindow& window = stage.window;
        QStringList cut;
        window.resize(size);
        test::Stage::settle();
        for (Page* page : test::all_pages(window)) {
            window.show_page(*page);
            const QString when = QStringLiteral("%1 x %2, %3")
                                     .arg(size.width())
                                     .arg(size.height())
                                     .arg(QLatin1String(page->metaObject()->className()));
            cut << clipped_panels(stage, when);
            if (window.size() != size)
                cut << when + QStringLiteral(": the window grew");
        }
        return cut;
    }

private slots:
    void initTestCase() { set_up(); }

    /// The first window is put together without the style sheet, one beside it with it.
    void another_window_stands_the_same()
    {
        for (const QSize size : {QSize(1280, 720), QSize(1440, 900)}) {
            const QString sheet = qApp->styleSheet();
            plateau::test::Stage first(catalog_, *appearance_, size);
            QVERIFY(!sheet.isEmpty());
            QCOMPARE(qApp->styleSheet(), sheet);
            plateau::test::Stage second(catalog_, *appearance_, size);
            first.wait_for_searches(); // what is said below takes its lines
            second.wait_for_searches();
            QTRY_COMPARE_WITH_TIMEOUT(places(second.window), places(first.window), 60000);
        }
    }

    void nothing_is_clipped_at_any_size_page_or_theme()
    {
        test::Stage stage(catalog_, *appearance_, {1440, 900});
        MainWindow& window = stage.window;
        window.evidence().load();
        window.evidence().wait();
        QStringList cut;
        std::vector<QSize> sizes{{1440, 900}, {1280, 720}, {1920, 1080}};
        if (is_scaled())
            sizes.resize(1);
        for (const QSize size : sizes) {
            cut << clipped_pages(stage, size);
            appearance_->choose(size.width() == 1440 ? ThemeChoice::Light : ThemeChoice::Dark);
            test::shown_plans(window); // and back: what stood there takes its places again
            window.show_page(window.page<WorkbenchPage>());
            cut << clipped_panels(stage, QStringLiteral("%1 x %2, back").arg(size.width()).arg(size.height()));
        }
        appearance_->choose(ThemeChoice::Light);
        QVERIFY2(cut.isEmpty(), qPrintable(QLatin1Char('\n') + cut.join(QLatin1Char('\n'))));
    }

    void nor_in_another_language_data()
    {
        QTest::addColumn<QString>("code");
        for (const Language& language : languages())
            QTest::newRow(language.code) << QString::fromLatin1(language.code);
    }
    void nor_in_another_language()
    {
        QFETCH(QString, code);
        speak_language(language_of(code));
        QStringList cut;
        {
            test::Stage stage(catalog_, *appearance_, {1280, 720});
            stage.window.evidence().load();
            stage.window.evidence().wait();
            for (const QSize size : {QSize(1280, 720), QSize(1440, 900)})
                cut << clipped_pages(stage, size);
        }
        speak_language(language_of(QStringLiteral("en")));
        for (const QString& one : cut)
            qWarning().noquote() << one; // a message of a test holds only the first of them
        QVERIFY2(cut.isEmpty(), qPrintable(QLatin1Char('\n') + cut.join(QLatin1Char('\n'))));
    }

    /// A pin's column leaves less room for names, the crosshair has the longest head.
    void nor_beside_a_pin_under_the_crosshair()
    {
        test::Stage stage(catalog_, *appearance_, {1280, 720});
        stage.window.pins().pin(QStringLiteral("before"));
        stage.document.edit_text("gpus", "3584");
        stage.wait_for_searches();
        QStringList cut = clipped_panels(stage, QStringLiteral("a pin"));
        FigureView& plot = stage.plot();
        plot.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&plot, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(plot.crosshair());
        stage.wait_for_searches();
        cut << clipped_panels(stage, QStringLiteral("the crosshair"));
        QVERIFY2(cut.isEmpty(), qPrintable(QLatin1Char('\n') + cut.join(QLatin1Char('\n'))));
    }

    void every_menu_fits_a_small_screen()
    {
        test::Stage stage(catalog_, *appearance_, {1280, 720});
        MainWindow& window = stage.window;
        QStringList high;
        for (Page* page : test::all_pages(window)) {
            window.show_page(*page);
            test::Stage::settle();
            for (const QAction* action : window.menuBar()->actions())
                if (const int height = action->menu()->sizeHint().height(); height > 720 - window.menuBar()->height())
                    high << QStringLiteral("%1 of %2: %3 px")
                                .arg(action->text(), QLatin1String(page->metaObject()->className()))
                                .arg(height);
        }
        QVERIFY2(high.isEmpty(), qPrintable(high.join(QLatin1Char('\n'))));
    }

    /// Long names of software and models in the table of what differs.
    void nor_beside_a_pin_of_another_model_and_software()
    {
        test::Stage stage(catalog_, *appearance_, {1280, 720});
        stage.window.pins().pin(QStringLiteral("before"));
        QVERIFY(stage.document.open("llama3-70b-h100"));
        stage.wait_for_searches();
        auto* compare = stage.window.findChild<SidePanel*>(QStringLiteral("compare"));
        QStringList cut;
        for (const QSize size : {QSize(1280, 720), QSize(1440, 900), QSize(1920, 1080)}) {
            stage.window.resize(size);
            compare->come_to_front();
            test::Stage::settle();
            cut << clipped(*compare);
        }
        QVERIFY2(cut.isEmpty(), qPrintable(QLatin1Char('\n') + cut.join(QLatin1Char('\n'))));
    }

    void nor_at_twice_the_scale()
    {
        if (is_scaled())
            return;
        QByteArray output;
        QVERIFY2(test::passes_at_twice_the_scale("tst_room", "nothing_is_clipped_at_any_size_page_or_theme", output),
                 output.constData());
    }

    void a_large_number_of_gpus_keeps_its_unit()
    {
        test::Stage stage(catalog_, *appearance_, {1280, 720});
        const auto* field = stage.control<ValueField>("gpus");
        for (const QSize size : {QSize(1280, 720), QSize(1440, 900)}) {
            stage.window.resize(size);
            for (const char* gpus : {"128", "100000", "1048576", "8388608", "100000"}) {
                QVERIFY(stage.document.edit_text("gpus", gpus));
                test::Stage::settle();
                QVERIFY2(field->shows_unit(), gpus);
            }
            stage.type("gpus", QStringLiteral("512")); // what is typed is what is shown
            QVERIFY(field->shows_unit());
        }
    }

    void sliders_take_the_width_that_is_there()
    {
        test::Stage stage(catalog_, *appearance_, {1280, 720});
        int before = 0;
        for (const QSize size : {QSize(1280, 720), QSize(1440, 900), QSize(1920, 1080)}) {
            stage.window.resize(size);
            test::Stage::settle();
            const auto* slider = stage.control<StopSlider>("gpus");
            const QWidget* panel = stage.window.parameters().viewport();
            QVERIFY2(slider->width() >= 150, qPrintable(QString::number(slider->width())));
            QVERIFY(slider->width() >= before);
            before = slider->width();
            const auto* field = stage.control<ValueField>("gpus");
            QCOMPARE(field->mapTo(panel, QPoint(0, 0)).x() - slider->mapTo(panel, QPoint(slider->width(), 0)).x(), 6);
            // What is left behind the field is icons and margin, no unused room.
            const int behind = panel->width() - field->mapTo(panel, QPoint(field->width(), 0)).x();
            QVERIFY2(behind <= row_widths(size.width() < 1440).after(), qPrintable(QString::number(behind)));
            for (const TrainingParameter& parameter : training_parameters().rows())
                if (const ParameterRow* row = stage.window.parameters().row(parameter.key); row && row->isVisible())
                    QVERIFY2(row->width() <= panel->width(), parameter.key.c_str());
        }
        QVERIFY(before > 150); // wide windows have more
    }
};

PLATEAU_TEST(TestRoom)

} // namespace tst_room

#include "tst_room.moc"
#include "ui/shell/side_panels.h"
