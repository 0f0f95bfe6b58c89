// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/answers/curve_points.h"
#include "core/evidence/difference.h"
#include "core/search/search.h"

/// Which hardware trains faster for the same money, power or number of accelerators.
namespace plateau::answers {

enum class Basis { Usd, Watts, Gpus };

/// What is held equal, as flags, figures and the window have it.
struct BasisRow {
    Basis basis;
    const char* name; ///< of a flag: "usd"
    const char* label; ///< "Same money"
    const char* axis; ///< "US$ an hour"
    const char* help;
    units::Unit unit;
    double (*value)(const Parts&); ///< of a cluster: dollars an hour, facility watts, accelerators
};
std::span<const BasisRow> basis_rows();
const BasisRow& row(Basis basis);
/// Null for a name that is none.
const BasisRow* find_basis(const std::string& name);

/// The question on other hardware, with the same sequences per step: what was set by hand and follows from the hardware
/// (its network, prices, power) is the other's own again. Fails where the hardware is unknown.
Expected<Scenario> on_hardware(const catalog::Catalog& catalog, const Scenario& scenario, const std::string& hardware,
                               double sequences);

/// One cluster of a comparison.
struct EqualCluster {
    std::string hardware;
    Scenario scenario; ///< on the hardware, with its number of accelerators
    Parts parts; ///< of its best plan; where none fits, what is missing
    double value = 0; ///< of what is held equal, at most as much as asked for
    std::optional<evidence::Difference> against_first = {}; ///< of those after the first, where both fit
};

/// The largest cluster within `amount` that can be bought (catalog::purchase_unit()), less what its plan leaves idle;
/// under Basis::Gpus of that many accelerators. The value grows with the count, nearly in proportion: the count is
/// found from the ratio, then unit by unit.
EqualCluster equal_cluster(const Scenario& scenario, const search::OpenKeys& open, Basis basis, double amount,
                           search::PlanSearch& search, const search::SearchOptions& options = {});

/// What a cluster of hardware does as it grows.
struct EqualCurve {
    std::string hardware;
    std::string title;
    std::vector<CurvePoint> points; ///< ascending, powers of two
};

/// What the scenario's hardware is compared with: as its view remembers, else the usual two.
std::vector<std::string> compared_hardware(const Scenario& scenario);
/// How the view remembers it.
inline constexpr const char* compared_hardware_key = "compared_hardware";
std::string hardware_list(const std::vector<std::string>& ids);
/// The scenario's own hardware before the others, each once.
std::vector<std::string> own_first(const Scenario& scenario, const std::vector<std::string>& others);

/// The scenario's own hardware first, then the others in the order asked for; hardware that the question cannot be
/// asked of is left out. No clusters where no plan is possible, or the scenario's own cluster is free under Basis::Usd.
struct EqualAnswer {
    Basis basis = Basis::Usd;
    double amount = 0; ///< what the scenario's own cluster has, with its best plan
    bool is_free = false; ///< it costs nothing: nothing else costs as much
    std::vector<EqualCluster> clusters;
    Parts given; ///< of the scenario's own cluster with its plan as it stands: every cluster has its best
    std::vector<EqualCurve> curves;
};

/// Each hardware with its best plan and the batch of the scenario's own. When stopped, what it returns is to be thrown
/// away.
EqualAnswer compare_hardware(const catalog::Catalog& catalog, const Scenario& scenario,
                             const std::vector<std::string>& hardware, Basis basis, threads::Pool& pool,
                             const search::SearchOptions& options = {});

/// The scenario's hardware against others for the same money, power or count, each with its best plan.
struct EqualHardware {
    struct Key {
        TrainingQuestion question;
        Basis basis = Basis::Usd;
        std::vector<std::string> compared; ///< besides the scenario's own
        friend bool operator==(const Key&, const Key&) = default;
        /// With the hardware that the scenario's view remembers.
        static Key of(const TrainingQuestion& question, Basis basis);
    };
    using Value = EqualAnswer;
    static Value compute(const Key& key, Work& work);
    static std::size_t bytes(const Value& value);
};

} // namespace plateau::answers
