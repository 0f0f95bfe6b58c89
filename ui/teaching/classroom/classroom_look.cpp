// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/classroom/classroom_look.h"

#include <algorithm>

#include <QEvent>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QScreen>
#include <QWidget>
#include <QWindow>

#include "ui/controls/appearance.h"

namespace plateau::ui {

namespace {

constexpr double letter_at_1080 = 24; ///< 18 points
constexpr QSizeF full_screen{1920, 1080};
constexpr double least_letter = 13;
constexpr double smallest_in_figures = 11;
constexpr double line_scale = 2;

/// L stands for the height of a letter, in hundredths before it.
const char* const classroom_sheet = R"(
QWidget { font-size: {100}px; }
QLabel[heading="true"] { font-size: {140}px; font-weight: 600; }
QPushButton { min-height: {190}px; padding: 0 {75}px; }
QPushButton:focus { border: 3px solid {accent}; padding: 0 {70}px; min-height: {180}px; }
QPushButton:default:focus { border: 3px solid {text}; }
QToolButton { min-height: {170}px; padding: 0 {50}px; }
QToolButton:focus { border: 3px solid {accent}; }
QToolButton[segment="true"] { min-height: {175}px; max-height: {175}px; padding: 0 {30}px; }
QLineEdit { min-height: {180}px; padding: 0 {20}px; }
QLineEdit:focus { border: 3px solid {accent}; min-height: {175}px; }
QFrame#divider { background: {divider}; }
QScrollBar:vertical { width: {75}px; }
QScrollBar::handle:vertical { min-height: {200}px; }
)";

} // namespace

RenderStyle ClassroomLook::figure_style() const
{
    RenderStyle style;
    style.theme = theme;
    style.text_scale = letter / smallest_in_figures;
    style.line_scale = line_scale * letter / letter_at_1080;
    style.compact = true;
    style.fast = true;
    return style;
}

QString ClassroomLook::sheet() const
{
    QString result = QString::fromLatin1(classroom_sheet);
    for (const int part : {20, 30, 50, 70, 75, 100, 140, 170, 175, 180, 190, 200})
        result.replace(QStringLiteral("{%1}").arg(part), QString::number(pixels(part / 100.0)));
    result.replace(QStringLiteral("{accent}"), theme.accent.name());
    result.replace(QStringLiteral("{text}"), theme.text.name());
    result.replace(QStringLiteral("{divider}"), theme.divider.name());
    return style_sheet(theme) + result;
}

ClassroomLook classroom_look(const Theme& theme, QSize window)
{
    const double share = std::min(window.width() / full_screen.width(), window.height() / full_screen.height());
    return {theme, std::max(least_letter, letter_at_1080 * share)};
}

QScreen* screen_of_class(const QWidget& window)
{
    if (window.screen() != QGuiApplication::primaryScreen())
        return window.screen();
    QScreen* other = screen_beside(window);
    return other ? other : window.screen();
}

QScreen* screen_beside(const QWidget& window)
{
    for (QScreen* screen : QGuiApplication::screens()) // the primary one stands first
        if (screen != window.screen())
            return screen;
    return nullptr;
}

void fill_screen(QWidget& window, const QScreen& screen)
{
    if (window.isVisible() && window.isFullScreen())
        window.showNormal(); // else it stays on its screen
    window.setGeometry(screen.geometry());
    window.showFullScreen();
}

CursorHalo::CursorHalo(QWidget& window) : QWidget(&window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    window.installEventFilter(this);
    hide();
}

void CursorHalo::set_radius(int pixels) { resize(2 * pixels, 2 * pixels); }

/// The window system's own window hears of every move, whatever widget is below.
bool CursorHalo::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show && watched == parent() && window()->windowHandle())
        window()->windowHandle()->installEventFilter(this);
    if (event->type() == QEvent::Leave && watched == parent())
        hide();
    if (event->type() == QEvent::MouseMove && watched == window()->windowHandle()) {
        const QPoint at = static_cast<QMouseEvent*>(event)->position().toPoint();
        move(at - rect().center());
        raise();
        show();
    }
    return QWidget::eventFilter(watched, event);
}

void CursorHalo::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0xF0, 0xE4, 0x42, 128));
    painter.drawEllipse(rect());
}

} // namespace plateau::ui
