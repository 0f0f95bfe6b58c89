// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QResizeEvent>
#include <QScreen>
#include <QScrollArea>
#include <QSettings>
#include <QTextStream>
#include <algorithm>
#include <future>
#include <tuple>

#include "core/catalog/catalog.h"
#include "core/text/messages/speech.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/sentence.h"
#include "ui/controls/text.h"
#include "ui/figures/figure_view.h"
#include "ui/pages/parameters/parameter_row.h"
#include "ui/shell/main_window.h"
#include "ui/shell/opening.h"

namespace plateau::ui {

namespace {

constexpr const char* first_scenario = "fernandez-weak-scaling";
constexpr int another_language = -1; ///< no process ends so

/// Runs until the window is closed. A window that is to speak another language makes room for the next one.
int run(std::unique_ptr<MainWindow> window)
{
    const Termination termination([&window] {
        if (Recovery* recovery = window ? window->keeping().recovery() : nullptr)
            recovery->keep();
    });
    for (;;) {
        QObject::connect(
            window.get(), &MainWindow::language_chosen, qApp, [] { QCoreApplication::exit(another_language); },
            Qt::QueuedConnection); // the menu it was chosen from closes first
        const int status = QApplication::exec();
        if (status != another_language)
            return status;
        QApplication::setQuitOnLastWindowClosed(false);
        window = MainWindow::in_another_language(std::move(window), language_of(chosen_language()));
        QApplication::setQuitOnLastWindowClosed(true);
    }
}

/// Says why no question can be asked without the cost model's constants, on the terminal and on a screen if there is
/// one.
int refuse(const catalog::Catalog& catalog, const Error& error)
{
    constexpr std::size_t most_problems = 4;
    constexpr int longest = 300;
    QStringList lines;
    for (std::size_t i = 0; i < std::min(most_problems, catalog.problems.size()); ++i)
        lines << text(said(catalog.problems[i]));
    lines << text(said(error));
    for (QString& line : lines) {
        if (line.size() > longest)
            line = line.left(longest) + QChar(0x2026);
        QTextStream(stderr) << "plateau: " << line << '\n';
    }
    if (QGuiApplication::platformName() != QStringLiteral("offscreen")) {
        QMessageBox box(QMessageBox::Critical, QStringLiteral("Plateau"), lines.join(QStringLiteral("\n\n")));
        box.setTextFormat(Qt::PlainText);
        box.exec();
    }
    return 2;
}

} // namespace

int run_window(int argc, char** argv, const WindowRequest& request)
{
    const std::string& file = request.file;
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("Plateau"));
    QApplication::setApplicationName(QStringLiteral("plateau"));
    QApplication::setApplicationDisplayName(QString());
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/plateau/icons/plateau.svg")));
    QGuiApplication::setDesktopFileName(QStringLiteral("plateau"));
    // Another thread reads the presets while fonts and theme come up; by now Qt has set the locale of all threads.
    std::future<catalog::Catalog> presets = std::async(std::launch::async, [] { return read_presets(); });
    install_slider_accessibility();
    speak_language(
        language_of(request.language.empty() ? chosen_language() : QString::fromStdString(request.language)));
    Appearance appearance(application);
    QSettings settings;
    const int theme = settings.value(QStringLiteral("theme"), 0).toInt();
    appearance.choose(static_cast<ThemeChoice>(std::clamp(theme, 0, theme_choices - 1)));

    const auto catalog = std::make_shared<const catalog::Catalog>(presets.get());
    if (const auto question = default_scenario(*catalog); !question)
        return refuse(*catalog, question.error());
    ScenarioDocument document(catalog);
    if (file.empty()) {
        const auto opened = document.open(first_scenario); // without it the window starts on the defaults
        document.undo_stack().clear();
        static_cast<void>(opened);
    }
    auto held = std::make_unique<MainWindow>(document, appearance);
    MainWindow& window = *held;
    if (!file.empty()) {
        window.opening().open(QString::fromStdString(file));
        window.document().undo_stack().clear();
        if (!window.document().file().isEmpty())
            add_recent_file(window.document().file());
    }
    window.restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    window.panels().restore(settings.value(QStringLiteral("panels")).toMap());
    const QRect screen = window.screen()->availableGeometry();
    if (!screen.contains(window.geometry()))
        window.setGeometry(QRect(screen.topLeft(), window.size().boundedTo(screen.size())));
    window.keeping().recover_in(Recovery::usual_folder());
    window.show();
    for (const CompanionRow& companion : registers().companions)
        companion.greet(window.parts());
    return run(std::move(held));
}

