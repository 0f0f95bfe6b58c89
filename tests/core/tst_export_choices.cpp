// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

#include "core/charts/csv_cells.h"
#include "core/paper/bibtex.h"
#include "core/paper/embedded.h"
#include "core/paper/figure_page.h"
#include "core/text/messages/words.h"

namespace tst_export_choices {

using namespace plateau;
using namespace plateau::figures;

/// What can be chosen about a figure on paper, its styles, and what is written beside pictures.
class TestExportChoices : public QObject {
    Q_OBJECT
private slots:
    void every_choice_is_read_back_as_written()
    {
        const figures::Choices chosen{{"size", "120x80mm"},
                                      {"dpi", "150"},
                                      {"theme", "dark"},
                                      {"font", "Serif"},
                                      {"font-size", "9.5"},
                                      {"font-scale", "1.2"},
                                      {"line-width", "2"},
                                      {"labels", "legend"},
                                      {"show", "title, caption"},
                                      {"language", "de"},
                                      {"background", "transparent"}};
        QCOMPARE(chosen.size(), export_choices().size());
        const auto options = export_options(chosen);
        QVERIFY(options.has_value());
        QVERIFY(choices_of(*options) == chosen);
        QCOMPARE(options->line_points, 2.);
        QVERIFY(options->title && options->caption && options->names == NamePlace::Legend);
    }

    void a_size_brings_letters_and_resolution_and_flags_win_over_it()
    {
        const auto slide = export_options({{"size", "slide"}});
        QCOMPARE(slide->base_points, 18.);
        QCOMPARE(slide->dpi, 192.); // twice as many dots as the size says
        QCOMPARE(export_options({{"size", "slide"}, {"font-size", "12"}})->base_points, 12.);
        QCOMPARE(choices_of(*slide).at("size"), std::string("slide"));
        QVERIFY(export_options({{"size", "column"}})->letters);
    }

    void pixels_are_as_many_at_any_resolution()
    {
        const auto usual = export_options({{"size", "960x480px"}}),
                   fine = export_options({{"size", "960x480px"}, {"dpi", "192"}});
        QCOMPARE(usual->size.width * usual->dpi, fine->size.width * fine->dpi);
    }

    void what_is_wrong_is_told_with_its_flag_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("words");
        QTest::newRow("size") << "size"
                              << "huge";
        QTest::newRow("dpi") << "dpi"
                             << "3";
        QTest::newRow("background") << "background"
                                    << "white";
        QTest::newRow("theme") << "theme"
                               << "sepia";
        QTest::newRow("font size") << "font-size"
                                   << "400";
        QTest::newRow("lines") << "line-width"
                               << "-1";
        QTest::newRow("labels") << "labels"
                                << "above";
        QTest::newRow("show") << "show"
                              << "title, legend";
    }
    void what_is_wrong_is_told_with_its_flag()
    {
        QFETCH(QString, key);
        QFETCH(QString, words);
        const auto options = export_options({{key.toStdString(), words.toStdString()}});
        QVERIFY(!options.has_value());
        QCOMPARE(QString::fromStdString(options.error().where), "--" + key + " " + words);
        QVERIFY(!options.error().accepted.empty());
    }

    void shipped_styles_are_read_and_own_ones_join_them()
    {
        QTemporaryDir folder;
        std::filesystem::create_directories(folder.path().toStdString() + "/styles");
        const ExportStyle own{"mine", "Mine: #1", choices_of(*export_options({{"size", "70x50mm"}}))};
        std::ofstream(folder.path().toStdString() + "/styles/mine.yaml") << write_style(own);
        std::ofstream(folder.path().toStdString() + "/styles/wrong.yaml") << "title: Wrong\ntheme: sepia\n";
        const ExportStyles read = read_export_styles({PRESETS, folder.path().toStdString()});
        for (const char* name : {"journal", "slide", "poster"})
            QVERIFY2(find_style(read.styles, name).has_value(), name);
        QCOMPARE(find_style(read.styles, "mine")->title, own.title);
        QVERIFY(find_style(read.styles, "mine")->choices == own.choices);
        QCOMPARE(read.problems.size(), std::size_t(1));
        QVERIFY(read.problems.front().where.find("wrong.yaml") != std::string::npos);
        QVERIFY(english(find_style(read.styles, "journl").error().what).find("journal") != std::string::npos);
    }

    void cells_hold_nothing_that_ends_them()
    {
        QCOMPARE(plain_cell("1,024 GPUs, \"fast\" {a} #2"), std::string("1024 GPUs 'fast' (a) 2"));
        QCOMPARE(plain_cell("\u00d7\u00a02"), std::string("x 2"));
    }

    void references_carry_what_their_words_tell()
    {
        const Provenance about{"kind: training\n",
                               "1.2",
                               "A caption",
                               {},
                               {},
                               {"Fernandez et al., Efficient & fast, arXiv 2411.13055",
                                "NVIDIA H100 datasheet, 2023, https://nvidia.com/h100", "AT&T, 2024",
                                "power fractions: derived from two powers (2411.01137)"}};
        const std::string all = bibtex(about);
        for (const char* words :
             {"@misc{plateau,", "version 1.2", "@article{fernandez2025,", "eprint = {2411.13055}",
              "author = {Fernandez, Jared and ", "journal = {Transactions on Machine Learning Research}",
              "@misc{plateau-data,", "NVIDIA H100 datasheet, 2023", "AT\\&T, 2024"})
            QVERIFY2(all.find(words) != std::string::npos, (words + ("\n" + all)).c_str());
        QCOMPARE(std::count(all.begin(), all.end(), '@'), std::ptrdiff_t(3)); // program, paper, data
        QCOMPARE(embedded_scenario(all, FigureFormat::Bibtex), about.scenario);
    }

    void names_with_commas_are_told_apart()
    {
        const std::vector<std::string> names{"ideal, linear", "exposed"};
        QVERIFY(split(joined(names, "; "), "; ") == names);
        QVERIFY(split("", "; ") == std::vector<std::string>{""});
    }
};

PLATEAU_TEST(TestExportChoices)

} // namespace tst_export_choices

#include "tst_export_choices.moc"
