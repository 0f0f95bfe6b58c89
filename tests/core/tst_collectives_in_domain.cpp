// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <map>

#include "core/physics/collectives/placement.h"
#include "table.h"

namespace tst_collectives_in_domain {

using namespace plateau::collectives;
using plateau::catalog::Accelerator;

namespace {

Operation operation(const std::string& name)
{
    if (name == "all_gather")
        return Operation::AllGather;
    if (name == "reduce_scatter")
        return Operation::ReduceScatter;
    return name == "all_reduce" ? Operation::AllReduce : Operation::AllToAll;
}

/// One host launch overhead per table: NCCL's was captured in a graph, XLA's dispatch is in its times.
double launch_seconds(const std::string& measured_by) { return measured_by == "xla" ? 17e-6 : 0; }

using Errors = std::map<std::string, std::vector<double>>;

/// Relative errors by "table accelerator collective".
const Errors& errors()
{
    static const Errors all = [] {
        Errors result;
        const plateau::files::CsvTable rows = table::read("collectives_one_domain.csv");
        for (std::size_t row = 0; row < rows.rows.size(); ++row) {
            const std::string& measured_by = rows.cell(row, "table");
            const Accelerator& accelerator = table::accelerator(rows.cell(row, "accelerator"));
            const Placement placement{.ranks = table::number(rows, row, "ranks"),
                                      .usable = accelerator.tiers.front().domain_size};
            plateau::catalog::Transport transport = accelerator.transport;
            transport.launch_seconds = launch_seconds(measured_by);
            const std::string& collective_name = rows.cell(row, "collective");
            const Cost cost = collective(operation(collective_name), place(accelerator.tiers, placement), transport,
                                         table::number(rows, row, "bytes"));
            const double measured = 1e-6 * table::number(rows, row, "time_us");
            result[measured_by + " " + accelerator.id + " " + collective_name].push_back(cost.seconds / measured - 1);
        }
        return result;
    }();
    return all;
}

} // namespace

/// Collectives inside one scale-up domain against two published tables, from 1 MiB up. The transports and the launch
/// overhead were fitted to these rows: this guards the fit and predicts nothing.
class TestCollectivesInDomain : public QObject {
    Q_OBJECT

private slots:
    void median_data()
    {
        QTest::addColumn<QString>("key");
        for (const auto& entry : errors())
            QTest::addRow("%s", entry.first.c_str()) << QString::fromStdString(entry.first);
        QCOMPARE(errors().size(), std::size_t(40));
    }

    void median()
    {
        QFETCH(QString, key);
        const std::vector<double>& signed_errors = errors().at(key.toStdString());
        std::vector<double> absolute;
        for (const double error : signed_errors)
            absolute.push_back(std::abs(error));
        const double median = table::quantile(absolute, 0.5);
        qInfo("%-36s %4zu rows: median %4.1f %%, p90 %4.1f %%, bias %+5.1f %%", qPrintable(key), absolute.size(),
              100 * median, 100 * table::quantile(absolute, 0.9), 100 * table::quantile(signed_errors, 0.5));
        QVERIFY(median <= 0.10);
    }
};

PLATEAU_TEST(TestCollectivesInDomain)

} // namespace tst_collectives_in_domain

#include "tst_collectives_in_domain.moc"
