// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/help/help_window.h"

#include <QApplication>
#include <QCoreApplication>
#include <QCursor>
#include <QDesktopServices>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

#include "core/help/pages.h"
#include "ui/controls/appearance.h"
#include "ui/controls/controls.h"
#include "ui/controls/layouts.h"
#include "ui/controls/subject.h"

namespace plateau::ui {

namespace {

constexpr int page_role = Qt::UserRole;
constexpr QSize usual_size{960, 660};
constexpr int contents_width = 250;

bool is_place(const QString& subject) { return subject.isEmpty() || subject.contains(QLatin1String(".md")); }

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

HelpWindow::HelpWindow(std::shared_ptr<const HelpLibrary> library, QWidget* parent)
    : QWidget(parent, Qt::Window), library_(std::move(library)), tools_(new QWidget(this)),
      search_(new QLineEdit(this)), found_(new QLabel(this)), contents_(new QTreeWidget(this)),
      browser_(new HelpBrowser(*library_, this))
{
    setObjectName(QStringLiteral("help"));
    set_subject(this, QStringLiteral("window.md#help"));
    setWindowTitle(tr("Help – Plateau"));
    build_tools();
    contents_->setObjectName(QStringLiteral("contents"));
    contents_->setHeaderHidden(true);
    contents_->setAccessibleName(tr("Contents"));
    contents_->setFrameShape(QFrame::NoFrame);
    contents_->setIndentation(14);
    contents_->setTextElideMode(Qt::ElideRight);
    auto* split = new QSplitter(this);
    split->addWidget(contents_);
    split->addWidget(browser_);
    split->setStretchFactor(1, 1);
    split->setSizes({contents_width, usual_size.width() - contents_width});
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    auto* column = box_layout<QVBoxLayout>(this, {}, 0);
    column->addWidget(tools_);
    column->addWidget(split, 1);
    connect(contents_, &QTreeWidget::itemClicked, this, &HelpWindow::choose);
    connect(contents_, &QTreeWidget::itemActivated, this, &HelpWindow::choose);
    connect(contents_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (contents_->hasFocus())
            choose(item);
    });
    connect(browser_, &HelpBrowser::link_clicked, this, &HelpWindow::follow);
    fill_contents();
    setFocusProxy(browser_);
    resize(usual_size);
    refresh();
}

void HelpWindow::build_tools()
{
    auto* line = box_layout<QHBoxLayout>(tools_, {10, 5, 10, 5});
    search_->setPlaceholderText(tr("Search"));
    search_->setAccessibleName(tr("Search in help"));
    search_->setClearButtonEnabled(true);
    search_->setFixedWidth(contents_width - 20);
    found_->setFont(interface_font(12));
    back_ = tool_button(tr("Back"), tr("Back (Alt+Left)"), tools_);
    forward_ = tool_button(tr("Forward"), tr("Forward (Alt+Right)"), tools_);
    print_ = tool_button(tr("Print..."), tr("Print this page (Ctrl+P)"), tools_);
    line->addWidget(search_);
    line->addSpacing(8);
    line->addWidget(back_);
    line->addWidget(forward_);
    line->addWidget(found_, 1);
    line->addWidget(print_);
    connect(search_, &QLineEdit::textChanged, this, &HelpWindow::fill_contents);
    auto* down = new QShortcut(QKeySequence(Qt::Key_Down), search_, {}, {}, Qt::WidgetShortcut);
    connect(down, &QShortcut::activated, this, [this] {
        contents_->setFocus();
        if (!search_->text().trimmed().isEmpty())
            contents_->setCurrentItem(contents_->topLevelItem(0)); // shows it
    });
    connect(search_, &QLineEdit::returnPressed, this, [this] {
        if (QTreeWidgetItem* item = contents_->topLevelItem(0); item && !search_->text().trimmed().isEmpty()) {
            if (browser_->page() != item->data(0, page_role).toString() || browser_->extraSelections().isEmpty())
                choose(item);
            else
                browser_->step(1);
        }
    });
    connect(back_, &QToolButton::clicked, this, [this] { go(-1); });
    connect(forward_, &QToolButton::clicked, this, [this] { go(1); });
    connect(print_, &QToolButton::clicked, browser_, [this] { browser_->print_page(); });
}

void HelpWindow::fill_contents()
{
    contents_->clear();
    const auto add = [this](QTreeWidgetItem* parent, const QString& words, const QString& page) {
        auto* item = parent ? new QTreeWidgetItem(parent) : new QTreeWidgetItem(contents_);
        item->setText(0, words);
        item->setToolTip(0, words); // the column may be narrower
        item->setData(0, page_role, page);
        return item;
    };
    const QString words = search_->text().trimmed();
    found_->clear();
    browser_->mark({});
    if (words.isEmpty()) {
        QTreeWidgetItem* chapter = nullptr;
        for (const HelpLibrary::Entry& entry : library_->entries()) {
            if (!chapter || chapter->text(0) != entry.chapter) {
                chapter = add(nullptr, entry.chapter, {});
                chapter->setFont(0, interface_font(13, 600));
                chapter->setFlags(Qt::ItemIsEnabled);
            }
            add(chapter, entry.title, entry.name);
        }
        contents_->expandAll();
        contents_->setItemsExpandable(false);
        contents_->setRootIsDecorated(false);
        refresh();
        return;
    }
    const auto hits = library_->find(words);
    for (const HelpLibrary::Hit& hit : hits)
        add(nullptr, tr("%1 (%2)").arg(library_->title(hit.name)).arg(hit.count), hit.name);
    found_->setText(hits.empty() ? tr("No page has “%1”").arg(words) : QString());
}

void HelpWindow::choose(QTreeWidgetItem* item)
{
    const QString page = item ? item->data(0, page_role).toString() : QString();
    if (page.isEmpty())
        return;
    open(page + QStringLiteral(".md"));
    const QStringList words = searched_words(search_->text());
    if (const int count = browser_->mark(words); count > 0) {
        browser_->step(1);
        found_->setText(tr("%n places; F3 goes on", nullptr, count));
    }
}

void HelpWindow::find(const QString& words)
{
    search_->setText(words);
    choose(contents_->topLevelItem(0));
}

void HelpWindow::focus_search()
{
    if (at_ < 0)
        show_subject({});
    search_->setFocus();
    search_->selectAll();
}

void HelpWindow::show_subject(const QString& subject)
{
    const QString entry = subject.contains(QLatin1String(".md"))
        ? subject
        : QString::fromStdString(help::entry_of(subject.toStdString()));
    open(entry.isEmpty() ? library_->entries().front().name + QStringLiteral(".md") : entry);
}

/// A link of a page: another page, a place, something on the web.
void HelpWindow::follow(const QString& target)
{
    if (target.startsWith(QLatin1String("http")))
        QDesktopServices::openUrl(QUrl(target));
    else if (target.startsWith(u'#'))
        open(browser_->page() + QStringLiteral(".md") + target);
    else if (!library_->title(target.section(QLatin1String(".md"), 0, 0)).isEmpty())
        open(target);
}

void HelpWindow::open(const QString& target)
{
    Place place{target.section(QLatin1String(".md"), 0, 0), target.section(u'#', 1), 0};
    if (at_ >= 0) {
        been_[static_cast<std::size_t>(at_)].scrolled = browser_->verticalScrollBar()->value();
        if (been_[static_cast<std::size_t>(at_)].page == place.page && place.anchor.isEmpty())
            return;
    }
    been_.resize(static_cast<std::size_t>(at_) + 1);
    been_.push_back(place);
    ++at_;
    show_place(place);
}

void HelpWindow::show_place(const Place& place)
{
    browser_->show_page(place.page);
    if (place.scrolled == 0)
        browser_->go_to(place.anchor);
    else
        browser_->verticalScrollBar()->setValue(place.scrolled);
    refresh();
}

void HelpWindow::go(int steps)
{
    const int next = at_ + steps;
    if (next < 0 || next >= static_cast<int>(been_.size()))
        return;
    been_[static_cast<std::size_t>(at_)].scrolled = browser_->verticalScrollBar()->value();
    at_ = next;
    show_place(been_[static_cast<std::size_t>(at_)]);
}

void HelpWindow::refresh()
{
    back_->setEnabled(can_go_back());
    forward_->setEnabled(can_go_forward());
    set_ink(found_, "text2");
    for (QTreeWidgetItemIterator item(contents_); *item; ++item)
        if (const QString page = (*item)->data(0, page_role).toString();
            !page.isEmpty() && page == browser_->page() && contents_->currentItem() != *item) {
            const QSignalBlocker quiet(contents_);
            contents_->setCurrentItem(*item);
        }
}

void HelpWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && print_)
        refresh();
}

