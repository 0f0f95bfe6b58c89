// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/about_dialog.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDialog>
#include <QDialogButtonBox>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/controls/subject.h"
#include "ui/shell/help/help_desk.h"
#include "ui/shell/help/help_window.h"

namespace plateau::ui {

namespace {

QString about(const char* english) { return QCoreApplication::translate("help", english); }

QString link(const char* target, const QString& words)
{
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(QLatin1String(target), words.toHtmlEscaped());
}

QString about_text()
{
    const QString sources
        = about("It was built around two papers, %1 and %2, and fitted on published, measured runs: %3. Every "
                "accelerator, model and stack names its sources: %4, %5.")
              .arg(link("https://arxiv.org/abs/2411.13055", QStringLiteral("Fernandez et al., arXiv 2411.13055")),
                   link("https://arxiv.org/abs/2411.01137",
                        QStringLiteral("Erdil and Schneider-Joseph, arXiv 2411.01137")),
                   link("trust.md", about("how close it comes")), link("hardware.md", about("hardware")),
                   link("models.md", about("models and software")));
    return QStringLiteral("<h2>Plateau %1</h2><p>%2</p><p>%3</p><p>%4</p><p>%5</p>")
        .arg(QCoreApplication::applicationVersion(),
             about("What happens if I train this model on that many of those GPUs, laid out like this - and where does "
                   "adding more stop paying off?"),
             about("Numbers are predictions of a model whose constants, sources and ranges stand in the preset files. "
                   "What is assumed rather than measured carries ≈."),
             sources,
             about("GPL-3.0-or-later. Draws with QCustomPlot. The interface font is Plateau Sans, built from Inter "
                   "under the SIL Open Font License."));
}

} // namespace

void show_about_dialog(QWidget* parent, HelpDesk& help)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(about("About Plateau"));
    set_subject(&dialog, QStringLiteral("window.md#help"));
    auto* column = new QVBoxLayout(&dialog);
    column->setContentsMargins(0, 0, 0, 12);
    auto* view = new QTextBrowser(&dialog);
    view->setAccessibleName(dialog.windowTitle());
    view->document()->setDocumentMargin(16);
    view->setOpenLinks(false);
    view->setHtml(about_text());
    QString wanted;
    QObject::connect(view, &QTextBrowser::anchorClicked, &dialog, [&](const QUrl& url) {
        if (url.scheme().startsWith(QLatin1String("http"))) {
            QDesktopServices::openUrl(url);
            return;
        }
        wanted = url.toString();
        dialog.accept();
    });
    column->addWidget(view);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
    buttons->setContentsMargins(12, 0, 12, 0);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    column->addWidget(buttons);
    dialog.resize(480, 380);
    dialog.exec();
    if (!wanted.isEmpty())
        help.open(wanted);
}

} // namespace plateau::ui
