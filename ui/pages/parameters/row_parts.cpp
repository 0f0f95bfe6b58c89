// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/parameters/row_parts.h"

#include <QHBoxLayout>
#include <QTextLayout>

#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/text.h"
#include "ui/pages/parameters/parameter_editor.h"

namespace plateau::ui {

namespace {

/// Line by line, broken between words.
QString broken(const QString& words, const QFont& font, int width)
{
    QStringList lines;
    QTextLayout layout(words, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines << words.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines.join(QLatin1Char('\n'));
}

} // namespace

RowLabel::RowLabel(const QString& words, QWidget* parent) : QLabel(parent), words_(words)
{
    setTextFormat(Qt::PlainText);
    setText(words_);
}

void RowLabel::set_width(int pixels)
{
    setFixedWidth(pixels);
    const QFont usual = interface_font(13), small = interface_font(12);
    const bool whole = QFontMetrics(usual).horizontalAdvance(words_) <= pixels;
    setFont(whole ? usual : small);
    setText(whole ? words_ : broken(words_, small, pixels));
}

RowMessage::RowMessage(QWidget* parent) : QWidget(parent), sign_(new QLabel(this)), words_(new QLabel(this))
{
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(12, 0, 12, 4);
    line->setSpacing(6);
    line->addWidget(sign_, 0, Qt::AlignTop);
    line->addWidget(words_, 1);
    words_->setWordWrap(true);
    words_->setFont(interface_font(12));
    words_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setFocusProxy(words_);
    connect(words_, &QLabel::linkActivated, this, &RowMessage::offer_taken);
    hide();
}

void RowMessage::show_notice(const RowNotice& notice, bool refused)
{
    setVisible(!notice.text.isEmpty());
    if (notice.text.isEmpty())
        return;
    const Theme& theme = theme_of(this);
    const QColor colour = notice.warning ? theme.warning : theme.error;
    const QString sign = refused && !notice.warning ? QStringLiteral("error") : QStringLiteral("warning");
    sign_->setPixmap(icon_pixmap(sign, colour, 14, devicePixelRatioF()));
    QString words = notice.text.toHtmlEscaped();
    if (!words.endsWith(QLatin1Char('.')))
        words += QLatin1Char('.');
    if (!notice.offer.isEmpty())
        words += QStringLiteral(" <a href=\"%1\" style=\"color:%3\">%2</a>")
                     .arg(text(notice.offer_text).toHtmlEscaped(), notice.offer.toHtmlEscaped(), theme.accent.name());
    words_->setText(QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), words));
    words_->setAccessibleName(notice.text);
}

ObjectiveRow::ObjectiveRow(QuestionDocument& document, QWidget* parent)
    : QWidget(parent), document_(document), label_(new QLabel(tr("Best means"), this)), combo_(new QuietCombo(this))
{
    setObjectName(QStringLiteral("row_objective"));
    setFixedHeight(28);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(12, 0, 0, 0);
    line->setSpacing(0);
    line->addWidget(label_);
    line->addSpacing(2);
    line->addWidget(combo_, 1);
    for (const search::ObjectiveRow& row : search::objectives())
        combo_->addItem(text(Word{row.label}), static_cast<int>(row.objective));
    combo_->setAccessibleName(label_->text());
    combo_->setAccessibleDescription(tr("What the search for the best plan looks for."));
    label_->setToolTip(combo_->accessibleDescription());
    label_->setBuddy(combo_);
    connect(combo_, &QComboBox::activated, this, [this](int index) {
        choose_objective(document_, static_cast<search::Objective>(combo_->itemData(index).toInt()));
    });
    set_compact(false);
}

void ObjectiveRow::refresh()
{
    combo_->setCurrentIndex(combo_->findData(static_cast<int>(answers::objective(*document_.training()))));
}

void ObjectiveRow::stand_alone()
{
    constexpr int after_label = 8, around_words = 36;
    int widest = 0;
    for (int i = 0; i < combo_->count(); ++i)
        widest = std::max(widest, combo_->fontMetrics().horizontalAdvance(combo_->itemText(i)));
    label_->setFixedWidth(label_->sizeHint().width() + after_label);
    layout()->setContentsMargins(0, 0, 0, 0);
    setFixedWidth(label_->maximumWidth() + around_words + widest);
}

void ObjectiveRow::set_compact(bool compact)
{
    label_->setFixedWidth(row_widths(compact).label);
    layout()->setContentsMargins(12, 0, row_widths(compact).after(), 0);
}

} // namespace plateau::ui
