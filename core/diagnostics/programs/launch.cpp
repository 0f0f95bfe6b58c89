// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/programs/launch.h"

#include <numeric>

#include <nlohmann/json.hpp>

#include "core/diagnostics/programs/program.h"
#include "core/diagnostics/programs/tables.h"
#include "core/plan/plan_layers.h"
#include "core/question/scenario/parameter_table.h"
#include "core/text/messages/words.h"
#include "core/views/words.h"

namespace plateau::programs {

namespace {

using Tree = nlohmann::ordered_json;

/// A leaf of JSON: true, false and numbers as such, all else as text.
Tree leaf(const std::string& value)
{
    if (value == "true" || value == "false")
        return value == "true";
    const auto number = number_of(value);
    if (!number)
        return value;
    return *number == std::floor(*number) ? Tree(static_cast<std::int64_t>(*number)) : Tree(*number);
}

void add_yaml(const Tree& tree, const std::string& indent, std::string& text)
{
    for (const auto& [key, value] : tree.items()) {
        text += indent + key + ":"
            + (value.is_object() ? "" : " " + (value.is_string() ? value.get<std::string>() : value.dump())) + "\n";
        if (value.is_object())
            add_yaml(value, indent + "  ", text);
    }
}

/// As a shell takes it for one word.
std::string shell_word(const std::string& word)
{
    return word.find_first_of("()[]*|&;<>$ ") == std::string::npos ? word : "'" + word + "'";
}

std::string nested(const std::vector<std::pair<std::string, std::string>>& settings, bool json)
{
    Tree tree = Tree::object();
    for (const auto& [key, value] : settings) {
        Tree* at = &tree;
        for (const std::string& part : split(key, "."))
            at = &(*at)[part];
        *at = leaf(value);
    }
    std::string text;
    if (json)
        return tree.dump(2) + "\n";
    add_yaml(tree, {}, text);
    return text;
}

} // namespace

std::vector<std::string> Written::lines() const
{
    std::vector<std::string> result;
    for (const auto& [name, text] : files)
        for (const std::string& line : split(trimmed(text), "\n"))
            result.push_back(line);
    if (!files.empty())
        return result;
    bool after_option = false;
    for (const std::string& word : arguments) {
        const bool option = word.starts_with("--");
        if (after_option && !option)
            result.back() += " " + shell_word(word);
        else
            result.push_back(shell_word(word));
        after_option = after_option || option;
    }
    return result;
}

std::string Written::script() const
{
    std::string text;
    for (const auto& [name, whole] : files)
        text += "cat > " + name + " <<'END'\n" + whole + "END\n";
    std::vector<std::string> words = launcher;
    words.insert(words.end(), arguments.begin(), arguments.end());
    for (std::string& word : words)
        word = shell_word(word);
    return text + joined(words, " ") + "\n";
}

Writer::Writer(const Program& program, const Program& told, Scenario scenario, double global_batch, Block block)
    : program_(program), told_(told), scenario_(std::move(scenario)), global_batch_(global_batch),
      block_(std::move(block))
{
    written_.blanks = program.blanks;
}

double Writer::gpus() const { return double(plan().dp) * plan().tp * plan().pp * plan().cp; }

double Writer::accumulation() const
{
    return std::max(1.0, std::round(global_batch_ / (double(std::max(1, plan().dp)) * plan().micro_batch)));
}

std::string Writer::word(const std::string& parameter) const
{
    if (parameter == "global_batch")
        return digits(global_batch_);
    if (parameter == "gpus")
        return digits(gpus());
    if (parameter == "etp")
        return std::to_string(expert_tensor(plan()));
    const TrainingParameter* row = training_parameters().find(parameter);
    if (!row)
        return {};
    const Value value = row->get(scenario_);
    if (row->kind == ParameterKind::Switch)
        return std::get<double>(value) != 0 ? "on" : "off";
    const double* number = std::get_if<double>(&value);
    return number ? digits(*number) : std::get<std::string>(value);
}

double Writer::number(const std::string& parameter) const { return number_of(word(parameter)).value_or(0); }

void Writer::set(const std::string& key, const std::string& value) { settings_.emplace_back(key, value); }
void Writer::set(const std::string& key, double value) { set(key, digits(value)); }
void Writer::flag(const std::string& key) { set(key, "true"); }
void Writer::beside(const std::string& key, const std::string& value) { beside_.emplace_back(key, value); }

std::string Writer::model_name() const
{
    const auto found = std::ranges::find(program_.models, shape().id, [](const auto& each) { return each.first; });
    return found == program_.models.end() ? std::string() : found->second;
}

std::string Writer::fact(std::string_view name) const { return found_in(block_, name); }

void Writer::block_rows()
{
    for (const Row& row : found_in(told_.tables, "block")) {
        if (row.parameter.starts_with("rotary") && !shape().rotary)
            continue;
        const std::string value = fact(row.parameter);
        const auto said = std::ranges::find(row.words, value, &Said::value);
        if (value.empty() && row.otherwise.empty())
            written_.blanks.push_back(option(row.key));
        else if (value.empty() || value == row.otherwise)
            continue;
        else if (row.words.empty())
            set(row.key, value);
        else if (said == row.words.end())
            cannot({no_setting, {Verbatim{program_.title}, Verbatim{row.parameter + " " + value}}});
        else if (!said->word.empty())
            set(row.key, said->word);
    }
}

std::string Writer::option(std::string key) const
{
    if (program_.style == Style::Flags)
        std::ranges::replace(key, '_', '-');
    return program_.style == Style::Flags || program_.style == Style::Dotted ? "--" + key : key;
}

void Writer::has_no(const char* parameter)
{
    cannot({no_setting, {Verbatim{program_.title}, Verbatim{std::string(parameter) + " " + word(parameter)}}});
}

void Writer::must_be(const char* parameter, std::string_view value)
{
    if (word(parameter) != value)
        has_no(parameter);
}

void Writer::must_divide_batch()
{
    if (std::fmod(global_batch_, double(plan().micro_batch) * plan().dp) != 0)
        cannot({PLATEAU_TEXT("a global batch of %1: it must be a multiple of micro-batch %2 x DP %3"),
                {Verbatim{digits(global_batch_)}, Verbatim{std::to_string(plan().micro_batch)},
                 Verbatim{std::to_string(plan().dp)}}});
}

void Writer::must_spread_layers()
{
    for (const char* parameter : {"first_stage_layers", "last_stage_layers"})
        if (states_layers(plan()) && number(parameter) > 0)
            has_no(parameter);
}

void Writer::rows()
{
    for (const Row& row : told_.rows) {
        const TrainingParameter* parameter = training_parameters().find(row.parameter);
        if (!row.written || !parameter
            || (parameter->applies && !parameter->applies(scenario_) && row.parameter != "global_batch"))
            continue;
        const std::string value = word(row.parameter);
        const bool plain = (value == "1" && (row.parameter == "cp" || row.parameter == "ep"))
            || (row.parameter == "etp"
                && (!row.otherwise.empty() ? plan().ep == 1 : expert_tensor(plan()) == plan().tp));
        if (plain || value.empty())
            continue;
        if (row.words.empty()) {
            set(row.key, value);
            continue;
        }
        const auto said = std::ranges::find_if(
            row.words, [&](const Said& each) { return each.means == Said::Means::Value && each.value == value; });
        if (said == row.words.end())
            has_no(row.parameter.c_str());
        else if (!said->word.empty() && !(told_.style == Style::Flags && said->word == "false"))
            set(row.key, said->word);
    }
}

Written Writer::take()
{
    rows();
    if (program_.rules && program_.rules->write)
        program_.rules->write(*this);
    else
        shape_rows();
    if (!program_.own_names.empty())
        rename();
    const bool in_groups = plan().dp_mode == DataParallelMode::Zero1 || plan().dp_mode == DataParallelMode::Zero2;
    if (in_groups && plan().shard_group > 0 && plan().shard_group < plan().dp * plan().cp)
        has_no("shard_group");
    if (scenario_.workload.fine_tune == FineTune::Lora)
        cannot({PLATEAU_TEXT("adapters beside frozen weights"), {}});
    words();
    start();
    return std::move(written_);
}

void Writer::rename()
{
    std::vector<std::pair<std::string, std::string>> renamed;
    for (const auto& [key, value] : settings_) {
        const auto found = std::ranges::find(program_.own_names, key, &std::pair<std::string, std::string>::first);
        if (found == program_.own_names.end())
            cannot({no_setting, {Verbatim{program_.title}, Verbatim{told_.title + " " + key}}});
        else
            for (std::string name : split(trimmed(found->second), " ")) {
                if (name.empty())
                    continue;
                std::string list = value;
                std::ranges::replace(list, ' ', ',');
                if (const std::size_t own = name.find('%'); own != std::string::npos)
                    name.replace(own, 1, list);
                const std::size_t equals = name.find('=');
                renamed.emplace_back(name.substr(0, equals),
                                     equals == std::string::npos ? value : name.substr(equals + 1));
            }
    }
    settings_ = std::move(renamed);
}

/// Processes of a host: as many as its accelerators, or fewer that divide all.
void Writer::start()
{
    const int all = static_cast<int>(gpus());
    const int each = std::gcd(all, std::max(1, static_cast<int>(scenario_.cluster.accelerator.per_host)));
    const std::pair<const char*, int> numbers[] = {{"{nodes}", all / each}, {"{each}", each}, {"{gpus}", all}};
    for (std::string word : split(program_.launcher, " ")) {
        for (const auto& [name, number] : numbers)
            if (word == name)
                word = std::to_string(number);
        written_.launcher.push_back(std::move(word));
    }
}

void Writer::words()
{
    if (program_.style == Style::Yaml || program_.style == Style::Json) {
        written_.files.emplace_back(program_.file, nested(settings_, program_.style == Style::Json));
        written_.arguments = split(program_.file_option + " " + program_.file, " ");
        for (const auto& [key, value] : beside_)
            written_.arguments.insert(written_.arguments.end(), {"--" + key, value});
        return;
    }
    for (const auto& [key, value] : settings_) {
        if (program_.style == Style::Assigned) {
            written_.arguments.push_back(option(key) + "=" + value);
            continue;
        }
        if (program_.bare_switches && value == "false")
            continue;
        if (!key.empty())
            written_.arguments.push_back(option(key));
        if (program_.style == Style::Dotted && !value.empty() && !(program_.bare_switches && value == "true"))
            written_.arguments.push_back(value);
        else if (value != "true" && !value.empty())
            std::ranges::copy(split(value, " "), std::back_inserter(written_.arguments));
    }
}

Written write_launch(const Program& program, const Scenario& scenario, const Plan& plan, double global_batch,
                     const Programs& programs)
{
    Scenario planned = scenario;
    planned.plan = plan;
    const Program* told = programs.named(program.written_like);
    return Writer(program, told ? *told : program, std::move(planned), global_batch,
                  found_in(programs.blocks, scenario.workload.shape.id))
        .take();
}

} // namespace plateau::programs

