// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QMenuBar>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <QTextDocument>
#include <QTextDocumentFragment>

#include "tests/samples.h"
#include "tests/ui/shown_plans.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/sentence.h"
#include "ui/controls/text.h"
#include "ui/document/edited_question.h"
#include "ui/pages/hardware/hardware_page.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/parameters/parameter_row.h"
#include "ui/pages/workbench/returns_panel.h"
#include "ui/shell/main_window.h"

namespace tst_sizes {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

namespace {

constexpr QSize sizes[] = {{800, 600}, {1024, 700}, {1280, 720}, {1440, 900}, {1600, 900}};

bool is_rich(const QLabel& label) { return label.textFormat() != Qt::PlainText && Qt::mightBeRichText(label.text()); }

QString words_of(const QLabel& label)
{
    return is_rich(label) ? QTextDocumentFragment::fromHtml(label.text()).toPlainText() : label.text();
}

/// Some of its letters have no room.
bool is_cut(const QLabel& label)
{
    const QRect room = label.contentsRect();
    if (is_rich(label)) {
        QTextDocument document;
        document.setDocumentMargin(0);
        document.setDefaultFont(label.font());
        document.setHtml(label.text());
        document.setTextWidth(label.wordWrap() ? room.width() : -1);
        return document.idealWidth() > room.width() + 1 || document.size().height() > room.height() + 2;
    }
    const int flags = label.wordWrap() ? int(Qt::TextWordWrap) : 0;
    const QRect needed = label.fontMetrics().boundingRect(QRect(0, 0, room.width(), 10000), flags, label.text());
    return needed.width() > room.width() + 1 || needed.height() > room.height() + 2;
}

QString named(const Page& page, const QSize& size, const QString& words)
{
    return QStringLiteral("%1 x %2, %3: %4")
        .arg(size.width())
        .arg(size.height())
        .arg(QLatin1String(page.metaObject()->className()), words);
}

bool is_open(const test::Stage& stage, const char* dock)
{
    return stage.window.findChild<SidePanel*>(QLatin1String(dock))->isVisible();
}

} // namespace

/// The window can be read and used at every size from 800 pixels of width on, in every language.
class TestSizes : public plateau::test::WindowTest {
    Q_OBJECT

    static void add_languages()
    {
        QTest::addColumn<QString>("code");
        const auto& all = languages();
        for (std::size_t i = 0; i < all.size(); i += test::row_stride)
            QTest::newRow(all[i].code) << QString::fromLatin1(all[i].code);
    }
    static QAction* fold_action(test::Stage& stage, const char* keys)
    {
        for (QAction* action : stage.window.findChildren<QAction*>())
            if (action->shortcut() == QKeySequence(QLatin1String(keys)))
                return action;
        return nullptr;
    }

private slots:
    void initTestCase() { set_up(); }
    void cleanup() { speak_language(language_of(QStringLiteral("en"))); }

    void answers_and_status_are_never_cut_data() { add_languages(); }
    void answers_and_status_are_never_cut()
    {
        QFETCH(QString, code);
        speak_language(language_of(code));
        test::Stage stage(catalog_, *appearance_, {1600, 900}, "llama3-70b-h100");
        MainWindow& window = stage.window;
        window.evidence().load();
        window.evidence().wait();
        QStringList cut;
        for (const QSize& size : sizes)
            for (Page* page : test::all_pages(window)) {
                window.resize(size);
                window.show_page(*page);
                stage.wait_for_searches();
                const auto* answer = page->findChild<Sentence*>(QStringLiteral("sentence"));
                if (!QTest::qWaitFor([&] { return !answer->text().endsWith(u'…'); }, 60000))
                    cut << named(*page, size, QStringLiteral("no answer"));
                test::Stage::settle();
                if (window.size() != size || window.minimumSizeHint().width() > size.width())
                    cut << named(*page, size, QStringLiteral("needs %1 pixels").arg(window.minimumSizeHint().width()));
                std::vector<const QLabel*> labels;
                if (const auto* strip = page->findChild<AnswerStrip*>()) // in place of the question
                    for (const auto* label : strip->findChildren<QLabel*>())
                        labels.push_back(label);
                else
                    labels.push_back(page->findChild<QLabel*>(QStringLiteral("question")));
                for (const Sentence* sentence : page->findChildren<Sentence*>())
                    labels.push_back(sentence);
                for (const Sentence* sentence : window.statusBar()->findChildren<Sentence*>())
                    labels.push_back(sentence);
                for (const QLabel* label : labels)
                    if (!label->isVisible() || is_cut(*label) || label->text().endsWith(u'…'))
                        cut << named(*page, size, label->text());
                for (const auto* area : window.centralWidget()->findChildren<QScrollArea*>())
                    if (size.width() >= 1280 && area->isVisible() && area->horizontalScrollBar()->maximum() > 0)
                        cut << named(*page, size, QStringLiteral("scrolls to the side"));
                for (const auto* button : page->findChildren<QAbstractButton*>())
                    if (button->isVisible() && button->objectName() == QLatin1String("segment")
                        && button->width() < button->fontMetrics().horizontalAdvance(button->text()))
                        cut << named(*page, size, button->text());
            }
        QVERIFY2(cut.isEmpty(), qPrintable(QLatin1Char('\n') + cut.join(QLatin1Char('\n'))));
    }

