// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_dialogs.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace plateau::ui {

namespace {

QString words(const char* english) { return QCoreApplication::translate("help", english); }

enum class Markup { Html, Markdown };

void show_text(QWidget* parent, const QString& title, const QString& content, QSize size, Markup markup = Markup::Html)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(title);
    auto* column = new QVBoxLayout(&dialog);
    column->setContentsMargins(0, 0, 0, 12);
    auto* view = new QTextBrowser(&dialog);
    view->setAccessibleName(title);
    view->document()->setDocumentMargin(16);
    view->setOpenExternalLinks(true);
    if (markup == Markup::Html)
        view->setHtml(content);
    else
        view->setMarkdown(content);
    column->addWidget(view);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    buttons->setContentsMargins(12, 0, 12, 0);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    column->addWidget(buttons);
    dialog.resize(size);
    dialog.exec();
}

QString key_row(const char* keys, const char* meaning)
{
    return QStringLiteral(
               "<tr><td style=\"padding:3px 24px 3px 0\"><b>%1</b></td><td style=\"padding:3px 0\">%2</td></tr>")
        .arg(words(keys), words(meaning));
}

} // namespace

void show_keyboard_dialog(QWidget* parent)
{
    const QString rows = key_row("Tab, Shift+Tab", "next and previous control")
        + key_row("Left, Right", "one stop, on a slider; on the plots, moves the crosshair")
        + key_row("Ctrl+Left, Ctrl+Right", "on the plots, moves the marker: the GPU count")
        + key_row("Up, Down", "one stop, in a value field; on the plots, which one Y and N mean")
        + key_row("Shift+Left, Shift+Right", "fine steps, on the plots") + key_row("Page Up, Page Down", "three stops")
        + key_row("Home, End", "smallest and largest")
        + key_row("Enter", "takes a typed value; on the plots, moves the marker to the crosshair")
        + key_row("Escape", "gives back the value before typing; removes the crosshair; leaves a tour")
        + key_row("Ctrl+Z, Ctrl+Shift+Z", "undo, redo") + key_row("Ctrl+N", "a new scenario, from the cards")
        + key_row("Ctrl+O, Ctrl+S", "open, save") + key_row("Ctrl+I", "title and notes")
        + key_row("Ctrl+Alt+C, Ctrl+Alt+V", "copy the scenario as text, paste one")
        + key_row("Ctrl+1 to Ctrl+5", "the pages, from the left") + key_row("Ctrl+E", "export the figure")
        + key_row("Ctrl+Shift+C", "copy the figure") + key_row("P", "pin the question")
        + key_row("T", "step timeline, on the workbench")
        + key_row("+, \u2212, 0", "zoom in, out and show all, on the plots and the timeline")
        + key_row("[, ]", "move a zoomed plot") + key_row("Alt+Left, Alt+Right", "previous and next view of the plots")
        + key_row("X, Y", "linear or logarithmic axis, on the plots")
        + key_row("N, Delete", "write, edit or delete a note, on the plots") + key_row("F1", "this page");
    show_text(parent, words("Keyboard"), QStringLiteral("<table cellspacing=\"0\">%1</table>").arg(rows), {560, 560});
}

void show_about_dialog(QWidget* parent)
{
    const QString html = QStringLiteral("<h2>Plateau %1</h2><p>%2</p><p>%3</p><p>%4</p>")
                             .arg(QCoreApplication::applicationVersion(),
                                  words("What happens if I train this model on that many of those GPUs, laid out like "
                                        "this - and where does adding more stop paying?"),
                                  words("Numbers are predictions of a model whose constants, sources and ranges stand "
                                        "in the preset files. What is assumed rather than measured carries ≈."),
                                  words("GPL-3.0-or-later. Draws with QCustomPlot. The interface font is Plateau Sans, "
                                        "built from Inter under the SIL Open Font License."));
    show_text(parent, words("About Plateau"), html, {460, 300});
}

void show_accuracy_dialog(QWidget* parent, const QString& markdown_file)
{
    QFile file(markdown_file);
    const QString content = file.open(QIODevice::ReadOnly | QIODevice::Text)
        ? QString::fromUtf8(file.readAll())
        : words("The page that belongs here could not be read: %1").arg(markdown_file);
    show_text(parent, words("How far to trust the numbers"), content, {760, 720}, Markup::Markdown);
}

} // namespace plateau::ui
