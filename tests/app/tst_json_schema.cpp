// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonDocument>
#include <QTest>

#include "json_schema.h"
#include "plateau_process.h"
#include "tests/annexes.h"

namespace tst_json_schema {

namespace {

QJsonObject schema()
{
    QFile file(QStringLiteral(PROJECT "/resources/json/plateau.schema.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

struct Line {
    const char* definition;
    const char* line; ///< run in tests/data/examples
    int status;
    const char* annex = ""; ///< that answers it
};

constexpr Line lines[] = {
    {"estimate", "estimate fernandez-weak-scaling", 0},
    {"estimate", "estimate mixtral-8x22b-256-h100", 0},
    {"estimate", "estimate fernandez-weak-scaling --set model=llama3_405b --set gpus=8", 3},
    {"estimate", "estimate fernandez-weak-scaling --set tp=64 --set gpus=8", 3},
    {"sweep", "sweep fernandez-weak-scaling --over gpus=8,2048 --over tp=1,16", 0},
    {"sweep", "sweep fernandez-weak-scaling --over hardware=h100_sxm,a100_sxm_80", 0},
    {"plans", "plans fernandez-weak-scaling --top 3", 0},
    {"plans", "plans llama3-8b-fsdp --top 2 --as torchtitan", 0, "diagnostics"},
    {"estimate", "estimate llama3-8b-fsdp --as torchtitan", 0, "diagnostics"},
    {"solve", "solve fernandez-weak-scaling --for gpus --limit tokens=1T", 0},
    {"solve", "solve fernandez-weak-scaling --for hardware --limit hardware=h100_sxm,a100_sxm_80", 0},
    {"solve", "solve fernandez-weak-scaling --for gpus --limit deadline=1h", 3},
    {"solve_number", "solve fernandez-weak-scaling --set gpus=1024 --for scale_out_bandwidth --against tp=4", 0},
    {"limits", "limits limits-h100-dense", 0},
    {"limits", "limits limits-h100-dense --over training_flop=1e27,1e33", 0},
    {"landmarks_over", "limits limits-h100-dense --over nvlink_domain=8,72", 0},
    {"evidence", "evidence my-runs.csv", 0, "calibration"},
    {"check", "check train.sh --hardware h100_sxm --gpus 64", 0, "diagnostics"},
    {"check", "check fernandez-weak-scaling --set tp=64 --set gpus=8", 3},
    {"gap", "gap fernandez-weak-scaling --measured mfu=24", 0, "diagnostics"},
    {"gap", "gap fernandez-weak-scaling --measured mfu=24 --also mfu=38", 0, "diagnostics"},
    {"tune", "read gathers.txt --on llama3-70b-h100", 0, "diagnostics"},
    {"collective", "collective all_reduce --ranks 64 --size 1MB,1GB", 0},
    {"read", "read train.sh", 0, "diagnostics"},
    {"read_log", "read steps.log", 0, "diagnostics"},
    {"read_collectives", "read gathers.txt", 0, "diagnostics"},
    {"read_trace", "read trace.json --against llama3-8b-fsdp", 0, "diagnostics"},
    {"read_products", "read products.csv", 0, "diagnostics"},
    {"catalog", "catalog", 0, "teaching"}, // it lists tours
    {"catalog", "catalog models", 0},
    {"catalog", "catalog accelerators h100_sxm", 0},
    {"catalog", "catalog parameters", 0},
    {"catalog", "catalog stacks", 0},
    {"catalog", "catalog scenarios", 0},
    {"catalog", "catalog constants", 0},
    {"catalog", "catalog figures", 0},
    {"catalog", "catalog styles", 0},
    {"catalog", "catalog accelerators", 0},
    {"catalog", "catalog tours", 0, "teaching"},
    {"tours", "tours", 0, "teaching"},
    {"tour", "tours diminishing-returns", 0, "teaching"},
};

QJsonObject asked(const Line& line)
{
    QStringList words = QString::fromUtf8(line.line).split(u' ');
    words << QStringLiteral("--json");
    const PlateauRun run = run_plateau(words, QStringLiteral(PROJECT "/tests/data/examples"));
    return run.status == line.status ? run.json() : QJsonObject{{"status", run.status}, {"said", QString(run.errors)}};
}

} // namespace

/// Every JSON document has the keys that resources/json/plateau.schema.json describes, and no others.
class TestJsonSchema : public QObject {
    Q_OBJECT

private slots:
    void a_document_is_as_described_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(std::size(lines)); ++i)
            if (!*lines[i].annex || plateau::test::has_annex(lines[i].annex))
                QTest::newRow(lines[i].line) << i;
    }

    void a_document_is_as_described()
    {
        QFETCH(int, index);
        const Line& line = lines[index];
        const QJsonObject document = asked(line);
        const QStringList mistakes = JsonSchema(schema()).mistakes(QString::fromUtf8(line.definition), document);
        QVERIFY2(mistakes.isEmpty(), qPrintable(mistakes.mid(0, 10).join("\n")));
        QCOMPARE(JsonSchema(schema()).mistakes(document), QStringList());
        for (const Line& other : lines) // no document passes for another, but what `read` makes of each kind of file
            if (!QByteArray(line.definition).startsWith(QByteArray(other.definition).left(4)))
                QVERIFY2(!JsonSchema(schema()).mistakes(QString::fromUtf8(other.definition), document).isEmpty(),
                         other.definition);
        const bool lists_alone = line.definition == std::string("catalog");
        QCOMPARE(document.value("json_version").toInt(), lists_alone ? 0 : 4);
    }

    void what_is_not_described_is_told()
    {
        QJsonObject document = asked(lines[0]);
        const JsonSchema described(schema());
        QVERIFY(described.mistakes("estimate", document).isEmpty());
        QVERIFY(!described.mistakes(QJsonObject()).isEmpty());
        document["usd_total"] = 1; // its earlier name
        QCOMPARE(described.mistakes(document), QStringList{"document.usd_total: is not in the schema"});
        QCOMPARE(described.mistakes("estimate", document), QStringList{"estimate.usd_total: is not in the schema"});
        document.remove("usd_total");
        document["usd"] = "much";
        QCOMPARE(described.mistakes("estimate", document).size(), 1);
        document.remove("usd");
        QCOMPARE(described.mistakes("estimate", document), QStringList{"estimate: has no usd"});
        document["usd"] = 1;
        document["considered"] = 1; // of plans
        QVERIFY(!described.mistakes(document).isEmpty());
        QVERIFY(!described.mistakes(QJsonObject{{"json_version", 4}}).isEmpty());
    }

    /// The same thing has one definition: what stands in `$defs` is asked for somewhere.
    void every_key_is_used()
    {
        const QString text = QString::fromUtf8(QJsonDocument(schema()).toJson());
        const QJsonObject definitions = schema()["$defs"].toObject();
        QVERIFY(definitions.size() > 50);
        for (const QString& name : definitions.keys()) {
            const bool is_document = std::any_of(std::begin(lines), std::end(lines), [&](const Line& line) {
                return name == QLatin1String(line.definition);
            });
            QVERIFY2(is_document || text.contains("\"#/$defs/" + name + '"'), qPrintable(name));
        }
    }
};

PLATEAU_TEST(TestJsonSchema)

} // namespace tst_json_schema

#include "tst_json_schema.moc"