void HelpWindow::keyPressEvent(QKeyEvent* event)
{
    const bool alt = event->modifiers().testFlag(Qt::AltModifier);
    if (event->key() == Qt::Key_Escape)
        close();
    else if (alt && event->key() == Qt::Key_Left)
        go(-1);
    else if (alt && event->key() == Qt::Key_Right)
        go(1);
    else if (event->matches(QKeySequence::Find))
        focus_search();
    else if (event->matches(QKeySequence::Print))
        browser_->print_page();
    else
        QWidget::keyPressEvent(event);
}

HelpDesk::HelpDesk(std::shared_ptr<const HelpLibrary> library, QWidget& window)
    : QObject(&window), library_(std::move(library)), window_(window)
{
    qApp->installEventFilter(this);
}

HelpWindow& HelpDesk::open(const QString& subject)
{
    QWidget* waiting = QApplication::activeModalWidget();
    HelpWindow* window = shown_;
    if (waiting && waiting != &window_) {
        window = waiting->findChild<HelpWindow*>(QString(), Qt::FindDirectChildrenOnly);
        if (!window) {
            window = new HelpWindow(library_, waiting);
            window->setAttribute(Qt::WA_DeleteOnClose);
        }
    } else if (!window) {
        window = shown_ = new HelpWindow(library_, &window_);
    }
    window->show(); // first: where a place is depends on the width
    window->show_subject(subject);
    window->raise();
    window->activateWindow();
    window->setFocus();
    return *window;
}

/// A list or a menu that is open goes: it would keep the keyboard.
void HelpDesk::explain_here()
{
    QWidget* list = QApplication::activePopupWidget();
    const QString subject = list ? subject_of(list) : subject_here();
    while (QWidget* opened = QApplication::activePopupWidget())
        opened->close();
    open(subject);
}

QString HelpDesk::subject_here()
{
    const QString focused = subject_of(QApplication::focusWidget());
    if (!is_place(focused))
        return focused;
    const QWidget* under = QApplication::widgetAt(QCursor::pos());
    const QString pointed = under && under->window() == QApplication::activeWindow() ? subject_of(under) : QString();
    return focused.isEmpty() || !is_place(pointed) ? pointed : focused;
}

bool HelpDesk::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && watched->isWidgetType()) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        if (key->key() == Qt::Key_F1 && key->modifiers() == Qt::NoModifier) {
            explain_here();
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

void show_about_dialog(QWidget* parent, HelpDesk& help)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(about("About Plateau"));
    set_subject(&dialog, QStringLiteral("window.md#help"));
    auto* column = box_layout<QVBoxLayout>(&dialog, {0, 0, 0, 12});
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
