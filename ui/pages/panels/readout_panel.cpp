// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/layouts.h"
#include "ui/pages/panels/facts_table.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/sentence.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"

namespace plateau::ui {

constexpr int line_height = 20;
constexpr int sample = 22;
constexpr double numbers_from = 0.30; ///< of the width, where the first column begins

CurveValues::CurveValues(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void CurveValues::show_lines(QStringList heads, std::vector<Line> lines)
{
    const bool resized = lines.size() != lines_.size();
    heads_ = std::move(heads);
    lines_ = std::move(lines);
    QStringList words;
    for (const Line& line : lines_)
        words << line.name + QStringLiteral(": ") + line.values.join(QStringLiteral(", "));
    setAccessibleName(heads_.join(QStringLiteral(", ")));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    setVisible(!lines_.empty());
    if (resized)
        updateGeometry();
    update();
}

QSize CurveValues::sizeHint() const
{
    return {200, lines_.empty() ? 0 : 6 + line_height * (1 + static_cast<int>(lines_.size()))};
}

void CurveValues::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double first = numbers_from * width();
    const double column = (width() - first) / std::max<qsizetype>(1, heads_.size());
    const auto cell = [&](qsizetype index, double top) {
        return QRectF(first + column * static_cast<double>(index), top, column, line_height);
    };
    double top = 6;
    painter.setPen(theme.divider);
    painter.drawLine(QLineF(0, 2, width(), 2));
    painter.setFont(interface_font(12));
    painter.setPen(theme.text2);
    for (qsizetype i = 0; i < heads_.size(); ++i)
        painter.drawText(cell(i, top), Qt::AlignRight | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(heads_[i], Qt::ElideRight, static_cast<int>(column) - 4));
    for (const Line& line : lines_) {
        top += line_height;
        const SeriesStyle look = theme.series(line.role);
        const double middle = top + line_height / 2.0;
        draw_line_sample(painter, {0, middle, sample, middle}, look, look.line);
        painter.setFont(interface_font(12, 600));
        painter.setPen(theme.text);
        painter.drawText(QRectF(sample + 6, top, std::max(0.0, first - sample - 6), line_height),
                         Qt::AlignLeft | Qt::AlignVCenter, line.name);
        painter.setFont(interface_font(13));
        if (line.values.size() == 1)
            painter.drawText(QRectF(first, top, width() - first, line_height), Qt::AlignRight | Qt::AlignVCenter,
                             line.values.front());
        else
            for (qsizetype i = 0; i < line.values.size(); ++i)
                painter.drawText(cell(i, top), Qt::AlignRight | Qt::AlignVCenter, line.values[i]);
    }
}

void AnswerStrip::show_facts(const std::vector<narrate::Fact>& facts, bool fresh)
{
    const double letters = theme_of(this).letters;
    while (numbers_.size() < facts.size()) {
        auto* column = new QVBoxLayout;
        const Number& number = numbers_.emplace_back(Number{new QLabel(this), new QLabel(this)});
        for (QLabel* label : {number.value, number.words}) {
            label->installEventFilter(this);
            label->setCursor(Qt::PointingHandCursor);
            label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
            column->addWidget(label);
        }
        number.words->setWordWrap(true);
        column->setSpacing(0);
        column->addStretch();
        columns_->addLayout(column, 1);
    }
    columns_->setContentsMargins(0, 0, 0, 6);
    columns_->setSpacing(8);
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const auto [value, words] = numbers_[i];
        set_font(value, interface_font(letters * (compact_ ? 19 : 22), 600));
        set_font(words, interface_font(letters * 12));
        value->setText(fact_value(facts[i]));
        words->setText(text(facts[i].name));
        set_ink(value, fresh ? "text" : "text3");
        set_ink(words, fresh ? "text2" : "text3");
        value->setAccessibleName(value->text() + QLatin1Char(' ') + words->text());
        set_subject(value, text(facts[i].metric));
        value->setProperty("metric", text(facts[i].metric));
    }
    setAccessibleName(as_text());
}

QString AnswerStrip::as_text() const
{
    QStringList all;
    for (const Number& number : numbers_)
        all << number.value->accessibleName();
    return all.join(QStringLiteral("; "));
}

bool AnswerStrip::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonRelease)
        for (const Number& number : numbers_)
            if (watched == number.value || watched == number.words)
                emit metric_clicked(number.value->property("metric").toString());
    return QWidget::eventFilter(watched, event);
}

constexpr int readout_height = 21;
constexpr int head_height = 26;
constexpr int least_name = 60;
constexpr int two_line_head = 34; ///< where a column beside leaves no room for "at 960 GPUs, crosshair" in one line
constexpr int around_line = 24 + 8 + 16; ///< margins, what stands between a name and its value, and a mark of doubt
constexpr int width_with_change = 280; ///< narrower panels leave the change to a tool tip

