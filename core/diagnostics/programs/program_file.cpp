// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <mutex>

#include "core/catalog/catalog.h"
#include "core/catalog/entry_file.h"
#include "core/diagnostics/programs/tables.h"
#include "core/text/messages/words.h"

/// presets/programs: programs as rows.
namespace plateau::programs {

namespace {

using files::Need;
using files::Node;
using files::Reader;

constexpr const char* common_id = "common"; // words and tables that several share; no program itself
constexpr const char* blocks_id = "blocks";

constexpr std::pair<const char*, double> units_of_logs[]
    = {{"ms", 1e-3}, {"MiB", 1048576}, {"GB", 1e9}, {"GiB", 1073741824}, {"TFLOP/s", 1e12}};

Words read_words(const Node& node)
{
    Words words;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
        const Node& value = node.items[i];
        const Said::Means means = value.kind == Node::Kind::Empty ? Said::Means::Nothing
            : value.text == "own"                                 ? Said::Means::Own
            : value.text == "open"                                ? Said::Means::Open
            : value.text == "stranger"                            ? Said::Means::Stranger
                                                                  : Said::Means::Value;
        for (std::string& word : split(node.keys[i].text, ", "))
            words.push_back({std::move(word), means, means == Said::Means::Value ? value.text : std::string()});
    }
    return words;
}

/// One file, with what it shares with others.
class ProgramReader {
public:
    ProgramReader(const files::Document& document, const Programs& shared, std::vector<Error>& errors)
        : reader_(document.root, document.file, errors), shared_(shared), errors_(errors)
    {
    }

    Program program(const std::string& id)
    {
        Program program;
        program.id = id;
        reader_.text("title", program.title, Need::Required);
        reader_.text("like", program.like);
        reader_.texts("sources", program.sources, Need::Required);
        reader_.whole("order", program.order, 0, 1000);
        program.signs = lists(reader_, "signs");
        reader_.texts("without", program.without);
        program.marks = lists(reader_, "marks");
        reader_.choice("refused", program.refused);
        reader_.texts("names", program.names);
        reader_.texts("beside", program.beside);
        program.hardware = texts_of("hardware");
        reader_.choice("style", program.style);
        reader_.text("file", program.file);
        reader_.text("file_option", program.file_option);
        reader_.flag("bare_switches", program.bare_switches);
        reader_.text("launcher", program.launcher);
        reader_.text("written_like", program.written_like);
        program.own_names = texts_of("own_names");
        each(reader_.map("own_sections"), [&](const std::string& section, const Node& keys) {
            for (const Node& key : keys.items)
                program.own_names.emplace_back(key.text, section + "." + key.text);
        });
        reader_.text("stack", program.stack);
        reader_.text("release_of", program.release_of);
        if (std::string name; reader_.text("rules", name))
            program.rules = rules_named(name);
        if (reader_.has("rules") && !program.rules)
            reader_.refuse("rules", {PLATEAU_TEXT("Plateau has no such rules"), {}});
        program.rows = rows(reader_, "keys");
        add_given(reader_, program.rows);
        program.tables = tables();
        if (const Node* node = reader_.map("shape"))
            read_shape(*node, program);
        program.models = texts_of("models");
        program.shapes = texts_of("shapes");
        program.harmless = flat("harmless");
        reader_.texts("blanks", program.blanks);
        program.idle = flat("idle");
        program.unmodelled = flat("unmodelled");
        if (const Node* node = reader_.map("log"))
            program.log = log(*node);
        reader_.finish();
        return program;
    }

    void common(Programs& programs)
    {
        each(reader_.map("words"),
             [&](const std::string& name, const Node& words) { programs.words[name] = read_words(words); });
        programs.common.tables = tables();
        programs.common.harmless = flat("harmless");
        programs.common.idle = flat("idle");
        programs.common.unmodelled = flat("unmodelled");
        programs.common.hardware = texts_of("hardware");
        if (const Node* node = reader_.map("log"))
            programs.common.log = log(*node);
        reader_.finish();
    }

