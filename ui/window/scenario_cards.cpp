// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/scenario_cards.h"

#include <algorithm>

#include "core/limits_scenario/limits_file.h"
#include "core/scenario/scenario_file.h"
#include "ui/base/language.h"
#include "ui/base/text.h"
#include "ui/limits/limits_presets.h"

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
            translated_text(scenario.title),
            first_sentence(translated_text(scenario.notes)),
            translated_text(scenario.notes),
            group,
            training,
            {}};
}

} // namespace

ScenarioCards::ScenarioCards(std::shared_ptr<const catalog::Catalog> catalog, QObject* parent)
    : QObject(parent), catalog_(std::move(catalog))
{
}

ScenarioCards::~ScenarioCards() { background_.reset(); }

const std::vector<ScenarioCard>& ScenarioCards::all()
{
    if (!cards_.empty())
        return cards_;
    std::vector<std::pair<ScenarioCard, std::shared_ptr<const Question>>> read;
    for (const auto& file : catalog::preset_files(catalog_->folders, "scenarios")) {
        const auto kind = scenario_kind(file);
        if (kind && *kind == "training") {
            if (auto scenario = read_scenario(*catalog_, file)) {
                ScenarioCard card = card_of(*scenario, file, tr("Training"), true);
                read.emplace_back(std::move(card), std::make_shared<const Question>(std::move(*scenario)));
            }
        } else if (kind && *kind == "limits") {
            if (auto scenario = read_limits_scenario(*catalog_, file)) {
                ScenarioCard card = card_of(*scenario, file, tr("Limits: %1").arg(limits_group(*scenario)), false);
                read.emplace_back(std::move(card), std::make_shared<const Question>(std::move(*scenario)));
            }
        }
    }
    std::stable_sort(read.begin(), read.end(), [](const auto& a, const auto& b) {
        return std::pair(!a.first.training, a.first.group) < std::pair(!b.first.training, b.first.group);
    });
    for (auto& [card, question] : read) {
        cards_.push_back(std::move(card));
        questions_.push_back(std::move(question));
    }
    return cards_;
}

void ScenarioCards::draw()
{
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < all().size(); ++i)
        if (!cards_[i].curve)
            missing.push_back(i);
    if (drawing_ || missing.empty())
        return;
    drawing_ = true;
    if (!background_)
        background_.emplace();
    background_->submit([this, missing, questions = questions_](const std::stop_token& stop, std::uint64_t) {
        for (const std::size_t i : missing) {
            auto curve = std::make_shared<const std::vector<figures::CardPoint>>(
                std::visit([&](const auto& question) { return figures::card_curve(question, stop); }, *questions[i]));
            if (stop.stop_requested())
                return;
            QMetaObject::invokeMethod(
                this,
                [this, i, last = i == missing.back(), curve = std::move(curve)]() mutable {
                    cards_[i].curve = std::move(curve);
                    drawing_ = !last;
                    emit drawn(static_cast<int>(i));
                },
                Qt::QueuedConnection);
        }
    });
}

} // namespace plateau::ui
