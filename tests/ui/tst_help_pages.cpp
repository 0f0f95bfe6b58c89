// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QLineEdit>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTreeWidget>
#include <QtTest>

#include "core/help/pages.h"
#include "core/views/view.h"
#include "tests/ui/explained.h"
#include "tests/ui/file_content.h"
#include "tests/ui/shown_plans.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/appearance.h"
#include "ui/controls/subject.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/hardware/hardware_page.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/help/help_window.h"
#include "ui/shell/keeping.h"
#include "ui/shell/main_window.h"
#include "ui/shell/new_dialog.h"
#include "ui/shell/side_panels.h"

namespace tst_help_pages {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::content_of;
using plateau::test::Stage;

namespace {

const QDir folder(QStringLiteral(PROJECT "/resources/help"));

} // namespace

/// The pages of help in the program: found, read, searched, and reached with F1 from whatever they are about.
class HelpPagesTest : public plateau::test::WindowTest {
    Q_OBJECT
    std::unique_ptr<plateau::test::Stage> stage_; ///< one for all: a window takes its time to open

    HelpWindow& help(const char* subject) { return stage_->window.help().open(QLatin1String(subject)); }
    static QString at_top(HelpWindow& window) { return window.browser().textCursor().block().text(); }

private slots:
    void initTestCase()
    {
        set_up();
        stage_ = std::make_unique<plateau::test::Stage>(catalog_, *appearance_, QSize{1440, 900});
    }
    void cleanupTestCase() { stage_.reset(); }
    void init() { appearance_->choose(ThemeChoice::Light); }

    void every_page_is_in_the_program()
    {
        for (const std::string& name : help::page_names()) {
            const QString file = QString::fromStdString(name) + ".md";
            QCOMPARE(content_of(":/plateau/help/" + file), content_of(folder.filePath(file)));
            HelpWindow& window = stage_->window.help().open(file);
            QCOMPARE(window.browser().page(), QString::fromStdString(name));
            const QString words = window.browser().toPlainText();
            QVERIFY2(!words.contains("<!--") && !words.contains("<a id"), qPrintable(file));
            QCOMPARE(window.browser().document()->firstBlock().blockFormat().headingLevel(), 1);
            for (QTextBlock block = window.browser().document()->begin(); block.isValid(); block = block.next())
                for (const auto& range : block.textFormats())
                    QVERIFY2(!range.format.anchorHref().startsWith(".."), qPrintable(range.format.anchorHref()));
        }
    }

    void f1_explains_the_row_that_has_the_keyboard()
    {
        auto* slider = stage_->control<StopSlider>("scale_out_bandwidth");
        slider->setFocus();
        QCOMPARE(HelpDesk::subject_here(), QString("scale_out_bandwidth"));
        QTest::keyClick(slider, Qt::Key_F1);
        HelpWindow& window = *stage_->window.findChild<HelpWindow*>();
        QVERIFY(window.isVisible());
        QCOMPARE(window.browser().page(), QString("parameters"));
        QCOMPARE(at_top(window), QString("Scale-out link"));
    }

    void a_number_of_the_readout_is_explained_by_its_own_entry()
    {
        stage_->window.findChild<SidePanel*>(QStringLiteral("readout"))->come_to_front();
        test::Stage::settle();
        for (QLabel* label : stage_->window.findChildren<QLabel*>())
            if (label->accessibleName().startsWith("MFU ") && label->isVisible()) {
                QCOMPARE(subject_of(label), QString("mfu"));
                QCOMPARE(at_top(help("mfu")), QString("MFU"));
                return;
            }
        QFAIL("no MFU");
    }

    void terms_pages_and_what_is_unknown_have_a_page()
    {
        QCOMPARE(at_top(help("all_gather")), QString("All-gather"));
        QCOMPARE(help("window.md#plans").browser().page(), QString("window"));
        QCOMPARE(at_top(help("window.md#plans")), QString("Plans"));
        QCOMPARE(help("what is that?").browser().page(), QString("start"));
    }

    void every_page_and_panel_has_its_place()
    {
        MainWindow& window = stage_->window;
        test::all_pages(window);
        const QByteArray page = QByteArray::fromStdString(
            help::written(content_of(folder.filePath("window.md")).toStdString(), test::answers_of(catalog_),
                          [](const Message& message) { return english(message); }));
        const auto told = [&](const QString& subject) {
            QVERIFY2(subject.startsWith("window.md#"), qPrintable(subject));
            QVERIFY2(page.contains("<a id=\"" + subject.section('#', 1).toUtf8() + "\"></a>"), qPrintable(subject));
        };
        const auto docks = window.findChildren<SidePanel*>();
        QVERIFY(docks.size() > 15);
        for (const SidePanel* dock : docks)
            told(subject_of(dock));
        for (const Page* one : window.findChildren<Page*>())
            told(subject_of(one));
    }

