// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/appearance.h"

#include <QApplication>
#include <QEvent>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QProxyStyle>
#include <QScrollArea>
#include <QSettings>
#include <QStyleOption>
#include <QSvgRenderer>
#include <QWidget>

#include <array>

namespace plateau::ui {

namespace {

const QString reduce_motion_key = QStringLiteral("reduce_motion");

QByteArray coloured_svg(const QString& name, const QColor& colour)
{
    load_fonts(); // registers the resources
    QFile file(QStringLiteral(":/plateau/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return file.readAll().replace("#000000", colour.name().toLatin1());
}

/// Renders the SVG at whatever size and device pixel ratio is asked for.
class SvgIcon final : public QIconEngine {
public:
    SvgIcon(QString name, QColor normal, QColor disabled) : name_(std::move(name)), normal_(normal), disabled_(disabled)
    {
    }
    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        QSvgRenderer(coloured_svg(name_, mode == QIcon::Disabled ? disabled_ : normal_)).render(painter, rect);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        const QColor& colour = mode == QIcon::Disabled ? disabled_ : normal_;
        const QString key
            = QStringLiteral("plateau/%1 %2 %3x%4").arg(name_, colour.name()).arg(size.width()).arg(size.height());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }
    QIconEngine* clone() const override { return new SvgIcon(name_, normal_, disabled_); }

private:
    QString name_;
    QColor normal_, disabled_;
};

/// Fusion without underlined letters in menus, the Alt keys work all the same; flat check boxes.
class QuietFusion final : public QProxyStyle {
public:
    QuietFusion() : QProxyStyle(QStringLiteral("Fusion")) { }
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override
    {
        const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        if (element != CE_CheckBox || !button)
            return QProxyStyle::drawControl(element, option, painter, widget);
        painter->save();
        draw_check_box(*button, *painter);
        painter->restore();
    }
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override
    {
        const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        if (type != CT_CheckBox || !button)
            return QProxyStyle::sizeFromContents(type, option, contents, widget);
        const int words = button->fontMetrics.horizontalAdvance(button->text);
        return {check_size + 4 + (words > 0 ? check_gap + words : 0), 22};
    }
    QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override
    {
        return element == SE_CheckBoxClickRect ? option->rect : QProxyStyle::subElementRect(element, option, widget);
    }
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
    {
        switch (metric) {
        case PM_ToolBarItemMargin:
        case PM_ToolBarFrameWidth:
            return 0;
        case PM_ToolBarItemSpacing:
            return 2;
        case PM_ToolBarSeparatorExtent:
            return 17;
        case PM_MenuBarPanelWidth:
            return 0;
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
        }
    }
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override
    {
        if (element != PE_IndicatorToolBarSeparator)
            return QProxyStyle::drawPrimitive(element, option, painter, widget);
        const QRect area = option->rect;
        painter->fillRect(QRect(area.center().x(), area.center().y() - 10, 1, 20), theme_of(option->palette).divider);
    }
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override
    {
        return hint == SH_UnderlineShortcut ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
    }

private:
    static constexpr int check_size = 14, check_gap = 7; ///< the box, and between it and its words

    static void draw_check_box(const QStyleOptionButton& button, QPainter& painter)
    {
        const Theme& theme = theme_of(button.palette);
        const bool enabled = button.state.testFlag(State_Enabled), checked = button.state.testFlag(State_On);
        painter.setRenderHint(QPainter::Antialiasing);
        const int height = button.rect.height();
        const QRectF square(1, (height - check_size) / 2.0, check_size, check_size);
        const QColor filled = enabled ? theme.accent : theme.groove;
        if (button.state.testFlag(State_HasFocus)) {
            painter.setPen(QPen(theme.accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(square.adjusted(-1, -1, 1, 1), 3, 3);
        }
        painter.setPen(QPen(checked ? filled : theme.outline, 1));
        painter.setBrush(checked ? filled : button.state.testFlag(State_MouseOver) ? theme.hover : theme.field);
        painter.drawRoundedRect(square.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        if (checked) {
            painter.setPen(QPen(theme.on_accent, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
            painter.setBrush(Qt::NoBrush);
            const QPointF corner = square.topLeft();
            painter.drawPolyline(
                QPolygonF({corner + QPointF(3.6, 7.2), corner + QPointF(6.1, 9.8), corner + QPointF(10.6, 4.4)}));
        }
        const QRect words = button.rect.adjusted(check_size + 2 + check_gap, 0, 0, 0);
        painter.setPen(enabled ? theme.text : theme.text3);
        painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                         button.fontMetrics.elidedText(button.text, Qt::ElideRight, words.width()));
    }
};

/// A scroll area measures all that is in it when the style is another one, in the midst of the change: what stands in
/// it asks for that again when it has changed itself.
class ScrollAreasWait final : public QObject {
public:
    ScrollAreasWait() { qApp->installEventFilter(this); }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        return event->type() == QEvent::StyleChange && qobject_cast<QScrollArea*>(watched);
    }
};

bool is_dark(const QPalette& palette) { return palette.color(QPalette::Window).lightnessF() < 0.5f; }

/// In the order of ThemeChoice, after the system's.
const std::array<Theme, theme_choices - 1>& themes()
{
    static const std::array all{light_theme(), dark_theme(), projector_theme(), contrast_theme()};
    return all;
}

/// Null: the palette is of no theme. What is transparent, or not painted at all, counts as black and says nothing.
const Theme* own_theme(const QPalette& palette)
{
    const QColor window = palette.color(QPalette::Window), letters = palette.color(QPalette::WindowText);
    for (const Theme& theme : themes())
        if ((window == theme.window || window == theme.canvas) && letters == theme.text)
            return &theme;
    return nullptr;
}

} // namespace

const Theme& theme_of(const QPalette& palette)
{
    if (const Theme* own = own_theme(palette))
        return *own;
    const Theme* shown = own_theme(QApplication::palette());
    return shown ? *shown : themes()[is_dark(QApplication::palette()) ? 1 : 0];
}

const Theme& theme_of(const QWidget* widget)
{
    for (; widget; widget = widget->parentWidget())
        if (const Theme* own = own_theme(widget->palette()))
            return *own;
    return theme_of(QApplication::palette());
}

QIcon icon(const QString& name, const QColor& colour) { return QIcon(new SvgIcon(name, colour, colour)); }

QIcon icon(const QString& name, const QWidget* widget)
{
    const Theme& theme = theme_of(widget);
    return QIcon(new SvgIcon(name, theme.text, theme.outline));
}

void set_style_property(QWidget& widget, const char* name, const QVariant& value)
{
    if (widget.property(name) == value)
        return;
    widget.setProperty(name, value);
    if (!widget.testAttribute(Qt::WA_WState_Polished))
        return; // it is styled when it is first shown, with the font that it has then
    widget.style()->unpolish(&widget);
    widget.style()->polish(&widget);
    widget.update();
}

void set_font(QWidget* widget, const QFont& font)
{
    constexpr const char* kept = "_q_styleSheetWidgetFont"; // by Qt's style sheets
    if (widget->property(kept).isValid())
        widget->setProperty(kept, font);
    widget->setFont(font);
}

void set_ink(QWidget* widget, const char* colour) { set_style_property(*widget, "ink", QLatin1String(colour)); }

void restyle(QWidget* widget, const QString& sheet)
{
    if (widget->styleSheet() != sheet)
        widget->setStyleSheet(sheet);
}

WithoutStyleSheet::WithoutStyleSheet(const QWidget& window)
{
    const QWidgetList all = QApplication::topLevelWidgets();
    if (std::any_of(all.begin(), all.end(), [&](const QWidget* other) { return other != &window; }))
        return;
    sheet_ = qApp->styleSheet();
    qApp->setStyleSheet({});
}

WithoutStyleSheet::~WithoutStyleSheet()
{
    if (sheet_.isEmpty())
        return;
    const ScrollAreasWait wait;
    qApp->setStyleSheet(sheet_);
}

Appearance::Appearance(QApplication& application) : QObject(&application), application_(application)
{
    load_fonts();
    QApplication::setStyle(new QuietFusion);
    application_.setFont(interface_font(13));
    application_.installEventFilter(this);
    apply();
}

void Appearance::choose(ThemeChoice choice)
{
    if (choice == choice_ && choice != ThemeChoice::System)
        return; // every widget would be styled anew
    choice_ = choice;
    apply();
}

bool Appearance::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ThemeChange && choice_ == ThemeChoice::System && !applying_)
        QMetaObject::invokeMethod(this, &Appearance::apply, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void Appearance::apply()
{
    applying_ = true;
    ThemeChoice shown = choice_;
    if (choice_ == ThemeChoice::System) {
        QApplication::setPalette(QPalette()); // back to the platform's, to see what it is now
        shown = is_dark(QApplication::palette()) ? ThemeChoice::Dark : ThemeChoice::Light;
    }
    const Theme& theme = themes().at(static_cast<std::size_t>(shown) - 1);
    QApplication::setPalette(palette(theme));
    application_.setStyleSheet(style_sheet(theme));
    applying_ = false;
}

bool reduces_motion()
{
    const QVariant chosen = QSettings().value(reduce_motion_key);
    return chosen.isValid() ? chosen.toBool() : QApplication::style()->styleHint(QStyle::SH_Widget_Animate) == 0;
}

void reduce_motion(bool reduce) { QSettings().setValue(reduce_motion_key, reduce); }

} // namespace plateau::ui
