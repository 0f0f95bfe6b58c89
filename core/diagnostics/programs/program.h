// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include "core/diagnostics/programs/launch.h"
#include "core/diagnostics/programs/log.h"
#include "core/diagnostics/programs/reading.h"
#include "core/diagnostics/programs/settings.h"

/// A training program: one file of rows in presets/programs, and rules in code for what takes several keys at once.
namespace plateau::programs {

/// One word of a program and what it means to Plateau.
struct Said {
    enum class Means {
        Value,
        Own, ///< as Plateau decides itself
        Nothing, ///< it changes something that no parameter says
        Open, ///< the parameter's value stands nowhere in the file
        Stranger, ///< it makes the model one that is not known
    };
    std::string word; ///< as the program writes it
    Means means = Means::Value;
    std::string value;
};
using Words = std::vector<Said>;
/// Null where the word is not among them. Case, and ways of saying yes and no, make no difference.
const Said* find_word(const Words& words, const std::string& word);

/// One key of a program and the parameter it means.
struct Row {
    std::string key; ///< its last parts suffice: "training.seq_len"
    std::string parameter; ///< also "accumulation": micro-batches of a step and data rank, "layers_per_stage"
    std::string otherwise; ///< what the program takes without the key; empty: nothing follows
    Words words; ///< empty: a number as it stands
    std::vector<std::string> also; ///< older names of the key
    bool written = true; ///< false: what is written for it takes more than this key
    // Of a row of a shape
    std::string as; ///< what a number becomes: "value * hidden"
    /// A size that must be known, or a key and its value: "attention_type=mla"; of other rows a parameter and its
    /// value: "fine_tune=lora", "pp > 1".
    std::string when;
    std::string quietly; ///< as `otherwise`, without being said
    double above = 0; ///< a smaller number says nothing
};
using Rows = std::vector<Row>;

class Draft;

/// What a program's rows cannot say.
struct Rules {
    const char* name;
    /// Reads what takes more than one key, behind the rows.
    void (*read)(Draft&);
    /// Writes it; null: the rows suffice.
    void (*write)(Writer&) = nullptr;
    /// Tells the program's settings where its signs do not suffice.
    bool (*knows)(const Settings&) = nullptr;
};

/// Why a file whose program is known is not read.
enum class Refused {
    None,
    Reinforcement, ///< a step generates, scores and trains
    Code, ///< the configuration is a program
    Launcher, ///< it says what is started, not what that is
    Account, ///< a list of jobs that have run
    Unread, ///< nobody has described it yet
};

struct Program {
    std::string id; ///< name of its file
    std::string like; ///< the program whose rows it has too
    std::string title;
    std::vector<std::string> sources; ///< of its rows: repository, commit, files
    int order = 0; ///< files are told apart in this order
    std::vector<std::vector<std::string>> signs; ///< of each list, one of these keys stands in the program's files
    std::vector<std::string> without; ///< and none of these
    std::vector<std::vector<std::string>> marks; ///< or: of one list all words stand in the text
    Refused refused = Refused::None;
    std::vector<std::string> names; ///< of a refused one: keys, or words of a line, that name the model
    std::vector<std::string> beside; ///< keys that name a file which lies beside
    std::vector<std::pair<std::string, std::string>> hardware; ///< precision -> what its files are written for
    Style style = Style::None;
    std::string file, file_option; ///< of styles that are files: its name, and the option that names it
    bool bare_switches = false; ///< yes is an option alone, no is none
    std::string launcher; ///< words that start it; {nodes}, {each} and {gpus} stand for numbers
    std::string written_like; ///< the program whose settings are written, in the names below
    std::vector<std::pair<std::string, std::string>> own_names; ///< see Writer::rename()
    std::string stack; ///< whose file says what the program runs
    std::string release_of; ///< the program that it stands for where the stack is this one
    Rows rows;
    std::map<std::string, Rows, std::less<>> tables; ///< which the rules read by name
    std::vector<std::vector<std::string>> shape_needs; ///< as `signs`: without these a file has no sizes of its own
    Rows shape; ///< sizes of the model; without a key: what always holds
    std::vector<std::pair<std::string, std::string>> models; ///< id of the catalog -> the program's name
    std::vector<std::pair<std::string, std::string>>
        shapes; ///< models of the program alone, as files of models have them
    std::vector<std::string> harmless; ///< keys that change nothing that is modelled
    std::vector<std::string> blanks; ///< what is left to whoever starts it: data, learning rate, steps
    std::vector<std::string> idle; ///< the same of keys whose names have a telling part: names, never patterns
    std::vector<std::string> unmodelled; ///< keys that change something which no parameter says, unless they say no
    LogFormat log;
    const Rules* rules = nullptr;