    /// What can be clicked or has the keyboard, on every page and in every window: F1 leads to a place of its own.
    void every_control_is_explained_at_a_place_of_its_own()
    {
        MainWindow& window = stage_->window;
        test::Explained explained;
        for (Page* page : test::all_pages(window)) {
            window.show_page(*page);
            explained.look(window);
        }
        ScenarioCards cards(test::answers_of(catalog_));
        NewDialog fresh(cards, true, &window);
        NotesDialog notes("Title", "Asked", "Notes", &window);
        UnsavedDialog unsaved({"one", "two"}, &window);
        ExportDialog exporting(window.page<WorkbenchPage>().figures(), {}, "Title", {}, &window);
        for (QDialog* dialog : std::initializer_list<QDialog*>{&fresh, &notes, &unsaved, &exporting}) {
            dialog->show();
            explained.look(*dialog);
            dialog->hide();
        }
        explained.look(help("start.md"));
        explained.judge(window);
        QVERIFY(explained.entries.size() > 40);
    }

    void an_open_menu_is_explained_and_goes()
    {
        QMenu* menu = stage_->window.findChild<QMenuBar*>()->actions().front()->menu();
        menu->popup({200, 200});
        test::Stage::settle();
        QVERIFY(menu->isVisible());
        QTest::keyClick(menu, Qt::Key_F1);
        test::Stage::settle();
        QVERIFY(!menu->isVisible());
        QCOMPARE(at_top(*stage_->window.findChild<HelpWindow*>()).section(u'.', 0, 0), QString("Menus"));
    }

    void rows_of_limits_have_entries_of_their_own()
    {
        stage_->window.show_page(stage_->window.page<LimitsPage>());
        test::Stage::settle();
        QWidget* row = stage_->window.page<LimitsPage>().findChild<QWidget*>("row_nvlink_domain");
        if (!row)
            for (QWidget* each : stage_->window.findChildren<QWidget*>("row_nvlink_domain"))
                if (subject_of(each).startsWith("limits-"))
                    row = each;
        QVERIFY(row);
        QCOMPARE(subject_of(row), QString("limits-nvlink_domain"));
        HelpWindow& window = stage_->window.help().open(subject_of(row));
        QCOMPARE(window.browser().page(), QString("parameters"));
        stage_->window.show_page(stage_->window.page<WorkbenchPage>());
    }

    void words_are_found_and_marked()
    {
        HelpWindow& window = help("start.md");
        window.find("bubble");
        QVERIFY(window.contents().topLevelItemCount() >= 3);
        const auto marks = window.browser().extraSelections();
        QVERIFY(!marks.isEmpty());
        for (const auto& mark : marks)
            QCOMPARE(mark.cursor.selectedText().toLower(), QString("bubble"));
        window.find("zyzzyva");
        QCOMPARE(window.contents().topLevelItemCount(), 0);
        window.find({});
        QVERIFY(window.browser().extraSelections().isEmpty());
        QVERIFY(window.contents().topLevelItem(0)->childCount() > 3);
    }

    void as_many_places_as_are_promised_are_marked()
    {
        HelpWindow& window = help("start.md");
        for (const char* words : {"bubble", "latency", "zero bubble", "trust"}) {
            window.find(words);
            const QTreeWidget& hits = window.contents();
            QVERIFY(hits.topLevelItemCount() > 0);
            for (int i = 0; i < hits.topLevelItemCount(); ++i) {
                emit window.contents().itemClicked(hits.topLevelItem(i), 0);
                const QString promised = hits.topLevelItem(i)->text(0);
                QVERIFY2(promised.endsWith(QStringLiteral("(%1)").arg(window.browser().extraSelections().size())),
                         qPrintable(QStringLiteral("%1: %2 of %3")
                                        .arg(words, promised)
                                        .arg(window.browser().extraSelections().size())));
            }
        }
        window.find({});
    }

    void arrows_go_from_the_field_through_what_was_found()
    {
        HelpWindow& window = help("start.md");
        auto* field = window.findChild<QLineEdit*>();
        window.focus_search();
        QTest::keyClicks(field, "bubble");
        QCOMPARE(window.browser().page(), QString("start"));
        QTest::keyClick(field, Qt::Key_Down);
        QCOMPARE(window.browser().page(), window.contents().topLevelItem(0)->data(0, Qt::UserRole).toString());
        QVERIFY(!window.browser().extraSelections().isEmpty());
        QTest::keyClick(&window.contents(), Qt::Key_Down);
        QCOMPARE(window.browser().page(), window.contents().topLevelItem(1)->data(0, Qt::UserRole).toString());
        QTest::keyClicks(field, "less"); // other words: the marks of those before are gone
        QVERIFY(window.browser().extraSelections().isEmpty());
        window.find({});
    }

