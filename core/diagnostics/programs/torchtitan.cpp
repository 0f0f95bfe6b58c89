// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/catalog/entry_file.h"
#include "core/diagnostics/programs/tables.h"
#include "core/plan/plan_layers.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

/// Its schedules that Plateau has.
constexpr std::pair<PipelineSchedule, const char*> schedules[] = {{PipelineSchedule::GPipe, "GPipe"},
                                                                  {PipelineSchedule::OneFOneB, "1F1B"},
                                                                  {PipelineSchedule::Interleaved, "Interleaved1F1B"},
                                                                  {PipelineSchedule::ZeroBubbleV, "ZBVZeroBubble"},
                                                                  {PipelineSchedule::DualPipeV, "DualPipeV"}};

constexpr const char* registered = "model_spec.0"; // model_registry("8B"), in Python

/// The folder of torchtitan/models that a configuration in Python belongs to: where model_registry comes from, the
/// file's own folder, or what its function's name begins with. Empty where none of these says it.
std::string registry(Draft& draft)
{
    const std::string module = draft.text("model_spec.module");
    const std::string own = module.substr(module.rfind('.') + 1), function = draft.text("config");
    const std::string folder = std::filesystem::path(draft.reading().file).parent_path().filename().string();
    for (const auto& [id, known] : draft.program().models) {
        const std::string model = known.substr(0, known.find(' '));
        if (model == own || (own.empty() && model == folder) || (own.empty() && function.starts_with(model + "_")))
            return model;
    }
    return own;
}

void model(Draft& draft)
{
    const bool python = draft.has(registered);
    const char* key = python ? registered : "model.flavor";
    const std::string name = python ? registry(draft) : draft.text("model.name"), flavour = draft.text(key);
    if (const Setting* assets = draft.settings().find("hf_assets_path");
        python && name.empty() && assets && assets->value.find("/hf/") != std::string::npos)
        return draft.model_named("hf_assets_path", assets->value);
    if (python && name.empty())
        return draft.missing(
            "model", {PLATEAU_TEXT("the file does not say of which model %1 is a size"), {Verbatim{flavour}}}, key);
    if (!python && draft.has("module")) {
        const std::string own = draft.text("module") + " " + draft.text("config");
        for (const Program& release : draft.programs().all)
            for (const auto& [id, known] : release.models)
                if (release.release_of == draft.program().id && known == own)
                    return draft.understood("config", "model", id);
        return draft.model_named("config", draft.text("config"));
    }
    if (name.empty() && flavour.empty())
        return;
    const std::string bare = bare_name(name + flavour);
    for (const auto& [own, numbers] : draft.program().shapes)
        if (bare.starts_with(own)) {
            auto shape = catalog::read_written_model("{title: '" + own + "', " + numbers
                                                     + ", max_sequence: 4096, sources: [torchtitan]}");
            if (shape) {
                draft.understood(key, "", flavour);
                draft.take_shape(std::move(*shape));
            }
            return;
        }
    if (name == "transformers_modeling_backend") {
        draft.model_named("hf_transformers.model", draft.text("hf_transformers.model"));
        return;
    }
    for (const auto& [id, known] : draft.program().models)
        if (name + " " + flavour == known || (name + " " + flavour).starts_with(known + "_")) {
            draft.understood(key, "model", id);
            return;
        }
    draft.model_named(key, name + " " + flavour);
}

/// Context ranks shard too (distributed/parallel_dims.py, fsdp_enabled).
void data_parallel(Draft& draft)
{
    const double replicas = draft.number_or("parallelism.data_parallel_replicate_degree", 1);
    const double shards = draft.number_or("parallelism.data_parallel_shard_degree", -1);
    const bool kept = draft.text("parallelism.fsdp_reshard_after_forward") == "never";
    const char* key = draft.has("parallelism.data_parallel_shard_degree")
        ? "parallelism.data_parallel_shard_degree"
        : "parallelism.data_parallel_replicate_degree";
    if (replicas > 1 && shards != 1) {
        draft.understood(key, "dp_mode", "hsdp");
        if (shards > 1)
            draft.understood(key, "shard_group", shards * draft.value("cp", 1));
        else
            draft.replicas = replicas;
    } else if (draft.has(key)) {
        draft.understood(key, "dp_mode", shards == 1 && draft.value("cp", 1) == 1 ? "ddp" : kept ? "zero2" : "fsdp");
    } else {
        draft.by_default("dp_mode", kept ? "zero2" : "fsdp");
    }
    if (shards > 0)
        draft.understood(key, "dp", shards * replicas);
}

