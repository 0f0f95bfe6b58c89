// SPDX-License-Identifier: GPL-3.0-or-later
#include <QHelpEvent>
#include <QLabel>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QToolTip>
#include <QtTest>

#include "tests/ui/picture_recorder.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/appearance.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/hardware/hardware_page.h"
#include "ui/pages/panels/facts_table.h"
#include "ui/pages/panels/view_panel.h"
#include "ui/pages/workbench/form_parts.h"
#include "ui/pages/workbench/legend_strip.h"
#include "ui/pages/workbench/solve_panel.h"
#include "ui/pages/workbench/tried_panel.h"
#include "ui/pages/workbench/why_panel.h"

namespace tst_understand {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::Stage;

namespace {

/// What a colour that lets through looks like on another.
QColor over(const QColor& tint, const QColor& ground)
{
    const auto mixed = [share = tint.alphaF()](double of, double on) { return share * of + (1 - share) * on; };
    return QColor::fromRgbF(float(mixed(tint.redF(), ground.redF())), float(mixed(tint.greenF(), ground.greenF())),
                            float(mixed(tint.blueF(), ground.blueF())));
}

struct WhyStage : Stage {
    using test::Stage::Stage;
    WorkbenchPage& page() { return window.page<WorkbenchPage>(); }
    void set(const char* key, const char* value)
    {
        if (!document.edit_text(key, value))
            qFatal("refused");
        wait_for_searches();
    }
    bool wait_for_suggestions()
    {
        return QTest::qWaitFor([this] { return !page().why().is_searching(); }, 60000);
    }
    void raise_why()
    {
        page().why().explain({"mfu"});
        emit page().explained();
        settle();
    }
    static int part_of(const figures::Figure& figure, const std::string& term)
    {
        int part = 0;
        for (const figures::Bar& bar : figure.as<figures::Bars>()->bars)
            for (const figures::Segment& segment : bar.segments) {
                if (std::find(segment.terms.begin(), segment.terms.end(), term) != segment.terms.end())
                    return part;
                ++part;
            }
        return -1;
    }
};

} // namespace

/// From a number to its formula, from a reason to what would help, and back to what was tried.
class UnderstandTest : public plateau::test::WindowTest {
    Q_OBJECT
    std::unique_ptr<WhyStage> stage_; ///< one for all: a window takes its time to open

private slots:
    void initTestCase()
    {
        set_up();
        stage_ = std::make_unique<WhyStage>(catalog_, *appearance_, QSize{1440, 900});
    }
    void cleanupTestCase() { stage_.reset(); }
    void init()
    {
        stage_->window.show_page(stage_->page());
        stage_->document.undo_stack().clear();
        if (!stage_->document.open("fernandez-weak-scaling"))
            qFatal("no scenario");
        stage_->document.undo_stack().clear();
        stage_->wait_for_searches();
    }

    void a_segment_shows_its_formula()
    {
        for (PicturePanel* panel : {&stage_->page().step_panel(), &stage_->page().memory_panel()}) {
            const bool time = panel == &stage_->page().step_panel();
            const std::string term = time ? "all_gather" : "activations";
            const int part = WhyStage::part_of(panel->figure(), term);
            QVERIFY(part >= 0);
            const QRectF box = panel->rect_of(part);
            QVERIFY(!box.isEmpty());
            QTest::mouseClick(panel, Qt::LeftButton, {}, box.center().toPoint());
            stage_->settle();
            QVERIFY(stage_->page().why().isVisible());
            const QString formula = stage_->page().why().formula();
            QVERIFY2(formula.contains(time ? QLatin1String("t_gather") : QLatin1String("passes")), qPrintable(formula));
            QVERIFY(formula.contains(QLatin1String("quantity:")));
            QVERIFY(formula.contains(QLatin1String("Source")));
        }
    }