    void blocks(Programs& programs)
    {
        std::string title;
        reader_.text("title", title, Need::Required);
        each(reader_.map("blocks"), [&](const std::string& models, const Node& facts) {
            for (const std::string& model : split(models, ", "))
                add_facts(facts, {}, programs.blocks[model]);
        });
        reader_.finish();
    }

private:
    static void add_facts(const Node& map, const std::string& within, Block& block)
    {
        each(&map, [&](const std::string& key, const Node& fact) {
            if (fact.kind == Node::Kind::Map)
                add_facts(fact, within + key + ".", block);
            else
                block[within + key] = fact.text;
        });
    }

    Row row(Reader& parent, const std::string& key, const Node& node)
    {
        Row row;
        row.key = key;
        row.parameter = node.text;
        if (node.kind != Node::Kind::Map)
            return row;
        Reader reader(node, parent.file(), errors_);
        reader.text("is", row.parameter, Need::Required);
        reader.text("otherwise", row.otherwise);
        reader.texts("also", row.also);
        reader.flag("written", row.written);
        reader.text("as", row.as);
        reader.text("when", row.when);
        reader.text("quietly", row.quietly);
        reader.quantity("above", units::Unit::None, row.above);
        const Node* words = node.find("words");
        if (words && words->kind == Node::Kind::Map) {
            reader.map("words");
            row.words = read_words(*words);
        } else if (std::string name; reader.text("words", name)) {
            const auto shared = shared_.words.find(name);
            if (shared != shared_.words.end())
                row.words = shared->second;
            else
                reader.refuse("words", {PLATEAU_TEXT("common.yaml has no such list of words"), {}});
        }
        reader.finish();
        return row;
    }

    static void each(const Node* map, const auto& take)
    {
        for (std::size_t i = 0; map && i < map->keys.size(); ++i)
            take(map->keys[i].text, map->items[i]);
    }

    std::vector<std::pair<std::string, std::string>> texts_of(const char* key)
    {
        std::vector<std::pair<std::string, std::string>> texts;
        each(reader_.map(key), [&](const std::string& name, const Node& text) { texts.emplace_back(name, text.text); });
        return texts;
    }

    Rows rows(Reader& parent, const std::string& key)
    {
        Rows rows;
        each(parent.map(key), [&](const std::string& names, const Node& node) {
            for (const std::string& name : split(names, ", "))
                rows.push_back(row(parent, name, node));
        });
        return rows;
    }

    /// Rows without a key: what always holds.
    static void add_given(Reader& parent, Rows& rows)
    {
        each(parent.map("given"), [&](const std::string& name, const Node& value) {
            Row row;
            row.parameter = name;
            row.otherwise = value.text;
            if (const Node* quietly = value.find("quietly"))
                row.quietly = quietly->text;
            rows.push_back(std::move(row));
        });
    }

    void read_shape(const Node& node, Program& program)
    {
        Reader reader(node, reader_.file(), errors_);
        program.shape_needs = lists(reader, "needs");
        program.shape = rows(reader, "keys");
        add_given(reader, program.shape);
        reader.finish();
    }

    std::map<std::string, Rows, std::less<>> tables()
    {
        std::map<std::string, Rows, std::less<>> tables;
        if (const Node* node = reader_.map("tables")) {
            Reader reader(*node, reader_.file(), errors_);
            for (const files::Key& key : node->keys)
                tables[key.text] = rows(reader, key.text);
        }
        return tables;
    }

    std::vector<std::vector<std::string>> lists(Reader& parent, const char* key)
    {
        std::vector<std::vector<std::string>> lists;
        for (const Node& item : parent.list(key)) {
            lists.emplace_back();
            for (const Node& each : item.items)
                lists.back().push_back(each.text);
            if (item.kind == Node::Kind::Scalar)
                lists.back().push_back(item.text);
        }
        return lists;
    }

