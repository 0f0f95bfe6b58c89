// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QtTest>

#include <set>

#include "core/paper/embedded.h"
#include "core/paper/figure_page.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/looks.h"
#include "core/views/view.h"
#include "tests/ui/back_from_files.h"
#include "tests/ui/file_content.h"
#include "tests/ui/sample_figure.h"
#include "tests/ui/window_stage.h"
#include "ui/controls/controls.h"
#include "ui/controls/text.h"
#include "ui/figures/export.h"
#include "ui/pages/hardware/hardware_page.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/plans/plans_page.h"
#include "ui/shell/export_dialog.h"

namespace tst_exporting {

using namespace plateau;
using namespace plateau::ui;
using plateau::test::content_of;
using plateau::test::Stage;

namespace {

std::vector<NamedFigure> two_figures()
{
    return {{QStringLiteral("Curves"), sample_figure(), {600, 500}, "scaling"},
            {QStringLiteral("Bars"), sample_bars(), {}, "step"}};
}

/// The figure on the screen, by the clipboard; false where the file cannot be written.
bool copy_figure_into(const MainWindow& window, const QString& file)
{
    for (QAction* action : window.findChildren<QAction*>())
        if (action->shortcut() == QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C))
            action->trigger();
    const QByteArray svg = QApplication::clipboard()->mimeData()->data("image/svg+xml");
    QFile written(file);
    return written.open(QIODevice::WriteOnly) && written.write(svg) == svg.size();
}

} // namespace

