// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <set>

#include "core/charts/schematic.h"
#include "core/teaching/tours/guess.h"
#include "core/teaching/tours/tour.h"
#include "ui/document/edited_question.h"

namespace plateau::ui {

/// Left, with one's own question back; taken back by undo, which does the same; or with the tour's question kept.
enum class TourEnd { Left, Undone, TakenOver };

/// Plays a tour on the window's documents. Every step is a step of their undo, so the question that was open comes back
/// whole when the tour is left; undone to before its start, the tour is over. How far one got is remembered.
class TourPlayer final : public QObject {
    Q_OBJECT
public:
    TourPlayer(ScenarioDocument& document, LimitsDocument& limits, Pins& pins, const evidence::Claims& evidence,
               QObject* parent = nullptr);

    /// Starts a tour where it was left, or at the first step when it was finished. The error says what is wrong with
    /// its file.
    Expected<void> start(const QString& id);
    bool is_playing() const { return tour_.has_value(); }
    /// These need is_playing().
    const tours::Tour& tour() const { return *tour_; }
    int index() const { return index_; }
    const tours::Step& step() const { return tour_->steps[static_cast<std::size_t>(index_)]; }
    bool is_last() const { return index_ + 1 == static_cast<int>(tour_->steps.size()); }
    /// The question the step stands on, as it is now.
    Question question() const;
    QuestionDocument& document() const;

    void go(int index);
    /// The question that was open before comes back.
    void leave();
    /// The step's question stays, with everything unlocked.
    void take_over();
    /// Shows the documents as they were before the tour while `ask` is asked; false ends nothing.
    bool with_own_question(const std::function<bool()>& ask);
    void attempt(int index);
    /// One way to what is to be reached.
    void solve();

    /// The step's own picture; nothing: it has none.
    std::optional<figures::Figure> picture() const;
    std::optional<figures::Schematic> schematic() const;
    QString text(const tours::Ask& ask);
    std::optional<tours::Verdict> verdict(const tours::PaperClaim& claim);
    const tours::PaperClaims& claims() const { return claims_; }

    /// The step asks something, and has not told the answer yet.
    bool is_hiding() const { return hiding_; }
    /// It hides the rest of a curve.
    bool hides_curve() const { return hiding_ && step().prediction; }
    /// It hides the names of its curves, or the whole picture: whoever changes anything sees the answer.
    bool hides_names() const;
    bool hides_picture() const;
    /// The answer to a question with choices: the curve's letter, or the items in the order they were put in.
    const std::vector<int>& answer() const { return answer_; }
    void set_answer(std::vector<int> answer);
    /// Letters in place of the names of its curves: the step's own first.
    std::vector<int> letters() const;
    /// What is to be reached, as it stands now; nothing: it has no answer.
    std::optional<double> goal();
    int moves() const; ///< changes since the step was shown, less those taken back
    tours::Numbers& numbers() { return numbers_; }
    std::shared_ptr<answers::Answers> answers() const { return document_.answers(); }
    const tours::Guess& guess() const { return guess_; }
    void set_guess(tours::Guess guess);
    /// One of a class: the guess is kept as a mark, and the next may be made.
    void collect();
    void collect(double value);
    void reveal();
    void guess_again();
    /// What was typed as a guess, read; the error says what could be.
    Expected<double> read_guess(const std::string& typed) const;
    const std::vector<double>& collected() const { return collected_; }
    /// Empty when there was no guess, or the truth is not known.
    std::optional<tours::Score> score() const;
    std::optional<tours::Spread> spread() const;
    /// What a page shows instead of its figure.
    void decorate(figures::Figure& figure);
    /// A figure of the step without what it asks for, and with the guesses at it.
    void ask_about(figures::Figure& figure);
    /// The page itself draws what the step is about.
    bool is_on_page() const;
    QString written(double value) const; ///< a guess, in the unit of the panel

    /// How many steps were seen of a tour; nothing: it was finished, or never begun.
    static std::optional<int> resumes_at(const QString& id);
    static bool is_finished(const QString& id);

signals:
    void step_shown(); ///< another step, its question already stands
    void changed(); ///< numbers of its texts, or the guess
    void picture_changed();
    void ended(const QString& id, plateau::ui::TourEnd how);

private:
    void stop(TourEnd how);
    void remember() const;
    template<class Document>
    void follow(Document& document);
    template<class Document>
    void note_shown(const Document& document);
    /// What lies beside has its names, or letters while they are asked for.
    void name_pins();
    void arrive(int index);
    double marker() const;
    std::string hidden_axis() const; ///< the parameter on the axis of what is hidden
    void stay_before_what_is_hidden();
    void change(const Question& from, const tours::Changes& changes);

    ScenarioDocument& document_;
    LimitsDocument& limits_;
    Pins& pins_;
    const evidence::Claims& evidence_;
    tours::PaperClaims claims_;
    bool claims_read_ = false;
    tours::Numbers numbers_;
    std::optional<tours::Tour> tour_;
    int index_ = 0;
    int training_start_ = 0; ///< of the undo stacks
    int limits_start_ = 0;
    bool moving_ = false;
    bool hiding_ = false;
    std::set<int> revealed_; ///< steps
    std::map<std::shared_ptr<const void>, int> shown_; ///< steps by the question they opened
    tours::Guess guess_;
    std::vector<double> collected_;
    std::optional<double> truth_;
    double start_ = 0; ///< the last that is seen of the curve
    std::vector<int> answer_;
    int first_index_ = 0; ///< of the undo stack, when the step was shown
    units::Unit panel_unit_ = units::Unit::None;
};

} // namespace plateau::ui
