// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/catalog/entry_file.h"
#include "core/catalog/model_sizes.h"
#include "core/diagnostics/programs/tables.h"
#include "core/diagnostics/programs/trace_events.h"
#include "core/files/budget.h"
#include "core/files/text_file.h"
#include "core/question/scenario/parameter_table.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

/// The first place where a text is no text, as "file:line:column"; empty where it is one.
std::string binary_place(const std::string& text, const std::string& file)
{
    const std::size_t at = text.find('\0');
    if (at == std::string::npos && !text.starts_with("\x1f\x8b"))
        return {};
    const std::string_view before(text.data(), std::min(at, text.size()));
    const std::size_t line = before.rfind('\n');
    return at == std::string::npos
        ? files::where(file, 1, 1)
        : files::where(file, static_cast<int>(std::ranges::count(before, '\n')) + 1,
                       static_cast<int>(line == std::string_view::npos ? at + 1 : at - line));
}

bool looks_like_toml(const std::string& text)
{
    const std::string words = first_words(text);
    return words.starts_with("[") && words.find(']') != std::string::npos && words.find(',') == std::string::npos;
}

constexpr const char* nobody = PLATEAU_TEXT("no program is known that has such a configuration");

const Program* program_of(const Programs& programs, const Settings& settings, const std::string& text)
{
    const auto found
        = std::ranges::find_if(programs.all, [&](const Program& each) { return each.knows(settings, text); });
    return found == programs.all.end() ? nullptr : &*found;
}

/// Of the programs whose configurations are read: "Megatron-LM, NeMo".
std::string titles_read(const Programs& programs)
{
    std::string titles;
    for (const Program& each : programs.all)
        if (each.refused == Refused::None && !(each.signs.empty() && each.shape.empty())
            && titles.find(each.title) == std::string::npos)
            titles += (titles.empty() ? "" : ", ") + each.title;
    return titles;
}

/// The settings of the syntax the text has, and the program they are of.
struct Found {
    Settings settings;
    const Program* program = nullptr;
};
Expected<Found> find_program(const Programs& programs, const std::string& text, const std::string& file)
{
    using Parse = Expected<Settings> (*)(const std::string&, const std::string&);
    const bool toml = looks_like_toml(text);
    const bool braces = trimmed(std::string_view(text).substr(0, 4096)).starts_with("{");
    const Parse parsers[] = {toml ? toml_settings : yaml_settings, toml ? yaml_settings : shell_settings};
    if (looks_like_python(text)) {
        Found found{python_settings(text), nullptr};
        found.program = program_of(programs, found.settings, text);
        if (found.program)
            return found;
    }
    Error wrong;
    for (const Parse parse : parsers) {
        auto settings = parse(text, file);
        if (!settings) {
            if (wrong.what.empty())
                wrong = settings.error();
            continue;
        }
        Found found{std::move(*settings), nullptr};
        found.program = program_of(programs, found.settings, text);
        if (found.program)
            return found;
        if (braces && found.settings.all().size() > 1)
            break;
    }
    const Message accepted{PLATEAU_TEXT("a configuration or a command line of one of %1"),
                           {Verbatim{titles_read(programs)}}};
    if ((braces || toml) && !wrong.what.empty())
        return failure(wrong.what, wrong.where, accepted);
    return failure({nobody, {}}, files::where(file, 1, 1), accepted);
}

/// Numbers the parameters cannot take leave the scenario.
std::vector<std::pair<std::string, Value>> changes_of(const Draft& draft, Reading& reading)
{
    std::vector<std::pair<std::string, Value>> changes;
    for (auto entry = reading.scenario.begin(); entry != reading.scenario.end();) {
        const TrainingParameter* row = training_parameters().find(entry->first);
        const bool of_shape = draft.has_shape() && row && row->group == "model" && catalog::shape_size(row->key);
        if (!row || of_shape || entry->first == "dp") {
            ++entry;
            continue;
        }
        const auto value = parse_value(*row, entry->second);
        if (value) {
            changes.emplace_back(entry->first, *value);
            ++entry;
            continue;
        }
        reading.not_expressible.push_back(
            {.key = entry->first, .parameter = entry->first, .meaning = entry->second, .why = value.error().what});
        entry = reading.scenario.erase(entry);
    }
    return changes;
}

/// A count of GPUs near Plateau's own that the degrees and the batch divide.
double fitting_gpus(const Draft& draft)
{
    constexpr double usual = 128;
    const double ranks = draft.value("tp", 1) * draft.value("pp", 1) * draft.value("cp", 1);
    const double experts = draft.value("ep", 1) * draft.value("etp", draft.value("tp", 1));
    const double micro = draft.value("micro_batch", 1), batch = draft.value("global_batch", 0);
    const auto fits = [&](double dp) {
        return std::fmod(ranks / draft.value("pp", 1) * dp, experts) == 0
            && (batch == 0 || std::fmod(batch, micro * dp) == 0);
    };
    const double most = std::max(1.0, std::floor(usual / ranks));
    for (double dp = most; dp >= 1; --dp)
        if (fits(dp))
            return dp * ranks;
    for (double dp = most; dp <= 64 * most; ++dp)
        if (fits(dp))
            return dp * ranks;
    return most * ranks;
}

