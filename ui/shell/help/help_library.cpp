// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/layouts.h"
#include "ui/shell/help/help_window.h"

#include <QDialog>
#include <QFile>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>

#include "core/help/pages.h"
#include "core/question/limits_scenario/limits_scenario.h"
#include "core/question/scenario/scenario_file.h"
#include "core/views/view.h"
#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/figures/export.h"
#include "ui/figures/mechanism_player.h"
#include "ui/figures/picture.h"

namespace plateau::ui {

namespace {

QString content(const QString& resource)
{
    QFile file(resource);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The page's file in the window's language, else in English.
QString page_file(const QString& name)
{
    const QString own
        = content(QStringLiteral(":/plateau/help/%1/%2.md").arg(QLatin1String(spoken_language().code), name));
    return own.isEmpty() ? content(QStringLiteral(":/plateau/help/%1.md").arg(name)) : own;
}

/// How high a picture stands in a page, of its width.
double height_of(const views::View& view, const figures::Figure& figure)
{
    if (const auto* moving = figure.as<figures::Mechanism>())
        return moving->has_clock ? 0.82 : 1.02; // two rows of stills with what is to be seen, or three
    return figure.panels().empty() ? 0.29 : view.takes<LimitsScenario>() ? 0.85 : 0.8;
}

template<class S>
std::optional<HelpFigure> drawn(answers::Answers& answers, const views::View& view, const Expected<S>& scenario)
{
    if (!scenario)
        return std::nullopt;
    views::Drawing drawing = views::draw(view, {answers, std::vector<S>{*scenario}});
    if (!drawing.no_answer.empty())
        return std::nullopt;
    const double height = height_of(view, drawing.figure);
    return HelpFigure{std::move(drawing.figure), height};
}

} // namespace

QStringList searched_words(const QString& words) { return words.simplified().split(u' ', Qt::SkipEmptyParts); }

HelpLibrary::HelpLibrary(std::shared_ptr<answers::Answers> answers, std::function<QString()> shortcuts)
    : answers_(std::move(answers)), shortcuts_(std::move(shortcuts))
{
    for (const help::Chapter& chapter : help::chapters())
        for (const help::Page& page : chapter.pages)
            entries_.push_back({QString::fromLatin1(page.name), text(Word{page.title}), text(Word{chapter.title})});
}

QString HelpLibrary::title(const QString& name) const
{
    const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.name == name; });
    return found == entries_.end() ? QString() : found->title;
}

QString HelpLibrary::made(const QString& name) const
{
    QString page = page_file(name);
    const QString begin = QStringLiteral("<!-- shortcuts -->\n");
    if (const auto at = page.indexOf(begin); at >= 0 && shortcuts_)
        page.insert(at + begin.size(), shortcuts_());
    const QString whole = text(help::written(page.toStdString(), answers_,
                                             [](const Message& message) { return text(message).toStdString(); }));
    static const QRegularExpression in_repository(QStringLiteral("\\[([^\\]]+)\\]\\(\\.\\./[^)]*\\)"));
    return QString(whole).replace(in_repository, QStringLiteral("\\1")); // where the program is there may be none
}

const QString& HelpLibrary::markdown(const QString& name) const
{
    const auto found = pages_.find(name);
    return found != pages_.end() ? found->second : pages_.emplace(name, made(name)).first->second;
}

/// Returns a page as it is read, without anchors, remarks, pictures and targets of links.
const QString& HelpLibrary::shown_words(const QString& name) const
{
    const auto [page, is_new] = shown_.try_emplace(name);
    if (is_new) {
        static const QRegularExpression unseen(
            QStringLiteral("<a id=\"[^\"]*\"></a>|<!--.*?-->|!\\[[^\\]]*\\]\\([^)]*\\)|(?<=\\])\\([^)]*\\)"),
            QRegularExpression::DotMatchesEverythingOption);
        page->second = QString(markdown(name)).remove(unseen);
    }
    return page->second;
}

std::vector<HelpLibrary::Hit> HelpLibrary::find(const QString& words) const
{
    std::vector<Hit> hits;
    const QStringList wanted = searched_words(words);
    if (wanted.isEmpty())
        return {};
    for (const Entry& entry : entries_) {
        const QString& page = shown_words(entry.name);
        Hit found{entry.name};
        bool all = true;
        for (const QString& word : wanted) {
            const auto count = page.count(word, Qt::CaseInsensitive);
            const bool in_title = entry.title.contains(word, Qt::CaseInsensitive);
            all = all && (count > 0 || in_title);
            found.named = found.named && in_title;
            found.count += static_cast<int>(count);
        }
        if (all)
            hits.push_back(found);
    }
    std::stable_sort(hits.begin(), hits.end(), [](const Hit& one, const Hit& other) {
        return one.named != other.named ? one.named : one.count > other.count;
    });
    return hits;
}

std::optional<HelpFigure> help_figure(answers::Answers& answers, const QString& name)
{
    const views::View* view = views::find(name.section(u'.', 0, 0).toStdString());
    if (!view)
        return std::nullopt;
    const catalog::Catalog& catalog = answers.data()->catalog();
    const std::string scenario = name.section(u'.', 1, 1).toStdString();
    return view->takes<LimitsScenario>() ? drawn(answers, *view, find_limits_scenario(catalog, scenario))
                                         : drawn(answers, *view, find_scenario(catalog, scenario));
}

void play_picture(const HelpFigure& shown, QWidget& parent)
{
    const auto* mechanism = shown.figure.as<figures::Mechanism>();
    if (!mechanism)
        return;
    auto* window = new QDialog(&parent);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->setWindowTitle(text(mechanism->title));
    auto* column = box_layout<QVBoxLayout>(window, {});
    auto* player = new MechanismPlayer(window);
    column->addWidget(player);
    RenderStyle style;
    style.theme = theme_of(&parent);
    player->show_mechanism(*mechanism, style);
    window->resize(960, 640);
    window->show();
    player->setFocus();
    player->restart();
}

QImage help_picture(const HelpFigure& shown, const Theme& theme, int width, double pixel_ratio)
{
    figures::ExportOptions options;
    constexpr double dots_per_metre = 96 / 0.0254;
    options.size = {width / dots_per_metre, width * shown.height / dots_per_metre};
    options.dpi = 96 * pixel_ratio;
    options.base_points = 9;
    options.letters = false;
    options.marker = true;
    QImage image = figure_image(shown.figure, options, &theme);
    image.setDevicePixelRatio(pixel_ratio);
    return image;
}

} // namespace plateau::ui
