// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include "plateau_process.h"
#include "tests/annexes.h"

namespace tst_command_line {

/// What every command has in common: exit status, where text goes, how mistakes are answered.
class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    /// Wherever a file is read, as often as it takes.
    void standard_input_is_a_file()
    {
        const QString presets = QStringLiteral(PROJECT "/presets/");
        const std::pair<const char*, QString> read[] = {{"estimate", presets + "scenarios/llama3-8b-fsdp.yaml"},
                                                        {"check", presets + "scenarios/llama3-8b-fsdp.yaml"},
                                                        {"limits", presets + "scenarios/limits-h100-dense.yaml"}};
        for (const auto& [command, file] : read) {
            const PlateauRun piped = run_program(
                "sh", {"-c", QStringLiteral("cat %1 | %2 %3 - --quiet").arg(file, PLATEAU_EXECUTABLE, command)});
            const PlateauRun of_file = run_plateau({command, file, "--quiet"});
            QVERIFY2(piped.status == 0 && piped.output == of_file.output, piped.errors);
        }
        if (!plateau::test::has_annex("diagnostics"))
            return;
        const PlateauRun none = run_program("sh", {"-c", QStringLiteral(PLATEAU_EXECUTABLE " read - < /dev/null")});
        QVERIFY2(none.status == 2 && none.errors.contains("/dev/stdin:1:1: the file is empty"), none.errors);
    }