/// The accelerator by the name that its driver has for it: "NVIDIA H100 80GB HBM3". Of several of a family the one
/// whose memory is named, then the one on a board of its own.
const catalog::Accelerator* accelerator_of(const catalog::Catalog& catalog, const std::string& device)
{
    const std::string name = lower(device);
    const catalog::Accelerator* best = nullptr;
    int closest = 0;
    for (const catalog::Accelerator& each : catalog.accelerators) {
        const std::size_t bar = each.id.find('_');
        const std::string family = each.id.substr(0, bar);
        if (family.size() < 3 || name.find(family) == std::string::npos)
            continue;
        const std::string rest = bar == std::string::npos ? std::string() : each.id.substr(bar + 1);
        const std::size_t digits = rest.find_first_of("0123456789");
        int likeness = 16 * int(family.size()) + (rest.find("sxm") != std::string::npos); // GB200 is no B200
        if (digits != std::string::npos && name.find(rest.substr(digits) + "gb") != std::string::npos)
            likeness += 4;
        if (rest.find("pcie") != std::string::npos && name.find("pcie") != std::string::npos)
            likeness += 8;
        if (likeness > closest) {
            closest = likeness;
            best = &each;
        }
    }
    return best;
}

void assume_hardware(const catalog::Catalog& catalog, Reading& reading)
{
    if (reading.scenario.contains("hardware"))
        return;
    if (const auto* accelerator = accelerator_of(catalog, reading.device)) {
        const Message why{PLATEAU_TEXT("the file calls it %1"), {Verbatim{reading.device}}};
        reading.assumed.push_back({.parameter = "hardware", .meaning = accelerator->id, .why = why});
        reading.scenario["hardware"] = accelerator->id;
    }
}

/// What stands in for the accelerator that a file does not name; empty: Plateau's own choice.
std::string hardware_for(const catalog::Catalog& catalog, const Program& program, const std::string& precision)
{
    const Programs& programs = programs_in(catalog.folders);
    for (const auto* list : {&program.hardware, &programs.common.hardware})
        for (const auto& [format, chip] : *list)
            if (format == precision)
                return chip;
    return {};
}

Expected<void> resolve_reading(const catalog::Catalog& catalog, Draft& draft, const Corrections& corrections,
                               Reading& reading)
{
    assume_hardware(catalog, reading);
    auto changes = changes_of(draft, reading);
    if (draft.has_shape()) {
        draft.model.title
            = draft.model.title.empty() ? std::filesystem::path(reading.file).stem().string() : draft.model.title;
        draft.model.default_sequence = std::min(draft.model.max_sequence, 8192);
        if (draft.model.sources.empty())
            draft.model.sources = {reading.program + ", " + reading.file};
        const std::string written = catalog::write_model(draft.model);
        if (const auto shape = catalog::read_written_model(written); !shape)
            return failure(shape.error().what, files::where(reading.file), shape.error().accepted);
        std::erase_if(changes, [](const auto& change) { return change.first == "model"; });
        changes.emplace_back("model", written);
    }
    if (!reading.scenario.contains("gpus")) {
        const double gpus = fitting_gpus(draft);
        changes.emplace_back("gpus", gpus);
        for (Line& line : reading.missing)
            if (line.parameter == "gpus")
                line.meaning = digits(gpus);
    }
    const std::string precision = draft.word("precision");
    const std::string chip = hardware_for(catalog, draft.program(), precision);
    if (!chip.empty() && !reading.scenario.contains("hardware")) {
        changes.emplace_back("hardware", chip);
        const Message why{PLATEAU_TEXT("the file does not say it; %1 needs hardware that has it"),
                          {Verbatim{precision}}};
        reading.missing.push_back({.parameter = "hardware", .meaning = chip, .why = why});
    }
    for (const auto& correction : corrections) {
        std::erase_if(changes, [&](const auto& change) { return change.first == correction.first; });
        changes.push_back(correction);
    }
    const auto usual = default_scenario(catalog);
    if (!usual)
        return tl::unexpected(usual.error());
    auto scenario = with_all(catalog, *usual, changes);
    if (!scenario)
        return failure(scenario.error().what, files::where(reading.file), scenario.error().accepted);
    reading.resolved = std::move(*scenario);
    for (Line& line : reading.missing)
        if (const TrainingParameter* row = training_parameters().find(line.parameter); row && line.meaning.empty())
            line.meaning = exact_value(*row, row->get(reading.resolved));
    reading.resolved.title = std::filesystem::path(reading.file).filename().string();
    return {};
}

