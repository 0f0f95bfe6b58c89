// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QImage>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTextBrowser>
#include <QTextDocument>
#include <QWidget>

#include "core/answers/answers.h"
#include "core/charts/figure.h"
#include "ui/controls/theme.h"

class QLabel;
class QLineEdit;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace plateau::ui {

/// The pages of help in the window's language, as Markdown. A page is read, and what is generated in it is made, when
/// it is first asked for; a new catalog makes them anew.
class HelpLibrary {
public:
    /// The keyboard's page lists what `shortcuts` says.
    HelpLibrary(std::shared_ptr<answers::Answers> answers, std::function<QString()> shortcuts);

    struct Entry {
        QString name;
        QString title;
        QString chapter;
    };
    /// In the order of the contents.
    const std::vector<Entry>& entries() const { return entries_; }
    QString title(const QString& name) const;
    const QString& markdown(const QString& name) const;
    answers::Answers& answers() const { return *answers_; } ///< of the pictures

    struct Hit {
        QString name;
        int count = 0; ///< how often the words stand in it
        bool named = true; ///< after all of them
    };
    /// Pages that have all of the words, those named so first, then by how often they have them.
    std::vector<Hit> find(const QString& words) const;

private:
    QString made(const QString& name) const;
    const QString& shown_words(const QString& name) const;

    std::shared_ptr<answers::Answers> answers_;
    std::function<QString()> shortcuts_;
    std::vector<Entry> entries_;
    mutable std::map<QString, QString> pages_, shown_;
};

/// The words that are looked for: those between spaces.
QStringList searched_words(const QString& words);

/// What a picture of a page shows, in any theme.
struct HelpFigure {
    figures::Figure figure;
    double height = 0; ///< of the width
};
/// Its name says which view of which shipped scenario, "scaling.fernandez-weak-scaling.png". Nothing for a name that
/// says neither.
std::optional<HelpFigure> help_figure(answers::Answers& answers, const QString& name);

/// The moving picture itself, in a window of its own.
void play_picture(const HelpFigure& shown, QWidget& parent);

QImage help_picture(const HelpFigure& shown, const Theme& theme, int width, double pixel_ratio);

class HelpBrowser;

/// The pages of help in a window of their own: contents, search, back and forward, print.
class HelpWindow final : public QWidget {
    Q_OBJECT
public:
    explicit HelpWindow(std::shared_ptr<const HelpLibrary> library, QWidget* parent = nullptr);

    /// "parameters.md#gpus", or the subject of a control: key of a parameter, metric, term. The first page for what is
    /// neither.
    void show_subject(const QString& subject);
    void find(const QString& words);
    void focus_search();
    HelpBrowser& browser() { return *browser_; }
    QTreeWidget& contents() { return *contents_; }
    bool can_go_back() const { return at_ > 0; }
    bool can_go_forward() const { return at_ + 1 < static_cast<int>(been_.size()); }
    void go(int steps); ///< -1: back

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Place {
        QString page;
        QString anchor;
        int scrolled = 0;
    };
    void build_tools();
    void open(const QString& target);
    void follow(const QString& target);
    void show_place(const Place& place);
    void fill_contents();
    void choose(QTreeWidgetItem* item);
    void refresh();

    std::shared_ptr<const HelpLibrary> library_;
    QWidget* tools_;
    QToolButton* back_ = nullptr;
    QToolButton* forward_ = nullptr;
    QToolButton* print_ = nullptr;
    QLineEdit* search_;
    QLabel* found_;
    QTreeWidget* contents_;
    HelpBrowser* browser_;
    std::vector<Place> been_;
    int at_ = -1;
};

/// Opens help: at a page, or with F1 at what has the keyboard or lies under the pointer. A dialog that waits gets a
/// window of its own, for it holds up all others.
class HelpDesk final : public QObject {
    Q_OBJECT
public:
    HelpDesk(std::shared_ptr<const HelpLibrary> library, QWidget& window);

    /// See subject_of().
    HelpWindow& open(const QString& subject);
    const HelpLibrary& library() const { return *library_; }
    void explain_here();
    /// The subject of what has the keyboard, unless what lies under the pointer says more than the panel it is in.
    static QString subject_here();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::shared_ptr<const HelpLibrary> library_;
    QWidget& window_;
    QPointer<HelpWindow> shown_;
};

/// Version, licence, and what Plateau stands on.
void show_about_dialog(QWidget* parent, HelpDesk& help);

using HelpPlaces = std::map<QString, int>; ///< by anchor: the number of the block that it names

/// Fills the document with a page of help for the screen or for paper: Markdown, its tables and code in the theme's
/// colours. Its base URL and pictures are the caller's.
HelpPlaces fill_help_document(QTextDocument& document, const QString& markdown, const Theme& theme);

/// One page of help: its text with the pictures drawn in the theme, found words marked.
class HelpBrowser final : public QTextBrowser {
    Q_OBJECT
public:
    explicit HelpBrowser(const HelpLibrary& library, QWidget* parent = nullptr);

    void show_page(const QString& name);
    const QString& page() const { return page_; }
    /// To the paragraph an anchor names; the top where there is none.
    void go_to(const QString& anchor);
    /// Marks every place of these words; how many there are.
    int mark(const QStringList& words);
    /// To the next marked place, or the one before.
    void step(int direction);
    void print_page();

signals:
    void link_clicked(const QString& target);

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void refill();
    void show_marks();
    void follow(const QUrl& url);
    const std::optional<HelpFigure>& figure_of(const QString& name);
    void make_playable(QTextDocument& page);

    const HelpLibrary& library_;
    QString page_;
    QString anchor_;
    HelpPlaces places_;
    QStringList words_;
    std::vector<QTextCursor> marked_;
    int current_ = -1;
    std::map<QString, std::optional<HelpFigure>> figures_;
    std::map<QString, QImage> pictures_; ///< of this theme
};

} // namespace plateau::ui
