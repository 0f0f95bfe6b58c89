// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/answers/answers.h"
#include "core/charts/figure.h"
#include "core/evidence/claims.h"
#include "core/model/metrics.h"
#include "core/question/question.h"
#include "core/text/messages/error.h"
#include "core/views/why.h"

/// Text with live numbers. Every number in it is asked for, so that no text says what the model does not:
///
///     Each of {gpus} does {loss tokens_per_s_per_gpu at gpus=2048 against gpus=128} less.
///     **Where will it bend?** An [H100] of [2022] ...
///
/// Digits that are no number of the model - names, years, sources - stand in square brackets, which are not shown. A
/// line break is a space, an empty line a new paragraph, ** strong.
namespace plateau::claims {

using Changes = std::vector<std::pair<std::string, std::string>>; ///< parameter key, value as people type it

/// A number that a text or a claim asks for: `[change|loss|times] KEY [at K=V, ...] [against K=V, ...]`, or
/// `CLAIM reported`, `CLAIM predicted`. KEY is a parameter of the question or one of its results.
struct Ask {
    enum class Form {
        Plain,
        Change, ///< "−30.4 %": of `at` relative to `against`
        Loss, ///< "30.4 %": how much less `at` is than `against`
        Times, ///< "1.5 ×": `at` over `against`
        Reported, ///< of a claim
        Predicted, ///< of a claim
    };
    Form form = Form::Plain;
    std::string key; ///< or the claim's id
    Changes at;
    Changes against;

    bool is_ratio() const { return form == Form::Change || form == Form::Loss || form == Form::Times; }
    bool is_of_claim() const { return form == Form::Reported || form == Form::Predicted; }
};

Expected<Ask> read_ask(const std::string& text);

struct Piece {
    enum class Kind { Words, Strong, Number, Paragraph };
    Kind kind = Kind::Words;
    std::string words; ///< of Words and Strong; of a Number what stands between the braces
    Ask ask = {}; ///< of a Number
    bool strong = false; ///< a Number among strong words
};
using Prose = std::vector<Piece>;

/// Tells everything that is wrong, an error each.
Prose read_prose(const std::string& text, const std::function<void(Error)>& refuse);

} // namespace plateau::claims

/// The numbers that texts and claims may ask for of a question, beside its parameters.
namespace plateau::claims {

Expected<Question> find_question(const catalog::Catalog& catalog, const std::string& name_or_file);
Expected<Question> with(const catalog::Catalog& catalog, Question question, const Changes& changes);

/// One result: a metric, what a collective of the step takes, or where a limits curve ends.
struct Result {
    std::string key;
    std::string label;
    units::Unit unit = units::Unit::None;
    double si = 1; ///< SI units in one of the value's
};
/// Results of questions of that kind, in the order in which they are listed.
std::vector<Result> results(bool training);
/// Is there a parameter or a result of that name? The error names the nearest.
Expected<void> known_key(const Question& question, const std::string& key);

/// The numbers of questions, read off their answers.
class Numbers {
public:
    explicit Numbers(std::shared_ptr<answers::Answers> answers) : answers_(std::move(answers)) { }

    /// What a number stands for: in the unit of its result or parameter, or a ratio. Not of a claim. Errors: unknown
    /// names, an impossible plan, a value that is not known.
    Expected<double> value(const Question& question, const Ask& ask);
    /// The value as people read it: "658 W", "−30.4 %", "FSDP, whole world".
    Expected<Message> text(const Question& question, const Ask& ask);
    /// The parts of a training question's step, as it is with changes. Errors as above.
    Expected<Parts> parts(const Question& question, const Changes& changes);
    /// How a value of that number is written.
    Message written(const Question& question, const Ask& ask, double value) const;

private:
    const catalog::Catalog& catalog() const { return answers_->data()->catalog(); }
    std::shared_ptr<const Estimate> estimate_of(const Scenario& scenario);
    Expected<double> result(const Question& question, const std::string& key);

    std::shared_ptr<answers::Answers> answers_;
};

} // namespace plateau::claims

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
