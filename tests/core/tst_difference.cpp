// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/evidence/alike.h"
#include "core/evidence/difference.h"
#include "core/views/view.h"
#include "core/views/words.h"
#include "tests/core/shipped_answers.h"
#include "tests/core/shipped_evidence.h"

namespace tst_difference {

using namespace plateau;
using evidence::difference;

namespace {

const evidence::ModelError& error()
{
    static const evidence::Claims claims = evidence::read_claims(test::shipped().folders);
    return claims.reach;
}

evidence::Difference between(const Scenario& one, const Scenario& other)
{
    return difference({one, estimate(one).parts}, {other, estimate(other).parts}, error());
}

double width(const evidence::Difference& found) { return std::log(found.band.high / found.band.low); }

} // namespace

/// How sure it is that one prediction is faster than another.
class TestDifference : public QObject {
    Q_OBJECT

private slots:
    /// Sources weigh alike; the errors are those that remain where each source took part in the fits.
    void eight_in_ten_of_measured_differences_lie_within_the_range()
    {
        const evidence::Evidence runs = evidence::read_evidence(test::shipped());
        std::map<std::string, std::vector<std::size_t>> by_source;
        for (std::size_t row = 0; row < runs.sample.rows.size(); ++row)
            if (evidence::is_timed(runs.sample, row) && runs.predictions[row].predicted())
                by_source[runs.sample.rows[row].source].push_back(row);
        std::vector<double> shares;
        for (const auto& [source, rows] : by_source) {
            double within = 0, all = 0;
            for (std::size_t i = 0; i < rows.size(); ++i)
                for (std::size_t k = i + 1; k < rows.size(); k += 1 + rows.size() / 20) {
                    const auto contender = [&](std::size_t row) {
                        return evidence::Contender{runs.sample.cases[row].posed.scenario, runs.predictions[row].parts};
                    };
                    const auto measured
                        = [&](std::size_t row) { return *runs.sample.rows[row].measured_step_seconds(); };
                    const auto found = difference(contender(rows[i]), contender(rows[k]), error());
                    const double off = runs.predictions[rows[i]].step_seconds / measured(rows[i])
                        / (runs.predictions[rows[k]].step_seconds / measured(rows[k]));
                    within += off >= found.band.low / found.ratio && off <= found.band.high / found.ratio ? 1 : 0;
                    ++all;
                }
            if (all > 0)
                shares.push_back(within / all);
        }
        QVERIFY(shares.size() > 25);
        double sum = 0;
        for (const double share : shares)
            sum += share;
        const double mean = sum / static_cast<double>(shares.size());
        QVERIFY2(mean > 0.72 && mean < 0.88, qPrintable(QString::number(mean)));
    }

    void what_both_share_is_in_no_doubt()
    {
        const Scenario one = test::weak_scaling("128");
        const auto same = between(one, one);
        QCOMPARE(same.ratio, 1.0);
        QCOMPARE(same.chance, 0.5);
        QVERIFY(width(same) < 0.05);
        const auto plan = between(test::changed(one, "gpus", "256"), one);
        const auto hardware = between(test::changed(one, "hardware", "a100_sxm_80"), one);
        QVERIFY(width(same) < width(plan));
        QVERIFY(width(plan) < width(hardware));
        QVERIFY(hardware.ratio < 1 && hardware.chance < 0.5);
    }

    void the_two_directions_agree()
    {
        const Scenario one = test::weak_scaling("128"), other = test::changed(one, "tp", "4");
        const auto there = between(one, other), back = between(other, one);
        QVERIFY(std::abs(there.band.low * back.band.high - 1) < 1e-9);
        QVERIFY(std::abs(there.chance + back.chance - 1) < 1e-9);
        const std::string words = english(narrate::range_sentence(there));
        QVERIFY2(words.find("Eight in ten: ") == 0, words.c_str());
    }

