// SPDX-License-Identifier: GPL-3.0-or-later
#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "core/diagnostics/programs/settings.h"
#include "core/diagnostics/programs/shell.h"
#include "core/files/budget.h"
#include "core/files/node_builder.h"
#include "core/files/text_file.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace shell {

namespace {

using files::Refusal;

// Conditions

bool compared(const std::string& left, const std::string& operation, const std::string& right)
{
    if (operation == "=" || operation == "==")
        return fnmatch(right.c_str(), left.c_str(), 0) == 0;
    if (operation == "!=")
        return fnmatch(right.c_str(), left.c_str(), 0) != 0;
    const auto a = number_of(left), b = number_of(right);
    if (!a || !b)
        return false;
    return operation == "-eq" ? *a == *b
        : operation == "-ne"  ? *a != *b
        : operation == "-lt"  ? *a < *b
        : operation == "-le"  ? *a <= *b
        : operation == "-gt"  ? *a > *b
                              : operation == "-ge" && *a >= *b;
}

/// One test, without && and ||.
bool holds(std::vector<std::string> words)
{
    bool inverted = false;
    while (!words.empty() && words.front() == "!") {
        inverted = !inverted;
        words.erase(words.begin());
    }
    bool result = false;
    if (words.size() == 1)
        result = !words[0].empty();
    else if (words.size() == 2)
        result = words[0] == "-n" ? !words[1].empty() : words[0] == "-z" && words[1].empty();
    else if (words.size() == 3)
        result = compared(words[0], words[1], words[2]);
    return result != inverted;
}

/// Tests joined by && and ||, each as good as the other.
bool hold(const std::vector<std::string>& words)
{
    bool result = false;
    std::string joins = "||";
    for (std::size_t i = 0; i <= words.size();) {
        std::size_t end = i;
        while (end < words.size() && words[end] != "&&" && words[end] != "||" && words[end] != "-a"
               && words[end] != "-o")
            ++end;
        const bool part
            = holds({words.begin() + static_cast<std::ptrdiff_t>(i), words.begin() + static_cast<std::ptrdiff_t>(end)});
        result = joins == "&&" || joins == "-a" ? result && part : result || part;
        if (end < words.size())
            joins = words[end];
        i = end + 1;
    }
    return result;
}

/// The variables in which Slurm gives an option to the script.
constexpr std::pair<const char*, const char*> batch_variables[] = {{"nodes", "SLURM_NNODES"},
                                                                   {"nodes", "SLURM_JOB_NUM_NODES"},
                                                                   {"ntasks", "SLURM_NTASKS"},
                                                                   {"ntasks-per-node", "SLURM_NTASKS_PER_NODE"},
                                                                   {"ntasks-per-node", "SLURM_TASKS_PER_NODE"},
                                                                   {"gpus-per-node", "SLURM_GPUS_PER_NODE"},
                                                                   {"gpus-per-node", "SLURM_GPUS_ON_NODE"},
                                                                   {"gres", "SLURM_GPUS_ON_NODE"}};

/// Goes through the script once, in order, as a shell would that can run nothing.
class Script {
public:
    Script(const std::string& text, Settings& settings) : text_(text), settings_(settings), expansion_(text)
    {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n')
                lines_.push_back(i + 1);
    }

    void run()
    {
        for (const BatchOption& option : batch_options(text_)) {
            add("SBATCH." + option.name, option.value, option.place);
            Text text;
            text.add(option.value, option.place);
            for (const auto& [name, variable] : batch_variables)
                if (option.name == name)
                    expansion_.variables[variable] = {{text}, false};
        }
        const std::vector<Token> tokens = tokens_of(text_);
        std::vector<const Token*> command;
        for (const Token& token : tokens) {
            const bool tests = !command.empty() && raw(*command.front()) == "[[" && raw(*command.back()) != "]]";
            if (token.kind == Token::Kind::Here)
                here(token);
            else if (token.kind != Token::Kind::End || (tests && token.operation != "\n" && token.operation != ";"))
                command.push_back(&token);
            else
                ended(command, token.operation);
        }
        if (!trained_) { // options may wait in variables for another script
            for (const auto& option : loose_)
                option_words(option);
            std::vector<Text> waiting;
            for (const auto& [name, variable] : expansion_.variables)
                if (std::ranges::any_of(variable.items,
                                        [](const Text& item) { return item.letters.find("--") != std::string::npos; }))
                    for (const Text& item : variable.items)
                        split_into(item, waiting);
            expansion_.spend(0);
            option_words(waiting);
        }
        for (const auto& [name, variable] : expansion_.variables)
            if (!variable.is_array && !variable.items.empty() && variable.items.front().letters.size() < 100)
                add("env." + name, variable.items.front().letters,
                    variable.items.front().at.empty() ? 0 : variable.items.front().at.front());
    }

