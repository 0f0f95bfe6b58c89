// SPDX-License-Identifier: GPL-3.0-or-later
#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "core/diagnostics/programs/settings.h"
#include "core/files/node_builder.h"
#include "core/files/text_file.h"
#include "core/text/messages/words.h"

namespace plateau::programs {

namespace {

using files::Refusal;

constexpr int deepest = 32;

/// Text with the place in the file that each letter comes from.
struct Text {
    std::string letters;
    std::vector<std::uint32_t> at;

    void add(char c, std::size_t place)
    {
        letters += c;
        at.push_back(static_cast<std::uint32_t>(place));
    }
    void add(const Text& other)
    {
        letters += other.letters;
        at.insert(at.end(), other.at.begin(), other.at.end());
    }
    void add(std::string_view text, std::size_t place)
    {
        for (const char c : text)
            add(c, place);
    }
    Text part(std::size_t begin, std::size_t end) const
    {
        const auto from = [this](std::size_t i) { return at.begin() + static_cast<std::ptrdiff_t>(i); };
        return {letters.substr(begin, end - begin), {from(begin), from(end)}};
    }
};

/// A variable: one text, or the elements of an array.
struct Variable {
    std::vector<Text> items;
    bool is_array = false;
};

struct Token {
    enum class Kind { Word, Array, Here, End };
    Kind kind = Kind::End;
    std::size_t begin = 0, end = 0; ///< of a word, or of a here-document's body
    std::string operation = {}; ///< of End: ";", "&&", "||", "|", ")", ";;", line feed
    std::vector<std::pair<std::size_t, std::size_t>> items = {}; ///< of an array
    bool expands = true; ///< a here-document
};

bool name_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// The end of a name that begins at `i`.
std::size_t name_end(std::string_view text, std::size_t i)
{
    while (i < text.size() && name_letter(text[i]))
        ++i;
    return i;
}

/// The place behind what "$(", "${", a quote or a backtick at `i` opens. Never beyond the text.
std::size_t skip_quoted(std::string_view text, std::size_t i, int depth = 0)
{
    const auto refuse_depth = [&] {
        if (depth > deepest)
            throw Refusal({PLATEAU_TEXT("the document is nested too deeply"), {}}, 0, static_cast<int>(i));
    };
    refuse_depth();
    const char c = text[i];
    if (c == '\'' || c == '`') {
        const std::size_t end = text.find(c, i + 1);
        return end == std::string_view::npos ? text.size() : end + 1;
    }
    if (c == '"') {
        for (++i; i < text.size() && text[i] != '"';)
            i = text[i] == '\\' ? i + 2
                : text[i] == '$' && i + 1 < text.size() && (text[i + 1] == '(' || text[i + 1] == '{')
                ? skip_quoted(text, i, depth + 1)
                : i + 1;
        return std::min(i + 1, text.size());
    }
    const char open = text[i + 1];
    const char close = open == '(' ? ')' : '}';
    int inside = 1;
    for (i += 2; i < text.size() && inside > 0;) {
        if (text[i] == '\\')
            i += 2;
        else if (text[i] == '"' || text[i] == '\'' || text[i] == '`'
                 || (text[i] == '$' && i + 1 < text.size() && (text[i + 1] == '(' || text[i + 1] == '{')))
            i = skip_quoted(text, i, depth + 1);
        else {
            inside += text[i] == open ? 1 : text[i] == close ? -1 : 0;
            ++i;
        }
    }
    return std::min(i, text.size());
}

/// The script's words and what divides them.
class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) { }

    std::vector<Token> tokens()
    {
        while (i_ < text_.size())
            next();
        end("\n", i_);
        return std::move(tokens_);
    }

private:
    bool at(std::string_view what) const { return text_.substr(i_, what.size()) == what; }
    void end(std::string operation, std::size_t length)
    {
        tokens_.push_back({Token::Kind::End, i_, i_, std::move(operation)});
        i_ = std::min(text_.size(), i_ + length);
    }

    void next()
    {
        const char c = text_[i_];
        if (at("\\\n"))
            i_ += 2;
        else if (at("\\\r\n"))
            i_ += 3;
        else if (c == '\n') {
            end("\n", 1);
            here_bodies();
        } else if (blank(c))
            ++i_;
        else if (c == '#')
            i_ = std::min(text_.size(), text_.find('\n', i_));
        else if (c == '<' || c == '>' || at("&>"))
            redirection();
        else if (at("&&") || at("||") || at(";;"))
            end(std::string(text_.substr(i_, 2)), 2);
        else if (c == ';' || c == '|' || c == '&' || c == ')')
            end(std::string(1, c), 1);
        else if (c == '(')
            ++i_;
        else
            word();
    }

