// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/teaching/tours/papers.h"
#include "core/teaching/tours/tour.h"

/// What a lecture as a page of the web is made of. Nothing can be computed any more when it is seen: what the controls
/// of a step can be set to is a grid of questions, each answered, said and drawn ahead.
namespace plateau::tours {

using LectureJson = nlohmann::ordered_json;

/// One control and its values, in their order.
struct GridControl {
    std::string key;
    ParameterDescription row;
    std::vector<Value> values = {}; ///< at least one
    std::size_t at = 0; ///< where the step stands
    bool numeric = false;

    Argument words(std::size_t index) const { return value_words(row, values[index]); }
};

class Grid {
public:
    Grid(const catalog::Catalog& catalog, const Step& step);

    const std::vector<GridControl>& controls() const { return controls_; }
    std::size_t size() const;
    std::size_t own_point() const; ///< where the step stands
    /// Which of its values a control has at a point. The last control changes first.
    std::size_t index(std::size_t point, std::size_t control) const;
    /// Errors: these values do not go together.
    Expected<Question> question(std::size_t point) const;

private:
    const catalog::Catalog& catalog_;
    const Step& step_;
    std::vector<GridControl> controls_;
};

/// The texts of one step with every number that they ask for, at all points that the step can be moved to.
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
    /// The place of a number in table(); `words` tells it from the others.
    std::size_t number(const Ask& ask, const std::string& words);
    /// The words of each number, once where all points have the same.
    const LectureJson& table() const { return table_; }
    /// The values of a number, null where there is none.
    LectureJson values(const Ask& ask) const;

private:
    std::vector<std::string> said_of(const Ask& ask) const;
    LectureJson paragraph(const std::vector<const Piece*>& pieces);

    const PaperClaims& claims_;
    Numbers& numbers_;
    const catalog::Catalog& catalog_;
    const std::vector<Expected<Question>>& points_;
    std::map<std::string, std::size_t> places_; ///< by what stands between the braces
    std::vector<std::vector<std::string>> all_;
    LectureJson table_ = LectureJson::array();
};

/// All pictures of a page, drawn by the program at two widths; what several of them hold alike is kept once.
class LecturePictures {
public:
    explicit LecturePictures(const Press& press) : press_(press) { }

    /// Draws a picture; `beside`: how many it stands among. Its place in all().
    Expected<std::size_t> keep(const figures::WebPicture& picture, std::size_t beside);
    /// The wide one of a place, as it can stand in a page.
    std::string svg(std::size_t place) const;
    /// "parts": pieces of SVG; "pictures": of each what it says, and narrow and wide its size, its plots and parts.
    LectureJson all() const;
    /// Of the page, in the letters of all pictures and of more words.
    std::string fonts(const std::string& words) const;

private:
    Expected<LectureJson> drawn(const figures::WebPicture& picture, int width, int height);
    std::size_t kept(std::string part);

    const Press& press_;
    std::map<std::string, std::size_t> places_; ///< of parts, and of pictures
    std::vector<std::string> parts_;
    std::vector<LectureJson> pictures_;
};

/// One step as the page has it.
struct LectureStep {
    LectureJson json;
    std::vector<std::size_t> first; ///< the places of the pictures that it begins with
};
Expected<LectureStep> lecture_step(const std::shared_ptr<answers::Answers>& answers, const Step& step,
                                   const PaperClaims& claims, LecturePictures& pictures);

} // namespace plateau::tours
