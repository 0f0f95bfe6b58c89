// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/panels/facts_table.h"

#include <QContextMenuEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"

namespace plateau::ui {

namespace {

/// A unit stays in one line.
QString unbroken(QString unit) { return unit.replace(u'/', QStringLiteral("/\u2060")).replace(u' ', QChar(0x00A0)); }

/// "Throughput, M tok/s": as a unit, what comes last.
QString few_words(const QString& name_and_unit)
{
    const QString between = QStringLiteral(", ");
    const qsizetype end = name_and_unit.lastIndexOf(between);
    return end < 0 ? name_and_unit
                   : name_and_unit.left(end) + between + unbroken(name_and_unit.mid(end + between.size()));
}

} // namespace

QString fact_label(const narrate::Fact& fact, const Theme& theme, bool narrow)
{
    const bool few = narrow && !fact.narrow.empty();
    const QString unit = few ? QString() : unbroken(text(fact.unit).toHtmlEscaped());
    return (few ? few_words(text(fact.narrow)) : text(fact.name)).toHtmlEscaped()
        + QStringLiteral("%1<span style=\"color:%2; font-size:12px\">%3%4</span>")
              .arg(unit.isEmpty() ? QString() : QStringLiteral(" "), theme.text2.name(), unit,
                   fact.assumed ? QStringLiteral("&nbsp;≈") : QString());
}

QString fact_hint(const narrate::Fact& fact)
{
    return fact.known.empty() ? text(fact.help) : text(fact.help) + QLatin1Char('\n') + text(fact.known);
}

QString fact_value(const narrate::Fact& fact, std::size_t column)
{
    return column < fact.values.size() ? text(fact.values[column]) : QString();
}

QStringList paragraphs(const std::vector<Message>& sentences)
{
    QStringList list;
    for (const Message& sentence : sentences)
        list << text(sentence);
    return list;
}

QString joined(const std::vector<Message>& sentences, QChar separator) { return paragraphs(sentences).join(separator); }

constexpr int fact_height = 24;

FactsTable::FactsTable(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this))
{
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(12);
    grid_->setVerticalSpacing(0);
    follow_theme(*this, [this] { fill(); });
}