    void a_bar_of_the_account_of_mfu_shows_its_formula()
    {
        WhyPanel& why = stage_->page().why();
        stage_->page().show_view(*views::find("mfu-account"));
        stage_->settle();
        QVERIFY(why.account().isVisible());
        const auto& chart = *why.account().figure().as<figures::Waterfall>();
        const auto gather
            = std::find_if(chart.steps.begin(), chart.steps.end(), [](const figures::WaterfallStep& step) {
                  return step.subjects == std::vector<std::string>{"all_gather"};
              });
        QVERIFY(gather != chart.steps.end());
        const QRectF box = why.account().rect_of(static_cast<int>(gather - chart.steps.begin()));
        QTest::mouseClick(&why.account(), Qt::LeftButton, {}, box.center().toPoint());
        stage_->settle();
        QVERIFY2(why.formula().contains(QLatin1String("t_gather")), qPrintable(why.formula()));
        QVERIFY(!why.account().isVisible());
        why.explain({"mfu"});
        QVERIFY(why.account().isVisible()); // the definition alone says nothing of where it goes
    }

    void a_number_shows_its_formula_and_the_row_that_changes_it()
    {
        ReadoutPanel& readout = stage_->page().readout();
        QLabel* mfu = nullptr;
        for (QLabel* label : readout.findChildren<QLabel*>())
            if (label->text().startsWith(QLatin1String("MFU <span")))
                mfu = label;
        QVERIFY(mfu);
        QTest::mouseClick(mfu, Qt::LeftButton);
        stage_->settle();
        QVERIFY(stage_->page().why().formula().contains(QStringLiteral("tokens_per_s · F")));
        QSignalSpy wanted(&stage_->page(), &WorkbenchPage::parameter_wanted);
        stage_->page().why().explain({"s"});
        const QString formula = stage_->page().why().formula();
        QVERIFY2(formula.contains(QLatin1String("key:sequence")), qPrintable(formula));
        for (QLabel* label : stage_->page().why().findChildren<QLabel*>())
            if (label->text() == formula)
                emit label->linkActivated(QStringLiteral("key:sequence"));
        QCOMPARE(wanted.count(), 1);
    }

    void every_suggestion_that_is_applied_brings_its_gain()
    {
        stage_->set("gpus", "2048");
        stage_->set("tp", "8");
        stage_->raise_why();
        QVERIFY(stage_->wait_for_suggestions());
        const auto found = stage_->page().why().suggestions();
        QVERIFY(found.size() >= 2);
        const double before = stage_->window.model().estimate().parts.tokens_per_s;
        for (std::size_t i = 0; i < found.size(); ++i) {
            QVERIFY(stage_->wait_for_suggestions());
            QCOMPARE(stage_->page().why().suggestions().at(i).key, found[i].key);
            stage_->page().why().apply(i);
            stage_->wait_for_searches();
            const double gain = stage_->window.model().estimate().parts.tokens_per_s / before - 1;
            QVERIFY2(std::abs(gain / found[i].gain - 1) < 0.01, found[i].key.c_str());
            stage_->document.undo_stack().undo();
            stage_->wait_for_searches();
        }
    }

    /// Words without room are reached by the pointer: a number would point to a foot that only paper has.
    void no_footnotes_on_the_screen()
    {
        FigureView& plot = stage_->plot();
        for (const QSize& size : {QSize(620, 560), QSize(620, 400), QSize(420, 400)}) {
            PictureRecorder picture(size, {});
            {
                QCPPainter painter(&picture);
                plot.toPainter(&painter, size.width(), size.height());
            }
            QVERIFY(picture.texts().size() > 10);
            for (const PictureRecorder::Text& text : picture.texts())
                QVERIFY2(text.words != QLatin1String("1"), qPrintable(QStringLiteral("%1").arg(size.height())));
        }
    }

