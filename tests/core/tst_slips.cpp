// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>
#include <functional>

#include <QTemporaryDir>
#include <QTest>

#include "core/catalog/catalog.h"
#include "core/catalog/entry_file.h"
#include "core/catalog/known_runs.h"
#include "core/claims/paper_claims.h"
#include "core/evidence/claims.h"
#include "core/files/node.h"
#include "core/paper/figure_page.h"
#include "tests/core/slips.h"
#include "tests/studies/statements.h"

namespace tst_slips {

using namespace plateau;
using namespace plateau::catalog;
using namespace plateau::test;
namespace fs = std::filesystem;

namespace {

const Catalog& shipped()
{
    static const Catalog catalog = read({PRESETS});
    return catalog;
}

template<class Entry>
Reading entry_reading(EntryFile<Entry> (*parse)(const files::Document&, std::vector<Error>&))
{
    return [parse](const files::Document& document) {
        std::vector<Error> errors;
        parse(document, errors);
        return errors;
    };
}

/// Of kinds that are read from their folder.
Reading folder_reading(const std::function<std::vector<Error>(const fs::path& folder, const fs::path& file)>& read)
{
    return [read](const files::Document& document) {
        const fs::path file = document.file;
        write(file, text_of(document.root));
        return read(file.parent_path().parent_path(), file);
    };
}

std::vector<Error> read_evidence_file(const fs::path& folder, const fs::path&)
{
    const evidence::Claims claims = evidence::read_claims({folder});
    for (const evidence::Statement& statement : claims.statements)
        evidence::statement_text(statement, 1);
    return claims.problems;
}

std::vector<Error> read_claims_file(const fs::path& folder, const fs::path&)
{
    static const evidence::Claims statements = evidence::read_claims({PRESETS});
    Catalog catalog = shipped(); // its own claims stand in a file of the same name
    catalog.folders.push_back(folder);
    return claims::read_paper_claims(catalog, statements).problems;
}

const std::map<std::string, Reading>& readings()
{
    static const std::map<std::string, Reading> all{
        {"hardware", entry_reading(parse_accelerator)},
        {"transports", entry_reading(parse_transport)},
        {"models", entry_reading(parse_model)},
        {"configurations", entry_reading(parse_model_config)},
        {"stacks", entry_reading(parse_stack)},
        {"physics", entry_reading(parse_physics)},
        {"assumptions", entry_reading(parse_assumptions)},
        {"runs",
         folder_reading([](const fs::path& folder, const fs::path&) { return read_known_runs({folder}).problems; })},
        {"styles", folder_reading([](const fs::path& folder, const fs::path&) {
             return figures::read_export_styles({folder}).problems;
         })},
        {"evidence", folder_reading(read_evidence_file)},
        {"claims", folder_reading(read_claims_file)},
    };
    return all;
}

struct Slip {
    const char* name;
    const char* kind;
    const char* file;
    std::string text;
    const char* where; ///< line and column
    const char* words;
};

std::string shipped_text(const char* file)
{
    std::ifstream stream(fs::path(PRESETS) / file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string with(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

const std::vector<Slip>& slips()
{
    const std::string model = shipped_text("models/llama2_7b.yaml");
    static const std::vector<Slip> all{
        {"configuration without heads", "configurations", "a.json", R"({"model_type": "mixtral", "hidden_size": 4097})",
         ":1:1", "num_attention_heads"},
        {"heads without a number", "models", "b.yaml",
         with(with(model, "hidden: 4096", "hidden: 4097"), "heads: 32", "heads:"), ":6:1", "heads has no value"},
        {"heads left out", "models", "c.yaml", with(with(model, "hidden: 4096", "hidden: 4097"), "heads: 32\n", ""),
         ":2:1", "heads"},
        {"latent attention of a dense model", "models", "d.yaml", model + "query_rank: 64\n", ":16:", "query_rank"},
        {"metric of nothing", "evidence", "e.yaml",
         "statements:\n  - id: X1\n    metric: ~\n    said: nothing\n    scenario: fernandez-weak-scaling\n"
         "    at: {gpus: 8}\n    reported: 1\n    basis: reported\n    known_by: read\n    source: nowhere\n",
         ":", "metric has no value"},
        {"year beyond all", "stacks", "g.yaml",
         with(shipped_text("stacks/pytorch_fsdp_2024.yaml"), "years: [2023, 2026]", "years: [2023, 1e40]"), ":4:15",
         "years is out of range"},
    };
    return all;
}

const std::map<std::string, std::string> sample_texts{
    {"configurations",
     R"({model_type: deepseek_v3, num_hidden_layers: 4, hidden_size: 7168, num_attention_heads: 128,
         num_key_value_heads: 128, intermediate_size: 18432, moe_intermediate_size: 2048, n_routed_experts: 256,
         num_experts_per_tok: 8, n_shared_experts: 1, first_k_dense_replace: 3, vocab_size: 129280,
         max_position_embeddings: 163840, kv_lora_rank: 512, q_lora_rank: 1536, qk_nope_head_dim: 128,
         qk_rope_head_dim: 64, v_head_dim: 128, layer_types: [sliding_attention, full_attention, full_attention, full_attention], sliding_window: 4096,
         attention_bias: false, tie_word_embeddings: false})"},
    {"runs",
     R"({runs: [{id: one, title: One, date: 2024.5, flop: 3.8e25, known_by: derived, source: there}],
         growth: {per_year: 4.5, known_by: read, source: there, from: one}})"},
};

} // namespace

/// One slip in a person's file is told with its place, and everything else loads.
class SlipsTest : public QObject {
    Q_OBJECT

private slots:
    void a_slip_is_told_where_it_stands_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < slips().size(); ++i)
            QTest::newRow(slips()[i].name) << int(i);
    }

