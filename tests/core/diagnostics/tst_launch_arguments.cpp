// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

#include "core/diagnostics/launch_arguments.h"
#include "tests/core/sample_parts.h"
#include "tests/core/sample_scenarios.h"
#include "tests/core/sample_software.h"

namespace tst_launch_arguments {

using namespace plateau;
using plateau::test::best;
using plateau::test::best_of_mixtral;
using plateau::test::fsdp_in_pipelines;
using plateau::test::mixture;
using plateau::test::parts_of;

namespace {

bool holds(const std::vector<std::string>& lines, const char* line)
{
    return std::find(lines.begin(), lines.end(), line) != lines.end();
}

} // namespace

/// Plans written as the arguments that start them in a training program.
class LaunchArgumentsTest : public QObject {
    Q_OBJECT
private slots:
    void scores_that_are_kept_are_recomputed_with_the_modules()
    {
        const auto modules = [](const char* attention) {
            const Scenario question = mixture({{"recompute", "selective"}, {"attention", attention}});
            const std::vector<std::string> lines
                = narrate::launch_arguments("megatron", parts_of(question), question).lines();
            const auto found = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
                return line.find("--recompute-modules") == 0;
            });
            return found == lines.end() ? std::string() : *found;
        };
        QCOMPARE(modules("flash2"), std::string("--recompute-modules moe_act"));
        QCOMPARE(modules("fused_softmax"), std::string("--recompute-modules core_attn moe_act"));
    }

    void embedding_and_loss_are_counted_in_the_split()
    {
        const Scenario question = mixture({{"pp", "32"}, {"schedule", "interleaved"}, {"virtual_stages", "3"}});
        Parts zero = parts_of(question);
        zero.plan.dp_mode = DataParallelMode::Zero1;
        const std::vector<std::string> lines = narrate::launch_arguments("megatron", zero, question).lines();
        for (const char* line : {"--account-for-embedding-in-pipeline-split", "--account-for-loss-in-pipeline-split",
                                 "--num-virtual-stages-per-pipeline-rank 3"})
            QVERIFY2(std::find(lines.begin(), lines.end(), line) != lines.end(), line);
    }

    void launch_arguments_divide_the_batch()
    {
        Parts parts = test::answer(256, 1e6, 2);
        parts.plan.pp = 4;
        parts.plan.cp = 2;
        parts.plan.dp = 16;
        parts.plan.micro_batch = 2;
        parts.plan.dp_mode = DataParallelMode::Hsdp;
        parts.plan.shard_group = 16; // context ranks among them
        parts.global_batch = 512;
        const auto lines = narrate::launch_arguments("torchtitan", parts, test::weak_scaling("256")).lines();
        for (const char* line :
             {"--parallelism.data_parallel_replicate_degree 2", "--parallelism.data_parallel_shard_degree 8",
              "--parallelism.tensor_parallel_degree 2", "--parallelism.pipeline_parallel_degree 4",
              "--parallelism.context_parallel_degree 2", "--parallelism.pipeline_parallel_microbatch_size 2",
              "--training.local_batch_size 32", "--training.global_batch_size 512", "--training.seq_len 4096"})
            QVERIFY2(holds(lines, line), line);
    }
    /// Random plans of a search have lines, or it is said why there are none.
    void plans_of_a_search_are_written_or_refused()
    {
        std::mt19937 random(3);
        int written = 0;
        for (int round = 0; round < 60; ++round) {
            Scenario question = test::random_scenario(random);
            if (round % 3 == 0)
                question = test::changed(question, "tp", "auto");
            search::PlanSearch search;
            search::SearchOptions options;
            options.top = 20;
            const search::SearchResult found
                = search.run(*prepare(question), search::open_keys(question, search::PlanChoice::Best), options);
            if (found.plans.empty())
                continue;
            const Parts& wanted = found.plans[std::size_t(round) % found.plans.size()];
            const narrate::LaunchArguments arguments = narrate::launch_arguments("megatron", wanted, question);
            QCOMPARE(arguments.empty(), !arguments.refusal.empty());
            ++written;
        }
        QVERIFY(written > 20);
    }

    void what_a_search_proposes_is_written()
    {
        const Scenario question = best_of_mixtral();
        QVERIFY(!narrate::launch_arguments("megatron", best(question), question).empty());
    }

    void arguments_that_would_be_refused_are_not_written()
    {
        const Scenario question = fsdp_in_pipelines("torchtitan");
        const Parts parts = parts_of(question);
        const narrate::LaunchArguments megatron = narrate::launch_arguments("megatron", parts, question);
        QVERIFY(megatron.empty());
        QVERIFY(english(megatron.refusal).find("does not run FSDP with pipeline stages") != std::string::npos);
        QVERIFY(!narrate::launch_arguments("torchtitan", parts, question).empty());
        const Scenario zero = test::changed(question, "dp_mode", "zero1");
        QVERIFY(narrate::launch_arguments("torchtitan", parts_of(zero), zero).empty());
        QVERIFY(!narrate::launch_arguments("megatron", parts_of(zero), zero).empty());
    }

    /// What a model is beside its sizes; and an element is one word.
    void the_same_model_is_started()
    {
        const Scenario question = test::changed(*find_scenario(test::shipped(), "llama3-70b-h100"), {{"gpus", "256"}});
        const narrate::LaunchArguments written = narrate::launch_arguments("megatron", parts_of(question), question);
        const std::vector<std::string> lines = written.lines();
        for (const char* line : {"--normalization RMSNorm", "--hidden-dropout 0", "--attention-dropout 0",
                                 "--rotary-base 500000", "--swiglu", "--disable-bias-linear"})
            QVERIFY2(holds(lines, line), line);
        for (const std::string& word : written.arguments)
            QVERIFY2(!word.empty() && word.find(' ') == std::string::npos, word.c_str());
        QVERIFY(std::ranges::find(written.blanks, "--lr") != written.blanks.end());
        QVERIFY(std::ranges::find(written.blanks, "--rotary-base") == written.blanks.end());

        const Scenario qwen = test::changed(question, {{"model", "qwen3_32b"}});
        QVERIFY(holds(narrate::launch_arguments("megatron", parts_of(qwen), qwen).lines(), "--qk-layernorm"));

        Scenario unknown = question;
        unknown.workload.shape.id = "mine";
        const auto blanks = narrate::launch_arguments("megatron", parts_of(unknown), unknown).blanks;
        for (const char* option : {"--normalization", "--rotary-base", "--hidden-dropout"})
            QVERIFY2(std::ranges::find(blanks, option) != blanks.end(), option);
    }

    /// Megatron-LM and DeepSpeed take a step of whole micro-batches only.
    void a_batch_that_does_not_divide_is_said()
    {
        Scenario question = test::changed(*find_scenario(test::shipped(), "llama3-70b-h100"), {{"gpus", "256"}});
        Parts parts = parts_of(question);
        QVERIFY(narrate::launch_arguments("megatron", parts, question).cannot.empty());
        parts.global_batch += 1;
        QVERIFY(parts.plan.dp * parts.plan.micro_batch > 1);
        for (const char* program : {"megatron", "deepspeed"}) {
            const auto cannot = narrate::launch_arguments(program, parts, question).cannot;
            QVERIFY2(std::ranges::any_of(cannot,
                                         [](const Message& each) {
                                             return english(each).find("must be a multiple of micro-batch")
                                                 != std::string::npos;
                                         }),
                     program);
        }
    }

    /// train_batch_size is micro-batch x accumulation x (GPUs / autotp), or DeepSpeed stops.
    void deepspeed_is_told_tensor_parallelism()
    {
        const Scenario question = test::changed(test::weak_scaling("64"), {{"stack", "deepspeed_2023"}, {"tp", "4"}});
        const auto written = narrate::launch_arguments("deepspeed", parts_of(question), question);
        QCOMPARE(written.files.size(), std::size_t(1));
        const QJsonObject file = QJsonDocument::fromJson(QByteArray::fromStdString(written.files[0].second)).object();
        QCOMPARE(file["tensor_parallel"].toObject()["autotp_size"].toInt(), 4);
        QCOMPARE(file["train_micro_batch_size_per_gpu"].toInt() * file["gradient_accumulation_steps"].toInt() * 64 / 4,
                 file["train_batch_size"].toInt());
        QCOMPARE(written.launcher,
                 (std::vector<std::string>{"deepspeed", "--num_nodes", "8", "--num_gpus", "8", "train.py"}));
        QCOMPARE(written.arguments[1], std::string("ds_config.json"));
        QVERIFY(holds(written.arguments, "--per_device_train_batch_size"));
    }

    /// Of two releases the one that the stack is; each knows its own options alone.
    void a_release_has_its_own_words()
    {
        const Scenario question = test::changed(*find_scenario(test::shipped(), "llama3-70b-h100"),
                                                {{"gpus", "256"}, {"stack", "torchtitan_2026"}, {"dp_mode", "fsdp"}});
        const auto lines = narrate::launch_arguments("torchtitan", parts_of(question), question).lines();
        for (const char* line : {"--module llama3", "--config llama3_70b", "--training.max_context_length 8192"})
            QVERIFY2(holds(lines, line), line);
        for (const std::string& line : lines)
            QVERIFY2(!line.starts_with("--training.seq_len") && !line.starts_with("--model."), line.c_str());
    }
};

PLATEAU_TEST(LaunchArgumentsTest)

} // namespace tst_launch_arguments

#include "tst_launch_arguments.moc"
