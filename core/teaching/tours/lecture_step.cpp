// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/teaching/tours/guess.h"
#include "core/teaching/tours/lecture_parts.h"
#include "core/teaching/tours/shown_figures.h"
#include "core/text/messages/speech.h"
#include "core/text/units/quantity.h"

namespace plateau::tours {

std::vector<std::string> LectureWords::said_of(const Ask& ask) const
{
    std::vector<std::string> words;
    for (const Expected<Question>& point : points_) {
        const auto text = point ? number_text(ask, *point, claims_, numbers_, catalog_) : Expected<Message>(Message{});
        words.push_back(point && text ? units::typeset(said(*text)) : "\u2013");
        if (ask.is_of_claim())
            break;
    }
    if (std::adjacent_find(words.begin(), words.end(), std::not_equal_to<>()) == words.end())
        words.resize(1);
    return words;
}

LectureJson LectureWords::values(const Ask& ask) const
{
    LectureJson values = LectureJson::array();
    for (const Expected<Question>& point : points_) {
        const auto value = point ? numbers_.value(*point, ask) : tl::unexpected(point.error());
        values.push_back(value && std::isfinite(*value) ? LectureJson(*value) : LectureJson(nullptr));
    }
    return values;
}

std::size_t LectureWords::number(const Ask& ask, const std::string& words)
{
    const auto [found, is_new] = places_.emplace(words, all_.size());
    if (is_new) {
        all_.push_back(said_of(ask));
        table_.push_back({{"ask", words}, {"words", all_.back()}});
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
            if (pieces[i]->kind == Piece::Kind::Number) {
                const std::vector<std::string>& words = all_[places[i]];
                raw += words[words.size() > 1 ? point : 0];
            } else {
                raw += units::typeset(pieces[i]->words);
            }
            std::string joined = joined_words(raw);
            said_at[i].push_back(joined.substr(std::min(before.size(), joined.size())));
            before = std::move(joined);
        }
    }
    LectureJson parts = LectureJson::array();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const bool strong = pieces[i]->kind == Piece::Kind::Strong || pieces[i]->strong;
        LectureJson part;
        const std::vector<std::string>& words = said_at[i];
        const bool alike = std::adjacent_find(words.begin(), words.end(), std::not_equal_to<>()) == words.end();
        if (pieces[i]->kind == Piece::Kind::Number)
            part["n"] = places[i];
        else
            part["w"] = alike ? LectureJson{words.front()} : LectureJson(words);
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

namespace {

/// Writes one step of a tour as JSON.
class StepWriter {
public:
    StepWriter(std::shared_ptr<answers::Answers> answers, const Step& step, const PaperClaims& claims,
               LecturePictures& pictures)
        : answers_(std::move(answers)), catalog_(answers_->data()->catalog()), step_(step), claims_(claims),
          pictures_(pictures), numbers_(answers_), grid_(catalog_, step), points_(all_points()),
          words_(claims, numbers_, catalog_, points_)
    {
    }

    Expected<LectureStep> write()
    {
        LectureStep step;
        if (auto drawn = draw(step); !drawn)
            return tl::unexpected(drawn.error());
        LectureJson& json = step.json;
        json["text"] = words_.prose(step_.text);
        json["look"] = words_.prose(step_.look);
        json["notes"] = words_.prose(step_.notes);
        if (step_.prediction)
            json["predict"] = of_prediction(*step_.prediction);
        if (step_.exercise)
            json["question"] = of_exercise(*step_.exercise);
        json["try"] = of_attempts();
        json["claims"] = of_claims();
        json["source"] = step_.source;
        json["known"] = translated(claims::known_word(step_.known_by));
        json["controls"] = of_controls();
        json["own"] = grid_.own_point();
        json["numbers"] = words_.table();
        return step;
    }

private:
    /// The questions of the grid, then those of what there is to try.
    std::vector<Expected<Question>> all_points() const
    {
        std::vector<Expected<Question>> points;
        for (std::size_t point = 0; point < grid_.size(); ++point)
            points.push_back(grid_.question(point));
        for (const Attempt& attempt : step_.attempts)
            points.push_back(with(catalog_, step_.question, attempt.changes));
        return points;
    }

    LectureJson of_controls() const
    {
        LectureJson all = LectureJson::array();
        for (const GridControl& control : grid_.controls()) {
            LectureJson one{{"key", control.key},
                            {"label", translated(control.row.label)},
                            {"at", control.at},
                            {"numeric", control.numeric}};
            for (std::size_t i = 0; i < control.values.size(); ++i) {
                const Value& value = control.values[i];
                one["words"].push_back(units::typeset(said(Message{"%1", {control.words(i)}})));
                one["values"].push_back(control.numeric ? LectureJson(std::get<double>(value))
                                                        : LectureJson(exact_value(control.row, value)));
            }
            all.push_back(std::move(one));
        }
        return all;
    }

