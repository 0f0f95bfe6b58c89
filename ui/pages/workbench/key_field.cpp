// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workbench/key_field.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "core/text/messages/words.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/text.h"
#include "ui/pages/panels/panel.h"

namespace plateau::ui {

namespace {

constexpr int field_width = 104;

} // namespace

KeyField::KeyField(const QString& label, const QString& help, QWidget* parent)
    : QWidget(parent), label_(new ElidedLabel(this)), field_(new ValueField(this)), message_(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(0, 2, 0, 2);
    line->setSpacing(8);
    label_->set_full_text(label);
    label_->setToolTip(help);
    label_->setBuddy(field_);
    field_->setFixedWidth(field_width);
    field_->setAccessibleName(label);
    field_->setAccessibleDescription(help);
    line->addWidget(label_, 1);
    line->addWidget(field_);
    column->addLayout(line);
    message_->setFont(interface_font(12));
    message_->setWordWrap(true);
    message_->hide();
    follow_theme(*this, [this] { dress(); });
    column->addWidget(message_);
    connect(field_, &ValueField::committed, this, [this](const QString& words) { emit committed(words.trimmed()); });
}

void KeyField::show_value(double value, units::Unit unit)
{
    const units::NumberInParts shown = units::in_parts(value, unit, 4);
    field_->show_value(text(shown.number), text(unit_words(shown)));
    show_message({});
}

void KeyField::show_words(const QString& words)
{
    field_->show_value(words, {});
    show_message({});
}

void KeyField::show_refused(const QString& typed, const QString& why)
{
    field_->show_refused(typed);
    show_message(why);
}

void KeyField::show_message(const QString& why)
{
    field_->set_state(why.isEmpty() ? QString() : QStringLiteral("refused"));
    message_->setVisible(!why.isEmpty());
    message_->setText(why);
    dress();
}

void KeyField::dress() { restyle(message_, QStringLiteral("color: %1").arg(theme_of(this).error.name())); }

} // namespace plateau::ui
