// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/teaching/class_desk.h"

#include <QApplication>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>

#include "core/teaching/tours/papers.h"
#include "ui/controls/appearance.h"
#include "ui/controls/ask_file.h"
#include "ui/controls/language.h"
#include "ui/controls/subject.h"
#include "ui/controls/text.h"
#include "ui/figures/export.h"
#include "ui/figures/printed_page.h"
#include "ui/figures/schematic_view.h"
#include "ui/figures/web_picture.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/pages.h"
#include "ui/shell/registers.h"
#include "ui/shell/saving.h"
#include "ui/shell/writing_beside.h"
#include "ui/teaching/classroom/classroom_look.h"
#include "ui/teaching/classroom/classroom_window.h"

namespace plateau::ui {

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
                   [press = press_beside(writing_), answers = player_.answers(), tour = player_.tour(),
                    claims = player_.claims(), language = std::string(spoken_language().code)] {
                       return [page = tours::lecture_page(press, answers, tour, claims, language)] { return page; };
                   });
}

} // namespace plateau::ui