void FactsTable::set_columns(const QString& name, const std::vector<QString>& columns, int bold)
{
    name_ = name;
    columns_ = columns;
    bold_ = bold;
    while (heads_.size() < columns.size() + 1) {
        auto* head = new QLabel(this);
        head->setFont(interface_font(12, heads_.empty() ? 600 : 400));
        head->setAlignment((heads_.empty() ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        grid_->addWidget(head, 0, static_cast<int>(heads_.size()));
        heads_.push_back(head);
    }
    const bool one = columns.size() == 1; // then its words may need several lines
    grid_->setColumnStretch(0, one ? 0 : 1);
    grid_->setColumnStretch(1, one ? 1 : 0);
    bool any = !name.isEmpty();
    for (const QString& column : columns)
        any = any || !column.isEmpty();
    grid_->setRowMinimumHeight(0, any ? fact_height : 0);
    for (std::size_t i = 0; i < heads_.size(); ++i)
        heads_[i]->setVisible(any);
    apply_column_width();
    fill();
}

void FactsTable::set_heads_help(const std::vector<QString>& help)
{
    for (std::size_t i = 0; i < std::min(help.size(), columns_.size()); ++i) {
        heads_[i + 1]->setToolTip(tip(help[i]));
        heads_[i + 1]->setWordWrap(true);
    }
}

void FactsTable::set_column_width(int pixels)
{
    column_width_ = pixels;
    apply_column_width();
}

void FactsTable::set_name_width(int pixels) { grid_->setColumnMinimumWidth(0, pixels); }

void FactsTable::apply_column_width()
{
    for (int column = 1; column < int(heads_.size()); ++column)
        grid_->setColumnMinimumWidth(column, column <= int(columns_.size()) ? column_width_ : 0);
}

void FactsTable::set_narrow(bool narrow)
{
    if (narrow_ == narrow)
        return;
    narrow_ = narrow;
    grid_->setHorizontalSpacing(narrow ? 8 : 12);
    fill();
}

QLabel* FactsTable::cell(std::size_t row, std::size_t column)
{
    while (cells_.size() <= row) {
        cells_.emplace_back();
        grid_->setRowMinimumHeight(static_cast<int>(cells_.size()), fact_height);
    }
    auto& line = cells_[row];
    while (line.size() <= column) {
        const bool first = line.empty();
        QLabel* label = first ? new QLabel(this) : new ValueLabel(this);
        if (first)
            label->setTextFormat(Qt::RichText);
        label->setWordWrap(!first && columns_.size() == 1);
        grid_->addWidget(label, static_cast<int>(row) + 1, static_cast<int>(line.size()));
        line.push_back(label);
    }
    return line[column];
}

void FactsTable::show_facts(const std::vector<narrate::Fact>& facts)
{
    facts_ = facts;
    fill();
}

void FactsTable::fill()
{
    const Theme& theme = theme_of(this);
    for (std::size_t i = 0; i < heads_.size(); ++i) {
        heads_[i]->setText(i == 0 ? name_ : i <= columns_.size() ? columns_[i - 1] : QString());
        set_ink(heads_[i], i == 0 ? "text" : "text2");
    }
    for (std::size_t row = 0; row < facts_.size(); ++row) {
        const narrate::Fact& fact = facts_[row];
        QLabel* name = cell(row, 0);
        name->setText(fact_label(fact, theme, narrow_));
        if (const bool wraps = narrow_ && columns_.size() > 1; name->wordWrap() != wraps)
            name->setWordWrap(wraps); // so that the values have their room
        restyle(name, fact.heading ? QStringLiteral("color: %1; font-size: 12px").arg(theme.text2.name()) : QString());
        name->setToolTip(tip(fact_hint(fact)));
        set_subject(name, text(fact.metric));
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            QLabel* label = cell(row, column + 1);
            const bool bold = static_cast<int>(column) == bold_ && !fact.assumed;
            label->setText(fact_value(fact, column));
            const int least = grid_->columnMinimumWidth(static_cast<int>(column) + 1);
            const bool is_long = least > 0 && label->fontMetrics().horizontalAdvance(label->text()) > 1.4 * least;
            if (const bool wraps = columns_.size() == 1 || is_long; label->wordWrap() != wraps)
                label->setWordWrap(wraps); // so that all columns are in sight
            label->setToolTip(tip(fact_hint(fact)));
            set_subject(label, text(fact.metric));
            label->setAccessibleName(
                QStringList{text(fact.name), columns_[column], label->text(), text(fact.unit)}.join(u' '));
            restyle(label, QStringLiteral("color: %1; font-weight: %2").arg(theme.text.name()).arg(bold ? 600 : 400));
        }
    }
    for (std::size_t row = 0; row < cells_.size(); ++row) {
        for (std::size_t column = 0; column < cells_[row].size(); ++column)
            cells_[row][column]->setVisible(row < facts_.size() && column <= columns_.size());
        grid_->setRowMinimumHeight(static_cast<int>(row) + 1, row < facts_.size() ? fact_height : 0);
    }
    updateGeometry();
    update();
}

void FactsTable::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(theme_of(this).divider);
    for (std::size_t row = 0; row < facts_.size() && row < cells_.size(); ++row) {
        const bool first = row == 0;
        if (first && grid_->rowMinimumHeight(0) == 0)
            continue;
        const int y = cells_[row].front()->geometry().top();
        painter.drawLine(0, y, width(), y);
    }
}

constexpr int text_left = 48;
constexpr int eye_room = 36;

ConfigurationRow::ConfigurationRow(QWidget* parent)
    : QWidget(parent), eye_(new QToolButton(this)), editor_(new QLineEdit(this))
{
    setFocusPolicy(Qt::StrongFocus);
    set_role(this, QAccessible::ListItem);
    setFixedHeight(44);
    eye_->setObjectName(QStringLiteral("small"));
    eye_->setFixedSize(24, 24);
    eye_->setCheckable(true);
    editor_->hide();
    follow_theme(*this, [this] { dress(); });
    connect(eye_, &QToolButton::clicked, this, [this](bool hidden) { emit hide_wanted(hidden); });
    connect(editor_, &QLineEdit::editingFinished, this, [this] { end_rename(true); });
}

void ConfigurationRow::show_content(const Content& content)
{
    content_ = content;
    setAccessibleName(content.name);
    setAccessibleDescription(content.words);
    setToolTip(tip(content.words.isEmpty() ? content.name : content.name + QLatin1Char('\n') + content.words));
    dress();
    update();
}

