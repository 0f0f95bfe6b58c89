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
#include <QStyleOption>
#include <QSvgRenderer>
#include <QWidget>

#include <algorithm>

#include "ui/controls/room_themes.h"

namespace plateau::ui {

namespace {

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

/// Fusion without underlined letters in menus; the Alt keys work all the same.
class QuietFusion final : public QProxyStyle {
public:
    QuietFusion() : QProxyStyle(QStringLiteral("Fusion")) { }
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

/// What is transparent stands on what the program's windows have; by itself it would count as black.
bool is_dark(const QPalette& palette)
{
    const QColor own = palette.color(QPalette::Window);
    return (own.alpha() > 0 ? own : QApplication::palette().color(QPalette::Window)).lightnessF() < 0.5f;
}

} // namespace

const Theme& theme_of(const QPalette& palette)
{
    static const Theme light = light_theme(), dark = dark_theme(), projector = projector_theme(),
                       contrast = contrast_theme();
    for (const Theme* theme : {&projector, &contrast})
        if (palette.color(QPalette::Window) == theme->window && palette.color(QPalette::WindowText) == theme->text)
            return *theme;
    return is_dark(palette) ? dark : light;
}

const Theme& theme_of(const QWidget* widget) { return theme_of(widget->palette()); }

QIcon icon(const QString& name, const QColor& colour) { return QIcon(new SvgIcon(name, colour, colour)); }

QIcon icon(const QString& name, const QWidget* widget)
{
    const Theme& theme = theme_of(widget);
    return QIcon(new SvgIcon(name, theme.text, theme.outline));
}

QPixmap icon_pixmap(const QString& name, const QColor& colour, int size, qreal pixel_ratio)
{
    QPixmap pixmap(QSize(size, size) * pixel_ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer(coloured_svg(name, colour)).render(&painter);
    painter.end();
    pixmap.setDevicePixelRatio(pixel_ratio);
    return pixmap;
}

void set_style_property(QWidget& widget, const char* name, const QVariant& value)
{
    if (widget.property(name) == value)
        return;
    widget.setProperty(name, value);
    widget.style()->unpolish(&widget);
    widget.style()->polish(&widget);
    widget.update();
}

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
    const Theme theme = theme_for(shown);
    QApplication::setPalette(palette(theme));
    application_.setStyleSheet(style_sheet(theme));
    applying_ = false;
}

} // namespace plateau::ui
