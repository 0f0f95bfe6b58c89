// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/tours/tour_player.h"

#include <QSettings>

#include "core/teaching/tours/shown_figures.h"
#include "core/views/view.h"

namespace plateau::ui {

namespace {

QString step_key(const QString& id) { return QStringLiteral("tours/%1/step").arg(id); }
QString finished_key(const QString& id) { return QStringLiteral("tours/%1/finished").arg(id); }

} // namespace

TourPlayer::TourPlayer(ScenarioDocument& document, LimitsDocument& limits, Pins& pins, const evidence::Claims& evidence,
                       QObject* parent)
    : QObject(parent), document_(document), limits_(limits), pins_(pins), evidence_(evidence),
      numbers_(document.answers())
{
    follow(document_);
    follow(limits_);
}

template<class Document>
void TourPlayer::follow(Document& document)
{
    connect(&document, &QuestionDocument::changed, this, [this, &document] {
        if (moving_ || !is_playing() || &document != &this->document())
            return;
        if (hides_curve() && marker() > step().prediction->from) // once the change is through
            QMetaObject::invokeMethod(this, &TourPlayer::stay_before_what_is_hidden, Qt::QueuedConnection);
        emit changed();
    });
    connect(&document.undo_stack(), &QUndoStack::indexChanged, this, [this, &document](int) {
        if (moving_ || !is_playing())
            return;
        const int training = document_.undo_stack().index() - training_start_;
        const int limits = limits_.undo_stack().index() - limits_start_;
        const auto found = shown_.find(document.configurations()[document.current_index()].opened);
        if (training < 0 || limits < 0 || training + limits == 0)
            stop(TourEnd::Undone);
        else if (found != shown_.end() && found->second != index_)
            arrive(found->second); // undone or redone to another step
        else if (step().exercise)
            emit changed(); // one move more, or less
    });
}

template<class Document>
void TourPlayer::note_shown(const Document& document)
{
    shown_[document.configurations()[document.current_index()].opened] = index_;
}

/// Where the question stands on the axis of what is hidden.
double TourPlayer::marker() const
{
    if (step().prediction && !is_on_page()) {
        const Value value = document().value(hidden_axis());
        const double* number = std::get_if<double>(&value);
        return number ? *number : 0;
    }
    return is_training(step().question) ? document_.scenario().cluster.gpus : limits_.scenario().marker_flop;
}

/// What is beyond stays hidden, whatever is moved there.
void TourPlayer::stay_before_what_is_hidden()
{
    if (!is_playing() || !hides_curve() || marker() <= step().prediction->from)
        return;
    document().edit_value(hidden_axis(), Value(step().prediction->from));
}

std::string TourPlayer::hidden_axis() const
{
    if (!is_on_page() && !tour().variable.empty())
        return tour().variable;
    return is_training(step().question) ? "gpus" : "training_flop";
}

bool TourPlayer::hides_names() const
{
    return hiding_ && step().exercise && step().exercise->form == tours::Exercise::Form::Which;
}

bool TourPlayer::hides_picture() const
{
    return hiding_ && step().exercise && step().exercise->form == tours::Exercise::Form::Order;
}

void TourPlayer::set_answer(std::vector<int> answer)
{
    answer_ = std::move(answer);
    emit changed();
}

std::vector<int> TourPlayer::letters() const { return tours::letters(step().id, step().beside.size() + 1); }

std::optional<double> TourPlayer::goal()
{
    const auto stays
        = [&](const std::string& key) { return value_of(question(), key) == value_of(step().question, key); };
    if (!std::ranges::all_of(step().lesson.locked, stays))
        return {};
    const auto value = numbers_.value(question(), step().exercise->goal);
    return value ? std::optional(*value) : std::nullopt;
}

int TourPlayer::moves() const { return std::max(0, document().undo_stack().index() - first_index_); }

Expected<void> TourPlayer::start(const QString& id)
{
    const auto file = tours::find_tour(document_.catalog(), id.toStdString());
    if (!file)
        return tl::make_unexpected(file.error());
    if (!claims_read_)
        claims_ = tours::read_paper_claims(document_.catalog(), evidence_);
    claims_read_ = true;
    std::vector<Error> problems = claims_.problems;
    tours::Tour tour = tours::read_tour(document_.catalog(), claims_, *file, problems);
    if (!problems.empty())
        return tl::make_unexpected(problems.front());
    if (tour.steps.empty())
        return failure({PLATEAU_TEXT("the tour has no steps"), {}}, file->string());
    if (is_playing())
        leave();
    tour_ = std::move(tour);
    revealed_.clear();
    shown_.clear();
    training_start_ = document_.undo_stack().index();
    limits_start_ = limits_.undo_stack().index();
    go(std::clamp(resumes_at(id).value_or(0), 0, static_cast<int>(tour_->steps.size()) - 1));
    return {};
}

Question TourPlayer::question() const
{
    if (is_training(step().question))
        return document_.scenario();
    return limits_.scenario();
}

QuestionDocument& TourPlayer::document() const
{
    if (is_training(step().question))
        return document_;
    return limits_;
}

void TourPlayer::go(int index)
{
    if (!is_playing() || index < 0 || index >= static_cast<int>(tour_->steps.size()))
        return;
    index_ = index;
    const tours::Step& shown = step();
    const Message words{PLATEAU_TEXT("Tour: %1"), {Verbatim{shown.title}}};
    moving_ = true;
    if (const auto* training = std::get_if<Scenario>(&shown.question)) {
        std::vector<Scenario> beside;
        for (const tours::Beside& one : shown.beside)
            beside.push_back(std::get<Scenario>(one.question));
        begin_steps(document_.undo_stack(), words);
        document_.replace(*training, words);
        pins_.replace(beside, words);
        document_.undo_stack().endMacro();
        note_shown(document_);
    } else {
        std::vector<Question> all{shown.question};
        for (const tours::Beside& one : shown.beside)
            all.push_back(one.question);
        limits_.replace_all(all, words);
        note_shown(limits_);
    }
    moving_ = false;
    arrive(index);
}

void TourPlayer::arrive(int index)
{
    index_ = index;
    guess_.clear();
    collected_.clear();
    truth_.reset();
    answer_.clear();
    first_index_ = document().undo_stack().index();
    hiding_ = (step().prediction || step().exercise) && !revealed_.count(index_);
    name_pins();
    remember();
    emit step_shown();
    emit picture_changed();
}

void TourPlayer::name_pins()
{
    if (!is_training(step().question))
        return;
    std::vector<std::string> names;
    const std::vector<int> signs = letters();
    for (std::size_t i = 0; i < step().beside.size(); ++i)
        names.push_back(hides_names() ? tours::letter(signs[i + 1]) : step().beside[i].name);
    pins_.ask_for_names(hides_names(), names);
}

void TourPlayer::remember() const
{
    const QString id = ui::text(tour_->id);
    QSettings settings;
    settings.setValue(step_key(id), index_);
    if (is_last())
        settings.setValue(finished_key(id), true);
    else if (index_ > 0)
        settings.remove(finished_key(id));
}

std::optional<int> TourPlayer::resumes_at(const QString& id)
{
    const QSettings settings;
    if (is_finished(id) || !settings.contains(step_key(id)))
        return std::nullopt;
    return settings.value(step_key(id)).toInt();
}

bool TourPlayer::is_finished(const QString& id) { return QSettings().value(finished_key(id)).toBool(); }

void TourPlayer::stop(TourEnd how)
{
    const QString id = ui::text(tour_->id);
    tour_.reset();
    hiding_ = false;
    pins_.ask_for_names(false, {});
    emit ended(id, how);
    emit picture_changed();
}

void TourPlayer::leave()
{
    if (!is_playing())
        return;
    moving_ = true;
    document_.undo_stack().setIndex(training_start_);
    limits_.undo_stack().setIndex(limits_start_);
    moving_ = false;
    stop(TourEnd::Left);
}

void TourPlayer::take_over()
{
    if (is_playing())
        stop(TourEnd::TakenOver);
}

bool TourPlayer::with_own_question(const std::function<bool()>& ask)
{
    const int training = document_.undo_stack().index();
    const int limits = limits_.undo_stack().index();
    moving_ = true;
    document_.undo_stack().setIndex(training_start_);
    limits_.undo_stack().setIndex(limits_start_);
    const bool agreed = ask();
    document_.undo_stack().setIndex(training);
    limits_.undo_stack().setIndex(limits);
    moving_ = false;
    return agreed;
}

void TourPlayer::change(const Question& from, const tours::Changes& changes)
{
    const auto next = tours::with(document_.catalog(), from, changes);
    if (!next)
        return;
    const Message words{PLATEAU_TEXT("Try"), {}};
    if (const auto* training = std::get_if<Scenario>(&*next))
        document_.edit(*training, words);
    else
        limits_.edit(std::get<LimitsScenario>(*next), words);
}

void TourPlayer::attempt(int index)
{
    if (index >= 0 && index < static_cast<int>(step().attempts.size()))
        change(question(), step().attempts[static_cast<std::size_t>(index)].changes);
}

void TourPlayer::solve()
{
    if (step().exercise)
        change(step().question, step().exercise->solution);
}

std::optional<figures::Figure> TourPlayer::picture() const
{
    if (step().picture.empty() || tours::is_schematic(step().picture))
        return std::nullopt;
    auto drawn = tours::picture(document_.catalog(), step().picture, question());
    return drawn ? std::optional(std::move(*drawn)) : std::nullopt;
}

std::optional<figures::Schematic> TourPlayer::schematic() const
{
    return tours::is_schematic(step().picture) ? tours::schematic(*document_.answers(), step().picture, question())
                                               : std::nullopt;
}

QString TourPlayer::text(const tours::Ask& ask)
{
    // What is asked for stays hidden, wherever the question was moved.
    const bool told = !hiding_ || (step().exercise && !step().exercise->hides());
    const auto number
        = tours::number_text(ask, told ? question() : step().question, claims_, numbers_, document_.catalog());
    return number ? ui::text(*number) : QStringLiteral("\u2013");
}

std::optional<tours::Verdict> TourPlayer::verdict(const tours::PaperClaim& claim)
{
    auto verdict = tours::judge(document_.catalog(), claim, numbers_);
    return verdict ? std::optional(std::move(*verdict)) : std::nullopt;
}

// What a step asks: guesses, the answer, and what is hidden of a figure until then.

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