    void redirection()
    {
        if (at("<<<")) {
            i_ += 3;
        } else if (at("<<")) {
            i_ += 2 + (text_.substr(i_ + 2, 1) == "-" ? 1 : 0);
            while (i_ < text_.size() && (text_[i_] == ' ' || text_[i_] == '\t'))
                ++i_;
            std::string delimiter;
            bool expands = true;
            for (; i_ < text_.size() && !blank(text_[i_])
                 && std::string_view(";|&<>)").find(text_[i_]) == std::string_view::npos;
                 ++i_) {
                if (text_[i_] == '\'' || text_[i_] == '"' || text_[i_] == '\\')
                    expands = false;
                else
                    delimiter += text_[i_];
            }
            awaited_.emplace_back(delimiter, expands);
            return;
        } else {
            while (i_ < text_.size() && std::string_view("<>&").find(text_[i_]) != std::string_view::npos)
                ++i_;
        }
        if (!tokens_.empty() && tokens_.back().kind == Token::Kind::Word && tokens_.back().end + 1 >= i_ - 1
            && tokens_.back().end - tokens_.back().begin == 1 && text_[tokens_.back().begin] == '2')
            tokens_.pop_back(); // "2>"
        while (i_ < text_.size() && (text_[i_] == ' ' || text_[i_] == '\t'))
            ++i_;
        const std::size_t before = tokens_.size();
        if (i_ < text_.size() && !blank(text_[i_])
            && std::string_view(";|&)").find(text_[i_]) == std::string_view::npos)
            word();
        tokens_.resize(std::min(before, tokens_.size())); // the file's name
    }

    void here_bodies()
    {
        for (const auto& awaited : std::exchange(awaited_, {})) {
            Token token{Token::Kind::Here, i_, i_};
            token.expands = awaited.second;
            while (i_ < text_.size()) {
                const std::size_t line_end = std::min(text_.size(), text_.find('\n', i_));
                token.end = i_;
                const std::string line = trimmed(text_.substr(i_, line_end - i_));
                i_ = std::min(text_.size(), line_end + 1);
                if (line == awaited.first)
                    break;
                token.end = i_;
            }
            tokens_.push_back(std::move(token));
        }
    }

    std::size_t word_end(std::size_t i) const
    {
        while (i < text_.size() && !blank(text_[i])
               && std::string_view(";|&<>()").find(text_[i]) == std::string_view::npos) {
            const char c = text_[i];
            const bool opens = c == '$' && i + 1 < text_.size() && (text_[i + 1] == '(' || text_[i + 1] == '{');
            if (c == '\\' && text_.substr(i + 1, 1) == "\n")
                break;
            i = c == '\\' ? i + 2 : c == '"' || c == '\'' || c == '`' || opens ? skip_quoted(text_, i) : i + 1;
        }
        return std::min(i, text_.size());
    }

    void word()
    {
        const std::size_t begin = i_;
        const std::size_t end = std::max(word_end(i_), i_ + 1);
        if (end < text_.size() && text_[end] == '(' && text_[end - 1] == '=') {
            array(begin, end);
            return;
        }
        i_ = end;
        tokens_.push_back({Token::Kind::Word, begin, end});
    }

    void array(std::size_t begin, std::size_t end)
    {
        Token token{Token::Kind::Array, begin, end};
        for (i_ = end + 1; i_ < text_.size() && text_[i_] != ')';) {
            if (blank(text_[i_]) || at("\\\n"))
                ++i_;
            else if (text_[i_] == '#')
                i_ = std::min(text_.size(), text_.find('\n', i_));
            else {
                const std::size_t item_end = std::max(word_end(i_), i_ + 1);
                if (text_[i_] != '\\' || item_end > i_ + 1)
                    token.items.emplace_back(i_, item_end);
                i_ = item_end;
            }
        }
        i_ = std::min(text_.size(), i_ + 1);
        tokens_.push_back(std::move(token));
    }

    std::string_view text_;
    std::size_t i_ = 0;
    std::vector<Token> tokens_;
    std::vector<std::pair<std::string, bool>> awaited_;
};

