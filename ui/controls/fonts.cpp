// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/fonts.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QHash>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

static void initialise_resources() { Q_INIT_RESOURCE(plateau); }

namespace plateau::ui {

bool load_fonts()
{
    static const bool loaded = [] {
        initialise_resources();
        bool all = true;
        for (const char* weight : {"Regular", "Medium", "SemiBold"}) {
            const QString file = QStringLiteral(":/plateau/fonts/PlateauSans-%1.otf").arg(QLatin1String(weight));
            all = QFontDatabase::addApplicationFont(file) >= 0 && all;
        }
        for (const char* weight : {"Regular", "Bold"}) {
            const QString file = QStringLiteral(":/plateau/fonts/PlateauHangul-%1.ttf").arg(QLatin1String(weight));
            all = QFontDatabase::addApplicationFont(file) >= 0 && all;
        }
        all = QFontDatabase::addApplicationFont(QStringLiteral(":/plateau/fonts/PlateauSymbols-Regular.ttf")) >= 0
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
    if (!letters().family.isEmpty())
        font.setFamilies({letters().family, QStringLiteral("Plateau Hangul"), QStringLiteral("Plateau Symbols")});
    else if (load_fonts())
        font.setFamilies(
            {QStringLiteral("Plateau Sans"), QStringLiteral("Plateau Hangul"), QStringLiteral("Plateau Symbols")});
    else
        font.setStyleHint(QFont::SansSerif);
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

} // namespace plateau::ui
