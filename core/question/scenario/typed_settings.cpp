// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/question/scenario/typed_settings.h"

#include <map>
#include <regex>
#include <set>

#include "core/text/messages/words.h"

namespace plateau {

namespace {

constexpr std::size_t longest_name = 5, longest_value = 2; ///< in words
constexpr std::size_t most_ways = 400, most_steps = 20'000; ///< to read a line, and on the way to them

// What a part of a reading costs: the cheapest reading is the likeliest, so that fewer parts go before more.
constexpr double named_cost = 10, begun_cost = 14, bare_cost = 12, count_cost = 13, unfinished_cost = 4,
                 filler_cost = 1;

const std::set<std::string> fillers{"on", "with", "at", "for", "of", "in", "and", "the", "train", "training", "x", "+"};
const std::set<std::string> hosts{"node", "nodes", "host", "hosts", "server", "servers"};
const std::set<std::string> batches{"batch", "batch size", "global batch", "token batch", "tokens batch"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || c < 0; } ///< of any script

std::vector<std::string> words_of(std::string_view line)
{
    static const std::regex apart("[;=\\t]|, "), times("\\b([0-9]+)x(?=[a-z ])"); // "8xh100"
    const std::string plain = std::regex_replace(lower(line) + " ", apart, " ");
    std::vector<std::string> words = split(std::regex_replace(plain, times, "$1 "), " ");
    std::erase(words, std::string());
    return words;
}

std::string joined_words(const std::vector<std::string>& words, std::size_t from, std::size_t count)
{
    std::string text;
    for (std::size_t i = from; i < from + count; ++i)
        text += (i > from ? " " : "") + words[i];
    return text;
}

/// "DeepSeek-V3.2": "deepseek", "v3.2".
std::vector<std::string> tokens_of(const std::string& title)
{
    std::vector<std::string> tokens(1);
    const std::string words = lower(title);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const char c = words[i];
        const bool point = c == '.' && i + 1 < words.size() && is_digit(words[i + 1]) && !tokens.back().empty();
        if (is_letter(c) || is_digit(c) || point)
            tokens.back() += c;
        else if (!tokens.back().empty())
            tokens.emplace_back();
    }
    std::erase(tokens, std::string());
    return tokens;
}

std::string run_together(const std::vector<std::string>& tokens, std::size_t from = 0)
{
    std::string all;
    for (std::size_t i = from; i < tokens.size(); ++i)
        all += tokens[i];
    return all;
}

enum class Match { None, Begun, Whole };

/// Numbers are whole words or none: "8" does not begin "80gb".
Match match(const std::string& token, const std::string& piece)
{
    if (token == piece)
        return Match::Whole;
    const bool letters = std::ranges::any_of(piece, is_letter);
    return piece.size() > 1 && letters && token.starts_with(piece) ? Match::Begun : Match::None;
}

/// Whether each piece is or begins a word of the title, in any order, or all of them run together do: "gpt3".
Match match(const std::vector<std::string>& title, const std::vector<std::string>& pieces)
{
    const std::string typed = run_together(pieces);
    if (typed.size() < 3 && typed.find_first_not_of("0123456789") == std::string::npos)
        return Match::None; // "5" alone names nothing
    for (std::size_t i = 0; i < title.size() && typed.size() > 2; ++i)
        if (const std::string rest = run_together(title, i); rest.starts_with(typed) && is_letter(typed.front()))
            for (std::size_t j = i, end = 0; j < title.size(); ++j)
                if ((end += title[j].size()) == typed.size())
                    return Match::Whole;
    Match all = Match::Whole;
    for (const std::string& piece : pieces) {
        Match best = Match::None;
        for (const std::string& token : title)
            best = std::max(best, match(token, piece));
        all = std::min(all, best);
    }
    return pieces.empty() ? Match::None : all;
}

/// The number that stands before a suffix; 0: none does.
double before(const std::string& word, char suffix)
{
    if (word.size() < 2 || word.back() != suffix)
        return 0;
    const auto number = units::parse(word.substr(0, word.size() - 1), units::Unit::None);
    return number && *number > 0 ? *number : 0;
}

/// "70b": a number of parameters; 0 for what is none.
double size_of(const std::string& word) { return 1e9 * before(word, 'b') + 1e12 * before(word, 't'); }

/// "32k", "1m": of what comes in powers of two, so many kibi or mebi; 0 for what is none.
double kibi_of(const std::string& word)
{
    const double number = before(word, 'k') + 1024 * before(word, 'm');
    return number >= 1 && std::exp2(std::round(std::log2(number))) == number ? 1024 * number : 0;
}

/// "256", "2k": a number of things; 0 for what is none.
double count_of(const std::string& word)
{
    if (const double kibi = kibi_of(word); kibi > 0)
        return kibi;
    const auto number = units::parse(word, units::Unit::None);
    return number && *number >= 1 && *number == std::floor(*number) ? *number : 0;
}

/// "400g", "100 gbit": a rate as parse_value() reads it; as it stands where it is none.
std::string rate_of(std::string word)
{
    const std::size_t digits = word.find_first_not_of("0123456789.");
    if (digits == 0 || word.empty())
        return word;
    const std::string unit = digits == std::string::npos ? "" : std::string(trimmed(word.substr(digits)));
    static const std::set<std::string> known{"", "g", "gb", "gbit", "gbps", "gb/s", "gbit/s", "gbe"};
    return known.contains(unit) ? word.substr(0, digits) + " Gb/s" : word;
}

using Names = std::vector<std::vector<std::string>>; ///< of one row, each in words

Names own_names(const ParameterDescription& parameter, const SaidWords& said)
{
    Names names{tokens_of(parameter.key)};
    const auto add = [&names](const std::string& list) {
        for (const std::string& each : split(list, ","))
            names.push_back(tokens_of(each));
    };
    for (const std::string& list : {parameter.label, parameter.also}) {
        add(list);
        if (said && !list.empty())
            add(said(list));
    }
    return names;
}

/// `begun`: the words begin some of the name's, in their order, "seq length" of "sequence length".
bool is_one_of(const Names& names, const std::vector<std::string>& wanted, bool begun)
{
    const auto begins = [&](const std::vector<std::string>& own) {
        std::size_t found = 0;
        for (const std::string& word : own)
            found += found < wanted.size() && match(word, wanted[found]) != Match::None;
        return !wanted.empty() && found == wanted.size();
    };
    return std::any_of(names.begin(), names.end(),
                       [&](const auto& own) { return begun ? begins(own) : own == wanted; });
}

const ParameterTable<Scenario>& table_of(const Scenario&) { return training_parameters(); }
const ParameterTable<LimitsScenario>& table_of(const LimitsScenario&) { return limits_parameters(); }

/// Reads a line word by word; every way to go on is followed.
template<class S>
class Reader {
public:
    Reader(const catalog::Catalog& catalog, const S& scenario, std::vector<std::string> words, const SaidWords& said)
        : catalog_(catalog), scenario_(scenario), words_(std::move(words)), said_(said)
    {
    }

