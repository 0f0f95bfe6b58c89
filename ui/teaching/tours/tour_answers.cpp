// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/claims/paper_claims.h"
#include "core/views/view.h"
#include "ui/controls/text.h"
#include "ui/teaching/tours/tour_player.h"

/// What a step asks: guesses, the answer, and what is hidden of a figure until then.
namespace plateau::ui {

void TourPlayer::set_guess(tours::Guess guess)
{
    guess_ = std::move(guess);
    emit changed();
    emit picture_changed();
}

void TourPlayer::collect()
{
    if (const auto mine = tours::guessed(*step().prediction, guess_))
        collected_.push_back(*mine);
    set_guess({});
}

void TourPlayer::collect(double value)
{
    collected_.push_back(value);
    emit changed();
    emit picture_changed();
}

void TourPlayer::reveal()
{
    if (!hiding_)
        return;
    hiding_ = false;
    revealed_.insert(index_);
    name_pins();
    emit changed();
    emit picture_changed();
}

void TourPlayer::guess_again()
{
    hiding_ = true;
    revealed_.erase(index_);
    answer_.clear();
    name_pins();
    stay_before_what_is_hidden();
    set_guess({});
}

std::optional<tours::Score> TourPlayer::score() const
{
    if (!is_playing() || !step().prediction || !truth_)
        return std::nullopt;
    const auto mine = tours::guessed(*step().prediction, guess_);
    return mine ? std::optional(tours::score(*mine, *truth_, start_)) : std::nullopt;
}

std::optional<tours::Spread> TourPlayer::spread() const
{
    if (collected_.empty() || !truth_)
        return std::nullopt;
    return tours::spread(collected_, *truth_, start_);
}

Expected<double> TourPlayer::read_guess(const std::string& typed) const
{
    return tours::read_guess(typed, start_, panel_unit_);
}

QString TourPlayer::written(double value) const
{
    return quantity(value, panel_unit_ == units::Unit::None ? units::Unit::Count : panel_unit_);
}

void TourPlayer::decorate(figures::Figure& figure)
{
    const bool asked
        = is_playing() && figure.id == (is_training(step().question) ? std::string("scaling") : std::string("limits"));
    if (!asked)
        return;
    if (!hiding_) {
        std::vector<const tours::PaperClaim*> claims;
        for (const std::string& id : step().claims)
            claims.push_back(claims_.find(id));
        tours::add_claim_marks(figure, claims);
    }
    if (is_on_page())
        ask_about(figure);
}

bool TourPlayer::is_on_page() const
{
    const views::View* view = views::shown_on(step().page, step().view);
    const std::vector<std::string> drawn = tours::drawn_views(step());
    return view && drawn.size() == 1 && drawn.front() == view->name;
}

void TourPlayer::ask_about(figures::Figure& figure)
{
    if (hides_names())
        figure = tours::nameless(std::move(figure), letters());
    if (!step().prediction || !tours::asks_about(figure, *step().prediction))
        return;
    const tours::Prediction& prediction = *step().prediction;
    if (const auto right = tours::truth(prediction, figure))
        truth_ = right;
    start_ = tours::last_seen(prediction, figure).value_or(start_);
    for (const figures::Panel& panel : figure.panels())
        if (panel.id == prediction.panel)
            panel_unit_ = panel.y.unit;
    if (hides_curve())
        figure = tours::hidden(std::move(figure), prediction);
    tours::add_guesses(figure, prediction, guess_, collected_, !hiding_);
}

} // namespace plateau::ui