    /// What is shown at a point, from the top.
    std::vector<figures::WebPicture> shown(const Expected<Question>& point, Shown shown) const
    {
        std::vector<figures::WebPicture> all;
        if (!point)
            return all;
        if (is_schematic(step_.picture))
            if (const auto drawing = schematic(*answers_, step_.picture, *point))
                all.emplace_back(*drawing);
        for (figures::Figure& figure : shown_figures(*answers_, step_, *point, claims_, shown))
            all.emplace_back(std::move(figure));
        return all;
    }

    /// Before its answer a step stands still, unless it asks which curve is which.
    std::vector<Expected<Question>> asked_points() const
    {
        if (step_.exercise && step_.exercise->form == Exercise::Form::Which)
            return points_;
        return step_.prediction ? std::vector{points_[grid_.own_point()]} : std::vector<Expected<Question>>();
    }

    Expected<void> draw(LectureStep& step)
    {
        step.json = {{"id", step_.id}, {"title", step_.title}, {"minutes", step_.minutes}};
        std::vector<std::vector<figures::WebPicture>> asked, told;
        for (const Expected<Question>& point : asked_points())
            asked.push_back(shown(point, Shown::Asked));
        for (const Expected<Question>& point : points_)
            told.push_back(shown(point, Shown::Told));
        share_axes({&asked, &told});
        for (const auto& [name, pictures] : {std::pair("asked", &asked), std::pair("told", &told)}) {
            LectureJson& places = step.json[name] = LectureJson::array();
            for (const std::vector<figures::WebPicture>& here : *pictures) {
                places.push_back(LectureJson::array());
                for (const figures::WebPicture& picture : here) {
                    const Expected<std::size_t> place = pictures_.keep(picture, here.size());
                    if (!place)
                        return tl::unexpected(place.error());
                    places.back().push_back(*place);
                }
            }
        }
        const bool tells = step_.exercise && step_.exercise->form == Exercise::Form::Order;
        const LectureJson& begin = asked.empty() ? step.json["told"] : step.json["asked"];
        if (!tells)
            step.first = begin[begin.size() > 1 ? grid_.own_point() : 0].get<std::vector<std::size_t>>();
        return {};
    }

    /// Axes of the same plots stand still, whatever is tried.
    static void share_axes(std::initializer_list<std::vector<std::vector<figures::WebPicture>>*> all)
    {
        std::map<std::string, std::vector<figures::Figure*>> alike;
        for (auto* pictures : all)
            for (auto& here : *pictures)
                for (std::size_t i = 0; i < here.size(); ++i)
                    if (auto* figure = std::get_if<figures::Figure>(&here[i]); figure && figure->as<figures::Plot>())
                        alike[std::to_string(i) + figure->id].push_back(figure);
        for (const auto& [name, same] : alike) {
            figures::FigurePage page;
            for (figures::Figure* figure : same)
                page.tiles.push_back({{}, std::move(*figure)});
            figures::share_axes(page);
            for (std::size_t i = 0; i < same.size(); ++i)
                *same[i] = std::move(page.tiles[i].figure);
        }
    }

    LectureJson of_prediction(const Prediction& prediction)
    {
        LectureJson json{{"panel", prediction.panel}, {"from", prediction.from}, {"at", prediction.at}};
        json["ask"] = words_.prose(prediction.ask);
        json["why"] = words_.prose(prediction.why);
        json["flat"] = words_.prose(prediction.flat);
        for (const figures::Figure& figure : shown_figures(*answers_, step_, step_.question, claims_, Shown::Told)) {
            if (!asks_about(figure, prediction))
                continue;
            json["start"] = last_seen(prediction, figure).value_or(0);
            json["truth"] = truth(prediction, figure).value_or(0);
            for (const figures::Panel& panel : figure.panels())
                if (panel.id == prediction.panel)
                    json["share"] = panel.y.unit == units::Unit::Fraction;
        }
        return json;
    }

