// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "core/catalog/model_sizes.h"
#include "core/question/scenario/parameter_table.h"
#include "sample_scenarios.h"

/// Random legal questions over every model, accelerator and software stack, and over every row of the parameter table.
namespace plateau::test {

class AnyScenario {
public:
    explicit AnyScenario(unsigned seed) : random_(seed) { }

    /// Sizes and degrees that people use, most of the rest as it follows, a few rows anywhere in their range, its ends
    /// included. Not every one is possible.
    Scenario operator()()
    {
        for (;;) {
            Expected<Scenario> result = with_all(shipped(), base(), draw());
            if (result)
                return *std::move(result);
        }
    }

    /// Somewhere in the row's range, one time in four at an end of it.
    double inside(const TrainingParameter& row)
    {
        const double low = row.minimum;
        const double high = row.maximum;
        double value = low + uniform() * (high - low);
        if (random_() % 4 == 0)
            value = random_() % 2 == 0 ? low : high;
        else if (low > 0 && high / low > 50)
            value = low * std::pow(high / low, uniform());
        return row.kind == ParameterKind::Whole ? std::clamp(std::round(value), low, high) : value;
    }

    std::size_t below(std::size_t count) { return random_() % count; }

private:
    using Drawn = std::vector<std::pair<std::string, Value>>;

    static const Scenario& base()
    {
        static const Scenario scenario = *default_scenario(shipped());
        return scenario;
    }

    double uniform() { return std::uniform_real_distribution<double>()(random_); }

    template<class Item>
    const Item& of(const std::vector<Item>& items)
    {
        return items[below(items.size())];
    }

    Value any(const TrainingParameter& row)
    {
        if (row.kind == ParameterKind::Switch)
            return double(random_() % 2);
        return row.kind == ParameterKind::Choice ? Value(of(row.options).value) : Value(inside(row));
    }

    Drawn draw()
    {
        Drawn drawn{
            {"hardware", of(shipped().accelerators).id},
            {"model", of(shipped().models).id},
            {"stack", of(shipped().stacks).id},
            {"gpus", double(8u << below(12))},
            {"sequence", of(std::vector<double>{1024, 2048, 4096, 8192, 32768})},
            {"sequences_per_gpu", of(std::vector<double>{1, 2, 4, 16})},
            {"global_batch", of(std::vector<double>{512, 2048, 8192})},
            {"micro_batch", of(std::vector<double>{1, 1, 2, 4})},
            {"tp", of(std::vector<double>{1, 1, 2, 4, 8})},
            {"pp", of(std::vector<double>{1, 1, 2, 4, 8})},
            {"cp", of(std::vector<double>{1, 1, 1, 2, 4})},
            {"ep", of(std::vector<double>{1, 1, 2, 8})},
            {"virtual_stages", of(std::vector<double>{1, 1, 2})},
        };
        static const std::vector<std::string> choices{"batch_mode", "cp_method",         "cp_balance", "schedule",
                                                      "dp_mode",    "sequence_parallel", "recompute"};
        for (const TrainingParameter& row : training_parameters().rows()) {
            const bool usual = std::find(choices.begin(), choices.end(), row.key) != choices.end();
            const bool given
                = std::any_of(drawn.begin(), drawn.end(), [&](const auto& set) { return set.first == row.key; });
            const catalog::ShapeSize* size = catalog::shape_size(row.key);
            const bool of_few = size && size->may_be_none; // most draws would contradict one another
            if (given || of_few || row.kind == ParameterKind::Name || row.key == "dp" || (!usual && below(20) != 0))
                continue;
            drawn.emplace_back(row.key, any(row));
        }
        return drawn;
    }

    std::mt19937 random_;
};

} // namespace plateau::test