constexpr const char* less_first = "parallelism.pipeline_parallel_first_stage_less_layers";
constexpr const char* less_last = "parallelism.pipeline_parallel_last_stage_less_layers";
constexpr const char* layers_per_stage = "parallelism.pipeline_parallel_layers_per_stage";

/// Layers of each rank: over all stages evenly, embedding and head as so many layers; the first stages take what is
/// left over (distributed/pipeline_parallel.py, generate_llm_fqn_per_model_part).
std::vector<int> spread(int layers, int ranks, int chunks, int input, int output)
{
    const int stages = ranks * chunks, all = layers + input + output;
    std::vector<int> result(static_cast<std::size_t>(ranks));
    for (int stage = 0; stage < stages; ++stage)
        result[static_cast<std::size_t>(stage % ranks)] += all / stages + (stage < all % stages ? 1 : 0);
    result.front() -= input;
    result.back() -= output;
    return result;
}

void pipeline(Draft& draft)
{
    const char* key = "parallelism.pipeline_parallel_schedule";
    const double stages = draft.value("pp", 1);
    const std::string schedule = draft.text(key);
    if (stages <= 1) {
        if (!schedule.empty())
            draft.contradicts(key, {PLATEAU_TEXT("a schedule without a pipeline means nothing"), {}});
        return;
    }
    const auto known = std::ranges::find_if(
        schedules, [&](const auto& each) { return lower(each.second) == lower(schedule.empty() ? "1F1B" : schedule); });
    if (known == std::end(schedules))
        draft.cannot(key, {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{schedule}}});
    else if (schedule.empty())
        draft.by_default("schedule", name(known->first));
    else
        draft.understood(key, "schedule", name(known->first));
    const bool newer = draft.reading().version != "0.1" || draft.has(less_first) || draft.has(less_last);
    const double input = std::clamp(draft.number_or(less_first, newer ? 1 : 0), 0.0, double(most_layers));
    const double output = std::clamp(draft.number_or(less_last, newer ? 1 : 0), 0.0, double(most_layers));
    const auto layers_each = draft.number(layers_per_stage);
    const double layers = layers_of(draft);
    double chunks = draft.word("schedule") == "interleaved" ? 2 : 1;
    if (layers_each && *layers_each > 0 && layers > 0) {
        chunks = std::max(1.0, std::round(std::ceil((layers + input + output) / *layers_each) / stages));
        if (chunks > 1)
            draft.understood(layers_per_stage, "virtual_stages", chunks);
    } else if (chunks > 1) {
        draft.by_default("virtual_stages", "2");
    }
    const char* less = draft.has(less_first) || !draft.has(less_last) ? less_first : less_last;
    const bool folded = draft.word("schedule") == "zb_v" || draft.word("schedule") == "dualpipe_v";
    if (folded && draft.has(less))
        draft.cannot(less, {PLATEAU_TEXT("the ends of a folded pipeline; its layers are spread evenly instead"), {}});
    else if (!folded && newer && layers > 0 && layers < most_layers && stages * chunks <= layers + input + output)
        spread_layers(draft, less, spread(int(layers), int(stages), int(chunks), int(input), int(output)));
}

void batch(Draft& draft)
{
    const char* key = draft.has("training.local_batch_size") || !draft.has("training.batch_size")
        ? "training.local_batch_size"
        : "training.batch_size";
    const double local = draft.number_or(key, 8);
    const double global = draft.number_or("training.global_batch_size", -1);
    if (draft.value("pp", 1) > 1) {
        if (!draft.number_means("parallelism.pipeline_parallel_microbatch_size", "micro_batch"))
            draft.by_default("micro_batch", "1");
    } else if (draft.has(key)) {
        draft.understood(key, "micro_batch", local);
    } else {
        draft.by_default("micro_batch", "8");
    }
    draft.batch_of_rank = local;
    if (global > 0)
        draft.understood("training.global_batch_size", "global_batch", global);
}

