// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QMenuBar>
#include <QTextDocumentFragment>
#include <QtTest>

#include "tests/ui/named_controls.h"
#include "tests/ui/shown_plans.h"
#include "tests/ui/window_stage.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/panels/view_panel.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/pages/workbench/form_parts.h"
#include "ui/pages/workbench/why_panel.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/help/help_window.h"
#include "ui/shell/keeping.h"
#include "ui/shell/new_dialog.h"
#include "ui/shell/side_panels.h"

namespace tst_accessible {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

/// Every control says its name, what it is and its value; every plot says what it shows.
class AccessibleTest : public plateau::test::WindowTest {
    Q_OBJECT
    std::unique_ptr<plateau::test::Stage> stage_;

    MainWindow& window() { return stage_->window; }

private slots:
    void initTestCase()
    {
        set_up();
        stage_ = std::make_unique<plateau::test::Stage>(catalog_, *appearance_, QSize{1440, 900});
    }
    void cleanupTestCase() { stage_.reset(); }

    void every_control_of_every_page_data()
    {
        QTest::addColumn<std::size_t>("page");
        for (std::size_t row = 0; row < registers().pages.size(); ++row)
            QTest::newRow(registers().pages[row].name) << row;
    }
    void every_control_of_every_page()
    {
        QFETCH(std::size_t, page);
        window().show_page(window().parts().pages.at(page));
        test::Stage::settle();
        test::check_named(window(), 15);
    }

    /// What one looks at first: things that react, and the words and numbers beside them. Fields beside sliders, and
    /// what is drawn in figures, are not counted.
    void the_first_screen_is_calm()
    {
        window().show_page(window().page<WorkbenchPage>());
        window().evidence().load();
        window().evidence().wait();
        stage_->wait_for_searches();
        const auto* help = window().page<WorkbenchPage>().why().help().findChild<SuggestionList*>();
        QTRY_VERIFY_WITH_TIMEOUT(help->rows().size() > 2 && help->rows()[2]->isVisible(), 60000);
        test::Stage::settle();
        int reacting = 0, words = 0, numbers = 0;
        const auto count = [&](const QString& said) {
            static const QRegularExpression number(QStringLiteral("\\d[\\d.,]*"));
            for (const QString& word : said.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts))
                word.contains(number)                                          ? ++numbers
                    : word.contains(QRegularExpression(QStringLiteral("\\w"))) ? ++words
                                                                               : 0;
        };
        for (const QWidget* widget : window().findChildren<QWidget*>()) {
            const bool of_slider = widget->parentWidget() && widget->inherits("QLineEdit")
                && !widget->parentWidget()->parentWidget()->findChildren<StopSlider*>().isEmpty();
            if (!widget->isVisible() || widget->visibleRegion().isEmpty() || of_slider)
                continue;
            if (const auto* bar = qobject_cast<const QTabBar*>(widget)) {
                reacting += bar->count();
                for (int tab = 0; tab < bar->count(); ++tab)
                    count(bar->tabText(tab));
            } else if (const auto* menus = qobject_cast<const QMenuBar*>(widget)) {
                reacting += int(menus->actions().size());
                words += int(menus->actions().size());
            } else if (test::is_interactive(*widget) && widget->isEnabled()) {
                ++reacting;
            }
            if (const auto* label = qobject_cast<const QLabel*>(widget))
                count(QTextDocumentFragment::fromHtml(label->text()).toPlainText());
            else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
                count(button->text());
            else if (const auto* combo = qobject_cast<const QComboBox*>(widget))
                count(combo->currentText());
        }
        qInfo("things that react %d, words %d, numbers %d", reacting, words, numbers);
        QVERIFY2(reacting <= 65, qPrintable(QString::number(reacting))); // to become 60
        QVERIFY2(words <= 203, qPrintable(QString::number(words))); // 180
        QVERIFY2(numbers <= 56, qPrintable(QString::number(numbers))); // 45
        for (const char* key : {"hardware", "gpus", "nvlink_domain", "tp", "pp", "cp"})
            QVERIFY2(!window().parameters().row(key)->visibleRegion().isEmpty(), key);
    }

    void every_control_of_every_dialog()
    {
        window().show_page(window().page<WorkbenchPage>());
        NotesDialog notes("Title", "Asked", "Notes", &window());
        UnsavedDialog unsaved({"one", "two"}, &window());
        ExportDialog exporting(window().page<WorkbenchPage>().figures(), {}, "Title", {}, &window());
        ScenarioCards cards(test::answers_of(catalog_));
        NewDialog fresh(cards, true, &window());
        ExportDialog all({}, {{QStringLiteral("All"), [] { return std::vector<views::FigureJob>(); }}}, "Title", {},
                         &window());
        for (QDialog* dialog : std::initializer_list<QDialog*>{&notes, &unsaved, &exporting, &fresh, &all}) {
            dialog->show();
            test::Stage::settle();
            test::check_named(*dialog, 3);
            dialog->hide();
        }
        HelpWindow& help = window().help().open("start.md");
        test::Stage::settle();
        test::check_named(help, 4);
        help.close();
    }