    /// The first four; the others stand in a menu beside them until they are chosen.
    void every_throughput_has_a_button_named_as_in_the_menu()
    {
        test::Stage stage(catalog_, *appearance_, {1280, 720});
        WorkbenchPage& page = stage.window.page<WorkbenchPage>();
        QStringList in_menu, on_buttons;
        const std::vector<QList<QAction*>> groups = page.view_actions();
        for (const QAction* action : groups.front())
            in_menu << action->text();
        for (const auto* button : page.findChildren<QAbstractButton*>())
            if (button->isVisible() && button->objectName() == QLatin1String("segment"))
                on_buttons << button->text();
        QVERIFY(in_menu.size() > 5);
        QCOMPARE(on_buttons, in_menu.mid(0, 4));
        page.choose_axis(scaling_axis("kept_mfu"));
        test::Stage::settle();
        QVERIFY(std::ranges::any_of(page.findChildren<QAbstractButton*>(), [&](const QAbstractButton* button) {
            return button->isVisible() && button->text() == in_menu.back();
        }));
    }

    void panels_fold_where_there_is_no_room_and_come_back()
    {
        test::Stage stage(catalog_, *appearance_, {1600, 900});
        const auto resize = [&](int width) {
            stage.window.resize(width, 700);
            test::Stage::settle();
        };
        QAction* left = fold_action(stage, "Ctrl+Shift+L");
        QAction* right = fold_action(stage, "Ctrl+Shift+R");
        QVERIFY(left && right);
        QVERIFY(is_open(stage, "parameters") && is_open(stage, "readout"));
        resize(1024);
        QVERIFY(is_open(stage, "parameters") && !is_open(stage, "readout"));
        QVERIFY(left->isChecked() && !right->isChecked());
        right->trigger();
        test::Stage::settle();
        QVERIFY(!is_open(stage, "parameters") && is_open(stage, "readout"));
        resize(1600);
        QVERIFY(is_open(stage, "parameters") && is_open(stage, "readout"));
        resize(800);
        QVERIFY(!is_open(stage, "parameters") && !is_open(stage, "readout"));
        left->trigger();
        test::Stage::settle();
        QVERIFY(is_open(stage, "parameters") && !is_open(stage, "readout"));
        QVERIFY(stage.window.minimumSizeHint().width() <= 800);
        resize(1600);
        right->trigger(); // folded by hand, whatever the width
        resize(1920);
        QVERIFY(is_open(stage, "parameters") && !is_open(stage, "readout"));
        stage.window.show_page(stage.window.page<LimitsPage>());
        stage.window.show_page(stage.window.page<WorkbenchPage>());
        QVERIFY(!is_open(stage, "readout"));
        right->trigger();
        test::Stage::settle();
        QVERIFY(is_open(stage, "readout"));
    }