    LectureJson of_exercise(const Exercise& exercise)
    {
        LectureJson json{{"form", name(exercise.form)}};
        json["ask"] = words_.prose(exercise.ask);
        json["why"] = words_.prose(exercise.why);
        switch (exercise.form) {
        case Exercise::Form::Which:
            json["trap"] = words_.prose(exercise.trap);
            json["letters"] = LectureJson::array();
            json["right"] = letter(asked_letter(exercise, step_));
            json["it_is"] = said(Message{PLATEAU_TEXT("It is %1."), {Verbatim{json["right"].get<std::string>()}}});
            for (std::size_t i = 0; i < step_.beside.size() + 1; ++i) {
                const Verbatim chosen{letter(static_cast<int>(i))}, right{json["right"].get<std::string>()};
                json["letters"].push_back(chosen.text);
                json["verdicts"][chosen.text] = chosen == right
                    ? said(Message{PLATEAU_TEXT("%1: right."), {chosen}})
                    : said(Message{PLATEAU_TEXT("Not %1: it is %2."), {chosen, right}});
            }
            break;
        case Exercise::Form::Order:
            json["items"] = LectureJson::array();
            for (const Exercise::Item& item : exercise.items)
                json["items"].push_back({{"say", words_.prose(item.say)},
                                         {"value", words_.number(item.value, item.value.key + words_of(item.value))},
                                         {"trap", words_.prose(item.trap)}});
            json["order"] = right_order(exercise, step_.question, numbers_).value_or(std::vector<int>());
            json["verdicts"] = of_pairs(static_cast<double>(exercise.items.size()));
            break;
        case Exercise::Form::Reach:
            json["goal"] = words_.number(exercise.goal, exercise.goal.key + words_of(exercise.goal));
            json["values"] = words_.values(exercise.goal);
            json["at_least"] = exercise.at_least ? LectureJson(*exercise.at_least) : LectureJson(nullptr);
            json["at_most"] = exercise.at_most ? LectureJson(*exercise.at_most) : LectureJson(nullptr);
            json["solution"] = LectureJson::object();
            for (const auto& [key, text] : exercise.solution)
                json["solution"][key] = place_of(key, text);
            break;
        }
        return json;
    }

    /// What is said of an order, by how many of its pairs stand right.
    static LectureJson of_pairs(double items)
    {
        LectureJson all = LectureJson::array();
        const double pairs = items * (items - 1) / 2;
        for (double alike = 0; alike < pairs; ++alike)
            all.push_back(said(Message{PLATEAU_TEXT("%1 of %2 pairs stand right."),
                                       {Quantity{alike, units::Unit::Count}, Quantity{pairs, units::Unit::Count}}}));
        all.push_back(translated(PLATEAU_TEXT("All in the right order.")));
        return all;
    }

    /// The place of a value among those of its control; -1 where it is none of them.
    int place_of(const std::string& key, const std::string& text) const
    {
        for (const GridControl& control : grid_.controls())
            if (control.key == key)
                if (const auto value = parse_value(control.row, text))
                    return static_cast<int>(std::find(control.values.begin(), control.values.end(), *value)
                                            - control.values.begin());
        return -1;
    }

    /// Words that tell asks of one key apart.
    static std::string words_of(const Ask& ask)
    {
        std::string words(1, static_cast<char>('0' + static_cast<int>(ask.form)));
        for (const Changes* changes : {&ask.at, &ask.against}) {
            for (const auto& [key, value] : *changes)
                words += "," + key + "=" + value;
            words += ";";
        }
        return words;
    }

    LectureJson of_attempts()
    {
        LectureJson all = LectureJson::array();
        for (std::size_t i = 0; i < step_.attempts.size(); ++i)
            all.push_back({{"say", words_.prose(step_.attempts[i].words)}, {"point", grid_.size() + i}});
        return all;
    }

    LectureJson of_claims()
    {
        LectureJson all = LectureJson::array();
        for (const std::string& id : step_.claims) {
            const PaperClaim* claim = claims_.find(id);
            const auto verdict = judge(catalog_, *claim, numbers_);
            all.push_back({{"said", translated(claim->said)},
                           {"told", verdict ? units::typeset(said(told(*claim, *verdict))) : std::string()}});
        }
        return all;
    }

    std::shared_ptr<answers::Answers> answers_;
    const catalog::Catalog& catalog_;
    const Step& step_;
    const PaperClaims& claims_;
    LecturePictures& pictures_;
    Numbers numbers_;
    Grid grid_;
    std::vector<Expected<Question>> points_;
    LectureWords words_;
};

} // namespace

Expected<LectureStep> lecture_step(const std::shared_ptr<answers::Answers>& answers, const Step& step,
                                   const PaperClaims& claims, LecturePictures& pictures)
{
    return StepWriter(answers, step, claims, pictures).write();
}

} // namespace plateau::tours