    void a_slip_is_told_where_it_stands()
    {
        QFETCH(int, index);
        const Slip& slip = slips()[std::size_t(index)];
        QVERIFY(!slip.text.empty());
        const QTemporaryDir place;
        const fs::path file = fs::path(place.path().toStdString()) / slip.kind / slip.file;
        auto document = file.extension() == ".json" ? files::parse_json(slip.text, file.string())
                                                    : files::parse_yaml(slip.text, file.string());
        QVERIFY(document.has_value());
        const std::vector<Error> errors = readings().at(slip.kind)(*document);
        QVERIFY(!errors.empty());
        const bool told = std::any_of(errors.begin(), errors.end(), [&](const Error& error) {
            return error.where.starts_with(file.string() + slip.where)
                && english(error.what).find(slip.words) != std::string::npos;
        });
        QVERIFY2(told, english(errors.front()).c_str());
    }

    void the_rest_loads()
    {
        const QTemporaryDir place;
        const fs::path folder = place.path().toStdString();
        for (const Slip& slip : slips())
            write(folder / (std::string(slip.kind) == "configurations" ? "models" : slip.kind) / slip.file, slip.text);
        const Catalog catalog = read({PRESETS, folder});
        QCOMPARE(catalog.accelerators.size(), shipped().accelerators.size());
        QCOMPARE(catalog.models.size(), shipped().models.size());
        QCOMPARE(catalog.stacks.size(), shipped().stacks.size());
        QVERIFY(catalog.problems.size() >= 5);
        const evidence::Claims statements = evidence::read_claims(catalog.folders);
        QCOMPARE(statements.statements.size(), evidence::read_claims({PRESETS}).statements.size());
        QCOMPARE(statements.problems.size(), std::size_t(1));
    }

    void every_slip_of_every_value_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("file");
        QTest::newRow("accelerator") << "hardware"
                                     << "hardware/h100_sxm.yaml";
        QTest::newRow("transport") << "transports"
                                   << "transports/nccl_hopper.yaml";
        QTest::newRow("dense model") << "models"
                                     << "models/llama2_7b.yaml";
        QTest::newRow("mixture") << "models"
                                 << "models/deepseek_v3.yaml";
        QTest::newRow("configuration") << "configurations" << QString();
        QTest::newRow("stack") << "stacks"
                               << "stacks/pytorch_fsdp_2024.yaml";
        QTest::newRow("what all stacks share") << "stacks"
                                               << "stacks/common.yaml";
        QTest::newRow("physics") << "physics"
                                 << "physics/kernels.yaml";
        QTest::newRow("assumptions") << "assumptions"
                                     << "assumptions/defaults.yaml";
        QTest::newRow("runs") << "runs" << QString();
        QTest::newRow("style") << "styles"
                               << "styles/slide.yaml";
        QTest::newRow("statements") << "evidence"
                                    << "evidence/fernandez_claims.yaml";
        QTest::newRow("bands") << "evidence"
                               << "evidence/reach.yaml";
        QTest::newRow("claims of papers") << "claims"
                                          << "claims/papers.yaml";
    }

    /// Nothing a person leaves out or mistypes ends the program; what is told stands in the file.
    void every_slip_of_every_value()
    {
        QFETCH(QString, kind);
        QFETCH(QString, file);
        const Reading& reading = readings().at(kind.toStdString());
        auto document = file.isEmpty() ? files::parse_yaml(sample_texts.at(kind.toStdString()), {})
                                       : files::read_yaml(fs::path(PRESETS) / file.toStdString());
        QVERIFY(document.has_value());
        keep_one_of_each(document->root);
        const QTemporaryDir place;
        const fs::path name = file.isEmpty() ? "tried.yaml" : fs::path(file.toStdString()).filename();
        document->file = (fs::path(place.path().toStdString()) / kind.toStdString() / name).string();
        const Told told = every_slip_told(*document, reading);
        QVERIFY2(told.wrong.empty(), told.wrong.c_str());
        QVERIFY(told.count > 20);
    }
};

PLATEAU_TEST(SlipsTest)

} // namespace tst_slips

#include "tst_slips.moc"
