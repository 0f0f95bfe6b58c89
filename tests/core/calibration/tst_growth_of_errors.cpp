// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "core/calibration/cross_validation.h"
#include "core/evidence/alike.h"
#include "core/evidence/known.h"
#include "tests/core/sample_scenarios.h"
#include "tests/core/shipped_answers.h"
#include "tests/samples.h"

namespace tst_growth_of_errors {

using namespace plateau;
using namespace plateau::evidence;

/// How errors grow with the distance to measured runs, with constants fitted on the other sources.
class GrowthOfErrors : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (test::sanitized > 1)
            QSKIP("tst_pooled_fit fits under sanitizers, to fewer runs");
        runs_ = std::make_shared<const Evidence>(read_evidence(test::shipped()));
        claims_ = read_claims(test::shipped().folders);
        steps_ = KnownSteps(runs_, claims_.reach);
    }

    /// The growth in reach.yaml is that of the errors of runs whose source was left out. Here of every fifth run, with
    /// constants fitted on those alone; on all of them: the source of reach.yaml.
    void errors_grow_with_the_distance_as_the_preset_says()
    {
        std::vector<std::size_t> rows;
        Sample sample;
        for (std::size_t i = 0; i < runs_->sample.rows.size(); i += 5) {
            rows.push_back(i);
            sample.rows.push_back(runs_->sample.rows[i]);
            sample.cases.push_back(runs_->sample.cases[i]);
        }
        const auto predictions = leave_out(test::shipped(), sample);
        struct Miss {
            double distance = 0;
            double error = 0; ///< ln(predicted / measured)
            double variance = 0; ///< that the preset gives it
        };
        std::vector<Miss> misses;
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const std::size_t i = rows[k];
            const Row& row = runs_->sample.rows[i];
            if (!is_timed(runs_->sample, i))
                continue;
            std::vector<bool> hidden(runs_->sample.rows.size());
            for (std::size_t j = 0; j < hidden.size(); ++j)
                hidden[j] = runs_->sample.rows[j].source == row.source;
            const Nearest nearest = steps_
                                        .nearest(runs_->sample.cases[i].posed.scenario,
                                                 std::span(&runs_->predictions[i].parts, 1), *workspace_, hidden)
                                        .front();
            if (!nearest.run.empty())
                misses.push_back({nearest.distance.total(),
                                  std::log(predictions[k].step_seconds / *row.measured_step_seconds()),
                                  nearest.variance + std::pow(claims_.reach.distance_scatter, 2)});
        }
        QVERIFY(misses.size() > 150);
        const auto held = std::count_if(misses.begin(), misses.end(), [](const Miss& miss) {
            return std::abs(miss.error) <= eight_in_ten * std::sqrt(miss.variance);
        });
        const double share = double(held) / double(misses.size());
        QVERIFY2(share > 0.72 && share < 0.9, qPrintable(QString::number(share)));
        /// Root mean square, as measured and as the preset says.
        const auto spread = [&](double from, double to) {
            double measured = 0;
            double said = 0;
            for (const Miss& miss : misses)
                if (miss.distance >= from && miss.distance < to) {
                    measured += miss.error * miss.error;
                    said += miss.variance;
                }
            return std::pair(std::sqrt(measured), std::sqrt(said));
        };
        /// How much more the preset may say than is measured: beyond 1.2 nearly all runs are
        /// one program's, waiting for its host, and larger clusters have none.
        const double cautious[] = {1.5, 1.5, 5};
        const std::pair<double, double> ranges[] = {{0.0, 0.6}, {0.6, 1.2}, {1.2, 4.0}};
        for (std::size_t i = 0; i < std::size(ranges); ++i) {
            const auto [measured, said] = spread(ranges[i].first, ranges[i].second);
            const QString seen = QStringLiteral("%1: %2, %3").arg(ranges[i].first).arg(measured).arg(said);
            QVERIFY2(measured < 1.5 * said, qPrintable(seen));
            if (i == 1)
                QEXPECT_FAIL("", "more: tables of mid-2026 are doubted by more, for their fabrics, than they miss by",
                             Continue);
            QVERIFY2(said < cautious[i] * measured, qPrintable(seen));
        }
    }

private:
    std::shared_ptr<const Evidence> runs_;
    Claims claims_;
    KnownSteps steps_;
    WorkspacePointer workspace_ = make_workspace();
};

PLATEAU_TEST(GrowthOfErrors)

} // namespace tst_growth_of_errors

#include "tst_growth_of_errors.moc"