    std::pair<int, int> place(std::size_t offset) const
    {
        const auto above = std::upper_bound(lines_.begin(), lines_.end(), offset);
        const std::size_t start = above == lines_.begin() ? 0 : *(above - 1);
        return {static_cast<int>(above - lines_.begin()) + 1, static_cast<int>(offset - start) + 1};
    }

private:
    struct Frame {
        char kind; ///< i: if, l: loop, c: case
        bool active = true;
        bool done = false;
        bool pattern = false; ///< of a case: a pattern is next
        std::string subject = {};
    };

    std::string raw(const Token& token) const
    {
        return token.kind == Token::Kind::Word ? text_.substr(token.begin, token.end - token.begin) : std::string();
    }
    bool active() const
    {
        return std::ranges::all_of(frames_, [](const Frame& frame) { return frame.active; });
    }

    void add(const std::string& key, const std::string& value, std::size_t offset)
    {
        const auto [line, column] = place(offset);
        if (!added_.insert({key, offset}).second)
            return;
        held_ += key.size() + value.size();
        if (settings_.all().size() >= files::budget::rows || held_ > files::budget::held)
            throw Refusal({PLATEAU_TEXT("the file is too large"), {}}, 0, static_cast<int>(offset));
        settings_.add({key, value, line, column, value.empty()});
    }

    /// A command is whole: what it begins with decides.
    void ended(std::vector<const Token*>& command, const std::string& operation)
    {
        if (!frames_.empty() && frames_.back().kind == 'c' && frames_.back().pattern) {
            pattern(command, operation);
            return;
        }
        if (command.empty() && operation == "\n")
            return; // "first &&", and the second on the next line
        const bool skipped = (chain_ == "&&" && !status_) || (chain_ == "||" && status_);
        std::size_t from = 0;
        while (from < command.size() && keyword(command, from)) { }
        if (from < command.size() && active() && !skipped)
            status_ = run_command({command.begin() + static_cast<std::ptrdiff_t>(from), command.end()});
        chain_ = operation == "&&" || operation == "||" ? operation : "";
        if (operation == ";;" && !frames_.empty() && frames_.back().kind == 'c') {
            frames_.back().active = false;
            frames_.back().pattern = true;
        }
        command.clear();
    }

    void pattern(std::vector<const Token*>& command, const std::string& operation)
    {
        Frame& frame = frames_.back();
        for (const Token* token : command) {
            const std::string word = raw(*token);
            if (word == "esac") {
                frames_.pop_back();
                command.clear();
                return;
            }
            const Text text = expansion_.word(token->begin, token->end);
            frame.active
                = frame.active || (!frame.done && fnmatch(text.letters.c_str(), frame.subject.c_str(), 0) == 0);
        }
        if (operation == ")") {
            frame.pattern = false;
            frame.done = frame.done || frame.active;
        }
        command.clear();
    }

