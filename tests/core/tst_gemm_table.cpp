// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <map>

#include "core/kernels/kernels.h"
#include "table.h"

using plateau::catalog::Accelerator;
using plateau::catalog::Precision;
using plateau::kernels::AcceleratorRates;

namespace {

AcceleratorRates device(const Accelerator& accelerator)
{
    return {.peak_flops = accelerator.peak_flops[int(Precision::Bf16)],
            .memory_bytes_per_s = accelerator.memory_bytes_per_s,
            .gemm_floor_seconds = accelerator.gemm.floor_seconds,
            .gemm_efficiency = accelerator.gemm.efficiency,
            .gemm_memory_fraction = accelerator.gemm.memory_fraction,
            .gemm_long_loss = accelerator.gemm.long_kernel_loss,
            .long_kernel_seconds = table::shipped().physics->values.long_kernel_seconds};
}

using Errors = std::map<std::string, std::vector<double>>;

const Errors& errors()
{
    static const Errors all = [] {
        Errors result;
        const plateau::files::CsvTable rows = table::read("gemm_bf16_training_shapes.csv");
        for (std::size_t row = 0; row < rows.rows.size(); ++row) {
            const std::string& id = rows.cell(row, "accelerator");
            const double predicted
                = plateau::kernels::gemm_seconds(device(table::accelerator(id)), table::number(rows, row, "m"),
                                                 table::number(rows, row, "n"), table::number(rows, row, "k"));
            result[id].push_back(predicted / (1e-6 * table::number(rows, row, "time_us")) - 1);
        }
        return result;
    }();
    return all;
}

} // namespace

/// Matrix products of training shapes against published times, per accelerator.
class TestGemmTable : public QObject {
    Q_OBJECT

private slots:
    void training_shapes_data();
    void training_shapes();
};

void TestGemmTable::training_shapes_data()
{
    QTest::addColumn<QString>("id");
    for (const auto& entry : errors())
        QTest::addRow("%s", entry.first.c_str()) << QString::fromStdString(entry.first);
    QCOMPARE(errors().size(), std::size_t(6));
}

void TestGemmTable::training_shapes()
{
    QFETCH(QString, id);
    const std::vector<double>& signed_errors = errors().at(id.toStdString());
    std::vector<double> absolute;
    for (const double error : signed_errors)
        absolute.push_back(std::abs(error));
    const double median = table::quantile(absolute, 0.5);
    const double p90 = table::quantile(absolute, 0.9);
    qInfo("%-12s %4zu products: median %4.1f %%, p90 %4.1f %%, bias %+5.1f %%", qPrintable(id), absolute.size(),
          100 * median, 100 * p90, 100 * table::quantile(signed_errors, 0.5));
    QVERIFY(median <= 0.06);
    QVERIFY(p90 <= 0.15);
}

PLATEAU_TEST(TestGemmTable)
#include "tst_gemm_table.moc"
