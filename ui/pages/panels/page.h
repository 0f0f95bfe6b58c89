// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include <QCoreApplication>
#include <QFrame>
#include <QShowEvent>
#include <QTimer>
#include <QWidget>

#include "core/views/looks.h"
#include "core/views/view.h"
#include "core/views/words.h"
#include "ui/document/edited_question.h"
#include "ui/figures/export.h"
#include "ui/figures/picture.h"

class QAction;
class QActionGroup;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace plateau::ui {

class Sentence;
class ViewPanel;

/// A panel that stands beside a page. Pages that name the same content share its dock.
struct PageDock {
    views::Dock row; ///< what the table says of it
    QWidget* content;
};

/// What the corner of the menu bar says: in bold what is asked, then a few words about it.
struct PageCorner {
    QString title;
    QString words;
};

/// One page of the window, built when it is first asked for; static tab() names it. The widget itself is the centre:
/// the question, the sentence that answers it, and the views of the page. The window asks it for all that stands around
/// it and shows that while the page is active. A page that is not active computes nothing.
class Page : public QWidget {
    Q_OBJECT
public:
    /// `name`: in the tables of views and of docks.
    Page(const char* name, QWidget* parent);

    /// The panels that the table of docks lists for this page. Asked once; the docks take the contents over.
    std::vector<PageDock> docks();
    /// A panel of an annex, by its name in the table of docks; called before the docks are asked for.
    void add_panel(const std::string& dock, QWidget& content) { added_panels_[dock] = &content; }
    /// What undo, reset, save and the window's title refer to.
    virtual QuestionDocument& document() = 0;
    /// What can be exported, a figure for each of its views that is drawn; Copy takes the first.
    std::vector<NamedFigure> figures() const;
    /// Turns the page to one of its views.
    virtual void show_view(const views::View& view) { Q_UNUSED(view) }
    /// One step as a trace that Perfetto opens; empty where the page shows none.
    virtual std::string step_trace() const { return {}; }
    virtual bool has_step() const { return false; }
    virtual narrate::Status status() const = 0; ///< of what it shows
    virtual PageCorner corner() const = 0;
    /// Choices of the View menu, in groups.
    virtual std::vector<QList<QAction*>> view_actions() const;
    void set_compact(bool compact);
    virtual void set_active(bool active) { Q_UNUSED(active) }
    /// Builds what nobody sees at first: the first picture of the window does not wait for it.
    virtual void finish() { }
    /// Brings a measured run into view; only pages that show runs do (PageRow::shows_runs).
    virtual void show_run(const std::string& id) { Q_UNUSED(id) }

    /// A page may hold work that is no question and can be lost, such as a calibration. This is its copy, which
    /// restore_work() takes; empty: there is none.
    virtual std::string work() const { return {}; }
    virtual void restore_work(const std::string& copy) { Q_UNUSED(copy) }
    virtual bool has_unsaved_work() const { return false; }
    virtual QString work_title() const { return {}; }
    /// Returns false when it was not saved; the page says why.
    virtual bool save_work() { return true; }

signals:
    void work_changed();
    void updated(); ///< status, corner or figures are others now

protected:
    /// A view of the page as it looks now.
    struct DrawnView {
        std::string look; ///< of its row in the table
        figures::Figure figure;
        const QWidget* widget = nullptr; ///< that shows it, a FigureView or PictureView; null: none of its own
        bool is_in_front = false; ///< people look at it in place of the page's first view
    };
    virtual std::vector<DrawnView> drawn() const = 0;
    /// The contents of its docks by their names; a dock without content is left out.
    virtual std::map<std::string, QWidget*> panels() = 0;
    /// Widths and lengths that follow from is_compact().
    virtual void fit() { }
    /// Shows all it knows anew: there is another answer, theme or size.
    virtual void redraw() = 0;

    /// A dock for each of its views that has one.
    void add_view_panels(ScenarioDocument& document);
    /// A choice of the View menu; one of those with the same group is checked.
    QAction* add_choice(std::size_t group, const QString& words, std::function<bool()> is_chosen,
                        std::function<void()> choose);
    /// What answers the question; grey: to the question before.
    void say(const QString& sentence, bool is_current = true);
    void say(const Message& sentence, bool is_current = true); ///< whose numbers can be turned
    bool is_compact() const { return compact_; }
    RenderStyle style() const;
    void changeEvent(QEvent* event) override;

