// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/tour_desk.h"

#include <QApplication>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>

#include "core/teaching/tours/papers.h"
#include "ui/controls/appearance.h"
#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"
#include "ui/document/evidence_model.h"
#include "ui/figures/export.h"
#include "ui/figures/figure_view.h"
#include "ui/figures/picture_view.h"
#include "ui/pages/limits/limits_page.h"
#include "ui/pages/workbench/workbench_page.h"
#include "ui/shell/help/help_window.h"
#include "ui/shell/keeping.h"
#include "ui/shell/main_window.h"
#include "ui/shell/opening.h"
#include "ui/shell/pages.h"
#include "ui/shell/side_panels.h"
#include "ui/teaching/classroom/class_canvas.h"
#include "ui/teaching/classroom/classroom_window.h"
#include "ui/teaching/tours/tour_panel.h"

namespace plateau::ui {

constexpr const char* first_tour = "one-gpu-to-a-cluster";
const QString offered_key = QStringLiteral("tours/offered");
const QString notice = QStringLiteral("tour");

TourDesk::TourDesk(const WindowParts& parts)
    : QObject(&parts.window), to_(parts),
      player_(*new TourPlayer(parts.questions.training, parts.questions.limits, parts.questions.pins,
                              parts.evidence.claims(), &parts.window)),
      panel_(new TourPanel(player_, &parts.window))
{
    panel_->hide();
    connect(&player_, &TourPlayer::step_shown, this, &TourDesk::show_step);
    connect(&player_, &TourPlayer::picture_changed, this, &TourDesk::redraw);
    connect(&player_, &TourPlayer::changed, this, &TourDesk::keep_answer);
    connect(&player_, &TourPlayer::changed, this, &TourDesk::show_picture);
    connect(&player_, &TourPlayer::ended, this, &TourDesk::end);
    connect(panel_, &TourPanel::take_over_wanted, this, &TourDesk::take_over);
    connect(panel_, &TourPanel::parameter_wanted, this, [parts](const QString& key) { parts.reveal(key); });
    connect(panel_, &TourPanel::help_wanted, this,
            [parts](const QString& page) { parts.help.open(page + QStringLiteral(".md")); });
    connect(&parts.opening, &Opening::replacing, &player_, &TourPlayer::leave);
    connect(&parts.window, &MainWindow::closing, &player_, &TourPlayer::leave);
    parts.window.installEventFilter(this);
    to_.model.set_decoration([this](figures::Figure& figure) { player_.decorate(figure); });
}

TourDesk& TourDesk::of(const MainWindow& window) { return *window.findChild<TourDesk*>(); }

/// Escape that nothing else in the window takes leaves the tour.
bool TourDesk::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape
        || !player_.is_playing())
        return QObject::eventFilter(watched, event);
    player_.leave();
    return true;
}

void TourDesk::fill_menu(QMenu& menu)
{
    menu.clear();
    std::vector<Error> problems;
    for (const tours::TourEntry& entry : tours::tour_entries(to_.questions.training.catalog(), problems)) {
        const QString id = text(entry.id);
        const QString title = text(entry.title);
        const auto resumed = TourPlayer::resumes_at(id);
        const QString words = resumed && *resumed > 0
            ? tr("%1 (from step %2 of %3)").arg(title).arg(*resumed + 1).arg(entry.steps)
            : TourPlayer::is_finished(id) ? tr("%1 (seen)").arg(title)
                                          : title;
        menu.addAction(words, this, [this, id] { start(id); })->setToolTip(tip(text(entry.summary)));
    }
    for (const Error& problem : problems)
        to_.notices.complain(problem);
}

void TourDesk::start(const QString& id)
{
    player_.leave();
    to_.notices.remove(notice);
    auto aside = to_.keeping.unsaved();
    before_
        = {&to_.pages.active(), &to_.model.axis(), to_.model.is_shown(search::PlanChoice::Best), to_.panels.state()};
    if (const auto started = player_.start(id); !started)
        return to_.notices.complain(started.error());
    to_.keeping.put_aside(std::move(aside));
    to_.panels.set_guest(PageDock{{.name = "tour",
                                   .pages = "",
                                   .title = PLATEAU_TEXT("Tour"),
                                   .short_title = PLATEAU_TEXT("Tour"),
                                   .is_list = true},
                                  panel_});
    show_step();
    to_.panels.bring(QStringLiteral("tour"));
    panel_->setFocus();
}

