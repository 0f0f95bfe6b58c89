// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/charts/figure.h"
#include "core/claims/results.h"
#include "core/evidence/claims.h"
#include "core/views/why.h"

namespace plateau::claims {

struct PaperClaim {
    std::string id;
    std::string said;
    std::string scenario;
    Ask ask;
    std::optional<double> reported;
    std::optional<double> at_least;
    std::optional<double> at_most;
    double within = 0; ///< how far from `reported`, below `at_least` or above `at_most` it may be and still hold
    std::optional<double> gate; ///< the same for tests
    evidence::Basis basis = evidence::Basis::Expected;
    bool reproduces = false; ///< the source computed it with the same model
    catalog::KnownBy known_by = catalog::KnownBy::SecondHand;
    std::string source;

    /// It can tell whether the model is right: it was reported, no constant was chosen by it, and nobody computed it
    /// so.
    bool is_test() const { return basis == evidence::Basis::Reported && !reproduces; }
    /// How far a value is outside of what is claimed; 0 where it is as claimed.
    double off(double value) const;
    bool holds(double value) const { return off(value) <= within; }
};

struct PaperClaims {
    std::vector<PaperClaim> claims;
    std::vector<Error> problems; ///< entries that could not be read

    const PaperClaim* find(const std::string& id) const;
    std::vector<std::string> ids() const;
};

/// `evidence` has the statements they refer to.
PaperClaims read_paper_claims(const catalog::Catalog& catalog, const evidence::Claims& evidence);

/// Holds what the model says to a claim.
struct Verdict {
    double predicted = 0;
    bool holds = false;
    Message reported_text; ///< "−37.2 %", "at least 0 %"
    Message predicted_text;
};
using narrate::known_word;
/// Gives the sentence on a claim: "reported %1 (%2), Plateau %3: %4", by its basis.
const char* told_text(const PaperClaim& claim);
/// Says what becomes of it: "holds", "missed"; "reproduced"; of what was used "no test".
const char* outcome_words(const PaperClaim& claim, const Verdict& verdict);
/// Claim and verdict in words, with their numbers.
Message told(const PaperClaim& claim, const Verdict& verdict);

/// How many of each basis there are, and how many of the tests hold.
struct Tally {
    int tests = 0, held = 0, reproduced = 0, directions = 0, same_direction = 0, expected = 0, as_expected = 0,
        used = 0;

    void add(const PaperClaim& claim, const Verdict& verdict);
};

Expected<Verdict> judge(const catalog::Catalog& catalog, const PaperClaim& claim, Numbers& numbers);

/// Marks what claims report of single places on a picture: rings on the scaling figure for values at a GPU count,
/// strokes on the axis of the limits figure for landmarks. Ratios have a bracket of the figure's own.
void add_claim_marks(figures::Figure& figure, const std::vector<const PaperClaim*>& claims);

} // namespace plateau::claims
