// SPDX-License-Identifier: GPL-3.0-or-later
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/base/appearance.h"
#include "ui/base/controls.h"
#include "ui/base/text.h"
#include "ui/parameters/parameter_row.h"
#include "ui/parameters/row_text.h"

namespace plateau::ui {

namespace {

QString words_of(const std::string& english) { return text(Message{english, {}}); }

} // namespace

/// A text of its own grammar, typed.
void ParameterRow::build_words()
{
    editor_ = Editor::Words;
    field_ = new ValueField(this);
    connect(field_, &ValueField::committed, this,
            [this](const QString& words) { document_.edit_text(parameter_.key, words.trimmed().toStdString()); });
    connect(field_, &ValueField::given_up, this, [this] { document_.forget_refusal(parameter_.key); });
    line_->addWidget(field_);
}

void ParameterRow::show_help()
{
    if (help_)
        return;
    help_ = new QLabel(this);
    help_->setWordWrap(true);
    help_->setFont(interface_font(12));
    help_->setContentsMargins(12, 0, 12, 6);
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, help_);
}

void ParameterRow::refresh_help()
{
    if (!help_)
        return;
    QString words = words_of(parameter_.help);
    const Value value = document_.value(parameter_.key);
    if (const std::string* chosen = std::get_if<std::string>(&value))
        for (const Option& option : parameter_.options)
            if (option.value == *chosen && !option.help.empty())
                words += QStringLiteral(" <b style=\"font-weight:600\">%1</b>: %2")
                             .arg(words_of(option.label).toHtmlEscaped(), words_of(option.help).toHtmlEscaped());
    restyle(help_, QStringLiteral("color: %1").arg(theme_of(this).text2.name()));
    if (help_->text() != words)
        help_->setText(words);
}

/// A bare number of seconds is meant in the unit that stands beside it: 6 for 3 months, 9 for 4.5 microseconds.
QString ParameterRow::with_shown_unit(const QString& typed) const
{
    bool bare = false;
    const double number = QLocale::c().toDouble(typed, &bare);
    if (!bare || number == 0 || parameter_.unit != units::Unit::Seconds)
        return typed;
    return typed + QLatin1Char(' ') + short_text(parameter_, value_).unit;
}

void ParameterRow::refresh_words()
{
    if (const auto* refusal = document_.refusal(parameter_.key))
        field_->show_refused(text(refusal->text));
    else
        field_->show_value(shown_value(parameter_, document_.value(parameter_.key), document_.catalog()), {});
}

} // namespace plateau::ui
