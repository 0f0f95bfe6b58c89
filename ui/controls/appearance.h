// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QObject>

#include "ui/controls/theme.h"

class QApplication;
class QWidget;

/// The theme on its way to widgets: palette, style sheet, icons. Widgets that paint themselves ask theme_of().
namespace plateau::ui {

/// Left and right of what a panel holds, in logical pixels.
inline constexpr int panel_margin = 12;

/// As the settings count them.
enum class ThemeChoice { System, Light, Dark, Projector, Contrast };
inline constexpr int theme_choices = 5;

/// Nothing moves by itself: what the person chose, else what the system asks for.
bool reduces_motion();
void reduce_motion(bool reduce);

/// The theme whose window and letters the palette has, or that of what the widget stands in, else the application's.
const Theme& theme_of(const QPalette& palette);
const Theme& theme_of(const QWidget* widget);

/// One of the shipped 16 x 16 icons in a colour, crisp at any device pixel ratio.
QIcon icon(const QString& name, const QColor& colour);
/// In the text colour of the widget, with its disabled state.
QIcon icon(const QString& name, const QWidget* widget);

QString style_sheet(const Theme& theme);

/// A property that the style sheet asks for.
void set_style_property(QWidget& widget, const char* name, const QVariant& value);

/// Of a widget that may have been styled already: the style sheet gives back the font it had then whenever it is
/// another, if that is set by itself.
void set_font(QWidget* widget, const QFont& font);

/// The colour of a widget's words, by its name in the style sheet, "text2": it is taken anew whenever the theme is
/// another.
void set_ink(QWidget* widget, const char* colour);

/// A widget's own style, when it is another one: setting the same again is not free.
void restyle(QWidget* widget, const QString& sheet);

/// While the first window is put together: the application without its style sheet, which is put on once at the end.
/// Where other windows stand it stays as it is.
class WithoutStyleSheet {
public:
    explicit WithoutStyleSheet(const QWidget& window);
    ~WithoutStyleSheet();
    WithoutStyleSheet(const WithoutStyleSheet&) = delete;
    WithoutStyleSheet& operator=(const WithoutStyleSheet&) = delete;

private:
    QString sheet_; ///< empty: left on
};

/// Keeps the application's look: the choice of the View menu, or the system's while that is chosen.
class Appearance final : public QObject {
    Q_OBJECT
public:
    explicit Appearance(QApplication& application);

    void choose(ThemeChoice choice);
    ThemeChoice choice() const { return choice_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();

    QApplication& application_;
    ThemeChoice choice_ = ThemeChoice::System;
    bool applying_ = false;
};

} // namespace plateau::ui
