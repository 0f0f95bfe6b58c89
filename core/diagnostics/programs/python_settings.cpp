// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <span>

#include "core/diagnostics/programs/program.h"
#include "core/diagnostics/programs/shell.h"
#include "core/files/budget.h"
#include "core/files/node.h"
#include "core/text/messages/words.h"

/// Python whose functions return a configuration as a call. Nothing is run: literals are read, also through names
/// and through functions of the same file; what is computed stays as it is written.
namespace plateau::programs::python {

namespace {

struct Token {
    enum class Kind { Word, Number, Text, Sign, Line };
    Kind kind = Kind::Sign;
    std::string text;
    int line = 0;
    int column = 0; ///< of a Line: where its first word stands
};
using Tokens = std::span<const Token>;

class PythonLexer {
public:
    explicit PythonLexer(std::string_view text) : text_(text) { }

    std::vector<Token> tokens()
    {
        while (at_ < text_.size())
            next();
        tokens_.push_back({Token::Kind::Line, {}, line_, 1});
        return std::move(tokens_);
    }

private:
    static bool is_word(char c)
    {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
    }
    char letter(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    void add(Token::Kind kind, std::size_t begin, std::size_t end)
    {
        if (depth_ == 0 && (tokens_.empty() || tokens_.back().line < line_) && !goes_on_)
            tokens_.push_back({Token::Kind::Line, {}, line_, int(begin - start_) + 1});
        goes_on_ = false;
        tokens_.push_back({kind, std::string(text_.substr(begin, end - begin)), line_, int(begin - start_) + 1});
    }

    void next()
    {
        const char c = letter();
        if (c == '\n') {
            ++line_;
            start_ = ++at_;
        } else if (c == '#') {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (c == '\\' && letter(1) == '\n') {
            goes_on_ = true;
            ++at_;
        } else if (c == '"' || c == '\'') {
            quoted();
        } else if (is_word(c)) {
            word();
        } else {
            if (c != ' ' && c != '\t' && c != '\r')
                add(Token::Kind::Sign, at_, at_ + 1);
            depth_ += c == '(' || c == '[' || c == '{';
            depth_ -= depth_ > 0 && (c == ')' || c == ']' || c == '}');
            ++at_;
        }
    }

    void word()
    {
        const std::size_t begin = at_;
        const bool number = std::isdigit(static_cast<unsigned char>(letter())) != 0;
        const auto belongs = [&] {
            const char before = text_[at_ - (at_ > begin)];
            return is_word(letter()) || (number && letter() == '.')
                || (number && (letter() == '-' || letter() == '+') && (before == 'e' || before == 'E'));
        };
        while (at_ < text_.size() && belongs())
            ++at_;
        const bool prefix = at_ - begin <= 2 && (letter() == '"' || letter() == '\'');
        if (!prefix)
            add(number ? Token::Kind::Number : Token::Kind::Word, begin, at_);
    }

    void quoted()
    {
        const std::string quote(letter(1) == letter() && letter(2) == letter() ? 3 : 1, letter());
        const std::size_t begin = at_ + quote.size();
        at_ = begin;
        while (at_ < text_.size() && text_.substr(at_, quote.size()) != quote)
            at_ += letter() == '\\' ? 2 : 1;
        at_ = std::min(at_, text_.size());
        add(Token::Kind::Text, begin, at_);
        for (std::size_t i = begin; i < at_; ++i)
            if (text_[i] == '\n') {
                ++line_;
                start_ = i + 1;
            }
        at_ = std::min(at_ + quote.size(), text_.size());
    }

    std::string_view text_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::size_t start_ = 0;
    int line_ = 1;
    int depth_ = 0;
    bool goes_on_ = false;
};

struct Value {
    enum class Kind { Literal, Name, Call, List, Computed };
    Kind kind = Kind::Literal;
    std::string text; ///< of a call its function
    std::vector<std::pair<std::string, Value>> parts = {}; ///< named, else counted
    int line = 0;
    int column = 0;

    Value& part(const std::string& name)
    {
        const auto found = std::ranges::find(parts, name, &std::pair<std::string, Value>::first);
        return found != parts.end() ? found->second : parts.emplace_back(name, Value{}).second;
    }
};

bool is_sign(const Token& token, char sign) { return token.kind == Token::Kind::Sign && token.text[0] == sign; }

/// Where a bracket that begins a range ends; its size where it does not.
std::size_t closing(Tokens tokens, std::size_t from)
{
    int depth = 0;
    for (std::size_t i = from; i < tokens.size(); ++i) {
        if (tokens[i].kind != Token::Kind::Sign)
            continue;
        depth += std::string_view("([{").find(tokens[i].text[0]) != std::string_view::npos;
        depth -= std::string_view(")]}").find(tokens[i].text[0]) != std::string_view::npos;
        if (depth == 0)
            return i;
    }
    return tokens.size();
}

/// Of ranges that a sign parts, outside of brackets.
std::vector<Tokens> parted(Tokens tokens, char sign)
{
    std::vector<Tokens> parts;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= tokens.size(); ++i) {
        if (i == tokens.size() || is_sign(tokens[i], sign)) {
            if (i > begin)
                parts.push_back(tokens.subspan(begin, i - begin));
            begin = i + 1;
        } else if (tokens[i].kind == Token::Kind::Sign
                   && std::string_view("([{").find(tokens[i].text[0]) != std::string_view::npos) {
            i = std::min(closing(tokens, i), tokens.size() - 1);
        }
    }
    return parts;
}

std::string joined(Tokens tokens)
{
    std::string text;
    for (const Token& token : tokens)
        text += (text.empty() || token.kind == Token::Kind::Sign || text.back() == '.' ? "" : " ") + token.text;
    return text;
}

/// How many tokens of a dotted name a range begins with.
std::size_t name_length(Tokens tokens)
{
    std::size_t length = 0;
    while (length < tokens.size()
           && (length % 2 == 0 ? tokens[length].kind == Token::Kind::Word : is_sign(tokens[length], '.')))
        ++length;
    return length - (length > 0 && length % 2 == 0);
}

Value value_of(Tokens tokens, int depth);

std::vector<std::pair<std::string, Value>> parts_of(Tokens tokens, int depth)
{
    std::vector<std::pair<std::string, Value>> parts;
    for (const Tokens part : parted(tokens, ',')) {
        const bool named = part.size() > 2 && part[0].kind == Token::Kind::Word && is_sign(part[1], '=');
        parts.emplace_back(named ? part[0].text : std::to_string(parts.size()),
                           value_of(named ? part.subspan(2) : part, depth + 1));
    }
    return parts;
}

Value value_of(Tokens tokens, int depth)
{
    using Kind = Value::Kind;
    Value value{Kind::Computed, {}};
    if (tokens.empty() || depth > files::budget::depth)
        return value;
    value.line = tokens[0].line;
    value.column = tokens[0].column;
    const std::size_t name = name_length(tokens), last = tokens.size() - 1;
    if (tokens.size() == 1 && tokens[0].kind == Token::Kind::Text) {
        value.kind = Kind::Literal;
        value.text = tokens[0].text;
    } else if (name == tokens.size()) {
        value.kind = Kind::Name;
        value.text = joined(tokens);
    } else if (name > 0 && is_sign(tokens[name], '(') && closing(tokens, name) == last) {
        value.kind = Kind::Call;
        value.text = joined(tokens.first(name));
        value.parts = parts_of(tokens.subspan(name + 1, last - name - 1), depth);
    } else if (is_sign(tokens[0], '[') && closing(tokens, 0) == last) {
        value.kind = Kind::List;
        value.parts = parts_of(tokens.subspan(1, last - 1), depth);
    } else if (const auto number = shell::arithmetic(
                   joined(tokens), [](const std::string&) -> std::optional<double> { return std::nullopt; })) {
        value.kind = Kind::Literal;
        value.text = digits(*number);
    } else {
        value.text = joined(tokens);
    }
    return value;
}

struct Function {
    std::string name;
    int line = 0;
    std::vector<Tokens> body; ///< statements
};

/// Functions of the outermost level; the first is what stands outside of any.
std::vector<Function> functions_of(Tokens tokens)
{
    std::vector<Function> functions(1);
    int skipped_beyond = -1; // column of a function within a function
    for (std::size_t i = 0; i < tokens.size();) {
        const int column = tokens[i].column;
        std::size_t end = i + 1;
        while (end < tokens.size() && tokens[end].kind != Token::Kind::Line)
            ++end;
        const Tokens statement = tokens.subspan(i + 1, end - i - 1);
        i = end;
        if (statement.empty() || (skipped_beyond >= 0 && column > skipped_beyond))
            continue;
        skipped_beyond = -1;
        const bool is_function = statement.size() > 1 && statement[0].text == "def";
        if (column == 1)
            functions.resize(is_function ? functions.size() + 1 : functions.size());
        if (is_function && column == 1)
            functions.back() = {statement[1].text, statement[1].line, {}};
        else if (is_function)
            skipped_beyond = column;
        else
            functions[column == 1 ? 0 : functions.size() - 1].body.push_back(statement);
    }
    return functions;
}

class Evaluation {
public:
    explicit Evaluation(const std::vector<Function>& functions) : functions_(functions) { }