void ConfigurationRow::dress()
{
    eye_->setChecked(content_.hidden);
    eye_->setEnabled(content_.may_hide);
    eye_->setIcon(icon(content_.hidden ? QStringLiteral("eye-off") : QStringLiteral("eye"), theme_of(this).text2));
    const QString name = content_.hidden ? tr("Show %1").arg(content_.name) : tr("Hide %1").arg(content_.name);
    eye_->setToolTip(content_.may_hide ? name : tr("The current configuration is always shown"));
    eye_->setAccessibleName(name);
}

void ConfigurationRow::begin_rename()
{
    editor_->setText(content_.name);
    editor_->selectAll();
    editor_->show();
    editor_->setFocus();
}

void ConfigurationRow::end_rename(bool keep)
{
    if (editor_->isHidden())
        return;
    editor_->hide();
    setFocus();
    if (keep)
        emit renamed(editor_->text());
}

void ConfigurationRow::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (content_.current)
        painter.fillRect(rect(), theme.selected);
    const SeriesStyle style = theme.series(content_.role);
    painter.setOpacity(content_.hidden ? 0.4 : 1);
    draw_line_sample(painter, {12, 15, 40, 15}, style, style.line);
    painter.setOpacity(1);
    const int room = width() - text_left - eye_room;
    painter.setFont(interface_font(13, content_.current ? 600 : 400));
    painter.setPen(content_.hidden ? theme.text3 : theme.text);
    const QString name
        = content_.sign.isEmpty() ? content_.name : QStringLiteral("%1  %2").arg(content_.sign, content_.name);
    painter.drawText(QRect(text_left, 4, room, 20), Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(name, Qt::ElideRight, room));
    painter.setFont(interface_font(12));
    painter.setPen(content_.hidden ? theme.text3 : theme.text2);
    painter.drawText(QRect(text_left, 22, room, 18), Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(content_.words, Qt::ElideRight, room));
    if (hasFocus())
        draw_focus_frame(painter, rect(), theme.accent);
}

void ConfigurationRow::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (event->button() == Qt::LeftButton)
        emit chosen();
}

void ConfigurationRow::mouseDoubleClickEvent(QMouseEvent*) { begin_rename(); }

void ConfigurationRow::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        end_rename(false);
        return;
    case Qt::Key_F2:
        begin_rename();
        return;
    case Qt::Key_Delete:
        emit removal_wanted();
        return;
    case Qt::Key_Up:
        emit step_wanted(-1);
        return;
    case Qt::Key_Down:
        emit step_wanted(1);
        return;
    case Qt::Key_Space:
        if (content_.may_hide)
            emit hide_wanted(!content_.hidden);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (editor_->isHidden())
            emit chosen();
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void ConfigurationRow::contextMenuEvent(QContextMenuEvent* event) { emit menu_wanted(event->globalPos()); }

void ConfigurationRow::resizeEvent(QResizeEvent*)
{
    eye_->move(width() - 32, 10);
    editor_->setGeometry(text_left - 6, 3, width() - text_left - eye_room + 6, 24);
}

ConfigurationList::ConfigurationList(QWidget* parent) : QWidget(parent) { box_layout<QVBoxLayout>(this, {}, 0); }

void ConfigurationList::add_row()
{
    auto* row = new ConfigurationRow(this);
    const int index = static_cast<int>(rows_.size());
    rows_.push_back(row);
    layout()->addWidget(row);
    connect(row, &ConfigurationRow::chosen, this, [this, index] { emit chosen(index); });
    connect(row, &ConfigurationRow::renamed, this, [this, index](const QString& name) { emit renamed(index, name); });
    connect(row, &ConfigurationRow::removal_wanted, this, [this, index] { emit removal_wanted(index); });
    connect(row, &ConfigurationRow::hide_wanted, this, [this, index](bool hidden) { emit hide_wanted(index, hidden); });
    connect(row, &ConfigurationRow::menu_wanted, this,
            [this, index](const QPoint& global) { emit menu_wanted(index, global); });
    connect(row, &ConfigurationRow::step_wanted, this, [this, index](int rows) {
        const int wanted = std::clamp(index + rows, 0, shown_ - 1);
        emit chosen(wanted);
        this->row(wanted)->setFocus();
    });
}

void ConfigurationList::show_rows(const std::vector<ConfigurationRow::Content>& contents)
{
    while (rows_.size() < contents.size())
        add_row();
    shown_ = static_cast<int>(contents.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        rows_[i]->setVisible(i < contents.size());
        if (i < contents.size())
            rows_[i]->show_content(contents[i]);
    }
}

} // namespace plateau::ui
