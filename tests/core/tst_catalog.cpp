// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <fstream>
#include <set>

#include <QTemporaryDir>
#include <QTest>

#include "core/catalog/catalog.h"
#include "core/files/node.h"

namespace tst_catalog {

using namespace plateau;
using namespace plateau::catalog;
namespace fs = std::filesystem;

namespace {

const Catalog& shipped()
{
    static const Catalog catalog = read({PRESETS});
    return catalog;
}

void write(const fs::path& file, const std::string& text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

std::string text_of(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string changed(std::string text, const std::string& from, const std::string& to)
{
    const size_t at = text.find(from);
    return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

size_t files_in(const char* kind) { return preset_files({PRESETS}, kind).size(); }

} // namespace

class CatalogTest : public QObject {
    Q_OBJECT

private slots:
    void shipped_files_read()
    {
        const Catalog& catalog = shipped();
        for (const Error& problem : catalog.problems)
            qWarning("%s", english(problem).c_str());
        QCOMPARE(catalog.problems.size(), size_t(0));
        QCOMPARE(catalog.accelerators.size(), files_in("hardware"));
        QCOMPARE(catalog.models.size(), files_in("models"));
        QCOMPARE(catalog.stacks.size(), files_in("stacks") - 1); // common.yaml is no stack
        QCOMPARE(catalog.transports.size(), files_in("transports"));
        for (const char* id :
             {"v100_sxm2_16", "v100_sxm2_32", "v100_sxm3_32", "a100_sxm_40", "a100_sxm_80",  "a100_pcie_80",
              "a800_sxm_80",  "h100_sxm",     "h100_pcie",    "h100_nvl",    "h100_96_500w", "h200",
              "h800",         "b100",         "b200",         "b300",        "gb200_nvl72",  "gb300_nvl72",
              "rubin_nvl72",  "mi250x",       "mi300x",       "mi325x",      "mi355x",       "mi455x",
              "tpu_v4",       "tpu_v5e",      "tpu_v5p",      "tpu_v6e",     "tpu_v7",       "gaudi2",
              "gaudi3",       "trainium1",    "trainium2",    "trainium3"})
            QVERIFY2(catalog.accelerator(id), id);
        QVERIFY(!catalog.accelerator("h1000"));
    }

    void accelerators_are_whole()
    {
        for (const Accelerator& a : shipped().accelerators) {
            const char* id = a.id.c_str();
            QVERIFY2(!a.sources.empty() && !a.title.empty() && !a.vendor.empty(), id);
            QVERIFY2(a.tiers.size() >= 2 && std::isinf(a.tiers.back().domain_size), id);
            QVERIFY2(a.memory_bytes > 1e9 && a.memory_bytes_per_s > 1e11, id);
            QVERIFY2(a.tdp_watts > a.idle_watts && a.idle_watts > 0 && a.node_overhead_watts > 0, id);
            QVERIFY2(a.price.usd_per_gpu_hour > 0 && !a.price.source.empty() && !a.price.date.empty(), id);
            QVERIFY2(!a.transport.title.empty(), id);
            QVERIFY2(a.peak_flops[int(Precision::Bf16)] > 0 || a.peak_flops[int(Precision::Fp16)] > 0, id);
            for (const NetworkTier& tier : a.tiers)
                QVERIFY2(tier.pair_bytes_per_s <= tier.bandwidth_bytes_per_s && tier.bandwidth_bytes_per_s > 0, id);
            if (!a.measured_kernels)
                QVERIFY2(known_by(a, "gemm") == KnownBy::Estimated, id);
        }
        for (const Transport& transport : shipped().transports)
            QVERIFY2(!transport.sources.empty(), transport.id.c_str());
        for (const ModelShape& model : shipped().models)
            QVERIFY2(!model.sources.empty(), model.id.c_str());
    }

    /// Every constant of a collective that a question can ask for stands in the file; what sums inside a domain only
    /// where the hardware can.
    void transports_say_all_that_is_computed_with()
    {
        const auto whole = files::read_yaml(std::filesystem::path(PRESETS) / "transports/nccl_nvl72.yaml");
        QVERIFY(whole && whole->root.find("collnet_base") && whole->root.find("pat_base"));
        for (const Transport& transport : shipped().transports) {
            const auto document
                = files::read_yaml(std::filesystem::path(PRESETS) / "transports" / (transport.id + ".yaml"));
            QVERIFY(document.has_value());
            for (const files::Key& key : whole->root.keys) {
                const bool in_switches = key.text.starts_with("nvls") && !transport.in_switch_reduction;
                if (key.text != "notes" && !in_switches)
                    QVERIFY2(document->root.find(key.text), (transport.id + ": " + key.text).c_str());
            }
        }
    }

    void accelerator_values()
    {
        const Accelerator& h100 = *shipped().accelerator("h100_sxm");
        QCOMPARE(h100.peak_flops[int(Precision::Bf16)], 989.4e12);
        QCOMPARE(h100.peak_flops[int(Precision::Fp8)], 1979e12);
        QCOMPARE(h100.peak_flops[int(Precision::NvFp4)], 0.0);
        QCOMPARE(h100.memory_bytes, 80e9);
        QCOMPARE(usable_memory_bytes(h100), 81559. * 1024 * 1024);
        QCOMPARE(usable_memory_bytes(*shipped().accelerator("b100")), shipped().accelerator("b100")->memory_bytes);
        QCOMPARE(h100.memory_bytes_per_s, 3.35e12);
        QCOMPARE(h100.tiers[0].bandwidth_bytes_per_s, 450e9);
        QCOMPARE(h100.tiers[0].domain_size, 8.0);
        QCOMPARE(h100.tiers[1].bandwidth_bytes_per_s, 50e9);
        QCOMPARE(h100.gemm.floor_seconds, 2.8e-6);
        QCOMPARE(h100.gemm.efficiency, 0.832);
        QCOMPARE(h100.gemm.long_kernel_loss, 0.077);
        QCOMPARE(h100.attention_flash2.half_sequence, 532.0);
        QCOMPARE(h100.transport.id, std::string("nccl_hopper"));
        QVERIFY(h100.transport.in_switch_reduction && h100.measured_kernels && h100.measured_collectives);
        QCOMPARE(h100.price.usd_per_gpu_hour, 2.99);
        const Accelerator& v100 = *shipped().accelerator("v100_sxm2_32");
        QCOMPARE(v100.peak_flops[int(Precision::Fp16)], 125e12);
        QCOMPARE(v100.peak_flops[int(Precision::Bf16)], 0.0);
        QCOMPARE(shipped().accelerator("gb200_nvl72")->tiers[0].domain_size, 72.0);
        QCOMPARE(shipped().accelerator("a100_sxm_80")->transport.latency_factor, 1.6);
        QVERIFY(shipped().accelerator("mi300x")->tiers[0].wiring == Wiring::PerPair);
        QCOMPARE(shipped().accelerator("mi300x")->tiers[0].pair_bytes_per_s, 64e9);
        QVERIFY(shipped().accelerator("tpu_v5p")->tiers[0].wiring == Wiring::Torus);
        QCOMPARE(shipped().accelerator("a800_sxm_80")->tiers[0].bandwidth_bytes_per_s, 200e9);
    }

    void doubtful_fields_are_marked()
    {
        const Accelerator& h100 = *shipped().accelerator("h100_sxm");
        QVERIFY(known_by(h100, "power.idle") == KnownBy::Recalled);
        QVERIFY(known_by(h100, "memory") == KnownBy::Read);
        QVERIFY(known_by(h100, "gemm") == KnownBy::Measured);
        QVERIFY(known_by(*shipped().accelerator("b100"), "memory") == KnownBy::Recalled);
        QVERIFY(known_by(*shipped().accelerator("tpu_v5p"), "power.tdp") == KnownBy::Estimated);
        Accelerator a;
        a.recalled = {"tiers"};
        QVERIFY(known_by(a, "tiers.1") == KnownBy::Recalled);
        a.recalled = {"tiers.1"};
        QVERIFY(known_by(a, "tiers.0") == KnownBy::Read);
    }

    void stacks_are_whole()
    {
        for (const Stack& stack : shipped().stacks) {
            QVERIFY(!stack.sources.empty());
            QCOMPARE(stack.notes.size(), stack_constants().size());
            for (size_t i = 0; i < stack.notes.size(); ++i) {
                const StackConstant& constant = stack_constants()[i];
                const std::string what = stack.id + " " + constant.key;
                QVERIFY2(stack.notes[i].key == constant.key, what.c_str());
                QVERIFY2(!stack.notes[i].source.empty() && stack.notes[i].source.find("not given") == std::string::npos,
                         what.c_str());
                const double value = stack.constants.*constant.value;
                QVERIFY2(value >= stack.notes[i].low && value <= stack.notes[i].high, what.c_str());
            }
        }
        const Stack& fsdp = *shipped().stack("pytorch_fsdp_2024");
        QVERIFY(fsdp.constants.fsdp_overlap_penalty >= 0.25 && fsdp.constants.fsdp_overlap_penalty <= 0.35);
        QCOMPARE(fsdp.default_sharding, DataParallelMode::Fsdp);
        QVERIFY(shipped().stack("nemo_fp8")->precisions.front() == Precision::Fp8);
    }

    void stack_table()
    {
        StackConstants constants;
        std::vector<const double*> seen;
        QCOMPARE(shipped().common.notes.size(), stack_constants().size());
        for (const StackConstant& row : stack_constants()) {
            QVERIFY2(row.low < row.high && *row.meaning && *row.label, row.key);
            const double* place = &(constants.*row.value);
            QVERIFY2(std::isnan(*place), row.key); // no number but those of files
            const double common = shipped().common.constants.*row.value;
            QVERIFY2(common >= row.low && common <= row.high, row.key);
            QVERIFY2(std::find(seen.begin(), seen.end(), place) == seen.end(), row.key);
            seen.push_back(place);
            QVERIFY(find_stack_constant(row.key) == &row);
        }
        QCOMPARE(seen.size(), sizeof(StackConstants) / sizeof(double)); // no constant without a row
        QVERIFY(!find_stack_constant("rho"));
    }

    /// Every constant has a value inside its range, a known source and a unit; keys and texts are its own.
    void physics_is_whole()
    {
        const Catalog& catalog = shipped();
        QVERIFY(catalog.physics);
        QCOMPARE(catalog.physics->notes.size(), physics_constants().size());
        std::set<std::string> keys;
        for (std::size_t i = 0; i < physics_constants().size(); ++i) {
            const PhysicsConstant& constant = physics_constants()[i];
            const ConstantNote& note = catalog.physics->notes[i];
            const double value = catalog.physics->values.*constant.value;
            QCOMPARE(note.key, std::string(constant.key));
            QVERIFY2(note.low <= value && value <= note.high, constant.key);
            QVERIFY2(note.source.size() > 10 && note.given == Given::Yes && !note.file.empty(), constant.key);
            QVERIFY2(*constant.label && *constant.meaning, constant.key);
            QVERIFY2(keys.insert(constant.key).second, constant.key);
        }
        // Every value of the structure has a row.
        QCOMPARE(physics_constants().size() * sizeof(double), sizeof(PhysicsValues));
    }

    /// Values of a folder of one's own replace single shipped ones; a broken file leaves all of them.
    void physics_of_a_folder()
    {
        QTemporaryDir folder;
        const fs::path own = folder.path().toStdString();
        write(own / "physics/a.yaml",
              "title: Ours\nconstants:\n  flash_backward: {value: 2.2, source: our runs}\nsources: us\n");
        write(own / "physics/b.yaml",
              "title: Broken\nconstants:\n  layers_in_transit: {value: 0, source: x}\nsources: us\n");
        const Catalog catalog = read({PRESETS, own});
        QVERIFY(catalog.physics);
        QCOMPARE(catalog.physics->values.flash_backward, 2.2);
        QCOMPARE(catalog.physics->values.other_backward, shipped().physics->values.other_backward);
        QCOMPARE(catalog.physics->values.layers_in_transit, shipped().physics->values.layers_in_transit);
        QCOMPARE(catalog.problems.size(), size_t(1));
        QVERIFY(catalog.problems[0].where.ends_with("b.yaml:3:30"));
    }

    /// Nothing is estimated with a constant nobody gave.
    void physics_missing()
    {
        QTemporaryDir folder;
        const fs::path own = folder.path().toStdString();
        fs::create_directories(own / "physics");
        fs::copy_file(fs::path(PRESETS) / "physics/memory.yaml", own / "physics/memory.yaml");
        const Catalog catalog = read({own});
        QVERIFY(!catalog.physics);
        QCOMPARE(catalog.problems.size(), size_t(1));
        const QString said = QString::fromStdString(english(catalog.problems[0]));
        QVERIFY2(said.contains("without a value: long_kernel_seconds, "), qPrintable(said));
        QVERIFY2(said.contains("flash_backward") && !said.contains("layers_in_transit"), qPrintable(said));
    }

    void user_folder()
    {
        QTemporaryDir folder;
        const fs::path own = folder.path().toStdString();
        const std::string h100 = text_of(fs::path(TEST_DATA) / "catalog/hardware/h100_sxm.yaml");
        write(own / "hardware/mine.yaml", changed(h100, "title: H100 SXM 80GB", "title: Mine"));
        write(own / "hardware/h200.yaml", changed(h100, "memory: 80 GB", "memory: 99 GB"));
        write(own / "hardware/b200.yaml", changed(h100, "memory: 80 GB", "memory: lots"));
        write(own / "models/m.json",
              R"({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "vocab_size": 50257})");
        write(own / "models/notes.txt", "not a model");
        const Catalog catalog = read({PRESETS, own, own / "absent"});
        QCOMPARE(catalog.problems.size(), size_t(1));
        QCOMPARE(QString::fromStdString(catalog.problems[0].where).section('/', -1), QString("b200.yaml:9:9"));
        QCOMPARE(catalog.accelerators.size(), files_in("hardware") + 1);
        QCOMPARE(catalog.accelerator("mine")->title, std::string("Mine"));
        QCOMPARE(catalog.accelerator("h200")->memory_bytes, 99e9);
        QCOMPARE(catalog.accelerator("b200")->memory_bytes, 180e9); // the shipped one still stands
        QVERIFY(catalog.model("m"));
        QCOMPARE(preset_files({PRESETS, own}, "hardware").size(), files_in("hardware") + 1);
    }

    /// What was measured of one accelerator says nothing of another that took its constants.
    void a_copy_is_not_measured()
    {
        QTemporaryDir folder;
        const fs::path own = folder.path().toStdString();
        const std::string h100 = text_of(fs::path(PRESETS) / "hardware/h100_sxm.yaml");
        write(own / "hardware/mine.yaml", h100);
        write(own / "hardware/h100_sxm.yaml", h100);
        const std::string named = "{kernels: h100_sxm, collectives: h100_sxm}";
        write(own / "hardware/unnamed.yaml", changed(h100, named, "[kernels, collectives]"));
        const Catalog catalog = read({PRESETS, own});
        QVERIFY(catalog.problems.empty());
        const Accelerator* copy = catalog.accelerator("mine");
        const Accelerator* replaced = catalog.accelerator("h100_sxm");
        const Accelerator* unnamed = catalog.accelerator("unnamed");
        QVERIFY(unnamed && !unnamed->measured_kernels && !unnamed->measured_collectives);
        QVERIFY(copy && !copy->measured_kernels && !copy->measured_collectives);
        QVERIFY(known_by(*copy, "gemm") != KnownBy::Measured && known_by(*replaced, "gemm") == KnownBy::Measured);
        QVERIFY(replaced->measured_kernels && replaced->measured_collectives);
    }

    void bad_files_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* kind, const char* file, const char* from, const char* to,
                            const char* message) { QTest::newRow(name) << kind << file << from << to << message; };
        row("misspelt key", "hardware", "h100_sxm", "memory_bandwidth", "memory_bandwith",
            "bad.yaml:10:1: memory_bandwith is not a known key; the nearest is memory_bandwidth\n");
        row("bad unit", "hardware", "h100_sxm", "memory: 80 GB", "memory: 80 GB/s",
            "bad.yaml:9:9: \u201cGB/s\u201d is not understood after the number; write it like ");
        row("unknown transport", "hardware", "h100_sxm", "transport: nccl_hopper", "transport: nccl_hoper",
            "bad.yaml:30:12: nccl_hoper is not a known transport; the nearest is nccl_hopper\n");
        row("domains fall", "hardware", "h100_sxm", "domain: unlimited", "domain: 4",
            "bad.yaml:20:5: a tier must hold more accelerators than the one before it");
        row("unknown mark", "hardware", "h100_sxm", "recalled: [power.idle]", "recalled: [power.idel]",
            "bad.yaml:42:11: power.idel is not a field of an accelerator; the nearest is power.idle");
        row("efficiency above one", "hardware", "h100_sxm", "efficiency: 0.771", "efficiency: 77.1",
            "bad.yaml:26:35: efficiency is out of range");
        row("not YAML", "hardware", "h100_sxm", "tiers:", "tiers: [", "bad.yaml:");
        row("heads", "models", "llama2_7b", "heads: 32", "heads: 33",
            "bad.yaml:5:8: the heads do not divide the hidden size");
        row("negative", "models", "llama2_7b", "layers: 32", "layers: -32",
            "bad.yaml:3:9: \u201c-32\u201d is negative");
        row("huge", "models", "llama2_7b", "layers: 32", "layers: 1e300", "bad.yaml:3:9: layers is out of range");
        row("constant out of range", "stacks", "composer_fsdp", "{value: 0.97", "{value: 9.7",
            "bad.yaml:8:30: value is out of range: 9.7; 0.2 to 1.1");
        row("unknown constant", "stacks", "composer_fsdp", "kernel_efficiency", "kernel_eficiency",
            "bad.yaml:8:3: kernel_eficiency is not a known key; the nearest is kernel_efficiency");
        row("default that went", "stacks", "composer_fsdp",
            "recompute: ", "interleaving: false, recompute: ", ": interleaving is not a known key");
        row("unknown kernel", "stacks", "composer_fsdp", "flash2_triton", "flash9",
            "bad.yaml:5:12: flash9 is not a value of attention; the nearest is flash1; one of unfused, ");
        row("physics out of range", "physics", "kernels", "{value: 2.5", "{value: 25",
            "bad.yaml:4:27: value is out of range: 25; 1 to 5");
        row("physics without a source", "physics", "kernels", ", source: 'FlashAttention 2 is",
            ", sources: 'FlashAttention 2 is", "bad.yaml:3:27: the key source is missing");
        row("suspect without a source", "physics", "kernels",
            "sources:", "suspects:\n  scale_up_bandwidth: {times: [0.1, 2]}\nsources:", ": the key source is missing");
        row("limits of a suspect fall", "physics", "kernels",
            "sources:", "suspects:\n  scale_up_bandwidth: {times: [2, 0.1], source: x}\nsources:",
            ": the limits of scale_up_bandwidth must rise");
        row("physics misspelt", "physics", "kernels", "flash_backward", "flash_backwards",
            "bad.yaml:4:3: flash_backwards is not a known key; the nearest is flash_backward");
        row("short list", "transports", "nccl_hopper", "ring_base: [6.6 us, ", "ring_base: [",
            "bad.yaml:4:12: ring_base must be a list of 3 values");
    }

    void bad_files()
    {
        QFETCH(QString, kind);
        QFETCH(QString, file);
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, message);
        QTemporaryDir folder;
        const fs::path own = folder.path().toStdString();
        const std::string text
            = text_of(fs::path(TEST_DATA) / "catalog" / kind.toStdString() / (file.toStdString() + ".yaml"));
        const std::string broken = changed(text, from.toStdString(), to.toStdString());
        QVERIFY(!broken.empty());
        write(own / kind.toStdString() / "bad.yaml", broken);
        const Catalog catalog = read({PRESETS, own});
        QVERIFY(!catalog.problems.empty());
        QString said;
        for (const Error& problem : catalog.problems)
            said += QString::fromStdString(english(problem))
                        .section('/', -1 - QString::fromStdString(english(problem)).section("bad.yaml", 1).count('/'))
                + "\n";
        QVERIFY2(said.contains(message), qPrintable(said));
        QCOMPARE(catalog.accelerators.size(), files_in("hardware"));
        QCOMPARE(catalog.stacks.size(), files_in("stacks") - 1); // common.yaml is no stack
        QCOMPARE(catalog.models.size(), files_in("models"));
    }

