// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/match.h"

#include <cctype>
#include <set>
#include <tuple>

#include "core/text/messages/foreign.h"
#include "core/text/messages/nearest.h"

namespace plateau::evidence {

namespace {

bool has_digit(std::string_view part)
{
    return std::any_of(part.begin(), part.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::optional<double> memory_size(const std::string& part)
{
    if (part.size() < 3 || !part.ends_with("gb"))
        return std::nullopt;
    return leading_number(part.substr(0, part.size() - 2));
}

/// "v5p" behind "tpu", "2" behind "gaudi" and "trainium" belong to the family. Another name for it counts wherever it
/// stands: "TPU-v7x-Ironwood".
std::string family_of(const std::vector<std::string>& parts)
{
    static const std::vector<std::pair<std::string, std::string>> synonyms
        = {{"trn1", "trainium1"},   {"trn2", "trainium2"}, {"trn3", "trainium3"},   {"tpu7x", "tpuv7"},
           {"v7x", "tpuv7"},        {"tpuv7x", "tpuv7"},   {"trillium", "tpuv6e"},  {"ironwood", "tpuv7"},
           {"hpu2", "gaudi2"},      {"hpu3", "gaudi3"},    {"v5litepod", "tpuv5e"}, {"v5lite", "tpuv5e"},
           {"tpuv5lite", "tpuv5e"}, {"910b", "ascend910b"}};
    for (const std::string& part : parts)
        for (const auto& [alias, family] : synonyms)
            if (part == alias)
                return family;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string& part = parts[i];
        if (part == "tpu" || part == "gaudi" || part == "trainium" || part == "rtx" || part == "ascend")
            return i + 1 < parts.size() && !memory_size(parts[i + 1]) ? part + parts[i + 1] : part;
        if (part.size() <= 3 && part[0] == 'v' && has_digit(part))
            return "tpu" + part; // "v5p" alone
        if (has_digit(part) && std::isalpha(static_cast<unsigned char>(part[0])) != 0 && !part.starts_with("sxm")
            && !part.starts_with("nvl") && !memory_size(part))
            return part;
    }
    return parts.empty() ? std::string() : parts.front();
}

AcceleratorName parse_accelerator(const std::string& text)
{
    AcceleratorName name;
    const std::vector<std::string> parts = name_parts(text.substr(0, text.find('(')));
    name.family = family_of(parts);
    name.words = name_parts(text);
    for (const std::string& part : name.words) {
        for (const char* form : {"sxm", "pcie", "nvl", "oam"})
            if (name.form.empty() && part.starts_with(form))
                name.form = form;
        if (const auto size = memory_size(part); size && name.memory_gb == 0)
            name.memory_gb = *size;
    }
    return name;
}

bool has(const std::vector<std::string>& words, const std::string& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// How alike two names of accelerators are; larger is more alike.
double likeness(const AcceleratorName& asked, const AcceleratorName& offered, const catalog::Accelerator& accelerator)
{
    const double size = accelerator.memory_bytes / 1e9;
    const std::string form = asked.form.empty() ? "sxm" : asked.form;
    double score = form == offered.form ? 100 : offered.form.empty() ? 50 : 0;
    for (const std::string& word : asked.words)
        if (has(offered.words, word))
            score += word.starts_with("hbm") ? 60 : 5; // a variant by its memory; SXM3 rather than SXM2
    score += asked.memory_gb > 0 ? -std::abs(asked.memory_gb - size) : size / 1000;
    return score;
}

/// 1000 for the family itself, 500 for a variant by one letter ("MI250" for "MI250X"), 0 for another.
double family_likeness(const Names::OfAccelerator& names, const std::string& asked)
{
    double best = 0;
    for (const std::string* family : {&names.title.family, &names.family}) {
        if (*family == asked)
            return 1000;
        const bool variant = asked.size() >= 3 && family->size() == asked.size() + 1 && family->starts_with(asked)
            && std::isalpha(static_cast<unsigned char>(family->back())) != 0;
        if (variant)
            best = 500;
    }
    return best;
}

/// Words that say on which engine a program of several ran: they may stand apart from its name.
bool is_engine(const std::string& word) { return word == "fsdp" || word == "deepspeed"; }

/// How well one framework name fits a text: 20 per word found, less its distance from the beginning; 0 if absent.
int framework_likeness(const std::vector<std::string>& text, const std::vector<std::string>& name,
                       std::size_t last_begin)
{
    if (name.empty())
        return 0;
    const bool engine = name.size() > 1 && is_engine(name.back());
    const std::size_t together = name.size() - engine;
    for (std::size_t begin = 0; begin + name.size() <= text.size() && begin <= last_begin; ++begin) {
        const auto at = text.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto rest = at + static_cast<std::ptrdiff_t>(together);
        if (std::equal(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(together), at)
            && (!engine || std::find(rest, text.end(), name.back()) != text.end()))
            return std::max(1, 20 * static_cast<int>(name.size()) - static_cast<int>(begin));
    }
    return 0;
}

/// The first words of the notes outweigh the column: a table of several frameworks fills the column with its own.
struct FrameworkWords {
    std::vector<std::string> column;
    std::vector<std::string> note;
    std::vector<std::string> origin; ///< counts where neither of them is known

    explicit FrameworkWords(const Software& software)
        : column(name_parts(software.framework)), note(name_parts(software.first_note)),
          origin(name_parts(software.built_on)), last_begin_(column.size())
    {
        for (std::string& word : column)
            if (word == "fsdp1" || word == "fsdp2")
                word.pop_back();
        if (software.fsdp)
            column.emplace_back("fsdp"); // goes on a name, and is none alone
    }

    int likeness(const std::vector<std::vector<std::string>>& frameworks) const
    {
        int best = 0;
        for (const std::vector<std::string>& framework : frameworks) {
            if (last_begin_ > 0)
                best = std::max(best, framework_likeness(column, framework, last_begin_ - 1));
            if (const int likeness = framework_likeness(note, framework, 0); likeness > 0)
                best = std::max(best, likeness + 50);
            if (framework_likeness(origin, framework, 2) > 0)
                best = std::max(best, 1);
        }
        return best;
    }

private:
    std::size_t last_begin_; ///< words of the column alone
};

double years_away(const catalog::Stack& stack, double year)
{
    if (year < stack.first_year)
        return stack.first_year - year;
    return year > stack.last_year ? year - stack.last_year : 0;
}

/// How far a stack is from what the run says of itself: one where its attention is fused and the run's is not or the
/// other way round; one where it hides gradient traffic and the run does not or the other way round; one where its
/// loss is of another kind; and the years.
double contradiction(const catalog::Stack& stack, const Software& software, const catalog::PhysicsValues& physics)
{
    const double years = software.year
        ? std::min(physics.most_for_years, physics.contradiction_per_year * years_away(stack, *software.year))
        : 0;
    const bool attention = software.flash && *software.flash != catalog::is_flash(stack.attention);
    const bool overlap = software.overlap && *software.overlap != (stack.constants.data_overlap > 0);
    const bool loss = software.loss && *software.loss != stack.loss;
    return years + attention + overlap + loss;
}

using Rank = std::tuple<int, int, double, int, double>;

Rank rank(int framework, const catalog::Stack& stack, const Software& software, const catalog::PhysicsValues& physics)
{
    const bool any_precision = stack.precisions.empty();
    const bool precision
        = std::find(stack.precisions.begin(), stack.precisions.end(), software.precision) != stack.precisions.end();
    const int precision_rank = precision ? 2 : any_precision ? 1 : 0;
    const int compiled = !stack.compiled ? 1 : !software.compiled ? 1 : *stack.compiled == *software.compiled ? 2 : 0;
    return {framework, precision_rank, -contradiction(stack, software, physics), compiled,
            software.year ? -years_away(stack, *software.year) : stack.first_year};
}

} // namespace

const catalog::Accelerator* match_accelerator(const Names& names, const std::string& cell)
{
    if (const catalog::Accelerator* exact = names.catalog.accelerator(cell))
        return exact;
    const AcceleratorName asked = parse_accelerator(cell);
    const catalog::Accelerator* best = nullptr;
    double best_score = 0;
    for (std::size_t i = 0; i < names.accelerators.size(); ++i) {
        const catalog::Accelerator& accelerator = names.catalog.accelerators[i];
        const double closeness = family_likeness(names.accelerators[i], asked.family);
        if (closeness == 0)
            continue;
        const double score = closeness + likeness(asked, names.accelerators[i].title, accelerator);
        if (best == nullptr || score > best_score) {
            best = &accelerator;
            best_score = score;
        }
    }
    return best;
}

std::string unknown_gpu_cell(const Names& names, const std::string& cell)
{
    constexpr std::size_t most_named = 3;
    std::vector<std::string> families;
    for (const Names::OfAccelerator& accelerator : names.accelerators)
        if (!has(families, accelerator.family))
            families.push_back(accelerator.family);
    std::vector<std::size_t> order = nearest_first(parse_accelerator(cell).family, families);
    order.resize(std::min(order.size(), most_named));
    std::string nearest;
    for (const std::size_t place : order)
        if (const catalog::Accelerator* accelerator = match_accelerator(names, families[place]))
            nearest += (nearest.empty() ? "" : ", ") + accelerator->title;
    return "gpu=" + foreign_line(cell) + " (nearest: " + nearest + ")";
}

StackChoice choose_stack(const Names& names, const Software& software)
{
    const catalog::PhysicsValues& physics = catalog::values_of(names.catalog.physics);
    const FrameworkWords words(software);
    StackChoice choice;
    Rank best{};
    for (std::size_t i = 0; i < names.frameworks.size(); ++i) {
        const catalog::Stack& stack = names.catalog.stacks[i];
        if (stack.is_own())
            continue;
        const Rank candidate = rank(words.likeness(names.frameworks[i]), stack, software, physics);
        if (std::get<0>(candidate) == 0 && !stack.frameworks.empty())
            continue;
        if (choice.stack == nullptr || candidate > best) {
            choice.stack = &stack;
            best = candidate;
        }
    }
    choice.framework_known = choice.stack != nullptr && std::get<0>(best) > 0;
    return choice;
}

const catalog::Stack* unknown_software(const catalog::Catalog& catalog, bool flash)
{
    return catalog.stack(flash ? "unknown_flash" : "unknown_unfused");
}

const catalog::ModelShape* match_shape(const catalog::Catalog& catalog, const Row& row)
{
    const bool mixture = row.experts.value_or(0) >= 2;
    const std::optional<double> ffn = mixture && row.expert_ffn ? row.expert_ffn : row.ffn;
    if (!row.layers || !row.hidden || !row.heads || !ffn)
        return nullptr;
    const double tolerance = catalog::values_of(catalog.physics).same_size_share;
    for (const catalog::ModelShape& shape : catalog.models) {
        if (shape.hidden != *row.hidden || shape.heads != *row.heads || shape.ffn != *ffn)
            continue;
        if (mixture) { // of whatever depth
            if (shape.experts == *row.experts
                && row.experts_per_token.value_or(shape.experts_per_token) == shape.experts_per_token)
                return &shape;
            continue;
        }
        if (shape.layers != *row.layers || (row.experts && shape.experts > 0))
            continue;
        if (row.kv_heads && shape.kv_heads != *row.kv_heads)
            continue;
        if (row.parameters && std::abs(catalog::total_parameters(shape) / *row.parameters - 1) > tolerance)
            continue;
        return &shape;
    }
    return nullptr;
}

namespace {

/// A month or a length of context among the parts of a model's name: "2507", "128k".
bool is_edition(const std::string& part)
{
    const bool numbers = part.size() > 1
        && std::all_of(part.begin(), part.end() - 1, [](unsigned char c) { return std::isdigit(c) != 0; });
    return numbers && (part.back() == 'k' || (part.size() == 4 && has_digit({&part.back(), 1})));
}

/// Who published it stands before a slash; what was made of it by further training has the same shape. "1.3B" is not
/// "13B".
std::string name_of_shape(std::string_view text)
{
    static const std::set<std::string> of_training
        = {"base", "chat", "instruct", "it", "hf", "pt", "thinking", "preview"};
    std::string result;
    for (const std::string& part : name_parts(text.substr(text.rfind('/') + 1)))
        if (!of_training.contains(part) && !is_edition(part)) {
            const bool number_goes_on
                = !result.empty() && has_digit({&result.back(), 1}) && has_digit({&part.front(), 1});
            result += (number_goes_on ? "." : "") + part;
        }
    return result;
}

} // namespace

Names::Names(const catalog::Catalog& its_catalog) : catalog(its_catalog)
{
    accelerators.reserve(catalog.accelerators.size());
    for (const catalog::Accelerator& accelerator : catalog.accelerators)
        accelerators.push_back({parse_accelerator(accelerator.title), family_of(name_parts(accelerator.id))});
    for (const catalog::Stack& stack : catalog.stacks) {
        frameworks.emplace_back().reserve(stack.frameworks.size());
        for (const std::string& framework : stack.frameworks)
            frameworks.back().push_back(name_parts(framework));
    }
    for (const catalog::ModelShape& shape : catalog.models) {
        models.emplace_back(name_of_shape(shape.id), &shape);
        models.emplace_back(name_of_shape(shape.title), &shape);
        for (const std::string& name : shape.known_as)
            models.emplace_back(name_of_shape(name), &shape);
    }
}

const catalog::ModelShape* match_model_name(const Names& names, const std::string& name)
{
    const std::string asked = name_of_shape(name);
    if (asked.empty())
        return nullptr;
    const auto found
        = std::ranges::find(names.models, asked, &std::pair<std::string, const catalog::ModelShape*>::first);
    return found == names.models.end() ? nullptr : found->second;
}

} // namespace plateau::evidence