/// As batch(), where sizes are tokens.
void batch_in_tokens(Draft& draft)
{
    const char *key = "training.num_tokens_per_microbatch_per_dp_rank", *step = "training.num_tokens_per_train_step";
    const double length = draft.value("sequence", 2048), micro = draft.number_or(key, 16384) / length;
    if (micro < 1)
        draft.contradicts(key, {PLATEAU_TEXT("fewer tokens than one sequence has"), {}});
    if (draft.has(key))
        draft.understood(key, "micro_batch", std::max(1.0, std::floor(micro)));
    else
        draft.by_default("micro_batch", digits(std::max(1.0, std::floor(micro))));
    draft.batch_of_rank
        = micro * (draft.value("pp", 1) > 1 ? draft.number_or("parallelism.num_pp_microbatches", 1) : 1);
    if (const double tokens = draft.number_or(step, -1); tokens > 0)
        draft.understood(step, "global_batch", std::floor(tokens / length));
}

void converted_adapters(Draft& draft)
{
    for (int i = 0; i < 8; ++i) {
        const std::string converter = "model_spec.converters." + std::to_string(i);
        if (draft.text(converter.c_str()) != "LoRAConverter")
            continue;
        draft.understood(converter.c_str(), "fine_tune", "lora");
        draft.number_means((converter + ".rank").c_str(), "lora_rank");
        adapted_modules(draft, (converter + ".target_modules").c_str());
    }
}

void numbers(Draft& draft)
{
    const char* key = draft.has("model_spec.converters") ? "model_spec.converters" : "model.converters";
    const std::string converters = lower(draft.text(key));
    const bool mx = converters.find("mx") != std::string::npos, fp4 = converters.find("nvfp4") != std::string::npos;
    if (mx || fp4 || converters.find("float8") != std::string::npos) {
        draft.understood(key, "precision", fp4 ? "nvfp4" : mx ? "mxfp8" : "fp8");
        for (const char* key : {"float8.recipe_name", "linear.float8.recipe_name"})
            if (draft.text(key).starts_with("rowwise"))
                draft.understood(key, "fp8_scaling", "row");
        for (const char* key :
             {"quantize.linear.float8.enable_fsdp_float8_all_gather", "float8.enable_fsdp_float8_all_gather"})
            if (draft.yes_means(key, "weight_wire_bytes", 1))
                break;
    } else if (const std::string dtype = draft.text("training.mixed_precision_param"); dtype == "float32") {
        draft.understood("training.mixed_precision_param", "precision", "tf32");
    } else if (!dtype.empty()) {
        draft.understood("training.mixed_precision_param", "precision", "bf16");
    } else {
        draft.by_default("precision", "bf16");
    }
    const std::string reduced = draft.text("training.mixed_precision_reduce");
    if (reduced.empty())
        draft.by_default("reduction_bytes", "4");
    else
        draft.understood("training.mixed_precision_reduce", "reduction_bytes", reduced == "bfloat16" ? 2 : 4);
    const char* compile = draft.has("compile.enable") ? "compile.enable" : "training.compile";
    const std::string stack = draft.reading().version == "2026" ? "torchtitan_2026" : "torchtitan";
    const std::string parts = draft.text("compile.components"); // a list, as text
    const bool compiled = draft.yes(compile) && (parts.empty() || parts.find("model") != std::string::npos);
    draft.understood(compile, "stack", stack + (compiled ? "" : "_eager"));
    draft.yes_means("parallelism.no_enable_sequence_parallel", "sequence_parallel", "off");
    draft.by_default("sequence_parallel", "on");
    if (draft.yes("training.enable_cpu_offload")) {
        draft.understood("training.enable_cpu_offload", "offload_optimizer", 1);
        draft.understood("training.enable_cpu_offload", "offload_parameters", 1);
        draft.understood("training.enable_cpu_offload", "offload_gradients", 1);
    }
    if (draft.word("recompute") == "selective") {
        const char* option = "activation_checkpoint.selective_ac_option";
        const std::string layers = draft.text(option);
        if (layers != "op" && draft.reading().version != "2026")
            draft.cannot(option,
                         {PLATEAU_TEXT("every n-th layer is recomputed as a whole; Plateau's selective recomputation, "
                                       "of operators, stands in"),
                          {}});
    }
}

