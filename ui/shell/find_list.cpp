// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/find_list.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>

#include "core/answers/solutions.h"
#include "core/answers/step.h"
#include "core/question/scenario/parameter_table.h"
#include "core/question/scenario/typed_settings.h"
#include "core/views/looks.h"
#include "ui/controls/appearance.h"
#include "ui/controls/text.h"
#include "ui/document/edited_question.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/parameters/parameter_panel.h"
#include "ui/pages/workbench/why_panel.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/help/help_window.h"
#include "ui/shell/main_window.h"
#include "ui/shell/new_dialog.h"
#include "ui/shell/opening.h"

namespace plateau::ui {

namespace {

constexpr int list_width = 560, most_shown = 18, gap = 6;
constexpr std::size_t most_each = 5;

std::string said(const std::string& words) { return text(Word{words}).toStdString(); }

QString plain(QString words) { return words.remove(u'&').remove(QLatin1String("...")).trimmed(); }

/// Recent files and tours stand in their menus once these are about to be shown.
void fill_menus(const QWidget& menu)
{
    for (const QAction* action : menu.actions())
        if (QMenu* below = action->menu()) {
            emit below->aboutToShow();
            fill_menus(*below);
        }
}

/// 0: these are the words; 1: each begins a word of them, in any order; -1: neither.
int rank_of(const QString& all, const QString& words)
{
    if (all.compare(words, Qt::CaseInsensitive) == 0)
        return 0;
    static const QRegularExpression between(QStringLiteral("[^\\w%]+"), QRegularExpression::UseUnicodePropertiesOption);
    const QStringList own = all.split(between, Qt::SkipEmptyParts);
    for (const QString& each : words.split(between, Qt::SkipEmptyParts))
        if (std::none_of(own.begin(), own.end(),
                         [&](const QString& word) { return word.startsWith(each, Qt::CaseInsensitive); }))
            return -1;
    return 1;
}

/// Of a name and the everyday words for it, "best plan, optimal plan".
int rank_of(const QString& name, const QString& also, const QString& words)
{
    int best = rank_of(name, words);
    for (const QString& each : also.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (const int rank = rank_of(each.trimmed(), words); rank >= 0 && (best < 0 || rank < best))
            best = rank;
    return best;
}

/// What a change does to the share of the peak, where no search is needed to say so: "MFU 37.8 -> 23.7 %".
QString effect_of(const ScenarioDocument& document, const TypedSettings& settings)
{
    auto changed = std::make_shared<Scenario>(document.scenario());
    for (const auto& [key, value] : settings) {
        const auto next = with_value(document.catalog(), *changed, key, value);
        if (!next)
            return {};
        *changed = *next;
    }
    const auto mfu = [&](std::shared_ptr<const Scenario> scenario) {
        const answers::TrainingQuestion question(std::move(scenario));
        if (question.is_searched())
            return QString();
        const Parts parts = *document.answers()->get<answers::StepParts>(question);
        return parts.fits() ? QString::number(100 * parts.mfu(), 'f', 1) : FindList::tr("does not fit");
    };
    const QString before = mfu(document.shared_scenario()), after = mfu(changed);
    return after.isEmpty() ? QString() : FindList::tr("MFU %1 → %2").arg(before, after);
}

} // namespace

FindList::FindList(const WindowParts& parts)
    : QListWidget(&parts.window), to_(parts),
      cards_(new ScenarioCards(parts.help.library().answers().shared_from_this(), this)),
      field_(new QLineEdit(&parts.window)), icon_(field_->addAction(QIcon(), QLineEdit::LeadingPosition))
{
    setObjectName(QStringLiteral("found"));
    setAccessibleName(tr("What is found"));
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideRight);
    setFont(interface_font(12));
    hide();
    field_->setObjectName(QStringLiteral("find"));
    field_->setPlaceholderText(tr("256 h100, 70b 32k, network 800, a tour … (Ctrl+K)"));
    field_->setAccessibleName(tr("Find or set anything"));
    field_->setToolTip(tr("Parameters by everyday words, commands, scenarios, help; or what to set: gpus 2k, h200, 70b "
                          "32k (Ctrl+K)"));
    field_->setClearButtonEnabled(true);
    field_->installEventFilter(this);
    connect(field_, &QLineEdit::textChanged, this, &FindList::fill);
    connect(this, &QListWidget::itemClicked, this, [this] { take(); });
    connect(&to_.pages, &Pages::turned, this, &FindList::hide);
    const auto draw_icon = [field = field_, glass = icon_] { // the field outlives the list
        glass->setIcon(icon(QStringLiteral("search"), theme_of(field).text2));
    };
    follow_theme(*field_, draw_icon);
    draw_icon();
}

void FindList::open()
{
    field_->setFocus(Qt::ShortcutFocusReason);
    field_->selectAll();
}

/// The likeliest kind of thing comes first: what is set, then what has these very words for a name.
void FindList::fill()
{
    clear();
    entries_.clear();
    const QString words = field_->text().simplified();
    if (!words.isEmpty()) {
        std::vector<Section> sections{limits(words),     settings(words),  commands(words),
                                      parameters(words), scenarios(words), help(words)};
        std::stable_sort(sections.begin(), sections.end(),
                         [](const Section& a, const Section& b) { return a.rank() < b.rank(); });
        for (const Section& section : sections)
            add(section);
    }
    setVisible(count() > 0);
    setCurrentRow(1);
    place();
}

void FindList::add(const Section& section)
{
    if (section.entries.empty())
        return;
    auto* heading = new QListWidgetItem(section.head, this);
    heading->setFlags(Qt::NoItemFlags);
    heading->setFont(interface_font(11, 600));
    entries_.emplace_back();
    std::vector<Entry> entries = section.entries;
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.rank < b.rank; });
    for (std::size_t i = 0; i < std::min(entries.size(), most_each); ++i) {
        auto* row = new QListWidgetItem(entries[i].words, this);
        row->setToolTip(tip(entries[i].tip.isEmpty() ? entries[i].words : entries[i].tip));
        entries_.push_back(entries[i].take);
    }
}