    QLabel* const question_;
    Sentence* const sentence_;

private:
    void dress();

    const char* name_;
    std::vector<ViewPanel*> view_panels_;
    std::map<std::string, QWidget*> added_panels_;
    std::vector<QActionGroup*> choices_;
    bool compact_ = false;
    const Theme* dressed_ = nullptr; ///< in the colours of; null until set_compact() is called
};

/// Pixels every page keeps from its edges.
inline constexpr int page_padding = 16;
inline constexpr int plot_inset = 8; ///< a plot keeps less: its labels stand inside it

/// The column of a page that begins with its question and the sentence that answers it.
QVBoxLayout* page_column(QWidget* page, QWidget* question, QWidget* sentence, int bottom_margin);
/// The controls of a page: what has no room in a line stands in the next. Words of choices are never cut.
QWidget* controls_row(std::initializer_list<QWidget*> controls);
/// The plot in the rest of the column.
void add_plot(QVBoxLayout* column, QWidget* plot);

/// What is said beside the title of a dock while it is folded, as a property of its content.
inline constexpr const char* panel_summary = "summary";

/// What stands in a dock, on the window's colour, and is filled anew when the theme is another one.
class Panel : public QWidget {
    Q_OBJECT
public:
    explicit Panel(QWidget* parent = nullptr);

protected:
    virtual void fill() = 0;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

/// From now on `dress` is called whenever the widget's colours are others.
void follow_theme(QWidget& widget, std::function<void()> dress);

/// Whether a panel is in sight; one that is not is filled when it comes there.
inline bool is_in_sight(const QWidget& panel) { return panel.isVisible() && !panel.visibleRegion().isEmpty(); }

/// Its tab was brought to the front: it hears of that as when it is shown.
inline void come_into_sight(QWidget& panel)
{
    QShowEvent shown;
    QCoreApplication::sendEvent(&panel, &shown);
}

/// What a panel says, filled in while it is in sight, else when it comes there.
class InSight final : public QObject {
public:
    InSight(QWidget& panel, std::function<void()> fill) : panel_(panel), fill_(std::move(fill))
    {
        panel_.installEventFilter(this);
    }
    /// To be called when there is something else to say.
    void fill()
    {
        behind_ = true;
        catch_up();
    }
    bool is_behind() const { return behind_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == &panel_ && event->type() == QEvent::Show && behind_) {
            catch_up();
            if (behind_) // it takes its place now
                QTimer::singleShot(0, this, &InSight::catch_up);
        }
        return false;
    }

private:
    void catch_up()
    {
        if (!behind_ || !is_in_sight(panel_))
            return;
        behind_ = false;
        fill_();
    }

    QWidget& panel_;
    const std::function<void()> fill_;
    bool behind_ = false;
};

/// A paragraph or two beside the plots.
class NotePanel final : public Panel {
    Q_OBJECT
public:
    explicit NotePanel(QWidget* parent = nullptr);
    /// Paragraphs; the first in the text colour, the others quieter. Stale: all of it quieter still.
    void show_paragraphs(const QStringList& paragraphs, bool stale = false);
    /// A link below them; offer_taken() when it is clicked.
    void offer(const QString& words);
    QString text() const;

signals:
    void offer_taken();

protected:
    void fill() override;

private:
    QLabel* label_;
    QStringList paragraphs_;
    QString offer_;
    bool stale_ = false;
};

/// What stands in the middle of a widget that has nothing to show: why, and one click that helps.
class EmptyNote final : public QFrame {
    Q_OBJECT
public:
    explicit EmptyNote(QWidget* over);

    /// An empty `offer`: there is none. No words: it is not empty any more.
    void show_note(const QString& words, const QString& offer = {});

signals:
    void taken(); ///< the offer

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QLabel* words_;
    QPushButton* offer_;
};

} // namespace plateau::ui