    bool knows(const Settings& settings, std::string_view text = {}) const;
    /// Whether the words of one of its marks all stand in the text.
    bool is_marked(std::string_view text) const;
};

/// Every program, and what several share (common.yaml, blocks.yaml).
struct Programs {
    std::vector<Program> all;
    Program common; ///< tables, keys and rows of logs that any program has
    std::map<std::string, Block, std::less<>> blocks; ///< by model of the catalog
    std::map<std::string, Words, std::less<>> words;
    std::vector<Error> problems; ///< files with mistakes

    const Program* named(std::string_view id) const;
    /// Those that can be told to run a plan.
    std::vector<const Program*> launchers() const;
    const Program* launcher(std::string_view id) const;
    /// Its release that runs on this stack, else the program itself.
    const Program* launcher_on(std::string_view id, std::string_view stack) const;
};

/// The programs of these folders of presets: a later folder adds to an earlier one, and a file whose name is taken
/// replaces it. Read once, when first asked for. Any thread.
const Programs& programs_in(const std::vector<std::filesystem::path>& folders);

/// A reading in the making.
class Draft {
public:
    Draft(const Settings& settings, const catalog::Catalog& catalog, const Programs& programs, const Program& program,
          Reading& reading);

    const Settings& settings() const { return settings_; }
    const catalog::Catalog& catalog() const { return catalog_; }
    const Programs& programs() const { return programs_; }
    Reading& reading() { return reading_; }

    // Asking: what is asked counts as understood by the program's table
    const Setting* at(const char* key); ///< null for no key
    bool has(const char* key) { return at(key) != nullptr; }
    /// Trimmed; empty where the key is absent.
    std::string text(const char* key);
    /// Nothing where the key is absent or, which is then said, no number.
    std::optional<double> number(const char* key);
    double number_or(const char* key, double otherwise) { return number(key).value_or(otherwise); }
    bool yes(const char* key, bool otherwise = false);

    // Answering
    void understood(const char* key, const std::string& parameter, const std::string& value);
    void understood(const char* key, const std::string& parameter, double value);
    /// The key's number is the parameter's value; false where it has none.
    bool number_means(const char* key, const std::string& parameter);
    /// A switch that is on means the value; whether it is on.
    bool yes_means(const char* key, const std::string& parameter, const auto& value)
    {
        const bool on = yes(key);
        if (on)
            understood(key, parameter, value);
        return on;
    }
    void assume(const std::string& parameter, const std::string& value, Message why, const char* key = nullptr);
    /// All settings of a section: what was said of it holds for them.
    void covered(const std::string& section);
    /// The program's default, for want of the key.
    void by_default(const std::string& parameter, const std::string& value);
    /// `key`: the one that names what is not known.
    void missing(const std::string& parameter, Message why, const char* key = nullptr);
    /// The file is a part: what it leaves out stands in the program's recipe.
    void recipe_decides(const std::string& parameter);
    void cannot(const char* key, Message why);
    void contradicts(const char* key, Message why);
    /// What a person sets, over all that the file says of it.
    void correct(const std::string& parameter, const std::string& value);
    bool knows(const std::string& parameter) const { return reading_.scenario.contains(parameter); }
    bool is_missing(const char* parameter) const;
    double value(const char* parameter, double otherwise) const;
    std::string word(const char* parameter) const;

