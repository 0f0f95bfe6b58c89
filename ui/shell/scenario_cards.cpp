// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/scenario_cards.h"

#include <algorithm>

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "ui/controls/text.h"
#include "ui/pages/limits/configuration_panel.h"

namespace plateau::ui {

namespace {

QString first_sentence(const QString& notes)
{
    const QString line = notes.section(QStringLiteral("\n\n"), 0, 0).simplified();
    const qsizetype end = line.indexOf(QStringLiteral(". "));
    return end < 0 ? line : line.left(end + 1);
}

template<class S>
ScenarioCard card_of(const S& scenario, const std::filesystem::path& file, const QString& group, bool training)
{
    return {text(file.string()),
            text(title_of(scenario)),
            first_sentence(lines(notes_of(scenario))),
            lines(notes_of(scenario)),
            {},
            group,
            training,
            {}};
}

} // namespace

ScenarioCards::ScenarioCards(std::shared_ptr<answers::Answers> answers, QObject* parent)
    : QObject(parent), answers_(std::move(answers))
{
}

const std::vector<ScenarioCard>& ScenarioCards::all()
{
    if (!cards_.empty())
        return cards_;
    const catalog::Catalog& catalog = answers_->data()->catalog();
    struct Read {
        ScenarioCard card;
        answers::Card::Key question;
        const Beginning* beginning; ///< null: others
    };
    std::vector<Read> read;
    for (const auto& file : catalog::preset_files(catalog.folders, "scenarios")) {
        const auto kind = scenario_kind(file);
        if (kind && *kind == "training") {
            if (auto scenario = read_scenario(catalog, file))
                read.push_back({card_of(*scenario, file, tr("Training"), true), answers::TrainingQuestion(*scenario),
                                beginning_of(scenario->view)});
        } else if (kind && *kind == "limits") {
            if (auto scenario = read_limits_scenario(catalog, file))
                read.push_back({card_of(*scenario, file, tr("Limits: %1").arg(limits_group(*scenario)), false),
                                scenario->question, &beginnings().back()});
        }
        if (!read.empty())
            read.back().card.answers = read.back().beginning ? text(Word{read.back().beginning->title}) : tr("Others");
    }
    std::stable_sort(read.begin(), read.end(), [](const Read& a, const Read& b) {
        const auto place = [](const Read& one) {
            return std::pair(one.beginning ? one.beginning : &beginnings().back() + 1, one.card.group);
        };
        return place(a) < place(b);
    });
    for (Read& one : read) {
        cards_.push_back(std::move(one.card));
        questions_.push_back(std::move(one.question));
    }
    return cards_;
}

bool ScenarioCards::is_drawing() const
{
    return std::any_of(watches_.begin(), watches_.end(), [](const auto& watch) { return watch->is_busy(); });
}

void ScenarioCards::draw()
{
    for (std::size_t i = watches_.size(); i < all().size(); ++i) {
        watches_.push_back(std::make_unique<answers::Watch<answers::Card>>(
            answers_,
            [this, i](answers::News) {
                cards_[i].curve = watches_[i]->shared();
                emit drawn(static_cast<int>(i));
            },
            answers::Patience(), lane_));
        watches_.back()->ask(questions_[i]);
        if (watches_.back()->is_current())
            cards_[i].curve = watches_.back()->shared();
    }
}

} // namespace plateau::ui