/// Panels that would tell what is asked wait until it is answered.
void TourDesk::keep_answer()
{
    const bool asks = player_.is_playing() && player_.is_hiding();
    to_.panels.set_guest_alone(asks && (!player_.step().exercise || player_.step().exercise->hides()));
}

/// The page, its view and its panel as the step asks.
void TourDesk::show_step()
{
    const tours::Step& step = player_.step();
    const bool had_keyboard = panel_->isAncestorOf(QApplication::focusWidget());
    to_.pages.go_to(step.page);
    auto* workbench = qobject_cast<WorkbenchPage*>(&to_.pages.active());
    auto* limits = qobject_cast<LimitsPage*>(&to_.pages.active());
    if (!step.view.empty() || limits)
        to_.pages.active().show_view(*views::shown_on(step.page, step.view));
    if (workbench) {
        workbench->show_timeline(step.view == "timeline");
        to_.model.set_shown(search::PlanChoice::Best, step.best || to_.model.choice() == search::PlanChoice::Best);
    } else if (limits) {
        limits->model().set_decoration([this](figures::Figure& figure) { player_.decorate(figure); });
    }
    show_picture();
    keep_answer();
    if (!step.panel.empty() && to_.panels.room() != Room::Compact)
        to_.panels.bring(text(step.panel));
    if (had_keyboard && !panel_->isAncestorOf(QApplication::focusWidget()))
        panel_->setFocus(); // it was hidden while the pages changed
}

/// Shows the step's picture of the question as it stands, so that it moves with what is changed.
void TourDesk::show_picture()
{
    if (!player_.is_playing() || (player_.is_on_page() && !player_.hides_picture())) {
        to_.pages.cover(nullptr);
        return;
    }
    if (!canvas_) {
        canvas_ = new ClassCanvas(player_, &to_.pages);
        connect(canvas_, &ClassCanvas::figure_shown, this, &TourDesk::show_picture, Qt::QueuedConnection);
    }
    constexpr double usual_letter = 11;
    ClassroomLook look{theme_of(&to_.pages), usual_letter};
    look.letter *= look.theme.letters;
    canvas_->show_page(to_.pages.active(), look);
    to_.pages.cover(canvas_);
}

void TourDesk::redraw()
{
    to_.pages.page<LimitsPage>().model().set_names_asked(player_.is_playing() && player_.hides_names());
    Page* page = &to_.pages.active();
    const bool hiding = player_.is_playing() && player_.hides_curve() && player_.is_on_page();
    for (const auto& [other, catcher] : catchers_)
        if (!hiding || other != page)
            catcher->stop();
    auto* workbench = qobject_cast<WorkbenchPage*>(page);
    auto* limits = qobject_cast<LimitsPage*>(page);
    if (!workbench && !limits)
        return;
    if (hiding) {
        GuessCatcher*& catcher = catchers_[page];
        if (!catcher)
            catcher = new GuessCatcher(workbench ? workbench->plot() : limits->plot(), player_, this);
        catcher->catch_for(player_.step().prediction.value());
    }
    if (limits)
        limits->model().redraw();
    else
        to_.model.redraw();
    show_picture();
}

/// Ends a tour. Who leaves it goes back to the page before it; undo turns no page.
void TourDesk::end(const QString& id, TourEnd how)
{
    to_.panels.set_guest(std::nullopt);
    to_.panels.set_guest_alone(false);
    to_.panels.restore(before_.panels);
    show_picture();
    if (how != TourEnd::TakenOver) {
        auto& workbench = to_.pages.page<WorkbenchPage>();
        workbench.choose_axis(*before_.axis);
        workbench.show_timeline(false);
        to_.model.set_shown(search::PlanChoice::Best, before_.best || to_.model.choice() == search::PlanChoice::Best);
        if (before_.page && how == TourEnd::Left)
            to_.pages.go_to(*before_.page);
    }
    to_.keeping.back_in_place();
    if (const auto resumed = TourPlayer::resumes_at(id); resumed && how != TourEnd::TakenOver)
        to_.notices.add(notice, tr("The tour waits at step %1: Help > Tours goes on.").arg(*resumed + 1),
                        {{tr("Go on"), [this, id] { start(id); }}});
}