    std::vector<std::string> flat(const char* key)
    {
        std::vector<std::string> all;
        for (const auto& list : lists(reader_, key))
            all.insert(all.end(), list.begin(), list.end());
        return all;
    }

    Pattern pattern(Reader& parent, const Node& node)
    {
        Pattern pattern;
        pattern.after = node.text;
        if (node.kind != Node::Kind::Map)
            return pattern;
        Reader reader(node, parent.file(), errors_);
        reader.text("after", pattern.after);
        reader.text("before", pattern.before);
        reader.text("until", pattern.until);
        reader.text("says", pattern.says);
        reader.flag("inverse", pattern.inverse);
        reader.choice<double>("unit", pattern.unit, units_of_logs);
        reader.finish();
        return pattern;
    }

    std::vector<Pattern> patterns(Reader& parent, const Node& node)
    {
        std::vector<Pattern> patterns;
        if (node.kind != Node::Kind::List)
            return {pattern(parent, node)};
        for (const Node& each : node.items)
            patterns.push_back(pattern(parent, each));
        return patterns;
    }

    LogFormat log(const Node& node)
    {
        LogFormat log = shared_.common.log;
        Reader reader(node, reader_.file(), errors_);
        log.signs = lists(reader, "signs");
        log.json_signs = lists(reader, "json_signs");
        reader.whole("warm_up", log.warm_up, 0, 1000);
        reader.text("only", log.only);
        reader.text("block", log.block);
        reader.text("settings_of", log.settings_of);
        each(reader.map("step"), [&](const std::string& name, const Node& says) {
            if (const auto fact = from_name<StepFact>(name))
                log.step[std::size_t(*fact)] = patterns(reader, says);
            else
                reader.refuse(says, {PLATEAU_TEXT("%1 is nothing that a log says of a step"), {Verbatim{name}}},
                              one_of({names_of<StepFact>.begin(), names_of<StepFact>.end()}));
        });
        each(reader.map("run"),
             [&](const std::string& key, const Node& says) { log.run[key] = patterns(reader, says); });
        each(reader.map("head"),
             [&](const std::string& key, const Node& says) { log.head[key] = pattern(reader, says); });
        reader.finish();
        return log;
    }

    Reader reader_;
    const Programs& shared_;
    std::vector<Error>& errors_;
};

void read_program(const std::filesystem::path& file, Programs& programs)
{
    const auto document = files::read_yaml(file);
    if (!document) {
        programs.problems.push_back(document.error());
        return;
    }
    std::vector<Error> errors;
    ProgramReader reader(*document, programs, errors);
    const std::string id = catalog::id_of(file);
    if (id == common_id) {
        reader.common(programs);
    } else if (id == blocks_id) {
        reader.blocks(programs);
    } else if (Program program = reader.program(id); errors.empty()) {
        std::erase_if(programs.all, [&](const Program& each) { return each.id == id; });
        programs.all.push_back(std::move(program));
    }
    programs.problems.insert(programs.problems.end(), errors.begin(), errors.end());
}

/// Gives a program the rows of the one it is like, behind its own.
void take_after(const Program& other, Program& program)
{
    const auto add = [](Rows& own, const Rows& others) {
        for (const Row& row : others)
            if (std::ranges::find(own, row.key, &Row::key) == own.end())
                own.push_back(row);
    };
    add(program.rows, other.rows);
    add(program.shape, other.shape);
    for (const auto& [name, rows] : other.tables)
        add(program.tables[name], rows);
    const auto extend = [](auto& own, const auto& others) { own.insert(own.end(), others.begin(), others.end()); };
    extend(program.models, other.models);
    extend(program.shapes, other.shapes);
    extend(program.harmless, other.harmless);
    extend(program.idle, other.idle);
    extend(program.unmodelled, other.unmodelled);
    extend(program.beside, other.beside);
    if (program.shape_needs.empty())
        program.shape_needs = other.shape_needs;
    if (!program.rules)
        program.rules = other.rules;
}

Programs read_programs(const std::vector<std::filesystem::path>& folders)
{
    Programs programs;
    for (const std::filesystem::path& folder : folders) {
        std::vector<std::filesystem::path> own = catalog::preset_files({folder}, "programs");
        std::stable_partition(own.begin(), own.end(),
                              [](const auto& file) { return catalog::id_of(file) == common_id; });
        for (const std::filesystem::path& file : own)
            read_program(file, programs);
    }
    std::ranges::stable_sort(programs.all, {}, &Program::order);
    for (Program& program : programs.all)
        if (const Program* other = programs.named(program.like); other && other->like.empty())
            take_after(*other, program);
        else if (!program.like.empty())
            programs.problems.push_back({{PLATEAU_TEXT("%1 is like %2, which is no program with rows of its own"),
                                          {Verbatim{program.id}, Verbatim{program.like}}},
                                         "programs/" + program.id + ".yaml",
                                         {}});
    return programs;
}

} // namespace

