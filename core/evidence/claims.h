// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/files/reader.h"
#include "core/model/estimate.h"
#include "core/model/metrics.h"
#include "core/question/scenario/scenario.h"
#include "core/text/messages/names.h"

/// Explanations that fit what was measured alike, and that say different things about other questions. Where one is in
/// a scenario, the others could be in its place; a difference of two scenarios is only as sure as they agree on it.
/// Read from evidence/alternatives.yaml.
namespace plateau::evidence {

struct Alternative {
    std::string title;
    std::string instead_of; ///< a constant of the software that is above 1 where it stands for this explanation
    /// Parameter key, value as people type it; "+16us" is more than what is.
    std::vector<std::pair<std::string, std::string>> settings;
    std::string speaks_for;
    std::string speaks_against;
    std::string source;
};

/// The scenario as this explains it; nothing where its software has another, or where the question says itself what
/// would be other.
std::optional<Scenario> explained_by(const Alternative& alternative, const Scenario& scenario);

} // namespace plateau::evidence

/// What papers say in numbers, read from evidence/*.yaml of the preset folders: values beside what the model predicts
/// for the same question; and of curves, without a run to predict, a ratio between two cluster sizes and how far
/// measurements reach at all.
namespace plateau::evidence {

/// What a number of a paper is worth as a test of the model. Only what was reported and not used is one.
enum class Basis {
    Reported, ///< a number that somebody published
    Direction, ///< a direction that somebody published: more, less, no more than
    Expected, ///< what this project expects of a model that is right
    Used, ///< a published number by which constants of the model were chosen
};

using TypedChanges = std::vector<std::pair<std::string, std::string>>; ///< parameter key, value as people type it

/// "Of `scenario` with the changes `at`, `metric` is `reported`"; with `against`: relative to the same with those.
struct Statement {
    std::string id;
    std::string said; ///< what the number is of
    std::string scenario;
    const Metric* metric = nullptr;
    TypedChanges at;
    TypedChanges against;
    double reported = 0; ///< in the metric's own units, or a ratio
    Basis basis = Basis::Reported;
    catalog::KnownBy known_by = catalog::KnownBy::SecondHand;
    std::string source;

    bool is_ratio() const { return !against.empty(); }
};

/// "reported", "direction reported", "expected by us", "used in fitting"
const char* words(Basis basis);

/// "At to_gpus each GPU does `ratio` times what it did at from_gpus", for scenarios that match `holds_for`.
struct Claim {
    std::string id;
    std::string label; ///< who says so: "Fernandez et al."
    double from_gpus = 0;
    double to_gpus = 0;
    double ratio = 1; ///< of tokens/s per GPU
    catalog::KnownBy known_by = catalog::KnownBy::SecondHand;
    std::string source;
    std::vector<std::pair<std::string, std::string>> holds_for; ///< parameter key, value as people type it
};

/// The largest cluster of an accelerator that a measurement covers.
struct Coverage {
    std::string hardware;
    double gpus = 0;
    std::string source;
};

/// How far the model is off where its constants were fitted, and how much further beyond: what a calibration on one's
/// own runs starts from (calibrate.h). All of ln step time.
struct ModelError {
    double scatter = 0; ///< of one run around the mean of its source
    double other_hardware = 0; ///< more of it on an accelerator without runs
    double other_kind = 0; ///< more of it per kind of parallelism without runs
    double unmoved = 0; ///< a change this small is none
    double distance_scatter = 0; ///< near measured runs of other sources: s of known.h
    double distance_growth = 0; ///< g there
    double distance_power = 1; ///< p there
    double mixture = 0; ///< more of it for mixtures of experts
    double unmeasured = 0; ///< the least of it where no run has the chip, the mechanism or nearly so many accelerators
    double unmeasured_exchange = 0; ///< the same where experts span domains of a fabric on which no run's do
    double far_count = 1; ///< that many times the largest measured number of accelerators is not nearly so many
    double pair_scatter = 0; ///< of the difference of two predictions for one machine and software: t of difference.h
    double pair_growth = 0; ///< g there
    double pair_power = 1; ///< p there
    double other_software = 0; ///< more of it between two programs
    double memory_scatter = 0; ///< of ln memory, of sources left out
    double memory_mixture = 0; ///< more of it for mixtures of experts
    double thrashes_from = 1; ///< share of the memory above which an allocator frees and asks again
    std::vector<Alternative> alternatives = {}; ///< that fit alike
    double least_network = 0; ///< what a scale-out network of unknown quality may reach of a good one
    std::string source;
};

/// What a table's source is called where there is little room.
struct SourceLabel {
    std::string source; ///< how the text of the column `source` begins
    std::string label;
};

/// How far a source is missed where constants are fitted on all the others: mean |predicted / measured - 1|, where the
/// source has such runs. As cross_validation.h says when the presets were written (tests/studies/left_out.py).
struct LeftOutError {
    std::string source;
    std::optional<double> step_time;
    std::optional<double> memory;
};

/// One model on machines that differ in their scale-up domains: 72 accelerators in place of 8.
struct DomainPair {
    std::string what; ///< model and chips
    double gpus = 0;
    bool experts = false;
    double ratio = 1; ///< of tokens/s per GPU
    std::string source; ///< the two rows
};

struct Claims {
    std::vector<Claim> claims;
    std::vector<Coverage> coverage;
    std::vector<DomainPair> domain_pairs;
    ModelError reach;
    std::vector<Statement> statements;
    std::vector<SourceLabel> labels;
    std::vector<LeftOutError> left_out;
    std::vector<Error> problems; ///< entries that could not be read; the rest still stands
};

Claims read_claims(const std::vector<std::filesystem::path>& preset_folders);

/// Nothing for a source the presets do not name.
LeftOutError left_out_error(const Claims& claims, const std::string& source);

/// The label of a source; where it has none, its first words.
std::string source_label(const Claims& claims, const std::string& source);

/// Every parameter the claim names has the claim's value in this scenario, and nothing else that a step depends on was
/// changed; the GPU count does not matter.
bool holds_for(const Claim& claim, const Scenario& scenario);

/// GPUs covered by measurements of the scenario's accelerator; 0 when there are none.
double covered_gpus(const Claims& claims, const Scenario& scenario);

} // namespace plateau::evidence

template<>
inline constexpr std::array plateau::names_of<plateau::evidence::Basis>{"reported", "direction", "expected", "used"};