    /// if, then, else, for ... at the beginning of a command; true while another may follow.
    bool keyword(const std::vector<const Token*>& command, std::size_t& from)
    {
        const std::string word = raw(*command[from]);
        const auto top = [&](char kind) { return !frames_.empty() && frames_.back().kind == kind; };
        if (word == "if") {
            frames_.push_back({'i'});
            chain_.clear();
        } else if ((word == "elif" || word == "else") && top('i')) {
            frames_.back().active = !frames_.back().done;
            chain_.clear();
        } else if (word == "then" && top('i')) {
            frames_.back().active = frames_.back().active && !frames_.back().done && status_;
            frames_.back().done = frames_.back().done || frames_.back().active;
            chain_.clear();
        } else if (word == "fi" && top('i')) {
            frames_.pop_back();
            status_ = true;
        } else if (word == "while" || word == "until") {
            frames_.push_back({'l'});
        } else if (word == "for") {
            frames_.push_back({'l'});
            if (from + 3 < command.size() && active()) {
                std::vector<Text> items = expansion_.words(*command[from + 3]);
                if (!items.empty())
                    expansion_.variables[raw(*command[from + 1])] = {{items.front()}, false};
            }
            from = command.size();
            return false;
        } else if ((word == "done" && top('l')) || (word == "esac" && top('c'))) {
            frames_.pop_back();
        } else if (word == "case") {
            Frame frame{'c', false, false, true};
            frame.done = from + 1 >= command.size() || !active();
            if (!frame.done)
                frame.subject = expansion_.word(command[from + 1]->begin, command[from + 1]->end).letters;
            frames_.push_back(frame);
            for (std::size_t i = from + 2; i < command.size(); ++i) // "case x in a)" on one line
                if (raw(*command[i]) != "in") {
                    std::vector<const Token*> rest(command.begin() + static_cast<std::ptrdiff_t>(i), command.end());
                    pattern(rest, ")");
                    break;
                }
            from = command.size();
            return false;
        } else if (word != "do" && word != "{" && word != "}" && word != "function") {
            return false;
        }
        if (frames_.size() > 200)
            throw Refusal({PLATEAU_TEXT("the document is nested too deeply"), {}}, 0,
                          static_cast<int>(command[from]->begin));
        return ++from < command.size();
    }

    void here(const Token& token)
    {
        if (!active())
            return;
        const Text body = expansion_.body(token);
        if (!trimmed(body.letters).starts_with("{"))
            return;
        const auto inside = yaml_settings(body.letters, {});
        const int line = place(token.begin).first;
        if (!inside)
            return;
        for (Setting setting : inside->all()) {
            setting.line += line - 1;
            settings_.add(std::move(setting));
        }
    }

    bool run_command(const std::vector<const Token*>& command)
    {
        const std::string first = raw(*command.front());
        if (first == "[" || first == "[[" || first == "test" || first == "!")
            return tested(command);
        std::vector<Text> words;
        bool assigns = true;
        for (const Token* token : command) {
            if (token->kind == Token::Kind::Array) {
                assign_array(*token);
                continue;
            }
            const std::string word = raw(*token);
            if (assigns && (word == "export" || word == "local" || word == "declare" || word == "readonly"))
                continue;
            if (assigns && assign(*token, word))
                continue;
            assigns = false;
            std::ranges::move(expansion_.words(*token), std::back_inserter(words));
        }
        if (!words.empty())
            ran(words);
        return first != "false" && first != "exit";
    }

    /// NAME=value and NAME+=value.
    bool assign(const Token& token, const std::string& word)
    {
        const std::size_t name = name_end(word, 0);
        const bool appends = word.compare(name, 2, "+=") == 0;
        if (name == 0 || std::isdigit(static_cast<unsigned char>(word.front())) != 0
            || (word.compare(name, 1, "=") != 0 && !appends))
            return false;
        Text value = expansion_.word(token.begin + name + (appends ? 2 : 1), token.end);
        Variable& variable = expansion_.variables[word.substr(0, name)];
        if (appends && !variable.items.empty()) {
            variable.items.front().add(value);
            expansion_.spend(variable.items.front().letters.size());
        } else {
            variable = {{std::move(value)}, false};
        }
        return true;
    }

    void assign_array(const Token& token)
    {
        std::string name = text_.substr(token.begin, token.end - token.begin - 1);
        const bool appends = name.ends_with("+");
        if (appends)
            name.pop_back();
        std::vector<Text> items;
        for (const auto& [begin, end] : token.items)
            std::ranges::move(expansion_.words({Token::Kind::Word, begin, end}), std::back_inserter(items));
        Variable& variable = expansion_.variables[name];
        if (!appends)
            variable.items.clear();
        variable.is_array = true;
        std::ranges::move(items, std::back_inserter(variable.items));
    }

