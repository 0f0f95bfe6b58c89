// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/export_page.h"
#include "app/json.h"
#include "app/question.h"
#include "app/registers.h"
#include "core/catalog/catalog.h"
#include "core/files/node.h"
#include "core/paper/figure_page.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/scenario_file.h"
#include "core/text/messages/foreign.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"
#include "core/views/view.h"

namespace plateau::app {

Json catalog_entry(const std::string& name, const std::string& title, const std::string& file)
{
    return {{"name", name}, {"title", title}, {"file", file.empty() ? Json(nullptr) : Json(file)}};
}

namespace {

constexpr Flag catalog_flags[] = {json_flag, quiet_flag};

Json accelerators(const catalog::Catalog& catalog)
{
    return list_of(catalog.accelerators, [](const catalog::Accelerator& accelerator) {
        Json json = catalog_entry(accelerator.id, accelerator.title, accelerator.file);
        json["vendor"] = accelerator.vendor;
        json["generation"] = accelerator.generation;
        json["bf16_flops"] = number(accelerator.peak_flops[static_cast<std::size_t>(catalog::Precision::Bf16)]);
        json["fp16_flops"] = number(accelerator.peak_flops[static_cast<std::size_t>(catalog::Precision::Fp16)]);
        json["memory_bytes"] = number(accelerator.memory_bytes);
        json["usable_memory_bytes"] = number(usable_memory_bytes(accelerator));
        json["memory_bytes_per_s"] = number(accelerator.memory_bytes_per_s);
        json["tdp_watts"] = number(accelerator.tdp_watts);
        json["measured_kernels"] = accelerator.measured_kernels;
        json["measured_collectives"] = accelerator.measured_collectives;
        json["extrapolated"] = !accelerator.measured_kernels && !accelerator.measured_collectives;
        json["recalled"] = accelerator.recalled;
        json["sources"] = accelerator.sources;
        return json;
    });
}

Json models(const catalog::Catalog& catalog)
{
    return list_of(catalog.models, [](const catalog::ModelShape& model) {
        Json json = catalog_entry(model.id, model.title, model.file);
        json["parameters"] = number(catalog::total_parameters(model));
        json["layers"] = model.layers;
        json["hidden"] = model.hidden;
        json["sequence"] = model.default_sequence;
        json["sources"] = model.sources;
        return json;
    });
}

Json stacks(const catalog::Catalog& catalog)
{
    return list_of(catalog.stacks, [](const catalog::Stack& stack) {
        Json json = catalog_entry(stack.id, stack.title, stack.file);
        json["frameworks"] = stack.frameworks;
        json["sources"] = stack.sources;
        if (stack.first_year > 0)
            json["years"] = {stack.first_year, stack.last_year};
        json["attention"] = name(stack.attention);
        json["loss"] = name(stack.loss);
        json["sharding"] = name(stack.default_sharding);
        json["recompute"] = name(stack.default_recompute);
        json["runs"] = Json::object();
        for (const catalog::AbilityRow& row : catalog::ability_rows()) {
            const std::string& source = stack.runs_sources[std::size_t(row.ability)];
            Json values = Json::array();
            for (std::size_t i = 0; i < row.values.size(); ++i)
                if (!source.empty() && stack.runs.has(row.ability, int(i)))
                    values.push_back(row.values[i]);
            if (!source.empty())
                json["runs"][row.key] = {{"values", std::move(values)}, {"source", source}};
        }
        return json;
    });
}

Json scenarios(const catalog::Catalog& catalog)
{
    Json list = Json::array();
    for (const auto& file : catalog::preset_files(catalog.folders, "scenarios")) {
        const auto document = files::read_yaml(file);
        const auto kind = document ? scenario_kind(*document) : tl::unexpected(document.error());
        if (!kind) {
            complain(kind.error());
            continue;
        }
        const files::Node* title = document->root.find("title");
        list.push_back(catalog_entry(file.stem().string(), title ? title->text : file.stem().string(), file.string()));
        list.back()["kind"] = *kind;
    }
    return list;
}

/// Constants of the cost model, which all accelerators, models and stacks share.
Json constants(const catalog::Catalog& catalog)
{
    Json list = Json::array();
    if (!catalog.physics)
        return list;
    for (std::size_t i = 0; i < catalog.physics->notes.size(); ++i) {
        const catalog::PhysicsConstant& constant = catalog::physics_constants()[i];
        const catalog::ConstantNote& note = catalog.physics->notes[i];
        Json json = catalog_entry(constant.key, constant.label, note.file);
        json["value"] = number(catalog.physics->values.*constant.value);
        json["text"] = units::exact(catalog.physics->values.*constant.value, constant.unit);
        json["range"] = {number(note.low), number(note.high)};
        json["meaning"] = constant.meaning;
        json["source"] = note.source;
        json["known_by"] = app::known_words(note.known_by);
        list.push_back(std::move(json));
    }
    return list;
}

Json parameter(const ParameterDescription& parameter, const char* kind)
{
    Json json = catalog_entry(parameter.key, parameter.label, {});
    json["kind"] = kind;
    json["group"] = parameter.group;
    json["help"] = parameter.help;
    json["default_from"] = parameter.provenance;
    const bool numeric = parameter.kind == ParameterKind::Number || parameter.kind == ParameterKind::Whole;
    json["scale"] = numeric ? Json(name(parameter.scale)) : Json(nullptr);
    json["minimum"] = numeric ? number(parameter.minimum) : Json(nullptr);
    json["maximum"] = numeric ? number(parameter.maximum) : Json(nullptr);
    json["values"] = list_of(parameter.options, [](const Option& option) { return option.value; });
    json["may_be_auto"] = parameter.may_be_auto;
    return json;
}

/// Parameters of training scenarios, then of limits scenarios; both have keys of the same name where they mean the
/// same.
Json catalog_parameters(const catalog::Catalog& catalog)
{
    Json list = Json::array();
    for (const TrainingParameter& row : training_parameters().rows()) {
        Json json = parameter(row, "training");
        if (const catalog::AssumedValue* assumed = catalog::assumed(catalog, row.key)) {
            json["source"] = assumed->source;
            json["known_by"] = app::known_words(assumed->known_by);
        }
        list.push_back(std::move(json));
    }
    for (const LimitsParameter& row : limits_parameters().rows())
        list.push_back(parameter(row, "limits"));
    return list;
}

Json figure_list(const catalog::Catalog& catalog)
{
    Json list = Json::array();
    const auto add = [&](const std::string& name, const std::string& title, const std::string& kind, bool overlays) {
        Json json = catalog_entry(name, title, {});
        json["for"] = kind;
        json["overlays"] = overlays;
        list.push_back(std::move(json));
    };
    for (const views::View& figure : views::all())
        add(figure.name, figure.title, figure.kind(), figure.overlays);
    for (const PaperFigure& figure : read_paper_figures(catalog.folders).figures) {
        add(figure.name, figure.title, figure.entry->kind(), figure.entry->overlays);
        list.back()["scenarios"] = figure.scenarios;
        list.back()["note"] = figure.note;
    }
    return list;
}

Json style_list(const catalog::Catalog& catalog)
{
    return list_of(figures::read_export_styles(catalog.folders).styles, [](const figures::ExportStyle& style) {
        Json json = catalog_entry(style.name, style.title, {});
        json["choices"] = style.choices;
        return json;
    });
}

const std::vector<CatalogSection>& sections()
{
    static const std::vector<CatalogSection> all = [] {
        std::vector<CatalogSection> list{
            {"accelerators", "gpus, gpu, hardware, devices, chips, tpus, cards", accelerators, true},
            {"models", "llms, shapes, networks", models, true},
            {"stacks", "software, frameworks, programs", stacks, true},
            {"scenarios", "presets, questions, examples", scenarios, true},
            {"parameters", "keys, settings, options, flags", catalog_parameters},
            {"constants", "assumptions, numbers", constants},
            {"figures", "plots, charts, pictures, graphs", figure_list, true},
            {"styles", "themes, sizes", style_list},
        };
        list.insert(list.end(), registers().catalog.begin(), registers().catalog.end());
        return list;
    }();
    return all;
}

/// What a stack can do and since when: ", 2024 to 2026: sharding ddp, fsdp; schedules 1f1b; ...".
std::string abilities_text(const Json& stack)
{
    std::string words;
    if (stack.contains("years"))
        words += fmt::format(", {} to {}", stack["years"][0].get<int>(), stack["years"][1].get<int>());
    words += fmt::format(": loss {}", stack["loss"].get<std::string>());
    for (const auto& [ability, told] : stack["runs"].items())
        words += fmt::format("; {} {}", ability,
                             told["values"].empty()
                                 ? "none"
                                 : fmt::format("{}", fmt::join(told["values"].get<std::vector<std::string>>(), ", ")));
    return words;
}

std::string text(const Json& list)
{
    constexpr std::size_t most = 2000; ///< characters
    std::size_t widest = 0;
    for (const Json& item : list)
        widest = std::max(widest, item["name"].get<std::string>().size());
    std::string lines;
    for (const Json& item : list) {
        std::string title = item["title"].get<std::string>();
        if (item.contains("meaning"))
            title = fmt::format("{}: {}", item["text"].get<std::string>(), item["meaning"].get<std::string>());
        if (item.contains("help"))
            title += ": " + item["help"].get<std::string>();
        if (item.value("kind", "") == "limits" && item.contains("help"))
            title = "limits: " + title;
        if (item.contains("runs"))
            title += abilities_text(item);
        if (item.value("extrapolated", false))
            title += ", extrapolated: no measured kernels or collectives";
        lines += fmt::format("  {:<{}}  {}\n", foreign_line(item["name"].get<std::string>()), widest,
                             foreign_line(title, most));
    }
    return lines;
}

std::vector<std::string> ids(const Json& list)
{
    std::vector<std::string> result;
    for (const Json& item : list)
        result.push_back(item["name"].get<std::string>());
    return result;
}

/// The error of a word that names no section. It says what to type for the nearest one, or for the entry of that name.
Error unknown_section(const catalog::Catalog& catalog, const std::string& wanted)
{
    std::vector<Called> names;
    for (const CatalogSection& section : sections())
        names.push_back({section.name, section.also});
    std::map<std::string, std::string> section_of;
    for (const CatalogSection& section : sections())
        if (section.has_ids)
            for (const std::string& id : ids(section.list(catalog))) {
                names.push_back({id, {}});
                section_of.emplace(id, section.name);
            }
    Error error = unknown_name({PLATEAU_TEXT("%1 is not a part of the catalog"), {Verbatim{wanted}}}, wanted, names,
                               "plateau catalog --help");
    error.type = "plateau catalog " + error.nearest;
    if (const auto found = section_of.find(error.nearest); found != section_of.end()) {
        error.type = fmt::format("plateau catalog {} {}", found->second, found->first);
        if (found->first == wanted)
            error.what = {PLATEAU_TEXT("%1 is not a part of the catalog, but one of its %2"),
                          {Verbatim{wanted}, Verbatim{found->second}}};
    }
    return error;
}

/// The entry of that name alone.
Expected<Json> only(const Json& list, const std::string& section, const std::string& id)
{
    for (const Json& item : list)
        if (item["name"] == id)
            return Json::array({item});
    Error error
        = unknown_name({PLATEAU_TEXT("%1 is not one of the %2 of the catalog"), {Verbatim{id}, Verbatim{section}}}, id,
                       ids(list), "plateau catalog " + section);
    error.type = fmt::format("plateau catalog {} {}", section, error.nearest);
    return tl::unexpected(error);
}

Expected<int> run_catalog(const Arguments& arguments)
{
    const std::string wanted = arguments.operands.empty() ? std::string() : arguments.operands.front();
    const catalog::Catalog catalog = read_catalog(arguments);
    Json answer = Json::object();
    for (const CatalogSection& section : sections())
        if (wanted.empty() || wanted == section.name)
            answer[section.name] = section.list(catalog);
    if (answer.empty())
        return tl::unexpected(unknown_section(catalog, wanted));
    if (arguments.operands.size() > 1)
        answer[wanted] = require(only(answer[wanted], wanted, arguments.operands[1]));
    if (arguments.has(json_flag.name)) {
        put(json_text(answer, 2) + "\n"); // lists alone, without a version
        return exit_answered;
    }
    for (const auto& [name, list] : answer.items())
        say(name + "\n" + text(list));
    return exit_answered;
}

} // namespace

extern const Command catalog_command("catalog", "[NAME [ENTRY]]",
                                     "accelerators, models, stacks, scenarios, parameters, constants, figures, styles",
                                     catalog_flags, 2, run_catalog,
                                     "list, ls, show, presets, models, hardware, scenarios");

} // namespace plateau::app
