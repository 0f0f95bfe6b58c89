// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/evidence/cell.h"
#include "core/evidence/row.h"

namespace tst_evidence_cells {

using namespace plateau::evidence;

class EvidenceCells : public QObject {
    Q_OBJECT
private slots:
    void leading_words_data()
    {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("word");
        QTest::newRow("bracket") << "yes(SDPA)"
                                 << "yes";
        QTest::newRow("slash") << "fp16/bf16"
                               << "fp16";
        QTest::newRow("blank") << "ZeRO-1 hybrid(shard group 8)"
                               << "zero-1";
        QTest::newRow("key") << "selective, layers=4"
                             << "selective";
        QTest::newRow("padded") << "  FULL ;x"
                                << "full";
        QTest::newRow("empty") << ""
                               << "";
    }
    void leading_words()
    {
        QFETCH(QString, cell);
        QFETCH(QString, word);
        QCOMPARE(QString::fromStdString(leading_word(cell.toStdString())), word);
    }

    void leading_numbers_data()
    {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<bool>("any");
        QTest::addColumn<double>("number");
        QTest::newRow("plain") << "47.0" << true << 47.0;
        QTest::newRow("grouped") << "2,048" << true << 2048.0;
        QTest::newRow("two numbers") << "8,16" << true << 8.0;
        QTest::newRow("about") << "~ 12 GB" << true << 12.0;
        QTest::newRow("thousand") << "8k" << true << 8000.0;
        QTest::newRow("unit is no suffix") << "8 kB" << true << 8.0;
        QTest::newRow("exponent") << "1.5e3x" << true << 1500.0;
        QTest::newRow("words") << "n/a" << false << 0.0;
        QTest::newRow("overflow") << "1e999" << false << 0.0;
        QTest::newRow("lone sign") << "-" << false << 0.0;
    }
    void leading_numbers()
    {
        QFETCH(QString, cell);
        QFETCH(bool, any);
        QFETCH(double, number);
        const std::optional<double> read = leading_number(cell.toStdString());
        QCOMPARE(read.has_value(), any);
        if (any)
            QCOMPARE(*read, number);
    }

    void facts_are_keys_with_values()
    {
        const Facts facts = key_values("section 'x'; mp_mode=PURE; grad_accum = 4; MFU=(6N)/peak; =3; k=");
        QCOMPARE(facts.at("mp_mode"), std::string("PURE"));
        QCOMPARE(facts.at("grad_accum"), std::string("4"));
        QCOMPARE(facts.count(""), size_t(0));
        QCOMPARE(facts.count("k"), size_t(0));
    }

    void numbers_stand_behind_phrases()
    {
        QCOMPARE(*number_after("sharding degree 8; grad accum 128", "grad_accum"), 128.0);
        QCOMPARE(*number_after("default GAS 44; H800", "gas"), 44.0);
        QVERIFY(!number_after("megagas 4", "gas"));
        QVERIFY(!number_after("gas", "gas"));
        QCOMPARE(*number_before("HBM2e 2.4 TB/s, 500 W power limit", "TB/s"), 2.4);
        QCOMPARE(*number_before("H100-SXM-96GB(HBM2e,500W)", "W"), 500.0);
    }

    void empty_and_odd_cells_are_not_set()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("rows.csv");
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(
            "id,gpu,n_gpus,layers,seq_parallel,tp,oom,nic_gbps_per_gpu,memory_gb,tokens_per_s_per_gpu,global_batch_"
            "seqs,seq,notes\n"
            "a,\"H100-SXM-96GB(HBM2e,500W)\",8,,maybe,99999,OOM,400,nan?,1000,16,4096,reduce_dtype=fp32\n"
            "b,,-3,1e400,no,~4,no,,70.5,,,,\n");
        out.close();
        const auto rows = read_rows(path.toStdString());
        QVERIFY(rows.has_value());
        QCOMPARE(rows->size(), size_t(2));
        const Row& a = rows->front();
        QVERIFY(!a.layers && !a.stated<&plateau::Plan::sequence_parallel>() && !a.stated<&plateau::Plan::tp>()
                && !a.memory_bytes);
        QCOMPARE(*a.oom, true);
        QCOMPARE(*a.nic_bytes_per_s, 50e9);
        QCOMPARE(a.facts.at("reduce_dtype"), std::string("fp32"));
        QCOMPARE(*a.measured_step_seconds(), 16 * 4096 / 8000.0);
        const Row& b = rows->back();
        QVERIFY(!b.gpus && !b.layers && b.gpu.empty());
        QCOMPARE(*b.stated<&plateau::Plan::sequence_parallel>(), 0);
        QCOMPARE(*b.stated<&plateau::Plan::tp>(), 4);
        QCOMPARE(*b.memory_bytes, 70.5e9);
    }

