// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>

#include "plateau_process.h"

/// `plateau limits` as scripts use it.
class LimitsCommand : public QObject {
    Q_OBJECT
private slots:
    void rows_and_landmarks();
    void other_compute();
    void settings();
    void csv();
    void errors_data();
    void errors();
    void no_answer();
    void figures_data();
    void figures();
    void keys_and_figures_are_in_the_catalog();
};

namespace {

bool near(double a, double b, double relative) { return std::abs(a - b) <= relative * std::abs(b); }

} // namespace

void LimitsCommand::rows_and_landmarks()
{
    const PlateauRun run = run_plateau("limits limits-h100-dense --json");
    QCOMPARE(run.status, 0);
    const QJsonArray rows = run.json()["rows"].toArray();
    QCOMPARE(rows.size(), 31);
    const QJsonObject row = rows[16].toObject();
    QCOMPARE(row["d_model"].toInt(), 57344);
    QVERIFY(near(row["training_flop"].toDouble(), 3.4015205776110054e28, 1e-12));
    QVERIFY(near(row["utilization"].toDouble(), 0.6189407780093249, 1e-9));
    QCOMPARE(row["gpus"].toDouble(), 8388608.0);
    QCOMPARE(row["layers"].toInt(), 640);
    QCOMPARE(row["batch_tokens"].toInt(), 29360128);
    QCOMPARE(row["dp"].toInt() * row["tp_model"].toInt() * row["tp_ff"].toInt() * row["pp"].toInt() * row["ep"].toInt(),
             8388608);
    QVERIFY(near(row["months"].toDouble(), 2.519235073086206, 1e-9));
    for (const char* key : {"parameters", "interleaving", "microbatches"})
        QVERIFY2(row[key].isDouble(), key);
    const QJsonObject landmarks = run.json()["landmarks"].toObject();
    QVERIFY(near(landmarks["linear_scaling_end_flop"].toDouble(), 2.05e28, 0.005));
    QVERIFY(near(landmarks["linear_scaling_last_crossing_flop"].toDouble(), 1.34e29, 0.005));
    QVERIFY(near(landmarks["latency_wall_flop"].toDouble(), 2.71e31, 0.005));
    QVERIFY(near(landmarks["closed_form_linear_scaling_end_flop"].toDouble(), 1.92e28, 0.005));
    QVERIFY(near(landmarks["closed_form_latency_wall_flop"].toDouble(), 2.305e31, 0.005));
}

void LimitsCommand::other_compute()
{
    const PlateauRun run = run_plateau("limits limits-h100-dense --over training_flop=1e26..1e30/5 --json");
    QCOMPARE(run.status, 0);
    const QJsonArray rows = run.json()["rows"].toArray();
    QCOMPARE(rows.size(), 5);
    for (int i = 0; i < 5; ++i) {
        QVERIFY(near(rows[i].toObject()["training_flop"].toDouble(), std::pow(10, 26 + i), 1e-9));
        QVERIFY(rows[i].toObject()["d_model"].toInt() > 0);
    }
    QVERIFY(near(run.json()["landmarks"].toObject()["latency_wall_flop"].toDouble(), 2.71e31, 0.005));
}

void LimitsCommand::settings()
{
    const PlateauRun run = run_plateau("limits limits-h100-dense --set nvlink_domain=unlimited --json");
    QCOMPARE(run.status, 0);
    QVERIFY(near(run.json()["landmarks"].toObject()["linear_scaling_end_flop"].toDouble(), 4.07e29, 0.005));
}

void LimitsCommand::csv()
{
    const PlateauRun run = run_plateau("limits limits-a100-dense --csv - --quiet");
    QCOMPARE(run.status, 0);
    const QList<QByteArray> lines = run.output.trimmed().split('\n');
    QCOMPARE(lines.size(), 32);
    QVERIFY(lines[0].startsWith("training_flop,parameters,layers,d_model,"));
}

