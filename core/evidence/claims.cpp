// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/claims.h"

#include "core/question/scenario/parameter_table.h"

namespace plateau::evidence {

namespace {

using files::Need;

TypedChanges changes(files::Reader& reader, const char* key, Need need)
{
    TypedChanges result;
    if (const files::Node* map = reader.map(key, need))
        for (std::size_t i = 0; i < map->items.size(); ++i)
            result.emplace_back(map->keys[i].text, map->items[i].text);
    return result;
}

Statement read_statement(files::Reader& reader)
{
    Statement statement;
    std::string metric;
    reader.text("id", statement.id, Need::Required);
    reader.text("said", statement.said, Need::Required);
    reader.text("scenario", statement.scenario, Need::Required);
    const bool named = reader.text("metric", metric, Need::Required);
    statement.metric = find_metric(metric);
    if (named && !statement.metric)
        reader.refuse("metric", {PLATEAU_TEXT("%1 is not a metric"), {Verbatim{metric}}});
    statement.at = changes(reader, "at", Need::Required);
    statement.against = changes(reader, "against", Need::Optional);
    reader.quantity("reported", units::Unit::None, statement.reported, 0, 1e30, Need::Required);
    reader.choice("known_by", statement.known_by, Need::Required);
    reader.choice("basis", statement.basis, Need::Required);
    reader.text("source", statement.source, Need::Required);
    return statement;
}

} // namespace

const char* words(Basis basis)
{
    static constexpr const char* all[] = {PLATEAU_TEXT("reported"), PLATEAU_TEXT("direction reported"),
                                          PLATEAU_TEXT("expected by us"), PLATEAU_TEXT("used in fitting")};
    static_assert(std::size(all) == names_of<Basis>.size());
    return all[static_cast<std::size_t>(basis)];
}

namespace {

constexpr std::array<std::pair<const char*, int>, 1> metrics{{{"tokens_per_s_per_gpu", 0}}};

constexpr double most_gpus = 1e9;

Claim read_claim(files::Reader& reader)
{
    Claim claim;
    int metric = 0;
    reader.text("id", claim.id, Need::Required);
    reader.text("label", claim.label, Need::Required);
    reader.choice("metric", metric, std::span<const std::pair<const char*, int>>(metrics), Need::Required);
    reader.quantity("from_gpus", units::Unit::Gpus, claim.from_gpus, 1, most_gpus, Need::Required);
    reader.quantity("to_gpus", units::Unit::Gpus, claim.to_gpus, 1, most_gpus, Need::Required);
    reader.quantity("ratio", units::Unit::None, claim.ratio, 1e-6, 1e6, Need::Required);
    reader.choice("known_by", claim.known_by, Need::Required);
    reader.text("source", claim.source, Need::Required);
    claim.holds_for = changes(reader, "holds_for", Need::Required);
    return claim;
}

Coverage read_coverage(files::Reader& reader)
{
    Coverage coverage;
    reader.text("hardware", coverage.hardware, Need::Required);
    reader.quantity("gpus", units::Unit::Gpus, coverage.gpus, 1, most_gpus, Need::Required);
    reader.text("source", coverage.source, Need::Required);
    return coverage;
}

DomainPair read_pair(files::Reader& reader)
{
    DomainPair pair;
    reader.text("what", pair.what, Need::Required);
    reader.quantity("gpus", units::Unit::Gpus, pair.gpus, 1, most_gpus, Need::Required);
    reader.flag("experts", pair.experts, Need::Required);
    reader.quantity("ratio", units::Unit::None, pair.ratio, 1e-6, 1e6, Need::Required);
    reader.text("source", pair.source, Need::Required);
    return pair;
}

SourceLabel read_label(files::Reader& reader)
{
    SourceLabel label;
    reader.text("source", label.source, Need::Required);
    reader.text("label", label.label, Need::Required);
    return label;
}

Alternative read_alternative(files::Reader& reader)
{
    Alternative alternative;
    reader.text("title", alternative.title, Need::Required);
    reader.text("instead_of", alternative.instead_of, Need::Required);
    reader.text("speaks_for", alternative.speaks_for, Need::Required);
    reader.text("speaks_against", alternative.speaks_against, Need::Required);
    reader.text("source", alternative.source, Need::Required);
    alternative.settings = changes(reader, "settings", Need::Required);
    return alternative;
}

LeftOutError read_left_out(files::Reader& reader)
{
    LeftOutError error;
    const auto figure = [&](const char* key, std::optional<double>& value) {
        double read = 0;
        if (reader.quantity(key, units::Unit::None, read, 0, 100))
            value = read;
    };
    reader.text("source", error.source, Need::Required);
    figure("step_time", error.step_time);
    figure("memory", error.memory);
    return error;
}

void read_reach(files::Reader& reader, ModelError& reach)
{
    static constexpr struct {
        const char* key;
        double ModelError::*value;
        double low, high;
    } numbers[] = {
        {"scatter", &ModelError::scatter, 0.001, 1},
        {"other_hardware", &ModelError::other_hardware, 0, 1},
        {"other_kind", &ModelError::other_kind, 0, 1},
        {"unmoved", &ModelError::unmoved, 0, 1},
        {"distance_scatter", &ModelError::distance_scatter, 0.001, 1},
        {"distance_growth", &ModelError::distance_growth, 0.001, 10},
        {"distance_power", &ModelError::distance_power, 0.1, 10},
        {"mixture", &ModelError::mixture, 0, 2},
        {"pair_scatter", &ModelError::pair_scatter, 0.001, 1},
        {"pair_growth", &ModelError::pair_growth, 0.001, 10},
        {"pair_power", &ModelError::pair_power, 0.1, 10},
        {"other_software", &ModelError::other_software, 0, 1},
        {"memory_scatter", &ModelError::memory_scatter, 0.001, 1},
        {"memory_mixture", &ModelError::memory_mixture, 0, 2},
        {"thrashes_from", &ModelError::thrashes_from, 0.5, 1},
        {"least_network", &ModelError::least_network, 0.01, 1},
        {"unmeasured", &ModelError::unmeasured, 0, 2},
        {"unmeasured_exchange", &ModelError::unmeasured_exchange, 0, 2},
        {"far_count", &ModelError::far_count, 1, 100},
    };
    for (const auto& [key, value, low, high] : numbers)
        reader.quantity(key, units::Unit::None, reach.*value, low, high, Need::Required);
    reader.text("source", reach.source, Need::Required);
}

/// Only entries without a mistake count.
template<class Entry, class Read>
void read_list(files::Reader& reader, const char* key, std::vector<Entry>& entries, std::vector<Error>& problems,
               Read read)
{
    for (const files::Node& node : reader.list(key)) {
        const std::size_t before = problems.size();
        files::Reader own(node, reader.file(), problems);
        Entry entry = read(own);
        own.finish();
        if (problems.size() == before)
            entries.push_back(std::move(entry));
    }
}

} // namespace

Claims read_claims(const std::vector<std::filesystem::path>& preset_folders)
{
    Claims claims;
    const auto all = catalog::preset_files(preset_folders, "evidence");
    files::read_each(all, claims.problems, [&](files::Reader& reader, const auto&) {
        read_list(reader, "claims", claims.claims, claims.problems, read_claim);
        read_list(reader, "coverage", claims.coverage, claims.problems, read_coverage);
        read_list(reader, "domain_pairs", claims.domain_pairs, claims.problems, read_pair);
        read_list(reader, "statements", claims.statements, claims.problems, read_statement);
        read_list(reader, "labels", claims.labels, claims.problems, read_label);
        read_list(reader, "alternatives", claims.reach.alternatives, claims.problems, read_alternative);
        read_list(reader, "left_out", claims.left_out, claims.problems, read_left_out);
        reader.within("reach", [&](files::Reader& own) { read_reach(own, claims.reach); });
        reader.finish();
    });
    return claims;
}

LeftOutError left_out_error(const Claims& claims, const std::string& source)
{
    const auto found = std::ranges::find(claims.left_out, source, &LeftOutError::source);
    return found == claims.left_out.end() ? LeftOutError{source, {}, {}} : *found;
}

std::string source_label(const Claims& claims, const std::string& source)
{
    for (const SourceLabel& label : claims.labels)
        if (source.starts_with(label.source))
            return label.label;
    constexpr std::size_t longest = 22;
    const std::string head = source.substr(0, std::min(source.find('('), source.size()));
    const std::size_t blank = head.size() > longest ? head.rfind(' ', longest) : std::string::npos;
    std::string words = head.size() <= longest ? head : head.substr(0, blank == std::string::npos ? longest : blank);
    while (!words.empty() && words.back() == ' ')
        words.pop_back();
    return words.empty() ? source : words;
}

bool holds_for(const Claim& claim, const Scenario& scenario)
{
    const auto is_named = [&](const std::string& key) {
        return std::any_of(claim.holds_for.begin(), claim.holds_for.end(),
                           [&](const auto& named) { return named.first == key; });
    };
    for (const auto& [key, value] : scenario.overrides) {
        const TrainingParameter* row = training_parameters().find(key);
        if (key != "gpus" && row && row->on_step != catalog::OnStep::Nothing && !is_named(key))
            return false;
    }
    for (const auto& [key, words] : claim.holds_for) {
        const TrainingParameter* row = training_parameters().find(key);
        if (!row)
            return false;
        const auto value = parse_value(*row, words);
        if (!value || *value != row->get(scenario))
            return false;
    }
    return true;
}

double covered_gpus(const Claims& claims, const Scenario& scenario)
{
    double gpus = 0;
    for (const Coverage& coverage : claims.coverage)
        if (coverage.hardware == scenario.cluster.accelerator.id)
            gpus = std::max(gpus, coverage.gpus);
    return gpus;
}

namespace {

bool is_more(const std::string& value) { return value.starts_with('+'); }

/// What a setting makes of the scenario; nothing where no such parameter or value exists.
std::optional<Value> value_in(const TrainingParameter& row, const std::string& words, const Scenario& scenario)
{
    const auto typed = parse_value(row, is_more(words) ? words.substr(1) : words);
    if (!typed)
        return std::nullopt;
    return is_more(words) ? Value(std::get<double>(row.get(scenario)) + std::get<double>(*typed)) : *typed;
}

} // namespace

std::optional<Scenario> explained_by(const Alternative& alternative, const Scenario& scenario)
{
    const catalog::StackConstant* constant = catalog::find_stack_constant(alternative.instead_of);
    const auto is_said = [&](const auto& setting) { return scenario.overrides.contains(setting.first); };
    if (!constant || !(scenario.assumptions.stack.constants.*constant->value > 1)
        || std::ranges::any_of(alternative.settings, is_said))
        return std::nullopt;
    Scenario changed = scenario;
    for (const auto& [key, words] : alternative.settings) {
        const TrainingParameter* row = training_parameters().find(key);
        const auto value = row ? value_in(*row, words, scenario) : std::nullopt;
        if (!value)
            return std::nullopt;
        row->set(changed, *value);
    }
    return changed;
}

} // namespace plateau::evidence
