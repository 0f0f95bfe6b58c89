// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>

#include "plateau_process.h"

namespace tst_limits_command {

namespace {

bool near(double a, double b, double relative) { return std::abs(a - b) <= relative * std::abs(b); }

} // namespace

/// `plateau limits` as scripts use it.
class LimitsCommand : public QObject {
    Q_OBJECT
private slots:
    void one_run_is_answered_by_yes_or_no()
    {
        const QByteArray yes
            = run_plateau("limits limits-h100-dense --over training_flop=1e29").output.replace("\u00a0", " ");
        QVERIFY2(yes.startsWith("Yes: 1e29 FLOP can be done in 3 months on "), yes);
        const PlateauRun no = run_plateau("limits limits-h100-dense --over training_flop=1e32 --json");
        QVERIFY(no.json()[u"sentence"]
                    .toString()
                    .replace(QChar(0xa0), u' ')
                    .startsWith(QStringLiteral("No: 1e32 FLOP cannot be done in 3 months")));
    }

    void rows_and_landmarks()
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
        QCOMPARE(row["dp"].toInt() * row["tp_model"].toInt() * row["tp_ff"].toInt() * row["pp"].toInt()
                     * row["ep"].toInt(),
                 8388608);
        QVERIFY(near(row["months"].toDouble(), 2.519235073086206, 1e-9));
        for (const char* key : {"parameters", "interleaving", "micro_batches"})
            QVERIFY2(row[key].isDouble(), key);
        const QJsonObject landmarks = run.json()["landmarks"].toObject();
        QVERIFY(near(landmarks["linear_scaling_end_flop"].toDouble(), 2.05e28, 0.005));
        QVERIFY(near(landmarks["linear_scaling_last_crossing_flop"].toDouble(), 1.34e29, 0.005));
        QVERIFY(near(landmarks["latency_wall_flop"].toDouble(), 2.71e31, 0.005));
        QVERIFY(near(landmarks["closed_form_linear_scaling_end_flop"].toDouble(), 1.92e28, 0.005));
        QVERIFY(near(landmarks["closed_form_latency_wall_flop"].toDouble(), 2.305e31, 0.005));
    }

    void other_compute()
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

    void settings()
    {
        const PlateauRun run = run_plateau("limits limits-h100-dense --set nvlink_domain=unlimited --json");
        QCOMPARE(run.status, 0);
        QVERIFY(near(run.json()["landmarks"].toObject()["linear_scaling_end_flop"].toDouble(), 4.07e29, 0.005));
    }

    void csv()
    {
        const PlateauRun run = run_plateau("limits limits-a100-dense --csv - --quiet");
        QCOMPARE(run.status, 0);
        const QList<QByteArray> lines = run.output.trimmed().split('\n');
        QCOMPARE(lines.size(), 32);
        QVERIFY(lines[0].startsWith("training_flop,parameters,layers,d_model,"));
    }

    void landmarks_for_every_value()
    {
        const PlateauRun run = run_plateau(
            "limits limits-h100-dense --over nvlink_domain=8,72,unlimited --over duration=2628000,7885000 "
            "--json");
        QCOMPARE(run.status, 0);
        const QJsonArray rows = run.json()["rows"].toArray();
        QCOMPARE(rows.size(), 6);
        QCOMPARE(rows[0].toObject()["nvlink_domain"].toInt(), 8);
        QCOMPARE(rows[1].toObject()["duration"].toInt(), 7885000);
        const auto end = [&](int row) {
            return rows[row].toObject()["landmarks"].toObject()["linear_scaling_end_flop"].toDouble();
        };
        QVERIFY(near(end(1), 2.05e28, 0.005) && near(end(5), 4.07e29, 0.005));
        QVERIFY(end(0) < end(1) && end(2) < end(3) && end(1) < end(3));
        const PlateauRun table
            = run_plateau("limits limits-h100-dense --with limits-a100-dense --over batch_exponent=0..0.4/5 --csv -");
        QCOMPARE(table.status, 0);
        const QList<QByteArray> lines = table.output.trimmed().split('\n');
        QCOMPARE(lines.size(), 11);
        QVERIFY2(lines[0].startsWith("configuration,batch_exponent,"), lines[0].constData());
        QVERIFY(lines[0].contains("closed_form_linear_scaling_end_flop"));
        QVERIFY(lines[6].startsWith("\"A100, dense\",0,"));
    }