/// The question that was open before is given up, once it is saved or not wanted.
void TourDesk::take_over()
{
    if (player_.with_own_question(
            [this] { return to_.saving.settle(to_.questions.training) && to_.saving.settle(to_.questions.limits); }))
        player_.take_over();
}

void TourDesk::offer()
{
    QSettings settings;
    if (settings.value(offered_key).toBool())
        return;
    settings.setValue(offered_key, true);
    to_.notices.add(notice, tr("New here? A tour: From one GPU to a cluster. More: Help > Tours."),
                    {{tr("Start"), [this] { start(QString::fromLatin1(first_tour)); }}});
}

ExercisesDialog::ExercisesDialog(const QString& tour, QWidget* parent)
    : QDialog(parent), number_(new QSpinBox(this)), key_(new QCheckBox(tr("With the answers at the end"), this))
{
    constexpr int narrowest = 420, most = 999999;
    set_subject(this, QStringLiteral("window.md#classroom"));
    setWindowTitle(tr("Exercises"));
    setMinimumWidth(narrowest);
    auto* rows = new QFormLayout(this);
    rows->setContentsMargins(16, 16, 16, 16);
    rows->setVerticalSpacing(10);
    auto* words = new QLabel(tr("The questions of \u201c%1\u201d for paper. Each sheet number has values of its own, "
                                "so that every class can have "
                                "another sheet; the same number gives the same sheet again.")
                                 .arg(tour),
                             this);
    words->setWordWrap(true);
    rows->addRow(words);
    number_->setRange(1, most);
    number_->setAccessibleName(tr("Sheet number"));
    rows->addRow(tr("Sheet &number"), number_);
    rows->addRow(key_);
    auto* buttons = new QDialogButtonBox(this);
    buttons->addButton(tr("&Save..."), QDialogButtonBox::AcceptRole)->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    rows->addRow(buttons);
}

tours::SheetChoice ExercisesDialog::choice() const
{
    return {.seed = static_cast<unsigned>(number_->value()), .with_key = key_->isChecked()};
}

namespace {

tours::Press press()
{
    const auto bytes = [](const QByteArray& made) { return made.toStdString(); };
    return {[bytes](const figures::FigurePage& page, const figures::ExportOptions& options) {
                return page_bytes(page, options).map(bytes);
            },
            [bytes](const figures::Schematic& schematic) { return bytes(schematic_png(schematic)); },
            [bytes](const std::vector<std::string>& sheets, const std::vector<figures::SheetPicture>& pictures,
                    const std::string& title) { return bytes(printed_sheets(sheets, pictures, title)); },
            [](const figures::WebPicture& picture, int width, int height) {
                return web_picture(picture, {width, height});
            },
            web_fonts};
}

/// Draws in the window what is asked for beside it.
tours::Press press_beside(WritingBeside& writing)
{
    tours::Press all = press();
    all.web = [&writing](const figures::WebPicture& picture, int width, int height) -> Expected<std::string> {
        std::string svg;
        if (writing.in_window([&] { svg = web_picture(picture, {width, height}); }))
            return svg;
        return failure({PLATEAU_TEXT("the window is being closed"), {}});
    };
    return all;
}

} // namespace

ClassDesk::ClassDesk(const WindowParts& parts, TourPlayer& player)
    : QObject(&parts.window), to_(parts), player_(player), writing_(*new WritingBeside(*this, &parts.status))
{
    connect(&to_.pages, &Pages::shown, this, [this](Page& page) {
        if (classroom_)
            classroom_->show_page(page);
    });
    connect(&parts.window, &MainWindow::closed, this, &ClassDesk::leave);
}

ClassDesk& ClassDesk::of(const MainWindow& window) { return *window.findChild<ClassDesk*>(); }

ClassDesk::~ClassDesk() = default;

void ClassDesk::leave()
{
    if (classroom_)
        classroom_->close();
}

void ClassDesk::add_to(QMenu& menu)
{
    QAction* room = menu.addAction(tr("&Classroom"), QKeySequence(Qt::Key_F11), this, &ClassDesk::toggle);
    room->setToolTip(tr("One figure over the whole screen, in large letters, with the controls of the lesson"));
    QAction* still = menu.addAction(tr("Reduce &motion"), this, [](bool on) { reduce_motion(on); });
    still->setCheckable(true);
    still->setChecked(reduces_motion());
}