    /// A larger NVLink domain on 2,048 H100: explanations of the first paper's fall that fit alike say other gains.
    void explanations_that_fit_alike_make_a_range()
    {
        const Scenario small = test::changed(test::weak_scaling("2048"), "nvlink_domain", "8");
        const Scenario large = test::changed(small, "nvlink_domain", "72");
        const auto found = between(large, small);
        QCOMPARE(found.otherwise.size(), error().alternatives.size());
        QVERIFY(found.range.high > 1.3 && found.range.low < 1);
        QVERIFY(found.band.low <= found.range.low && found.band.high >= found.range.high);
        QVERIFY(found.is_open());
        QVERIFY(english(narrate::range_sentence(found)).find("Which is faster is open: 4 explanations")
                != std::string::npos);
        for (const auto& alternative : error().alternatives)
            QVERIFY(!alternative.speaks_for.empty() && !alternative.speaks_against.empty());
    }

    /// Each of them falls as was reported, within a tenth of what is left.
    void each_explanation_fits_the_first_paper()
    {
        const Scenario few = test::weak_scaling("128"), many = test::weak_scaling("2048");
        for (const auto& alternative : error().alternatives) {
            const auto at = [&](const Scenario& scenario) {
                return estimate(*evidence::explained_by(alternative, scenario)).parts.tokens_per_s_per_gpu();
            };
            const double left = at(many) / at(few);
            QVERIFY2(std::abs(left / (1 - 0.372) - 1) < 0.1, qPrintable(QString::number(left)));
        }
    }

    /// The view draws these differences, each with its range, and what was measured beside them.
    void the_view_of_domains_draws_them()
    {
        const std::vector<Scenario> scenarios{test::weak_scaling("2048")};
        const auto drawing = views::draw(*views::find("domain-gain"), {*test::shipped_answers(), scenarios});
        QVERIFY2(drawing.no_answer.empty(), english(drawing.no_answer).c_str());
        const auto& panels = drawing.figure.as<figures::Plot>()->panels;
        QCOMPARE(panels.size(), std::size_t(2));
        const auto& band = panels[0].series[0];
        const auto& curve = panels[0].series[1];
        QVERIFY(curve.x.size() == 9 && curve.x.front() == 64 && curve.x.back() == 16384);
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            const Scenario small = test::changed(
                test::changed(scenarios[0], "gpus", std::to_string(int(curve.x[i])).c_str()), "nvlink_domain", "8");
            const auto found = between(test::changed(small, "nvlink_domain", "72"), small);
            QVERIFY2(std::abs(curve.y[i] + 1 - found.ratio) < 1e-9, qPrintable(QString::number(curve.y[i])));
            QVERIFY(std::abs(band.y_low[i] + 1 - found.range.low) < 1e-9);
            QVERIFY(std::abs(band.y[i] + 1 - found.range.high) < 1e-9);
        }
        QCOMPARE(panels[0].series[2].x, std::vector<double>{64}); // of dense models, on more than a few hosts
        QVERIFY(english(drawing.figure.sentence).starts_with("Given plan on 16,384 GPUs: +22"));
    }

