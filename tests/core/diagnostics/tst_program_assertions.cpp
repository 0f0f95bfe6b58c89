// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/catalog/model_sizes.h"
#include "core/diagnostics/programs/settings.h"
#include "core/diagnostics/programs/shell.h"
#include "core/files/csv.h"
#include "core/text/messages/words.h"
#include "written_plans.h"

namespace tst_program_assertions {

using namespace plateau;
using plateau::test::WrittenPlan;

namespace {

struct Assertion {
    std::string when, then, source;
};

std::vector<std::string> parts(const std::string& text, const std::string& between)
{
    std::vector<std::string> result;
    std::size_t from = 0;
    for (std::size_t at = text.find(between); at != std::string::npos; at = text.find(between, from)) {
        result.push_back(text.substr(from, at - from));
        from = at + between.size();
    }
    result.push_back(text.substr(from));
    return result;
}

/// What a launch says, by folded names, and what its program would find: ranks, hosts, the model's sizes.
class Told {
public:
    explicit Told(const WrittenPlan& plan) : plan_(plan)
    {
        const auto settings = plan.launch.files.empty() ? programs::shell_settings(plan.text(), {})
                                                        : programs::yaml_settings(plan.launch.files[0].second, {});
        for (const programs::Setting& setting : settings->all())
            said_[folded(setting.key)] = setting.value;
        for (const auto& [name, value] : plan.launch.environment)
            said_[name] = value;
    }

    bool holds(const std::string& conditions) const
    {
        for (const std::string& each : parts(conditions, " and "))
            if (!any(each))
                return false;
        return true;
    }

private:
    static std::string folded(std::string key)
    {
        key.erase(0, key.find_first_not_of('-'));
        std::ranges::replace(key, '-', '_');
        std::ranges::replace(key, '.', '_');
        return key;
    }

    bool any(const std::string& conditions) const
    {
        const std::vector<std::string> each = parts(conditions, " or ");
        return std::ranges::any_of(each, [this](const std::string& one) { return is(trimmed(one)); });
    }

    bool is(const std::string& condition) const
    {
        if (condition.starts_with("!"))
            return !is(condition.substr(1));
        for (const char* comparison : {" == ", " <= ", " >= ", " < ", " > "})
            if (const std::size_t at = condition.find(comparison); at != std::string::npos) {
                const auto left = number(condition.substr(0, at)),
                           right = number(condition.substr(at + std::string(comparison).size()));
                const std::string kind = trimmed(comparison);
                return left && right
                    && (kind == "=="       ? *left == *right
                            : kind == "<=" ? *left <= *right
                            : kind == ">=" ? *left >= *right
                            : kind == "<"  ? *left < *right
                                           : *left > *right);
            }
        const std::size_t equals = condition.find('=');
        const auto found = said_.find(condition.substr(0, equals));
        if (equals == std::string::npos)
            return found != said_.end() && found->second != "false" && found->second != "0";
        const std::string words = found == said_.end() ? std::string() : found->second;
        const std::string wanted = condition.substr(equals + 1);
        return std::ranges::any_of(split(words, " "), [&](const std::string& word) { return word == wanted; });
    }

    /// Names become their values.
    std::optional<double> number(const std::string& expression) const
    {
        std::string numbers;
        for (std::size_t i = 0; i < expression.size();) {
            std::size_t end = i;
            while (end < expression.size()
                   && (std::isalnum(static_cast<unsigned char>(expression[end])) || expression[end] == '_'))
                ++end;
            const std::string word = expression.substr(i, std::max<std::size_t>(1, end - i));
            const bool is_name = end > i && !std::isdigit(static_cast<unsigned char>(word.front()));
            const auto known = is_name ? value(word) : std::nullopt;
            if (is_name && !known)
                return std::nullopt;
            numbers += known ? std::to_string(static_cast<long long>(*known)) : word;
            i += word.size();
        }
        return programs::shell::arithmetic(numbers, [](const std::string&) { return std::nullopt; });
    }

