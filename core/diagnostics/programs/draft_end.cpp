// SPDX-License-Identifier: GPL-3.0-or-later
#include <fnmatch.h>

#include <algorithm>
#include <cmath>

#include "core/catalog/model_families.h"
#include "core/diagnostics/programs/program.h"
#include "core/text/messages/words.h"

/// What follows once every key was asked for: batch, GPUs, degrees, length; what contradicts itself, what is left over.
namespace plateau::programs {

namespace {

/// "llama-2-7b-256gpus-h100.yaml" is 256.
std::optional<double> gpus_in_name(const std::string& file)
{
    const std::string name = lower(std::filesystem::path(file).filename().string());
    for (std::size_t at = name.find("gpu"); at != std::string::npos; at = name.find("gpu", at + 1)) {
        std::string_view before = std::string_view(name).substr(0, at);
        if (before.ends_with('-') || before.ends_with('_'))
            before.remove_suffix(1);
        const std::string_view count = before.substr(before.find_last_not_of("0123456789") + 1);
        if (!count.empty() && count.size() < 7)
            return number_of(count);
    }
    return std::nullopt;
}

/// Of a number its shortest digits.
std::string plain(const std::string& value)
{
    const auto number = number_of(trimmed(value));
    return number ? digits(*number) : trimmed(value);
}

/// What is known of a model's block; empty: nothing.
std::string block_fact(const Programs& programs, const catalog::ModelShape& model, const std::string& name)
{
    return plain(found_in(found_in(programs.blocks, model.id), name));
}

/// What a program's word says of it.
std::string stated_fact(const Row& row, const std::string& value)
{
    const Said* said = find_word(row.words, value);
    return said ? said->value : says_no(value) && !row.words.empty() ? row.otherwise : plain(value);
}

/// Whether a setting says that there is such a mechanism.
bool has_mechanism(const Setting& setting, const catalog::Mechanism& mechanism)
{
    if (says_no(setting.value) || trimmed(setting.value).empty() || trimmed(setting.value) == "[]")
        return false;
    const auto value = number_of(trimmed(setting.value));
    return !value || *value > mechanism.harmless;
}

/// The listed key that is the setting's: its last parts, "*" for any letters ("lr_*", "logging.*"); null where none is.
const std::string* listing(const std::vector<std::string>& listed, const std::string& key)
{
    const std::string name = folded_key(key);
    std::size_t from = 0;
    do {
        const char* last = name.c_str() + from;
        const auto fits = [&](const std::string& each) { return fnmatch(each.c_str(), last, 0) == 0; };
        if (const auto found = std::ranges::find_if(listed, fits); found != listed.end())
            return &*found;
        from = name.find('.', from) + 1;
    } while (from > 0);
    return nullptr;
}

/// "# a preset for 128 H100 GPUs", "# assuming 96 GPUs": the first comment that says so.
std::optional<double> gpus_in_comment(const std::string& text)
{
    const std::string_view head = std::string_view(text).substr(0, 65536);
    for (std::size_t at = head.find("GPUs"); at != std::string_view::npos; at = head.find("GPUs", at + 1)) {
        const std::size_t line = head.rfind('\n', at) == std::string_view::npos ? 0 : head.rfind('\n', at) + 1;
        const std::string_view before = head.substr(line, at - line);
        const std::size_t comment = before.find('#');
        if (comment == std::string_view::npos)
            continue;
        const std::vector<std::string> words = split(trimmed(before.substr(comment)), " ");
        for (std::size_t back = 1; back <= 3 && back <= words.size(); ++back) {
            std::string word = words[words.size() - back];
            if (word.ends_with("x"))
                word.pop_back();
            if (const auto count = number_of(word); count && *count >= 2 && *count == std::floor(*count))
                return count;
        }
    }
    return std::nullopt;
}

} // namespace

void Draft::batch()
{
    const double ranks = value("tp", 1) * value("pp", 1) * value("cp", 1);
    const double micro = value("micro_batch", 0);
    const bool given_dp = knows("dp");
    if (!batch_of_rank && accumulation && micro > 0)
        batch_of_rank = micro * *accumulation;
    if (!knows("gpus") && given_dp)
        assume("gpus", digits(value("dp", 1) * ranks), {PLATEAU_TEXT("DP x TP x PP x CP"), {}});
    const auto named = gpus_in_name(reading_.file);
    if (named && !knows("gpus")) {
        assume("gpus", digits(*named), {PLATEAU_TEXT("only the file's name says it"), {}});
        contradicts(nullptr, {PLATEAU_TEXT("only the file's name says %1 GPUs"), {Verbatim{digits(*named)}}});
    } else if (named && value("gpus", 0) != *named) {
        contradicts(nullptr,
                    {PLATEAU_TEXT("the file's name says %1 GPUs, the file %2"),
                     {Verbatim{digits(*named)}, Verbatim{word("gpus")}}});
    }
    if (const auto said = source && !knows("gpus") ? gpus_in_comment(*source) : std::nullopt) {
        assume("gpus", digits(*said), {PLATEAU_TEXT("only a comment says it"), {}});
        contradicts(nullptr, {PLATEAU_TEXT("only a comment says %1 GPUs"), {Verbatim{digits(*said)}}});
    }
    if (!knows("gpus") && knows("global_batch") && batch_of_rank && *batch_of_rank > 0 && !batch_of_device) {
        const double dp = value("global_batch", 1) / *batch_of_rank;
        if (dp >= 1 && dp == std::floor(dp))
            assume("gpus", digits(dp * ranks),
                   {PLATEAU_TEXT("global batch / (micro-batch x accumulation) x TP x PP x CP"), {}});
    }
    if (!knows("gpus"))
        missing("gpus", {PLATEAU_TEXT("the number of GPUs stands outside of the file"), {}});
    if (replicas && !knows("shard_group")) {
        const Message why{PLATEAU_TEXT("the shard group is what %1 replicas leave of the GPUs"),
                          {Verbatim{digits(*replicas)}}};
        const double group = value("gpus", 0) / (value("tp", 1) * value("pp", 1) * *replicas);
        group >= 1 ? assume("shard_group", digits(std::floor(group)), why) : missing("shard_group", why);
    }
    const double dp = value("gpus", 0) / ranks;
    if (knows("gpus") && dp >= 1 && dp == std::floor(dp) && !given_dp)
        assume("dp", digits(dp), {PLATEAU_TEXT("GPUs / (TP x PP x CP)"), {}});
    if (!knows("global_batch") && batch_of_rank) {
        const double of_gpu = batch_of_device ? *batch_of_rank : *batch_of_rank / ranks;
        if (knows("gpus"))
            assume("global_batch", digits(of_gpu * value("gpus", 1)),
                   batch_of_device ? Message{PLATEAU_TEXT("batch of a device x GPUs"), {}}
                                   : Message{PLATEAU_TEXT("micro-batch x accumulation x DP"), {}});
        else
            assume("sequences_per_gpu", digits(of_gpu),
                   batch_of_device ? Message{PLATEAU_TEXT("batch of a device"), {}}
                                   : Message{PLATEAU_TEXT("micro-batch x accumulation / (TP x PP x CP)"), {}});
    }
    if (knows("global_batch"))
        set("batch_mode", "total");
    else if (knows("sequences_per_gpu"))
        set("batch_mode", "per_gpu");
    else
        missing("global_batch", {PLATEAU_TEXT("the file does not say how many sequences a step has"), {}});
    if (!knows("micro_batch"))
        missing("micro_batch", {PLATEAU_TEXT("the file does not say it"), {}});
    if (!has_model() && !is_missing("model"))
        missing("model", {PLATEAU_TEXT("the file does not say which model"), {}});
    if (!knows("sequence"))
        missing("sequence", {PLATEAU_TEXT("the file does not say it"), {}});
}

namespace {

/// "24800ba": the number, and the unit behind it.
std::pair<double, std::string> counted(const std::string& value)
{
    const std::string text = trimmed(value);
    const auto unit = text.find_first_not_of("0123456789._");
    const std::string behind = unit == std::string::npos ? "" : text.substr(unit);
    const bool is_unit = std::ranges::all_of(behind, [](char c) { return c >= 'a' && c <= 'z'; });
    return {number_of(is_unit ? text.substr(0, unit) : text).value_or(0), is_unit ? behind : ""};
}

/// "own/set#500 other#2000": samples that are taken of each; 0 where one does not say.
double marked_samples(const std::string& names)
{
    double all = 0;
    for (const std::string& name : split(names, " ")) {
        const auto mark = name.rfind('#');
        const auto count = number_of(mark == std::string::npos ? "" : name.substr(mark + 1));
        if (!count)
            return 0;
        all += *count;
    }
    return all;
}

} // namespace

/// Tokens of the whole run, from its samples or its steps.
void Draft::length()
{
    constexpr double least = 1e6; // fewer are a trial
    for (const Row& row : table("length")) {
        const Setting* found = at(row.key.c_str());
        if (!found || knows("tokens"))
            continue;
        const auto [count, unit] = counted(found->value);
        const std::string of = unit.empty() ? row.parameter : meaning("lengths", unit);
        const double each = of == "tokens" ? 1
            : of == "samples"              ? value("sequence", 0)
            : of == "steps"                ? value("global_batch", 0) * value("sequence", 0)
                                           : 0;
        if (count * each >= least)
            understood(row.key.c_str(), "tokens", count * each);
    }
    if (!knows("tokens"))
        epochs();
}

/// Tokens of all epochs, or of one, where the file says how many samples are taken.
void Draft::epochs()
{
    for (const Row& row : table("epoch_samples")) {
        const Setting* found = at(row.key.c_str());
        if (!found)
            continue;
        const bool marked = row.parameter == "marked";
        const double count = marked ? marked_samples(found->value) : number_of(trimmed(found->value)).value_or(0);
        const double sets
            = row.parameter == "each" ? double(std::max<std::size_t>(1, split(text("dataset"), ",").size())) : 1;
        double times = 1;
        for (const Row& length : table("epochs"))
            times = number_of(trimmed(text(length.key.c_str()))).value_or(times);
        const double length = is_missing("document_length") ? 0 : value("document_length", value("sequence", 0));
        const double tokens = count * sets * times * length;
        if (tokens > 0)
            assume("tokens", digits(tokens),
                   {PLATEAU_TEXT("at most: %1 samples, %2 times, each as long as a sequence"),
                    {Verbatim{digits(count * sets)}, Verbatim{digits(times)}}},
                   row.key.c_str());
    }
}

void Draft::check()
{
    const double ranks = value("tp", 1) * value("pp", 1) * value("cp", 1);
    const double dp = value("gpus", 0) / ranks;
    const double batch = value("global_batch", 0), micro = value("micro_batch", 0);
    if (knows("gpus") && dp != std::floor(dp))
        contradicts(nullptr,
                    {PLATEAU_TEXT("%1 GPUs are no multiple of TP x PP x CP = %2"),
                     {Verbatim{word("gpus")}, Verbatim{digits(ranks)}}});
    else if (knows("gpus") && batch > 0 && micro > 0 && std::fmod(batch, micro * dp) != 0)
        contradicts(nullptr,
                    {PLATEAU_TEXT("a global batch of %1 is no multiple of micro-batch x DP = %2: this cannot run"),
                     {Verbatim{digits(batch)}, Verbatim{digits(micro * dp)}}});
    const double expert_ranks = value("ep", 1) * value("etp", value("tp", 1));
    if (knows("gpus") && dp == std::floor(dp) && std::fmod(ranks / value("pp", 1) * dp, expert_ranks) != 0)
        contradicts(nullptr,
                    {PLATEAU_TEXT("EP x ETP = %1 does not divide the ranks of a stage, %2"),
                     {Verbatim{digits(expert_ranks)}, Verbatim{digits(ranks / value("pp", 1) * dp)}}});
    for (const Setting& setting : settings_.all()) {
        const std::string said = lower(setting.value);
        const bool kept = setting.key.ends_with("reshard_after_forward") && (said == "never" || says_no(said));
        if (word("dp_mode") == "hsdp" && (kept || said.find("hybrid_shard_zero2") != std::string::npos))
            cannot(setting.key.c_str(),
                   {PLATEAU_TEXT("weights that stay gathered within groups are not modelled"), {}});
        if (said == "nvme" && setting.key.ends_with("device"))
            cannot(setting.key.c_str(), {PLATEAU_TEXT("NVMe is not modelled; host memory stands in"), {}});
    }
    if (word("sequence_parallel") == "on" && value("tp", 1) == 1) {
        for (const char* key : {"sequence_parallel", "sequence_parallel_size"})
            if (at(key)) {
                contradicts(key, {PLATEAU_TEXT("sequence parallelism without tensor parallelism does nothing"), {}});
                break;
            }
    }
}

/// A section that is not modelled ("vision_config.*") is told once, with all that stands in it.
void Draft::leave_unmodelled(Line line, const std::string& pattern)
{
    if (pattern.ends_with(".*")) {
        line.key = pattern.substr(0, pattern.size() - 2);
        line.value.clear();
    }
    const auto told = [&](const Line& each) { return each.key == line.key; };
    if (std::ranges::any_of(reading_.not_expressible, told))
        return;
    line.why = {PLATEAU_TEXT("%1 is not modelled"), {Verbatim{line.key}}};
    reading_.not_expressible.push_back(std::move(line));
}

/// What nobody asked for is harmless only where a list says so.
void Draft::leave_over(const Setting& setting)
{
    const auto listed = [&](std::vector<std::string> Program::*list) {
        const std::string* found = listing(program_.*list, setting.key);
        return found ? found : listing(programs_.common.*list, setting.key);
    };
    Line line = line_of(&setting);
    const std::string last = folded_key(setting.key.substr(setting.key.rfind('.') + 1));
    if (const catalog::Mechanism* mechanism = catalog::mechanism_of(last)) {
        if (!has_mechanism(setting, *mechanism))
            return reading_.harmless.push_back(std::move(line));
        line.why = {mechanism->what, {}};
        return reading_.not_expressible.push_back(std::move(line));
    }
    if (const std::string* pattern = listed(&Program::unmodelled))
        return says_no(setting.value) ? reading_.understood.push_back(std::move(line))
                                      : leave_unmodelled(std::move(line), *pattern);
    if (listed(&Program::idle))
        return reading_.understood.push_back(std::move(line));
    const char* part = telling_part(setting.key);
    if (!part && listed(&Program::harmless))
        return reading_.harmless.push_back(std::move(line));
    line.why = part ? Message{PLATEAU_TEXT("not known; a key that says %1 may decide the step"), {Verbatim{part}}}
                    : Message{PLATEAU_TEXT("not known; it may matter"), {}};
    reading_.unknown.push_back(std::move(line));
}

/// The model that the file names, or those of the catalog that have its sizes.
std::vector<const catalog::ModelShape*> Draft::meant() const
{
    using catalog::ModelShape;
    constexpr int ModelShape::*sizes[] = {&ModelShape::layers,   &ModelShape::hidden, &ModelShape::heads,
                                          &ModelShape::kv_heads, &ModelShape::ffn,    &ModelShape::experts};
    const auto is_meant = [&](const ModelShape& each) {
        return has_shape_ ? std::ranges::all_of(sizes, [&](auto size) { return each.*size == model.*size; })
                          : each.id == word("model");
    };
    std::vector<const ModelShape*> all;
    for (const ModelShape& each : catalog_.models)
        if (is_meant(each))
            all.push_back(&each);
    return all;
}

/// Nothing is computed with it, but what the file says otherwise trains another model.
void Draft::read_block()
{
    const Program* told = programs_.named(program_.written_like);
    const auto models = meant();
    for (const Row& row : found_in((told ? told : &program_)->tables, "block")) {
        const auto own = std::ranges::find(program_.own_names, row.key, &std::pair<std::string, std::string>::first);
        const Setting* said = settings_.find(own == program_.own_names.end() ? row.key : own->second);
        const auto known = [&](const catalog::ModelShape* each) { return block_fact(programs_, *each, row.parameter); };
        if (said)
            reading_.block[row.parameter] = stated_fact(row, said->value);
        else if (const std::string value = has_shape_ || models.empty() ? row.otherwise : known(models.front());
                 !value.empty())
            reading_.block[row.parameter] = value;
        const auto knows = std::ranges::find_if(models, [&](auto* each) { return !known(each).empty(); });
        if (!said || knows == models.end()
            || std::ranges::any_of(models, [&](auto* each) { return known(each) == reading_.block[row.parameter]; }))
            continue;
        asked_.insert(said);
        said_.insert(said);
        reading_.contradictions.push_back(
            line_of(said,
                    {PLATEAU_TEXT("%1 has %2 %3 (%4)"),
                     {Verbatim{(*knows)->title}, Verbatim{row.parameter}, Verbatim{known(*knows)},
                      Verbatim{block_fact(programs_, **knows, "source")}}}));
    }
}

void Draft::left_over()
{
    for (const Setting& setting : settings_.all()) {
        if (setting.replaced && !setting.empty) {
            const Setting* last = settings_.mentioned(folded_key(setting.key));
            if (last && last->value != setting.value)
                reading_.contradictions.push_back(
                    line_of(&setting,
                            {PLATEAU_TEXT("the key stands again in line %1, which counts"),
                             {Verbatim{std::to_string(last->line)}}}));
            continue;
        }
        const std::string::size_type dot = setting.key.rfind('.');
        const bool item = dot != std::string::npos && dot + 1 < setting.key.size()
            && setting.key.find_first_not_of("0123456789", dot + 1) == std::string::npos;
        if (setting.replaced || setting.empty || item || (setting.is_list && setting.value.empty())
            || setting.key.starts_with("env.") || asked_.contains(&setting))
            continue;
        leave_over(setting);
    }
    // Settings that were read and changed nothing else
    for (const Setting* setting : asked_)
        if (!said_.contains(setting) && !setting->empty && !setting->key.starts_with("env."))
            reading_.understood.push_back(line_of(setting));
    const auto by_place
        = [](const Line& a, const Line& b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); };
    for (auto* lines : {&reading_.understood, &reading_.harmless, &reading_.unknown, &reading_.not_expressible,
                        &reading_.contradictions})
        std::ranges::stable_sort(*lines, by_place);
}

void Draft::finish()
{
    if (is_stranger_)
        forget_shape();
    if (has_shape_)
        say_shape();
    batch();
    length();
    check();
    read_block();
    left_over();
}

} // namespace plateau::programs