    void several_configurations()
    {
        const PlateauRun run
            = run_plateau("limits limits-h100-dense --with limits-a100-dense --with limits-h100-sparse "
                          "--over training_flop=1e27 --json");
        QCOMPARE(run.status, 0);
        QCOMPARE(run.json()["rows"].toArray().size(), 1);
        const QJsonArray others = run.json()["with"].toArray();
        QCOMPARE(others.size(), 2);
        QCOMPARE(others[0].toObject()["scenario"].toObject()["hardware"].toString(), QStringLiteral("a100_sxm_40"));
        QVERIFY(others[1].toObject()["scenario"].toObject()["sparse"].toBool());
        QVERIFY(
            near(others[0].toObject()["landmarks"].toObject()["linear_scaling_end_flop"].toDouble(), 3.40e28, 0.005));
        const PlateauRun table = run_plateau("limits limits-h100-dense --with limits-a100-dense --csv - --quiet");
        QCOMPARE(table.output.trimmed().split('\n').size(), 63);
        QVERIFY(table.output.startsWith("configuration,training_flop,"));
    }

    void traffic_and_places()
    {
        const QJsonArray rows = run_plateau("limits limits-h100-superpod --json").json()["rows"].toArray();
        QVERIFY(!rows.isEmpty());
        for (const QJsonValue& value : rows) {
            const QJsonObject row = value.toObject();
            double gpus = 1;
            for (const char* degree : {"dp", "tp_model", "tp_ff", "pp", "ep"}) {
                const QJsonArray places = row[QByteArray(degree) + "_placement"].toArray();
                QCOMPARE(places.size(), 3);
                const double product = places[0].toDouble() * places[1].toDouble() * places[2].toDouble();
                QCOMPARE(product, row[degree].toDouble());
                gpus *= product;
            }
            QCOMPARE(gpus + row["gpus_idle"].toDouble(), row["gpus"].toDouble());
            QVERIFY((row["tensor_traffic_s"].toDouble() > 0) == (row["tp_model"].toInt() * row["tp_ff"].toInt() > 1));
            QVERIFY((row["pipeline_expert_traffic_s"].toDouble() > 0) == (row["pp"].toInt() > 1));
            QVERIFY((row["data_traffic_s"].toDouble() > 0) == (row["dp"].toInt() > 1));
            QVERIFY(row["memory_s"].toDouble() >= 0);
        }
    }

    void what_is_printed_is_read_back_data()
    {
        QTest::addColumn<QByteArray>("question");
        QTest::newRow("published") << QByteArray("limits-h100-dense");
        QTest::newRow("other clock") << QByteArray("limits-h100-dense --set clock=2e9 --set cache=60MB");
        QTest::newRow("unlimited") << QByteArray("limits-h100-infinite-network");
        QTest::newRow("old") << QByteArray("limits-gtx-580");
        QTest::newRow("given") << QByteArray("limits-gb200-nvl72 --set cluster_mode=fixed --set gpus=100000");
    }

    /// L7: every value of the JSON answer as a flag, and its `settings` as they stand: the same question.
    void what_is_printed_is_read_back()
    {
        QFETCH(QByteArray, question);
        const auto asked = [](const QByteArray& words, const QStringList& settings) {
            QStringList line = QString::fromLatin1("limits " + words).split(QLatin1Char(' '));
            for (const QString& setting : settings)
                line << QStringLiteral("--set") << setting;
            return run_plateau(line << QStringLiteral("--over") << QStringLiteral("training_flop=1e26")
                                    << QStringLiteral("--json"));
        };
        const PlateauRun first = asked(question, {});
        QCOMPARE(first.status, 0);
        const QJsonObject scenario = first.json()["scenario"].toObject();
        QStringList values;
        for (const QString& key : scenario.keys()) {
            if (key == QLatin1String("title") || scenario[key].isArray())
                continue;
            const QJsonValue value = scenario[key];
            values << key + QLatin1Char('=')
                    + (value.isString()     ? value.toString()
                           : value.isNull() ? QStringLiteral("null")
                           : value.isBool() ? QString::fromLatin1(value.toBool() ? "true" : "false")
                                            : QString::number(value.toDouble(), 'g', 17));
        }
        QStringList settings;
        for (const QJsonValue& value : scenario["settings"].toArray())
            settings << value.toString();
        for (const PlateauRun& again : {asked(question, values), asked("limits-h100-dense", settings)}) {
            QVERIFY2(again.status == 0, again.errors.constData());
            for (const QString& key : scenario.keys())
                if (key != QLatin1String("title") && !scenario[key].isArray())
                    QVERIFY2(again.json()["scenario"].toObject()[key] == scenario[key], qPrintable(key));
            QCOMPARE(again.json()["rows"], first.json()["rows"]);
        }
    }