/// What is read of settings beside them: the file's text, the run that a log tells of.
struct Beside {
    const std::string* text = nullptr;
    const LoggedRun* run = nullptr;
};

/// Writes into the reading what the settings mean.
Expected<void> read_settings(const Settings& settings, const Program& program, const catalog::Catalog& catalog,
                             const Beside& beside, const Corrections& corrections, Reading& reading)
{
    const LoggedRun* run = beside.run;
    Draft draft(settings, catalog, programs_in(catalog.folders), program, reading);
    draft.source = beside.text;
    draft.cut = run && run->arguments_cut;
    draft.read_rows(program.rows);
    if (program.rules)
        program.rules->read(draft);
    else
        draft.read_shape();
    if (draft.wrong)
        return tl::unexpected(*draft.wrong);
    for (const auto& [parameter, value] : corrections)
        draft.correct(parameter, exact_value(*training_parameters().find(parameter), value));
    read_launcher(draft);
    if (run && run->global_batch && !draft.knows("global_batch"))
        draft.assume("global_batch", digits(*run->global_batch), {PLATEAU_TEXT("the log or its name says it"), {}});
    if (run && run->gpus && !draft.knows("gpus"))
        draft.assume("gpus", digits(*run->gpus), {PLATEAU_TEXT("the log says how many took part"), {}});
    for (const char* key : {"SBATCH.constraint", "SBATCH.gpu_name"})
        if (const Setting* said = settings.find(key);
            said && reading.device.empty() && accelerator_of(catalog, said->value))
            reading.device = draft.text(key);
    draft.finish();
    return resolve_reading(catalog, draft, corrections, reading);
}

/// "opt-1.3b-globalBatchSize128.log"
std::optional<double> batch_in_name(const std::string& file)
{
    const std::string name = lower(std::filesystem::path(file).filename().string());
    for (const std::string_view words : {"globalbatchsize", "global_batch_size_", "gbs"})
        if (const std::size_t at = name.find(words); at != std::string::npos) {
            const std::size_t from = at + words.size();
            const std::size_t end = std::min(name.find_first_not_of("0123456789", from), name.size());
            if (const auto value = number_of(name.substr(from, end - from)); value && *value > 0)
                return value;
        }
    return std::nullopt;
}

Expected<void> read_run(const catalog::Catalog& catalog, const MoreText& more, const LogFormat& format,
                        const Corrections& corrections, Reading& reading)
{
    LoggedRun run = read_log(more, format);
    if (!run.global_batch)
        run.global_batch = batch_in_name(reading.file);
    reading.device = run.device;
    const Program* program = programs_in(catalog.folders).named(format.settings_of);
    if (program && !run.header.all().empty()) {
        const std::string name = reading.program;
        if (const auto read = read_settings(run.header, *program, catalog, {nullptr, &run}, corrections, reading);
            !read)
            return read;
        reading.program = name;
    } else {
        if (run.gpus)
            reading.scenario["gpus"] = digits(*run.gpus);
        for (const auto& [parameter, value] : corrections)
            reading.scenario[parameter] = exact_value(*training_parameters().find(parameter), value);
    }
    for (const auto& [degree, size] : run.degrees)
        reading.scenario.emplace(degree, digits(size));
    assume_hardware(catalog, reading);
    const auto number = [&](const char* key) { return number_of(found_in(reading.scenario, key)); };
    run.complete(number("gpus"), number("global_batch"), number("sequence"));
    reading.measured = std::move(run);
    return {};
}

/// Reads a file that is no configuration: a log, a table or a trace.
Expected<void> read_measurements(const catalog::Catalog& catalog, const std::string& text, const Sign& sign,
                                 const Corrections& corrections, Reading& reading)
{
    switch (reading.kind) {
    case FileKind::Log: {
        const auto all = [&text, given = false](std::string& more) mutable {
            more += given ? std::string_view() : text;
            return !std::exchange(given, true);
        };
        return read_run(catalog, all, *sign.log, corrections, reading);
    }
    case FileKind::Collectives: {
        auto tables = read_collectives(text, reading.file, catalog::values_of(catalog.physics).range_deviations);
        if (!tables)
            return tl::unexpected(tables.error());
        reading.device = tables->front().device;
        reading.scenario["gpus"] = std::to_string(tables->front().ranks);
        reading.measured = std::move(*tables);
        break;
    }
    case FileKind::Products: {
        auto products = read_products(text, reading.file);
        if (!products)
            return tl::unexpected(products.error());
        reading.device = products->device;
        reading.measured = std::move(*products);
        break;
    }
    default:
        return failure({PLATEAU_TEXT("a trace, which is read from a file of its own, not from a pipe"), {}},
                       reading.file);
    }
    assume_hardware(catalog, reading);
    return {};
}

