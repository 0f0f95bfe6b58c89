// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <map>

#include "core/physics/kernels/kernels.h"
#include "table.h"

namespace tst_gemm_table {

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
    void training_shapes_data()
    {
        QTest::addColumn<QString>("id");
        for (const auto& entry : errors())
            QTest::addRow("%s", entry.first.c_str()) << QString::fromStdString(entry.first);
        QCOMPARE(errors().size(), std::size_t(6));
    }

    void training_shapes()
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

    void products_of_experts_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("efficiency"); // of the host's plain products of more than 4096^3: it is a slow B200
        QTest::newRow("b200") << "b200" << 0.48;
        QTest::newRow("a100_pcie_80") << "a100_pcie_80" << 0.74;
    }

    /// Products of 128 to 9,832 rows per expert; without a least time of each the B200's median error is 12 %.
    void products_of_experts()
    {
        QFETCH(QString, id);
        QFETCH(double, efficiency);
        AcceleratorRates rates = device(table::accelerator(id.toStdString()));
        rates.gemm_efficiency = efficiency;
        const plateau::files::CsvTable rows = table::read("grouped_products.csv");
        std::vector<double> errors;
        for (std::size_t row = 0; row < rows.rows.size(); ++row) {
            if (rows.cell(row, "accelerator") != id.toStdString())
                continue;
            const auto cell = [&](const char* column) { return table::number(rows, row, column); };
            const double flop = 2 * cell("groups") * cell("m") * cell("n") * cell("k");
            const double measured = flop / (cell("share_of_peak") * rates.peak_flops);
            const double predicted
                = plateau::kernels::grouped_gemm_seconds(rates, cell("groups"), cell("m"), cell("n"), cell("k"),
                                                         table::shipped().physics->values.expert_product_seconds);
            errors.push_back(std::abs(predicted / measured - 1));
        }
        QVERIFY(errors.size() >= 8);
        qInfo("%-12s %zu grouped products: median %4.1f %%, p90 %4.1f %%", qPrintable(id), errors.size(),
              100 * table::quantile(errors, 0.5), 100 * table::quantile(errors, 0.9));
        QVERIFY(table::quantile(errors, 0.5) <= 0.09);
        QVERIFY(table::quantile(errors, 0.9) <= 0.25);
    }
};

PLATEAU_TEST(TestGemmTable)

} // namespace tst_gemm_table

#include "tst_gemm_table.moc"
