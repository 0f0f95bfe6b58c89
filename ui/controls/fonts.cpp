// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

#include <QCoreApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QHash>

#include "ui/controls/appearance.h"
#include "ui/controls/theme.h"

/// Outside every namespace: Q_INIT_RESOURCE asks for it.
static void initialise_resources() { Q_INIT_RESOURCE(plateau); }

namespace plateau::ui {

bool load_fonts()
{
    static const bool loaded = [] {
        initialise_resources();
        bool all = true;
        for (const char* file : {"Sans-Regular.otf", "Sans-Medium.otf", "Sans-SemiBold.otf", "Hangul-Regular.ttf",
                                 "Hangul-Bold.ttf", "Symbols-Regular.ttf"})
            all = QFontDatabase::addApplicationFont(QStringLiteral(":/plateau/fonts/Plateau") + QLatin1String(file))
                    >= 0
                && all;
        return all;
    }();
    return loaded;
}

namespace {

struct Letters {
    QString family; ///< empty: the program's own
    bool on_paper = false;
};

Letters& letters()
{
    static Letters current;
    return current;
}

} // namespace

FontFamily::FontFamily(const QString& family) : before_(letters().family), on_paper_before_(letters().on_paper)
{
    letters() = {family, true};
}

FontFamily::~FontFamily() { letters() = {before_, on_paper_before_}; }

namespace {

QFont make_font(int pixels, int weight)
{
    QFont font;
    const bool own = letters().family.isEmpty();
    if (own && !load_fonts())
        font.setStyleHint(QFont::SansSerif);
    else
        font.setFamilies({own ? QStringLiteral("Plateau Sans") : letters().family, QStringLiteral("Plateau Hangul"),
                          QStringLiteral("Plateau Symbols")});
    font.setPixelSize(pixels);
    font.setWeight(static_cast<QFont::Weight>(weight));
    if (letters().on_paper) {
        font.setHintingPreference(QFont::PreferNoHinting);
        font.setStyleStrategy(QFont::StyleStrategy(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
    }
    return font;
}

/// What was asked about fonts, so that each is looked up and each line of words measured once. Figures are drawn on
/// several threads.
class KnownFonts {
public:
    QFont font(int pixels, int weight)
    {
        const std::lock_guard lock(mutex_);
        const auto [known, is_new] = fonts_.try_emplace({letters().family, letters().on_paper, pixels, weight});
        if (is_new)
            known->second = make_font(pixels, weight);
        return known->second;
    }
    double width(const QString& words, const QFont& font)
    {
        constexpr qsizetype most_words = 4096;
        const std::lock_guard lock(mutex_);
        QHash<QString, double>& widths = widths_of(font);
        if (const auto width = widths.constFind(words); width != widths.constEnd())
            return *width;
        if (widths.size() == most_words)
            widths.clear();
        return *widths.insert(words, QFontMetricsF(font).horizontalAdvance(words));
    }
    /// Fonts end with the application.
    void forget()
    {
        const std::lock_guard lock(mutex_);
        fonts_.clear();
        widths_.clear();
    }

private:
    QHash<QString, double>& widths_of(const QFont& font)
    {
        constexpr std::size_t most_fonts = 32;
        const auto known
            = std::find_if(widths_.begin(), widths_.end(), [&](const auto& each) { return each.first == font; });
        if (known != widths_.end())
            return known->second;
        if (widths_.size() == most_fonts)
            widths_.clear();
        widths_.emplace_back(font, QHash<QString, double>());
        return widths_.back().second;
    }

    std::mutex mutex_;
    std::map<std::tuple<QString, bool, int, int>, QFont> fonts_;
    std::vector<std::pair<QFont, QHash<QString, double>>> widths_;
};

KnownFonts& known_fonts()
{
    static KnownFonts known;
    return known;
}

void end_fonts_with_application()
{
    qAddPostRoutine([] { known_fonts().forget(); });
}
Q_COREAPP_STARTUP_FUNCTION(end_fonts_with_application)

} // namespace

QFont interface_font(double pixels, int weight)
{
    return known_fonts().font(std::max(1, static_cast<int>(std::lround(pixels))), weight);
}

double width_of(const QString& words, const QFont& font) { return known_fonts().width(words, font); }

/// Names in braces stand for the theme's colours. Rules are found by type and by name of object: for a property every
/// widget would be asked.
const char* const sheet = R"(
QSplitter::handle { background: {divider}; }
QMenuBar { background: {window}; padding: 2px 6px; spacing: 0; border: none; }
QMenuBar::item { padding: 3px 10px; border-radius: 3px; background: transparent; color: {text}; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: {hover}; }
QMenu { background: {canvas}; border: 1px solid {divider}; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 10px; border-radius: 3px; color: {text}; }
QMenu::item:selected { background: {selected}; }
QMenu::item:disabled { color: {text3}; }
QMenu::separator { height: 1px; background: {divider}; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QMenu::indicator { width: 14px; height: 14px; left: 8px; }
QToolTip { background: {canvas}; color: {text}; border: 1px solid {outline}; padding: 4px 6px; }

QToolButton { border: 1px solid transparent; border-radius: 3px; background: transparent; color: {text}; padding: 0 8px; min-height: 26px; }
QToolButton:hover { background: {hover}; }
QToolButton:pressed { background: {selected}; }
QToolButton:disabled { color: {text3}; background: transparent; }
QToolButton:focus { border: 1px solid {accent}; }
QLineEdit > QToolButton { border: none; padding: 0; min-height: 0; background: transparent; }
QToolButton[popupMode="1"] { padding-right: 20px; }
QToolButton::menu-button { border: none; background: transparent; width: 18px; }
QToolButton::menu-button:hover { background: {hover}; }
QToolButton::menu-arrow { width: 9px; height: 9px; }
#small { padding: 0; min-height: 18px; min-width: 18px; max-height: 18px; max-width: 18px; }

QTabBar { background: transparent; border: none; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; border: none; border-bottom: 2px solid transparent; padding: 0 16px; height: 38px; color: {text2}; }
QTabBar::tab:selected { color: {text}; border-bottom: 2px solid {accent}; font-weight: 600; }
QTabBar::tab:hover:!selected { color: {text}; }
QTabBar::tab:focus { background: {hover}; }
#panels::tab { padding: 0 9px; height: 33px; }
QTabWidget::pane { border: none; border-top: 1px solid {divider}; }

QLineEdit { border: 1px solid {outline}; border-radius: 3px; background: {field}; color: {text}; padding: 0 4px;
            selection-background-color: {accent}; selection-color: {on_accent}; min-height: 22px; }
QLineEdit:focus { border: 2px solid {accent}; padding: 0 3px; min-height: 20px; }
#derived:focus { border: 2px solid {accent}; border-radius: 3px; }
QLineEdit:disabled { color: {text3}; border-color: {divider}; }
QLineEdit[state="refused"] { background: {error_fill}; border-color: {error}; color: {error}; }
QLineEdit[state="warned"] { background: {warning_fill}; border-color: {warning}; color: {warning}; }

plateau--ui--Segments { border: 1px solid {outline}; border-radius: 3px; background: {field}; }
plateau--ui--Segments[state="refused"] { border-color: {error}; }
#segment { border: none; border-left: 1px solid {divider}; border-bottom: 2px solid transparent; border-radius: 0;
            padding: 0 2px; min-height: 20px; max-height: 20px; color: {text2}; background: transparent; }
#segment[first="true"] { border-left: none; }
#segment:hover { background: {hover}; }
#segment:checked { background: {selected}; color: {text}; font-weight: 600; border-bottom: 2px solid {accent}; }
#segment[best="true"] { border-top: 2px solid {good}; min-height: 18px; max-height: 18px; }
#segment:focus { color: {accent}; border-bottom: 2px solid {text}; }

QPushButton { border: 1px solid {outline}; border-radius: 3px; background: {field}; color: {text}; padding: 0 14px; min-height: 26px; }
QPushButton:hover { background: {hover}; }
QPushButton:pressed { background: {selected}; }
QPushButton:focus { border: 2px solid {accent}; padding: 0 13px; min-height: 24px; }
QPushButton:default { background: {accent}; border-color: {accent}; color: {on_accent}; font-weight: 600; }
QPushButton:default:focus { border: 2px solid {text}; }
QPushButton:disabled { color: {text3}; border-color: {divider}; background: transparent; }

QPushButton::menu-indicator { subcontrol-origin: padding; subcontrol-position: right center; right: 4px; width: 9px; height: 9px; }

QScrollArea { border: none; background: transparent; }
QScrollArea:focus { border: 2px solid {accent}; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar::handle:vertical { background: {groove}; border-radius: 3px; min-height: 32px; margin: 0 2px; }
QScrollBar::handle:vertical:hover { background: {outline}; }
QScrollBar::handle:vertical:disabled { background: transparent; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle:horizontal { background: {groove}; border-radius: 3px; min-width: 32px; margin: 2px 0; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QStatusBar { background: {window}; border-top: 1px solid {divider}; }
QStatusBar::item { border: none; }
QLabel { background: transparent; }
#canvas { background: {canvas}; }
#dock { background: {window}; }
QListView { background: {canvas}; color: {text}; border: none; outline: none; }
QComboBox QAbstractItemView { background: {canvas}; color: {text}; border: 1px solid {outline}; padding: 2px; outline: none;
            selection-background-color: {selected}; selection-color: {text}; }
QComboBox QAbstractItemView::item { min-height: 24px; padding: 0 6px; }
QTableView { background: {canvas}; color: {text}; border: none; selection-background-color: {selected}; selection-color: {text};
            outline: none; }
QHeaderView { background: {canvas}; border: none; }
QHeaderView::section { background: {canvas}; color: {text2}; border: none; border-bottom: 1px solid {divider}; padding: 0 5px 0 1px;
            min-height: 26px; font-size: 12px; }
QHeaderView::section:hover { color: {text}; background: {hover}; }
QHeaderView::up-arrow, QHeaderView::down-arrow { width: 8px; height: 8px; }
#contents { background: {window}; color: {text}; border: none; outline: none; padding: 6px 4px; }
#contents::item { min-height: 24px; padding-left: 4px; border-radius: 3px; }
#contents::item:hover:enabled { background: {hover}; }
#contents::item:selected { background: {selected}; color: {text}; }
#tried { background: {window}; } #tried:focus { border: 2px solid {accent}; }
#tried::item { padding: 5px 12px; color: {text}; border-bottom: 1px solid {divider}; }
#tried::item:hover { background: {hover}; } #tried::item:selected { background: {selected}; color: {text}; }
#found { background: {window}; border: 1px solid {outline}; border-radius: 3px; } #found::item { padding: 3px 8px; border: none; }
#found::item:disabled { color: {text2}; } #found::item:selected { background: {selected}; color: {text}; }
#solutions { background: {window}; border: 2px solid {window}; } #solutions:focus { border: 2px solid {accent}; }
QTextBrowser { border: none; background: {canvas}; color: {text}; }
)";

QString style_sheet(const Theme& theme)
{
    QString result = QString::fromLatin1(sheet);
    const std::pair<const char*, QColor> colours[] = {
        {"window", theme.window},
        {"canvas", theme.canvas},
        {"field", theme.field},
        {"text", theme.text},
        {"text2", theme.text2},
        {"text3", theme.text3},
        {"divider", theme.divider},
        {"outline", theme.outline},
        {"accent", theme.accent},
        {"on_accent", theme.on_accent},
        {"selected", theme.selected},
        {"hover", theme.hover},
        {"groove", theme.groove},
        {"error", theme.error},
        {"error_fill", theme.error_fill},
        {"warning", theme.warning},
        {"warning_fill", theme.warning_fill},
        {"good", theme.good},
    };
    for (const auto& [name, colour] : colours) {
        result.replace(QLatin1Char('{') + QLatin1String(name) + QLatin1Char('}'), colour.name());
        result += QStringLiteral("*[ink=\"%1\"] { color: %2; }\n").arg(QLatin1String(name), colour.name());
    }
    return result;
}

} // namespace plateau::ui
