// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/parameter_finder.h"

#include <QAction>
#include <QEvent>
#include <QKeyEvent>

#include <algorithm>

#include "ui/controls/appearance.h"
#include "ui/controls/text.h"

namespace plateau::ui {

namespace {

QString name_words(const ParameterDescription& parameter)
{
    QString all = QStringList{text(Word{parameter.label}),
                              text(Word{parameter.also}),
                              text(parameter.also),
                              text(parameter.key),
                              text(parameter.key).replace(QLatin1Char('_'), QLatin1Char(' ')),
                              text(parameter.group)}
                      .join(QLatin1Char(' '));
    for (const Option& option : parameter.options)
        all += QLatin1Char(' ') + text(Word{option.label}) + QLatin1Char(' ') + text(option.value);
    return all;
}

} // namespace

bool holds(const QString& all, const QString& words)
{
    const QStringList each = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(each.begin(), each.end(),
                       [&all](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

bool names(const ParameterDescription& parameter, const QString& words) { return holds(name_words(parameter), words); }

bool mentions(const ParameterDescription& parameter, const QString& words)
{
    return holds(name_words(parameter) + QLatin1Char(' ') + text(Word{parameter.help}), words);
}

ParameterFinder::ParameterFinder(QWidget* parent) : QLineEdit(parent), icon_(new QAction(this))
{
    setObjectName(QStringLiteral("find_parameter"));
    setPlaceholderText(tr("Find or set anything"));
    setAccessibleName(tr("Find or set anything"));
    setToolTip(tr("Parameters by everyday words, commands, scenarios, help; or what to set: gpus 2k, h200, 70b 32k "
                  "(Ctrl+K)"));
    setClearButtonEnabled(true);
    addAction(icon_, QLineEdit::LeadingPosition);
    draw_icon();
}

void ParameterFinder::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Down) {
        emit entered();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void ParameterFinder::draw_icon() { icon_->setIcon(icon(QStringLiteral("search"), theme_of(this).text2)); }

void ParameterFinder::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        draw_icon();
}

} // namespace plateau::ui