    void stack_based_on()
    {
        QTemporaryDir folder;
        const fs::path own = folder.path().toStdString();
        write(own / "stacks/ours.yaml",
              "title: Ours\nbased_on: composer_fsdp\nconstants:\n  kernel_efficiency: {value: 0.8, source: our "
              "runs}\nsources: us\n");
        write(own / "stacks/lost.yaml", "title: Lost\nbased_on: nothing\nsources: us\n");
        const Catalog catalog = read({PRESETS, own});
        const Stack* ours = catalog.stack("ours");
        QVERIFY(ours);
        QCOMPARE(ours->constants.kernel_efficiency, 0.8);
        QCOMPARE(ours->constants.optimizer_bytes, catalog.stack("composer_fsdp")->constants.optimizer_bytes);
        QCOMPARE(ours->notes[0].source, std::string("our runs"));
        QVERIFY(!catalog.stack("lost"));
        QCOMPARE(catalog.problems.size(), size_t(1));
        QVERIFY(catalog.problems[0].where.ends_with("lost.yaml:2:11"));
    }

    void a_stack_has_what_it_does_not_give_from_the_common_one()
    {
        QTemporaryDir folder;
        const fs::path own = folder.path().toStdString();
        write(own / "stacks/ours.yaml",
              "title: Ours\nconstants:\n  kernel_efficiency: {value: 0.8, source: our runs}\nsources: us\n");
        const Catalog catalog = read({PRESETS, own});
        QVERIFY(catalog.problems.empty());
        QVERIFY(!catalog.stack("common"));
        const Stack* ours = catalog.stack("ours");
        QVERIFY(ours);
        for (std::size_t i = 0; i < stack_constants().size(); ++i) {
            const StackConstant& row = stack_constants()[i];
            const bool given = row.key == std::string("kernel_efficiency");
            const ConstantNote& note = given ? ours->notes[i] : catalog.common.notes[i];
            QCOMPARE(ours->constants.*row.value, given ? 0.8 : catalog.common.constants.*row.value);
            QCOMPARE(ours->notes[i].source, given ? std::string("our runs") : note.source);
            QVERIFY2(!ours->notes[i].source.empty() && ours->notes[i].file == note.file, row.key);
            QCOMPARE(ours->notes[i].low, note.low);
            QCOMPARE(ours->notes[i].high, note.high);
        }
    }