    void a_page_that_is_named_so_comes_first()
    {
        HelpWindow& window = help("start.md");
        window.find("glossary");
        QCOMPARE(window.browser().page(), QString("glossary"));
        window.find({});
    }

    void back_and_forward_go_where_one_was()
    {
        HelpWindow& window = help("glossary.md");
        help("trust.md");
        emit window.browser().link_clicked("claims.md");
        QCOMPARE(window.browser().page(), QString("claims"));
        QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(window.browser().page(), QString("trust"));
        window.go(-1);
        QCOMPARE(window.browser().page(), QString("glossary"));
        window.go(1);
        window.go(1);
        QCOMPARE(window.browser().page(), QString("claims"));
        QVERIFY(!window.can_go_forward());
        emit window.browser().link_clicked("../../core/limits");
        QCOMPARE(window.browser().page(), QString("claims"));
    }

    void pictures_are_drawn_in_the_theme()
    {
        static const QRegularExpression picture(QStringLiteral("!\\[[^\\]]+\\]\\(([^)]+)\\)"));
        const auto engine = test::answers_of(catalog_);
        std::set<QString> drawn;
        for (const std::string& name : help::page_names()) {
            const QString page
                = QString::fromUtf8(content_of(":/plateau/help/" + QString::fromStdString(name) + ".md"));
            for (auto found = picture.globalMatch(page); found.hasNext();) {
                const QString file = found.next().captured(1);
                if (!drawn.insert(file).second)
                    continue;
                QVERIFY2(folder.exists(file), qPrintable(file));
                if (file.startsWith(QLatin1String("mechanism-")) && !views::find("mechanism-ring"))
                    continue; // a build without the annex that makes moving pictures
                const auto shown = help_figure(*engine, file);
                QVERIFY2(shown, qPrintable(file));
                const QImage light = help_picture(*shown, light_theme(), 640, 1);
                const QImage dark = help_picture(*shown, dark_theme(), 640, 1);
                QVERIFY2(light.width() > 600 && dark.size() == light.size(), qPrintable(file));
                QCOMPARE(light.pixelColor(2, 2), light_theme().canvas);
                QCOMPARE(dark.pixelColor(2, 2), dark_theme().canvas);
                QCOMPARE(help_picture(*shown, contrast_theme(), 640, 1).pixelColor(2, 2), contrast_theme().canvas);
            }
        }
        QVERIFY(drawn.size() >= 3);
        QVERIFY(!help_figure(*engine, "nothing.png"));
    }

    void a_page_follows_the_theme()
    {
        HelpWindow& window = help("trust.md");
        appearance_->choose(ThemeChoice::Dark);
        test::Stage::settle();
        const auto table = [&]() -> QColor {
            for (QTextFrame* frame : window.browser().document()->rootFrame()->childFrames())
                if (frame->frameFormat().isTableFormat())
                    return frame->frameFormat().borderBrush().color();
            return {};
        };
        QCOMPARE(table(), dark_theme().divider);
        QCOMPARE(window.browser().page(), QString("trust"));
    }

    void the_keyboard_s_page_lists_every_command_with_keys()
    {
        const QString page = help("keyboard.md").browser().toPlainText();
        for (const char* words : {"Ctrl+E", "Ctrl+Shift+C", "Ctrl+S", "F1", "F6", "Ctrl+Z", "Export"})
            QVERIFY2(page.contains(words), words);
    }

    void f6_goes_through_all_regions_and_back()
    {
        MainWindow& window = stage_->window;
        stage_->window.help().open("start.md").hide();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        test::Stage::settle();
        const auto all = regions(window);
        QVERIFY(all.size() >= 4);
        QSet<QWidget*> reached;
        go_to_region(window, 1);
        QWidget* first = QApplication::focusWidget();
        for (std::size_t i = 0; i < all.size(); ++i) {
            QWidget* focused = QApplication::focusWidget();
            QVERIFY(focused);
            for (QWidget* region : all)
                if (region == focused || region->isAncestorOf(focused))
                    reached.insert(region);
            go_to_region(window, 1);
        }
        QCOMPARE(reached.size(), static_cast<int>(all.size()));
        QCOMPARE(QApplication::focusWidget(), first);
        go_to_region(window, 1);
        go_to_region(window, -1);
        QCOMPARE(QApplication::focusWidget(), first);
    }
};

PLATEAU_TEST(HelpPagesTest)

} // namespace tst_help_pages

#include "tst_help_pages.moc"