    /// What a function returns; of the whole file the last configuration that a name is given to.
    Value result_of(const Function& function, int depth = 0) const
    {
        Names names;
        std::string last;
        for (const Tokens statement : function.body) {
            if (statement[0].text == "return")
                return known(value_of(statement.subspan(1), 0), names, depth);
            const std::size_t name = name_length(statement);
            if (name == 0 || name + 1 >= statement.size() || !is_sign(statement[name], '='))
                continue;
            Value value = known(value_of(statement.subspan(name + 1), 0), names, depth);
            if (is_configuration(value))
                last = statement[0].text;
            Value* place = &names[statement[0].text];
            for (std::size_t i = 2; i < name; i += 2)
                place = &place->part(statement[i].text);
            *place = std::move(value);
        }
        return names[last];
    }

    static bool is_configuration(const Value& value)
    {
        return value.kind == Value::Kind::Call && value.text.ends_with("Trainer.Config");
    }

private:
    using Names = std::map<std::string, Value>;

    /// Of names and functions that stand for others so much is put in; a file can say more by naming twice.
    static std::size_t size(const Value& value)
    {
        std::size_t sum = 1;
        for (const auto& part : value.parts)
            sum += size(part.second);
        return sum;
    }

    Value known(Value value, const Names& names, int depth) const
    {
        if (const auto found = names.find(value.text); value.kind == Value::Kind::Name && found != names.end()) {
            const std::size_t more = size(found->second);
            left_ -= std::min(left_, more);
            return left_ > 0 ? found->second : value;
        }
        const auto function = std::ranges::find(functions_, value.text, &Function::name);
        if (value.kind == Value::Kind::Call && value.parts.empty() && function != functions_.end()
            && depth < files::budget::call_depth && left_ > 0) {
            --left_;
            return result_of(*function, depth + 1);
        }
        for (auto& part : value.parts)
            part.second = known(std::move(part.second), names, depth);
        return value;
    }