void say_cut(Reading& reading)
{
    reading.contradictions.emplace_back().why
        = {PLATEAU_TEXT("the file ends in the middle; its last step is left out"), {}};
}

/// The first characters of a file, unpacked where it is packed; nothing where it cannot be opened.
std::optional<std::string> unpacked_head(const std::filesystem::path& file, std::size_t characters)
{
    Unpacked source(file);
    if (!source.is_open())
        return std::nullopt;
    std::string head;
    while (head.size() < characters && source.read(head))
        ;
    head.resize(std::min(head.size(), characters));
    return head;
}

Expected<Reading> read_logged(const catalog::Catalog& catalog, const std::filesystem::path& file, const Sign& sign,
                              const Corrections& corrections)
{
    Reading reading;
    reading.file = file.string();
    reading.kind = sign.kind;
    reading.program = sign.program;
    Unpacked source(file);
    const auto more = [&](std::string& text) {
        const bool is_more = source.read(text);
        if (!is_more && source.is_cut())
            text.erase(text.rfind('\n') + 1); // a torn line
        return is_more;
    };
    if (const auto read = read_run(catalog, more, *sign.log, corrections, reading); !read)
        return tl::unexpected(read.error());
    if (source.is_cut())
        say_cut(reading);
    keep_unsaid(reading);
    return reading;
}

Expected<Reading> read_traced(const catalog::Catalog& catalog, const std::filesystem::path& file)
{
    Reading reading;
    reading.file = file.string();
    reading.kind = FileKind::Trace;
    reading.program = "Kineto";
    auto trace = read_trace(file);
    if (!trace)
        return tl::unexpected(trace.error());
    reading.device = trace->device;
    if (trace->ranks > 0)
        reading.scenario["gpus"] = std::to_string(trace->ranks);
    if (trace->is_cut)
        say_cut(reading);
    reading.measured = std::move(*trace);
    assume_hardware(catalog, reading);
    return reading;
}

} // namespace

bool is_unknown(const Error& error) { return error.what.text == nobody; }

Expected<Reading> read_text(const catalog::Catalog& catalog, const std::string& text, const std::string& file,
                            const Corrections& corrections)
{
    Reading reading;
    reading.file = file;
    if (trimmed(text).empty())
        return failure({PLATEAU_TEXT("the file is empty"), {}}, files::where(file, 1, 1));
    if (const auto sign = sign_of(catalog.folders, text, file)) {
        reading.kind = sign->kind;
        reading.program = sign->program;
        if (const auto read = read_measurements(catalog, text, *sign, corrections, reading); !read)
            return tl::unexpected(read.error());
        keep_unsaid(reading);
        return reading;
    }
    if (const std::string place = binary_place(text, file); !place.empty())
        return failure({PLATEAU_TEXT("this is no text"), {}}, place);
    const Programs& programs = programs_in(catalog.folders);
    for (const Program& program : programs.all)
        if (program.refused != Refused::None && program.is_marked(text))
            return tl::unexpected(refusal(program, {}, text, file));
    auto found = find_program(programs, text, file);
    if (!found)
        return tl::unexpected(found.error());
    if (found->program->refused != Refused::None)
        return tl::unexpected(refusal(*found->program, found->settings, text, file));
    add_files_beside(*found->program, file, found->settings);
    const auto read = read_settings(found->settings, *found->program, catalog, {&text, nullptr}, corrections, reading);
    if (!read)
        return tl::unexpected(read.error());
    keep_unsaid(reading);
    return reading;
}

/// Traces and logs are read as a stream; all else is small enough to be held.
Expected<Reading> read_file(const catalog::Catalog& catalog, const std::filesystem::path& file,
                            const Corrections& corrections)
{
    if (const auto checked = files::check_file(file); !checked)
        return tl::unexpected(checked.error());
    const auto head = unpacked_head(file, files::budget::head);
    const auto sign = head && !head->empty() ? sign_of(catalog.folders, *head, file.string()) : std::nullopt;
    if (sign && sign->kind == FileKind::Trace)
        return read_traced(catalog, file);
    if (sign && sign->kind == FileKind::Log)
        return read_logged(catalog, file, *sign, corrections);
    if (std::error_code error; std::filesystem::file_size(file, error) > files::budget::document)
        return failure(
            {PLATEAU_TEXT("too large for a configuration, and no log whose program its first MiB tells"), {}},
            file.string(),
            {PLATEAU_TEXT("a configuration of at most 16 MiB, a log or a trace; part of a log: tail -c 10M"), {}});
    const auto text = files::read_text(file);
    return text ? read_text(catalog, *text, file.string(), corrections) : tl::unexpected(text.error());
}

} // namespace plateau::programs