    std::optional<double> value(const std::string& name) const
    {
        if (const auto found = said_.find(name); found != said_.end())
            return found->second == "true" ? 1 : programs::number_of(found->second);
        const Plan& plan = plan_.parts.plan;
        const double ranks = double(plan.dp) * plan.tp * plan.pp * plan.cp;
        const double host = std::gcd(int(ranks), int(plan_.scenario.cluster.accelerator.per_host));
        const std::pair<const char*, double> facts[]{
            {"world_size", ranks},
            {"data_parallel_size", plan.dp},
            {"host_size", host},
            {"hosts", ranks / host},
            {"arch", plan_.scenario.cluster.accelerator.generation == "Blackwell" ? 10 : 9},
            {"virtual", plan.virtual_stages},
            {"experts_ranks", expert_tensor(plan)},
            {"stages", plan.pp}};
        for (const auto& [known, fact] : facts)
            if (name == known)
                return fact;
        if (const catalog::ShapeSize* size = catalog::shape_size(name))
            return size->of(plan_.scenario.workload.shape);
        return name.find("degree") != std::string::npos || name.ends_with("_parallelism") || name.ends_with("_size")
                || name.ends_with("microbatches")
            ? 1
            : 0; // degrees that nobody states
    }

    const WrittenPlan& plan_;
    std::map<std::string, std::string> said_;
};

std::map<std::string, std::vector<Assertion>> assertions()
{
    const auto table = files::read_csv(TEST_DATA "/programs/assertions.csv");
    std::map<std::string, std::vector<Assertion>> result;
    for (std::size_t row = 0; table && row < table->rows.size(); ++row)
        result[table->cell(row, "program")].push_back(
            {table->cell(row, "when"), table->cell(row, "then"), table->cell(row, "source")});
    return result;
}

} // namespace

/// What is written for a program holds what that program asks of its settings before it starts.
class ProgramAssertionsTest : public QObject {
    Q_OBJECT
private slots:
    void what_is_proposed_would_start_data()
    {
        QTest::addColumn<QByteArray>("program");
        QTest::addColumn<QByteArray>("stack");
        for (const auto& [program, title] : narrate::launch_programs())
            QTest::newRow(program.c_str())
                << QByteArray::fromStdString(program) << QByteArray::fromStdString(test::launch_stacks(program)[0]);
    }
    void what_is_proposed_would_start()
    {
        QFETCH(QByteArray, program);
        QFETCH(QByteArray, stack);
        const std::vector<Assertion> asked = assertions()[program.toStdString()];
        QVERIFY2(asked.size() >= 6, "a table of its own");
        test::WrittenPlans draw(11);
        int proposed = 0;
        std::map<std::string, int> asserted;
        for (int round = 0; round < 12; ++round)
            for (const catalog::ModelShape& model : test::shipped().models) {
                const WrittenPlan plan = draw({program.toStdString(), stack.toStdString()}, model);
                if (!plan.is_proposed())
                    continue;
                ++proposed;
                const Told told(plan);
                QVERIFY(std::ranges::none_of(plan.launch.arguments, &std::string::empty));
                for (const Assertion& each : asked) {
                    if (!each.when.empty() && !told.holds(each.when))
                        continue;
                    ++asserted[each.source];
                    QVERIFY2(told.holds(each.then),
                             (each.then + "\n" + each.source + "\n" + model.id + "\n" + plan.text()).c_str());
                }
            }
        qInfo("%d plans proposed, %d of %d assertions asked at least once", proposed, int(asserted.size()),
              int(asked.size()));
        QVERIFY(proposed > 10);
    }

    /// The table says something: what is wrong breaks it.
    void what_would_not_start_is_seen()
    {
        const auto of_megatron = assertions()["megatron"];
        test::WrittenPlans draw(3);
        WrittenPlan plan = draw({"megatron", "megatron_core_2024"}, *test::shipped().model("llama3_8b"));
        while (!plan.is_proposed())
            plan = draw({"megatron", "megatron_core_2024"}, *test::shipped().model("llama3_8b"));
        const auto holds = [&] {
            const Told told(plan);
            return std::ranges::all_of(of_megatron, [&](const Assertion& each) {
                return (!each.when.empty() && !told.holds(each.when)) || told.holds(each.then);
            });
        };
        QVERIFY(holds());
        const auto batch = std::ranges::find(plan.launch.arguments, "--global-batch-size");
        QVERIFY(batch != plan.launch.arguments.end());
        *(batch + 1) = "7";
        plan.parts.plan.dp = 16;
        QVERIFY(!holds());
    }
};

PLATEAU_TEST(ProgramAssertionsTest)

} // namespace tst_program_assertions

#include "tst_program_assertions.moc"