std::optional<long long> bounded(double value)
{
    return value < 9e15 && value > -9e15 ? std::optional(static_cast<long long>(value)) : std::nullopt;
}

/// Whole numbers as the shell computes them; nothing where a name has no number.
class Arithmetic {
public:
    template<class Lookup>
    static std::optional<long long> value(std::string_view text, const Lookup& lookup)
    {
        Arithmetic parser(text);
        const auto result = parser.sum(lookup, 0);
        parser.skip();
        return parser.i_ == text.size() ? result : std::nullopt;
    }

private:
    explicit Arithmetic(std::string_view text) : text_(text) { }
    void skip()
    {
        while (i_ < text_.size() && blank(text_[i_]))
            ++i_;
    }
    bool take(char c)
    {
        skip();
        if (i_ >= text_.size() || text_[i_] != c)
            return false;
        ++i_;
        return true;
    }
    template<class Lookup>
    std::optional<long long> sum(const Lookup& lookup, int depth)
    {
        auto left = product(lookup, depth);
        while (left) {
            const bool plus = take('+');
            if (!plus && !take('-'))
                break;
            const auto right = product(lookup, depth);
            if (!right)
                return std::nullopt;
            left = bounded(plus ? double(*left) + double(*right) : double(*left) - double(*right));
        }
        return left;
    }
    template<class Lookup>
    std::optional<long long> product(const Lookup& lookup, int depth)
    {
        auto left = factor(lookup, depth);
        while (left) {
            const char operation = take('*') ? '*' : take('/') ? '/' : take('%') ? '%' : '\0';
            if (operation == '\0')
                break;
            const auto right = factor(lookup, depth);
            if (!right || (operation != '*' && *right == 0))
                return std::nullopt;
            left = operation == '*' ? bounded(double(*left) * double(*right))
                : operation == '/'  ? std::optional(*left / *right)
                                    : std::optional(*left % *right);
        }
        return left;
    }
    template<class Lookup>
    std::optional<long long> factor(const Lookup& lookup, int depth)
    {
        if (depth > deepest)
            return std::nullopt;
        if (take('-')) {
            const auto value = factor(lookup, depth + 1);
            return value ? std::optional(-*value) : std::nullopt;
        }
        if (take('(')) {
            const auto value = sum(lookup, depth + 1);
            return take(')') ? value : std::nullopt;
        }
        skip();
        const std::size_t end = name_end(text_, i_);
        const std::string word(text_.substr(i_, end - i_));
        i_ = end;
        if (word.empty() || word.size() > 18)
            return std::nullopt;
        if (std::isdigit(static_cast<unsigned char>(word.front())) != 0)
            return word.find_first_not_of("0123456789") == std::string::npos ? std::optional(std::stoll(word))
                                                                             : std::nullopt;
        return lookup(word);
    }
    std::string_view text_;
    std::size_t i_ = 0;
};

/// Goes through the script once, in order, as a shell would that can run nothing.
class Script {
public:
    Script(const std::string& text, Settings& settings) : text_(text), settings_(settings)
    {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n')
                lines_.push_back(i + 1);
    }

    void run()
    {
        batch_header();
        const std::vector<Token> tokens = Lexer(text_).tokens();
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
            for (const auto& [name, variable] : variables_)
                if (std::ranges::any_of(variable.items,
                                        [](const Text& item) { return item.letters.find("--") != std::string::npos; }))
                    for (const Text& item : variable.items)
                        split_into(item, waiting);
            spend(0);
            option_words(waiting);
        }
        for (const auto& [name, variable] : variables_)
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

    /// "#SBATCH --nodes=8" and what Slurm makes of it.
    void batch_header()
    {
        static constexpr std::pair<const char*, const char*> shorts[]
            = {{"-N", "--nodes"}, {"-n", "--ntasks"}, {"-G", "--gpus"}};
        for (std::size_t i = 0; i < text_.size();) {
            const std::size_t end = std::min(text_.size(), text_.find('\n', i));
            const std::string line = trimmed(std::string_view(text_).substr(i, end - i));
            if (line.starts_with("#SBATCH")) {
                const std::string options = line.substr(7, line.find('#', 7) - 7);
                std::vector<std::string> words;
                for (const std::string& word : split(options, " "))
                    if (!trimmed(word).empty())
                        words.push_back(trimmed(word));
                for (std::size_t at = 0; at < words.size(); ++at) {
                    std::string option = words[at];
                    for (const auto& [brief, full] : shorts)
                        if (option.starts_with(brief))
                            option = full + (option.size() > 2 ? "=" + option.substr(2) : std::string());
                    const std::size_t equals = option.find('=');
                    if (option.starts_with("--") && equals != std::string::npos)
                        slurm(option.substr(2, equals - 2), option.substr(equals + 1), i);
                    else if (option.starts_with("--") && at + 1 < words.size() && !words[at + 1].starts_with("-"))
                        slurm(option.substr(2), words[++at], i);
                }
            }
            i = end + 1;
        }
    }

