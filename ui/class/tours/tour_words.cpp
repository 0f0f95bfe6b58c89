// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/class/tours/tour_words.h"

#include <QCoreApplication>

#include "core/catalog/accelerator.h"
#include "core/text/contents/contents.h"
#include "ui/controls/language.h"
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

/// One text with its numbers; a parameter as it stands now can be turned.
QString html_of(const tours::Prose& prose, TourPlayer& player, const Theme& theme, int above = 0,
                const MayTurn& may_turn = {})
{
    QString html;
    QString line;
    const auto flush = [&] {
        if (!line.isEmpty())
            html += paragraph(line, above);
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
                && tours::find_parameter(player.step().question, piece.ask.key)
                && (!may_turn || may_turn(piece.ask.key));
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
             translated_text(
                 QString::fromLatin1(name(known_by)).replace(QLatin1Char('_'), QLatin1Char('-')).toStdString())
                 .replace(u' ', QChar::Nbsp)); // in one piece
}

QString claim_html(const tours::PaperClaim& claim, TourPlayer& player, const Theme& theme)
{
    const auto verdict = player.verdict(claim);
    QString html = said_text(claim.said).toHtmlEscaped() + QStringLiteral("<br>");
    if (!verdict)
        return html + coloured(say("no answer now"), theme.text3);
    html += say("reported %1 %2, Plateau %3: %4")
                .arg(strong(said_text(verdict->reported_text).toHtmlEscaped()), badge(claim.known_by, theme),
                     strong(said_text(verdict->predicted_text).toHtmlEscaped()),
                     verdict->holds ? coloured(say("holds"), theme.good) : coloured(say("missed"), theme.warning));
    return html;
}

QString heading(const QString& words, const Theme& theme)
{
    return paragraph(coloured(strong(words.toHtmlEscaped()), theme.text2), 14);
}

/// What a prediction would give away: where to look, what to try, what is published.
QString after_html(TourPlayer& player, const Theme& theme)
{
    const tours::Step& step = player.step();
    QString html = heading(say("Look at"), theme) + html_of(step.look, player, theme);
    if (!step.attempts.empty()) {
        html += heading(say("Try it"), theme);
        for (std::size_t i = 0; i < step.attempts.size(); ++i) {
            QString words;
            for (const tours::Piece& piece : step.attempts[i].words)
                words += piece.kind == tours::Piece::Kind::Number ? player.text(piece.ask) : text(piece.words);
            html += paragraph(link(attempt_link + QString::number(i), words.toHtmlEscaped(), theme), 2);
        }
    }
    if (!step.claims.empty()) {
        html += heading(say("What is published, and what the model says"), theme);
        for (const std::string& id : step.claims)
            if (const tours::PaperClaim* claim = player.claims().find(id))
                html += paragraph(claim_html(*claim, player, theme), 4);
    }
    return html;
}

/// Where it is from, and the pages of help that say more.
QString source_html(const tours::Step& step, const Theme& theme, bool may_leave)
{
    QString html = heading(say("Source"), theme)
        + paragraph(coloured(text(step.source).toHtmlEscaped(), theme.text2) + QLatin1Char(' ')
                        + badge(step.known_by, theme),
                    2);
    for (const std::string& name : step.help)
        if (const help::Page* page = help::find_page(name)) {
            const QString title = translated_text(page->title).toHtmlEscaped();
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
    return say("%1 guesses: half of them between %2 and %3, the middle one %4; %5 within a tenth.")
        .arg(spread->count)
        .arg(player.written(spread->low), player.written(spread->high), player.written(spread->median))
        .arg(spread->near);
}

QString step_html(TourPlayer& player, const Theme& theme, const MayTurn& may_turn, bool may_leave)
{
    const tours::Step& step = player.step();
    QString html = html_of(step.text, player, theme, 0, may_turn);
    if (step.prediction && player.is_hiding()) {
        html += html_of(step.prediction->ask, player, theme, 10);
    } else if (step.prediction) {
        if (const auto score = player.score())
            html += paragraph(say("You guessed %1: %2.")
                                  .arg(strong(player.written(*tours::guessed(*step.prediction, player.guess()))),
                                       text(score->words).toHtmlEscaped()),
                              12);
        if (const QString words = spread_words(player); !words.isEmpty())
            html += paragraph(words.toHtmlEscaped(), 8);
        html += html_of(step.prediction->why, player, theme, 10);
    }
    if (!player.is_hiding())
        html += after_html(player, theme);
    return html + source_html(step, theme, may_leave);
}

QString notes_html(TourPlayer& player, const Theme& theme)
{
    const auto fixed = [](const std::string&) { return false; };
    const tours::Step& step = player.step();
    QString html = html_of(step.notes, player, theme, 0, fixed);
    if (step.prediction)
        html += heading(say("The answer"), theme) + html_of(step.prediction->why, player, theme, 2, fixed);
    html += heading(say("Look at"), theme) + html_of(step.look, player, theme, 2, fixed);
    if (!player.is_last()) {
        const tours::Step& next = player.tour().steps[static_cast<std::size_t>(player.index()) + 1];
        html += heading(say("Next"), theme) + paragraph(strong(text(next.title).toHtmlEscaped()), 2);
    }
    return html;
}

} // namespace plateau::ui
