// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include <nlohmann/json.hpp>

#include "core/teaching/tours/lecture_grid.h"

/// The texts of one step with every number that they ask for, at all points that the step can be moved to.
namespace plateau::tours {

using LectureJson = nlohmann::ordered_json;

class LectureWords {
public:
    /// `points`: nothing where values do not go together.
    LectureWords(const PaperClaims& claims, Numbers& numbers, const catalog::Catalog& catalog,
                 const std::vector<Expected<Question>>& points)
        : claims_(claims), numbers_(numbers), catalog_(catalog), points_(points)
    {
    }

    /// Paragraphs of parts: words, words that follow from a number before them, numbers by their place in table().
    LectureJson prose(const Prose& prose);
    /// The place of a number in table().
    std::size_t number(const Ask& ask, const std::string& words);
    /// The values of each number ("v", null where there is none) and its words ("s"), one where all points have the
    /// same.
    LectureJson table() const;
    /// What may be interpolated.
    const std::vector<Ask>& asks() const { return asks_; }

private:
    struct Number {
        std::string ask; ///< as the text has it
        Ask::Form form = Ask::Form::Plain;
        std::vector<double> values;
        std::vector<std::string> words;
    };
    Number computed(const Ask& ask);
    LectureJson paragraph(const std::vector<const Piece*>& pieces);

    const PaperClaims& claims_;
    Numbers& numbers_;
    const catalog::Catalog& catalog_;
    const std::vector<Expected<Question>>& points_;
    std::map<std::string, std::size_t> places_; ///< by what stands between the braces
    std::vector<Number> all_;
    std::vector<Ask> asks_;
};

} // namespace plateau::tours
