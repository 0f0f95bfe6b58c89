// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/parameter_editor.h"

#include <QFontMetrics>

#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/pages/parameters/list_editor.h"
#include "ui/pages/parameters/number_editor.h"
#include "ui/pages/parameters/row_text.h"
#include "ui/pages/parameters/segments_editor.h"
#include "ui/pages/parameters/words_editor.h"

namespace plateau::ui {

namespace {

constexpr int most_segments = 3;

/// Tells whether the names of the options fit side by side.
bool fits_in_segments(const ParameterDescription& parameter)
{
    if (parameter.options.size() > most_segments)
        return false;
    const QFontMetrics metrics(interface_font(13, 600));
    int width = 0;
    for (const Option& option : parameter.options)
        width += metrics.horizontalAdvance(text(Word{option.label})) + 4;
    return width <= row_widths(false).least_control();
}

} // namespace

ParameterEditor::ParameterEditor(const ParameterDescription& parameter, QuestionDocument& document, QObject* parent)
    : QObject(parent), parameter_(parameter), document_(document)
{
}

void ParameterEditor::set_name(const QString& name, const QString& help)
{
    for (QWidget* control : controls()) {
        control->setAccessibleName(name);
        control->setAccessibleDescription(help);
    }
}

void ParameterEditor::set_description(const QString& words) { main_control()->setAccessibleDescription(words); }

QString ParameterEditor::summary() const
{
    return shown_value(parameter_, document_.value(parameter_.key), document_.catalog());
}

QString ParameterEditor::current_option() const
{
    if (document_.is_open(parameter_.key))
        return QStringLiteral("auto");
    return option_name(document_.value(parameter_.key));
}

ParameterEditor* make_editor(const ParameterDescription& parameter, QuestionDocument& document, QWidget& row)
{
    switch (parameter.kind) {
    case ParameterKind::Name:
        if (options_of(parameter, document.catalog()).empty())
            return new WordsEditor(parameter, document, row);
        return new ListEditor(parameter, document, row);
    case ParameterKind::Choice:
        if (fits_in_segments(parameter))
            return new SegmentsEditor(parameter, document, row);
        return new ListEditor(parameter, document, row);
    case ParameterKind::Switch:
        return new SegmentsEditor(parameter, document, row);
    case ParameterKind::Number:
    case ParameterKind::Whole:
        break;
    }
    return new NumberEditor(parameter, document, row);
}

} // namespace plateau::ui