    std::vector<TypedSettings> read(std::size_t most)
    {
        go_on(0, 0);
        std::stable_sort(found_.begin(), found_.end(), [](const Way& a, const Way& b) { return a.cost < b.cost; });
        std::vector<TypedSettings> ways;
        for (Way& way : found_)
            if (ways.size() < most && std::find(ways.begin(), ways.end(), way.settings) == ways.end())
                ways.push_back(std::move(way.settings));
        return ways;
    }

private:
    struct Way {
        TypedSettings settings;
        double cost;
    };

    void go_on(std::size_t at, double cost)
    {
        if (found_.size() >= most_ways || ++steps_ > most_steps)
            return;
        if (at == words_.size()) {
            if (!now_.empty() && (counted_ == 0 || now("hardware") || now("model")))
                found_.push_back({now_, cost});
            return;
        }
        const std::size_t left = words_.size() - at;
        for (std::size_t name = std::min(longest_name, left); name > 0; --name) {
            bare(at, name, cost);
            for (const bool begun : {false, true})
                named(at, name, begun, cost);
        }
        if (fillers.contains(words_[at]) && words_.size() > 1)
            go_on(at + 1, cost + filler_cost);
    }

    const Value* now(const std::string& key) const
    {
        const auto found
            = std::find_if(now_.begin(), now_.end(), [&](const auto& setting) { return setting.first == key; });
        return found == now_.end() ? nullptr : &found->second;
    }