/// "8b budget 300k": what is set, and a limit of the panel that solves.
FindList::Section FindList::limits(const QString& words)
{
    Section section{tr("Enter asks"), {}};
    auto* document = dynamic_cast<ScenarioDocument*>(&to_.pages.active().document());
    if (!document)
        return section;
    for (const answers::LimitRow& row : answers::limit_rows())
        for (const QString& name :
             QStringList{QString::fromLatin1(row.key) + u' ', text(Word{row.label}) + u' ', QStringLiteral("$")}) {
            const qsizetype at = (u' ' + words).indexOf(u' ' + name, 0, Qt::CaseInsensitive);
            const bool money = name == QLatin1String("$") && row.unit == units::Unit::Usd && words.endsWith(u'$');
            if ((row.unit == units::Unit::Gpus && name.startsWith(QLatin1String("gpus"))) || (at < 0 && !money))
                continue;
            const QString before = money ? QString() : words.left(at).trimmed();
            const QString typed = money ? words.chopped(1) : words.mid(at + name.size());
            const auto value = units::parse(typed.toStdString(), row.unit);
            const auto ways = typed_settings(document->catalog(), document->scenario(), before.toStdString(), said, 1);
            if (!value || !(*value > 0) || (!before.isEmpty() && ways.empty()))
                continue;
            const Message limit{"%1 %2", {row.label, Quantity{*value, row.unit}}};
            const TypedSettings settings = ways.empty() ? TypedSettings() : ways.front();
            section.entries
                = {{tr("Solve: %1").arg(text(limit)), {}, [this, document, settings, limit, &row, value = *value] {
                        to_.pages.go_to<WorkbenchPage>();
                        to_.panels.bring(QStringLiteral("solve"));
                        begin_steps(document->undo_stack(), limit);
                        for (const auto& [key, set] : settings)
                            document->edit_value(key, set);
                        document->remember(row.view_key, units::exact(value, row.unit), limit);
                        document->undo_stack().endMacro();
                    }}};
            return section;
        }
    return section;
}

