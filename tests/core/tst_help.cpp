// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QRegularExpression>
#include <QTest>

#include "core/evidence/claims.h"
#include "core/help/pages.h"
#include "core/help/writer.h"
#include "core/model/metrics.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "tests/core/shipped_answers.h"

namespace tst_help {

using namespace plateau;

namespace {

const QDir folder(QStringLiteral(PROJECT "/resources/help"));

QString file_text(const QString& name)
{
    QFile file(folder.filePath(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

std::string in_english(const Message& message) { return english(message); }

QString page(const std::string& name)
{
    return QString::fromStdString(help::written(file_text(QString::fromStdString(name) + ".md").toStdString(),
                                                test::shipped_answers(), in_english));
}

bool has_entry(const std::string& place)
{
    const QString where = QString::fromStdString(place);
    const QString anchor = QStringLiteral("<a id=\"%1\"></a>").arg(where.section('#', 1));
    return where.contains('#') && page(where.section(".md", 0, 0).toStdString()).contains(anchor);
}

} // namespace

/// Pages of help: what is generated in them, and that everything they lead to exists.
class HelpTest : public QObject {
    Q_OBJECT
    std::map<QString, QString> pages_;

private slots:
    void initTestCase()
    {
        for (const std::string& name : help::page_names())
            pages_[QString::fromStdString(name) + ".md"] = page(name);
    }

    void every_file_is_a_page_and_every_page_a_file()
    {
        QStringList listed;
        for (const auto& [name, text] : pages_)
            listed << name;
        QCOMPARE(listed, folder.entryList({"*.md"}, QDir::Files, QDir::Name));
        for (const auto& [name, text] : pages_)
            QVERIFY2(text.startsWith("# ") || text.startsWith("<a id"), qPrintable(name));
    }

    void every_link_leads_somewhere()
    {
        static const QRegularExpression link(QStringLiteral("\\]\\(([^)\\s]+)\\)"));
        int followed = 0;
        for (const auto& [name, text] : pages_)
            for (auto found = link.globalMatch(text); found.hasNext();) {
                const QString target = found.next().captured(1);
                if (target.startsWith("http"))
                    continue;
                ++followed;
                const QString file = target.section('#', 0, 0), anchor = target.section('#', 1);
                QVERIFY2(folder.exists(file), qPrintable(name + ": " + target));
                if (!anchor.isEmpty())
                    QVERIFY2(pages_.at(file).contains(QStringLiteral("<a id=\"%1\"></a>").arg(anchor)),
                             qPrintable(name + ": " + target));
            }
        QVERIFY(followed > 60);
    }

    void a_page_in_another_language_has_the_same_places_and_blocks()
    {
        static const QRegularExpression mark(QStringLiteral("<a id=\"[^\"]+\"></a>|<!-- [a-z_]+ -->"));
        const auto marks = [](const QString& text) {
            QStringList all;
            for (auto found = mark.globalMatch(text); found.hasNext();)
                all << found.next().captured();
            return all;
        };
        for (const QString& language : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            for (const QString& name : QDir(folder.filePath(language)).entryList({"*.md"})) {
                QVERIFY2(folder.exists(name), qPrintable(language + "/" + name));
                QVERIFY2(marks(file_text(language + "/" + name)) == marks(file_text(name)),
                         qPrintable(language + "/" + name));
            }
    }

    void names_of_places_are_used_once()
    {
        static const QRegularExpression place(QStringLiteral("<a id=\"([^\"]+)\"></a>"));
        for (const auto& [name, text] : pages_) {
            QSet<QString> seen;
            for (auto found = place.globalMatch(text); found.hasNext();) {
                const QString anchor = found.next().captured(1);
                QVERIFY2(!seen.contains(anchor), qPrintable(name + "#" + anchor));
                seen.insert(anchor);
            }
        }
    }

    void every_parameter_metric_and_term_has_an_entry()
    {
        for (const TrainingParameter& row : training_parameters().rows())
            QVERIFY2(has_entry(help::entry_of(row.key)), row.key.c_str());
        for (const LimitsParameter& row : limits_parameters().rows())
            QVERIFY2(has_entry(help::entry_of("limits-" + row.key)), row.key.c_str());
        QCOMPARE(help::entry_of("limits-gpus"), std::string("parameters.md#limits-gpus"));
        for (const Metric& metric : metrics())
            QVERIFY2(has_entry(help::entry_of(metric.key)), metric.key);
        for (int part = 0; part < part_count; ++part)
            QVERIFY2(has_entry(help::entry_of(name(Part(part)))), name(Part(part)));
        QCOMPARE(help::entry_of("nonsense"), std::string());
    }

    void a_parameter_s_entry_says_unit_range_default_and_effect()
    {
        const QString entry
            = pages_["parameters.md"].section("<a id=\"scale_out_bandwidth\"></a>", 1).section("<a id", 0, 0);
        const TrainingParameter& row = *training_parameters().find("scale_out_bandwidth");
        for (const std::string& words :
             {row.label, row.help, row.provenance, format_value(row, Value(row.maximum)), std::string("unlimited"),
              std::string("never makes a step slower"), std::string("`scale_out_bandwidth`")})
            QVERIFY2(entry.contains(QString::fromStdString(words)),
                     qPrintable(QString::fromStdString(words) + "\n" + entry));
        // A price or a year of the limits of scaling makes no step faster or slower.
        const QString of_limits = pages_["parameters.md"].section("## Of the limits of scaling", 1);
        QVERIFY(of_limits.contains("growth_per_year") && !of_limits.contains("makes a step")
                && !of_limits.contains("make a step"));
    }

    void the_error_to_expect_is_that_of_sources_left_out()
    {
        const auto errors = evidence::read_claims({PRESETS}).left_out;
        QVERIFY(errors.size() > 30);
        double sum = 0;
        int count = 0;
        const QString text = pages_["trust.md"];
        for (const auto& error : errors) {
            QVERIFY2(text.contains(QString::fromStdString(help::escaped(error.source))), error.source.c_str());
            if (error.step_time) {
                sum += *error.step_time;
                ++count;
            }
        }
        QVERIFY(text.contains("**" + QString::fromStdString(units::format(sum / count, units::Unit::Fraction)) + "**"));
    }

    void claims_that_are_missed_are_shown()
    {
        const QString text = pages_["claims.md"];
        for (const QString& line : text.split('\n'))
            if (line.startsWith("| `F04`"))
                QVERIFY2(line.contains("missed") && line.contains("second-hand"), qPrintable(line));
            else if (line.startsWith("| `F20`")) // the power of a board was chosen by it
                QVERIFY2(line.contains("used in fitting") && line.contains("no test"), qPrintable(line));
            else if (line.startsWith("| `E-"))
                QVERIFY2(line.contains("reproduced") && !line.contains("holds"), qPrintable(line));
        QVERIFY(text.contains("`E-wall-h100`"));
    }

    void blocks_are_written_in_the_reader_s_language()
    {
        const std::string text = help::written("<!-- parameters -->\n<!-- end -->\n", test::shipped_answers(),
                                               [](const Message& message) { return "[" + english(message) + "]"; });
        QVERIFY(text.find("\\[GPU count\\]") != std::string::npos);
    }

    void what_others_wrote_is_no_markup()
    {
        QCOMPARE(help::escaped("a|b *c* <d> [e](f) g_h `i` #j"),
                 std::string("a\\|b \\*c\\* \\<d\\> \\[e\\](f) g\\_h \\`i\\` \\#j"));
    }
};

PLATEAU_TEST(HelpTest)

} // namespace tst_help

#include "tst_help.moc"
