// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/catalog/model_sizes.h"
#include "core/diagnostics/programs/program.h"
#include "core/plan/plan_layers.h"
#include "written_plans.h"

namespace tst_round_trips {

using namespace plateau;
using plateau::test::WrittenFor;
using plateau::test::WrittenPlan;

namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

std::string text_of(double value) { return QByteArray::number(value, 'g', 12).toStdString(); }

/// A group that holds all ranks is no group; one rank has nothing to divide.
std::string sharding_of(const Plan& plan)
{
    const int ranks = plan.dp * plan.cp;
    const bool whole = plan.dp_mode == DataParallelMode::Hsdp && plan.shard_group >= ranks;
    return ranks == 1 ? "none" : whole ? "fsdp" : name(plan.dp_mode);
}

/// What a plan is, in what has an effect of it.
Facts plan_facts(const Scenario& scenario, const Parts& parts)
{
    const Plan& plan = parts.plan;
    Facts facts{{"tp", text_of(plan.tp)},
                {"pp", text_of(plan.pp)},
                {"cp", text_of(plan.cp)},
                {"ep", text_of(plan.ep)},
                {"dp", text_of(plan.dp)},
                {"micro_batch", text_of(plan.micro_batch)},
                {"dp_mode", sharding_of(plan)},
                {"recompute", name(plan.recompute)},
                {"global_batch", text_of(parts.global_batch)},
                {"gpus", text_of(parts.gpus_used)},
                {"precision", name(scenario.workload.precision)}};
    if (plan.ep > 1)
        facts.emplace_back("etp", text_of(expert_tensor(plan)));
    if (plan.tp > 1)
        facts.emplace_back("sequence_parallel", plan.sequence_parallel ? "on" : "off");
    if (plan.cp > 1)
        facts.emplace_back("cp_method", name(plan.cp_method));
    const bool in_groups = plan.dp_mode == DataParallelMode::Zero1 || plan.dp_mode == DataParallelMode::Zero2;
    if (sharding_of(plan) == "hsdp" || (in_groups && plan.shard_group > 0 && plan.shard_group < plan.dp * plan.cp))
        facts.emplace_back("shard_group", text_of(plan.shard_group));
    if (plan.pp > 1) {
        const schedule::LayerSplit split = split_layers(scenario.workload.shape.layers, plan);
        facts.emplace_back("schedule", name(pipeline_kind(plan)));
        facts.emplace_back("virtual_stages", text_of(plan.virtual_stages));
        facts.emplace_back("first stage", text_of(split.first));
        facts.emplace_back("last stage", text_of(split.last));
    }
    return facts;
}

Facts model_facts(const Scenario& scenario)
{
    const catalog::ModelShape& shape = scenario.workload.shape;
    Facts facts{{"sequence", text_of(scenario.workload.sequence)},
                {"parameters", text_of(catalog::total_parameters(shape))},
                {"linear_bias", text_of(shape.linear_bias)},
                {"rotary", text_of(shape.rotary)}};
    for (const catalog::ShapeSize& size : catalog::shape_sizes())
        if (std::string_view(size.key) != "max_sequence" && !size.of_scan)
            facts.emplace_back(size.key, text_of(size.of(shape)));
    for (const catalog::ShapeFlag& flag : catalog::shape_flags())
        facts.emplace_back(flag.key, text_of(shape.*flag.member));
    return facts;
}

/// What the program's rows say of the block: norm, rotary base, dropout, routing.
Facts block_facts(const std::string& program, const Scenario& scenario)
{
    const programs::Programs& all = programs::programs_in(test::shipped().folders);
    const programs::Program& own = *all.named(program);
    const programs::Program& told = all.named(own.written_like) ? *all.named(own.written_like) : own;
    const auto rows = told.tables.find("block");
    const auto block = all.blocks.find(scenario.workload.shape.id);
    Facts facts;
    if (block != all.blocks.end() && rows != told.tables.end())
        for (const programs::Row& row : rows->second)
            if (const auto fact = block->second.find(row.parameter);
                fact != block->second.end() && (scenario.workload.shape.rotary || !row.parameter.starts_with("rotary")))
                facts.emplace_back(*fact);
    return facts;
}

/// Of scripts on Hugging Face's Trainer the model is an option that is left to people.
bool says_model(const programs::Reading& reading)
{
    return std::ranges::none_of(reading.missing, [](const programs::Line& line) { return line.parameter == "model"; });
}

/// What is not the same: "tp 2 is read as 1".
std::string differences(const Facts& written, const Facts& again)
{
    std::string result;
    for (const auto& fact : written) {
        const auto found
            = std::find_if(again.begin(), again.end(), [&](const auto& each) { return each.first == fact.first; });
        if (found == again.end() || found->second != fact.second)
            result += fact.first + " " + fact.second + " is read as "
                + (found == again.end() ? "nothing" : found->second) + "; ";
    }
    return result;
}

} // namespace

