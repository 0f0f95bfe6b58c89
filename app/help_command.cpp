// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command.h"
#include "app/question.h"
#include "app/registers.h"
#include "core/catalog/catalog.h"
#include "core/files/text_file.h"
#include "core/help/pages.h"
#include "core/text/messages/nearest.h"
#include "core/text/messages/words.h"

namespace plateau::app {

namespace {

/// What may stand in a place of the command line.
struct Choices {
    bool files = false;
    std::vector<std::string> words;
    bool assigned = false; ///< each word goes on with "="
};

std::vector<std::string> stems(const char* kind)
{
    std::set<std::string> names;
    for (const auto& file : catalog::preset_files({catalog::preset_folders().front()}, kind))
        names.insert(file.stem().string());
    return {names.begin(), names.end()};
}

std::vector<std::string> keys(bool of_plans)
{
    std::set<std::string> names;
    for (const TrainingParameter& row : training_parameters().rows())
        if (!of_plans || is_plan_key(row.key))
            names.insert(row.key);
    return {names.begin(), names.end()};
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::vector<std::string> names_of_options(const TrainingParameter& row)
{
    const std::string key = row.key;
    if (row.kind == ParameterKind::Name)
        return stems(key == "hardware" ? "hardware" : key == "model" ? "models" : "stacks");
    std::vector<std::string> words;
    for (const auto& option : row.options)
        words.push_back(option.value);
    return words;
}

/// Words that a flag takes whose form does not list them.
std::vector<std::string> values_of(std::string_view flag)
{
    if (flag == hardware_flag.name)
        return stems("hardware");
    if (flag == objective_flag.name)
        return {names_of<search::Objective>.begin(), names_of<search::Objective>.end()};
    return {};
}

/// What a flag's value or a command's operands may be, by the words that its own table has for it.
Choices choices(std::string_view form)
{
    if (has(form, "KEY="))
        return {false, keys(false), true};
    if (form == "KEY")
        return {false, keys(true)};
    for (const ValueWords& row : registers().values)
        if (form == row.form)
            return {false, row.words()};
    if (has(form, "SCENARIO"))
        return {true, stems("scenarios")};
    if (has(form, "[PAGE]"))
        return {false, help::page_names()};
    if (has(form, "FILE") || has(form, "PART") || has(form, "CONFIG") || has(form, "FOLDER"))
        return {true, {}};
    return has(form, "|") ? Choices{false, split(form, "|")} : Choices{};
}

Choices choices(const Flag& flag)
{
    const std::vector<std::string> words = values_of(flag.name);
    return words.empty() ? choices(std::string_view(flag.value)) : Choices{false, words};
}

std::vector<Flag> all_flags(const Command& command)
{
    std::vector<Flag> flags = flags_of(command);
    flags.push_back({"--help", "", "this text"});
    return flags;
}

std::string words_with(const Choices& found)
{
    return fmt::format("{}", fmt::join(found.words, found.assigned ? "= " : " ")) + (found.assigned ? "=" : "");
}

std::string replaced(std::string_view text, std::string_view part, std::string_view by)
{
    return joined(split(text, part), by);
}

/// As roff takes it: what begins a request or an escape does not.
std::string roff(std::string_view text)
{
    const bool is_request = text.starts_with('.') || text.starts_with('\'');
    return (is_request ? "\\&" : "") + replaced(replaced(text, "\\", "\\e"), "-", "\\-");
}

/// Within single quotes of a shell.
std::string quoted(std::string_view text, std::string_view quote) { return replaced(text, "'", quote); }

constexpr std::string_view posix_quote = "'\\''";
constexpr std::string_view fish_quote = "\\'";

/// A description within the brackets of zsh's _arguments.
std::string zsh_words(std::string text)
{
    for (const char* each : {"[", "]", ":"})
        text = replaced(text, each, std::string("\\") + each);
    return quoted(text, posix_quote);
}

std::string zsh_action(const Choices& found)
{
    if (found.words.empty())
        return found.files ? "_files" : " ";
    if (found.files)
        return fmt::format("{{_alternative \"names:name:({})\" \"files:file:_files\"}}", words_with(found));
    return fmt::format("{}({})", found.assigned ? "_plateau_keys " : "", words_with(found));
}

std::string roff_flags(std::span<const Flag> flags)
{
    std::string text;
    for (const Flag& flag : flags)
        text += fmt::format(".TP\n\\fB{}\\fR {}\n{}\n", roff(flag.name),
                            *flag.value ? fmt::format("\\fI{}\\fR", roff(flag.value)) : std::string(), roff(flag.help));
    return text;
}

std::string manual_page()
{
    std::string text
        = ".TH PLATEAU 1 \"\" \"Plateau\" \"User Commands\"\n"
          ".SH NAME\nplateau \\- what-if tool for training large language models\n"
          ".SH SYNOPSIS\n.B plateau\n[\\fB\\-\\-language\\fR \\fICODE\\fR] [\\fIFILE\\fR]\n.br\n"
          ".B plateau\n\\fICOMMAND\\fR [\\fIoptions\\fR]\n"
          ".SH DESCRIPTION\nWhat happens if I train this model on that many of those GPUs, laid out like this, and "
          "where "
          "does adding more stop paying off? Without a command a window opens. The commands answer in the terminal, "
          "with "
          "the same model.\n.PP\nSCENARIO is a file, the name of a shipped preset (plateau catalog scenarios), or - "
          "for standard input.\n"
          ".SH COMMANDS\n";
    for (const Command* command : commands()) {
        text += fmt::format(".SS plateau {} {}\n{}\n", roff(command->name), roff(command->operands),
                            roff(command->summary));
        text += roff_flags(own_flags(*command));
        if (const std::string names = shared_names(*command); !names.empty())
            text += fmt::format(".PP\nAlso: {}\n", roff(names));
        const std::vector<std::string> shown = examples(command->name);
        text += shown.empty() ? "" : ".PP\nExamples:\n.PP\n.nf\n";
        for (const std::string& line : shown)
            text += roff(line) + "\n";
        text += shown.empty() ? "" : ".fi\n";
    }
    return text + ".SH OPTIONS OF SEVERAL COMMANDS\n" + roff_flags(shared_flags())
        + ".SH EXIT STATUS\n0 answered, 2 wrong command line or file, 3 no feasible answer, 1 anything else.\n"
          ".SH ENVIRONMENT\n.TP\n.B PLATEAU_PRESETS\na folder of presets in place of the shipped one\n.TP\n"
          ".B XDG_DATA_HOME\nwhere the folder plateau/presets with presets of one's own lies "
          "(default: ~/.local/share)\n"
          ".SH SEE ALSO\nplateau help lists the pages of help; plateau help PAGE shows one.\n";
}

/// Cases of bash for what stands behind "=": values of keys and of flags.
std::string completed_values()
{
    std::string text;
    const auto add = [&text](std::string_view before, std::string_view key, const std::vector<std::string>& words) {
        if (!words.empty())
            text += fmt::format("        {},{}) words='{}' ;;\n", before, key, fmt::join(words, " "));
    };
    for (const TrainingParameter& row : training_parameters().rows())
        if (row.kind == ParameterKind::Choice || row.kind == ParameterKind::Name)
            add("--*", row.key, names_of_options(row));
    for (const char* flag : {hardware_flag.name, objective_flag.name})
        add("*", flag, values_of(flag));
    return text;
}

std::string bash_completion()
{
    std::string text
        = "# bash completion for plateau; made by plateau help --format bash\n"
          "_plateau()\n{\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
          "    local words= files=\n"
          "    COMPREPLY=()\n"
          "    local key= at=$COMP_CWORD\n"
          "    if [ \"$current\" = = ]; then key=$before at=$((at-2)) current=; fi\n"
          "    if [ \"$before\" = = ]; then key=${COMP_WORDS[COMP_CWORD-2]} at=$((at-3)); fi\n"
          "    if [ \"$key\" ]; then\n"
          "        case ${COMP_WORDS[at]},$key in\n"
        + completed_values()
        + "        esac\n        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n        return\n    fi\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        files=yes\n";
    std::vector<std::string> names;
    for (const Command* command : commands())
        names.emplace_back(command->name);
    text += fmt::format("        words='{} --help --version --report --language'\n    else\n"
                        "        case $command,$before in\n",
                        fmt::join(names, " "));
    for (const Command* command : commands())
        for (const Flag& flag : all_flags(*command))
            if (*flag.value) {
                const Choices found = choices(flag);
                text += fmt::format("        {},{}) words='{}' files={} ;;\n", command->name, flag.name,
                                    words_with(found), found.files ? "yes" : "");
            }
    text += "        *)\n            case $command in\n";
    for (const Command* command : commands()) {
        std::vector<std::string> flags;
        for (const Flag& flag : all_flags(*command))
            flags.emplace_back(flag.name);
        const Choices found = choices(command->operands);
        text += fmt::format("            {}) words='{} {}' files={} ;;\n", command->name, words_with(found),
                            fmt::join(flags, " "), found.files ? "yes" : "");
    }
    return text
        + "            esac\n            ;;\n        esac\n    fi\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "    if [ \"$files\" ] && [ \"${current#-}\" = \"$current\" ]; then\n"
          "        compopt -o filenames\n        COMPREPLY+=($(compgen -f -- \"$current\"))\n    fi\n"
          "    case ${COMPREPLY-} in *=) compopt -o nospace ;; esac\n}\n"
          "complete -F _plateau plateau\n";
}

std::string zsh_completion()
{
    std::string text = "#compdef plateau\n# made by plateau help --format zsh\n"
                       "_plateau_keys() { compadd -S '' -- \"$@\" }\n"
                       "_plateau() {\n    local context state line\n    typeset -A opt_args\n"
                       "    local -a commands=(\n";
    for (const Command* command : commands())
        text += fmt::format("        '{}:{}'\n", command->name, zsh_words(command->summary));
    text += "    )\n    _arguments -C '--version[version]' '--help[help]' '--report[what a report of a fault needs]' "
            "'--language[language]:language:(en de ko)' '1: :->first' '*:: :->rest'\n"
            "    case $state in\n    first) _describe command commands; _files ;;\n    rest)\n        case $words[1] "
            "in\n";
    for (const Command* command : commands()) {
        text += fmt::format("        {})\n            _arguments", command->name);
        for (const Flag& flag : all_flags(*command)) {
            const std::string value
                = *flag.value ? fmt::format(":{}:{}", zsh_words(flag.value), zsh_action(choices(flag))) : std::string();
            text += fmt::format(" \\\n                '*{}[{}]{}'", flag.name, zsh_words(flag.help), value);
        }
        if (command->most_operands > 0)
            text += fmt::format(" \\\n                '*:{}:{}'", zsh_words(command->operands),
                                zsh_action(choices(command->operands)));
        text += " ;;\n";
    }
    return text + "        esac ;;\n    esac\n}\n_plateau \"$@\"\n";
}

std::string fish_completion()
{
    std::string text = "# made by plateau help --format fish\n"
                       "complete -c plateau -n __fish_use_subcommand -l version -d version\n"
                       "complete -c plateau -n __fish_use_subcommand -l report -d 'what a report of a fault needs'\n";
    for (const Command* command : commands()) {
        text += fmt::format("complete -c plateau -n __fish_use_subcommand -a {} -d '{}'\n", command->name,
                            quoted(command->summary, fish_quote));
        const std::string here = fmt::format("complete -c plateau -n '__fish_seen_subcommand_from {}'", command->name);
        for (const Flag& flag : all_flags(*command)) {
            text += fmt::format("{} -l {} -d '{}'", here, flag.name + 2, quoted(flag.help, fish_quote));
            if (*flag.value) {
                const Choices found = choices(flag);
                text += found.files ? " -r" : " -x";
                if (!found.words.empty())
                    text += fmt::format(" -a '{}'", words_with(found));
            }
            text += "\n";
        }
        if (const Choices found = choices(command->operands); !found.words.empty() || !found.files)
            text += fmt::format("{}{}{}\n", here, found.files ? "" : " -f",
                                found.words.empty() ? "" : fmt::format(" -a '{}'", words_with(found)));
    }
    return text;
}

constexpr Flag format_flag{"--format", "man|bash|zsh|fish",
                           "the manual page, or completions for a shell, instead of a page"};
constexpr Flag help_flags[] = {format_flag, quiet_flag};
constexpr std::pair<const char*, std::string (*)()> formats[]
    = {{"man", manual_page}, {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};
constexpr const char* own_page = "command-line"; ///< made of the commands themselves

std::string list()
{
    std::string text;
    for (const help::Chapter& chapter : help::chapters()) {
        text += fmt::format("{}{}\n", text.empty() ? "" : "\n", chapter.title);
        for (const help::Page& page : chapter.pages)
            text += fmt::format("  {:<14} {}\n", page.name, page.title);
    }
    return text;
}

std::string cell(std::string_view text) { return replaced(text, "|", "\\|"); }

std::string flag_rows(std::span<const Flag> flags)
{
    std::string text = flags.empty() ? "" : "| | |\n|---|---|\n";
    for (const Flag& flag : flags)
        text
            += fmt::format("| `{}{}{}` | {} |\n", flag.name, *flag.value ? " " : "", cell(flag.value), cell(flag.help));
    return text;
}

std::string command_words(const Command& command)
{
    std::string text = fmt::format("## plateau {}\n\n    plateau {} {}\n\n{}.\n\n{}", command.name, command.name,
                                   command.operands, cell(command.summary), flag_rows(own_flags(command)));
    if (const std::string names = shared_names(command); !names.empty())
        text += fmt::format("{}Also: `{}`.\n", own_flags(command).empty() ? "" : "\n", names);
    const std::vector<std::string> shown = examples(command.name);
    text += shown.empty() || flags_of(command).empty() ? "" : "\n";
    for (const std::string& line : shown)
        text += "    " + line + "\n";
    return text + "\n";
}

std::string command_line_page()
{
    std::string text
        = "# Command line\n\n"
          "The terminal answers the same questions as the window, with the same model and the same figures. "
          "`plateau COMMAND --help` prints the part of this page that is about one command.\n\n"
          "`SCENARIO` is a file, the name of a shipped one (`plateau catalog scenarios`) or an exported "
          "figure. Standard output carries only the answer. Exit status: 0 answered, 2 the command line "
          "or a file is wrong, 3 no feasible answer, 1 anything else. After a mistake, one line says what "
          "is wrong and one what to type instead.\n\n"
          "The keys of `--json` are the same in every command. They are described in "
          "[a JSON schema](../../resources/json/plateau.schema.json); what changed for scripts is in "
          "[CHANGELOG.md](../../CHANGELOG.md).\n\n";
    text += "## Options of several commands\n\n" + flag_rows(shared_flags()) + "\n";
    for (const Command* command : commands())
        text += command_words(*command);
    text.pop_back();
    return text;
}

/// The name of a command is no page: its own help says what it does.
tl::unexpected<Error> no_page(const std::string& name)
{
    std::vector<Called> pages;
    for (const help::Chapter& chapter : help::chapters())
        for (const help::Page& page : chapter.pages)
            pages.push_back({page.name, page.title});
    const Message what{PLATEAU_TEXT("%1 is not a page of help"), {Verbatim{name}}};
    const bool is_command = find_command(name) != nullptr;
    Error error = is_command ? Error{what, {}, {PLATEAU_TEXT("%1 lists all of them"), {Verbatim{"plateau help"}}}}
                             : unknown_name(what, name, pages, "plateau help");
    error.type = is_command ? fmt::format("plateau {} --help", name) : "plateau help " + error.nearest;
    return tl::unexpected(std::move(error));
}

Expected<int> run_help(const Arguments& arguments)
{
    if (arguments.has(format_flag.name)) {
        const auto asked = require(choice(arguments, format_flag.name, {"man", "bash", "zsh", "fish"}));
        for (const auto& [name, made] : formats)
            if (asked == name)
                put(made());
        return exit_answered;
    }
    if (arguments.operands.empty()) {
        say(help() + "\nPages of plateau help PAGE:\n\n" + list());
        return exit_answered;
    }
    const std::string& name = arguments.operands.front();
    if (!help::find_page(name))
        return no_page(name);
    if (name == own_page) {
        say(command_line_page());
        return exit_answered;
    }
    const auto answers = the_answers(arguments);
    const catalog::Catalog& catalog = answers->data()->catalog();
    const auto page = require(files::read_text(help::help_folder(catalog) / (name + ".md")));
    say(help::written(page, answers, [](const Message& message) { return english(message); }));
    return exit_answered;
}

} // namespace

extern const Command help_command("help", "[PAGE]", "the pages of help, as Markdown", help_flags, 1, run_help,
                                  "docs, manual, man, doc");

} // namespace plateau::app
