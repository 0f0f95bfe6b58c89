// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/class_desk.h"

#include <QApplication>
#include <QMenu>

#include "core/teaching/tours/exercise_file.h"
#include "core/teaching/tours/handout.h"
#include "core/teaching/tours/lecture.h"
#include "ui/controls/appearance.h"
#include "ui/controls/ask_file.h"
#include "ui/controls/language.h"
#include "ui/controls/text.h"
#include "ui/figures/export.h"
#include "ui/figures/printed_page.h"
#include "ui/figures/schematic_view.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/pages.h"
#include "ui/shell/registers.h"
#include "ui/shell/saving.h"
#include "ui/shell/writing_beside.h"
#include "ui/teaching/classroom/classroom_window.h"
#include "ui/teaching/classroom/screens.h"
#include "ui/teaching/exercises_dialog.h"

namespace plateau::ui {

namespace {

tours::Press press()
{
    const auto bytes = [](const QByteArray& made) { return made.toStdString(); };
    return {[bytes](const figures::FigurePage& page, const figures::ExportOptions& options) {
                return page_bytes(page, options).map(bytes);
            },
            [bytes](const figures::Schematic& schematic) { return bytes(schematic_png(schematic)); },
            [bytes](const std::vector<std::string>& sheets, const std::vector<figures::SheetPicture>& pictures,
                    const std::string& title) { return bytes(printed_sheets(sheets, pictures, title)); }};
}

} // namespace

ClassDesk::ClassDesk(const WindowParts& parts, TourPlayer& player)
    : QObject(&parts.window), window_(parts.window), appearance_(parts.appearance), player_(player),
      pages_(parts.pages), notices_(parts.notices), saving_(parts.saving),
      writing_(*new WritingBeside(*this, &parts.status))
{
    connect(&pages_, &Pages::shown, this, [this](Page& page) {
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
    QAction* sheet = menu.addAction(tr("&Handout of this step..."), this, [this] { save_handout(false); });
    QAction* sheets = menu.addAction(tr("Han&dout of the tour..."), this, [this] { save_handout(true); });
    QAction* exercises = menu.addAction(tr("E&xercises of the tour..."), this, &ClassDesk::save_exercises);
    exercises->setToolTip(tr("Its questions on paper, with values of its own for each class, and with a key"));
    QAction* lecture = menu.addAction(tr("Lecture as a &web page..."), this, &ClassDesk::save_lecture);
    lecture->setToolTip(tr("The tour as one file that any browser shows, with its controls and questions"));
    connect(&menu, &QMenu::aboutToShow, this, [this, sheet, sheets, exercises, lecture] {
        lecture->setEnabled(can_save_lecture());
        for (QAction* item : {sheet, sheets, exercises})
            item->setEnabled(can_save_papers());
    });
}

void ClassDesk::toggle()
{
    if (classroom_)
        return leave();
    const bool contrast = appearance_.choice() == ThemeChoice::Contrast;
    classroom_ = std::make_unique<ClassroomWindow>(player_, contrast ? contrast_theme() : projector_theme());
    classroom_->setWindowTitle(tr("Classroom – Plateau"));
    connect(classroom_.get(), &ClassroomWindow::left, this, [this] {
        classroom_.release()->deleteLater();
        window_.activateWindow();
    });
    fill_screen(*classroom_, *screen_of_class(window_));
    classroom_->show_page(pages_.active());
    classroom_->activateWindow();
}

void ClassDesk::save_paper(const QString& title, const QString& name, bool also_html,
                           const std::function<Expected<std::string>(bool html)>& make)
{
    const QString pdf = QStringLiteral("pdf"), html = QStringLiteral("html");
    const QString file = ask_save_file(&window_, title, name + QStringLiteral(".pdf"),
                                       also_html ? tr("PDF (*.pdf);;Web page (*.html)") : tr("PDF (*.pdf)"),
                                       also_html ? QStringList{pdf, html} : QStringList{pdf});
    if (file.isEmpty())
        return;
    QApplication::setOverrideCursor(Qt::WaitCursor);
    const auto bytes = make(file.endsWith(QLatin1Char('.') + html));
    QApplication::restoreOverrideCursor();
    if (bytes)
        saving_.write(file, *bytes);
    else
        notices_.complain(bytes.error());
}

bool ClassDesk::can_save_papers() const { return player_.is_playing(); }

void ClassDesk::save_handout(bool whole)
{
    const tours::Tour& tour = player_.tour();
    const int step = whole ? -1 : player_.index();
    const QString name = whole ? text(tour.id) : QStringLiteral("%1-%2").arg(text(tour.id)).arg(step + 1);
    save_paper(tr("Handout"), name, false,
               [&](bool) { return tours::handout(press(), player_.answers(), tour, player_.claims(), step); });
}

void ClassDesk::save_exercises()
{
    const tours::Tour tour = player_.tour();
    ExercisesDialog dialog(text(tour.title), &window_);
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
        = ask_save_file(&window_, tr("Lecture as a web page"), text(player_.tour().id) + QStringLiteral(".html"),
                        tr("Web page (*.html)"), {QStringLiteral("html")});
    if (file.isEmpty())
        return;
    writing_.write(file, tr("Writing the lecture ..."), tr("Lecture saved: %1"),
                   [answers = player_.answers(), tour = player_.tour(), claims = player_.claims(),
                    language = std::string(spoken_language().code)] {
                       return [page = tours::lecture_page(answers, tour, claims, language)] { return page; };
                   });
}

} // namespace plateau::ui