void torchtitan(Draft& draft)
{
    const Settings& settings = draft.settings();
    const Setting* quantized = settings.find("float8.filter_fqns");
    const bool first = has(settings, "training.batch_size") || has(settings, "training.compile")
        || has(settings, "checkpoint.enable_checkpoint") || (quantized && quantized->key.starts_with("float8."));
    const bool python = has(settings, "model_spec");
    const bool newer = python || has(settings, "num_tokens_per_train_step");
    draft.reading().version = newer ? "2026" : first ? "0.1" : "0.2";
    if (draft.has("configs"))
        draft.contradicts(
            "configs",
            {PLATEAU_TEXT("of several configurations in this file %1 is read"), {Verbatim{draft.text("config")}}});
    model(draft);
    data_parallel(draft);
    pipeline(draft);
    newer ? batch_in_tokens(draft) : batch(draft);
    numbers(draft);
    converted_adapters(draft);
    draft.covered("loss");
}

/// What embedding and head count as where torchtitan spreads the layers as the plan does.
void spread_lines(Writer& writer)
{
    const Plan& plan = writer.plan();
    const int layers = writer.shape().layers, on_rank = chunks(plan), stages = plan.pp * on_rank;
    if (pipeline_fold(plan) != schedule::Fold::None)
        return;
    const std::vector<int> wanted = spread_layers(writer);
    const auto each = [&](int all) { return (all + stages - 1) / stages; };
    const auto fits = [&](int input, int output) {
        const int all = layers + input + output;
        return input <= all / stages && output <= all / stages
            && spread(layers, plan.pp, on_rank, input, output) == wanted
            && (on_rank <= 2 || (all + each(all) - 1) / each(all) == stages); // two are its default
    };
    const auto say = [&](int input, int output) {
        if (input != 1)
            writer.set(less_first, input);
        if (output != 1)
            writer.set(less_last, output);
        if (on_rank > 2)
            writer.set(layers_per_stage, each(layers + input + output));
    };
    if (fits(1, 1))
        return say(1, 1);
    const int most = *std::ranges::max_element(wanted);
    for (int input = 0; input <= most; ++input)
        for (int output = 0; output <= most; ++output)
            if (fits(input, output))
                return say(input, output);
    writer.cannot({PLATEAU_TEXT("a first stage of %1 layers and a last one of %2"),
                   {Verbatim{std::to_string(wanted.front())}, Verbatim{std::to_string(wanted.back())}}});
}

/// Degrees and modes of data parallelism, and the schedule, which both releases say alike.
void degree_lines(Writer& writer)
{
    const Plan& plan = writer.plan();
    const bool sharded = plan.dp_mode == DataParallelMode::Fsdp || plan.dp_mode == DataParallelMode::Zero2;
    const bool hybrid = plan.dp_mode == DataParallelMode::Hsdp && plan.shard_group > 0;
    const double shard = hybrid ? std::clamp(std::floor(double(plan.shard_group) / plan.cp), 1.0, double(plan.dp))
        : sharded               ? plan.dp
                                : 1;
    writer.set("parallelism.data_parallel_replicate_degree", std::floor(plan.dp / shard));
    writer.set("parallelism.data_parallel_shard_degree", shard);
    if (plan.dp_mode == DataParallelMode::Zero2)
        writer.set("parallelism.fsdp_reshard_after_forward", "never");
    if (plan.dp_mode == DataParallelMode::Zero1)
        writer.cannot({PLATEAU_TEXT("ZeRO-1: torchtitan shards parameters too (FSDP) or nothing (DDP)"), {}});
    if (plan.dp_mode == DataParallelMode::Ddp && plan.cp > 1)
        writer.cannot({PLATEAU_TEXT("DDP with context parallelism: its context ranks shard"), {}});
    if (std::fmod(plan.dp, shard) != 0 || (hybrid && plan.shard_group % plan.cp != 0))
        writer.has_no("shard_group");
    if (plan.dp_mode == DataParallelMode::Hsdp && plan.shard_group == 0)
        writer.cannot({PLATEAU_TEXT("hybrid sharding within one NVLink domain: say how many ranks share a copy"), {}});
    if (plan.pp == 1)
        return;
    const auto found
        = std::ranges::find_if(schedules, [&](const auto& each) { return each.first == pipeline_kind(plan); });
    if (found != std::end(schedules))
        writer.set("parallelism.pipeline_parallel_schedule", found->second);
    else
        writer.cannot({PLATEAU_TEXT("the schedule %1: it runs 1F1B"), {Verbatim{writer.word("schedule")}}});
    spread_lines(writer);
}

