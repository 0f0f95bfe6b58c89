// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/views/run_hint.h"

#include "core/views/fact.h"

namespace plateau::figures {

namespace {

Quantity steady(double value) { return {value, units::Unit::None, 4, Quantity::Style::Steady}; }

/// "4,812 tokens/s per GPU; Megatron-LM, 512 sequences of 2,048, micro-batch 2"
Message setup_words(const evidence::Evidence& evidence, std::size_t run)
{
    const auto count = [](double number) { return Quantity{number, units::Unit::Count}; };
    const Scenario& scenario = evidence.sample.cases[run].posed.scenario;
    const auto rate = evidence.sample.rows[run].measured_tokens_per_s_per_gpu();
    return {PLATEAU_TEXT("%1 tokens/s per GPU; %2, %3 sequences of %4, micro-batch %5"),
            {rate ? Argument(steady(*rate)) : narrate::dash, catalog::title_of(scenario.assumptions.stack),
             count(scenario.workload.global_batch), count(scenario.workload.sequence),
             Verbatim{std::to_string(scenario.plan.micro_batch)}}};
}

} // namespace

std::string hardware_family(const catalog::Accelerator& accelerator)
{
    return accelerator.title.substr(0, accelerator.title.find(' '));
}

std::optional<Compared> compared(const evidence::Evidence& evidence, std::size_t run, EvidenceQuantity quantity)
{
    const evidence::Row& row = evidence.sample.rows[run];
    const evidence::Prediction& prediction = evidence.predictions[run];
    const std::optional<double> measured
        = quantity == EvidenceQuantity::StepTime ? row.measured_step_seconds() : row.memory_bytes;
    if (!measured || !prediction.predicted())
        return std::nullopt;
    return Compared{*measured,
                    quantity == EvidenceQuantity::StepTime ? prediction.step_seconds : prediction.memory_bytes};
}

Message run_title(const evidence::Evidence& evidence, std::size_t run)
{
    const Scenario& scenario = evidence.sample.cases[run].posed.scenario;
    const std::string& model = evidence.sample.rows[run].model;
    return {PLATEAU_TEXT("%1 on %2 %3"),
            {Verbatim{model.empty() ? scenario.workload.shape.title : model},
             Quantity{scenario.cluster.gpus, units::Unit::Count, 3, Quantity::Style::Number},
             Verbatim{hardware_family(scenario.cluster.accelerator)}}};
}

std::vector<Message> run_hint(const evidence::Evidence& evidence, const evidence::Claims& claims, std::size_t run,
                              EvidenceQuantity quantity)
{
    const auto value = compared(evidence, run, quantity);
    if (!value)
        return {};
    const bool is_time = quantity == EvidenceQuantity::StepTime;
    const double scale = is_time ? 1 : 1e-9;
    return {{"%1, %2",
             {run_title(evidence, run), Verbatim{evidence::source_label(claims, evidence.sample.rows[run].source)}}},
            {PLATEAU_TEXT("measured %1 %3, predicted %2 %3: %4 %"),
             {steady(value->measured * scale), steady(value->predicted * scale), is_time ? "s" : "GB",
              Quantity{value->error(), units::Unit::None, 3, Quantity::Style::SignedPercent}}}};
}

std::vector<Message> measured_hint(const evidence::Evidence& evidence, const evidence::Claims& claims, std::size_t run)
{
    std::vector<Message> lines = run_hint(evidence, claims, run, EvidenceQuantity::StepTime);
    lines.push_back(setup_words(evidence, run));
    return lines;
}

} // namespace plateau::figures