    /// The numbers of a shape, by the names of a model's file.
    void shape(const char* key, int catalog::ModelShape::*member, double value);
    bool shape(const char* key, int catalog::ModelShape::*member); ///< the key's number; false where it has none
    void shape_by_default(int catalog::ModelShape::*member, double value);
    void shape_or_default(const char* key, int catalog::ModelShape::*member, double otherwise);
    bool has_shape() const { return has_shape_; }
    /// The sizes of the program's rows; false where the file has none.
    bool read_shape();
    /// Takes the whole shape of a model at once.
    void take_shape(catalog::ModelShape shape)
    {
        model = std::move(shape);
        has_shape_ = true;
    }
    catalog::ModelShape model;

    /// A model of the catalog by the name a program has for it: "meta-llama/Llama-3.1-8B", "llama3 8B".
    void model_named(const char* key, const std::string& name);
    bool has_model() const { return has_shape_ || knows("model"); }
    /// What the key says makes it a model that is not known: the sizes beside it say nothing then.
    void no_model(const char* key, Message why);
    /// Another file has the model, of that name: what stands here changes sizes of it, and no default is the program's.
    void model_beside(const char* key, const std::string& name);

    const Program& program() const { return program_; }
    /// A table of rows of the program, else one that several share.
    const Rows& table(std::string_view name) const;
    void read_rows(const Rows& rows);
    void read_table(std::string_view name) { read_rows(table(name)); }
    /// What a word means in a list that several share; empty where it is not in it or means nothing.
    std::string meaning(std::string_view list, const std::string& word) const;
    const Words& word_list(std::string_view list) const;
    /// Batch, GPUs, degrees; what is left over.
    void finish();

    std::optional<double> accumulation; ///< micro-batches of a step and data rank
    std::optional<double> batch_of_rank; ///< sequences of a step and data rank
    bool batch_of_device = false; ///< that is the batch of a device, whatever the degrees
    std::optional<double> replicas; ///< of HSDP; what they leave of the GPUs is a group

    const std::string* source = nullptr; ///< the file's text
    bool cut = false; ///< settings are left out that the program had: nothing follows from its defaults
    std::optional<Error> wrong; ///< why nothing can be made of the file

private:
    void set(const std::string& parameter, const std::string& value);
    void read_row(const Row& row);
    bool read_special(const Row& row, const char* key);
    bool holds(const std::string& when) const;
    /// The name of the row's key that the file has.
    const char* key_of(const Row& row) const;
    void read_size(const Row& row);
    std::optional<double> size_of(const Row& row, const char* key);
    std::optional<double> computed(const std::string& formula, double value) const;
    void say_shape();
    void forget_shape();
    void forget_assumed_sizes();
    std::vector<const catalog::ModelShape*> meant() const;
    void read_block();
    /// `setting`: null where no setting says it.
    static Line line_of(const Setting* setting, Message why = {}, const std::string& parameter = {},
                        const std::string& meaning = {});
    void batch();
    void length();
    void epochs();
    void check();
    void left_over();
    void leave_over(const Setting& setting);
    void leave_unmodelled(Line line, const std::string& pattern);

    const Settings& settings_;
    const catalog::Catalog& catalog_;
    const Programs& programs_;
    const Program& program_;
    Reading& reading_;
    std::set<const Setting*> asked_;
    std::set<const Setting*> said_;
    bool has_shape_ = false;
    bool is_stranger_ = false;
};

/// Gives the reading's scenario what nobody said: the lists, and the hardware where no line names it.
void keep_unsaid(Reading& reading);
/// Whether a sign stands in the settings: a key, "--key" of a command line, "section.*", "key=value".
bool sign_stands(const std::string& sign, const Settings& settings);
/// The part of a key's name, "parallel" or the like, that keeps it from being harmless whatever a list says; else null.
const char* telling_part(const std::string& key);
/// "4096", "0.5", whole numbers without a point.
std::string digits(double value);
bool says_yes(const std::string& value);
/// Whether a setting says no.
bool says_no(const std::string& value);
/// As values are compared: case, and ways of saying yes and no, make no difference.
std::string lowered(const std::string& value);
/// Text of a program's file where a number is wanted that is filled in elsewhere: "$NODES", "${x}", "auto", "GBSIZE".
bool is_left_open(const std::string& value);

} // namespace plateau::programs

template<>
inline constexpr std::array plateau::names_of<plateau::programs::Refused>{"none",     "reinforcement", "code",
                                                                          "launcher", "account",       "unread"};
