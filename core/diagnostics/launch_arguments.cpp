// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnostics/launch_arguments.h"

#include "core/diagnostics/programs/program.h"
#include "core/help/writer.h"
#include "core/text/messages/words.h"
#include "core/views/words.h"

namespace plateau::narrate {

std::vector<std::pair<std::string, std::string>> launch_programs()
{
    std::vector<std::pair<std::string, std::string>> programs;
    for (const programs::Program* program : programs::programs_in(catalog::preset_folders()).launchers())
        programs.emplace_back(program->id, program->title);
    return programs;
}

const catalog::Stack* stack_to_launch(const std::string& name, const catalog::Catalog& catalog,
                                      const catalog::Stack& own)
{
    const programs::Program* program = programs::programs_in(catalog::preset_folders()).launcher(name);
    const catalog::Stack* stack = program == nullptr ? nullptr : catalog.stack(program->stack);
    if (stack == nullptr || own.id == stack->id)
        return nullptr;
    const bool shared = std::ranges::any_of(own.frameworks, [&](const std::string& each) {
        return std::ranges::find(stack->frameworks, each) != stack->frameworks.end();
    });
    return shared ? nullptr : stack;
}

LaunchArguments launch_arguments(const std::string& name, const Parts& parts, const Scenario& scenario)
{
    const programs::Programs& all = programs::programs_in(catalog::preset_folders());
    const programs::Program* program = all.launcher_on(name, scenario.assumptions.stack.id);
    if (program == nullptr)
        return {};
    LaunchArguments arguments;
    if (!parts.possible())
        arguments.refusal
            = {PLATEAU_TEXT("This plan is not possible, so there are no arguments to start it with."), {}};
    else
        arguments.refusal = refusal_of(program->stack, scenario, parts.plan);
    if (arguments.refusal.empty())
        static_cast<programs::Written&>(arguments)
            = programs::write_launch(*program, scenario, parts.plan, parts.global_batch, all);
    return arguments;
}

} // namespace plateau::narrate

namespace plateau::diagnostics {

namespace {

using help::Writer;
using programs::Program;

std::vector<const Program*> by_title(const Writer& writer)
{
    std::vector<const Program*> list;
    for (const Program& program : programs::programs_in(writer.catalog().folders).all)
        if (program.refused == programs::Refused::None)
            list.push_back(&program);
    std::ranges::sort(list, {}, [](const Program* each) { return lower(each->title); });
    return list;
}

std::string what_is_read(const Writer& writer, const Program& program)
{
    std::vector<std::string> kinds;
    if (!program.signs.empty() || !program.marks.empty() || !program.shape.empty())
        kinds.push_back(writer.say(PLATEAU_TEXT("configurations")));
    if (!program.log.signs.empty() || !program.log.json_signs.empty())
        kinds.push_back(writer.say(PLATEAU_TEXT("logs")));
    return joined(kinds);
}

std::string key_list(const Program& program)
{
    std::vector<std::string> keys;
    for (const programs::Rows* rows : {&program.rows, &program.shape})
        for (const programs::Row& row : *rows)
            if (!row.key.empty())
                keys.push_back(help::code(row.key));
    return joined(keys);
}

/// Which programs are read and written, and from which source their rows are.
std::string programs_block(const Writer& writer)
{
    std::string text = Writer::head({writer.say(PLATEAU_TEXT("Program")), writer.say(PLATEAU_TEXT("Read")),
                                     writer.say(PLATEAU_TEXT("Written")), writer.say(PLATEAU_TEXT("As in"))});
    for (const Program* program : by_title(writer)) {
        std::vector<std::string> sources;
        for (const std::string& source : program->sources)
            sources.push_back(help::escaped(source));
        const bool is_written = program->style != programs::Style::None;
        text += Writer::row({help::escaped(program->title), what_is_read(writer, *program),
                             is_written ? help::code("--as " + program->id) : std::string(), joined(sources, "; ")});
    }
    return text;
}

/// The keys of each program that set something.
std::string keys_block(const Writer& writer)
{
    std::string text;
    for (const Program* program : by_title(writer))
        text += Writer::item(help::escaped(program->title), key_list(*program));
    return text;
}

} // namespace

extern const help::Block program_blocks[2];
const help::Block program_blocks[2] = {{"programs", programs_block}, {"program_keys", keys_block}};

} // namespace plateau::diagnostics
