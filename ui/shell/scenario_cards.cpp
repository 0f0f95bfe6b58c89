// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/scenario_cards.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>

#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/figures/picture.h"
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

constexpr int margin = 6; ///< between cards, half of it on each side
constexpr int padding = 10;
constexpr int curve_height = 62;
constexpr int card_heading_height = 34;

/// As many lines as there is room for, the last one elided.
void draw_lines(QPainter& painter, const QRectF& box, const QString& words, const QFont& font)
{
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double height = metrics.lineSpacing();
    QTextLayout layout(words, font);
    layout.beginLayout();
    for (double y = box.top(); y + height <= box.bottom() + 1; y += height) {
        const QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        QTextLine(line).setLineWidth(box.width());
        const bool last = y + 2 * height > box.bottom() + 1;
        const QString said = last ? metrics.elidedText(words.mid(line.textStart()), Qt::ElideRight, box.width())
                                  : words.mid(line.textStart(), line.textLength());
        painter.drawText(QRectF(box.left(), y, box.width(), height), Qt::AlignLeft | Qt::AlignVCenter, said);
    }
    layout.endLayout();
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

void CardDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = theme_of(option.widget);
    if (!index.data(card_index_role).isValid()) {
        painter->setFont(interface_font(14, 600));
        painter->setPen(theme.text);
        painter->drawText(option.rect.adjusted(margin, 0, 0, -4), Qt::AlignLeft | Qt::AlignBottom,
                          index.data(Qt::DisplayRole).toString());
        return;
    }
    const ScenarioCard& card = cards_.all()[static_cast<std::size_t>(index.data(card_index_role).toInt())];
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool under = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(option.rect).adjusted(margin, margin, -margin, -margin);
    painter->setPen(QPen(selected ? theme.accent : theme.divider, selected ? 2 : 1));
    painter->setBrush(under && !selected ? theme.hover : theme.canvas);
    painter->drawRoundedRect(box, 4, 4);
    const QRectF inside = box.adjusted(padding, padding, -padding, -padding);
    const QRectF plot(inside.left(), inside.top(), inside.width(), curve_height);
    const auto say = [&](const QString& words) {
        painter->setFont(interface_font(12));
        painter->setPen(theme.text3);
        painter->drawText(plot, Qt::AlignCenter, words);
    };
    if (!card.curve)
        say(QStringLiteral("…"));
    else if (card.curve->empty())
        say(QCoreApplication::translate("cards", "fits on no number of GPUs"));
    else
        draw_card_curve(*painter, plot, *card.curve, theme);
    QRectF below = inside;
    if (card.curve && !card.curve->empty()) {
        const answers::CardPoint& best
            = *std::max_element(card.curve->begin(), card.curve->end(),
                                [](const auto& a, const auto& b) { return a.utilization < b.utilization; });
        const QFont small = interface_font(11);
        painter->setFont(small);
        painter->setPen(theme.text2);
        const QString where = quantity(best.size, card.training ? units::Unit::Gpus : units::Unit::Flop);
        const QString words = QCoreApplication::translate("cards", "up to %1 of the peak, at %2")
                                  .arg(quantity(best.utilization, units::Unit::Fraction, 2), where);
        constexpr int lowest = Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap;
        QRectF said;
        painter->drawText(inside, lowest, words, &said);
        below.setBottom(said.top() - 2);
    }
    const QFont title = interface_font(13, 600);
    const QRectF head(inside.left(), plot.bottom() + 8, inside.width(), QFontMetricsF(title).lineSpacing());
    painter->setPen(theme.text);
    painter->setFont(title);
    painter->drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetricsF(title).elidedText(card.title, Qt::ElideRight, head.width()));
    painter->setPen(theme.text2);
    draw_lines(*painter, QRectF(inside.left(), head.bottom() + 2, inside.width(), below.bottom() - head.bottom() - 2),
               card.line, interface_font(12));
    painter->restore();
}

QSize CardDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* list = qobject_cast<const QAbstractItemView*>(option.widget);
    const bool heading = !index.data(card_index_role).isValid();
    return heading && list ? QSize(std::max(size.width(), list->viewport()->width() - 1), card_heading_height) : size;
}

} // namespace plateau::ui
