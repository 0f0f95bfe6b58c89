// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/tours/tour_panel.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/catalog/accelerator.h"
#include "core/text/contents/contents.h"
#include "core/text/messages/speech.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

QString say(const char* english) { return QCoreApplication::translate("tours", english); }

QString coloured(const QString& words, const QColor& colour)
{
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), words);
}

QString strong(const QString& words) { return QStringLiteral("<b style=\"font-weight:600\">%1</b>").arg(words); }

QString paragraph(const QString& html, int above)
{
    return QStringLiteral("<p style=\"margin:%1px 0 0 0; line-height:125%\">%2</p>").arg(above).arg(html);
}

QString link(const QString& target, const QString& words, const Theme& theme)
{
    return QStringLiteral("<a href=\"%1\" style=\"color:%2; font-weight:600\">%3</a>")
        .arg(target.toHtmlEscaped(), theme.accent.name(), words);
}

using MayTurn = std::function<bool(const std::string& key)>;

/// Writes one text with its numbers. People can turn the value of a parameter as it stands now.
QString html_of(const tours::Prose& prose, TourPlayer& player, const Theme& theme, int above = 0,
                const MayTurn& may_turn = {})
{
    QString html;
    QString line;
    const auto flush = [&] {
        if (!line.isEmpty())
            html += paragraph(text(joined_words(line.toStdString())), above);
        above = 8;
        line.clear();
    };
    for (const tours::Piece& piece : prose) {
        switch (piece.kind) {
        case tours::Piece::Kind::Paragraph:
            flush();
            break;
        case tours::Piece::Kind::Words:
            line += text(piece.words).toHtmlEscaped();
            break;
        case tours::Piece::Kind::Strong:
            line += strong(text(piece.words).toHtmlEscaped());
            break;
        case tours::Piece::Kind::Number: {
            const QString number = player.text(piece.ask).toHtmlEscaped();
            const bool turns = piece.ask.form == tours::Ask::Form::Plain && piece.ask.at.empty()
                && find_parameter(player.step().question, piece.ask.key) && (!may_turn || may_turn(piece.ask.key));
            line += turns ? link(parameter_link + text(piece.ask.key), number, theme) : strong(number);
            break;
        }
        }
    }
    flush();
    return html;
}

QString badge(catalog::KnownBy known_by, const Theme& theme)
{
    return QStringLiteral("<span style=\"background-color:%1; color:%2\">&nbsp;%3&nbsp;</span>")
        .arg(theme.hover.name(), theme.text2.name(),
             text(Word{tours::known_word(known_by)}).replace(u' ', QChar::Nbsp)); // in one piece
}

QString claim_html(const tours::PaperClaim& claim, TourPlayer& player, const Theme& theme)
{
    const auto verdict = player.verdict(claim);
    QString html = text(Word{claim.said}).toHtmlEscaped() + QStringLiteral("<br>");
    if (!verdict)
        return html + coloured(say("no answer now"), theme.text3);
    const auto& [bound, known, predicted, outcome]
        = std::array{strong(text(verdict->reported_text).toHtmlEscaped()), badge(claim.known_by, theme),
                     strong(text(verdict->predicted_text).toHtmlEscaped()),
                     coloured(text(Word{tours::outcome_words(claim, *verdict)}),
                              claim.basis == evidence::Basis::Used ? theme.text2
                                  : verdict->holds                 ? theme.good
                                                                   : theme.warning)};
    html += text(Word{tours::told_text(claim)}).arg(bound, known, predicted, outcome);
    return html;
}

QString heading(const QString& words, const Theme& theme)
{
    return paragraph(coloured(strong(words.toHtmlEscaped()), theme.text2), 14);
}

QString look_html(TourPlayer& player, const Theme& theme)
{
    return heading(say("Look at"), theme) + html_of(player.step().look, player, theme);
}

QString attempts_html(TourPlayer& player, const Theme& theme)
{
    const tours::Step& step = player.step();
    if (step.attempts.empty())
        return {};
    QString html = heading(say("Try it"), theme);
    for (std::size_t i = 0; i < step.attempts.size(); ++i) {
        QString words;
        for (const tours::Piece& piece : step.attempts[i].words)
            words += piece.kind == tours::Piece::Kind::Number ? player.text(piece.ask) : text(piece.words);
        html += paragraph(link(attempt_link + QString::number(i), words.toHtmlEscaped(), theme), 2);
    }
    return html;
}

