// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/tuning.h"

#include "core/answers/step.h"
#include "core/question/scenario/parameter_table.h"
#include "core/text/messages/words.h"

namespace plateau::answers {

namespace {

using programs::CollectiveTable;
using programs::Reading;

Verbatim name_of(const Reading& file) { return {std::filesystem::path(file.file).filename().string()}; }

/// The files that were measured on the scenario's hardware, or do not tell on which.
std::vector<Reading> on_hardware(const catalog::Catalog& catalog, const Scenario& scenario,
                                 const std::vector<Reading>& files, std::vector<Message>& left_out)
{
    std::vector<Reading> fitting;
    for (const Reading& file : files) {
        const auto told = file.scenario.find("hardware");
        const catalog::Accelerator& own = scenario.cluster.accelerator;
        if (told == file.scenario.end() || told->second == own.id) {
            fitting.push_back(file);
            continue;
        }
        const catalog::Accelerator* theirs = catalog.accelerator(told->second);
        left_out.push_back({PLATEAU_TEXT("%1: measured on %2, the question is about %3"),
                            {name_of(file), Verbatim{theirs ? theirs->title : told->second}, Verbatim{own.title}}});
    }
    return fitting;
}

class Tuner {
public:
    Tuner(const Scenario& scenario, Tuning::Value& tuning) : scenario_(scenario), tuning_(tuning) { }

