// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/answers/answers.h"
#include "core/claims/prose.h"
#include "core/model/metrics.h"
#include "core/question/question.h"

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