    void only_what_its_use_allows_is_measured_data()
    {
        QTest::addColumn<QByteArray>("use");
        QTest::addColumn<bool>("time");
        QTest::addColumn<bool>("memory");
        QTest::addColumn<bool>("power");
        QTest::addColumn<bool>("excluded");
        QTest::newRow("all") << QByteArray() << true << true << true << false;
        QTest::newRow("time") << QByteArray("time") << true << true << true << false;
        QTest::newRow("memory") << QByteArray("memory") << false << true << true << false;
        QTest::newRow("power") << QByteArray("power") << false << false << true << false;
        QTest::newRow("secondary") << QByteArray("secondary") << true << true << true << true;
        QTest::newRow("exclude") << QByteArray("exclude") << true << true << true << true;
    }

    void only_what_its_use_allows_is_measured()
    {
        QFETCH(QByteArray, use);
        QFETCH(bool, time);
        QFETCH(bool, memory);
        QFETCH(bool, power);
        QFETCH(bool, excluded);
        QTemporaryDir folder;
        const QString path = folder.filePath("rows.csv");
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("id,gpu,n_gpus,seq,global_batch_seqs,step_time_s,memory_gb,oom,power_w,use\n"
                  "a,H100-SXM-80GB,8,4096,16,2,60,no,9000,"
                  + use + '\n');
        out.close();
        const auto rows = read_rows(path.toStdString());
        QVERIFY(rows.has_value());
        const Row& row = rows->front();
        QCOMPARE(row.measured_step_seconds().has_value(), time);
        QCOMPARE(row.memory_bytes.has_value(), memory);
        QCOMPARE(row.oom.has_value(), memory);
        QCOMPARE(row.node_watts.has_value(), power);
        QCOMPARE(row.excluded, excluded);
    }

    void fabrics_are_read_data()
    {
        QTest::addColumn<QString>("cells");
        QTest::addColumn<QString>("fabric");
        QTest::newRow("column") << "roce,InfiniBand in the next hall"
                                << "roce";
        QTest::newRow("written out") << "EFA v3,"
                                     << "efa";
        QTest::newRow("note") << ",net: Ethernet(RoCEv2)"
                              << "roce";
        QTest::newRow("two of them") << ",EFA or InfiniBand"
                                     << "";
        QTest::newRow("inside a word") << ",the default network"
                                       << "";
    }
    void fabrics_are_read()
    {
        QFETCH(QString, cells);
        QFETCH(QString, fabric);
        QTemporaryDir folder;
        const QString path = folder.filePath("rows.csv");
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("id,gpu,n_gpus,fabric,notes\na,H100,16," + cells.toUtf8() + "\n");
        out.close();
        const auto rows = read_rows(path.toStdString());
        QVERIFY(rows.has_value());
        const auto found = rows->front().fabric;
        QCOMPARE(QString(found ? plateau::name(*found) : ""), fabric);
    }

    void a_table_without_gpu_column_is_refused()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("rows.csv");
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write("id,n_gpus\na,8\n");
        out.close();
        const auto rows = read_rows(path.toStdString());
        QVERIFY(!rows.has_value());
        QVERIFY(plateau::english(rows.error()).find("gpu") != std::string::npos);
    }
};

PLATEAU_TEST(EvidenceCells)

} // namespace tst_evidence_cells

#include "tst_evidence_cells.moc"