    void the_plot_says_what_its_traffic_is_bound_by()
    {
        const auto bound = [this] {
            std::vector<figures::Region> found;
            for (const figures::Region& region : stage_->window.model().figure().plot().panels[1].regions)
                if (region.waits)
                    found.push_back(region);
            return found;
        };
        QCOMPARE(bound().size(), std::size_t(1));
        const figures::Region region = bound().front();
        QCOMPARE(english(region.reason), std::string("latency-bound"));
        FigureView& plot = stage_->plot();
        plot.replot();
        const QCPAxisRect* panel = plot.axisRect(1);
        const auto x_of = [&](double gpus) { return panel->axis(QCPAxis::atBottom)->coordToPixel(gpus); };
        const auto hint_at = [&](double gpus) {
            const QPoint place(static_cast<int>(x_of(gpus)), panel->center().y());
            QHelpEvent rest(QEvent::ToolTip, place, plot.mapToGlobal(place));
            QApplication::sendEvent(&plot, &rest);
            return QToolTip::text();
        };
        QVERIFY2(hint_at(8192).contains(QLatin1String("waits for parameter and gradient traffic")),
                 qPrintable(QToolTip::text()));
        QVERIFY(region.from > 128);
        hint_at(16);
        QTRY_VERIFY_WITH_TIMEOUT(QToolTip::text().isEmpty(), 60000);
        stage_->set("scale_out_bandwidth", "10 Gb/s");
        QVERIFY(!bound().empty());
        const figures::Region other = bound().front();
        QCOMPARE(english(other.reason), std::string("bandwidth-bound"));
        for (const Theme& theme : {light_theme(), dark_theme(), print_theme(), projector_theme(), contrast_theme()}) {
            const QColor latency = band_brush(region, theme).color(), bandwidth = band_brush(other, theme).color();
            QVERIFY(latency.alphaF() > 1.5 * bandwidth.alphaF());
            QVERIFY(contrast(theme.text2, over(latency, theme.canvas)) >= 4.5); // words stand on both
        }
    }

    void what_does_not_fit_offers_its_remedies_once()
    {
        stage_->set("sequences_per_gpu", "16");
        stage_->set("micro_batch", "16");
        QVERIFY(!stage_->window.model().estimate().parts.fits());
        QVERIFY(stage_->wait_for_suggestions());
        stage_->settle();
        const auto rows = stage_->page().why().help().findChildren<SuggestionRow*>();
        QVERIFY(!rows.isEmpty() && rows.front()->isVisible());
        rows.front()->click();
        stage_->wait_for_searches();
        QVERIFY(stage_->window.model().estimate().parts.fits());
    }

    void what_was_tried_can_be_gone_back_to()
    {
        Tried& log = stage_->page().log();
        log.settle();
        const std::size_t before = log.all().size();
        stage_->set("gpus", "512");
        log.settle();
        stage_->set("tp", "4");
        log.settle();
        QCOMPARE(log.all().size(), before + 2);
        stage_->window.findChild<SidePanel*>(QStringLiteral("tried"))->come_to_front();
        QListWidget& list = stage_->page().tried().list();
        QVERIFY(list.item(0)->text().contains(QLatin1String("Tensor 4")));
        QVERIFY(list.item(0)->text().contains(QLatin1String("MFU")));
        stage_->page().tried().restore(1);
        stage_->wait_for_searches();
        QCOMPARE(stage_->document.scenario().plan.tp, 1);
        QCOMPARE(stage_->gpus(), 512.0);
        log.settle();
        QCOMPARE(log.all().size(), before + 2); // the same question stands once
        stage_->document.undo_stack().undo();
        QCOMPARE(stage_->document.scenario().plan.tp, 4);
    }

    /// What is folded is filled when it comes to the front, and not before.
    void a_panel_out_of_sight_is_filled_when_it_is_raised()
    {
        const auto raise = [this](const char* name) {
            stage_->window.findChild<SidePanel*>(QString::fromLatin1(name))->come_to_front();
        };
        const auto words = [this] { return stage_->page().why().as_text(); };
        raise("why");
        stage_->settle();
        const QString before = words();
        stage_->window.findChild<SidePanel*>(QStringLiteral("why"))->set_folded(true);
        raise("step");
        stage_->settle();
        stage_->set("gpus", "64");
        stage_->set("tp", "8");
        QCOMPARE(words(), before);
        raise("why"); // at once: nothing old is painted
        QVERIFY(words() != before);
    }