    /// A command that a shell would run.
    void ran(const std::vector<Text>& words)
    {
        if (words.front().letters == "set" || words.front().letters == "shift")
            return;
        std::vector<Text> parts;
        bool trains = false;
        for (const Text& word : words) {
            const bool several = word.letters.find(' ') != std::string::npos
                && (word.letters.starts_with("-") || word.letters.find(" -") != std::string::npos);
            if (!several)
                parts.push_back(word);
            else
                split_into(word, parts);
        }
        for (const Text& part : parts)
            trains = trains || part.letters.ends_with(".py") || part.letters == "torchrun"
                || part.letters == "deepspeed" || part.letters == "accelerate" || part.letters == "srun"
                || part.letters.starts_with("python") || part.letters.starts_with("torch.distributed");
        const bool starts_with_option = parts.front().letters.starts_with("--");
        if (trains || starts_with_option) {
            const std::size_t before = settings_.all().size();
            option_words(parts);
            trained_ = trained_ || settings_.all().size() > before + 2;
        } else
            loose_.push_back(std::move(parts));
    }

    /// --fsdp_config '{"activation_checkpointing": true}'
    bool add_json(const std::string& option, const std::string& value, std::size_t place)
    {
        const auto inside = value.starts_with("{") ? yaml_settings(value, {}) : Expected<Settings>(Settings());
        if (!inside || inside->all().empty())
            return false;
        for (const Setting& setting : inside->all())
            add(option + "." + setting.key, setting.value, place);
        return true;
    }

    void option_words(const std::vector<Text>& words)
    {
        const auto is_option = [](const std::string& word) {
            return word.size() > 1 && word[0] == '-'
                && (word[1] == '-' || std::isalpha(static_cast<unsigned char>(word[1])) != 0);
        };
        const auto is_choice = [](const std::string& word) { // "activation-checkpoint:full", which tyro takes
            const std::size_t colon = word.find(':'), hyphen = word.find('-');
            return colon < word.size() && hyphen > 0 && hyphen < colon
                && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-:") == std::string::npos;
        };
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::string& word = words[i].letters;
            if (word.empty())
                continue;
            const std::size_t place = words[i].at.front();
            const std::size_t equals = word.find('=');
            if (is_choice(word))
                add(word.substr(0, word.find(':')), word.substr(word.find(':') + 1), place);
            else if (is_option(word) && equals != std::string::npos) {
                if (!add_json(word.substr(0, equals), word.substr(equals + 1), place))
                    add(word.substr(0, equals), word.substr(equals + 1), place);
            } else if (is_option(word)) {
                std::string value;
                while (i + 1 < words.size() && !is_option(words[i + 1].letters) && !is_choice(words[i + 1].letters)
                       && !words[i + 1].letters.ends_with(".py") && words[i + 1].letters.find('=') == std::string::npos
                       && value.size() < 1000)
                    value += (value.empty() ? "" : " ") + words[++i].letters;
                if (!add_json(word, value, place))
                    add(word, value.empty() ? "true" : value, place);
            } else if (equals != std::string::npos && equals > 0) {
                const std::size_t name = word.find_first_not_of('+');
                const std::string key = word.substr(name, equals - name);
                if (key.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.")
                    == std::string::npos)
                    add(key, word.substr(equals + 1), place);
            }
        }
    }

    bool tested(const std::vector<const Token*>& command)
    {
        std::vector<std::string> words;
        bool inverted = false;
        expansion_.testing = true;
        for (const Token* token : command) {
            if (token->kind == Token::Kind::End) {
                words.push_back(token->operation);
                continue;
            }
            const std::string written = raw(*token);
            if (written == "[" || written == "[[" || written == "]" || written == "]]" || written == "test")
                continue;
            if (written == "!" && words.empty()) {
                inverted = !inverted;
                continue;
            }
            words.push_back(expansion_.word(token->begin, token->end).letters);
        }
        expansion_.testing = false;
        return hold(words) != inverted;
    }

    const std::string& text_;
    Settings& settings_;
    Expansion expansion_;
    std::vector<std::size_t> lines_;
    std::vector<Frame> frames_;
    std::vector<std::vector<Text>> loose_; ///< commands that start no training, in case none does
    std::set<std::pair<std::string, std::size_t>> added_;
    std::string chain_;
    std::size_t held_ = 0;
    bool status_ = true;
    bool trained_ = false;
};

} // namespace

} // namespace shell

Expected<Settings> shell_settings(const std::string& text, const std::string& file)
{
    Settings settings;
    shell::Script script(text, settings);
    try {
        script.run();
    } catch (const files::Refusal& refusal) {
        const auto [line, column] = script.place(static_cast<std::size_t>(refusal.column));
        return failure(refusal.message, files::where(file, line, column));
    }
    return settings;
}

} // namespace plateau::programs