/// What Megatron-LM and Megatron-Bridge are told to run a plan.
namespace plateau::programs {

namespace {

void mode_lines(Writer& writer)
{
    const DataParallelMode mode = writer.plan().dp_mode;
    if (mode == DataParallelMode::Ddp)
        return;
    writer.flag("use_distributed_optimizer");
    if (mode == DataParallelMode::Zero1)
        return;
    writer.flag("use_megatron_fsdp");
    writer.set("data_parallel_sharding_strategy",
               mode == DataParallelMode::Zero2 ? "optim_grads" : "optim_grads_params");
    writer.flag("no_gradient_accumulation_fusion");
    writer.set("ckpt_format", "fsdp_dtensor");
    if (mode != DataParallelMode::Hsdp)
        return;
    const double group = writer.plan().shard_group, ranks = double(writer.plan().dp) * writer.plan().cp;
    if (group > 0 && std::fmod(ranks, group) != 0)
        writer.has_no("shard_group");
    else if (group > 0)
        writer.set("num_distributed_optimizer_instances", ranks / group);
    else
        writer.cannot({PLATEAU_TEXT("hybrid sharding within one NVLink domain: say how many ranks share a copy"), {}});
}

void schedule_lines(Writer& writer)
{
    const PipelineSchedule schedule = writer.plan().schedule;
    if (writer.plan().pp > 1 && schedule != PipelineSchedule::OneFOneB && schedule != PipelineSchedule::Interleaved)
        writer.cannot({PLATEAU_TEXT("the schedule %1: it runs 1F1B"), {Verbatim{writer.word("schedule")}}});
}

void recompute_lines(Writer& writer)
{
    const catalog::ModelShape& shape = writer.shape();
    if (writer.plan().recompute == Recompute::Full) {
        const double own = double(shape.layers) / (double(writer.plan().pp) * writer.plan().virtual_stages);
        const double share = writer.number("recompute_layers");
        writer.set("recompute_method", share < 1 ? "block" : "uniform");
        writer.set("recompute_num_layers", share < 1 ? std::round(share * own) : 1);
    } else if (writer.plan().recompute == Recompute::Selective && (shape.kv_rank > 0 || shape.experts > 0)) {
        std::string modules = catalog::is_flash(writer.scenario().assumptions.attention) ? "" : "core_attn ";
        modules += std::string(shape.kv_rank > 0 ? "mla_up_proj " : "") + (shape.experts > 0 ? "moe_act" : "");
        writer.set("recompute_modules", trimmed(modules));
    }
}

void number_lines(Writer& writer)
{
    const catalog::Precision precision = writer.scenario().workload.precision;
    if (precision == catalog::Precision::Fp16)
        writer.flag("fp16");
    else if (precision != catalog::Precision::Tf32)
        writer.flag("bf16");
    if (precision == catalog::Precision::Fp8) {
        writer.set("fp8_format", "hybrid");
        const bool recomputes = writer.plan().recompute == Recompute::Selective && writer.shape().experts > 0;
        if (const std::string scaling = writer.word("fp8_scaling"); scaling == "block")
            writer.set("fp8_recipe", "blockwise");
        else if (recomputes) // not with its own, delayed scaling
            writer.set("fp8_recipe", "tensorwise");
        else if (scaling == "row")
            writer.cannot({PLATEAU_TEXT("fp8 with a scale for each row"), {}});
    } else if (precision == catalog::Precision::MxFp8) {
        writer.set("fp8_format", "e4m3");
        writer.set("fp8_recipe", "mxfp8");
    } else if (precision == catalog::Precision::NvFp4) {
        writer.set("fp4_format", "e2m1");
    }
    if (precision == catalog::Precision::Fp8 && writer.number("weight_wire_bytes") == 1
        && writer.plan().dp_mode != DataParallelMode::Ddp)
        writer.flag("fp8_param_gather");
    if (precision != catalog::Precision::Fp16 && precision != catalog::Precision::Tf32
        && writer.number("reduction_bytes") == 2)
        writer.flag("grad_reduce_in_bf16");
}

void traffic_lines(Writer& writer)
{
    if (writer.scenario().assumptions.stack.id == "megatron_core_overlap") {
        writer.flag("overlap_grad_reduce");
        if (writer.plan().dp_mode != DataParallelMode::Ddp)
            writer.flag("overlap_param_gather");
    }
    if (writer.shape().experts == 0)
        return;
    const catalog::Dispatcher dispatcher = writer.scenario().assumptions.dispatcher;
    if (Message refusal = narrate::dispatcher_warning(writer.scenario(), writer.plan()); !refusal.empty())
        return writer.cannot(std::move(refusal));
    writer.set("moe_token_dispatcher_type", dispatcher == catalog::Dispatcher::AllToAll ? "alltoall" : "flex");
    if (dispatcher == catalog::Dispatcher::DeepEp)
        writer.flag("moe_enable_deepep");
    if (dispatcher == catalog::Dispatcher::HybridEp)
        writer.set("moe_flex_dispatcher_backend", "hybridep");
    if (writer.scenario().assumptions.expert_products != catalog::ExpertProducts::Loop)
        writer.flag("moe_grouped_gemm");
}

/// What validate_args() and the configurations of its transformer ask of a plan.
void legal_plan(Writer& writer)
{
    const Plan& plan = writer.plan();
    writer.must_divide_batch();
    if (plan.cp > 1 && std::fmod(writer.number("sequence"), 2 * plan.cp) != 0)
        writer.has_no("cp");
    const int groups = writer.shape().kv_rank > 0 ? 0 : writer.shape().kv_heads;
    if (groups > 0 && groups % plan.tp != 0 && plan.tp % groups != 0)
        writer.has_no("tp");
    if (plan.tp > 1 && writer.shape().experts > 0)
        writer.must_be("sequence_parallel", "on");
}

} // namespace

void write_megatron(Writer& writer)
{
    legal_plan(writer);
    if ((writer.plan().tp > 1 || writer.plan().cp > 1) && writer.plan().dp_mode <= DataParallelMode::Zero1
        && writer.scenario().cluster.accelerator.generation != "Blackwell") // validate_args() asks for it below sm_100
        writer.environment("CUDA_DEVICE_MAX_CONNECTIONS", "1");
    mode_lines(writer);
    stage_lines(writer);
    schedule_lines(writer);
    recompute_lines(writer);
    number_lines(writer);
    traffic_lines(writer);
    write_megatron_shape(writer);
}

/// Of its recipe without a model; learned positions are as many as the sequence has.
void write_bridge(Writer& writer)
{
    const catalog::ModelShape& shape = writer.shape();
    write_megatron(writer);
    if (!shape.rotary && shape.max_sequence != writer.number("sequence"))
        writer.cannot({PLATEAU_TEXT("learned positions beyond the sequence"), {}});
    if (writer.scenario().workload.precision == catalog::Precision::Tf32)
        writer.has_no("precision");
}

} // namespace plateau::programs