/// What is written for a program is read back, by that program's own reader, as the same plan of the same model.
class RoundTripsTest : public QObject {
    Q_OBJECT
private slots:
    void what_is_written_is_read_back_data()
    {
        QTest::addColumn<QByteArray>("program");
        QTest::addColumn<QByteArray>("stack");
        for (const auto& [program, title] : narrate::launch_programs())
            for (const std::string& stack : test::launch_stacks(program))
                QTest::addRow("%s on %s", program.c_str(), stack.c_str())
                    << QByteArray::fromStdString(program) << QByteArray::fromStdString(stack);
    }
    void what_is_written_is_read_back()
    {
        QFETCH(QByteArray, program);
        QFETCH(QByteArray, stack);
        const WrittenFor target{program.toStdString(), stack.toStdString()};
        test::WrittenPlans draw(7);
        const int rounds
            = qEnvironmentVariableIntValue("PLATEAU_ROUNDS") > 0 ? qEnvironmentVariableIntValue("PLATEAU_ROUNDS") : 12;
        int tried = 0, proposed = 0, wrong = 0;
        std::map<std::string, int> models, kinds, reasons;
        for (const catalog::ModelShape& model : test::shipped().models)
            for (int round = 0; round < rounds; ++round) {
                const WrittenPlan plan = draw(target, model);
                ++tried;
                if (!plan.is_proposed()) {
                    for (const Message& each : plan.launch.cannot)
                        ++reasons[english(each)];
                    if (!plan.launch.refusal.empty())
                        ++reasons[english(plan.launch.refusal)];
                    continue;
                }
                ++proposed;
                ++models[model.id];
                const auto reading = programs::read_text(test::shipped(), plan.text(), "written");
                std::string difference = reading ? std::string() : english(reading.error());
                if (reading) {
                    const Scenario& again = reading->resolved;
                    difference
                        = differences(plan_facts(plan.scenario, plan.parts), plan_facts(again, test::parts_of(again)))
                        + differences(block_facts(target.program, plan.scenario),
                                      {reading->block.begin(), reading->block.end()})
                        + (says_model(*reading) ? differences(model_facts(plan.scenario), model_facts(again))
                                                : std::string());
                }
                if (difference.empty())
                    continue;
                if (++wrong <= 12)
                    qWarning("%s: %s\n%s", model.id.c_str(), difference.c_str(), plan.text().substr(0, 1500).c_str());
                ++kinds[difference];
            }
        qInfo("%d plans tried, %d proposed of %d models, %d read back otherwise", tried, proposed, int(models.size()),
              wrong);
        for (const auto& [kind, count] : reasons)
            qInfo("cannot %5d %s", count, kind.c_str());
        for (const auto& [kind, count] : kinds)
            qInfo("wrong %5d %s", count, kind.substr(0, 300).c_str());
        QVERIFY(proposed > 0);
        QCOMPARE(wrong, 0);
    }
};

PLATEAU_TEST(RoundTripsTest)

} // namespace tst_round_trips

#include "tst_round_trips.moc"
