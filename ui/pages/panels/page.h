// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <string>
#include <vector>

#include "core/views/narrate/fact.h"
#include "ui/figures/named_figure.h"

class QAction;

namespace plateau::ui {

class QuestionDocument;

/// A panel that stands beside a page. Pages that name the same content share its dock.
struct PageDock {
    QString name; ///< stable: "readout"
    QString title; ///< "Where the step goes"
    QString short_title; ///< among tabs: "Step"
    QWidget* content = nullptr;
    Qt::DockWidgetArea area = Qt::RightDockWidgetArea;
    enum class Join {
        Never, ///< but where the window is small all of a side are tabs
        UnlessWide,
        Always,
    };
    Join with_previous = Join::Never; ///< as a tab of the one before
    bool scrolls = false; ///< a list, which need not be seen whole; it takes the height that is left
    bool has_rows = false; ///< of parameters: its column is as wide as their sliders need
    bool scrolls_itself = false; ///< where there is no room for it
    bool closed = false; ///< until somebody opens it in the View menu
};

/// What the corner of the menu bar says: in bold what is asked, then a few words about it.
struct PageCorner {
    QString title;
    QString words;
};

/// One page of the window, built when it is first asked for; static tab() names it. The widget itself is the centre;
/// the window asks it for all that stands around it and shows that while the page is active. A page that is not active
/// computes nothing.
class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Left ones and right ones, each from the top. Asked once; the docks take the contents over.
    virtual std::vector<PageDock> docks() = 0;
    /// What undo, reset, save and the window's title refer to.
    virtual QuestionDocument& document() = 0;
    /// What can be exported; Copy takes the first.
    virtual std::vector<NamedFigure> figures() const = 0;
    /// One step as a trace that Perfetto opens; empty where the page shows none.
    virtual std::string step_trace() const { return {}; }
    virtual bool has_step() const { return false; }
    virtual narrate::Status status() const = 0; ///< of what it shows
    virtual PageCorner corner() const = 0;
    /// Choices of the View menu, in groups.
    virtual std::vector<std::vector<QAction*>> view_actions() { return {}; }
    virtual void set_compact(bool compact) = 0;
    virtual void set_active(bool active) { Q_UNUSED(active) }

signals:
    void updated(); ///< status, corner or figures are others now
};

} // namespace plateau::ui