namespace {

constexpr const char* last_focus = "plateau_last_focus";

bool takes_keyboard(const QWidget& widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.isVisible() && widget.isEnabled();
}

/// A panel without controls: the arrows scroll it, or the column that it stands in, and it is read out.
QWidget* panel_to_read(SidePanel& panel)
{
    auto* inner = panel.content().findChild<QScrollArea*>();
    QScrollArea* area = inner ? inner : panel.findChild<QScrollArea*>();
    if (!area || panel.row().side == views::Dock::Side::Right)
        return &panel;
    if (area->accessibleName().isEmpty())
        area->setAccessibleName(panel.accessibleName());
    return area;
}

QWidget* first_control(QWidget& region)
{
    if (auto* last = region.property(last_focus).value<QPointer<QWidget>>().data();
        last && region.isAncestorOf(last) && last->isVisible() && last->isEnabled())
        return last;
    auto* panel = qobject_cast<SidePanel*>(&region);
    QWidget& content = panel ? panel->content() : region; // not its title
    if (takes_keyboard(content))
        return &content;
    for (QWidget* plot : content.findChildren<FigureView*>())
        if (takes_keyboard(*plot))
            return plot; // says more than the controls before it
    for (QWidget* next = content.nextInFocusChain(); next && next != &content; next = next->nextInFocusChain())
        if (content.isAncestorOf(next) && takes_keyboard(*next))
            return next;
    return panel ? panel_to_read(*panel) : nullptr;
}

QString cell(QString words) { return words.replace(u'\\', QLatin1String("\\\\")).replace(u'|', QLatin1String("\\|")); }

QString keys_of(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& sequence : action.shortcuts())
        keys << sequence.toString(QKeySequence::NativeText);
    return keys.join(QLatin1String(", "));
}

void add(const QAction& action, QStringList& rows)
{
    QString words = action.text();
    words.remove(u'&').remove(QLatin1String("..."));
    const QString row = QStringLiteral("| %1 | %2 |").arg(cell(keys_of(action)), cell(words.trimmed()));
    if (!action.shortcuts().isEmpty() && !words.trimmed().isEmpty() && !rows.contains(row))
        rows << row;
}

void add_menu(const QMenu& menu, QStringList& rows)
{
    for (const QAction* action : menu.actions()) {
        if (action->menu())
            add_menu(*action->menu(), rows);
        else
            add(*action, rows);
    }
}

} // namespace

std::vector<QWidget*> regions(const QMainWindow& window)
{
    std::vector<QWidget*> all;
    for (QToolBar* bar : window.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly))
        all.push_back(bar);
    for (SidePanel* panel : window.findChildren<SidePanel*>())
        if (!panel->is_folded() && !panel->visibleRegion().isEmpty())
            all.push_back(panel);
    all.push_back(window.findChild<Pages*>());
    std::erase_if(all, [](QWidget* region) { return !region->isVisible() || !first_control(*region); });
    std::ranges::stable_sort(all, {}, [](const QWidget* region) {
        const QPoint corner = region->mapToGlobal(QPoint());
        return std::tuple(!qobject_cast<const QToolBar*>(region), corner.x(), corner.y());
    });
    return all;
}

void go_to_region(const QMainWindow& window, int direction)
{
    const std::vector<QWidget*> all = regions(window);
    if (all.empty())
        return;
    QWidget* focused = QApplication::focusWidget();
    const auto here = std::find_if(all.begin(), all.end(), [&](QWidget* region) {
        return focused && (region == focused || region->isAncestorOf(focused));
    });
    const int count = static_cast<int>(all.size());
    int next = direction > 0 ? 0 : count - 1;
    if (here != all.end()) {
        (*here)->setProperty(last_focus, QVariant::fromValue(QPointer<QWidget>(focused)));
        next = (static_cast<int>(here - all.begin()) + direction + count) % count;
    }
    if (QWidget* control = first_control(*all[static_cast<std::size_t>(next)]))
        control->setFocus(Qt::TabFocusReason);
}

QString shortcuts_table(const QMainWindow& window)
{
    QStringList rows;
    for (const QAction* action : window.menuBar()->actions())
        if (action->menu())
            add_menu(*action->menu(), rows);
    for (const QAction* action : window.findChildren<QAction*>())
        add(*action, rows);
    return QStringLiteral("| %1 | %2 |\n|---|---|\n%3\n")
        .arg(QCoreApplication::translate("help", "keys"), QCoreApplication::translate("help", "command"),
             rows.join(u'\n'));
}

constexpr int around = 12;
constexpr int gaps = 14 + 6 + 6 + 12 + 6 + 6; ///< the icon, and what stands between
constexpr int line_height = 15, line_margin = 8;

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent), icon_(new QLabel(this)), verdict_(new Sentence(this)), known_(new Sentence(this))
{
    auto* line = box_layout<QHBoxLayout>(this, {around, 0, around, 0}, 6);
    line->addWidget(icon_, 0, Qt::AlignTop);
    line->addWidget(verdict_, 0, Qt::AlignTop);
    line->addSpacing(12);
    line->addWidget(known_, 1, Qt::AlignTop);
    known_->setObjectName(QStringLiteral("known"));
    for (Sentence* label : {verdict_, known_}) {
        set_ink(label, "text2");
        label->setFont(interface_font(12));
        label->setTextFormat(Qt::PlainText);
    }
    connect(known_, &Sentence::clicked, this, [this] {
        if (!run_.empty())
            emit run_clicked(std::string(run_)); // a copy: the page that this leads to says something else
    });
}