    /// L5
    void a_given_cluster_speaks_of_what_fits()
    {
        const char* line = "limits limits-h100-dense --set cluster_mode=fixed --set gpus=100000";
        const QByteArray text = run_plateau(line).output;
        QVERIFY2(text.contains("Largest run that fits") && !text.contains("wall"), text.constData());
        const QJsonObject landmarks
            = run_plateau(QByteArray(line).append(" --json").constData()).json()["landmarks"].toObject();
        QVERIFY(landmarks["latency_wall_flop"].isNull() && landmarks["closed_form_latency_wall_flop"].isNull());
        QVERIFY(landmarks["largest_run_that_fits_flop"].toDouble() > 1e25);
    }

    /// L3: the question that once took five seconds, and one of six levels that never ended.
    void six_levels()
    {
        for (const char* network :
             {"8:450GB/s:1.125us,32:225GB/s,64:100GB/s,unlimited:50GB/s:1.125us",
              "8:450GB/s:1us,4:300GB/s:2us,8:200GB/s:3us,4:100GB/s:4us,16:75GB/s:5us,unlimited:50GB/s:6us"}) {
            const PlateauRun run = run_plateau(
                QStringList{QStringLiteral("limits"), QStringLiteral("limits-h100-dense"), QStringLiteral("--set"),
                            QStringLiteral("network=") + QLatin1String(network), QStringLiteral("--json")});
            QCOMPARE(run.status, 0);
            QVERIFY(run.json()["landmarks"].toObject()["linear_scaling_end_flop"].toDouble() > 2.05e28);
        }
    }

    void errors_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("names");
        QTest::newRow("scenario") << QByteArray("limits limits-h100-dens") << QByteArray("limits-h100-dense");
        QTest::newRow("kind") << QByteArray("limits fernandez-weak-scaling") << QByteArray("kind: limits");
        QTest::newRow("key") << QByteArray("limits limits-h100-dense --set duratoin=3s") << QByteArray("duration");
        QTest::newRow("value") << QByteArray("limits limits-h100-dense --set batch_rule=x") << QByteArray("sixth_root");
        QTest::newRow("over") << QByteArray("limits limits-h100-dense --over gpu=1..8") << QByteArray("gpus");
        QTest::newRow("over twice") << QByteArray("limits limits-h100-dense --over sparse=on --over sparse=off")
                                    << QByteArray("twice");
        QTest::newRow("two answers") << QByteArray(
            "limits limits-h100-dense --over training_flop=1e27 --over sparse=on")
                                     << QByteArray("training_flop");
        QTest::newRow("beside") << QByteArray("limits limits-h100-dense --with limits-h100-dens")
                                << QByteArray("limits-h100-dense");
    }

    void errors()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, names);
        const PlateauRun run = run_plateau(line.constData());
        QCOMPARE(run.status, 2);
        QVERIFY(run.output.isEmpty());
        QVERIFY2(run.errors.contains(names), run.errors.constData());
    }

    void no_answer()
    {
        const PlateauRun run
            = run_plateau("limits limits-h100-dense --set duration=1h --set d_model_from=262144 --json");
        QCOMPARE(run.status, 3);
        QCOMPARE(run.json()["fits"], QJsonValue(false));
        QVERIFY(!run.json()["reason"].toString().isEmpty());
        QVERIFY(run.json()["rows"].toArray().isEmpty());
        QVERIFY(run.json()["landmarks"].toObject()["latency_wall_flop"].isNull());
    }

    void figures_data()
    {
        QTest::addColumn<QString>("figure");
        QTest::addColumn<QByteArray>("holds");
        QTest::newRow("the first unless told") << QString() << QByteArray("Utilization: H100 dense");
        QTest::newRow("curve") << QStringLiteral("limits") << QByteArray("Where a step goes: latency");
        QTest::newRow("cluster") << QStringLiteral("limits-cluster") << QByteArray("Cluster size: H100 dense");
        QTest::newRow("time") << QStringLiteral("limits-time") << QByteArray("Length of the run: H100 dense");
        QTest::newRow("cost") << QStringLiteral("limits-cost") << QByteArray("Cost of the run: H100 dense");
        QTest::newRow("closed forms") << QStringLiteral("limits-closed-forms") << QByteArray("T_crit");
    }

    void figures()
    {
        QFETCH(QString, figure);
        QFETCH(QByteArray, holds);
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("figure.csv"));
        QStringList words{QStringLiteral("export"), QStringLiteral("limits-h100-dense"), QStringLiteral("--output"),
                          file};
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

    void keys_and_figures_are_in_the_catalog()
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
};

PLATEAU_TEST(LimitsCommand)

} // namespace tst_limits_command

#include "tst_limits_command.moc"