/// Figures leave the window: the dialog with its preview, the clipboard, all at once.
class TestExporting : public plateau::test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { set_up(); }
    void init() { QSettings().clear(); }

    void the_preview_is_the_export()
    {
        ExportDialog dialog(two_figures(), {}, QStringLiteral("Weak scaling"));
        dialog.show();
        dialog.form().choose("size", "120x90mm");
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.preview().shown().isNull(), 60000);
        QCoreApplication::processEvents();
        const QImage shown = dialog.preview().shown();
        figures::ExportOptions options = dialog.options();
        options.dpi = shown.dotsPerMeterX() * 0.0254;
        QCOMPARE(shown.size(), page_image(dialog.page(), options).size());
        QVERIFY(std::abs(shown.width() * 90 - shown.height() * 120) < 200);
        // Of dots it says how many.
        const auto says = [&](const QString& words) {
            const QList<QLabel*> labels = dialog.preview().findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const QLabel* label) { return label->text().contains(words); });
        };
        QVERIFY(says(QStringLiteral("120 × 90 mm, shown at")));
        dialog.form().choose_format(figures::FigureFormat::Png);
        QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("120 × 90 mm, 1,417 × 1,063 px, shown at")), 60000);
    }

    /// Twice the true size of two metres once took three gigabytes.
    void the_preview_of_a_poster_is_small()
    {
        ExportDialog dialog(two_figures(), {}, QStringLiteral("Weak scaling"));
        dialog.show();
        dialog.form().choose("size", "2000x2000mm");
        auto* zoom = dialog.preview().findChild<Segments*>(QStringLiteral("zoom"));
        QVERIFY(zoom);
        zoom->set_current(QStringLiteral("2"));
        dialog.form().choose("size", "2000x1999mm");
        QTRY_VERIFY_WITH_TIMEOUT(dialog.preview().shown().width() > 1000, 60000);
        const QSize shown = dialog.preview().shown().size();
        QVERIFY2(shown.width() * double(shown.height()) < 17e6, qPrintable(QString::number(shown.width())));
    }

    /// However dark the window is, what leaves it is for white paper until something else is chosen.
    void a_dark_window_exports_white()
    {
        appearance_->choose(ThemeChoice::Dark);
        ExportDialog dialog(two_figures(), {}, QStringLiteral("Weak scaling"));
        const QColor corner = page_image(dialog.page(), dialog.options()).pixelColor(1, 1);
        appearance_->choose(ThemeChoice::Light);
        QCOMPARE(corner, QColor(Qt::white));
    }

    void print_is_written_in_lines()
    {
        ExportDialog dialog(two_figures(), {}, QStringLiteral("Weak scaling"));
        QCOMPARE(dialog.form().options().format, figures::FigureFormat::Pdf); // a journal's column at first
        dialog.form().choose_format(figures::FigureFormat::Png);
        dialog.form().choose_style(QStringLiteral("slide"));
        QCOMPARE(dialog.form().options().format, figures::FigureFormat::Png);
        dialog.form().choose_style(QStringLiteral("journal"));
        QCOMPARE(dialog.form().options().format, figures::FigureFormat::Pdf);
    }

    void choices_change_the_picture_and_are_kept()
    {
        QTemporaryDir folder;
        {
            ExportDialog dialog(two_figures(), {}, QStringLiteral("Weak scaling"));
            dialog.show();
            dialog.form().choose_style(QStringLiteral("slide"));
            QCOMPARE(dialog.options().base_points, 18.);
            dialog.form().choose("font-size", "400");
            QVERIFY(!dialog.form().problem().isEmpty()); // told, and what was chosen before holds
            QCOMPARE(dialog.options().base_points, 18.);
            dialog.form().choose("font-size", "20");
            dialog.form().choose("theme", "dark");
            dialog.form().choose_format(figures::FigureFormat::Svg);
            QVERIFY(dialog.form().problem().isEmpty());
            dialog.close();
        }
        ExportDialog again(two_figures(), {}, QStringLiteral("Weak scaling"));
        QCOMPARE(again.options().base_points, 20.);
        QVERIFY(again.options().theme == figures::FigureTheme::Dark);
        QVERIFY(again.options().format == figures::FigureFormat::Svg);
    }

    void a_style_of_ones_own_is_a_file_that_the_terminal_reads()
    {
        QTemporaryDir folder;
        const std::filesystem::path own = folder.path().toStdString();
        ExportForm form({QStringLiteral("Curves")}, {PRESETS, own}, nullptr);
        form.choose("size", "70x50mm");
        form.choose("labels", "legend");
        QVERIFY(form.save_style(QStringLiteral("My thesis")).has_value());
        const auto styles = figures::read_export_styles({PRESETS, own}).styles;
        const auto mine = figures::find_style(styles, "my-thesis");
        QVERIFY(mine.has_value());
        QCOMPARE(mine->title, std::string("My thesis"));
        const auto options = figures::export_options(mine->choices);
        QVERIFY(options && options->names == figures::NamePlace::Legend && options->size.width == 0.07);
    }

    /// In the picture's language, of the plots that are on it; files of data stay English.
    void a_generated_caption_follows_the_picture()
    {
        const std::vector scenarios{*find_scenario(*catalog_, "fernandez-weak-scaling")};
        const auto about
            = [&](const NamedFigure& named) { return figures::described_page(named.figure, scenarios, named.shown); };
        ExportDialog dialog(two_figures(), {}, QStringLiteral("Weak scaling"), about, nullptr);
        dialog.show();
        const auto* caption = dialog.findChild<QPlainTextEdit*>(QStringLiteral("caption"));
        dialog.form().choose_format(figures::FigureFormat::Svg);
        dialog.form().choose("language", "de");
        QVERIFY2(caption->toPlainText().contains("Llama 2 7B auf 128 H100"), qPrintable(caption->toPlainText()));
        dialog.form().choose("show", "caption");
        QTemporaryDir folder;
        dialog.save_as(folder.filePath("figure.svg"));
        QVERIFY(content_of(folder.filePath("figure.svg")).contains("Durchsatz (Token/s, alle GPUs)"));
        const Message last = sample_figure().plot().panels.back().title;
        QVERIFY(dialog.page().provenance.caption.find(english(last) + " (") != std::string::npos);
        for (QCheckBox* box : dialog.form().findChildren<QCheckBox*>())
            if (box->text() == text(last))
                box->setChecked(false);
        QCOMPARE(dialog.page().provenance.caption.find(english(last) + " ("), std::string::npos);
        dialog.form().choose_format(figures::FigureFormat::Csv);
        QVERIFY2(caption->toPlainText().contains("7B on 128 H100"), qPrintable(caption->toPlainText()));
        dialog.set_caption(QStringLiteral("Said by me."));
        dialog.form().choose("language", "ko");
        QCOMPARE(caption->toPlainText(), QStringLiteral("Said by me."));
        QVERIFY(dialog.page().provenance.generated.empty());
    }

    void what_is_saved_is_told_and_the_dialog_stays()
    {
        QTemporaryDir folder;
        ExportDialog dialog(two_figures(), {}, QStringLiteral("Weak scaling"));
        dialog.show();
        dialog.set_caption(QStringLiteral("Said by me."));
        const QString file = folder.filePath("figure.svg");
        dialog.save_as(file);
        QVERIFY(dialog.isVisible());
        QCOMPARE(dialog.saved(), file);
        QVERIFY(content_of(file).contains("Said by me."));
        QString told;
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("Saved to")))
                told = label->text();
        QVERIFY2(told.contains(file) && told.contains("Open") && told.contains("Show in folder"), qPrintable(told));
        dialog.save_as(folder.filePath("no/such/folder.png"));
        QCOMPARE(dialog.saved(), file);
        dialog.save_as(folder.filePath("script.py"));
        QVERIFY(content_of(folder.filePath("script.py")).contains("import matplotlib"));
        QVERIFY(content_of(folder.filePath("script.csv")).contains("MFU: Current [fraction]"));
    }

    void parts_that_are_not_wanted_stay_out()
    {
        ExportDialog dialog(two_figures(), {}, QStringLiteral("Weak scaling"));
        const auto box = [&](const char* words) {
            for (QCheckBox* each : dialog.findChildren<QCheckBox*>())
                if (each->text() == QLatin1String(words))
                    return each;
            return static_cast<QCheckBox*>(nullptr);
        };
        QVERIFY(box("MFU") && box("ideal, linear"));
        box("MFU")->setChecked(false);
        box("ideal, linear")->setChecked(false);
        const std::string csv = figures::page_csv(dialog.page());
        QVERIFY(csv.find("MFU") == std::string::npos && csv.find("ideal") == std::string::npos);
        QVERIFY(csv.find("Throughput: Current") != std::string::npos);
        box("Throughput")->setChecked(false);
        box("Communication")->setChecked(false);
        QCOMPARE(dialog.page().tiles.front().figure.plot().panels.size(), std::size_t(3)); // never nothing at all
    }

    void figure_and_data_are_copied_with_a_key_each()
    {
        test::Stage stage(catalog_, *appearance_);
        const auto press = [&](const QKeySequence& keys) {
            for (QAction* action : stage.window.findChildren<QAction*>())
                if (action->shortcut() == keys) {
                    action->trigger();
                    return true;
                }
            return false;
        };
        QVERIFY(press(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)));
        const QMimeData* pasted = QApplication::clipboard()->mimeData();
        QVERIFY(pasted->hasImage() && pasted->data("image/svg+xml").startsWith("<?xml"));
        QVERIFY(press(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D)));
        const QStringList lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
        QVERIFY(lines.size() > 20);
        QVERIFY(lines.first().startsWith(QStringLiteral("GPUs")) && lines.first().count(u'\t') > 3);
        for (const QString& line : lines)
            QCOMPARE(line.count(u'\t'), lines.first().count(u'\t'));
    }

    /// Opened as a file given or dropped is opened.
    void scenario_pins_and_view_come_back_from_every_format()
    {
        test::Stage stage(catalog_, *appearance_);
        plateau::test::Stage other(catalog_, *appearance_);
        test::expect_back_from_every_format(stage, other);
    }

    void a_curve_alone_is_what_is_predicted()
    {
        test::Stage stage(catalog_, *appearance_);
        const auto name = [&] {
            const auto pages = stage.window.page<WorkbenchPage>().figures();
            for (const figures::Series& series : pages.front().figure.plot().panels.front().series)
                if (series.role == figures::SeriesRole::Current)
                    return english(series.name);
            return std::string();
        };
        QCOMPARE(name(), std::string("Predicted"));
        stage.window.pins().pin(QStringLiteral("other"));
        test::Stage::settle();
        QVERIFY(name() != "Predicted");
    }

    void words_of_a_figure_may_be_of_another_language()
    {
        ExportDialog dialog(two_figures(), {}, QStringLiteral("Weak scaling"));
        dialog.form().choose("language", "de");
        dialog.form().choose_style(QStringLiteral("journal")); // says nothing of languages
        const auto svg = [&](const char* code) {
            figures::ExportOptions options = dialog.options();
            options.format = figures::FigureFormat::Svg;
            options.language = code;
            return QString::fromUtf8(*page_bytes(dialog.page(), options));
        };
        QCOMPARE(dialog.options().language, std::string("de"));
        QVERIFY(svg("de").contains(QStringLiteral(">2.048<")) && !svg("de").contains(QStringLiteral(">2,048<")));
        QVERIFY(svg("en").contains(QStringLiteral(">2,048<")));
        speak_language(language_of(QStringLiteral("ko")));
        const QString korean = svg(""), english = svg("en");
        speak_language(language_of(QStringLiteral("en")));
        QVERIFY(korean != english);
        QCOMPARE(english, svg(""));
    }

    void what_may_be_left_out_is_named_in_the_language_of_the_window()
    {
        const auto english_again = qScopeGuard([] { speak_language(language_of(QStringLiteral("en"))); });
        speak_language(language_of(QStringLiteral("ko")));
        ExportDialog dialog(two_figures(), {}, QStringLiteral("Weak scaling"));
        const std::vector<Message> before = figures::series_names(dialog.page().tiles.front().figure);
        int named = 0;
        for (auto* box : dialog.form().findChildren<QCheckBox*>())
            if (box->text() == text(Message{"exposed", {}}) && box->text() != QLatin1String("exposed")) {
                ++named;
                box->setChecked(false);
            }
        QCOMPARE(named, 1);
        QCOMPARE(figures::series_names(dialog.page().tiles.front().figure).size(), before.size() - 1);
    }

    void numbers_are_typed_with_comma_or_point()
    {
        speak_language(language_of(QStringLiteral("de")));
        ExportForm form({QStringLiteral("Curves")}, {PRESETS}, nullptr);
        const auto type = [&](const char* name, const char* words) {
            for (ValueField* field : form.findChildren<ValueField*>())
                if (field->accessibleName() == ExportForm::tr(name)) {
                    field->selectAll();
                    QTest::keyClicks(field, QString::fromUtf8(words));
                    QTest::keyClick(field, Qt::Key_Return);
                }
        };
        type("Width", "88,5 mm");
        QCOMPARE(form.options().size.width, 0.0885);
        type("Height", "70.25 mm");
        QCOMPARE(form.options().size.height, 0.07025);
        type("Font size", "7,5 pt");
        QCOMPARE(form.options().base_points, 7.5);
        type("Lines", "1,25");
        QCOMPARE(form.options().line_points, 1.25);
        QVERIFY2(form.problem().isEmpty(), qPrintable(form.problem()));
        const std::string style = figures::write_style({"own", "Own", figures::choices_of(form.options())});
        speak_language(language_of(QStringLiteral("en")));
        QVERIFY2(style.find("88.5x70.25mm") != std::string::npos && style.find("7.5") != std::string::npos,
                 style.c_str());
    }

    void several_configurations_come_back_from_a_figure()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.window.opening().open(QStringLiteral("limits-h100-dense"));
        LimitsPage& page = stage.window.page<LimitsPage>();
        for (const char* name : {"limits-a100-dense", "limits-v100-dense"})
            page.document().add(figures::read_limits_questions(*catalog_, name)->front(), {});
        test::Stage::settle();
        page.show_view(*plateau::views::find("limits-cost"));
        QVERIFY(page.model().detail() == figures::LimitsDetail::Cost);
        const std::size_t before = page.document().configurations().size();
        QVERIFY(before >= 3);
        QTRY_VERIFY_WITH_TIMEOUT(!page.model().is_working(), 60000);
        QTemporaryDir folder;
        const QString file = folder.filePath("limits.svg");
        QVERIFY(copy_figure_into(stage.window, file));
        plateau::test::Stage other(catalog_, *appearance_);
        other.window.opening().open(file);
        test::Stage::settle();
        LimitsPage& again = other.window.page<LimitsPage>();
        QCOMPARE(again.document().configurations().size(), before);
        QVERIFY(again.model().detail() == figures::LimitsDetail::Cost);
    }

    void no_choice_is_cut_in_any_language_data()
    {
        QTest::addColumn<QString>("code");
        for (const Language& language : languages())
            QTest::newRow(language.code) << QString::fromLatin1(language.code);
    }
    void no_choice_is_cut_in_any_language()
    {
        QFETCH(QString, code);
        const OtherLanguage language(code.toStdString());
        ExportDialog dialog(two_figures(), {}, QStringLiteral("Sample"), {}, nullptr);
        dialog.resize(1270, 680);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const auto* form = dialog.findChild<ExportForm*>();
        QVERIFY(form->parentWidget()->width() >= form->minimumSizeHint().width());
        for (const Segments* choices : dialog.findChildren<Segments*>())
            QVERIFY2(choices->width() >= choices->sizeHint().width(), qPrintable(choices->accessibleName()));
        QCOMPARE(dialog.size(), QSize(1270, 680));
    }

    void what_the_window_shows_the_terminal_exports()
    {
        test::Stage stage(catalog_, *appearance_);
        stage.wait_for_searches();
        std::set<std::string> shown;
        const auto look_at = [&](Page& page) {
            stage.window.show_page(page);
            QTRY_VERIFY_WITH_TIMEOUT(!page.figures().empty(), 60000);
            for (const NamedFigure& named : page.figures()) {
                QVERIFY2(views::find(named.shown), qPrintable(named.name));
                shown.insert(named.shown);
            }
        };
        look_at(stage.window.page<WorkbenchPage>());
        look_at(stage.window.page<PlansPage>());
        look_at(stage.window.page<HardwarePage>());
        look_at(stage.window.page<LimitsPage>());
        QVERIFY(shown.count("scaling-per-gpu") && shown.count("step") && shown.count("memory"));
    }

    void all_figures_are_written_one_after_the_other()
    {
        QTemporaryDir folder;
        int made = 0;
        std::vector<views::FigureJob> jobs;
        for (const char* name : {"first", "second", "third"})
            jobs.push_back({name, name, [&made, name]() -> views::JobAnswer {
                                ++made;
                                if (std::string(name) == "second")
                                    return {{}, {"nothing fits", {}}};
                                return {figures::page_of(sample_bars()), {}};
                            }});
        ExportDialog dialog({}, {{QStringLiteral("Three"), [jobs] { return jobs; }}}, QStringLiteral("Three"));
        dialog.form().choose_format(figures::FigureFormat::Csv);
        dialog.save_all(folder.filePath("new folder"));
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.is_working(), 60000);
        QCOMPARE(made, 3);
        QCOMPARE(dialog.written(), 2);
        QVERIFY(content_of(folder.filePath("new folder/first.csv")).contains("Matrix multiply"));
        QVERIFY(QFile::exists(folder.filePath("new folder/third.csv")));
        QVERIFY2(dialog.report().contains("nothing fits"), qPrintable(dialog.report()));
    }

    /// But for details: sh packaging/pictures.sh draws it anew.
    void the_picture_of_the_window_is_fresh()
    {
        test::Stage stage(catalog_, *appearance_, {1440, 900});
        stage.window.evidence().load();
        stage.window.evidence().wait();
        stage.wait_for_searches();
        const auto* slider = stage.control<StopSlider>("cp");
        QVERIFY(QTest::qWaitFor([&] { return !slider->impossible().empty(); }, 60000)); // tracks are hatched
        const QImage now = stage.window.grab().toImage().convertToFormat(QImage::Format_RGB32);
        const QString file = QStringLiteral(PROJECT "/resources/help/workbench.png");
        if (qEnvironmentVariableIsSet("PLATEAU_DRAW_PICTURES"))
            QVERIFY(now.save(file));
        const QImage kept = QImage(file).convertToFormat(QImage::Format_RGB32);
        QCOMPARE(kept.size(), now.size());
        constexpr double most_other = 0.06; // of all dots: texts about time and words under way differ
        int other = 0;
        for (int y = 0; y < now.height(); ++y)
            for (int x = 0; x < now.width(); ++x)
                other += std::abs(qGray(now.pixel(x, y)) - qGray(kept.pixel(x, y))) > 40;
        QVERIFY2(other < most_other * now.width() * now.height(),
                 qPrintable(QStringLiteral("%1 dots differ: sh packaging/pictures.sh").arg(other)));
    }

    void cancel_ends_after_the_figure_at_work()
    {
        QTemporaryDir folder;
        std::vector<views::FigureJob> jobs;
        for (int i = 0; i < 50; ++i)
            jobs.push_back({"figure-" + std::to_string(i), "a figure", [] {
                                return views::JobAnswer{figures::page_of(sample_bars()), {}};
                            }});
        ExportDialog dialog({}, {{QStringLiteral("Many"), [jobs] { return jobs; }}}, QStringLiteral("Many"));
        dialog.form().choose_format(figures::FigureFormat::Csv);
        dialog.save_all(folder.path());
        dialog.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.is_working(), 60000);
        QCOMPARE(dialog.written(), 1);
        QVERIFY(dialog.report().contains("Cancelled"));
    }
};

PLATEAU_TEST(TestExporting)

} // namespace tst_exporting

#include "tst_exporting.moc"
