// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <span>

#include "core/diagnostics/programs/launch.h"
#include "core/diagnostics/programs/reading.h"
#include "core/diagnostics/programs/settings.h"

/// A training program: one table of rows, and what takes several keys at once.
namespace plateau::programs {

/// One word of a program and what it means to Plateau.
struct Said {
    const char* word;
    const char* value; ///< empty: it cannot be expressed; "=": as Plateau decides itself
};
inline constexpr Said yes_no[] = {{"true", "on"}, {"false", "off"}};

/// One key of a program and the parameter it means.
struct Row {
    const char* key; ///< its last parts suffice: "training.seq_len"
    const char* parameter;
    const char* otherwise = ""; ///< what the program takes without the key; empty: nothing follows
    std::span<const Said> words = {}; ///< empty: a number as it stands
    const char* also = ""; ///< an older name of the key
    bool only_read = false; ///< what is written for it takes more than this key
};

class Draft;

struct Program {
    const char* name;
    const char* title;
    std::span<const Row> rows;
    /// Whether these settings are the program's.
    bool (*knows)(const Settings&);
    /// What takes more than one key, behind the rows.
    void (*more)(Draft&);
    Style style = Style::None;
    const char* stack = ""; ///< whose file says what the program runs
    /// What takes more than one key to say, behind the rows. Null: the program is only read.
    void (*write)(Writer&) = nullptr;
};

/// In the order in which files are told apart.
std::span<const Program* const> programs();

/// A reading in the making.
class Draft {
public:
    Draft(const Settings& settings, const catalog::Catalog& catalog, const Program& program, Reading& reading);

    const Settings& settings() const { return settings_; }
    const catalog::Catalog& catalog() const { return catalog_; }
    Reading& reading() { return reading_; }

    // Asking: what is asked counts as understood by the program's table
    const Setting* at(const char* key);
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
    void assume(const std::string& parameter, const std::string& value, Message why, const char* key = nullptr);
    /// The program's default, for want of the key.
    void by_default(const std::string& parameter, const std::string& value);
    void missing(const std::string& parameter, Message why);
    /// The file is a part: what it leaves out stands in the program's recipe.
    void recipe_decides(const std::string& parameter);
    void cannot(const char* key, Message why);
    void contradicts(const char* key, Message why);
    bool knows(const std::string& parameter) const { return reading_.scenario.contains(parameter); }
    double value(const char* parameter, double otherwise) const;
    std::string word(const char* parameter) const;

    /// The numbers of a shape, by the names of a model's file.
    void shape(const char* key, int catalog::ModelShape::*member, double value);
    void shape_by_default(int catalog::ModelShape::*member, double value);
    void shape_or_default(const char* key, int catalog::ModelShape::*member, double otherwise);
    bool has_shape() const { return has_shape_; }
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

    /// The rows of the program's table, or of another that it shares.
    void read_rows() { read_rows(program_.rows); }
    void read_rows(std::span<const Row> rows);
    /// Batch, GPUs, degrees; what is left over.
    void finish();

    std::optional<double> accumulation; ///< micro-batches of a step and data rank
    std::optional<double> batch_of_rank; ///< sequences of a step and data rank
    bool batch_of_device = false; ///< that is the batch of a device, whatever the degrees

    const std::string* source = nullptr; ///< the file's text
    std::optional<Error> wrong; ///< why nothing can be made of the file

private:
    void set(const std::string& parameter, const std::string& value);
    void read_row(const Row& row);
    Line line_of(const Setting& setting) const;
    void batch();
    void length();
    void check();
    void left_over();

    const Settings& settings_;
    const catalog::Catalog& catalog_;
    const Program& program_;
    Reading& reading_;
    std::set<const Setting*> asked_;
    std::set<const Setting*> said_;
    bool has_shape_ = false;
};

/// "4096", "0.5", whole numbers without a point.
std::string digits(double value);
/// Whether a setting says no.
bool says_no(const std::string& value);
/// Text of a program's file where a number is wanted that is filled in elsewhere: "$NODES", "${x}", "auto", "GBSIZE".
bool is_left_open(const std::string& value);

} // namespace plateau::programs
