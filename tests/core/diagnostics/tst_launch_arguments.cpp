// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>

#include "core/diagnostics/launch_arguments.h"
#include "tests/core/sample_parts.h"
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
                = narrate::launch_arguments("megatron", parts_of(question), question).lines;
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
        const std::vector<std::string> lines = narrate::launch_arguments("megatron", zero, question).lines;
        for (const char* line : {"--account-for-embedding-in-pipeline-split", "--account-for-loss-in-pipeline-split",
                                 "--num-layers-per-virtual-pipeline-stage 1"})
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
        parts.plan.shard_group = 8;
        parts.global_batch = 512;
        const auto lines = narrate::launch_arguments("torchtitan", parts, test::weak_scaling("256")).lines;
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
            QCOMPARE(arguments.lines.empty(), !arguments.refusal.empty());
            ++written;
        }
        QVERIFY(written > 20);
    }

    void what_a_search_proposes_is_written()
    {
        const Scenario question = best_of_mixtral();
        QVERIFY(!narrate::launch_arguments("megatron", best(question), question).lines.empty());
    }

    void arguments_that_would_be_refused_are_not_written()
    {
        const Scenario question = fsdp_in_pipelines("torchtitan");
        const Parts parts = parts_of(question);
        const narrate::LaunchArguments megatron = narrate::launch_arguments("megatron", parts, question);
        QVERIFY(megatron.lines.empty());
        QVERIFY(english(megatron.refusal).find("does not run FSDP with pipeline stages") != std::string::npos);
        QVERIFY(!narrate::launch_arguments("torchtitan", parts, question).lines.empty());
        const Scenario zero = test::changed(question, "dp_mode", "zero1");
        QVERIFY(narrate::launch_arguments("torchtitan", parts_of(zero), zero).lines.empty());
        QVERIFY(!narrate::launch_arguments("megatron", parts_of(zero), zero).lines.empty());
    }
};

PLATEAU_TEST(LaunchArgumentsTest)

} // namespace tst_launch_arguments

#include "tst_launch_arguments.moc"
