// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>

#include "core/answers/curve_points.h"
#include "core/files/csv.h"
#include "core/model/estimate.h"
#include "sample_scenarios.h"

namespace tst_kept_numbers {

using namespace plateau;

namespace {

struct KeptNumber {
    const char* column;
    double (*value)(const Parts&);
};

const KeptNumber kept_numbers[] = {
    {"step_time_s", [](const Parts& parts) { return parts.step_seconds; }},
    {"memory_bytes_per_gpu", [](const Parts& parts) { return parts.memory_bytes; }},
    {"host_bytes_per_gpu", [](const Parts& parts) { return parts.host_bytes; }},
    {"power_w_per_gpu", [](const Parts& parts) { return parts.power_watts; }},
    {"facility_power_w", [](const Parts& parts) { return parts.facility_watts; }},
    {"usd_per_million_tokens", [](const Parts& parts) { return parts.usd_per_million_tokens; }},
    {"goodput", [](const Parts& parts) { return parts.goodput; }},
    {"mfu", [](const Parts& parts) { return parts.mfu(); }},
    {"hfu", [](const Parts& parts) { return parts.hfu(); }},
    {"communication_busy_fraction", [](const Parts& parts) { return parts.communication_busy_fraction(); }},
    {"bubble_fraction", [](const Parts& parts) { return parts.bubble_fraction(); }},
};

const files::CsvTable& kept()
{
    static const files::CsvTable table = [] {
        auto read = files::read_csv(std::string(TEST_DATA) + "/kept_estimates.csv");
        if (!read)
            qFatal("%s", english(read.error()).c_str());
        return *read;
    }();
    return table;
}

Scenario question(std::size_t row)
{
    const auto scenario = find_scenario(test::shipped(), kept().cell(row, "scenario"));
    if (!scenario)
        qFatal("%s", english(scenario.error()).c_str());
    Scenario result = *scenario;
    const QString settings = QString::fromStdString(kept().cell(row, "settings"));
    for (const QString& setting : settings.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        result = test::changed(result, setting.section(QLatin1Char('='), 0, 0).toStdString(),
                               setting.section(QLatin1Char('='), 1).toStdString());
    return result;
}

bool near(double value, double expected) { return std::abs(value - expected) <= 1e-9 * std::abs(expected); }

} // namespace

/// Numbers that stay as they are until a formula or a constant is changed on purpose. They say nothing about being
/// right; other tests hold the formulas to hand calculations and to published runs.
class KeptNumbers : public QObject {
    Q_OBJECT

private slots:
    void estimates_stay_data()
    {
        QTest::addColumn<int>("row");
        for (std::size_t row = 0; row < kept().rows.size(); ++row)
            QTest::newRow(kept().cell(row, "name").c_str()) << int(row);
    }

    void estimates_stay()
    {
        QFETCH(int, row);
        const Parts parts = estimate(question(std::size_t(row))).parts;
        QString now;
        bool same = kept().cell(std::size_t(row), "verdict") == name(parts.verdict);
        for (const KeptNumber& number : kept_numbers) {
            const double value = number.value(parts);
            same = same && near(value, std::stod(kept().cell(std::size_t(row), number.column)));
            now += QString::number(value, 'g', 17) + QLatin1Char(',');
        }
        QVERIFY2(same, qPrintable(QStringLiteral("now ") + now + QLatin1String(name(parts.verdict))));
    }

    /// What fits is tight where it leaves less than the head room: a tenth.
    void tight_begins_at_the_head_room()
    {
        Scenario question = test::weak_scaling("64");
        const double needed = estimate(question).parts.memory_bytes;
        const auto verdict = [&](double share) {
            question.cluster.accelerator.memory_bytes = needed / share / question.cluster.accelerator.visible_memory;
            return estimate(question).parts.verdict;
        };
        QCOMPARE(verdict(0.89), Verdict::Fits);
        QCOMPARE(verdict(0.91), Verdict::Tight);
        QCOMPARE(verdict(1.01), Verdict::DoesNotFit);
    }

    /// The band of a curve without runs of one's own, from the ranges of the stack's constants.
    void the_band_of_weak_scaling_stays()
    {
        const WorkspacePointer workspace = make_workspace();
        const auto band
            = answers::throughput_band(test::weak_scaling("128"), std::vector<double>{128, 2048}, *workspace);
        QCOMPARE(band.size(), std::size_t(2));
        const double expected[2][2] = {{0.845530925731, 1.1455583582}, {0.806704512107, 1.40241796494}};
        for (int i = 0; i < 2; ++i) {
            const QString now = QStringLiteral("%1 %2").arg(band[i].low, 0, 'g', 12).arg(band[i].high, 0, 'g', 12);
            QVERIFY2(near(band[i].low, expected[i][0]) && near(band[i].high, expected[i][1]), qPrintable(now));
        }
    }
};

PLATEAU_TEST(KeptNumbers)

} // namespace tst_kept_numbers

#include "tst_kept_numbers.moc"