    /// Whether the question can have it; remembered for the other ways to read the line.
    bool is_legal(const std::string& key, const Value& value)
    {
        const auto [known, is_new] = legal_.try_emplace({key, value});
        if (is_new)
            known->second = with_value(catalog_, scenario_, key, value).has_value();
        return known->second;
    }

    void set(const std::string& key, const Value& value, std::size_t next, double cost)
    {
        if (now(key) || !is_legal(key, value))
            return;
        now_.emplace_back(key, value);
        go_on(next, cost);
        now_.pop_back();
    }

    /// A name before or after its value: "gpus 2k", "2k gpus".
    void named(std::size_t at, std::size_t count, bool begun, double cost)
    {
        for (std::size_t length = 1; length <= longest_value; ++length) {
            if (at + count + length > words_.size())
                continue;
            const std::size_t next = at + count + length;
            const std::string before = joined_words(words_, at, count),
                              after = joined_words(words_, at + length, count);
            value_of(before, joined_words(words_, at + count, length), next, begun, cost);
            value_of(after, joined_words(words_, at, length), next, begun, cost);
        }
    }

    void value_of(const std::string& name, const std::string& value, std::size_t next, bool begun, double cost)
    {
        if constexpr (of_training)
            if (own_value_of(name, value, next, cost))
                return;
        for (const Parameter<S>* row : called(name, begun)) {
            const Parameter<S>& parameter = *row;
            const double kibi = parameter.scale == ParameterScale::Log2 ? kibi_of(value) : 0;
            const bool rate = parameter.unit == units::Unit::BitsPerSecond;
            const auto read = kibi > 0 ? check_value(parameter, Value(kibi))
                                       : parse_value(parameter, rate ? rate_of(value) : value);
            if (read && !is_auto(*read))
                set(parameter.key, *read, next, cost + (begun ? begun_cost : named_cost));
        }
    }

    /// The rows that are called so, remembered for the other ways to read the line.
    const std::vector<const Parameter<S>*>& called(const std::string& name, bool begun)
    {
        if (names_.empty())
            for (const Parameter<S>& parameter : table_of(scenario_).rows())
                names_.push_back(parameter.kind == ParameterKind::Name ? Names() : own_names(parameter, said_));
        const auto [rows, is_new] = called_.try_emplace({name, begun});
        const std::vector<std::string> wanted = tokens_of(name);
        for (std::size_t i = 0; is_new && i < names_.size(); ++i)
            if (is_one_of(names_[i], wanted, begun))
                rows->second.push_back(&table_of(scenario_).rows()[i]);
        return rows->second;
    }

    /// Hosts are so many GPUs; a batch is meant in total, in sequences or, where it is large or called so, in tokens.
    bool own_value_of(const std::string& name, const std::string& value, std::size_t next, double cost)
    {
        if (hosts.contains(name)) {
            if (const double count = count_of(value); count > 0)
                set("gpus", count * std::max(1, host_size()), next, cost + named_cost);
            return true;
        }
        if (!batches.contains(name))
            return false;
        const std::size_t gap = value.find(' ');
        const std::string unit = gap == std::string::npos ? "" : value.substr(gap + 1);
        const double count = count_of(value.substr(0, gap));
        const bool tokens = unit == "tokens" || name.starts_with("token") || (unit.empty() && count >= 65536);
        if (count > 0 && (unit.empty() || tokens || unit == "sequences" || unit == "seqs"))
            set_batch(tokens ? std::max(1., std::round(count / std::get<double>(value_of("sequence")))) : count, next,
                      cost + named_cost);
        return true;
    }