FindList::Section FindList::settings(const QString& words)
{
    QuestionDocument& document = to_.pages.active().document();
    Section section{tr("Enter sets"), {}};
    const auto read = [&](const auto& scenario) {
        for (const TypedSettings& settings : typed_settings(document.catalog(), scenario, words.toStdString(), said)) {
            const std::string sets = settings_words(document.catalog(), scenario, settings, said);
            const auto* training = dynamic_cast<const ScenarioDocument*>(&document);
            const QString effect = training ? effect_of(*training, settings) : QString();
            section.entries.push_back(
                {text(sets) + (effect.isEmpty() ? QString() : QStringLiteral("  ·  ") + effect),
                 {},
                 [&document, settings, sets] {
                     begin_steps(document.undo_stack(), {PLATEAU_TEXT("Set %1"), {Verbatim{sets}}});
                     for (const auto& [key, value] : settings)
                         document.edit_value(key, value);
                     document.undo_stack().endMacro();
                 }});
        }
    };
    if (auto* limits = qobject_cast<LimitsPage*>(&to_.pages.active()))
        read(limits->document().scenario());
    else
        read(*document.training());
    return section;
}

FindList::Section FindList::parameters(const QString& words)
{
    Section section{tr("Parameters"), {}};
    const auto rows = rows_of(to_.pages.active().document().question());
    for (const plateau::ParameterGroup& group : parameter_groups())
        for (const ParameterDescription* row : rows) {
            const QString name = text(Word{row->label}), also = text(Word{row->also});
            const QString keys = text(row->key).replace(u'_', u' ') + u',' + text(row->also);
            const int rank = rank_of(name, also + u',' + keys, words);
            if (row->group != group.name || rank < 0)
                continue;
            const bool counts = applies(to_.pages.active().document().question(), row->key);
            section.entries.push_back({counts ? name : tr("%1, without effect now").arg(name), text(Word{row->help}),
                                       [this, key = row->key] { reveal(key); }, counts ? rank : rank + 2});
        }
    return section;
}

void FindList::reveal(const std::string& key)
{
    if (qobject_cast<LimitsPage*>(&to_.pages.active()))
        to_.panels.bring(QStringLiteral("limits_parameters"));
    else {
        to_.pages.go_to<WorkbenchPage>();
        to_.panels.bring(QStringLiteral("parameters"));
    }
    for (auto* panel : to_.window.findChildren<ParameterPanel*>())
        if (panel->isVisible() && panel->reveal(key))
            return;
}

FindList::Section FindList::commands(const QString& words)
{
    Section section{tr("Commands"), {}};
    const auto offer = [&](const QString& name, const QString& also, const QString& tip, std::function<void()> take,
                           const QString& keys = {}) {
        if (const int rank = rank_of(name, also, words); rank >= 0)
            section.entries.push_back(
                {keys.isEmpty() ? name : name + QStringLiteral("  ") + keys, tip, std::move(take), rank});
    };
    QuestionDocument& document = to_.pages.active().document();
    if (document.training())
        for (const bool best : {true, false})
            offer(best ? tr("Plan: Best") : tr("Plan: Given"),
                  best ? tr("best, best plan, optimal plan, search") : tr("given plan, my plan"), {},
                  [&document, best] {
                      choose_plan(document, best ? search::PlanChoice::Best : search::PlanChoice::Given);
                  });
    offer(tr("Account of MFU"), tr("waterfall, MFU breakdown, where the MFU goes"), {}, [this] {
        to_.pages.go_to<WorkbenchPage>().why().show_account();
        to_.panels.bring(QStringLiteral("why"));
    });
    for (std::size_t row = 0; row < registers().pages.size(); ++row) {
        const PageRow& page = registers().pages[row];
        for (const views::Dock& dock : views::docks_beside(page.name))
            offer(text(Word{dock.short_title}), text(Word{dock.title}), page.title(), [this, row, name = dock.name] {
                to_.pages.go_to(to_.pages.at(row));
                to_.panels.bring(QString::fromStdString(name));
            });
    }
    for (const QAction* menu : to_.window.menuBar()->actions())
        if (menu->menu())
            offer_menu(*menu->menu(), {}, offer);
    return section;
}

