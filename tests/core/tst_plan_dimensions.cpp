// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cstring>
#include <limits>
#include <random>
#include <set>

#include "core/model/ledger.h"
#include "core/model/workspace.h"
#include "core/plan/plan_dimensions.h"
#include "core/question/scenario/parameter_table.h"
#include "core/search/plan_space.h"
#include "tests/core/sample_scenarios.h"

namespace tst_plan_dimensions {

using namespace plateau;

namespace {

using Random = std::mt19937;

/// A value that the row allows, whatever the question.
int any_value(const PlanDimension& dimension, Random& random)
{
    if (!dimension.options.empty())
        return int(random() % dimension.options.size());
    if (dimension.is_switch)
        return int(random() % 2);
    const int least = *dimension.zero_name ? 0 : 1;
    return least == 0 && random() % 3 == 0 ? 0 : 1 << random() % 4;
}

bool same(const LayerCost& left, const LayerCost& right) { return std::memcmp(&left, &right, sizeof left) == 0; }

/// A mixture of experts with every traffic a layer can have.
Scenario mixture()
{
    return test::scenario({{"hardware", "h100_sxm"},
                           {"model", "deepseek_v3"},
                           {"stack", "megatron_core_2024"},
                           {"gpus", "4096"},
                           {"batch_mode", "total"},
                           {"global_batch", "8192"},
                           {"tp", "4"},
                           {"pp", "4"},
                           {"cp", "2"},
                           {"ep", "8"}});
}

} // namespace

/// The table of plan dimensions, and what is made from it.
class PlanDimensionsTest : public QObject {
    Q_OBJECT
private slots:
    void every_member_is_read_and_written()
    {
        Random random(1);
        for (const PlanDimension& dimension : plan_dimensions) {
            for (int round = 0; round < 20; ++round) {
                Plan plan;
                const int value = any_value(dimension, random);
                dimension.set(plan, value);
                QCOMPARE(dimension.get(plan), value);
                for (const PlanDimension& other : plan_dimensions)
                    QCOMPARE(other.get(plan), &other == &dimension ? value : other.get(Plan{}));
            }
            QCOMPARE(find_plan_dimension(dimension.key), &dimension);
        }
    }

    void every_row_is_a_parameter()
    {
        Random random(2);
        for (const PlanDimension& dimension : plan_dimensions) {
            const TrainingParameter* row = training_parameters().find(dimension.key);
            QVERIFY2(row, dimension.key);
            QCOMPARE(is_plan_key(dimension.key), dimension.searched);
            Scenario scenario;
            Scenario read;
            const int value = any_value(dimension, random);
            dimension.set(scenario.plan, value);
            const auto parsed = parse_value(*row, exact_value(*row, row->get(scenario)));
            QVERIFY2(parsed.has_value(), dimension.key);
            row->set(read, *parsed);
            QCOMPARE(dimension.get(read.plan), value);
            QCOMPARE(row->get(scenario), row->get(read));
        }
    }

    void every_option_has_its_enumerator()
    {
        for (const PlanDimension& dimension : plan_dimensions) {
            for (std::size_t place = 0; place < dimension.options.size(); ++place) {
                const PlanOption& option = dimension.options[place];
                QVERIFY2(*option.name && *option.label && *option.words && *option.help, dimension.key);
                QCOMPARE(plan_value_name(dimension, int(place)), std::string(option.name));
                QCOMPARE(english(plan_value_words(dimension, int(place))), std::string(option.words));
            }
        }
        QCOMPARE(std::string(name(DataParallelMode::Hsdp)), std::string("hsdp"));
        QCOMPARE(std::string(name(PipelineSchedule::DualPipeV)), std::string("dualpipe_v"));
        QCOMPARE(*from_name<ContextMethod>("all_gather"), ContextMethod::AllGather);
        QVERIFY(!from_name<Recompute>("half"));
    }

    void every_member_orders_plans()
    {
        Random random(3);
        for (const PlanDimension& dimension : plan_dimensions) {
            for (int round = 0; round < 20; ++round) {
                Plan left;
                for (const PlanDimension& each : plan_dimensions)
                    each.set(left, any_value(each, random));
                Plan right = left;
                dimension.set(right, any_value(dimension, random));
                QCOMPARE(comes_before(left, right) || comes_before(right, left), !(left == right));
                QVERIFY(!(comes_before(left, right) && comes_before(right, left)));
            }
        }
    }