ReadoutPanel::ReadoutPanel(QWidget* parent)
    : Panel(parent), where_(new QLabel(this)), current_(new QLabel(this)), beside_(new QLabel(this)),
      change_(new QLabel(this)), grid_(new QGridLayout), curves_(new CurveValues(this)), note_(new Sentence(this))
{
    setFocusPolicy(Qt::TabFocus);
    set_role(this, QAccessible::List);
    setAccessibleName(tr("Readout"));
    auto* column = box_layout<QVBoxLayout>(this, {12, 6, 12, 10}, 0);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(0);
    grid_->setColumnStretch(0, 1);
    where_->setFont(interface_font(12));
    for (QLabel* label : std::initializer_list<QLabel*>{where_, change_, note_})
        set_ink(label, "text2");
    set_ink(current_, "accent");
    where_->setMinimumWidth(least_name); // less than its longest word where numbers need the room
    grid_->addWidget(where_, 0, 0);
    for (QLabel* head : {current_, beside_, change_}) {
        head->setFont(interface_font(12, head == change_ ? 400 : 600));
        head->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        grid_->addWidget(head, 0, grid_->columnCount());
    }
    beside_->hide();
    change_->hide();
    grid_->setRowMinimumHeight(0, head_height);
    column->addLayout(grid_);
    column->addWidget(curves_);
    curves_->hide();
    note_->setFont(interface_font(12));
    note_->setContentsMargins(0, 6, 0, 0);
    column->addWidget(note_);
    column->addStretch();
}

void ReadoutPanel::add_line()
{
    Line line{new QLabel(this), new ValueLabel(this), new ValueLabel(this), new ValueLabel(this)};
    line.name->setTextFormat(Qt::RichText);
    const int row = static_cast<int>(lines_.size()) + 1;
    grid_->addWidget(line.name, row, 0);
    int column = 0;
    for (QLabel* label : {line.value, line.beside, line.change})
        grid_->addWidget(label, row, ++column);
    grid_->setRowMinimumHeight(row, readout_height);
    for (QLabel* label : {line.name, line.value})
        label->installEventFilter(this);
    lines_.push_back(line);
}

/// A click on a number asks where it comes from.
bool ReadoutPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonRelease)
        for (std::size_t i = 0; i < std::min(lines_.size(), facts_.size()); ++i)
            if ((lines_[i].name == watched || lines_[i].value == watched) && !facts_[i].metric.empty()
                && !lines_[i].value->hasSelectedText())
                emit metric_clicked(QString::fromStdString(facts_[i].metric));
    return Panel::eventFilter(watched, event);
}

void ReadoutPanel::show_facts(const QString& where, const QString& column, std::vector<narrate::Fact> facts,
                              const QString& note, bool stale)
{
    where_->setText(where);
    current_->setText(column);
    facts_ = std::move(facts);
    stale_ = stale;
    note_->setText(note);
    note_->setVisible(!note.isEmpty());
    while (lines_.size() < facts_.size())
        add_line();
    fill();
}

void ReadoutPanel::set_where(const QString& where) { where_->setText(where); }

QString ReadoutPanel::where() const { return where_->text(); }

void ReadoutPanel::show_curves(QStringList heads, std::vector<CurveValues::Line> lines)
{
    curves_->show_lines(std::move(heads), std::move(lines));
}

void ReadoutPanel::set_beside(const QString& name, const QString& gpus, figures::SeriesRole role)
{
    beside_name_ = name;
    beside_gpus_ = gpus;
    beside_role_ = role;
}

/// Paints anew what stands between the labels when they move: the layout paints the labels alone.
bool ReadoutPanel::event(QEvent* event)
{
    const bool done = Panel::event(event);
    if (event->type() == QEvent::LayoutRequest && rules() != painted_rules_)
        update();
    return done;
}

std::vector<int> ReadoutPanel::rules() const
{
    std::vector<int> places{where_->geometry().bottom() + 2};
    for (const Line& line : lines_)
        if (line.rule_above && line.name->isVisible())
            places.push_back(line.name->geometry().top());
    return places;
}

void ReadoutPanel::resizeEvent(QResizeEvent* event)
{
    Panel::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fill();
}

