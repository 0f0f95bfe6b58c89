// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>
#include <functional>
#include <regex>
#include <set>

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/catalog/entry_file.h"
#include "core/catalog/known_runs.h"
#include "core/evidence/claims.h"
#include "core/files/node.h"
#include "core/teaching/tours/tour.h"
#include "core/views/figures/export_choices.h"

namespace tst_slips {

using namespace plateau;
using namespace plateau::catalog;
using files::Node;
namespace fs = std::filesystem;

/// One slip in a person's file is told with its place, and everything else loads.
class SlipsTest : public QObject {
    Q_OBJECT

private slots:
    void a_slip_is_told_where_it_stands_data();
    void a_slip_is_told_where_it_stands();
    void the_rest_loads();
    void every_slip_of_every_value_data();
    void every_slip_of_every_value();
};

namespace {

const Catalog& shipped()
{
    static const Catalog catalog = read({PRESETS});
    return catalog;
}

const tours::PaperClaims& claims()
{
    static const tours::PaperClaims claims = tours::read_paper_claims(shipped(), evidence::read_claims({PRESETS}));
    return claims;
}

void write(const fs::path& file, const std::string& text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

/// The file in a form that needs no layout.
std::string text_of(const Node& node)
{
    const auto quoted = [](const std::string& text) { return nlohmann::json(text).dump(); };
    if (node.kind == Node::Kind::Empty)
        return "null";
    if (node.kind == Node::Kind::Scalar)
        return quoted(node.text);
    const bool map = node.kind == Node::Kind::Map;
    std::string text;
    for (std::size_t i = 0; i < node.items.size(); ++i)
        text += (i == 0 ? "\n" : ",\n") + (map ? quoted(node.keys[i].text) + ": " : std::string())
            + text_of(node.items[i]);
    return (map ? "{" : "[") + text + (map ? "}" : "]");
}

/// What the reader of such a file, PRESET FOLDER/KIND/NAME, says of it.
using Reading = std::function<std::vector<Error>(const files::Document& document)>;

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

std::vector<Error> read_tour_file(const fs::path&, const fs::path& file)
{
    std::vector<Error> errors;
    tours::read_tour(shipped(), claims(), file, errors);
    return errors;
}

std::vector<Error> read_claims_file(const fs::path& folder, const fs::path&)
{
    static const evidence::Claims statements = evidence::read_claims({PRESETS});
    Catalog catalog = shipped(); // its own claims stand in a file of the same name
    catalog.folders.push_back(folder);
    return tours::read_paper_claims(catalog, statements).problems;
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
        {"tours", folder_reading(read_tour_file)},
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
         with(with(model, "hidden: 4096", "hidden: 4097"), "heads: 32", "heads:"), ":5:1", "heads has no value"},
        {"heads left out", "models", "c.yaml", with(with(model, "hidden: 4096", "hidden: 4097"), "heads: 32\n", ""),
         ":2:1", "heads"},
        {"latent attention of a dense model", "models", "d.yaml", model + "query_rank:\n", ":15:1", "query_rank"},
        {"metric of nothing", "evidence", "e.yaml",
         "statements:\n  - id: X1\n    metric: ~\n    said: nothing\n    scenario: fernandez-weak-scaling\n"
         "    at: {gpus: 8}\n    reported: 1\n    basis: reported\n    known_by: read\n    source: nowhere\n",
         ":", "metric has no value"},
        {"guess of no place", "tours", "f.yaml",
         with(shipped_text("tours/end-of-scaling.yaml"), "\n      at: ", "\n      at: # "), ":", "at has no value"},
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

/// Of mappings in a list only those that have a key no earlier one has, and two more, since an order needs three: a
/// file soon tried.
void keep_one_of_each(Node& node)
{
    constexpr int most_alike = 2;
    std::set<std::string> known;
    int alike = 0;
    if (node.kind == Node::Kind::List)
        std::erase_if(node.items, [&](const Node& item) {
            const std::size_t before = known.size();
            for (const files::Key& key : item.keys)
                known.insert(key.text);
            return item.kind == Node::Kind::Map && known.size() == before && ++alike > most_alike;
        });
    for (Node& item : node.items)
        keep_one_of_each(item);
}

Node scalar(const char* text)
{
    Node node;
    node.kind = Node::Kind::Scalar;
    node.text = text;
    return node;
}

std::vector<Node> wrong_values()
{
    std::vector<Node> values{Node(), scalar(""), scalar("x"), scalar("0"), scalar("-1"), scalar("1e40")};
    Node list, map;
    list.kind = Node::Kind::List;
    list.items.push_back(scalar("x"));
    map.kind = Node::Kind::Map;
    map.keys.push_back({"x", 0, 0});
    map.items.push_back(scalar("x"));
    values.insert(values.end(), {list, map});
    list.items = {Node()};
    values.push_back(list);
    return values;
}

/// Calls `tried` with the file as it is with each value below `node` left out or wrong; `node` is then as it was.
void with_each_slip(Node& node, const std::function<void()>& tried)
{
    static const std::vector<Node> wrong = wrong_values();
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        with_each_slip(node.items[i], tried);
        const Node own = node.items[i];
        for (const Node& value : wrong) {
            node.items[i] = value;
            tried();
        }
        node.items[i] = own;
        const Node all = node;
        node.items.erase(node.items.begin() + std::ptrdiff_t(i));
        if (node.kind == Node::Kind::Map)
            node.keys.erase(node.keys.begin() + std::ptrdiff_t(i));
        tried();
        node = all;
    }
}

} // namespace

void SlipsTest::a_slip_is_told_where_it_stands_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < slips().size(); ++i)
        QTest::newRow(slips()[i].name) << int(i);
}

void SlipsTest::a_slip_is_told_where_it_stands()
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

void SlipsTest::the_rest_loads()
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

void SlipsTest::every_slip_of_every_value_data()
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
    QTest::newRow("tour") << "tours"
                          << "tours/end-of-scaling.yaml";
    QTest::newRow("claims of papers") << "claims"
                                      << "claims/papers.yaml";
}

/// Nothing a person leaves out or mistypes ends the program; what is told stands in the file.
void SlipsTest::every_slip_of_every_value()
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
    for (const Error& error : reading(*document))
        QFAIL(english(error).c_str());
    const std::regex line_and_column(R"(:\d+:\d+$)");
    int told = 0;
    with_each_slip(document->root, [&] {
        for (const Error& error : reading(*document)) {
            ++told;
            if (!error.where.starts_with(document->file) || !std::regex_search(error.where, line_and_column))
                QFAIL(english(error).c_str());
        }
    });
    QVERIFY(told > 20);
}

PLATEAU_TEST(SlipsTest)

} // namespace tst_slips

#include "tst_slips.moc"