    /// The first measurement that tells a constant counts.
    void add(const std::vector<answers::TunedParameter>& parameters, const std::vector<std::string>& from)
    {
        for (const answers::TunedParameter& each : parameters) {
            const auto is_told = [&](const TunedConstant& other) { return other.key == each.key; };
            if (std::any_of(tuning_.constants.begin(), tuning_.constants.end(), is_told))
                continue;
            const catalog::StackConstant& row = *catalog::find_stack_constant(each.key);
            if (each.value.value < row.low || each.value.value > row.high) {
                leave_out({PLATEAU_TEXT("%1 would be %2; plausible values are %3 to %4"),
                           {row.label, Quantity{each.value.value, row.unit}, Quantity{row.low, row.unit},
                            Quantity{row.high, row.unit}}});
                continue;
            }
            tuning_.constants.push_back({each.key, {row.label, {}}, constant(scenario_, each.key), each.value, from});
        }
    }
    void leave_out(Message why) { tuning_.left_out.push_back(std::move(why)); }

private:
    const Scenario& scenario_;
    Tuning::Value& tuning_;
};

/// A table shows collectives alone, the constants are of a step, where they wait and share: what the cluster is quicker
/// or slower than the library's own numbers holds for both.
std::vector<answers::TunedParameter> tuned_in_a_step(const Scenario& scenario,
                                                     const std::vector<CollectiveTable>& tables)
{
    Scenario alone = scenario;
    for (const char* key : network_keys)
        constant(alone, key) = 1;
    auto tuned = answers::tuned_network(alone, tables);
    for (answers::TunedParameter& each : tuned)
        for (double* value : {&each.value.value, &each.value.low, &each.value.high})
            *value *= constant(scenario, each.key);
    return tuned;
}

void tune_network(Tuner& tuner, const Scenario& scenario, const std::vector<Reading>& files)
{
    std::vector<CollectiveTable> tables;
    std::vector<std::string> from;
    for (const Reading& file : files) {
        const auto* own = std::get_if<std::vector<CollectiveTable>>(&file.measured);
        if (!own)
            continue;
        for (const CollectiveTable& table : *own) {
            tables.push_back(table);
            from.push_back(
                english(Message{PLATEAU_TEXT("%1: %2 among %3 ranks"),
                                {name_of(file), Verbatim{table.operation}, Verbatim{std::to_string(table.ranks)}}}));
        }
    }
    if (tables.empty())
        return;
    const auto tuned = tuned_in_a_step(scenario, tables);
    tuner.add(tuned, from);
    for (const char* key : network_keys)
        if (std::none_of(tuned.begin(), tuned.end(), [&](const auto& each) { return each.key == key; }))
            tuner.leave_out({PLATEAU_TEXT("%1: no size of these tables depends on it"),
                             {catalog::find_stack_constant(key)->label}});
}

void tune_products(Tuner& tuner, const Scenario& scenario, const std::vector<Reading>& files)
{
    for (const Reading& file : files) {
        const auto* table = std::get_if<programs::ProductTable>(&file.measured);
        if (!table)
            continue;
        const auto tuned = answers::tuned_products(scenario, *table);
        tuner.add(tuned,
                  {english(Message{PLATEAU_TEXT("%1: %2 matrix products"),
                                   {name_of(file), Verbatim{std::to_string(table->rows.size())}}})});
        if (tuned.empty())
            tuner.leave_out({PLATEAU_TEXT("%1: fewer than three products in %2 that arithmetic decides"),
                             {name_of(file), Verbatim{name(scenario.workload.precision)}}});
    }
}

/// A step that computes far longer or shorter is one of another batch or model: nothing can be told from it.
constexpr double another_step = 2.5;

/// The constants as settings of a scenario.
std::vector<std::pair<std::string, plateau::Value>> changes_to(const auto& constants)
{
    std::vector<std::pair<std::string, plateau::Value>> changes;
    changes.reserve(constants.size());
    for (const auto& each : constants)
        changes.emplace_back(each.key, each.value.value);
    return changes;
}

/// How far its step stays from the measured one with these constants.
double step_error(Work& work, const TrainingQuestion& question, const std::vector<answers::TunedParameter>& constants,
                  double measured)
{
    const auto tuned = with_all(work.catalog(), *question.scenario, changes_to(constants));
    if (!tuned)
        return std::numeric_limits<double>::infinity();
    const auto parts
        = work.get<StepParts>({std::make_shared<const Scenario>(*tuned), question.choice, question.objective});
    return parts->possible() ? std::abs(std::log(parts->step_seconds / measured))
                             : std::numeric_limits<double>::infinity();
}

/// Some constants without the others can make a prediction worse: what is not determined had made up for them.
void tune_traces(Tuner& tuner, Work& work, const TrainingQuestion& question, const Parts& parts,
                 const std::vector<Reading>& files)
{
    const auto seconds = [](double value) { return Quantity{value, units::Unit::Seconds}; };
    for (const Reading& file : files) {
        const auto* trace = std::get_if<programs::Trace>(&file.measured);
        if (!trace)
            continue;
        const double ratio = trace->step.compute / parts.computing_seconds();
        if (!trace->has_kernels || !(ratio > 0)) {
            tuner.leave_out({PLATEAU_TEXT("%1: no kernels of a GPU"), {name_of(file)}});
            continue;
        }
        if (ratio > another_step || ratio < 1 / another_step) {
            tuner.leave_out(
                {PLATEAU_TEXT(
                     "%1: its step computes for %2, the step of the question for %3. Is the batch a different one?"),
                 {name_of(file), seconds(trace->step.compute), seconds(parts.computing_seconds())}});
            continue;
        }
        const auto tuned = answers::tuned_trace(*question.scenario, parts.plan, trace->step);
        const double measured = trace->step.seconds;
        if (measured > 0 && step_error(work, question, tuned, measured) > step_error(work, question, {}, measured)) {
            tuner.leave_out(
                {PLATEAU_TEXT(
                     "%1: with the constants found in it, the predicted step would be further from the measured %2 "
                     "than without them. Constants that it does not show make up for the difference"),
                 {name_of(file), seconds(measured)}});
            continue;
        }
        tuner.add(tuned, {english(Message{PLATEAU_TEXT("%1: kernels of one step"), {name_of(file)}})});
        tuner.leave_out({PLATEAU_TEXT("%1: time inside collectives holds waiting for other ranks"), {name_of(file)}});
    }
}

} // namespace

Tuning::Value Tuning::compute(const Key& key, Work& work)
{
    Value tuning;
    tuning.before = *work.get<StepParts>(key.question);
    const Scenario& scenario = *key.question.scenario;
    Tuner tuner(scenario, tuning);
    const std::vector<Reading> files = on_hardware(work.catalog(), scenario, *key.files, tuning.left_out);
    tune_network(tuner, scenario, files);
    tune_products(tuner, scenario, files);
    if (tuning.before.possible())
        tune_traces(tuner, work, key.question, tuning.before, files);
    if (tuning.constants.empty())
        return tuning;
    auto tuned = with_all(work.catalog(), scenario, changes_to(tuning.constants));
    if (!tuned) {
        tuning.constants.clear();
        tuning.left_out = {tuned.error().what};
        return tuning;
    }
    tuning.tuned = std::make_shared<const Scenario>(std::move(*tuned));
    tuning.after = *work.get<StepParts>({tuning.tuned, key.question.choice, key.question.objective});
    return tuning;
}

catalog::Stack tuned_stack(const catalog::Catalog& catalog, const Scenario& scenario, const Tuning::Value& tuning)
{
    const catalog::Stack* base = catalog.stack(scenario.assumptions.stack.id);
    catalog::Stack stack = base ? *base : scenario.assumptions.stack;
    if (!stack.tuned)
        stack.tuned.emplace();
    stack.tuned->hardware = scenario.cluster.accelerator.id;
    std::vector<std::string>& from = stack.tuned->from;
    for (const TunedConstant& each : tuning.constants) {
        const catalog::StackConstant& row = *catalog::find_stack_constant(each.key);
        stack.constants.*row.value = each.value.value;
        for (catalog::ConstantNote& note : stack.notes.edit())
            if (note.key == each.key) {
                note.low = std::max(row.low, each.has_range() ? each.value.low : std::min(note.low, each.value.value));
                note.high
                    = std::min(row.high, each.has_range() ? each.value.high : std::max(note.high, each.value.value));
                note.known_by = catalog::KnownBy::Measured;
                note.source = joined(each.from, "; ");
                note.fitted_on.clear();
            }
        for (const std::string& file : each.from)
            if (std::find(from.begin(), from.end(), file) == from.end())
                from.push_back(file);
    }
    stack.sources = {
        english(Message{PLATEAU_TEXT("tuned to measurements of our own on %1, starting from %2"),
                        {Verbatim{scenario.cluster.accelerator.title}, Verbatim{base ? base->title : stack.title}}})};
    return stack;
}

Expected<std::filesystem::path> save_tuned_stack(const catalog::Catalog& catalog, const Scenario& scenario,
                                                 const Tuning::Value& tuning, const std::string& title,
                                                 files::Replacing::What what)
{
    return evidence::save_stack(catalog, tuned_stack(catalog, scenario, tuning), scenario.assumptions.stack.id, title,
                                what);
}

} // namespace plateau::answers