    const std::vector<Function>& functions_;
    mutable std::size_t left_ = 100'000;
};

std::string without_config(std::string name)
{
    constexpr std::string_view suffix = ".Config";
    if (name.ends_with(suffix))
        name.erase(name.size() - suffix.size());
    return name;
}

void flatten(const Value& value, const std::string& path, Settings& settings)
{
    std::string text = value.kind == Value::Kind::Call ? without_config(value.text) : value.text;
    const bool named = value.kind == Value::Kind::Name, none = named && text == "None";
    const bool truth = named && (text == "True" || text == "False");
    for (const auto& [name, part] : value.parts) {
        flatten(part, path + "." + name, settings);
        if (value.kind == Value::Kind::List)
            text += (text.empty() ? "" : ", ") + without_config(part.text);
    }
    Setting setting{path, truth || none ? lower(text) : text, value.line, value.column};
    setting.empty = none && path.find('.') != std::string::npos; // a component that is None is left out
    setting.is_list = value.kind == Value::Kind::List;
    const bool bare = value.kind == Value::Kind::Call && text.ends_with("Config"); // its parts say all
    if (!bare)
        settings.add(std::move(setting));
}

/// Where a name comes from: "torchtitan.models.llama3" of "from torchtitan.models.llama3 import model_registry".
std::string module_of(const Function& module, const std::string& name)
{
    for (const Tokens statement : module.body) {
        const auto import = std::ranges::find(statement, "import", &Token::text);
        if (statement[0].text == "from"
            && std::find_if(import, statement.end(), [&](const Token& token) { return token.text == name; })
                != statement.end())
            return joined(statement.subspan(1, std::size_t(import - statement.begin()) - 1));
    }
    return {};
}

/// The configurations that a file's functions return, in its order.
using Results = std::vector<std::pair<const Function*, Value>>;
Results results_of(const std::vector<Function>& functions)
{
    const Evaluation evaluation(functions);
    Results results;
    for (const Function& function : functions)
        if (Value result = evaluation.result_of(function); Evaluation::is_configuration(result))
            results.emplace_back(&function, std::move(result));
    const bool outside = !results.empty() && results.front().first == &functions.front();
    if (outside) // which is made of what the functions return
        results.erase(results.begin() + 1, results.end());
    return results;
}

} // namespace

} // namespace plateau::programs::python

namespace plateau::programs {

bool looks_like_python(const std::string& text)
{
    const std::string words = first_words(text);
    return words.starts_with("\"\"\"") || words.starts_with("import ") || words.starts_with("def ")
        || (words.starts_with("from ") && words.find(" import ") != std::string::npos);
}

Settings python_settings(const std::string& text)
{
    const std::vector<python::Token> tokens = python::PythonLexer(text).tokens();
    const std::vector<python::Function> functions = python::functions_of(tokens);
    const python::Results results = python::results_of(functions);
    Settings settings;
    if (results.empty())
        return settings;
    const auto is_for_use = [](const auto& result) { return result.first->name.find("debug") == std::string::npos; };
    auto chosen = std::ranges::find_if(results, is_for_use);
    if (chosen == results.end())
        chosen = results.begin();
    const auto& [function, configuration] = *chosen;
    for (const auto& [name, part] : configuration.parts) {
        python::flatten(part, name, settings);
        if (name == "model_spec")
            settings.add(
                {"model_spec.module", python::module_of(functions.front(), part.text), part.line, part.column});
    }
    std::string names;
    for (const auto& result : results)
        names += (names.empty() ? "" : ", ") + result.first->name;
    settings.add({"config", function->name, function->line, 1});
    if (results.size() > 1)
        settings.add({"configs", names, function->line, 1});
    return settings;
}

} // namespace plateau::programs
