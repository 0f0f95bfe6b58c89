// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibration/run_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/pages/panels/facts_table.h"

namespace plateau::ui {

namespace {

QLabel* linked(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    label->setOpenExternalLinks(true);
    return label;
}

/// Paths and names of columns may break where their parts end.
QString breakable(const QString& words)
{
    QString result;
    for (const QChar letter : words) {
        result += letter;
        if (QStringLiteral("/_-=:,").contains(letter))
            result += QChar(0x200B);
    }
    return result;
}

} // namespace

RunPanel::RunPanel(const QString& hint, QWidget* parent)
    : Panel(parent), title_(new QLabel(this)), subtitle_(new QLabel(this)), hint_(new QLabel(hint, this)),
      table_(new FactsTable(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(panel_margin, 6, panel_margin, 8);
    column->setSpacing(2);
    title_->setFont(interface_font(16, 600));
    title_->setWordWrap(true);
    subtitle_->setFont(interface_font(12));
    subtitle_->setWordWrap(true);
    hint_->setWordWrap(true);
    column->addWidget(title_);
    column->addWidget(subtitle_);
    column->addWidget(hint_);
    column->addWidget(table_);
    column->addStretch();
    clear();
}

void RunPanel::set_columns(const std::vector<QString>& columns, int bold) { table_->set_columns({}, columns, bold); }

QString RunPanel::title() const { return title_->text(); }

void RunPanel::show_run(const QString& title, const QString& subtitle, const std::vector<narrate::Fact>& facts)
{
    title_->setText(title);
    title_->setVisible(!title.isEmpty());
    subtitle_->setText(subtitle);
    subtitle_->setVisible(!subtitle.isEmpty());
    hint_->hide();
    table_->show();
    table_->show_facts(facts);
    fill();
}

void RunPanel::clear()
{
    title_->clear();
    title_->hide();
    subtitle_->hide();
    table_->hide();
    hint_->setVisible(!hint_->text().isEmpty());
    fill();
}

void RunPanel::fill()
{
    for (QLabel* label : {subtitle_, hint_})
        restyle(label, QStringLiteral("color: %1").arg(theme_of(this).text2.name()));
}

RunSourcePanel::RunSourcePanel(QWidget* parent)
    : Panel(parent), source_(linked(this)), assumed_(linked(this)), notes_(linked(this)), said_(linked(this)),
      open_(new QPushButton(tr("Open as scenario"), this)), leave_out_(new QPushButton(tr("Leave out"), this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(panel_margin, 6, panel_margin, 10);
    column->setSpacing(6);
    auto* buttons = new QHBoxLayout;
    open_->setDefault(true);
    open_->setToolTip(tr("Makes this run the current scenario of the workbench; undo brings yours back"));
    buttons->addWidget(open_);
    buttons->addWidget(leave_out_);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addWidget(said_);
    column->addWidget(source_);
    column->addWidget(assumed_);
    column->addWidget(notes_);
    column->addStretch();
    for (QLabel* label : {assumed_, notes_, said_})
        label->setFont(interface_font(12));
    connect(open_, &QPushButton::clicked, this, &RunSourcePanel::open_wanted);
    connect(leave_out_, &QPushButton::clicked, this, [this] { emit leave_out_wanted(!left_out_); });
    clear();
}

void RunSourcePanel::show_run(const narrate::RunOrigin& origin, bool left_out)
{
    origin_ = origin;
    left_out_ = left_out;
    empty_ = false;
    fill();
}

void RunSourcePanel::clear()
{
    origin_ = {};
    empty_ = true;
    fill();
}

void RunSourcePanel::say(const QString& words)
{
    said_->setText(words);
    said_->setVisible(!words.isEmpty());
}

void RunSourcePanel::fill()
{
    const Theme& theme = theme_of(this);
    const auto grey = QStringLiteral("color: %1").arg(theme.text2.name());
    for (QLabel* label : {assumed_, notes_, said_})
        restyle(label, grey);
    QString html = QStringLiteral("<b style=\"font-weight:600\">%1</b><br>")
                       .arg(breakable(text(origin_.source)).toHtmlEscaped());
    html += origin_.link.empty() ? breakable(text(origin_.place)).toHtmlEscaped()
                                 : QStringLiteral("<a href=\"%1\" style=\"color:%2\">%3</a>")
                                       .arg(text(origin_.link).toHtmlEscaped(), theme.accent.name(),
                                            breakable(text(origin_.place)).toHtmlEscaped());
    if (!origin_.badge.empty())
        html += QStringLiteral(" <span style=\"background:%1; color:%2; font-size:11px\">&nbsp;%3&nbsp;</span>")
                    .arg(theme.hover.name(), theme.text2.name(), text(Word{origin_.badge}).toHtmlEscaped());
    if (!origin_.remark.empty())
        html += QStringLiteral("<br><span style=\"color:%1; font-size:12px\">%2</span>")
                    .arg(theme.text2.name(), breakable(text(origin_.remark)).toHtmlEscaped());
    source_->setText(html);
    assumed_->setText(breakable(joined(origin_.assumed)));
    notes_->setText(breakable(text(origin_.notes)));
    source_->setVisible(!empty_);
    assumed_->setVisible(!empty_ && !origin_.assumed.empty());
    notes_->setVisible(!empty_ && !origin_.notes.empty());
    for (QPushButton* button : {open_, leave_out_})
        button->setVisible(!empty_);
    leave_out_->setText(left_out_ ? tr("Take in again") : tr("Leave out"));
    if (empty_)
        say(tr("The source of the chosen run, what had to be assumed, and notes."));
}

} // namespace plateau::ui