    void the_step_can_be_looked_at_in_time()
    {
        stage_->set("pp", "4");
        stage_->set("sequences_per_gpu", "8");
        stage_->page().show_timeline(true);
        stage_->settle();
        TimelineView& view = stage_->page().timeline();
        QVERIFY(view.isVisible());
        QCOMPARE(view.timeline().stages.size(), std::size_t(4));
        QCOMPARE(view.timeline().seconds, stage_->window.model().estimate().parts.step_seconds);
        const Interval& first
            = *std::max_element(view.timeline().stages[1].begin(), view.timeline().stages[1].end(),
                                [](const Interval& a, const Interval& b) { return a.end - a.begin < b.end - b.begin; });
        const QPointF middle = view.rect_of(1, first).center();
        QVERIFY(view.interval_at(middle) == &first);
        QVERIFY(view.words(1, first).startsWith(QLatin1String("Stage 2")));
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Plus);
        QVERIFY(view.to() - view.from() < 0.7 * view.timeline().seconds);
        QTest::keyClick(&view, Qt::Key_End);
        QVERIFY(std::abs(view.to() - view.timeline().seconds) < 1e-9);
        QTest::keyClick(&view, Qt::Key_0);
        QCOMPARE(view.from(), 0.0);
        QCOMPARE(view.to(), view.timeline().seconds);
        for (auto* button : stage_->page().findChildren<QAbstractButton*>()) // none is chosen, each leads back
            if (button->isVisible() && button->objectName() == QLatin1String("segment")) {
                QVERIFY(!button->isChecked());
                button->click();
                break;
            }
        QVERIFY(stage_->plot().isVisible());
    }

    void hardware_against_hardware_takes_two_clicks()
    {
        stage_->set("gpus", "64");
        auto* pages = stage_->window.findChild<QTabBar*>(QStringLiteral("pages"));
        pages->setCurrentIndex(2); // one
        HardwarePage& page = stage_->window.page<HardwarePage>();
        const auto buttons = page.basis().findChildren<QToolButton*>();
        QTest::mouseClick(buttons.at(1), Qt::LeftButton); // two
        QTRY_VERIFY_WITH_TIMEOUT(page.model().answer() && page.model().is_current(), 60000);
        QCOMPARE(page.model().answer()->basis, answers::Basis::Watts);
        // What costs nothing has nothing to be compared with, which is no search that goes on.
        stage_->set("usd_per_gpu_hour", "0");
        QTest::mouseClick(buttons.at(0), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(page.model().is_current() && page.model().answer()->is_free, 60000);
        QVERIFY(page.bars().placeholder().isEmpty());
        stage_->document.undo_stack().undo();
        QTest::mouseClick(buttons.at(1), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(page.model().is_current() && page.model().answer()->basis == answers::Basis::Watts,
                                 60000);
        QCOMPARE(page.model().answer()->clusters.size(), std::size_t(2));
        QVERIFY(!page.bars().figure().as<figures::Bars>()->bars.empty());
        QVERIFY(!page.table().facts().empty());
        const QWidget* canvas = page.table().parentWidget();
        const auto* scrolled = qobject_cast<const QScrollArea*>(canvas->parentWidget()->parentWidget());
        stage_->window.resize(1440, 900);
        QTRY_COMPARE_WITH_TIMEOUT(scrolled->verticalScrollBar()->maximum(), 0, 60000); // all of it, down to the plans
        stage_->window.resize(1280, 720);
        QTRY_COMPARE_WITH_TIMEOUT(scrolled->horizontalScrollBar()->maximum(), 0, 60000); // both columns are in sight
        for (const QLabel* label : page.table().findChildren<QLabel*>())
            if (label->isVisible() && label->text().startsWith(QLatin1String("Against ")))
                QVERIFY2(label->height() < 2 * label->fontMetrics().height(), "a name in two lines beside empty room");
        QTest::mouseClick(page.list().box("h200"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(page.model().is_current() && page.model().answer()->clusters.size() == 3, 60000);
        QCOMPARE(page.figures().size(), std::size_t(2));
        stage_->document.undo_stack().undo();
        QCOMPARE(page.model().compared().size(), std::size_t(2));
    }
};

PLATEAU_TEST(UnderstandTest)

} // namespace tst_understand

#include "tst_understand.moc"
#include "ui/shell/side_panels.h"