    void status_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("expected");
        QTest::newRow("help") << "--help" << 0;
        QTest::newRow("version") << "--version" << 0;
        QTest::newRow("help of a command") << "sweep --help" << 0;
        QTest::newRow("estimate") << "estimate fernandez-weak-scaling" << 0;
        QTest::newRow("estimate, flag before operand") << "estimate --set gpus=256 fernandez-weak-scaling" << 0;
        QTest::newRow("estimate, equals sign") << "estimate --set=gpus=256 fernandez-weak-scaling" << 0;
        QTest::newRow("no room for the states")
            << "estimate fernandez-weak-scaling --set model=llama3_405b --set gpus=8" << 3;
        QTest::newRow("impossible degree") << "estimate fernandez-weak-scaling --set tp=64 --set gpus=8" << 3;
        QTest::newRow("window, a setting beside the file") << "fernandez-weak-scaling --set model=llama3_405b" << 2;
        QTest::newRow("window, two files") << "fernandez-weak-scaling fernandez-a100" << 2;
        QTest::newRow("unknown command") << "estimat fernandez-weak-scaling" << 2;
        QTest::newRow("unknown flag") << "estimate fernandez-weak-scaling --jsn" << 2;
        QTest::newRow("flag without value") << "estimate fernandez-weak-scaling --set" << 2;
        QTest::newRow("flag instead of value") << "estimate fernandez-weak-scaling --set --json" << 2;
        QTest::newRow("switch with value") << "estimate fernandez-weak-scaling --json=yes" << 2;
        QTest::newRow("no scenario") << "estimate" << 2;
        QTest::newRow("two scenarios") << "estimate fernandez-weak-scaling fernandez-weak-scaling" << 2;
        QTest::newRow("unknown scenario") << "estimate fernandez-week-scaling" << 2;
        QTest::newRow("unknown key") << "estimate fernandez-weak-scaling --set gpu=8" << 2;
        QTest::newRow("illegal value") << "estimate fernandez-weak-scaling --set gpus=many" << 2;
        QTest::newRow("out of range") << "estimate fernandez-weak-scaling --set gpus=0" << 2;
        QTest::newRow("unknown hardware") << "estimate fernandez-weak-scaling --set hardware=h1000" << 2;
        QTest::newRow("assignment without value") << "estimate fernandez-weak-scaling --set gpus" << 2;
        QTest::newRow("unknown plan") << "estimate fernandez-weak-scaling --plan good" << 2;
        QTest::newRow("lock what is no degree") << "estimate fernandez-weak-scaling --lock sequence" << 2;
        QTest::newRow("unknown objective") << "estimate fernandez-weak-scaling --objective speed" << 2;
        QTest::newRow("sweep without keys") << "sweep fernandez-weak-scaling" << 2;
        QTest::newRow("sweep, nothing fits")
            << "sweep fernandez-weak-scaling --set model=llama3_405b --over gpus=8,16" << 3;
        QTest::newRow("sweep, something fits")
            << "sweep fernandez-weak-scaling --set model=llama2_13b --over gpus=1,512" << 0;
        QTest::newRow("sweep over a name of nothing")
            << "sweep fernandez-weak-scaling --over model=nope,llama2_7b" << 2;
        QTest::newRow("sweep twice the same") << "sweep fernandez-weak-scaling --over gpus=8 --over gpus=16" << 2;
        QTest::newRow("shard zero") << "sweep fernandez-weak-scaling --over gpus=8 --shard 0/2" << 2;
        QTest::newRow("shard beyond") << "sweep fernandez-weak-scaling --over gpus=8 --shard 3/2" << 2;
        QTest::newRow("two answers on one output") << "sweep fernandez-weak-scaling --over gpus=8 --json --csv -" << 2;
        QTest::newRow("catalog") << "catalog" << 0;
        QTest::newRow("catalog, unknown") << "catalog acelerators" << 2;
        QTest::newRow("catalog, an entry") << "catalog models gpt_oss_20b" << 0;
        QTest::newRow("catalog, an entry of another part") << "catalog models h100_sxm" << 2;
        if (plateau::test::has_annex("teaching")) {
            QTest::newRow("tours") << "tours" << 0;
            QTest::newRow("a tour") << "tours diminishing-returns" << 0;
            QTest::newRow("tour, unknown") << "tours diminishing" << 2;
        }
        QTest::newRow("help, the pages") << "help" << 0;
        QTest::newRow("a page of help") << "help parameters" << 0;
        QTest::newRow("page, unknown") << "help parameter" << 2;
    }

    void status()
    {
        QFETCH(QString, line);
        QFETCH(int, expected);
        QTemporaryDir folder;
        const PlateauRun run = run_plateau(line.split(u' '), folder.path());
        QVERIFY2(run.status == expected, run.errors + run.output.left(400));
        if (expected == 2) {
            QVERIFY2(run.output.isEmpty(), run.output);
            QVERIFY(run.errors.startsWith("plateau: "));
        }
        if (expected == 0) {
            QVERIFY2(run.errors.isEmpty(), run.errors);
            QVERIFY(!run.output.isEmpty());
        }
    }

    void mistakes_name_the_nearest_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("nearest");
        QTest::newRow("command") << "estimat x" << QByteArray("estimate");
        QTest::newRow("flag") << "estimate fernandez-weak-scaling --jsn" << QByteArray("--json");
        QTest::newRow("key") << "estimate fernandez-weak-scaling --set sequense=8k" << QByteArray("sequence");
        QTest::newRow("hardware") << "estimate fernandez-weak-scaling --set hardware=h100_smx"
                                  << QByteArray("h100_sxm");
        QTest::newRow("scenario") << "estimate fernandez-week-scaling" << QByteArray("fernandez-weak-scaling");
        QTest::newRow("swept key") << "sweep fernandez-weak-scaling --over gpu=8" << QByteArray("gpus");
        QTest::newRow("catalog") << "catalog acelerators" << QByteArray("accelerators");
        QTest::newRow("missing file") << "runs/nowhere.yaml" << QByteArray("runs/nowhere.yaml: there is no such file");
        QTest::newRow("page") << "help parameter" << QByteArray("parameters");
    }

    void mistakes_name_the_nearest()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, nearest);
        const PlateauRun run = run_plateau(line.split(u' '));
        QCOMPARE(run.status, 2);
        QVERIFY2(run.errors.contains(nearest), run.errors);
    }

    void mistakes_say_what_to_type_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("type");
        const QString estimate = "estimate fernandez-weak-scaling ";
        QTest::newRow("hardware") << estimate + "--set hardware=h100"
                                  << "--set hardware=h100_sxm";
        QTest::newRow("hardware of a kind") << estimate + "--set hardware=a100"
                                            << "--set hardware=a100_sxm_80";
        QTest::newRow("limits hardware") << "limits limits-h100-dense --set hardware=h100"
                                         << "--set hardware=h100_sxm";
        QTest::newRow("key") << estimate + "--set gpu=2048"
                             << "--set gpus=2048";
        QTest::newRow("key by an everyday word") << estimate + "--set context_length=8k"
                                                 << "--set sequence=8k";
        QTest::newRow("key by its label") << estimate + "--set batch_per_gpu=2"
                                          << "--set sequences_per_gpu=2";
        QTest::newRow("model") << estimate + "--set model=llama2-7"
                               << "--set model=llama2_7b";
        QTest::newRow("key as a flag") << estimate + "--sequence 8k"
                                       << "--set sequence=8k";
        QTest::newRow("key as a flag, equals sign") << estimate + "--dp-mode=hsdp"
                                                    << "--set dp_mode=hsdp";
        QTest::newRow("key as a word") << estimate + "gpus=2048"
                                       << "--set gpus=2048";
        QTest::newRow("key in place of a scenario") << "estimate gpus=2048"
                                                    << "--set gpus=2048";
        QTest::newRow("flag") << estimate + "--jsn"
                              << "--json";
        QTest::newRow("flag of another command") << estimate + "--langauge de"
                                                 << "plateau estimate --help";
        QTest::newRow("range") << "sweep fernandez-weak-scaling --over gpus=8-2048"
                               << "--over gpus=8..2048";
        QTest::newRow("range of a setting") << estimate + "--set gpus=8-2k"
                                            << "--over gpus=8..2k";
        QTest::newRow("lock") << estimate + "--lock tensor"
                              << "--lock tp";
        QTest::newRow("limit") << "solve fernandez-weak-scaling --for gpus --limit deadlin=60d"
                               << "--limit deadline=60d";
        QTest::newRow("limit as a flag") << "solve fernandez-weak-scaling --for gpus --budget 2M"
                                         << "--limit budget=2M";
        QTest::newRow("limit as a flag of a command without limits") << estimate + "--deadline 30days"
                                                                     << "plateau estimate --help";
        QTest::newRow("scenario") << "estimate fernandez-week-scaling"
                                  << "fernandez-weak-scaling";
        QTest::newRow("command") << "estimat fernandez-weak-scaling"
                                 << "plateau estimate fernandez-weak-scaling";
        QTest::newRow("command by an everyday word") << "plot fernandez-weak-scaling"
                                                     << "plateau export fernandez-weak-scaling";
        QTest::newRow("flag of the program") << "--langauge de"
                                             << "plateau --language de";
        QTest::newRow("catalog") << "catalog gpus"
                                 << "plateau catalog accelerators";
        QTest::newRow("catalog, plots") << "catalog plots"
                                        << "plateau catalog figures";
        QTest::newRow("catalog, a model") << "catalog gpt_oss_20b"
                                          << "plateau catalog models gpt_oss_20b";
        QTest::newRow("catalog, a model misspelt") << "catalog gtp_oss_20b"
                                                   << "plateau catalog models gpt_oss_20b";
        QTest::newRow("catalog, hardware") << "catalog h100_sxm"
                                           << "plateau catalog accelerators h100_sxm";
        QTest::newRow("catalog, a stack") << "catalog megatron_core_2024"
                                          << "plateau catalog stacks megatron_core_2024";
        QTest::newRow("catalog, an entry misspelt") << "catalog accelerators h100_smx"
                                                    << "plateau catalog accelerators h100_sxm";
        QTest::newRow("page that is a command") << "help plans"
                                                << "plateau plans --help";
        QTest::newRow("page") << "help parameter"
                              << "plateau help parameters";
        QTest::newRow("a question of limits") << "estimate limits-h100-dense"
                                              << "plateau limits limits-h100-dense";
        QTest::newRow("a question of training") << "limits fernandez-weak-scaling"
                                                << "plateau estimate fernandez-weak-scaling";
        QTest::newRow("figure") << "export fernandez-weak-scaling --figure scalng --output x.csv"
                                << "--figure scaling";
        QTest::newRow("report without a file") << "report fernandez-weak-scaling"
                                               << "--output report.pdf";
        QTest::newRow("operation") << "collective allreduc --ranks 8"
                                   << "plateau collective all-reduce";
        if (plateau::test::has_annex("diagnostics"))
            QTest::newRow("program") << "plans fernandez-weak-scaling --as torchtitn"
                                     << "--as torchtitan";
    }

    /// One line says what is wrong, one what to type; no list drowns them.
    void mistakes_say_what_to_type()
    {
        QFETCH(QString, line);
        QFETCH(QString, type);
        const PlateauRun run = run_plateau(line.split(u' '));
        QCOMPARE(run.status, 2);
        const QStringList lines = QString::fromUtf8(run.errors).split(u'\n', Qt::SkipEmptyParts);
        QVERIFY2(lines.size() == 2, run.errors);
        QVERIFY2((lines.at(1) + u';').startsWith("plateau: type " + type), run.errors);
        const QString after = lines.at(1).mid(QString("plateau: type " + type).size(), 1);
        QVERIFY2(after.isEmpty() || after == u";" || after == u",", run.errors);
        QVERIFY2(lines.at(0).size() < 160 && lines.at(1).size() < 160, run.errors);
    }

    void settings_name_the_one_that_is_wrong()
    {
        const PlateauRun run
            = run_plateau("estimate fernandez-weak-scaling --set gpus=64 --set hardware=h100 --set tp=2");
        QVERIFY2(run.errors.startsWith("plateau: --set hardware=h100: "), run.errors);
    }

    void a_bare_number_of_time_says_its_unit()
    {
        const PlateauRun bare
            = run_plateau("solve fernandez-weak-scaling --for gpus --limit tokens=1G --limit deadline=600000");
        QVERIFY2(bare.errors.contains("type deadline=600000days for days"), bare.errors);
        const PlateauRun told
            = run_plateau("solve fernandez-weak-scaling --for gpus --limit tokens=1G --limit deadline=60d");
        QVERIFY2(told.errors.isEmpty(), told.errors);
    }

    /// As in the window: it changes nothing and is told.
    /// A pipe may never end; nothing waits for it.
    void pipes_and_devices_are_refused()
    {
        QTemporaryDir folder;
        for (const char* name : {"a.yaml", "a.png", "a.csv"})
            QCOMPARE(mkfifo(folder.filePath(QLatin1String(name)).toLocal8Bit().constData(), 0600), 0);
        const auto refuses = [&](const QStringList& words) {
            const PlateauRun run = run_plateau(words);
            return run.status == 2 && run.errors.contains("this is a pipe or a device");
        };
        for (const char* command : {"estimate", "limits", "plans", "check"})
            QVERIFY2(refuses({command, folder.filePath("a.yaml")}), command);
        QVERIFY(refuses({"estimate", folder.filePath("a.png")}));
        QVERIFY(refuses({"estimate", "/dev/zero"}));
        if (plateau::test::has_annex("diagnostics"))
            QVERIFY(refuses({"read", folder.filePath("a.yaml")}) && refuses({"read", "/dev/zero"}));
        if (plateau::test::has_annex("calibration"))
            QVERIFY(refuses({"evidence", folder.filePath("a.csv")}));
        QVERIFY(refuses({"join", folder.filePath("a.csv")}));
    }

    void a_key_of_a_later_version_is_kept()
    {
        const QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("later.yaml"));
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("kind: training\ngpus: 8\nquantum_links: 4\nsaved: {version: 999.0}\n");
        file.close();
        const PlateauRun run = run_plateau({QStringLiteral("estimate"), name, QStringLiteral("--json")});
        QVERIFY2(run.status == 0, run.errors);
        QVERIFY2(run.errors.contains("quantum_links") && run.errors.contains("changes nothing"), run.errors);
        QCOMPARE(run.json()[u"scenario"][u"gpus"].toInt(), 8);
    }

    void a_bad_file_is_reported_with_its_place()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("wrong.yaml")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("kind: training\nhardware: h100_sxm\ngpsu: 8\n");
        file.close();
        const PlateauRun run = run_plateau({QStringLiteral("estimate"), file.fileName()});
        QCOMPARE(run.status, 2);
        QVERIFY2(run.errors.contains("wrong.yaml:3:1: "), run.errors);
        QVERIFY2(run.errors.contains("gpus"), run.errors);
    }

    /// Each is told with its place on standard error; every command answers from what could be read.
    void slips_in_ones_own_presets_end_nothing()
    {
        const QTemporaryDir folder;
        const QDir presets(folder.filePath(QStringLiteral("plateau/presets")));
        const auto write = [&](const QString& name, const QByteArray& text) {
            QVERIFY(presets.mkpath(QFileInfo(name).path()));
            QFile file(presets.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        write("models/mine.json", R"({"model_type": "mixtral", "hidden_size": 4097})");
        write("evidence/mine.yaml", "statements:\n  - id: X1\n    metric: ~\n");
        write("scenarios/kindless.yaml", "title: Mine\ngpus: 8\n");
        write("scenarios/empty.yaml", {});
        write("scenarios/nul.yaml", QByteArray(1, '\0'));
        write("tours/mine.yaml",
              "title: Mine\nsummary: Mine\nsteps:\n  - id: one\n    title: One\n    scenario: fernandez-weak-scaling\n"
              "    predict: {panel: throughput, from: 8, at: , ask: what, why: so}\n");
        const QByteArray own = qgetenv("XDG_DATA_HOME");
        qputenv("XDG_DATA_HOME", folder.path().toUtf8());
        for (const char* line : {"catalog", "catalog scenarios", "catalog --json", "estimate fernandez-weak-scaling",
                                 "limits limits-h100-dense"})
            QCOMPARE(run_plateau(line).status, 0);
        const PlateauRun models = run_plateau("catalog models");
        QVERIFY2(models.errors.contains("mine.json:1:1: "), models.errors);
        const PlateauRun scenarios = run_plateau("catalog scenarios");
        QVERIFY(scenarios.output.contains("fernandez-weak-scaling"));
        for (const char* place : {"kindless.yaml:1:1: ", "empty.yaml:1:1: ", "nul.yaml:1:"})
            QVERIFY2(scenarios.errors.contains(place), scenarios.errors);
        if (plateau::test::has_annex("teaching")) {
            for (const char* line : {"tours", "tours diminishing-returns"})
                QCOMPARE(run_plateau(line).status, 0);
            const PlateauRun tour = run_plateau("tours mine");
            QCOMPARE(tour.status, 2);
            QVERIFY2(tour.errors.contains("mine.yaml:7:"), tour.errors);
        }
        qputenv("XDG_DATA_HOME", own);
    }

    /// What cannot be read or is out of range is told with its place; what is shipped under that name stands.
    void own_files_of_every_kind_stop_nothing_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char* file, const QByteArray& text, const char* line, const char* shown) {
            QTest::addRow("%s", file) << QString::fromLatin1(file) << text << QString::fromLatin1(line)
                                      << QByteArray(shown);
        };
        const QByteArray no_yaml = "title: [broken\n", no_key = "titel: x\n";
        row("assumptions/mine.yaml",
            "title: Mine\nsources: [own]\nvalues:\n  pue: {value: 12, known_by: read, source: own}\n",
            "estimate fernandez-weak-scaling", "tokens/s");
        row("assumptions/defaults.yaml", no_yaml, "estimate fernandez-weak-scaling", "tokens/s");
        row("hardware/h100_sxm.yaml", no_yaml, "estimate fernandez-weak-scaling", "tokens/s");
        row("scenarios/fernandez-weak-scaling.yaml", no_yaml, "estimate fernandez-weak-scaling", "tokens/s");
        row("programs/megatron.yaml", no_yaml, "estimate fernandez-weak-scaling", "tokens/s");
        row("figures/erdil-7.yaml", no_yaml, "catalog figures", "paper:erdil-7");
        row("figures/erdil-6.yaml", no_key, "catalog figures", "paper:erdil-6");
        row("styles/journal.yaml", no_yaml, "catalog styles", "journal");
        row("styles/slide.yaml", no_key, "catalog styles", "slide");
        row("runs/known_runs.yaml", no_yaml, "estimate fernandez-weak-scaling", "tokens/s");
        row("evidence/labels.yaml", no_yaml, "estimate fernandez-weak-scaling", "tokens/s");
        if (plateau::test::has_annex("calibration"))
            row("evidence/mine.csv", "id,source\nx\n", "evidence", "mean over rows");
        if (plateau::test::has_annex("teaching"))
            row("claims/papers.yaml", no_yaml, "tours diminishing-returns", "GPUs");
    }
    void own_files_of_every_kind_stop_nothing()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, text);
        QFETCH(QString, line);
        const QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("plateau/presets/") + file);
        QDir().mkpath(QFileInfo(name).path());
        QFile own(name);
        QVERIFY(own.open(QIODevice::WriteOnly));
        own.write(text);
        own.close();
        const QByteArray before = qgetenv("XDG_DATA_HOME");
        qputenv("XDG_DATA_HOME", folder.path().toUtf8());
        const PlateauRun run = run_plateau(line.toUtf8().constData());
        qputenv("XDG_DATA_HOME", before);
        QCOMPARE(run.status, 0);
        QVERIFY2(run.errors.contains((QFileInfo(file).fileName() + QLatin1Char(':')).toUtf8()), run.errors);
        QFETCH(QByteArray, shown);
        QVERIFY2(run.output.contains(shown), run.output);
    }

    void a_file_says_what_changed_since()
    {
        QTemporaryDir folder;
        const QString name = folder.filePath(QStringLiteral("own.yaml"));
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "kind: training\nhardware: h100_sxm\ngpus: 8\nsaved:\n  version: 0.0.1\n  mfu: 0.1\n  step_time_s: 1\n");
        file.close();
        const PlateauRun run = run_plateau({QStringLiteral("estimate"), name, QStringLiteral("--json")});
        QVERIFY2(run.errors.contains("Since this was saved by version 0.0.1: Step time ")
                     && run.errors.contains("MFU +"),
                 run.errors);
        QVERIFY(!run.json().isEmpty()); // standard output holds the answer alone
        QVERIFY(run_plateau({QStringLiteral("estimate"), name, QStringLiteral("--quiet")}).errors.isEmpty());
    }

    /// resources/help/command-line.md is what `plateau help command-line` prints: the window shows the file. Without an
    /// annex its commands and flags are not printed.
    void the_page_on_the_command_line_is_of_these_commands()
    {
        QFile page(QStringLiteral(PROJECT "/resources/help/command-line.md"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QByteArray made = run_plateau("help command-line").output;
        QVERIFY(made.contains("plateau estimate SCENARIO"));
        const QByteArray held = page.readAll();
        bool whole = true;
        for (const char* annex : {"calibration", "diagnostics", "teaching"})
            whole = whole && plateau::test::has_annex(annex);
        QVERIFY2(!whole || held == made, "stale: plateau help command-line > resources/help/command-line.md");
        for (const QByteArray& line : made.split('\n'))
            QVERIFY2(held.contains(line), line);
    }

    void the_window_needs_a_display()
    {
        const PlateauRun run = run_plateau(QStringList());
        QCOMPARE(run.status, 1);
        QVERIFY2(run.errors.contains("ssh -X"), run.errors);
    }

    void the_window_says_why_presets_cannot_be_used()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("physics")));
        QFile file(folder.filePath(QStringLiteral("physics/kernels.yaml")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("title: Kernels\nconstants:\n  some_new_thing: {value: 1}\n");
        file.close();
        qputenv("PLATEAU_PRESETS", folder.path().toUtf8());
        const QString window
            = QFileInfo(QStringLiteral(PLATEAU_EXECUTABLE)).dir().filePath(QStringLiteral("plateau-window"));
        const PlateauRun run = run_program(window, {}, {}, QStringLiteral("offscreen"));
        qunsetenv("PLATEAU_PRESETS");
        QCOMPARE(run.status, 2);
        QVERIFY2(run.errors.contains("kernels.yaml:3:3: some_new_thing"), run.errors);
        QVERIFY2(run.errors.contains("is not a known accelerator"), run.errors);
    }

    /// A language that is not spoken is refused wherever it stands: it was read.
    void the_language_may_stand_behind_the_file()
    {
        const QString window
            = QFileInfo(QStringLiteral(PLATEAU_EXECUTABLE)).dir().filePath(QStringLiteral("plateau-window"));
        for (const char* line : {"--language tlh fernandez-weak-scaling", "fernandez-weak-scaling --language tlh"}) {
            const PlateauRun run = run_program(window, QString::fromLatin1(line).split(QLatin1Char(' ')), {},
                                               QStringLiteral("offscreen"));
            QCOMPARE(run.status, 2);
            QVERIFY2(run.errors.contains("does not speak \u201ctlh\u201d"), run.errors);
        }
    }
};

PLATEAU_TEST(TestCommandLine)

} // namespace tst_command_line

#include "tst_command_line.moc"