    void set_batch(double sequences, std::size_t next, double cost)
    {
        const bool per_gpu = std::get<std::string>(value_of("batch_mode")) != "total";
        if (now("batch_mode") || !per_gpu)
            return set("global_batch", sequences, next, cost);
        now_.emplace_back("batch_mode", std::string("total"));
        set("global_batch", sequences, next, cost);
        now_.pop_back();
    }

    Value value_of(const char* key) const
    {
        const Value* set = now(key);
        return set ? *set : table_of(scenario_).find(key)->get(scenario_);
    }

    int host_size() const
    {
        const catalog::Accelerator* named = catalog_.accelerator(std::get<std::string>(value_of("hardware")));
        return now("hardware") && named ? named->per_host : int(std::get<double>(value_of("gpus_per_node")));
    }

    /// What is named without saying of what: hardware, a choice, and what such a scenario is mostly about.
    void bare(std::size_t at, std::size_t count, double cost)
    {
        const std::string name = joined_words(words_, at, count);
        const auto [found, is_new] = proposals_.try_emplace(name);
        if (is_new)
            propose(found->second, name, tokens_of(name));
        for (const Proposal& each : found->second)
            set(each.key, each.value, at + count, cost + each.cost);
        if constexpr (of_training)
            bare_of(name, at, count, cost);
    }

    struct Proposal {
        std::string key;
        Value value;
        double cost;
    };

    void propose(std::vector<Proposal>& all, const std::string& name, const std::vector<std::string>& pieces)
    {
        for (const catalog::Accelerator& accelerator : catalog_.accelerators)
            propose(all, "hardware", accelerator,
                    match(tokens_of(accelerator.title + " " + accelerator.generation + " " + accelerator.vendor + " "
                                    + accelerator.id),
                          pieces));
        const std::string together = run_together(pieces);
        for (const Parameter<S>& parameter : table_of(scenario_).rows())
            for (const Option& option : parameter.options)
                if (run_together(tokens_of(option.value)) == together
                    || run_together(tokens_of(option.label)) == together)
                    all.push_back({parameter.key, option.value, bare_cost});
        propose_own(scenario_, all, name, pieces);
    }

    template<class Entry>
    void propose(std::vector<Proposal>& all, const char* key, const Entry& entry, Match match)
    {
        if (match != Match::None)
            all.push_back({key, entry.id,
                           bare_cost + (match == Match::Begun ? unfinished_cost : 0) + (100 - entry.popularity) / 50.});
    }

    /// A model or its size, software.
    void propose_own(const Scenario&, std::vector<Proposal>& all, const std::string&,
                     const std::vector<std::string>& pieces)
    {
        for (const catalog::ModelShape& model : catalog_.models)
            propose(all, "model", model, model_match(model, pieces));
        for (const catalog::Stack& stack : catalog_.stacks)
            if (match(tokens_of(stack.title), pieces) == Match::Whole)
                all.push_back({"stack", stack.id, bare_cost + 0.01 * double(stack.title.size())});
    }

    /// A rate of the network, a context length, a count of GPUs, a name with its value: "tp8".
    void bare_of(const std::string& name, std::size_t at, std::size_t count, double cost)
    {
        const Parameter<Scenario>& network = *training_parameters().find("scale_out_bandwidth");
        if (const std::string rate = rate_of(name); is_letter(name.back()) && rate != name)
            if (const auto read = parse_value(network, rate))
                set(network.key, *read, at + count, cost + bare_cost);
        if (count > 1)
            return;
        if (const double context = kibi_of(name); context > 0)
            set("sequence", context, at + 1, cost + bare_cost);
        if (const std::size_t digits = name.find_first_of("0123456789"); digits > 0 && digits != std::string::npos)
            value_of(name.substr(0, digits), name.substr(digits), at + 1, false, cost);
        if (const double gpus = count_of(name); gpus > 0) {
            ++counted_;
            set("gpus", gpus, at + 1, cost + count_cost);
            --counted_;
        }
    }