    void slurm(const std::string& name, std::string value, std::size_t place)
    {
        if (const std::size_t colon = value.rfind(':'); colon != std::string::npos)
            value.erase(0, colon + 1);
        add("SBATCH." + name, value, place);
        static constexpr std::pair<const char*, const char*> known[] = {{"nodes", "SLURM_NNODES"},
                                                                        {"nodes", "SLURM_JOB_NUM_NODES"},
                                                                        {"ntasks", "SLURM_NTASKS"},
                                                                        {"ntasks-per-node", "SLURM_NTASKS_PER_NODE"},
                                                                        {"ntasks-per-node", "SLURM_TASKS_PER_NODE"},
                                                                        {"gpus-per-node", "SLURM_GPUS_PER_NODE"},
                                                                        {"gpus-per-node", "SLURM_GPUS_ON_NODE"},
                                                                        {"gres", "SLURM_GPUS_ON_NODE"}};
        for (const auto& [option, variable] : known)
            if (name == option) {
                Text text;
                text.add(value, place);
                variables_[variable] = {{text}, false};
            }
    }

    void add(const std::string& key, const std::string& value, std::size_t offset)
    {
        const auto [line, column] = place(offset);
        if (!added_.insert({key, offset}).second)
            return;
        held_ += key.size() + value.size();
        if (settings_.all().size() >= most_settings || held_ > most_text)
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
        if (from < command.size() && active() && !skipped) {
            status_ = run_command({command.begin() + static_cast<std::ptrdiff_t>(from), command.end()});
        }
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
            Text text;
            expand_into(token->begin, token->end, text);
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
        } else if (word == "elif" && top('i')) {
            frames_.back().active = !frames_.back().done;
            chain_.clear();
        } else if (word == "then" && top('i')) {
            frames_.back().active = frames_.back().active && !frames_.back().done && status_;
            frames_.back().done = frames_.back().done || frames_.back().active;
            chain_.clear();
        } else if (word == "else" && top('i')) {
            frames_.back().active = !frames_.back().done;
            chain_.clear();
        } else if (word == "fi" && top('i')) {
            frames_.pop_back();
            status_ = true;
        } else if (word == "while" || word == "until") {
            frames_.push_back({'l'});
        } else if (word == "for") {
            frames_.push_back({'l'});
            if (from + 3 < command.size() && active()) {
                std::vector<Text> items = expanded(*command[from + 3]);
                if (!items.empty())
                    variables_[raw(*command[from + 1])] = {{items.front()}, false};
            }
            from = command.size();
            return false;
        } else if (word == "done" && top('l')) {
            frames_.pop_back();
        } else if (word == "esac" && top('c')) {
            frames_.pop_back();
        } else if (word == "case") {
            Frame frame{'c', false, false, true};
            if (from + 1 < command.size() && active()) {
                Text text;
                expand_into(command[from + 1]->begin, command[from + 1]->end, text);
                frame.subject = text.letters;
            } else {
                frame.done = true;
            }
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
        Text body;
        if (token.expands)
            expand_text(token.begin, token.end, body, 0);
        else
            for (std::size_t i = token.begin; i < token.end; ++i)
                body.add(text_[i], i);
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
            for (Text& each : expanded(*token))
                words.push_back(std::move(each));
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
        Text value;
        expand_into(token.begin + name + (appends ? 2 : 1), token.end, value);
        Variable& variable = variables_[word.substr(0, name)];
        if (appends && !variable.items.empty()) {
            variable.items.front().add(value);
            spend(variable.items.front().letters.size());
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
            for (Text& each : expanded({Token::Kind::Word, begin, end}))
                items.push_back(std::move(each));
        Variable& variable = variables_[name];
        if (!appends)
            variable.items.clear();
        variable.is_array = true;
        for (Text& each : items)
            variable.items.push_back(std::move(each));
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

    static void split_into(const Text& text, std::vector<Text>& parts)
    {
        for (std::size_t i = 0; i < text.letters.size();) {
            while (i < text.letters.size() && blank(text.letters[i]))
                ++i;
            std::size_t end = i;
            while (end < text.letters.size() && !blank(text.letters[end]))
                ++end;
            if (end > i)
                parts.push_back(text.part(i, end));
            i = end;
        }
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
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::string& word = words[i].letters;
            if (word.empty())
                continue;
            const std::size_t place = words[i].at.front();
            const std::size_t equals = word.find('=');
            if (is_option(word) && equals != std::string::npos) {
                if (!add_json(word.substr(0, equals), word.substr(equals + 1), place))
                    add(word.substr(0, equals), word.substr(equals + 1), place);
            } else if (is_option(word)) {
                std::string value;
                while (i + 1 < words.size() && !is_option(words[i + 1].letters)
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

    // Expansion

    void spend(std::size_t letters)
    {
        spent_ += letters;
        if (spent_ > most_text || letters > (std::size_t{1} << 20))
            throw Refusal({PLATEAU_TEXT("variables repeat each other without end"), {}}, 0, static_cast<int>(at_));
    }

    /// The words that a token becomes when it is expanded.
    std::vector<Text> expanded(const Token& token)
    {
        std::vector<Text> words;
        Text current;
        bool any = false;
        at_ = token.begin;
        for (std::size_t i = token.begin; i < token.end;) {
            const char c = text_[i];
            if (c == '\\') {
                if (i + 1 < token.end && text_[i + 1] != '\n')
                    current.add(text_[i + 1], i + 1);
                i += 2;
            } else if (c == '\'') {
                const std::size_t end = skip_quoted(text_, i);
                for (std::size_t j = i + 1; j + 1 < end; ++j)
                    current.add(text_[j], j);
                any = true;
                i = end;
            } else if (c == '"') {
                const std::size_t end = skip_quoted(text_, i);
                const std::string_view inside(text_.data() + i + 1, end > i + 1 ? end - i - 2 : 0);
                if (const Variable* array = whole_array(inside)) {
                    for (std::size_t k = 0; k < array->items.size(); ++k) {
                        if (k > 0) {
                            words.push_back(std::move(current));
                            current = {};
                        }
                        current.add(array->items[k]);
                        spend(array->items[k].letters.size());
                    }
                    any = any || !array->items.empty();
                } else {
                    expand_text(i + 1, end > i ? end - 1 : end, current, 0);
                    any = true;
                }
                i = end;
            } else if (c == '$' || c == '`') {
                Text value;
                i = dollar(i, token.end, value, 0);
                std::vector<Text> parts;
                split_into(value, parts);
                const bool leads = !value.letters.empty() && blank(value.letters.front());
                const bool trails = !value.letters.empty() && blank(value.letters.back());
                for (std::size_t k = 0; k < parts.size(); ++k) {
                    if ((k > 0 || leads) && (any || !current.letters.empty())) {
                        words.push_back(std::move(current));
                        current = {};
                        any = false;
                    }
                    current.add(parts[k]);
                    any = true;
                }
                if (trails && any) {
                    words.push_back(std::move(current));
                    current = {};
                    any = false;
                }
            } else {
                current.add(c, i);
                ++i;
            }
        }
        if (any || !current.letters.empty())
            words.push_back(std::move(current));
        std::erase_if(words, [](const Text& word) { return word.letters.empty(); });
        return words;
    }

    const Variable* whole_array(std::string_view inside) const
    {
        if (!inside.starts_with("${") || !(inside.ends_with("[@]}") || inside.ends_with("[*]}")))
            return nullptr;
        const auto found = variables_.find(std::string(inside.substr(2, inside.size() - 6)));
        return found == variables_.end() ? nullptr : &found->second;
    }

    /// A word as one text, quotes removed.
    void expand_into(std::size_t begin, std::size_t end, Text& out)
    {
        at_ = begin;
        for (std::size_t i = begin; i < end;) {
            const char c = text_[i];
            if (c == '\'') {
                const std::size_t close = std::min(end, skip_quoted(text_, i));
                for (std::size_t j = i + 1; j + 1 < close; ++j)
                    out.add(text_[j], j);
                i = close;
            } else if (c == '"') {
                const std::size_t close = std::min(end, skip_quoted(text_, i));
                expand_text(i + 1, std::max(i + 1, close - 1), out, 0);
                i = close;
            } else if (c == '$' || c == '`') {
                i = dollar(i, end, out, 0);
            } else {
                if (c == '\\' && i + 1 < end)
                    ++i;
                out.add(text_[i], i);
                ++i;
            }
        }
    }

    /// Text in double quotes or of a here-document.
    void expand_text(std::size_t begin, std::size_t end, Text& out, int depth)
    {
        for (std::size_t i = begin; i < end;) {
            if (text_[i] == '\\' && i + 1 < end && text_[i + 1] == '\n') {
                out.add(' ', i);
                i += 2;
            } else if (text_[i] == '\\' && i + 1 < end
                       && std::string_view("$\"\\`").find(text_[i + 1]) != std::string_view::npos) {
                out.add(text_[i + 1], i + 1);
                i += 2;
            } else if (text_[i] == '$' || text_[i] == '`') {
                i = dollar(i, end, out, depth);
            } else {
                out.add(text_[i], i);
                ++i;
            }
        }
    }

    /// The value of a variable; nothing where the file does not say it.
    std::optional<Text> value_of(const std::string& name) const
    {
        const auto found = variables_.find(name);
        if (found == variables_.end())
            return std::nullopt;
        Text all;
        for (const Text& item : found->second.items) {
            if (&item != &found->second.items.front())
                all.add(' ', item.at.empty() ? 0 : item.at.front());
            all.add(item);
        }
        return all;
    }

    std::size_t dollar(std::size_t i, std::size_t end, Text& out, int depth)
    {
        if (depth > deepest)
            throw Refusal({PLATEAU_TEXT("the document is nested too deeply"), {}}, 0, static_cast<int>(i));
        const std::string_view text(text_.data(), end);
        if (text_[i] == '`') {
            const std::size_t close = std::min(end, skip_quoted(text, i));
            if (!testing_)
                out.add("$()", i);
            return std::max(close, i + 1);
        }
        if (text.substr(i, 3) == "$((") {
            const std::size_t close = std::min(end, skip_quoted(text, i));
            Text inside;
            expand_text(i + 3, close > i + 5 ? close - 2 : i + 3, inside, depth + 1);
            number(inside.letters, i, out);
            return close;
        }
        if (text.substr(i, 2) == "$(") {
            const std::size_t close = std::min(end, skip_quoted(text, i));
            const std::size_t expression = text.find_first_not_of(' ', i + 2);
            if (expression != std::string_view::npos && text.substr(expression, 5) == "expr ") {
                Text inside;
                expand_text(expression + 5, close > expression + 5 ? close - 1 : expression + 5, inside, depth + 1);
                std::erase_if(inside.letters, [](char c) { return c == '\\' || c == '\'' || c == '"'; });
                number(inside.letters, i, out);
            } else if (!testing_) {
                out.add("$()", i);
            }
            return close;
        }
        if (text.substr(i, 2) == "${") {
            const std::size_t close = std::min(end, skip_quoted(text, i));
            braces(i, close > i + 2 ? close - 1 : close, out, depth);
            return close;
        }
        std::size_t stop = name_end(text, i + 1);
        if (stop > i + 1 && std::isdigit(static_cast<unsigned char>(text_[i + 1])) != 0)
            stop = i + 2;
        if (stop == i + 1) { // $@ and the like
            if (i + 1 < end && std::string_view("@*#?!$-").find(text_[i + 1]) != std::string_view::npos)
                return i + 2;
            out.add('$', i);
            return i + 1;
        }
        known_or_named(text_.substr(i + 1, stop - i - 1), i, out);
        return stop;
    }

    void number(const std::string& expression, std::size_t place, Text& out)
    {
        const auto lookup = [this](const std::string& name) -> std::optional<long long> {
            const auto value = value_of(name);
            const auto known = value ? number_of(trimmed(value->letters)) : std::nullopt;
            return known ? bounded(*known) : std::nullopt;
        };
        const auto result = Arithmetic::value(expression, lookup);
        if (result)
            out.add(std::to_string(*result), place);
        else if (!testing_)
            out.add("$(())", place);
    }

    void known_or_named(const std::string& name, std::size_t place, Text& out)
    {
        if (const auto value = value_of(name)) {
            spend(value->letters.size());
            out.add(*value);
        } else if (!testing_) {
            out.add("$" + name, place);
        }
    }

    /// ${NAME}, ${NAME:-otherwise}, ${NAME[@]}, ${NAME[2]}; what else is done to a value is left out.
    void braces(std::size_t i, std::size_t end, Text& out, int depth)
    {
        const std::size_t begin = i + 2;
        const std::size_t stop = std::min(end, name_end(text_, begin));
        const std::string name = text_.substr(begin, stop - begin);
        std::size_t rest = stop;
        if (name.empty())
            return; // ${#ARRAY[@]}
        if (rest < end && text_[rest] == '[') {
            const std::size_t close = text_.find(']', rest);
            const std::string index = close < end ? text_.substr(rest + 1, close - rest - 1) : std::string();
            const auto found = variables_.find(name);
            const auto position = number_of(index);
            if (position && found != variables_.end()) {
                if (*position >= 0 && *position < double(found->second.items.size()))
                    out.add(found->second.items[static_cast<std::size_t>(*position)]);
                return;
            }
            if (found == variables_.end())
                return;
            rest = close < end ? close + 1 : end;
        }
        const bool colon = rest < end && text_[rest] == ':';
        const std::size_t operation = rest + (colon ? 1 : 0);
        const bool otherwise = operation < end && (text_[operation] == '-' || text_[operation] == '=');
        const auto value = value_of(name);
        const bool unset = !value || value->letters.empty() || value->letters.starts_with("$");
        if (otherwise && unset) {
            Text fallback;
            at_ = i;
            quoted_text(operation + 1, end, fallback, depth + 1);
            if (text_[operation] == '=')
                variables_[name] = {{fallback}, false};
            out.add(fallback);
            return;
        }
        if (operation < end && text_[operation] == '+') {
            if (!unset)
                quoted_text(operation + 1, end, out, depth + 1);
            return;
        }
        known_or_named(name, i, out);
    }

    void quoted_text(std::size_t begin, std::size_t end, Text& out, int depth)
    {
        Text text;
        expand_text(begin, end, text, depth);
        for (std::size_t i = 0; i < text.letters.size(); ++i)
            if (text.letters[i] != '"' && text.letters[i] != '\'')
                out.add(text.letters[i], text.at[i]);
    }

    // Conditions

    bool tested(const std::vector<const Token*>& command)
    {
        std::vector<std::string> words;
        bool inverted = false;
        testing_ = true;
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
            Text text;
            expand_into(token->begin, token->end, text);
            words.push_back(text.letters);
        }
        testing_ = false;
        bool result = false;
        std::string joins = "||";
        for (std::size_t i = 0; i <= words.size();) {
            std::size_t end = i;
            while (end < words.size() && words[end] != "&&" && words[end] != "||" && words[end] != "-a"
                   && words[end] != "-o")
                ++end;
            const bool part = holds(
                {words.begin() + static_cast<std::ptrdiff_t>(i), words.begin() + static_cast<std::ptrdiff_t>(end)});
            result = joins == "&&" || joins == "-a" ? result && part : result || part;
            if (end < words.size())
                joins = words[end];
            i = end + 1;
        }
        return result != inverted;
    }

    static bool holds(std::vector<std::string> words)
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

    static bool compared(const std::string& left, const std::string& operation, const std::string& right)
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

    const std::string& text_;
    Settings& settings_;
    std::vector<std::size_t> lines_;
    std::map<std::string, Variable> variables_;
    std::vector<Frame> frames_;
    std::vector<std::vector<Text>> loose_; ///< commands that start no training, in case none does
    std::set<std::pair<std::string, std::size_t>> added_;
    std::string chain_;
    std::size_t spent_ = 0;
    std::size_t held_ = 0;
    std::size_t at_ = 0;
    bool status_ = true;
    bool testing_ = false;
    bool trained_ = false;
};

} // namespace

Expected<Settings> shell_settings(const std::string& text, const std::string& file)
{
    Settings settings;
    Script script(text, settings);
    try {
        script.run();
    } catch (const Refusal& refusal) {
        const auto [line, column] = script.place(static_cast<std::size_t>(refusal.column));
        return failure(refusal.message, files::where(file, line, column));
    }
    return settings;
}

} // namespace plateau::programs