    /// The table of gains on the page of help, dense and experts, given plans and best ones.
    void the_page_of_help_says_what_domains_gain()
    {
        const std::vector<Scenario> dense{test::weak_scaling("2048")};
        std::vector<Scenario> experts{dense};
        for (const auto& [key, value] :
             std::initializer_list<std::pair<const char*, const char*>>{{"model", "deepseek_v3"},
                                                                        {"hardware", "gb200_nvl72"},
                                                                        {"stack", "megatron_core_2024"},
                                                                        {"dp_mode", "zero1"},
                                                                        {"batch_mode", "total"},
                                                                        {"global_batch", "8192"},
                                                                        {"micro_batch", "1"},
                                                                        {"pp", "16"},
                                                                        {"ep", "64"}})
            experts[0] = test::changed(experts[0], key, value);
        std::vector<const figures::Series*> drawn;
        std::vector<views::Drawing> drawings;
        for (const auto& asked : {dense, experts})
            drawings.push_back(views::draw(*views::find("domain-gain"), {*test::shipped_answers(), asked}));
        for (const views::Drawing& drawing : drawings)
            for (const figures::Panel& panel : drawing.figure.as<figures::Plot>()->panels)
                drawn.push_back(&panel.series[1]);
        QFile file(PROJECT "/resources/help/domain.md");
        QVERIFY(file.open(QIODevice::ReadOnly));
        int rows = 0;
        for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
            QStringList cells = line.split('|', Qt::SkipEmptyParts);
            const double gpus = cells.isEmpty() ? 0 : QString(cells[0]).remove(',').trimmed().toDouble();
            if (cells.size() != 5 || gpus < 1024)
                continue;
            ++rows;
            for (std::size_t column = 0; column < drawn.size(); ++column) {
                QString cell = cells[qsizetype(column) + 1].section('(', 0, 0).remove('%').trimmed();
                cell.replace(QChar(0x2212), '-');
                const auto at = std::ranges::find(drawn[column]->x, gpus) - drawn[column]->x.begin();
                const double now = 100 * drawn[column]->y.at(std::size_t(at));
                QVERIFY2(std::abs(cell.toDouble() - now) <= 0.5, qPrintable(QString("%1 is %2").arg(line).arg(now)));
            }
        }
        QCOMPARE(rows, 5);
    }

    void measured_pairs_are_their_rows()
    {
        const auto pairs = evidence::read_claims(test::shipped().folders).domain_pairs;
        QCOMPARE(pairs.size(), std::size_t(10));
        const auto& rows = test::shipped_evidence().sample.rows;
        for (const evidence::DomainPair& pair : pairs) {
            const auto comma = pair.source.find(", ");
            const auto& wide = rows.at(test::run_called(pair.source.substr(0, comma)));
            const auto& narrow = rows.at(test::run_called(pair.source.substr(comma + 2)));
            const double ratio = *wide.measured_tokens_per_s_per_gpu() / *narrow.measured_tokens_per_s_per_gpu();
            QVERIFY2(std::abs(ratio / pair.ratio - 1) < 1e-3, pair.source.c_str());
        }
    }

    /// The page of help says what each explanation says, in the order of the file behind the shipped one.
    void the_page_of_help_says_what_each_says()
    {
        QFile file(PROJECT "/resources/help/domain.md");
        QVERIFY(file.open(QIODevice::ReadOnly));
        QStringList told;
        for (const QString& line : QString::fromUtf8(file.readAll()).split('\n'))
            if (!told.isEmpty() && !line.startsWith('|'))
                break;
            else if (!told.isEmpty() || line.startsWith("| in place of"))
                told << line;
        std::vector<evidence::Difference> found;
        for (const char* gpus : {"2048", "16384"}) {
            const Scenario small = test::changed(test::weak_scaling(gpus), "nvlink_domain", "8");
            found.push_back(between(test::changed(small, "nvlink_domain", "72"), small));
        }
        QCOMPARE(told.size(), qsizetype(3 + error().alternatives.size()));
        for (std::size_t row = 0; row <= error().alternatives.size(); ++row)
            for (std::size_t column = 0; column < found.size(); ++column) {
                const double ratio = row == 0 ? found[column].ratio : found[column].otherwise.at(row - 1).second;
                QString cell = told[qsizetype(row) + 2].split('|')[qsizetype(column) + 2].trimmed().remove(" %");
                cell.replace(QChar(0x2212), '-');
                QVERIFY2(std::abs(cell.toDouble() - 100 * (ratio - 1)) < 0.051,
                         qPrintable(QString("%1 is %2").arg(cell).arg(100 * (ratio - 1))));
            }
    }

    /// Where the question says itself what would be other, and where the software has another explanation.
    void what_is_said_is_not_explained_otherwise()
    {
        const Scenario one = test::weak_scaling("2048");
        const auto explained = [&](const Scenario& scenario) {
            return std::ranges::count_if(error().alternatives, [&](const auto& alternative) {
                return evidence::explained_by(alternative, scenario).has_value();
            });
        };
        QCOMPARE(explained(one), 3);
        QCOMPARE(explained(test::changed(one, "ll128_across_hosts", "on")), 2);
        QCOMPARE(explained(test::changed(one, "latency_factor", "2")), 0);
        QCOMPARE(explained(test::changed(one, "stack", "megatron_core_2024")), 0);
    }
};

PLATEAU_TEST(TestDifference)

} // namespace tst_difference

#include "tst_difference.moc"
