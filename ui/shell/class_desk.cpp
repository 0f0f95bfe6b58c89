// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/class_desk.h"

#include <QApplication>
#include <QMenu>

#include "core/teaching/tours/lecture.h"
#include "ui/class/classroom/classroom_window.h"
#include "ui/class/classroom/screens.h"
#include "ui/controls/ask_file.h"
#include "ui/controls/language.h"
#include "ui/controls/room_themes.h"
#include "ui/controls/text.h"
#include "ui/shell/exercises_dialog.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/pages.h"
#include "ui/shell/saving.h"
#include "ui/shell/writing_beside.h"

namespace plateau::ui {

ClassDesk::ClassDesk(QWidget& window, const Appearance& appearance, TourPlayer& player, Pages& pages,
                     NoticeBar& notices, Saving& saving, StatusLine& status)
    : QObject(&window), window_(window), appearance_(appearance), player_(player), pages_(pages), notices_(notices),
      saving_(saving), writing_(*new WritingBeside(*this, status))
{
    connect(&pages, &Pages::shown, this, [this](Page& page) {
        if (classroom_)
            classroom_->show_page(page);
    });
}

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

bool ClassDesk::can_save_handout() const { return player_.is_playing() && papers_.handouts; }

void ClassDesk::save_handout(bool whole)
{
    const std::string id = player_.tour().id;
    const int step = whole ? -1 : player_.index();
    const QString name = whole ? text(id) : QStringLiteral("%1-%2").arg(text(id)).arg(step + 1);
    save_paper(tr("Handout"), name, false, [&](bool) { return papers_.handouts(id, step); });
}

bool ClassDesk::can_save_exercises() const { return player_.is_playing() && papers_.exercises; }

void ClassDesk::save_exercises()
{
    const tours::Tour tour = player_.tour();
    ExercisesDialog dialog(translated_text(tour.title), &window_);
    if (dialog.exec() != QDialog::Accepted)
        return;
    tours::SheetChoice choice = dialog.choice();
    choice.language = spoken_language().code;
    save_paper(tr("Exercises"), QStringLiteral("%1-%2").arg(text(tour.id)).arg(choice.seed), true, [&](bool html) {
        choice.html = html;
        return papers_.exercises(player_.answers(), tour, player_.claims(), choice);
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