template<class Offer>
void FindList::offer_menu(const QMenu& menu, const QString& of, const Offer& offer)
{
    for (QAction* action : menu.actions()) {
        const QString name = plain(action->text());
        if (action->menu())
            offer_menu(*action->menu(), name + QStringLiteral(": "), offer);
        else if (action->isEnabled() && !name.isEmpty() && !qobject_cast<SidePanel*>(action->parent()))
            offer(
                of + name, name + u',' + action->property("also").toString(), action->toolTip(),
                [action = QPointer<QAction>(action)] {
                    if (action)
                        action->trigger();
                },
                action->shortcut().toString(QKeySequence::NativeText));
    }
}

FindList::Section FindList::scenarios(const QString& words)
{
    Section section{tr("Scenarios"), {}};
    for (const ScenarioCard& card : cards_->all())
        if (const int rank = rank_of(card.title, words); rank >= 0)
            section.entries.push_back(
                {card.title, card.line, [this, file = card.file] { to_.opening.ask_and_open(file); }, rank + 1});
    return section;
}

FindList::Section FindList::help(const QString& words)
{
    Section section{tr("Help"), {}};
    for (const HelpLibrary::Hit& hit : to_.help.library().find(words)) {
        const QString title = to_.help.library().title(hit.name);
        section.entries.push_back({title,
                                   {},
                                   [this, name = hit.name] { to_.help.open(name + QStringLiteral(".md")); },
                                   rank_of(title, words) == 0 ? 0 : 3});
    }
    return section;
}

void FindList::take()
{
    const int row = currentRow();
    if (row < 0 || row >= count() || !entries_[static_cast<std::size_t>(row)])
        return;
    const auto wanted = entries_[static_cast<std::size_t>(row)];
    close();
    QTimer::singleShot(0, &to_.window, wanted); // what it opens must not hold up the key
}

void FindList::close()
{
    field_->clear(); // and so the list
    for (FigureView* figure : to_.pages.active().findChildren<FigureView*>())
        if (figure->isVisible())
            return figure->setFocus(Qt::OtherFocusReason);
    to_.pages.active().setFocus(Qt::OtherFocusReason);
}

/// Below the field, as far to the right as the window goes.
void FindList::place()
{
    int height = 2 * frameWidth() + 2;
    for (int row = 0; row < std::min(count(), most_shown); ++row)
        height += sizeHintForRow(row);
    const QPoint corner = field_->mapTo(&to_.window, QPoint(0, field_->height() + 2));
    const int width = std::min(std::max(list_width, field_->width()), to_.window.width() - 2 * gap);
    setGeometry(std::max(gap, std::min(corner.x(), to_.window.width() - width - gap)), corner.y(), width,
                std::min(height, to_.window.height() - corner.y() - gap));
    raise();
}

bool FindList::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            keyPressEvent(static_cast<QKeyEvent*>(event)); // leaves headings out
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            take();
            return true;
        }
        if (key == Qt::Key_Escape) {
            close();
            return true;
        }
    }
    if (event->type() == QEvent::FocusIn)
        fill_menus(*to_.window.menuBar());
    if (event->type() == QEvent::FocusOut)
        hide();
    return QListWidget::eventFilter(watched, event);
}

} // namespace plateau::ui