    void a_slider_says_its_value_with_its_unit()
    {
        window().show_page(window().page<WorkbenchPage>());
        int sliders = 0;
        for (StopSlider* slider : window().parameters().findChildren<StopSlider*>()) {
            QAccessibleInterface* face = QAccessible::queryAccessibleInterface(slider);
            QCOMPARE(face->role(), QAccessible::Slider);
            if (!slider->isVisible())
                continue;
            ++sliders;
            QVERIFY(!face->text(QAccessible::Name).isEmpty());
            QVERIFY(!face->text(QAccessible::Value).isEmpty());
        }
        QVERIFY(sliders >= 3);
        const auto value = [&](const char* key) {
            return QAccessible::queryAccessibleInterface(stage_->control<StopSlider>(key))
                ->text(QAccessible::Value)
                .replace(QChar::Nbsp, u' ');
        };
        stage_->type("gpus", "1024");
        QCOMPARE(value("gpus"), QString("1,024 GPUs"));
        QCOMPARE(value("scale_out_bandwidth"), QString("400 Gb/s"));
        stage_->type("gpus", "128");
    }

    void a_plot_is_a_chart_that_says_what_it_shows()
    {
        window().show_page(window().page<WorkbenchPage>());
        stage_->wait_for_searches();
        QAccessibleInterface* plot = QAccessible::queryAccessibleInterface(&stage_->plot());
        QCOMPARE(plot->role(), QAccessible::Chart);
        const QString said = plot->text(QAccessible::Value).replace(QChar::Nbsp, u' ');
        QVERIFY2(said.contains("MFU: ") && said.contains(" at 128 GPUs; from "), qPrintable(said));
        for (PictureView* picture : window().findChildren<PictureView*>())
            QCOMPARE(QAccessible::queryAccessibleInterface(picture)->role(), QAccessible::Chart);
        for (PicturePanel* bars : window().findChildren<PicturePanel*>())
            QCOMPARE(QAccessible::queryAccessibleInterface(bars)->role(), QAccessible::Chart);
    }

    /// On every page, whatever draws: a picture without words is none to a screen reader.
    void every_plot_in_sight_says_what_it_shows()
    {
        for (Page* page : test::all_pages(window())) {
            window().show_page(*page);
            stage_->wait_for_searches();
            window().page<LimitsPage>().model().finish();
            test::Stage::settle();
            int plots = 0;
            for (const QWidget* widget : window().findChildren<QWidget*>()) {
                if (!widget->property(plot_property).toBool() || !widget->isVisible())
                    continue;
                ++plots;
                const QString words = widget->accessibleDescription();
                QVERIFY2(words.size() > 20 && words.contains(QRegularExpression(QStringLiteral("[0-9]"))),
                         qPrintable(QLatin1String(widget->metaObject()->className()) + QLatin1String(": ") + words));
            }
            QVERIFY(plots > 0);
        }
        window().show_page(window().page<WorkbenchPage>());
    }

    void numbers_and_parts_are_asked_about_with_the_keyboard()
    {
        window().show_page(window().page<WorkbenchPage>());
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        window().findChild<SidePanel*>(QStringLiteral("readout"))->come_to_front();
        test::Stage::settle();
        const auto readouts = window().findChildren<ReadoutPanel*>();
        const auto seen = std::find_if(readouts.begin(), readouts.end(), [](auto* one) { return one->isVisible(); });
        QVERIFY(seen != readouts.end());
        ReadoutPanel* readout = *seen;
        QSignalSpy asked(readout, &ReadoutPanel::metric_clicked);
        readout->setFocus(Qt::TabFocusReason);
        QTest::keyClick(readout, Qt::Key_Down);
        QVERIFY(!readout->accessibleDescription().isEmpty());
        const QString before = readout->accessibleDescription();
        QTest::keyClick(readout, Qt::Key_Down);
        QVERIFY(readout->accessibleDescription() != before);
        QTest::keyClick(readout, Qt::Key_Up);
        QCOMPARE(readout->accessibleDescription(), before);
        for (int line = 0; line < 6; ++line) { // not every line is a number with a formula
            QTest::keyClick(readout, Qt::Key_Return);
            QTest::keyClick(readout, Qt::Key_Down);
        }
        QVERIFY(asked.size() >= 3);
        auto* step = window().findChild<PicturePanel*>();
        QSignalSpy clicked(step, &PicturePanel::subjects_wanted);
        step->setFocus(Qt::TabFocusReason);
        QTest::keyClick(step, Qt::Key_Right);
        QTest::keyClick(step, Qt::Key_Return);
        QCOMPARE(clicked.size(), 1);
    }
};

PLATEAU_TEST(AccessibleTest)

} // namespace tst_accessible

#include "tst_accessible.moc"