    void every_searched_row_opens_and_locks()
    {
        Scenario question = test::weak_scaling("8");
        const search::OpenKeys all = search::open_keys(question, search::PlanChoice::Best);
        for (const PlanDimension& dimension : plan_dimensions) {
            QCOMPARE(all.has(dimension), dimension.searched);
            QCOMPARE(search::find_plan_axis(dimension.key) != nullptr, dimension.searched);
            if (!dimension.searched)
                continue;
            question.open = question.locked = {dimension.key};
            const search::OpenKeys one = search::open_keys(question, search::PlanChoice::Given);
            const search::OpenKeys rest = search::open_keys(question, search::PlanChoice::Best);
            for (const PlanDimension& other : plan_dimensions) {
                QCOMPARE(one.has(other), &other == &dimension);
                QCOMPARE(rest.has(other), other.searched && &other != &dimension);
            }
        }
    }

    /// Legal, each once, and every one there is of a choice or a switch.
    void every_searched_row_has_values_to_try()
    {
        const PlanReach reach{
            .gpus = 96, .domain = 8, .heads = 48, .sequence = 6144, .layers = 30, .experts = 12, .batch = 72};
        Plan plan{.dp = 6, .tp = 2, .pp = 4, .cp = 2, .virtual_stages = 2};
        plan.dp_mode = DataParallelMode::Hsdp;
        plan.schedule = PipelineSchedule::Interleaved;
        for (const PlanDimension& dimension : plan_dimensions) {
            if (!dimension.searched)
                continue;
            const std::vector<int> values = values_to_try(dimension, reach, plan);
            const std::set<int> each(values.begin(), values.end());
            QVERIFY2(values.size() > 1, dimension.key);
            if (value_count(dimension) > 0) {
                QCOMPARE(int(values.size()), value_count(dimension));
                QCOMPARE(each.size(), values.size());
            }
            for (const int value : values)
                QVERIFY2(value >= (*dimension.zero_name || value_count(dimension) > 0 ? 0 : 1)
                             && value
                                 <= (value_count(dimension) > 0 ? value_count(dimension) - 1 : int(dimension.most)),
                         dimension.key);
        }
        const auto values = [&]<auto Member>() { return values_to_try(plan_dimension_of<Member>, reach, plan); };
        QCOMPARE(values.operator()<&Plan::tp>(), (std::vector{1, 2, 3, 4, 6, 8, 12, 16, 24, 48}));
        QCOMPARE(values.operator()<&Plan::cp>().back(), 2048); // 3 x 2048 tokens
        QCOMPARE(values.operator()<&Plan::pp>(), (std::vector{1, 2, 3, 4, 5, 6, 8, 10, 15, 16, 30}));
        QCOMPARE(values.operator()<&Plan::shard_group>(), (std::vector{1, 2, 3, 4, 6, 12}));
        QCOMPARE(values.operator()<&Plan::virtual_stages>(), (std::vector{2, 4, 8})); // 8 layers of the fullest stage
        QCOMPARE(values.operator()<&Plan::schedule>().front(), int(PipelineSchedule::OneFOneB));
        // At most 96 / (2 x 2 x 4) ranks of 72 sequences.
        QCOMPARE(values.operator()<&Plan::dp>(), (std::vector{6, 4, 6, 6}));
    }

    /// For the money of a large cluster there are billions of old cards.
    void data_ranks_have_an_end()
    {
        constexpr int end = std::numeric_limits<int>::max(), half = 1 << 30;
        const auto values = [](double gpus) {
            return values_to_try(plan_dimension_of<&Plan::dp>, PlanReach{.gpus = gpus},
                                 Plan{.tp = 1, .pp = 1, .cp = 1});
        };
        QCOMPARE(values(half), (std::vector{half}));
        for (const double gpus : {2. * half, 1e12})
            for (const int value : values(gpus))
                QVERIFY(value > end / 2);
        QCOMPARE(most_data_ranks({.gpus = 1e12}, 1), end);
    }

    void without_effect_there_is_one_value()
    {
        const PlanReach reach{.gpus = 8, .domain = 8, .heads = 32, .sequence = 4096, .layers = 32, .experts = 8};
        const Plan plan;
        for (const PlanDimension& dimension : plan_dimensions)
            if (dimension.searched && dimension.applies && !dimension.applies(plan))
                QCOMPARE(values_to_try(dimension, reach, plan), std::vector{dimension.get(plan)});
        QCOMPARE(values_to_try(plan_dimension_of<&Plan::etp>, reach, plan), std::vector{0});
    }