/// The two words that name the model.
void model_lines(Writer& writer, const char* first, const char* second)
{
    const std::string name = writer.model_name();
    if (name.empty())
        return writer.cannot({PLATEAU_TEXT("a model of this shape: torchtitan has no flavour of it"), {}});
    writer.set(first, name.substr(0, name.find(' ')));
    writer.set(second, name.substr(name.find(' ') + 1));
}

bool is_compiled(const Writer& writer)
{
    return writer.scenario().assumptions.stack.id.find("eager") == std::string::npos;
}

void write_torchtitan(Writer& writer)
{
    const Plan& plan = writer.plan();
    if (plan.tp > 1)
        writer.must_be("sequence_parallel", "on");
    writer.must_divide_batch();
    model_lines(writer, "model.name", "model.flavor");
    degree_lines(writer);
    if (plan.recompute == Recompute::Selective)
        writer.set("activation_checkpoint.selective_ac_option", "op");
    if (plan.pp > 1)
        writer.set("parallelism.pipeline_parallel_microbatch_size", plan.micro_batch);
    writer.set("training.local_batch_size",
               plan.pp > 1 ? std::ceil(writer.global_batch() / plan.dp) : double(plan.micro_batch));
    writer.set("training.global_batch_size", writer.global_batch());
    const catalog::Precision precision = writer.scenario().workload.precision;
    if (precision == catalog::Precision::Fp8 || precision == catalog::Precision::MxFp8) {
        writer.set("model.converters",
                   precision == catalog::Precision::Fp8 ? "quantize.linear.float8" : "quantize.linear.mx");
        if (writer.word("fp8_scaling") == "row")
            writer.set("quantize.linear.float8.recipe_name", "rowwise");
        if (precision == catalog::Precision::Fp8 && writer.number("weight_wire_bytes") == 1)
            writer.set("quantize.linear.float8.enable_fsdp_float8_all_gather", "true");
    } else if (precision != catalog::Precision::Bf16) {
        writer.cannot({no_setting, {Verbatim{"torchtitan"}, Verbatim{"precision " + writer.word("precision")}}});
    }
    if (is_compiled(writer))
        writer.set("compile.enable", "true");
}

/// The release whose configurations are Python (b5bcd76, config/configs.py): sizes of batches are tokens.
void write_torchtitan_2026(Writer& writer)
{
    const Plan& plan = writer.plan();
    const double sequence = writer.scenario().workload.sequence;
    writer.must_divide_batch();
    model_lines(writer, "module", "config");
    writer.set("training.num_tokens_per_microbatch_per_dp_rank", plan.micro_batch * sequence);
    writer.set("training.num_tokens_per_train_step", writer.global_batch() * sequence);
    degree_lines(writer);
    if (plan.pp > 1)
        writer.set("parallelism.num_pp_microbatches", writer.accumulation());
    if (plan.tp > 1 && !plan.sequence_parallel)
        writer.set("parallelism.no-enable-sequence-parallel", "");
    if (plan.cp > 1) // PyTorch's own way, which no option changes
        writer.must_be("cp_method", "all_gather");
    if (plan.ep > 1 && expert_tensor(plan) > 1) // "EP borrows ranks from FSDP and TP"
        writer.cannot({no_setting, {Verbatim{"torchtitan"}, Verbatim{"etp " + writer.word("etp")}}});
    if (writer.scenario().workload.precision != catalog::Precision::Bf16)
        writer.cannot({no_setting, {Verbatim{"torchtitan"}, Verbatim{"precision " + writer.word("precision")}}});
    if (is_compiled(writer))
        writer.set("compile.enable", "");
    if (plan.tp > 1 && writer.word("async_tensor") == "on")
        writer.set("compile.enable_async_tensor_parallel", "");
    const char* kept[] = {"none", "selective", "full"};
    writer.set("", std::string("activation-checkpoint:") + kept[static_cast<int>(plan.recompute)]);
}

} // namespace

extern const Rules torchtitan_rules{"torchtitan", torchtitan, write_torchtitan};
extern const Rules torchtitan_2026_rules{"torchtitan_2026", torchtitan, write_torchtitan_2026};

} // namespace plateau::programs