    /// By its names, by its size in place of that in its names, and by what it is.
    Match model_match(const catalog::ModelShape& model, std::vector<std::string> pieces) const
    {
        std::vector<std::vector<std::string>> names{tokens_of(model.title)};
        for (const std::string& name : model.known_as)
            names.push_back(tokens_of(name));
        const double total = catalog::total_parameters(model);
        Match size_match = Match::Whole;
        std::erase_if(pieces, [&](const std::string& piece) {
            const double size = size_of(piece);
            const bool sized = size > 0 && std::abs(total / size - 1) < same_size;
            if (sized
                && std::ranges::none_of(names, [&](const auto& name) { return std::ranges::count(name, piece) > 0; }))
                size_match = Match::Begun;
            return sized || (piece == "moe" && model.experts > 0);
        });
        Match best = pieces.empty() ? Match::Whole : match(names.front(), pieces);
        for (std::size_t i = 1; i < names.size(); ++i) // a name that says more is of something made of it
            if (const Match other = match(names[i], pieces); other != Match::None)
                best = std::max(best, names[i].size() == pieces.size() ? other : Match::Begun);
        return std::min(best, size_match);
    }

    /// "1e29": no other number is so large; "3 months", with its unit.
    void propose_own(const LimitsScenario&, std::vector<Proposal>& all, const std::string& name,
                     const std::vector<std::string>&)
    {
        const LimitsParameter &compute = *limits_parameters().find("training_flop"),
                              &duration = *limits_parameters().find("duration");
        const auto plain = units::parse(name, units::Unit::None);
        if (const auto flop = parse_value(compute, name); flop && (!plain || *plain >= compute.minimum))
            all.push_back({compute.key, *flop, bare_cost});
        if (const auto time = parse_value(duration, name); time && !plain)
            all.push_back({duration.key, *time, bare_cost});
    }

    static constexpr double same_size = 0.06;
    static constexpr bool of_training = std::is_same_v<S, Scenario>;

    const catalog::Catalog& catalog_;
    const S& scenario_;
    const std::vector<std::string> words_;
    const SaidWords& said_;
    TypedSettings now_;
    int counted_ = 0; ///< bare numbers among them, which are of GPUs only beside what there is so many of
    std::vector<Way> found_;
    std::size_t steps_ = 0;
    std::map<std::pair<std::string, Value>, bool> legal_;
    std::vector<Names> names_; ///< of the rows of the table
    std::map<std::pair<std::string, bool>, std::vector<const Parameter<S>*>> called_;
    std::map<std::string, std::vector<Proposal>> proposals_;
};

} // namespace

template<class S>
std::vector<TypedSettings> typed_settings(const catalog::Catalog& catalog, const S& scenario, const std::string& line,
                                          const SaidWords& said, std::size_t most)
{
    return Reader<S>(catalog, scenario, words_of(line), said).read(most);
}

template<class S>
std::string settings_words(const catalog::Catalog& catalog, const S& of, const TypedSettings& settings,
                           const SaidWords& said)
{
    std::string text;
    for (const auto& [key, value] : settings) {
        const Parameter<S>& parameter = *table_of(of).find(key);
        std::string shown = format_value(parameter, value);
        const auto* id = std::get_if<std::string>(&value);
        if (const auto* accelerator = id && key == "hardware" ? catalog.accelerator(*id) : nullptr)
            shown = accelerator->title;
        if (const auto* model = id && key == "model" ? catalog.model(*id) : nullptr)
            shown = model->title;
        if (const auto* stack = id && key == "stack" ? catalog.stack(*id) : nullptr)
            shown = stack->title;
        text += (text.empty() ? "" : "; ") + (said ? said(parameter.label) : parameter.label) + " " + shown;
    }
    return text;
}

template std::vector<TypedSettings> typed_settings(const catalog::Catalog&, const Scenario&, const std::string&,
                                                   const SaidWords&, std::size_t);
template std::vector<TypedSettings> typed_settings(const catalog::Catalog&, const LimitsScenario&, const std::string&,
                                                   const SaidWords&, std::size_t);
template std::string settings_words(const catalog::Catalog&, const Scenario&, const TypedSettings&, const SaidWords&);
template std::string settings_words(const catalog::Catalog&, const LimitsScenario&, const TypedSettings&,
                                    const SaidWords&);

} // namespace plateau