    void cells_of_published_runs_are_read()
    {
        const PlanDimension& sharding = plan_dimension_of<&Plan::dp_mode>;
        for (const PlanDimension& dimension : plan_dimensions)
            for (std::size_t place = 0; place < dimension.options.size(); ++place)
                QCOMPARE(*spelled_value(dimension, dimension.options[place].name), int(place));
        const auto mode = [&](const char* text) { return spelled_value(sharding, text); };
        QCOMPARE(*mode("deepspeed zero-3"), int(DataParallelMode::Fsdp));
        QCOMPARE(*mode("hybrid fsdp, 8 ranks"), int(DataParallelMode::Hsdp));
        QCOMPARE(*mode("fsdp hybrid"), int(DataParallelMode::Hsdp));
        QCOMPARE(*mode("distributed optimizer"), int(DataParallelMode::Zero1));
        QCOMPARE(*mode("dp"), int(DataParallelMode::Ddp));
        QVERIFY(!mode("dp=8") && !mode("") && !mode("tensor"));
        const PlanDimension& recompute = plan_dimension_of<&Plan::recompute>;
        QCOMPARE(*spelled_value(recompute, "attn_only"), int(Recompute::Selective));
        QCOMPARE(*spelled_value(recompute, "yes"), int(Recompute::Full));
        QCOMPARE(*spelled_value(recompute, "off"), int(Recompute::None));
        QVERIFY(!spelled_value(recompute, "yesterday"));
    }

    void the_nearest_plan_is_nearest_in_its_first_difference()
    {
        const PlanDimension& tensor = plan_dimension_of<&Plan::tp>;
        QCOMPARE(distance(tensor, 2, 8), 4.0);
        QCOMPARE(distance(tensor, 8, 2), 4.0);
        QCOMPARE(distance(plan_dimension_of<&Plan::shard_group>, 0, 1), 1.0);
        const PlanDimension& recompute = plan_dimension_of<&Plan::recompute>;
        QCOMPARE(distance(recompute, 0, 2), distance(recompute, 0, 1));
        const Plan wanted{.tp = 4, .pp = 2};
        const Plan same_pipeline{.tp = 8, .pp = 2};
        const Plan same_tensor{.tp = 4, .pp = 16};
        QVERIFY(is_nearer(same_tensor, same_pipeline, wanted));
        QVERIFY(!is_nearer(same_pipeline, same_tensor, wanted));
        QVERIFY(!is_nearer(wanted, wanted, wanted));
    }

    /// One workspace meets plan after plan, each unlike the one before in one member.
    void a_remembered_layer_is_the_layer_of_its_plan()
    {
        Random random(4);
        const auto prepared = prepare(mixture());
        const WorkspacePointer remembers = make_workspace();
        Plan plan = prepared->plan;
        int compared = 0;
        for (int round = 0; round < 4000; ++round) {
            const PlanDimension& dimension = plan_dimensions[random() % plan_dimensions.size()];
            const int before = dimension.get(plan);
            dimension.set(plan, any_value(dimension, random));
            const Degrees degrees = complete(*prepared, plan);
            if (degrees.obstacle != Obstacle::None) {
                dimension.set(plan, before);
                continue;
            }
            const WorkspacePointer fresh = make_workspace();
            const LayerCost cost = layer_ledger(Inputs<double>(*prepared, degrees, *fresh));
            QVERIFY2(same(remembers->layer(*prepared, degrees), cost), dimension.key);
            ++compared;
        }
        QVERIFY(compared > 1000);
    }

    void a_remembered_estimate_is_the_estimate_of_its_plan()
    {
        Random random(5);
        const auto prepared = prepare(mixture());
        const WorkspacePointer remembers = make_workspace();
        for (int round = 0; round < 2000; ++round) {
            Plan plan = prepared->plan;
            for (int flips = 0; flips < 3; ++flips) {
                const PlanDimension& dimension = plan_dimensions[random() % plan_dimensions.size()];
                dimension.set(plan, any_value(dimension, random));
            }
            const Parts with_memo = evaluate(*prepared, plan, *remembers);
            const Parts alone = evaluate(*prepared, plan, *make_workspace());
            QCOMPARE(with_memo.obstacle, alone.obstacle);
            QVERIFY(with_memo.value == alone.value && with_memo.busy == alone.busy);
        }
    }
};

PLATEAU_TEST(PlanDimensionsTest)

} // namespace tst_plan_dimensions

#include "tst_plan_dimensions.moc"