QString claims_html(TourPlayer& player, const Theme& theme)
{
    if (player.step().claims.empty())
        return {};
    QString html = heading(say("What is published, and what the model says"), theme);
    for (const std::string& id : player.step().claims)
        if (const tours::PaperClaim* claim = player.claims().find(id))
            html += paragraph(claim_html(*claim, player, theme), 4);
    return html;
}

/// Says where the step is from, and which pages of help say more.
QString source_html(const tours::Step& step, const Theme& theme, bool may_leave)
{
    QString html = heading(say("Source"), theme)
        + paragraph(coloured(text(step.source).toHtmlEscaped(), theme.text2) + QLatin1Char(' ')
                        + badge(step.known_by, theme),
                    2);
    for (const std::string& name : step.help)
        if (const help::Page* page = help::find_page(name)) {
            const QString title = text(Word{page->title}).toHtmlEscaped();
            html += paragraph(coloured(say("More in Help: %1"), theme.text2)
                                  .arg(may_leave ? link(page_link + text(name), title, theme) : title),
                              2);
        }
    return html;
}

} // namespace

QString spread_words(const TourPlayer& player)
{
    const auto spread = player.spread();
    if (!spread)
        return {};
    if (player.is_hiding() || spread->count == 1)
        return QCoreApplication::translate("tours", "%n guess(es) kept", nullptr, spread->count);
    return say("%1 guesses: half of them between %2 and %3, the middle one %4; %5 near.")
        .arg(spread->count)
        .arg(player.written(spread->low), player.written(spread->high), player.written(spread->median))
        .arg(spread->near);
}

namespace {

/// Says what became of the guess.
QString guess_html(TourPlayer& player, const Theme& theme)
{
    const tours::Prediction& prediction = *player.step().prediction;
    QString html;
    if (const auto score = player.score()) {
        html += paragraph(say("You guessed %1: %2.")
                              .arg(strong(player.written(*tours::guessed(prediction, player.guess()))),
                                   text(score->words).toHtmlEscaped()),
                          12);
        constexpr double hardly = 0.25;
        if (!score->near && std::abs(score->share) < hardly && !prediction.flat.empty())
            html += html_of(prediction.flat, player, theme, 8);
    }
    if (const QString words = spread_words(player); !words.isEmpty())
        html += paragraph(words.toHtmlEscaped(), 8);
    return html + html_of(prediction.why, player, theme, 10);
}

/// "B (TP 2)": the curve's letter and what it is called now that it has its name.
QString named_letter(const tours::Step& step, int letter)
{
    const std::vector<int> signs = tours::letters(step.id, step.beside.size() + 1);
    const auto place = std::size_t(std::find(signs.begin(), signs.end(), letter) - signs.begin());
    const std::string name = place == 0 ? step.name
        : place < signs.size()          ? step.beside[place - 1].name
                                        : std::string();
    const QString words = strong(text(tours::letter(letter)));
    return name.empty() ? words : words + QStringLiteral(" (%1)").arg(text(Verbatim{name}).toHtmlEscaped());
}

QString which_html(TourPlayer& player, const Theme& theme)
{
    const int right = tours::asked_letter(*player.step().exercise, player.step());
    const QString letter = named_letter(player.step(), right);
    if (player.answer().empty())
        return paragraph(say("It is %1.").arg(letter), 12);
    if (player.answer().front() == right)
        return paragraph(say("%1: right.").arg(letter), 12);
    return paragraph(say("Not %1: it is %2.").arg(named_letter(player.step(), player.answer().front()), letter), 12)
        + html_of(player.step().exercise->trap, player, theme, 8);
}

QString order_html(TourPlayer& player, const Theme& theme)
{
    const tours::Exercise& exercise = *player.step().exercise;
    const auto right = tours::right_order(exercise, player.step().question, player.numbers());
    if (!right)
        return {};
    QString html;
    const std::vector<int>& answer = player.answer();
    if (answer.size() == right->size()) {
        const int pairs = tours::pairs_of(right->size()), alike = tours::pairs_alike(answer, *right);
        html += paragraph(alike == pairs ? say("All in the right order.")
                                         : say("%1 of %2 pairs stand right.").arg(alike).arg(pairs),
                          12);
        for (const bool at_end : {false, true}) {
            const int mine = at_end ? answer.back() : answer.front();
            if (mine != (at_end ? right->back() : right->front()))
                html += html_of(exercise.items[std::size_t(mine)].trap, player, theme, 8);
        }
    }
    for (std::size_t i = 0; i < right->size(); ++i) {
        const tours::Exercise::Item& item = exercise.items[std::size_t((*right)[i])];
        QString words;
        for (const tours::Piece& piece : item.say)
            words += piece.kind == tours::Piece::Kind::Number ? player.text(piece.ask) : text(piece.words);
        html += paragraph(say("%1. %2: %3").arg(i + 1).arg(words.toHtmlEscaped(), strong(player.text(item.value))), 4);
    }
    return html;
}

QString moves_words(int moves) { return QCoreApplication::translate("tours", "%n move(s)", nullptr, moves); }

/// Says how far one is, while one tries and when it is told.
QString reach_html(TourPlayer& player, const Theme& theme)
{
    const tours::Exercise& exercise = *player.step().exercise;
    const auto now = player.goal();
    const bool there = now && exercise.reached(*now);
    const QString moves = moves_words(player.moves());
    const QString value = strong(player.text(exercise.goal));
    const QString words = there ? coloured(say("Reached: %1, in %2.").arg(value, moves), theme.good)
                                : say("Now %1, after %2.").arg(value, moves);
    const auto fewest = static_cast<int>(exercise.solution.size());
    const bool more = there && player.moves() > fewest;
    return paragraph(more ? words + QLatin1Char(' ') + say("%1 would do.").arg(moves_words(fewest)) : words, 12);
}

QString exercise_html(TourPlayer& player, const Theme& theme)
{
    const tours::Exercise& exercise = *player.step().exercise;
    QString html;
    if (player.is_hiding())
        return exercise.hides() ? QString() : reach_html(player, theme);
    switch (exercise.form) {
    case tours::Exercise::Form::Which:
        html = which_html(player, theme);
        break;
    case tours::Exercise::Form::Order:
        html = order_html(player, theme);
        break;
    case tours::Exercise::Form::Reach:
        html = reach_html(player, theme) + paragraph(link(solution_link, say("Show one way there"), theme), 8);
        break;
    }
    return html + html_of(exercise.why, player, theme, 10);
}

} // namespace