    /// Constants of one's own common.yaml replace single shipped ones, for every stack that does not give them itself.
    void a_folder_changes_single_common_constants()
    {
        QTemporaryDir folder;
        const fs::path own = folder.path().toStdString();
        write(own / "stacks/common.yaml",
              "title: Ours\nconstants:\n  step_fixed_seconds: {value: 8 ms, source: our loop}\nsources: us\n");
        const Catalog catalog = read({PRESETS, own});
        QVERIFY(catalog.problems.empty());
        QCOMPARE(catalog.stacks.size(), shipped().stacks.size());
        QCOMPARE(catalog.stack("torchtitan")->constants.step_fixed_seconds, 8e-3);
        QCOMPARE(catalog.stack("torchtitan")->constants.bucket_bytes,
                 shipped().stack("torchtitan")->constants.bucket_bytes);
    }

    void a_constant_that_nobody_gives_is_named()
    {
        QTemporaryDir folder;
        const fs::path own = folder.path().toStdString();
        const std::string whole = text_of(fs::path(PRESETS) / "stacks/common.yaml");
        const std::size_t line = whole.find("  bucket_bytes:");
        write(own / "stacks/common.yaml", whole.substr(0, line) + whole.substr(whole.find('\n', line) + 1));
        write(own / "stacks/ours.yaml", "title: Ours\nconstants:\n  prefetch: {value: 1, source: us}\nsources: us\n");
        const auto problem_of = [&] {
            const Catalog catalog = read({own});
            return catalog.stacks.empty() && catalog.problems.size() == 1
                ? QString::fromStdString(english(catalog.problems[0]))
                : QString();
        };
        QVERIFY2(
            problem_of().contains("common.yaml:7:3: constants that all stacks share without a value: bucket_bytes;"),
            qPrintable(problem_of()));
        fs::remove(own / "stacks/common.yaml");
        QVERIFY2(problem_of().contains("ours.yaml:3:3: constants of the stack without a value: kernel_efficiency, "),
                 qPrintable(problem_of()));
    }

    void folders()
    {
        qputenv("PLATEAU_PRESETS", "/some/where");
        qputenv("XDG_DATA_HOME", "/own/data");
        const std::vector<fs::path> expected{"/some/where", "/own/data/plateau/presets"};
        QVERIFY(preset_folders() == expected);
        qunsetenv("PLATEAU_PRESETS");
        QVERIFY(fs::exists(preset_folders().front() / "hardware/h100_sxm.yaml"));
    }
};

PLATEAU_TEST(CatalogTest)

} // namespace tst_catalog

#include "tst_catalog.moc"
