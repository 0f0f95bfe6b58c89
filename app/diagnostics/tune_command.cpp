// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/json.h"
#include "app/question.h"
#include "app/table.h"
#include "core/diagnostics/tuning.h"
#include "core/model/metrics.h"
#include "core/question/scenario/parameter_table.h"
#include "core/text/messages/foreign.h"
#include "core/views/words.h"

namespace plateau::app {

extern const Flag tune_on_flag, save_flag;
const Flag tune_on_flag{"--on", "SCENARIO",
                        "of nccl-tests, matrix products and traces, one or several: what they say of this scenario's "
                        "cluster; its software is what is tuned"};
const Flag save_flag{"--save", "NAME", "of --on: keep it as a stack of your own: --set stack=NAME"};

namespace {

using answers::TunedConstant;
using answers::Tuning;

/// Reads the files that tell something of a cluster; a configuration or a log is refused with what to do with it.
Expected<std::shared_ptr<const std::vector<programs::Reading>>> read_files(const catalog::Catalog& catalog,
                                                                           const Arguments& arguments)
{
    auto files = std::make_shared<std::vector<programs::Reading>>();
    for (const std::string& name : arguments.operands) {
        auto reading = programs::read_file(catalog, name);
        if (!reading)
            return tl::unexpected(reading.error());
        if (reading->kind == programs::FileKind::Configuration || reading->kind == programs::FileKind::Log)
            return failure({PLATEAU_TEXT("a run is no measurement of the cluster alone"), {}}, name,
                           {PLATEAU_TEXT("plateau gap for one run, plateau evidence --calibrate for several"), {}});
        files->push_back(std::move(*reading));
    }
    return files;
}

Json document(const Tuning::Value& tuning, const std::string& saved)
{
    Json json;
    json["constants"] = Json::array();
    for (const TunedConstant& each : tuning.constants)
        json["constants"].push_back({{"key", each.key},
                                     {"label", english(each.label)},
                                     {"shipped", number(each.shipped)},
                                     {"value", number(each.value.value)},
                                     {"low", each.has_range() ? number(each.value.low) : Json(nullptr)},
                                     {"high", each.has_range() ? number(each.value.high) : Json(nullptr)},
                                     {"from", each.from}});
    json["left_out"] = list_of(tuning.left_out, [](const Message& why) { return english(why); });
    json["shipped"] = answer(tuning.before);
    json["tuned"] = tuning.tuned ? answer(tuning.after) : Json(nullptr);
    json["saved"] = saved.empty() ? Json(nullptr) : Json(saved);
    return json;
}

std::string constants_text(const Tuning::Value& tuning)
{
    TextTable table({"", "shipped", "measured", "nine in ten"});
    std::vector<std::string> from;
    for (const TunedConstant& each : tuning.constants) {
        const TrainingParameter& row = *training_parameters().find(each.key);
        const auto show = [&](double value) { return format_value(row, value); };
        table.add(
            {english(each.label), show(each.shipped), show(each.value.value),
             each.has_range() ? fmt::format("{} to {}", show(each.value.low), show(each.value.high)) : "one step"});
        for (const std::string& file : each.from)
            if (std::find(from.begin(), from.end(), file) == from.end())
                from.push_back(file);
    }
    std::string text = table.text() + "\nFrom\n";
    for (const std::string& file : from)
        text += fmt::format("  {}\n", foreign_line(file));
    return text;
}

std::string predictions_text(const Tuning::Value& tuning)
{
    if (!tuning.before.possible() || !tuning.after.possible())
        return "\nThe plan is impossible as it is asked: nothing is predicted with it\n";
    TextTable table({"", "shipped", "tuned", "change"});
    for (const char* key : answers::tuned_metrics) {
        const Metric& row = metric(key);
        const double before = row.value(tuning.before), after = row.value(tuning.after);
        table.add({row.label, english(metric_text(row, before)), english(metric_text(row, after)),
                   english(narrate::metric_change(row, tuning.after, tuning.before))});
    }
    return "\n" + table.text();
}

} // namespace

Expected<int> run_tune(const Arguments& arguments);

Expected<int> run_tune(const Arguments& arguments)
{
    if (arguments.operands.empty())
        return failure({PLATEAU_TEXT("no file given"), {}}, "FILE",
                       {PLATEAU_TEXT("output of nccl-tests, a table of matrix products, a trace"), {}});
    Arguments asked = arguments;
    asked.operands = {arguments.last(tune_on_flag.name)};
    const auto question = read_question(asked);
    if (!question)
        return tl::unexpected(question.error());
    const auto files = read_files(question->catalog(), arguments);
    if (!files)
        return tl::unexpected(files.error());
    const auto tuning = question->answers->get<Tuning>({question->asked(), *files});
    std::string saved;
    if (arguments.has(save_flag.name) && !tuning->constants.empty()) {
        const auto file = answers::save_tuned_stack(question->catalog(), question->scenario, *tuning,
                                                    arguments.last(save_flag.name), replacing(arguments, {}).what);
        if (!file)
            return tl::unexpected(file.error());
        saved = file->string();
    }
    if (arguments.has(json_flag.name)) {
        print(document(*tuning, saved));
        return tuning->constants.empty() ? exit_infeasible : exit_answered;
    }
    std::string text = tuning->constants.empty() ? "These files determine no constant\n"
                                                 : constants_text(*tuning) + predictions_text(*tuning);
    if (!tuning->left_out.empty())
        text += "\nNot determined\n";
    for (const Message& why : tuning->left_out)
        text += fmt::format("  {}\n", foreign_line(english(why)));
    if (!saved.empty())
        text += fmt::format("\nSaved in {}; use it with --set stack={}\n", foreign_line(saved),
                            std::filesystem::path(saved).stem().string());
    else if (!tuning->constants.empty())
        text += "\n--save NAME keeps it as a stack of your own.\n";
    say(text);
    return tuning->constants.empty() ? exit_infeasible : exit_answered;
}

} // namespace plateau::app