    /// Sequence parallel has an effect from two ranks of tensor parallelism on.
    void rows_neither_come_nor_go_while_a_slider_is_dragged()
    {
        test::Stage stage(catalog_, *appearance_);
        auto* slider = stage.control<StopSlider>("tp");
        const ParameterRow* row = stage.window.parameters().row("sequence_parallel");
        QVERIFY(!row->isVisible());
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(8, slider->height() / 2));
        QTest::mouseMove(slider, QPoint(slider->width() / 2, slider->height() / 2));
        test::Stage::settle();
        QVERIFY(stage.document.scenario().plan.tp > 1);
        QVERIFY(!row->isVisible());
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, slider->height() / 2));
        test::Stage::settle();
        QVERIFY(row->isVisible());
    }

    /// Words wrap only where their numbers leave no room, and lines keep apart.
    void no_panel_is_wider_than_its_dock_data() { add_languages(); }
    void no_panel_is_wider_than_its_dock()
    {
        QFETCH(QString, code);
        speak_language(language_of(code));
        test::Stage stage(catalog_, *appearance_, {1280, 720}, "llama3-70b-h100");
        stage.wait_for_searches();
        QStringList cut;
        int seen = 0;
        for (auto* dock : stage.window.findChildren<SidePanel*>()) {
            dock->come_to_front();
            test::Stage::settle();
            for (const auto* area : dock->findChildren<QScrollArea*>()) {
                if (!area->isVisible() || area->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff)
                    continue;
                ++seen;
                if (area->widget()->width() > area->viewport()->width())
                    cut << QStringLiteral("%1: %2 in %3")
                               .arg(dock->windowTitle())
                               .arg(area->widget()->width())
                               .arg(area->viewport()->width());
            }
        }
        QVERIFY(seen > 3);
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
    }

    void lines_of_returns_use_their_width()
    {
        test::Stage stage(catalog_, *appearance_, {1280, 720}, "llama3-405b-16k-h100");
        auto* panel = stage.window.findChild<ReturnsPanel*>();
        stage.window.page<WorkbenchPage>().choose_axis(scaling_axis("to_loss")); // it has lines of its own
        stage.window.findChild<SidePanel*>(QStringLiteral("returns"))->come_to_front();
        test::Stage::settle();
        QVERIFY(panel->isVisible());
        int lines = 0, whole = 0;
        QStringList said;
        const QWidget* before = nullptr;
        for (auto* words : panel->findChildren<QLabel*>()) {
            const QWidget* line = words->parentWidget();
            if (!words->isVisible() || !words->wordWrap() || line == panel->widget())
                continue;
            ++lines;
            said << words->text();
            int taken = words->width();
            for (const auto* number : line->findChildren<QLabel*>())
                if (number != words && number->isVisible())
                    taken += number->width() + 8;
            QCOMPARE(taken, line->width());
            QVERIFY(!before || line->y() >= before->y() + before->height() + 4);
            before = line;
            whole += words->height() < 2 * words->fontMetrics().lineSpacing();
            if (words->text() == QLatin1String("Scaling efficiency"))
                QVERIFY(words->height() < 2 * words->fontMetrics().lineSpacing());
        }
        QVERIFY2(lines > 12 && lines - whole <= 1,
                 qPrintable(QStringLiteral("%1 of %2: ").arg(whole).arg(lines) + said.join(u'|')));
        QStringList fields;
        for (const auto* field : panel->findChildren<ValueField*>())
            fields << field->text();
        QVERIFY2(fields.contains(QLatin1String("fewest GPUs")) && fields.contains(QLatin1String("estimated")),
                 qPrintable(fields.join(u'|')));
    }

    /// With the notice for newcomers above it.
    void all_three_plots_are_seen_whole_in_a_small_window()
    {
        test::Stage stage(catalog_, *appearance_, {1280, 720});
        auto* notices = stage.window.findChild<NoticeBar*>();
        notices->add(QStringLiteral("here"), QStringLiteral("New here?"), {{QStringLiteral("Start"), [] {}}});
        test::Stage::settle();
        QVERIFY(notices->isVisible());
        const QWidget* area = &stage.plot();
        while (area && !qobject_cast<const QScrollArea*>(area))
            area = area->parentWidget();
        QVERIFY2(!static_cast<const QScrollArea*>(area)->verticalScrollBar()->isVisible(),
                 qPrintable(QString::number(area->height())));
    }

    void the_projector_theme_enlarges_letters()
    {
        test::Stage stage(catalog_, *appearance_);
        const auto* sentence = stage.window.page<WorkbenchPage>().findChild<QLabel*>(QStringLiteral("sentence"));
        const auto letters = [&] {
            test::Stage::settle();
            return std::pair(stage.plot().renderer().style().text_scale, sentence->font().pixelSize());
        };
        const auto usual = letters();
        appearance_->choose(ThemeChoice::Projector);
        const auto large = letters();
        appearance_->choose(ThemeChoice::Light);
        QVERIFY(large.first >= 1.2 * usual.first);
        QVERIFY(large.second >= 1.2 * usual.second);
        QCOMPARE(letters(), usual);
    }

    /// Neither rows nor messages nor folds: what stands above a slider that is dragged stays as it is.
    void nothing_moves_under_a_pressed_pointer()
    {
        test::Stage stage(catalog_, *appearance_, {1280, 720}, "llama3-70b-h100");
        std::vector<StopSlider*> moved;
        int messages = 0;
        for (auto* slider : stage.window.parameters().findChildren<StopSlider*>()) {
            if (!slider->isVisible())
                continue;
            const auto place = [&] { return slider->mapTo(&stage.window, QPoint()); };
            const QPoint before = place();
            const QPoint middle(slider->width() / 2, slider->height() / 2);
            QTest::mousePress(slider, Qt::LeftButton, {}, middle);
            for (const int x : {8, slider->width() / 4, 3 * slider->width() / 4, slider->width() - 8}) {
                QTest::mouseMove(slider, QPoint(x, middle.y()));
                test::Stage::settle();
                if (place() != before)
                    moved.push_back(slider);
                messages += stage.window.model().notice_key().empty() ? 0 : 1;
            }
            QTest::mouseRelease(slider, Qt::LeftButton, {}, middle);
            test::Stage::settle();
            QVERIFY(stage.window.model().notice_key().empty() || !stage.window.model().notice().text.isEmpty());
            while (stage.document.undo_stack().canUndo())
                stage.document.undo_stack().undo();
            test::Stage::settle();
        }
        QVERIFY(messages > 4);
        QVERIFY2(moved.empty(), moved.empty() ? "" : qPrintable(moved.front()->accessibleName()));
    }

    /// The general check: whatever holds a digit holds all of it.
    void no_label_with_digits_is_narrower_than_its_text_data() { add_languages(); }
    void no_label_with_digits_is_narrower_than_its_text()
    {
        QFETCH(QString, code);
        speak_language(language_of(code));
        test::Stage stage(catalog_, *appearance_, {1280, 720}, "llama3-70b-h100");
        MainWindow& window = stage.window;
        window.evidence().load();
        window.evidence().wait();
        static const QRegularExpression digit(QStringLiteral("[0-9]"));
        QStringList cut;
        for (Page* page : test::all_pages(window)) {
            window.show_page(*page);
            if (auto* limits = qobject_cast<LimitsPage*>(page)) {
                QVERIFY(limits->document().edit_text("training_flop", "1.34e29"));
                QTest::qWait(500);
            }
            stage.wait_for_searches();
            for (auto* dock : window.findChildren<SidePanel*>()) {
                if (!dock->toggle().isChecked())
                    continue;
                dock->come_to_front();
                test::Stage::settle();
                const QRect room(dock->mapToGlobal(QPoint()), dock->size());
                for (const auto* label : dock->findChildren<QLabel*>()) {
                    const QRect place(label->mapToGlobal(QPoint()), label->size());
                    if (label->isVisible() && words_of(*label).contains(digit)
                        && (is_cut(*label) || place.left() < room.left() || place.right() > room.right()))
                        cut << named(*page, window.size(), dock->objectName() + QStringLiteral(": ") + label->text());
                }
            }
        }
        QVERIFY2(cut.isEmpty(), qPrintable(QLatin1Char('\n') + cut.join(QLatin1Char('\n'))));
    }

    void no_parameter_has_a_name_that_is_cut_data() { add_languages(); }
    void no_parameter_has_a_name_that_is_cut()
    {
        QFETCH(QString, code);
        speak_language(language_of(code));
        QStringList cut;
        for (const QSize& size : {QSize(1280, 720), QSize(1600, 900)}) {
            test::Stage stage(catalog_, *appearance_, size);
            (void)stage.window.page<LimitsPage>();
            for (const auto* row : stage.window.findChildren<ParameterRow*>()) {
                const auto* label = row->findChild<RowLabel*>();
                const QString whole = text(Word{row->parameter().label});
                if (label->text().remove(u'\n').remove(u' ') != QString(whole).remove(u' ') || is_cut(*label)
                    || label->height() > row->height())
                    cut << whole;
            }
        }
        cut.removeDuplicates();
        QVERIFY2(cut.isEmpty(), qPrintable(QLatin1Char('\n') + cut.join(QLatin1Char('\n'))));
    }
};

PLATEAU_TEST(TestSizes)

} // namespace tst_sizes

#include "tst_sizes.moc"
#include "ui/shell/side_panels.h"