void ReadoutPanel::fill()
{
    const Theme& theme = theme_of(this);
    const bool beside = !beside_name_.isEmpty(), change = beside && width() >= width_with_change;
    change_->setText(tr("vs %1").arg(beside_name_));
    beside_->setText(beside_gpus_.isEmpty() ? beside_name_ : tr("%1 at %2").arg(beside_name_, beside_gpus_));
    beside_->setVisible(beside);
    change_->setVisible(change);
    double widest = 0;
    for (const narrate::Fact& fact : facts_)
        widest = std::max(widest, width_of(fact_value(fact), interface_font(13, 600)));
    const double room = width() - around_line - std::ceil(widest); // for names
    where_->setWordWrap(beside || width_of(where_->text(), where_->font()) > room);
    grid_->setRowMinimumHeight(0, beside ? two_line_head : head_height);
    restyle(beside_, QStringLiteral("color: %1").arg(theme.series(beside_role_).label.name()));
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        Line& line = lines_[i];
        const bool shown = i < facts_.size();
        line.name->setVisible(shown);
        line.value->setVisible(shown);
        line.beside->setVisible(shown && beside);
        line.change->setVisible(shown && change);
        if (!shown)
            continue;
        const narrate::Fact& fact = facts_[i];
        if (line.rule_above != fact.rule_above)
            update();
        line.rule_above = fact.rule_above;
        for (QLabel* label : {line.name, line.value})
            if (const auto wanted = fact.metric.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor;
                label->cursor().shape() != wanted)
                label->setCursor(wanted);
        line.name->setText(fact_label(fact, theme, beside));
        const double name = width_of(text(fact.name) + u' ' + text(fact.unit), line.name->font());
        if (const bool wraps = beside || name > room; line.name->wordWrap() != wraps)
            line.name->setWordWrap(wraps); // so that the values have their room
        restyle(line.name, beside && !change ? QStringLiteral("font-size: 12px") : QString());
        line.name->setToolTip(tip(fact_hint(fact)));
        for (QLabel* label : {line.name, line.value})
            set_subject(label, text(fact.metric));
        restyle(line.value,
                QStringLiteral("color: %1; font-weight: %2")
                    .arg((stale_ ? theme.text3 : theme.text).name())
                    .arg(fact.assumed ? 400 : 600));
        line.value->setText(fact_value(fact));
        if (beside) {
            line.beside->setText(fact_value(fact, 1));
            line.change->setText(fact_value(fact, 2));
            line.beside->setToolTip(fact_value(fact, 2));
            set_ink(line.change, "text2");
            line.beside->setAccessibleName(
                QStringList{beside_name_, text(fact.name), fact_value(fact, 1), text(fact.unit)}.join(u' '));
        }
        line.value->setAccessibleName(QStringList{text(fact.name), fact_value(fact), text(fact.unit)}.join(u' '));
    }
}

/// Up and Down go from number to number, Enter asks where one comes from.
void ReadoutPanel::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    const int count = static_cast<int>(std::min(lines_.size(), facts_.size()));
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (step != 0 && count > 0)
        choose(std::clamp(chosen_ + step, 0, count - 1));
    else if (enter && chosen_ >= 0 && chosen_ < count && !facts_[static_cast<std::size_t>(chosen_)].metric.empty())
        emit metric_clicked(QString::fromStdString(facts_[static_cast<std::size_t>(chosen_)].metric));
    else
        Panel::keyPressEvent(event);
}

void ReadoutPanel::choose(int line)
{
    chosen_ = line;
    const bool one = line >= 0 && line < static_cast<int>(facts_.size());
    const QString metric = one ? text(facts_[static_cast<std::size_t>(line)].metric) : QString();
    set_subject(this, metric);
    setAccessibleDescription(one ? lines_[static_cast<std::size_t>(line)].value->accessibleName() : QString());
    update();
}

void ReadoutPanel::focusInEvent(QFocusEvent* event)
{
    Panel::focusInEvent(event);
    const bool keyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (keyboard)
        choose(std::max(chosen_, 0));
}

void ReadoutPanel::focusOutEvent(QFocusEvent* event)
{
    Panel::focusOutEvent(event);
    choose(-1);
}

QString ReadoutPanel::as_text() const
{
    QString lines;
    for (const narrate::Fact& fact : facts_)
        lines += QStringList{text(fact.name), fact_value(fact), text(fact.unit)}.join(u'\t') + QLatin1Char('\n');
    return lines;
}

void ReadoutPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme_of(this).window);
    painter.setPen(theme_of(this).divider);
    const auto rule = [&](int y) { painter.drawLine(12, y, width() - 12, y); };
    painted_rules_ = rules();
    for (const int y : painted_rules_)
        rule(y);
    if (!hasFocus() || chosen_ < 0 || chosen_ >= static_cast<int>(lines_.size()))
        return;
    const QRect line = lines_[static_cast<std::size_t>(chosen_)].name->geometry();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_of(this).accent, 2));
    painter.drawRoundedRect(QRectF(7, line.top() + 1, width() - 14, line.height() - 2), 3, 3);
}

} // namespace plateau::ui
