// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>

#include "limits_exhaustive.h"
#include "limits_settings.h"

namespace tst_limits_sweeps {

using namespace plateau::limits;

namespace {

bool near(double a, double b, double relative) { return std::abs(a - b) <= relative * std::abs(b); }

std::string name(const published::Row& row) { return row.run() + " " + row.setting() + " " + row.cell.at("d_model"); }

bool same_degrees(const Layout& a, const Layout& b)
{
    return a.dp == b.dp && a.tp_model == b.tp_model && a.tp_ff == b.tp_ff && a.pp == b.pp && a.ep == b.ep
        && a.interleaving == b.interleaving && a.microbatches == b.microbatches;
}

void add_rows(const std::vector<published::Row>& rows)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::newRow(name(rows[i]).c_str()) << static_cast<int>(i);
}

} // namespace

/// The 618 points that the authors' own code computes.
class LimitsSweeps : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        rows_ = published::rows(std::string(TEST_DATA) + "/limits/erdil_sweeps.csv");
        QCOMPARE(rows_.size(), std::size_t(618));
    }

    void model_data();

    void model()
    {
        QFETCH(int, index);
        const published::Row& row = rows_[index];
        const Question question = published::question(row.run(), row.setting());
        const Model model = model_of_width(question.rules, row.number("d_model"));
        QCOMPARE(model.blocks, row.number("L"));
        QCOMPARE(model.experts, row.number("sparsity"));
        QCOMPARE(model.batch_tokens, row.number("batch_tok"));
        QVERIFY(near(model.parameters(), row.number("N_param"), 1e-12));
        QVERIFY(near(model.training_flop, row.number("C"), 1e-12));
    }

    void point_data();

    void point()
    {
        QFETCH(int, index);
        const published::Row& row = rows_[index];
        const Question question = published::question(row.run(), row.setting());
        const Point found = point_at_width(question, row.number("d_model"));
        QVERIFY(found.feasible);
        QCOMPARE(found.devices, row.number("N"));
        QVERIFY2(near(found.utilization, row.number("util"), 1e-9),
                 qPrintable(QString("%1 %2").arg(found.utilization, 0, 'g', 17).arg(row.number("util"), 0, 'g', 17)));
        QVERIFY(near(found.run_seconds / published::month_seconds, row.number("months"), 1e-9));
        const Layout theirs = row.layout();
        if (same_degrees(found.layout, theirs))
            return;
        // Another layout is only right where the optimum is not unique: theirs takes exactly as long.
        const StepTime time = step_time(question.machine, found.model, theirs);
        QVERIFY2(near(time.step_seconds, found.time.step_seconds, 1e-12), "different degrees, different step time");
    }

    void traffic()
    {
        for (const published::Row& row : rows_) {
            const Question question = published::question(row.run(), row.setting());
            const Model model = model_of_width(question.rules, row.number("d_model"));
            const StepTime time = step_time(question.machine, model, row.layout());
            const double months = model.steps() / published::month_seconds;
            const std::string where = name(row);
            QVERIFY2(near(time.traffic.tensor.seconds * months, row.number("tp_mo"), 1e-9), where.c_str());
            QVERIFY2(near(time.traffic.data.seconds * months, row.number("dp_mo"), 1e-9), where.c_str());
            QVERIFY2(near(time.traffic.point.seconds * months, row.number("pp_mo"), 1e-9), where.c_str());
            QVERIFY2(near(time.traffic.latency_seconds() * months, row.number("lat_mo"), 1e-9), where.c_str());
            const double sum = time.matmul_seconds + time.exposed_traffic_seconds + time.bubble_seconds
                + time.latency_seconds + time.data_seconds;
            QVERIFY2(near(sum, time.step_seconds, 1e-12), where.c_str());
        }
    }

    void curve_ends_where_theirs_ends()
    {
        std::map<std::pair<std::string, std::string>, std::vector<double>> settings;
        for (const published::Row& row : rows_)
            settings[{row.run(), row.setting()}].push_back(row.number("d_model"));
        QCOMPARE(settings.size(), std::size_t(19));
        for (const auto& [setting, widths] : settings) {
            const std::vector<Point> points = curve(published::question(setting.first, setting.second));
            std::vector<double> feasible;
            for (const Point& point : points)
                if (point.feasible)
                    feasible.push_back(point.model.width);
            QVERIFY2(feasible == widths, (setting.first + " " + setting.second).c_str());
        }
    }

    void bounded_search_finds_what_every_layout_finds_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < rows_.size(); i += 13)
            QTest::newRow(name(rows_[i]).c_str()) << static_cast<int>(i);
    }

    void bounded_search_finds_what_every_layout_finds()
    {
        QFETCH(int, index);
        const published::Row& row = rows_[index];
        Question question = published::question(row.run(), row.setting());
        ModelAssumptions& assumptions = question.machine.assumptions;
        assumptions.overlap_tensor = index % 2 == 0;
        assumptions.overlap_data = index % 3 == 0;
        assumptions.interleaving = index % 5 != 0;
        assumptions.zero_bubble = index % 7 != 0;
        assumptions.count_zero_bubble_latency = index % 4 == 0;
        assumptions.count_activations = index % 3 == 1;
        assumptions.shard_weights = index % 5 == 1;
        assumptions.all_reduce_latency = index % 2 == 0 ? AllReduceLatency::Constant : AllReduceLatency::Tree;
        if (question.machine.network.count == 2 && index % 2 == 0) {
            question.machine.network.count = 3;
            question.machine.network.levels[2] = question.machine.network.levels[1];
            question.machine.network.levels[1] = {4, 3e11, 2e-6};
        }
        const Model model = model_of_width(question.rules, row.number("d_model"));
        const auto every = best_layout_exhaustive(question.machine, model, row.number("N"));
        Search search(question.machine, model);
        const auto bounded = search.best_layout(row.number("N"));
        QCOMPARE(bounded.has_value(), every.has_value());
        if (!every)
            return;
        QVERIFY(near(bounded->step_seconds, every->step_seconds, 1e-12));
        QVERIFY(near(bounded->traffic_seconds, every->traffic_seconds, 1e-9));
        QVERIFY(same_degrees(bounded->layout, every->layout));
        QVERIFY(!search.best_layout(row.number("N"), every->step_seconds * (1 - 1e-9)));
    }

private:
    std::vector<published::Row> rows_;
};

void LimitsSweeps::model_data() { add_rows(rows_); }

void LimitsSweeps::point_data() { add_rows(rows_); }

PLATEAU_TEST(LimitsSweeps)

} // namespace tst_limits_sweeps

#include "tst_limits_sweeps.moc"