QString question_html(TourPlayer& player, const Theme& theme)
{
    const tours::Step& step = player.step();
    const auto& ask = step.prediction ? step.prediction->ask : step.exercise ? step.exercise->ask : step.text;
    return player.is_hiding() ? html_of(ask, player, theme, 10) : QString();
}

QString step_html(TourPlayer& player, const Theme& theme, const MayTurn& may_turn, bool for_class)
{
    const tours::Step& step = player.step();
    // Before a class the answer takes the place of what led to the question: all of it is seen at once.
    const bool told = !player.is_hiding() && (step.prediction || step.exercise);
    QString html = for_class && told ? QString() : html_of(step.text, player, theme, 0, may_turn);
    if (for_class)
        html += question_html(player, theme);
    if (step.prediction && !player.is_hiding())
        html += guess_html(player, theme);
    if (step.exercise)
        html += exercise_html(player, theme);
    if (!player.is_hiding())
        html += look_html(player, theme) + attempts_html(player, theme);
    if (for_class)
        return html;
    if (!player.is_hiding())
        html += claims_html(player, theme);
    return html + source_html(step, theme, true);
}

QString notes_html(TourPlayer& player, const Theme& theme)
{
    const auto fixed = [](const std::string&) { return false; };
    const tours::Step& step = player.step();
    QString html;
    if (player.index() == 0 && !player.tour().goals.empty())
        html += heading(say("After it one can"), theme) + html_of(player.tour().goals, player, theme, 2, fixed);
    if (player.index() == 0 && !player.tour().assumes.empty())
        html += heading(say("It assumes"), theme) + paragraph(text(player.tour().assumes).toHtmlEscaped(), 2);
    html += html_of(step.notes, player, theme, 0, fixed);
    if (step.prediction)
        html += heading(say("The answer"), theme) + html_of(step.prediction->why, player, theme, 2, fixed);
    if (step.exercise) {
        html += heading(say("The answer"), theme);
        if (step.exercise->form == tours::Exercise::Form::Which)
            html += paragraph(
                say("It is %1.")
                    .arg(strong(text(tours::letter(tours::asked_letter(*player.step().exercise, player.step()))))),
                2);
        html += html_of(step.exercise->why, player, theme, 2, fixed);
    }
    html += heading(say("Look at"), theme) + html_of(step.look, player, theme, 2, fixed);
    html += claims_html(player, theme) + source_html(step, theme, false);
    if (!player.is_last()) {
        const tours::Step& next = player.tour().steps[static_cast<std::size_t>(player.index()) + 1];
        html += heading(say("Next"), theme) + paragraph(strong(text(next.title).toHtmlEscaped()), 2);
    }
    return html;
}

} // namespace plateau::ui