void StatusLine::colour()
{
    const Theme& theme = theme_of(this);
    using enum narrate::Status::Tone;
    const QString name = tone_ == Good ? QStringLiteral("check") : QStringLiteral("warning");
    const QColor& colour = tone_ == Good ? theme.good : tone_ == Warning ? theme.warning : theme.error;
    const QString drawn = name + colour.name();
    if (icon_->property("drawn") != drawn) {
        icon_->setPixmap(icon(name, colour).pixmap({14, 14}, devicePixelRatioF()));
        icon_->setProperty("drawn", drawn);
    }
}

/// Labels that are restyled while the window is would be styled twice at once.
void StatusLine::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        QMetaObject::invokeMethod(this, &StatusLine::colour, Qt::QueuedConnection);
}

void StatusLine::show_status(const narrate::Status& status)
{
    verdict_->say(text(status.verdict));
    icon_->setVisible(!status.verdict.empty());
    tone_ = status.tone;
    colour();
    known_->say(text(status.known));
    fit();
    run_ = status.run;
    known_->setCursor(run_.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    known_->setAccessibleDescription(run_.empty() ? QString() : tr("A click opens that run"));
}

void StatusLine::show_message(const QString& words)
{
    known_->say(words);
    fit();
}

/// The verdict takes half of the line at most. Two lines of words have their room: nothing moves when there are two.
void StatusLine::fit()
{
    const auto width_of = [](const QLabel& label) { return label.fontMetrics().horizontalAdvance(label.text()) + 2; };
    const int room = width() - 2 * around - gaps;
    const int verdict = std::min(width_of(*verdict_), room / 2);
    verdict_->setFixedWidth(verdict);
    const int words
        = std::max({2 * line_height, verdict_->heightForWidth(verdict), known_->heightForWidth(room - verdict)});
    setFixedHeight(words + line_margin);
}

void StatusLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fit();
}

NoticeBar::NoticeBar(QWidget* parent)
    : QToolBar(parent), label_(new ElidedLabel(this)), row_(new QWidget(this)), buttons_(new QHBoxLayout)
{
    setObjectName(QStringLiteral("notices"));
    setWindowTitle(tr("Notices"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    toggleViewAction()->setVisible(false);
    auto* line = box_layout<QHBoxLayout>(row_, {12, 4, 12, 4}, 8);
    label_->setFont(interface_font(13));
    label_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    line->addWidget(label_, 1);
    line->addLayout(buttons_);
    row_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(row_);
    hide();
}

void NoticeBar::add(const QString& key, const QString& words, Answers answers)
{
    const auto same = [&key](const Notice& notice) { return notice.key == key; };
    const auto found = std::find_if(notices_.begin(), notices_.end(), same);
    Notice notice{key, words, std::move(answers)};
    if (found == notices_.end())
        notices_.push_front(std::move(notice));
    else
        *found = std::move(notice);
    show_first();
}

void NoticeBar::complain(const Error& error) { add(complaint, placed_text(error)); }

void NoticeBar::remove(const QString& key)
{
    std::erase_if(notices_, [&key](const Notice& notice) { return notice.key == key; });
    show_first();
}

bool NoticeBar::answer(const QString& name)
{
    if (notices_.empty())
        return false;
    for (const auto& [words, act] : notices_.front().answers)
        if (words == name) {
            const auto chosen = act; // acting may bring other notices
            notices_.pop_front();
            show_first();
            chosen();
            return true;
        }
    return false;
}

void NoticeBar::show_first()
{
    while (QLayoutItem* item = buttons_->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    setVisible(!notices_.empty());
    if (notices_.empty())
        return;
    const Notice& notice = notices_.front();
    label_->set_full_text(notice.words);
    label_->setToolTip(tip(notice.words));
    label_->setAccessibleName(notice.words);
    for (const auto& [words, act] : notice.answers) {
        auto* button = new QPushButton(words, row_);
        connect(button, &QPushButton::clicked, this, [this, name = words] { answer(name); });
        buttons_->addWidget(button);
    }
    auto* close = new QPushButton(tr("Close"), row_);
    close->setAccessibleName(tr("Close this notice"));
    connect(close, &QPushButton::clicked, this, [this, key = notice.key] { remove(key); });
    buttons_->addWidget(close);
}

} // namespace plateau::ui
