// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/help/writer.h"
#include "core/text/messages/words.h"

namespace plateau::help {

namespace {

using units::Unit;

constexpr const char* format_names[catalog::precision_count] = {"FP16", "BF16", "FP8", "MXFP8", "NVFP4", "TF32"};

std::string number(const Writer& writer, double value, Unit unit) { return writer.number(Quantity{value, unit}); }

std::string source_list(const Writer& writer, const std::vector<std::string>& sources)
{
    std::vector<std::string> shown;
    shown.reserve(sources.size());
    for (const std::string& source : sources)
        shown.push_back(escaped(source));
    return Writer::item(writer.say(PLATEAU_TEXT("Sources")), joined(shown, "; "));
}

std::string peaks(const Writer& writer, const catalog::Accelerator& accelerator)
{
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < accelerator.peak_flops.size(); ++i)
        if (accelerator.peak_flops[i] > 0)
            shown.push_back(std::string(format_names[i]) + " "
                            + number(writer, accelerator.peak_flops[i], Unit::FlopPerSecond));
    return joined(shown);
}

std::string network(const Writer& writer, const catalog::Accelerator& accelerator)
{
    std::vector<std::string> shown;
    for (const catalog::NetworkTier& tier : accelerator.tiers) {
        const std::string rate
            = escaped(tier.name) + " " + number(writer, tier.bandwidth_bytes_per_s, Unit::BytesPerSecond);
        shown.push_back(std::isfinite(tier.domain_size)
                            ? rate + writer.say(PLATEAU_TEXT(" among %1"), {Quantity{tier.domain_size, Unit::Count}})
                            : rate);
    }
    return joined(shown);
}

std::string measured(const Writer& writer, const catalog::Accelerator& accelerator)
{
    return accelerator.measured_kernels && accelerator.measured_collectives
        ? writer.say(PLATEAU_TEXT("kernels and collectives"))
        : accelerator.measured_kernels     ? writer.say(PLATEAU_TEXT("kernels"))
        : accelerator.measured_collectives ? writer.say(PLATEAU_TEXT("collectives"))
                                           : writer.say(PLATEAU_TEXT("nothing: kernels and collectives are estimated"));
}

std::string price(const Writer& writer, const catalog::Accelerator& accelerator)
{
    const catalog::Price& price = accelerator.price;
    return price.usd_per_gpu_hour <= 0 ? std::string()
                                       : number(writer, price.usd_per_gpu_hour, Unit::UsdPerGpuHour) + " ("
            + writer.say(PLATEAU_TEXT("%1, seen %2"), {Verbatim{price.source}, Verbatim{price.date}}) + ")";
}

std::string codes(const std::vector<std::string>& names)
{
    std::vector<std::string> shown;
    shown.reserve(names.size());
    for (const std::string& name : names)
        shown.push_back(code(name));
    return joined(shown);
}

std::string accelerator_words(const Writer& writer, const catalog::Accelerator& accelerator)
{
    std::string text = writer.entry(accelerator.id, escaped(accelerator.title));
    text += Writer::item(writer.say(PLATEAU_TEXT("Key")), code(accelerator.id));
    text += Writer::item(writer.say(PLATEAU_TEXT("Peak")), peaks(writer, accelerator));
    text += Writer::item(writer.say(PLATEAU_TEXT("Memory")),
                         number(writer, accelerator.memory_bytes, Unit::Bytes) + ", "
                             + number(writer, accelerator.memory_bytes_per_s, Unit::BytesPerSecond));
    if (accelerator.visible_memory != 1)
        text += Writer::item(writer.say(PLATEAU_TEXT("Of it offered to programs")),
                             number(writer, usable_memory_bytes(accelerator), Unit::Bytes));
    text += Writer::item(writer.say(PLATEAU_TEXT("Network")), network(writer, accelerator));
    text += Writer::item(writer.say(PLATEAU_TEXT("Power")), number(writer, accelerator.tdp_watts, Unit::Watts));
    text += Writer::item(writer.say(PLATEAU_TEXT("Price")), price(writer, accelerator));
    text += Writer::item(writer.say(PLATEAU_TEXT("Held against measured tables")), measured(writer, accelerator));
    text += Writer::item(writer.say(PLATEAU_TEXT("Recalled")), codes(accelerator.recalled));
    text += Writer::item(writer.say(PLATEAU_TEXT("Estimated")), codes(accelerator.estimated));
    return text + source_list(writer, accelerator.sources) + "\n";
}

std::string experts(const catalog::ModelShape& model)
{
    return model.experts > 0 ? std::to_string(model.experts_per_token) + "/" + std::to_string(model.experts) : "–";
}

} // namespace

std::string hardware_block(const Writer& writer)
{
    std::string text;
    for (const catalog::Accelerator& accelerator : writer.catalog().accelerators)
        text += accelerator_words(writer, accelerator);
    return text;
}

std::string models_block(const Writer& writer)
{
    std::string text = "## " + writer.say(PLATEAU_TEXT("Models")) + "\n\n"
        + Writer::head({writer.say(PLATEAU_TEXT("Model")), writer.say(PLATEAU_TEXT("Key")),
                        writer.say(PLATEAU_TEXT("Parameters")), writer.say(PLATEAU_TEXT("Layers")),
                        writer.say(PLATEAU_TEXT("Width")), writer.say(PLATEAU_TEXT("Heads")),
                        writer.say(PLATEAU_TEXT("Experts")), writer.say(PLATEAU_TEXT("Sequence")),
                        writer.say(PLATEAU_TEXT("Sources"))});
    for (const catalog::ModelShape& model : writer.catalog().models) {
        std::vector<std::string> sources;
        for (const std::string& source : model.sources)
            sources.push_back(escaped(source));
        text += Writer::row({escaped(model.title), code(model.id),
                             number(writer, catalog::total_parameters(model), Unit::Count),
                             std::to_string(model.layers), number(writer, model.hidden, Unit::Count),
                             std::to_string(model.heads) + "/" + std::to_string(model.kv_heads), experts(model),
                             number(writer, model.default_sequence, Unit::Count), joined(sources, "; ")});
    }
    return text;
}

std::string stacks_block(const Writer& writer)
{
    std::string text = "## " + writer.say(PLATEAU_TEXT("Software")) + "\n\n";
    for (const catalog::Stack& stack : writer.catalog().stacks) {
        text += writer.entry(stack.id, escaped(stack.title)) + escaped(stack.remarks)
            + (stack.remarks.empty() ? "" : "\n\n") + Writer::item(writer.say(PLATEAU_TEXT("Key")), code(stack.id));
        std::vector<std::string> names;
        for (const std::string& name : stack.frameworks)
            names.push_back(escaped(name));
        text += Writer::item(writer.say(PLATEAU_TEXT("Stands for")), joined(names)) + source_list(writer, stack.sources)
            + "\n";
    }
    return text;
}

} // namespace plateau::help