void LimitsCommand::errors_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("names");
    QTest::newRow("scenario") << QByteArray("limits limits-h100-dens") << QByteArray("limits-h100-dense");
    QTest::newRow("kind") << QByteArray("limits fernandez-weak-scaling") << QByteArray("kind: limits");
    QTest::newRow("key") << QByteArray("limits limits-h100-dense --set duratoin=3s") << QByteArray("duration");
    QTest::newRow("value") << QByteArray("limits limits-h100-dense --set batch_rule=x") << QByteArray("sixth_root");
    QTest::newRow("over") << QByteArray("limits limits-h100-dense --over gpus=1..8") << QByteArray("training_flop");
}

void LimitsCommand::errors()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, names);
    const PlateauRun run = run_plateau(line.constData());
    QCOMPARE(run.status, 2);
    QVERIFY(run.output.isEmpty());
    QVERIFY2(run.errors.contains(names), run.errors.constData());
}

void LimitsCommand::no_answer()
{
    const PlateauRun run = run_plateau("limits limits-h100-dense --set duration=1h --set d_model_from=262144 --json");
    QCOMPARE(run.status, 3);
    QCOMPARE(run.json()["fits"], QJsonValue(false));
    QVERIFY(!run.json()["reason"].toString().isEmpty());
    QVERIFY(run.json()["rows"].toArray().isEmpty());
    QVERIFY(run.json()["landmarks"].toObject()["latency_wall_flop"].isNull());
}

void LimitsCommand::figures_data()
{
    QTest::addColumn<QString>("figure");
    QTest::addColumn<QByteArray>("holds");
    QTest::newRow("the first unless told") << QString() << QByteArray("Utilization: H100, dense");
    QTest::newRow("curve") << QStringLiteral("limits") << QByteArray("Where a step goes: latency");
    QTest::newRow("cluster") << QStringLiteral("limits-cluster") << QByteArray("Cluster size: H100, dense");
    QTest::newRow("time") << QStringLiteral("limits-time") << QByteArray("Length of the run: H100, dense");
    QTest::newRow("cost") << QStringLiteral("limits-cost") << QByteArray("Cost of the run: H100, dense");
    QTest::newRow("closed forms") << QStringLiteral("limits-closed-forms") << QByteArray("T_crit");
}

void LimitsCommand::figures()
{
    QFETCH(QString, figure);
    QFETCH(QByteArray, holds);
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("figure.csv"));
    QStringList words{QStringLiteral("export"), QStringLiteral("limits-h100-dense"), QStringLiteral("--output"), file};
    if (!figure.isEmpty())
        words << QStringLiteral("--figure") << figure;
    const PlateauRun run = run_plateau(words);
    QVERIFY2(run.status == 0, run.errors.constData());
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray text = written.readAll();
    QVERIFY2(text.contains(holds), text.left(2000).constData());
    QVERIFY(text.contains("# scenario: kind: limits"));
    // The figure carries its question, and a figure of the other kind is refused by name.
    const PlateauRun again = run_plateau(QStringList{QStringLiteral("limits"), file, QStringLiteral("--json")});
    QCOMPARE(again.status, 0);
    QCOMPARE(again.json()["rows"].toArray().size(), 31);
    QCOMPARE(run_plateau(words + QStringList{QStringLiteral("--figure"), QStringLiteral("scaling")}).status, 2);
}

void LimitsCommand::keys_and_figures_are_in_the_catalog()
{
    const QJsonArray keys = run_plateau("catalog parameters --json").json()["parameters"].toArray();
    const auto holds = [&](const char* name, const char* kind) {
        return std::any_of(keys.begin(), keys.end(), [&](const QJsonValue& key) {
            return key["name"].toString() == QLatin1String(name) && key["kind"].toString() == QLatin1String(kind);
        });
    };
    QVERIFY(holds("gpus", "training"));
    QVERIFY(holds("batch_rule", "limits"));
    QVERIFY(!holds("batch_rule", "training"));
    const PlateauRun figures = run_plateau("catalog figures");
    QVERIFY(figures.output.contains("limits-closed-forms"));
}

QTEST_GUILESS_MAIN(LimitsCommand)
#include "tst_limits_command.moc"
