// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teaching/tours/lecture_step.h"

#include <algorithm>

#include "core/teaching/tours/guess.h"
#include "core/teaching/tours/picture.h"
#include "core/teaching/tours/shown_figures.h"
#include "core/text/messages/speech.h"
#include "core/text/units/quantity.h"

namespace plateau::tours {

namespace {

using figures::json_number;

/// Writes one step of a tour as JSON.
class StepWriter {
public:
    StepWriter(std::shared_ptr<answers::Answers> answers, const Step& step, const PaperClaims& claims,
               LecturePools& pools)
        : answers_(std::move(answers)), catalog_(answers_->data()->catalog()), step_(step), claims_(claims),
          pools_(pools), numbers_(answers_), grid_(catalog_, step), points_(all_points()),
          words_(claims, numbers_, catalog_, points_)
    {
    }

    LectureJson write()
    {
        LectureJson json{{"id", step_.id}, {"title", step_.title}, {"minutes", json_number(step_.minutes)}};
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
        json["smooth"] = of_edges(); // before it all numbers are known
        json["numbers"] = words_.table();
        json["asked"] = pictures(Shown::Asked);
        json["told"] = step_.prediction || step_.exercise ? pictures(Shown::Told) : json["asked"];
        return json;
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
                            {"whole", control.row.kind == ParameterKind::Whole},
                            {"at", control.at}};
            one["words"] = LectureJson::array();
            for (std::size_t i = 0; i < control.values.size(); ++i)
                one["words"].push_back(units::typeset(said(control.words(static_cast<int>(i)))));
            one["values"] = LectureJson::array();
            for (std::size_t i = 0; i < control.values.size(); ++i)
                one["values"].push_back(control.numeric ? LectureJson(control.number(static_cast<int>(i)))
                                                        : LectureJson(exact_value(control.row, control.values[i])));
            one["numeric"] = control.numeric;
            all.push_back(std::move(one));
        }
        return all;
    }

    /// A line for each control: at each point whether numbers may be interpolated to the next value.
    LectureJson of_edges()
    {
        LectureJson all = LectureJson::array();
        for (std::size_t control = 0; control < grid_.controls().size(); ++control) {
            std::string edges;
            for (std::size_t point = 0; point < grid_.size(); ++point)
                edges += is_smooth(grid_, point, control, words_.asks(), *answers_, numbers_) ? '1' : '0';
            all.push_back(edges);
        }
        return all;
    }

    /// By point: places in the pool, and where the markers stand.
    LectureJson pictures(Shown shown)
    {
        LectureJson places = LectureJson::array(), markers = LectureJson::array();
        for (const Expected<Question>& point : points_) {
            LectureJson here = LectureJson::array(), at = LectureJson::array();
            if (point) {
                if (is_schematic(step_.picture))
                    if (const auto drawing = schematic(*answers_, step_.picture, *point)) {
                        here.push_back(pools_.pictures.keep(figures::figure_json(*drawing)));
                        at.push_back(nullptr);
                    }
                for (const figures::Figure& figure : shown_figures(*answers_, step_, *point, claims_, shown)) {
                    here.push_back(pools_.pictures.keep(figures::figure_json(figure, pools_.curves)));
                    const auto* plot = figure.as<figures::Plot>();
                    at.push_back(plot && plot->marker > 0 ? LectureJson(plot->marker) : LectureJson(nullptr));
                }
            }
            places.push_back(std::move(here));
            markers.push_back(std::move(at));
        }
        return {{"places", std::move(places)}, {"markers", std::move(markers)}};
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
            json["start"] = json_number(last_seen(prediction, figure).value_or(0));
            json["truth"] = json_number(truth(prediction, figure).value_or(0));
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
            for (std::size_t i = 0; i < step_.beside.size() + 1; ++i)
                json["letters"].push_back(letter(static_cast<int>(i)));
            json["right"] = letter(asked_letter(exercise, step_));
            break;
        case Exercise::Form::Order:
            json["items"] = LectureJson::array();
            for (const Exercise::Item& item : exercise.items)
                json["items"].push_back({{"say", words_.prose(item.say)},
                                         {"value", words_.number(item.value, item.value.key + words_of(item.value))},
                                         {"trap", words_.prose(item.trap)}});
            json["order"] = right_order(exercise, step_.question, numbers_).value_or(std::vector<int>());
            break;
        case Exercise::Form::Reach:
            json["goal"] = words_.number(exercise.goal, exercise.goal.key + words_of(exercise.goal));
            json["at_least"] = exercise.at_least ? LectureJson(*exercise.at_least) : LectureJson(nullptr);
            json["at_most"] = exercise.at_most ? LectureJson(*exercise.at_most) : LectureJson(nullptr);
            json["solution"] = LectureJson::object();
            for (const auto& [key, text] : exercise.solution)
                json["solution"][key] = place_of(key, text);
            break;
        }
        return json;
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
    LecturePools& pools_;
    Numbers numbers_;
    Grid grid_;
    std::vector<Expected<Question>> points_;
    LectureWords words_;
};

} // namespace

LectureJson lecture_step(const std::shared_ptr<answers::Answers>& answers, const Step& step, const PaperClaims& claims,
                         LecturePools& pools)
{
    return StepWriter(answers, step, claims, pools).write();
}

} // namespace plateau::tours
