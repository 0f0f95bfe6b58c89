// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/lecture_words.h"

#include <limits>

#include "core/teaching/tours/figure_json.h"
#include "core/text/messages/speech.h"
#include "core/text/units/quantity.h"

namespace plateau::tours {

namespace {

/// A list as JSON; one element where all are the same.
template<class One, class Make>
LectureJson shortened(const std::vector<One>& all, Make make)
{
    LectureJson json = LectureJson::array();
    for (const One& one : all)
        json.push_back(make(one));
    for (const LectureJson& one : json)
        if (one != json.front())
            return json;
    return json.empty() ? json : LectureJson::array({json.front()});
}

} // namespace

LectureWords::Number LectureWords::computed(const Ask& ask)
{
    Number number;
    const bool fixed = ask.is_of_claim();
    number.form = ask.form;
    for (const Expected<Question>& point : points_) {
        double value = std::numeric_limits<double>::quiet_NaN();
        std::string words = "\u2013";
        if (point) {
            const auto text = number_text(ask, *point, claims_, numbers_, catalog_);
            words = text ? units::typeset(said(*text)) : words;
            if (const auto known = fixed ? Expected<double>(value) : numbers_.value(*point, ask))
                value = *known;
        }
        number.values.push_back(value);
        number.words.push_back(std::move(words));
        if (fixed)
            break;
    }
    return number;
}

std::size_t LectureWords::number(const Ask& ask, const std::string& words)
{
    const auto [found, is_new] = places_.emplace(words, all_.size());
    if (is_new) {
        all_.push_back(computed(ask));
        all_.back().ask = words;
        if (!ask.is_of_claim())
            asks_.push_back(ask);
    }
    return found->second;
}

/// In Korean a particle follows the sound of the number before it: such words are there once for each way it sounds.
LectureJson LectureWords::paragraph(const std::vector<const Piece*>& pieces)
{
    std::vector<std::size_t> places;
    places.reserve(pieces.size());
    for (const Piece* piece : pieces)
        places.push_back(piece->kind == Piece::Kind::Number ? number(piece->ask, piece->words) : 0);
    std::vector<std::vector<std::string>> said_at(pieces.size());
    for (std::size_t point = 0; point < points_.size(); ++point) {
        std::string raw, before;
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const std::vector<std::string>& words = all_[places.empty() ? 0 : places[i]].words;
            raw += pieces[i]->kind == Piece::Kind::Number ? words[words.size() > 1 ? point : 0]
                                                          : units::typeset(pieces[i]->words);
            std::string joined = joined_words(raw);
            said_at[i].push_back(joined.substr(std::min(before.size(), joined.size())));
            before = std::move(joined);
        }
    }
    LectureJson parts = LectureJson::array();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const bool strong = pieces[i]->kind == Piece::Kind::Strong || pieces[i]->strong;
        LectureJson part;
        if (pieces[i]->kind == Piece::Kind::Number) {
            part["n"] = places[i];
        } else {
            part["w"] = shortened(said_at[i], [](const std::string& words) { return words; });
        }
        if (strong)
            part["b"] = true;
        parts.push_back(std::move(part));
    }
    return parts;
}

LectureJson LectureWords::prose(const Prose& prose)
{
    LectureJson paragraphs = LectureJson::array();
    std::vector<const Piece*> pieces;
    const auto flush = [&] {
        if (!pieces.empty())
            paragraphs.push_back(paragraph(pieces));
        pieces.clear();
    };
    for (const Piece& piece : prose) {
        if (piece.kind == Piece::Kind::Paragraph)
            flush();
        else
            pieces.push_back(&piece);
    }
    flush();
    return paragraphs;
}

LectureJson LectureWords::table() const
{
    LectureJson table = LectureJson::array();
    for (const Number& number : all_)
        table.push_back({{"ask", number.ask},
                         {"as",
                          number.form == Ask::Form::Loss         ? "loss"
                              : number.form == Ask::Form::Change ? "change"
                                                                 : "plain"},
                         {"v", shortened(number.values, [](double value) { return figures::json_number(value); })},
                         {"s", shortened(number.words, [](const std::string& words) { return words; })}});
    return table;
}

} // namespace plateau::tours