bool sign_stands(const std::string& sign, const Settings& settings)
{
    if (sign.ends_with("*")) // a section
        return std::ranges::any_of(settings.all(), [&](const Setting& setting) {
            return setting.key.starts_with(std::string_view(sign).substr(0, sign.size() - 1));
        });
    if (const std::size_t equals = sign.find('='); equals != std::string::npos) {
        const Setting* found = settings.find(sign.substr(0, equals));
        return found && found->value == sign.substr(equals + 1);
    }
    if (!sign.starts_with("--"))
        return has(settings, sign);
    return std::ranges::any_of(settings.matches(folded_key(sign)),
                               [](const Setting* setting) { return setting->key.starts_with("--"); });
}

std::string lowered(const std::string& value)
{
    const std::string word = lower(trimmed(value));
    return says_yes(word) ? "true" : says_no(word) ? "false" : word;
}

const Said* find_word(const Words& words, const std::string& word)
{
    const std::string wanted = lowered(word);
    const auto found = std::ranges::find_if(words, [&](const Said& said) { return lowered(said.word) == wanted; });
    return found == words.end() ? nullptr : &*found;
}

bool Program::is_marked(std::string_view text) const
{
    return std::ranges::any_of(marks, [&](const auto& words) { return all_stand(words, text); });
}

bool Program::knows(const Settings& settings, std::string_view text) const
{
    const auto is_option = [](const Setting& setting) { return setting.key.starts_with("--"); };
    if (is_marked(text) && (refused != Refused::None || std::ranges::any_of(settings.all(), is_option)))
        return true; // what is read has options behind the words that start it
    if (rules && rules->knows)
        return rules->knows(settings);
    const auto any = [&](const std::vector<std::string>& keys) {
        return std::ranges::any_of(keys, [&](const std::string& key) { return sign_stands(key, settings); });
    };
    return !signs.empty() && std::ranges::all_of(signs, any) && !any(without);
}

const Program* Programs::named(std::string_view id) const
{
    const auto found = std::ranges::find(all, id, &Program::id);
    return found == all.end() ? nullptr : &*found;
}

std::vector<const Program*> Programs::launchers() const
{
    std::vector<const Program*> launchers;
    for (const Program& program : all)
        if (program.style != Style::None)
            launchers.push_back(&program);
    return launchers;
}

const Program* Programs::launcher(std::string_view id) const
{
    const Program* program = named(id);
    return program && program->style != Style::None ? program : nullptr;
}

const Program* Programs::launcher_on(std::string_view id, std::string_view stack) const
{
    const auto release
        = std::ranges::find_if(all, [&](const Program& each) { return each.release_of == id && each.stack == stack; });
    return release == all.end() ? launcher(id) : &*release;
}

const Programs& programs_in(const std::vector<std::filesystem::path>& folders)
{
    static std::mutex mutex;
    static std::map<std::vector<std::filesystem::path>, Programs> read;
    const std::lock_guard lock(mutex);
    const auto found = read.find(folders);
    return found != read.end() ? found->second : read.emplace(folders, read_programs(folders)).first->second;
}

} // namespace plateau::programs