void ClassDesk::add_papers_to(QMenu& menu)
{
    QAction* sheet = menu.addAction(tr("&Handout of this step..."), this, [this] { save_handout(player_.index()); });
    QAction* sheets = menu.addAction(tr("Han&dout of the tour..."), this, [this] { save_handout(-1); });
    QAction* key = menu.addAction(tr("&Answers to the handout..."), this, [this] { save_handout(-1, true); });
    QAction* exercises = menu.addAction(tr("E&xercises of the tour..."), this, &ClassDesk::save_exercises);
    exercises->setToolTip(tr("Its questions on paper, with values of its own for each class, and with a key"));
    QAction* lecture = menu.addAction(tr("Lecture as a &web page..."), this, &ClassDesk::save_lecture);
    lecture->setToolTip(tr("The tour as one file that any browser shows, with its controls and questions"));
    connect(&menu, &QMenu::aboutToShow, this, [this, sheet, sheets, key, exercises, lecture] {
        lecture->setEnabled(can_save_lecture());
        for (QAction* item : {sheet, sheets, key, exercises})
            item->setEnabled(can_save_papers());
    });
}

void ClassDesk::toggle()
{
    if (classroom_)
        return leave();
    const bool contrast = to_.appearance.choice() == ThemeChoice::Contrast;
    classroom_ = std::make_unique<ClassroomWindow>(player_, contrast ? contrast_theme() : projector_theme());
    classroom_->setWindowTitle(tr("Classroom – Plateau"));
    connect(classroom_.get(), &ClassroomWindow::left, this, [this] {
        classroom_.release()->deleteLater();
        to_.window.activateWindow();
    });
    fill_screen(*classroom_, *screen_of_class(to_.window));
    classroom_->show_page(to_.pages.active());
    classroom_->activateWindow();
}

void ClassDesk::save_paper(const QString& title, const QString& name, bool also_html,
                           const std::function<Expected<std::string>(bool html)>& make)
{
    const QString pdf = QStringLiteral("pdf"), html = QStringLiteral("html");
    const QString file = ask_save_file(&to_.window, title, name + QStringLiteral(".pdf"),
                                       also_html ? tr("PDF (*.pdf);;Web page (*.html)") : tr("PDF (*.pdf)"),
                                       also_html ? QStringList{pdf, html} : QStringList{pdf});
    if (file.isEmpty())
        return;
    QApplication::setOverrideCursor(Qt::WaitCursor);
    const auto bytes = make(file.endsWith(QLatin1Char('.') + html));
    QApplication::restoreOverrideCursor();
    if (bytes)
        to_.saving.write(file, *bytes);
    else
        to_.notices.complain(bytes.error());
}

bool ClassDesk::can_save_papers() const { return player_.is_playing(); }

void ClassDesk::save_handout(int step, bool key)
{
    const tours::Tour& tour = player_.tour();
    const QString end = key ? QStringLiteral("-answers") : step < 0 ? QString() : QStringLiteral("-%1").arg(step + 1);
    save_paper(key ? tr("Answers") : tr("Handout"), text(tour.id) + end, false,
               [&](bool) { return tours::handout(press(), player_.answers(), tour, player_.claims(), step, key); });
}

void ClassDesk::save_exercises()
{
    const tours::Tour tour = player_.tour();
    ExercisesDialog dialog(text(tour.title), &to_.window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    tours::SheetChoice choice = dialog.choice();
    choice.language = spoken_language().code;
    save_paper(tr("Exercises"), QStringLiteral("%1-%2").arg(text(tour.id)).arg(choice.seed), true, [&](bool html) {
        choice.html = html;
        return tours::exercise_file(press(), player_.answers(), tour, player_.claims(), choice);
    });
}

bool ClassDesk::can_save_lecture() const { return player_.is_playing() && !writing_.is_working(); }

void ClassDesk::save_lecture()
{
    const QString file
        = ask_save_file(&to_.window, tr("Lecture as a web page"), text(player_.tour().id) + QStringLiteral(".html"),
                        tr("Web page (*.html)"), {QStringLiteral("html")});
    if (file.isEmpty())
        return;
    writing_.write(file, tr("Writing the lecture ..."), tr("Lecture saved: %1"),
                   [press = press_beside(writing_), answers = player_.answers(), tour = player_.tour(),
                    claims = player_.claims(), language = std::string(spoken_language().code)] {
                       return [page = tours::lecture_page(press, answers, tour, claims, language)] { return page; };
                   });
}

} // namespace plateau::ui
