// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>
#include <QString>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/answers/answers.h"
#include "core/charts/figure.h"
#include "ui/controls/theme.h"

class QWidget;

namespace plateau::ui {

/// The pages of help in the window's language, as Markdown. A page is read, and what is generated in it is made, when
/// it is first asked for; a new catalog makes them anew.
class HelpLibrary {
public:
    /// The keyboard's page lists what `shortcuts` says.
    HelpLibrary(std::shared_ptr<answers::Answers> answers, std::function<QString()> shortcuts);

    struct Entry {
        QString name;
        QString title;
        QString chapter;
    };
    /// In the order of the contents.
    const std::vector<Entry>& entries() const { return entries_; }
    QString title(const QString& name) const;
    const QString& markdown(const QString& name) const;
    answers::Answers& answers() const { return *answers_; } ///< of the pictures

    struct Hit {
        QString name;
        int count = 0; ///< how often the words stand in it
    };
    /// Pages that have all of the words, those named so first, then by how often they have them.
    std::vector<Hit> find(const QString& words) const;

private:
    QString made(const QString& name) const;
    const QString& shown_words(const QString& name) const;

    std::shared_ptr<answers::Answers> answers_;
    std::function<QString()> shortcuts_;
    std::vector<Entry> entries_;
    mutable std::map<QString, QString> pages_, shown_;
};

/// The words that are looked for: those between spaces.
QStringList searched_words(const QString& words);

/// What a picture of a page shows, in any theme.
struct HelpFigure {
    figures::Figure figure;
    double height = 0; ///< of the width
};
/// Its name says which view of which shipped scenario, "scaling.fernandez-weak-scaling.png". Nothing for a name that
/// says neither.
std::optional<HelpFigure> help_figure(answers::Answers& answers, const QString& name);

/// The moving picture itself, in a window of its own.
void play_picture(const HelpFigure& shown, QWidget& parent);

QImage help_picture(const HelpFigure& shown, const Theme& theme, int width, double pixel_ratio);

} // namespace plateau::ui
